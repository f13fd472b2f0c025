/*
 * What the desks bring to cases: every command has a usual person, whom rulebooks/staff.yaml names; every event about a hand or a prize has
 * words that show it; and docs/formats/cases.md describes both.
 */
#include "house/kernel/desk.h"
#include "rulebook/files.h"
#include "rulebook/staff_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { MEMORY_MAX = 16 << 20, DOCUMENT_MAX = 1 << 20, FINDINGS_MAX = 8 };

struct paper {
    struct arena arena;
    struct findings findings;
    struct staff staff;
    struct text document; /* docs/formats/cases.md */
};

static int open_paper(void **state)
{
    static struct paper paper;
    paper = (struct paper){0};
    arena_init(&paper.arena, MEMORY_MAX);
    findings_init(&paper.findings, &paper.arena, FINDINGS_MAX);
    assert_int_equal(
        staff_read(CARDROOM_ROOT "/rulebooks/staff.yaml", false, &paper.arena, &paper.findings, &paper.staff),
        STATUS_OK);
    assert_int_equal(files_read(CARDROOM_ROOT "/docs/formats/cases.md", DOCUMENT_MAX, &paper.arena,
                                &paper.findings, &paper.document),
                     STATUS_OK);
    *state = &paper;
    return 0;
}

static int close_paper(void **state)
{
    arena_release(&((struct paper *)*state)->arena);
    return 0;
}

/* Whether a line of the document has both. */
static bool line_has(struct text document, const char *one, const char *other)
{
    for (size_t at = 0; at < document.length;) {
        size_t end = at;
        while (end < document.length && document.bytes[end] != '\n')
            end++;
        struct text line = text_slice(document, at, end - at);
        if (text_contains(line, text_of(one)) && text_contains(line, text_of(other)))
            return true;
        at = end + 1;
    }
    return false;
}

/* ------------------------------------------------------------------------------------------ commands */

/* The house is opened before anybody is appointed, and the clock is no person. */
static bool has_nobody(enum command_kind kind)
{
    return kind == COMMAND_OPEN_HOUSE || kind == COMMAND_CLOCK;
}

static void every_command_has_a_usual_person(void **state)
{
    const struct paper *paper = *state;
    for (unsigned kind = 0; kind < COMMAND_KINDS; kind++) {
        const struct desk_command *command = desk_command_of((enum command_kind)kind);
        if (has_nobody(command->kind)) {
            assert_null(command->usual_role);
            continue;
        }
        if (!command->usual_role)
            fail_msg("%s has no usual role", command->shape.name);
        if (!staff_with_role(&paper->staff, text_of(command->usual_role), command->usual_second))
            fail_msg("%s: rulebooks/staff.yaml has no %s%s", command->shape.name,
                     command->usual_second ? "second " : "", command->usual_role);
    }
}

static void the_document_says_who_gives_a_command(void **state)
{
    const struct paper *paper = *state;
    for (unsigned kind = 0; kind < COMMAND_KINDS; kind++) {
        const struct desk_command *command = desk_command_of((enum command_kind)kind);
        char name[64], person[80];
        if (has_nobody(command->kind))
            continue;
        assert_non_null(command->usual_role);
        const struct staff_person *usual =
            staff_with_role(&paper->staff, text_of(command->usual_role), command->usual_second);
        assert_non_null(usual);
        (void)snprintf(name, sizeof name, "`%s`", command->shape.name);
        (void)snprintf(person, sizeof person, "| %.*s |", TEXT_ARGUMENTS(usual->person));
        if (!line_has(paper->document, name, person))
            fail_msg("docs/formats/cases.md does not say that %s is given by %.*s", command->shape.name,
                     TEXT_ARGUMENTS(usual->person));
    }
}

static void one_person_opens_the_house(void **state)
{
    const struct paper *paper = *state;
    assert_non_null(staff_with_role(&paper->staff, text_of(""), false));
    assert_null(staff_with_role(&paper->staff, text_of(""), true));
}

/* ------------------------------------------------------------------------------------------ events */

static bool names_hand_or_prize(const struct record_shape *shape)
{
    static const char *const names[] = {"hand", "prize", "prizes"};
    for (unsigned i = 0; i < shape->field_count; i++)
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
            if (text_equal(text_of(shape->fields[i].name), text_of(names[k])))
                return true;
    return false;
}

/* A note changes neither; what the cage gives to a tray is shown by its movements alone. */
static bool changes_neither(enum event_kind kind)
{
    return kind == EVENT_NOTED || kind == EVENT_TRAY_REIMBURSED;
}

static bool some_desk_expects(const char *words)
{
    for (unsigned i = 0; i < DESKS; i++)
        for (unsigned k = 0; k < desks[i]->expectation_count; k++)
            if (text_equal(text_of(desks[i]->expectations[k].words), text_of(words)))
                return true;
    return false;
}

static void every_event_of_a_hand_or_a_prize_is_shown(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < EVENT_KINDS; kind++) {
        const struct desk_event *event = desk_event_of((enum event_kind)kind);
        if (!event->shown && names_hand_or_prize(&event->shape) && !changes_neither(event->kind))
            fail_msg("%s has no words that show it in a case", event->shape.name);
        if (event->shown && !some_desk_expects(event->shown))
            fail_msg("%s is shown by \"%s\", which no desk expects", event->shape.name, event->shown);
    }
}

static void the_document_has_the_words_of_the_desks(void **state)
{
    const struct paper *paper = *state;
    for (unsigned i = 0; i < DESKS; i++) {
        for (unsigned k = 0; k < desks[i]->statement_count; k++) {
            char words[64];
            (void)snprintf(words, sizeof words, "| `%s ", desks[i]->statements[k].words);
            if (!text_contains(paper->document, text_of(words)))
                fail_msg("docs/formats/cases.md does not describe the statement %s",
                         desks[i]->statements[k].words);
        }
        for (unsigned k = 0; k < desks[i]->expectation_count; k++) {
            char words[64];
            (void)snprintf(words, sizeof words, "| `%s ", desks[i]->expectations[k].words);
            if (!text_contains(paper->document, text_of(words)))
                fail_msg("docs/formats/cases.md does not describe the words %s",
                         desks[i]->expectations[k].words);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_command_has_a_usual_person, open_paper, close_paper),
        cmocka_unit_test_setup_teardown(the_document_says_who_gives_a_command, open_paper, close_paper),
        cmocka_unit_test_setup_teardown(one_person_opens_the_house, open_paper, close_paper),
        cmocka_unit_test(every_event_of_a_hand_or_a_prize_is_shown),
        cmocka_unit_test_setup_teardown(the_document_has_the_words_of_the_desks, open_paper, close_paper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
