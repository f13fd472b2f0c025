/*
 * What the desks bring to cases: every command has a usual person, whom rulebooks/staff.yaml names and docs/formats/cases.md shows.
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_command_has_a_usual_person, open_paper, close_paper),
        cmocka_unit_test_setup_teardown(the_document_says_who_gives_a_command, open_paper, close_paper),
        cmocka_unit_test_setup_teardown(one_person_opens_the_house, open_paper, close_paper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
