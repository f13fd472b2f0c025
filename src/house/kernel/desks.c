#include "house/kernel/desk.h"

#include "base/check.h"

extern const struct desk setup_desk, people_desk, tables_desk, hands_desk, prizes_desk, boards_desk,
    cage_desk, clock_desk;

const struct desk *const desks[DESKS] = {&setup_desk,  &people_desk, &tables_desk, &hands_desk,
                                         &prizes_desk, &boards_desk, &cage_desk,   &clock_desk};

static const struct desk_command *commands[COMMAND_KINDS];
static const struct desk_event *events[EVENT_KINDS];

/* Before main() begins: every command and event looks its record up several times, from several threads. */
__attribute__((constructor)) static void list_kinds(void)
{
    unsigned command_count = 0, event_count = 0;
    for (unsigned i = 0; i < DESKS; i++) {
        for (unsigned k = 0; k < desks[i]->command_count; k++) {
            CHECK_OP(desks[i]->commands[k].kind, ==, command_count);
            commands[command_count++] = &desks[i]->commands[k];
        }
        for (unsigned k = 0; k < desks[i]->event_count; k++) {
            CHECK_OP(desks[i]->events[k].kind, ==, event_count);
            events[event_count++] = &desks[i]->events[k];
        }
    }
    CHECK_OP(command_count, ==, COMMAND_KINDS);
    CHECK_OP(event_count, ==, EVENT_KINDS);
}

const struct desk_command *desk_command_of(enum command_kind kind)
{
    CHECK_OP(kind, <, COMMAND_KINDS);
    return commands[kind];
}

const struct desk_event *desk_event_of(enum event_kind kind)
{
    CHECK_OP(kind, <, EVENT_KINDS);
    return events[kind];
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
