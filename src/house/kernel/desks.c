#include "house/kernel/deciding.h"

#include "base/check.h"

#include "funds/ledger.h"
#include "house/kernel/desk.h"
#include <stdatomic.h>

extern const struct desk setup_desk, people_desk, tables_desk, hands_desk, prizes_desk, boards_desk,
    cage_desk, clock_desk;

const struct desk *const desks[DESKS] = {&setup_desk,  &people_desk, &tables_desk, &hands_desk,
                                         &prizes_desk, &boards_desk, &cage_desk,   &clock_desk};

/* What was found before: every round asks for the same few kinds. An entry is NULL or what the scan finds, whoever writes it. */
static _Atomic(const struct desk_command *) found_commands[COMMAND_KINDS];
static _Atomic(const struct desk_event *) found_events[EVENT_KINDS];

static const struct desk_command *scan_commands(enum command_kind kind)
{
    unsigned place = kind;
    for (unsigned i = 0; i < DESKS; i++) {
        if (place < desks[i]->command_count) {
            CHECK_OP(desks[i]->commands[place].kind, ==, kind);
            return &desks[i]->commands[place];
        }
        place -= desks[i]->command_count;
    }
    CHECK_NEVER("a kind of command that no desk has");
}

const struct desk_command *desk_command_of(enum command_kind kind)
{
    CHECK_OP(kind, <, COMMAND_KINDS);
    const struct desk_command *found = atomic_load_explicit(&found_commands[kind], memory_order_relaxed);
    if (!found) {
        found = scan_commands(kind);
        atomic_store_explicit(&found_commands[kind], found, memory_order_relaxed);
    }
    return found;
}

static const struct desk_event *scan_events(enum event_kind kind)
{
    unsigned place = kind;
    for (unsigned i = 0; i < DESKS; i++) {
        if (place < desks[i]->event_count) {
            CHECK_OP(desks[i]->events[place].kind, ==, kind);
            return &desks[i]->events[place];
        }
        place -= desks[i]->event_count;
    }
    CHECK_NEVER("a kind of event that no desk has");
}

const struct desk_event *desk_event_of(enum event_kind kind)
{
    CHECK_OP(kind, <, EVENT_KINDS);
    const struct desk_event *found = atomic_load_explicit(&found_events[kind], memory_order_relaxed);
    if (!found) {
        found = scan_events(kind);
        atomic_store_explicit(&found_events[kind], found, memory_order_relaxed);
    }
    return found;
}

const struct desk_section *desk_section_of(enum snapshot_section section)
{
    CHECK_OP(section, <, SECTIONS);
    for (unsigned i = 0; i < DESKS; i++)
        for (unsigned k = 0; k < desks[i]->section_count; k++)
            if (desks[i]->sections[k].section == section)
                return &desks[i]->sections[k];
    CHECK_NEVER("a section of snapshots that no desk has");
}
