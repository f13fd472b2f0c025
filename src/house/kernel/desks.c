#include "house/kernel/desk.h"

#include "base/check.h"

extern const struct desk setup_desk, people_desk, tables_desk, hands_desk, prizes_desk, boards_desk,
    cage_desk, clock_desk;

const struct desk *const desks[DESKS] = {&setup_desk,  &people_desk, &tables_desk, &hands_desk,
                                         &prizes_desk, &boards_desk, &cage_desk,   &clock_desk};

const struct desk_command *desk_command_of(enum command_kind kind)
{
    unsigned place = kind;
    for (unsigned i = 0; i < DESKS; place -= desks[i++]->command_count)
        if (place < desks[i]->command_count) {
            CHECK_OP(desks[i]->commands[place].kind, ==, kind);
            return &desks[i]->commands[place];
        }
    CHECK_NEVER("a kind of command that no desk has");
}

const struct desk_event *desk_event_of(enum event_kind kind)
{
    unsigned place = kind;
    for (unsigned i = 0; i < DESKS; place -= desks[i++]->event_count)
        if (place < desks[i]->event_count) {
            CHECK_OP(desks[i]->events[place].kind, ==, kind);
            return &desks[i]->events[place];
        }
    CHECK_NEVER("a kind of event that no desk has");
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
