#include "rulebook/rule_document.h"

#include "rulebook/findings_test.h"

#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct rule_document read_document; /* the last */

static enum status read_text(struct scene *scene, struct text bytes)
{
    return rule_document_read(bytes, "x.md", text_of("h/x"), &scene->arena, &scene->findings, &read_document);
}

static const struct rule_document *read_good(struct scene *scene, const char *markdown)
{
    if (read_text(scene, text_of(markdown)) != STATUS_OK)
        fail_msg("%s", findings_text(scene));
    assert_int_equal(scene->findings.count, 0);
    return &read_document;
}

static void assert_text(struct text text, const char *expected)
{
    if (!text_equal(text, text_of(expected)))
        fail_msg("\"%.*s\" is not \"%s\"", TEXT_ARGUMENTS(text), expected);
}

static void assert_at(struct origin origin, unsigned line, unsigned column, const char *clause)
{
    assert_string_equal(origin.file, "x.md");
    assert_int_equal(origin.line, line);
    assert_int_equal(origin.column, column);
    assert_text(origin.clause, clause);
}

/* --------------------------------------------------------------------------------------------- good documents */

static const char example[] = "# Bonus Hand *Progressive* v1.1 (GEAR-001407)\n" /* 1 */
                              "\n"
                              "A meter that grows, with `code`,\n"
                              "and a [link](https://example.org).\n"
                              "\n"
                              "- one\n"
                              "- two\n"
                              "\n"
                              "## The fee\n"
                              "\n" /* 10 */
                              "1. The fee is $1 a hand\n"
                              "   and **optional**. [money]\n"
                              "\n"
                              "   ```yaml\n"
                              "   fee:\n"
                              "     amount: $1\n"
                              "   ```\n"
                              "\n"
                              "   > R1. A reading\n"
                              "   > that goes on.\n" /* 20 */
                              "\n"
                              "   ```yaml\n"
                              "   fee:\n"
                              "     split: {prize pool: $0.11, reserve: $0.89}\n"
                              "   ```\n"
                              "\n"
                              "   > R2. Another.\n"
                              "2. It pays only expenses. [money] [engine: administration]\n"
                              "3. Prizes are paid by a representative [see 2]:\n"
                              "   [procedure] [posting] [duty: check list]\n" /* 30 */
                              "\n"
                              "   After the paperwork,\n"
                              "\n"
                              "   1. identification\n"
                              "   2. signature\n"
                              "\n"
                              "## Nothing yet\n"
                              "\n"
                              "## The end\n"
                              "\n" /* 40 */
                              "<!-- a remark -->\n"
                              "\n"
                              "4. It ends. [time]\n"
                              "    ```yaml\n"
                              "    hours: daily\n"
                              "    ```\n"
                              "\n"
                              "## After it\n";

static void a_document_has_name_identifier_introduction_and_sections(void **state)
{
    struct scene *scene = *state;
    const struct rule_document *document = read_good(scene, example);
    assert_string_equal(document->file, "x.md");
    assert_text(document->identity, "h/x");
    assert_text(document->name, "Bonus Hand Progressive v1.1");
    assert_text(document->identifier, "GEAR-001407");
    assert_text(document->introduction, "A meter that grows, with code, and a link.\n- one\n- two");
    assert_int_equal(document->section_count, 4);
    assert_text(document->sections[0].heading, "The fee");
    assert_at(document->sections[0].origin, 9, 1, "");
    static const unsigned first_clauses[] = {1, 4, 4, 0};
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(document->sections[i].first_clause, first_clauses[i]);
    assert_int_equal(document->clause_count, 4);
}

static void a_clause_has_words_kinds_state_and_notes(void **state)
{
    struct scene *scene = *state;
    const struct rule_document *document = read_good(scene, example);
    const struct clause *first = rule_document_clause(document, 1);
    assert_text(first->words, "The fee is $1 a hand and optional.");
    assert_int_equal(first->kinds, 1U << CLAUSE_MONEY);
    assert_at(first->origin, 11, 1, "h/x#1");
    assert_int_equal(first->note_count, 2);
    assert_text(first->notes[0].words, "R1. A reading that goes on.");
    assert_at(first->notes[0].origin, 19, 4, "h/x#1");
    assert_text(first->notes[1].words, "R2. Another.");
    const struct clause *second = rule_document_clause(document, 2);
    assert_text(second->engine, "administration");
    assert_text(second->duty, "");
    assert_null(second->data);
    assert_int_equal(second->note_count, 0);
    const struct clause *third = rule_document_clause(document, 3);
    assert_text(third->words,
                "Prizes are paid by a representative [see 2]:\nAfter the paperwork,\n1. identification\n"
                "2. signature");
    assert_true(clause_is(third, CLAUSE_PROCEDURE) && clause_is(third, CLAUSE_POSTING));
    assert_false(clause_is(third, CLAUSE_MONEY));
    assert_text(third->duty, "check list");
    assert_at(third->origin, 29, 1, "h/x#3");
    assert_null(rule_document_clause(document, 0));
    assert_null(rule_document_clause(document, 5));
}

static void data_of_all_fences_of_a_clause_is_one_map_with_places_of_the_file(void **state)
{
    struct scene *scene = *state;
    const struct rule_document *document = read_good(scene, example);
    const struct node *data = rule_document_clause(document, 1)->data;
    assert_int_equal(data->count, 1);
    assert_at(data->origin, 15, 4, "h/x#1");
    assert_at(node_path(data, "fee/amount")->key_origin, 16, 6, "h/x#1");
    assert_at(node_path(data, "fee/amount")->origin, 16, 14, "h/x#1");
    assert_text(node_path(data, "fee/split/reserve")->scalar, "$0.89");
    assert_at(node_path(data, "fee/split/reserve")->origin, 24, 42, "h/x#1");
    /* A fence may be indented further than the words. */
    assert_at(node_path(rule_document_clause(document, 4)->data, "hours")->origin, 45, 12, "h/x#4");
}

static void the_digest_is_that_of_the_bytes(void **state)
{
    struct scene *scene = *state;
    const struct rule_document *document = read_good(scene, example);
    unsigned char digest[RULE_DOCUMENT_DIGEST_SIZE];
    crypto_generichash(digest, sizeof digest, (const unsigned char *)example, strlen(example), NULL, 0);
    assert_memory_equal(document->digest, digest, sizeof digest);
    char changed[sizeof example];
    memcpy(changed, example, sizeof example);
    changed[2] = 'b';
    document = read_good(scene, changed);
    assert_memory_not_equal(document->digest, digest, sizeof digest);
}

static void lines_may_end_with_carriage_returns(void **state)
{
    struct scene *scene = *state;
    const struct rule_document *document =
        read_good(scene, "# N\r\n\r\n1. W. [money]\r\n   ```yaml\r\n   a: b\r\n\r\n   c: d\r\n   ```\r\n");
    assert_text(document->identifier, "");
    const struct node *data = document->clauses[0].data;
    assert_text(node_path(data, "a")->scalar, "b");
    assert_at(node_path(data, "c")->origin, 7, 7, "h/x#1");
}

static void every_kind_has_a_name_and_is_read(void **state)
{
    struct scene *scene = *state;
    for (unsigned kind = 0; kind < CLAUSE_KINDS; kind++) {
        char markdown[100];
        snprintf(markdown, sizeof markdown, "# N\n\n1. W. [%s] [duty: d]\n",
                 clause_kind_name((enum clause_kind)kind));
        enum status status = read_text(scene, text_of(markdown));
        assert_int_equal(status == STATUS_OK, clause_kind_may_be_duty((enum clause_kind)kind));
        assert_int_equal(read_document.clauses[0].kinds, 1U << kind);
    }
    static const enum clause_kind never[] = {CLAUSE_LIMIT, CLAUSE_OPTION, CLAUSE_HAND, CLAUSE_ELIGIBILITY,
                                             CLAUSE_MONEY, CLAUSE_TIME,   CLAUSE_CLAIM};
    for (unsigned i = 0; i < sizeof never / sizeof never[0]; i++)
        assert_false(clause_kind_may_be_duty(never[i]));
    assert_true(clause_kind_may_be_duty(CLAUSE_PROCEDURE));
}

/* -------------------------------------------------------------------------------------------- wrong documents */

#define GOOD "1. W. [money] [engine: e]\n"

static const struct {
    const char *markdown, *findings;
} wrong[] = {
    {"", "x.md:1:1: error: the document has no title; begin it with # Name (identifier)\n"
         "x.md:1:1: error: the document has no clause; number the clauses from 1, at the left margin\n"},
    {GOOD, "x.md:1:1: error: the document has no title; begin it with # Name (identifier)\n"},
    {"# (ID)\n\n" GOOD, "x.md:1:1: error: the title has no name; write # Name (identifier)\n"},
    {"# N\n\nwords\n\n# M\n\n" GOOD,
     "x.md:5:1: error: a second title; the first is in line 1; write ## for a section\n"},
    {"# N\n\n2. W. [money] [engine: e]\n",
     "x.md:3:1: error: h/x#2: the first clause has the number 2; clauses are numbered from 1\n"},
    {"# N\n\n" GOOD "3. W. [money] [engine: e]\n4. W. [money] [engine: e]\n",
     "x.md:4:1: error: h/x#3: clause 3 follows clause 1; the next number is 2\n"},
    {"# N\n\n" GOOD "2. W. [money] [engine: e]\n2. W. [money] [engine: e]\n3. W. [money] [engine: e]\n",
     "x.md:5:1: error: h/x#2: the number 2 is there twice; the first is in line 4; the next number is 3\n"},
    {"# N\n\n1. [money] [engine: e]\n",
     "x.md:3:1: error: h/x#1: the clause has no words; say the rule first, then its data\n"},
    {"# N\n\n1. ```yaml\n   a: b\n   ```\n",
     "x.md:3:1: error: h/x#1: the clause has no words; say the rule first, then its data\n"
     "x.md:3:1: error: h/x#1: the clause has no kind; end its first paragraph with its kind, such as [money] "
     "or "
     "[procedure]\n"},
    {"# N\n\n1.\n",
     "x.md:3:1: error: h/x#1: the clause has no words; say the rule first, then its data\n"
     "x.md:3:1: error: h/x#1: the clause has no kind; end its first paragraph with its kind, such as "
     "[money] or [procedure]\n"
     "x.md:3:1: error: h/x#1: the clause has neither data nor a state; add the fence that makes it "
     "run, or [engine: part] or [duty: how]\n"},
    {"# N\n\n1. W. [engine: e]\n",
     "x.md:3:1: error: h/x#1: the clause has no kind; end its first paragraph with its "
     "kind, such as [money] or [procedure]\n"},
    {"# N\n\n1. W. [money] [engine: e]\n   ```yaml\n   a: b\n   ```\n",
     "x.md:3:1: error: h/x#1: the clause has both data and a state; take out [engine: ...] or [duty: ...]\n"},
    {"# N\n\n1. W. [money]\n",
     "x.md:3:1: error: h/x#1: the clause has neither data nor a state; add the fence that "
     "makes it run, or [engine: part] or [duty: how]\n"},
    {"# N\n\n1. W. [posting] [engine: e] [duty: d]\n",
     "x.md:3:17: error: h/x#1: the clause has two states; leave one of [engine: ...] and [duty: ...]\n"},
    {"# N\n\n1. W. [posting]\n   [engine: e]\n   [engine: f]\n",
     "x.md:4:4: error: h/x#1: the clause has two states; leave one of [engine: ...] and [duty: ...]\n"},
    {"# N\n\n1. W. [money] [engine]\n",
     "x.md:3:15: error: h/x#1: [engine] does not say which part; write [engine: the part that does it]\n"},
    {"# N\n\n1. W. [posting] [duty: ]\n",
     "x.md:3:17: error: h/x#1: [duty] does not say how; write [duty: how the system shows it]\n"},
    {"# N\n\n1. W. [mony] [engine: e]\n",
     "x.md:3:7: error: h/x#1: there is no tag [mony]; did you mean [money]?\n"},
    {"# N\n\n1. W. [part: x] [money] [engine: e]\n",
     "x.md:3:7: error: h/x#1: there is no tag [part: x]; write a kind such as [money], or [engine: part] or "
     "[duty: how]\n"},
    {"# N\n\n1. W. [hand] [hand] [hand] [hand] [hand] [hand] [hand] [hand] [engine: e]\n",
     "x.md:3:7: error: h/x#1: the clause has too many tags; write at most 8\n"},
    {"# N\n\n1. W. [money] [time] [duty: d]\n", "x.md:3:1: error: h/x#1: a clause of kind [money] is left to "
                                                "people as a duty; give it data, or [engine: part] if "
                                                "a part does it by itself\n"
                                                "x.md:3:1: error: h/x#1: a clause of kind [time] is left to "
                                                "people as a duty; give it data, or [engine: part] if a "
                                                "part does it by itself\n"},
    {"# N\n\n1. W. [money]\n   ```json\n   {}\n   ```\n",
     "x.md:4:4: error: h/x#1: a fence of \"json\"; write ```yaml\n"},
    {"# N\n\n1. W. [money]\n\n       ```yaml\n       a: b\n       ```\n",
     "x.md:5:8: error: h/x#1: the fence is indented too far; indent it by 3 spaces\n"},
    {"# N\n\n1. W. [money]\n   ```\n   a: b\n   ```\n",
     "x.md:4:4: error: h/x#1: a fence of \"\"; write ```yaml\n"},
    {"# N\n\n```yaml\na: b\n```\n\n" GOOD,
     "x.md:3:1: error: a fence outside a clause; put it under the clause that it belongs to\n"},
    {"# N\n\n" GOOD "\n```yaml\na: b\n```\n",
     "x.md:5:1: error: a fence outside a clause; indent it by 3 spaces if it "
     "belongs to clause 1, or make it a clause\n"},
    {"# N\n\n" GOOD "\nwords\n",
     "x.md:5:1: error: a paragraph outside a clause; indent it by 3 spaces if it belongs to "
     "clause 1, or make it a clause\n"},
    {"# N\n\n" GOOD "\n- words\n",
     "x.md:5:1: error: a list outside a clause; indent it by 3 spaces if it belongs to "
     "clause 1, or make it a clause\n"},
    {"# N\n\n" GOOD "\n> words\n",
     "x.md:5:1: error: a note outside a clause; indent it by 3 spaces if it belongs to "
     "clause 1, or make it a clause\n"},
    {"# N\n\n    words\n\n" GOOD,
     "x.md:3:5: error: an indented block outside a clause; put it under the clause that it belongs to\n"},
    {"# N\n\n1. W. [money] [engine: e]\n\n        words\n",
     "x.md:5:8: error: h/x#1: an indented block; put data into a fence of ```yaml, and indent words like "
     "those above\n"},
    {"# N\n\n1. W. [money] [engine: e]\n\n   ## S\n",
     "x.md:5:4: error: h/x#1: a heading inside a clause; put it at the left margin, between clauses\n"},
    {"# N\n\n1. W. [money] [engine: e]\n\n   - # S\n   - ~~~yaml\n     a: b\n     ~~~\n\n   >     a\n",
     "x.md:5:6: error: h/x#1: a heading inside a list or a note; put it directly under the clause, indented "
     "like the "
     "words\n"
     "x.md:6:6: error: h/x#1: a fence inside a list or a note; put it directly under the clause, indented "
     "like the "
     "words\n"
     "x.md:10:10: error: h/x#1: an indented block inside a list or a note; put it directly under the clause, "
     "indented "
     "like the words\n"},
    {"# N\n\n1. W. [money] [engine: e]\n\n   | a | b |\n   |---|---|\n   | 1 | 2 |\n",
     "x.md:5:4: error: h/x#1: a table of bars; write the table as data, in a fence under its clause\n"},
    {"# N\n\n| a |\n|---|\n\n" GOOD,
     "x.md:3:1: error: a table of bars; write the table as data, in a fence under its clause\n"},
    {"# N\n\n1. W.\n   > | a |\n   > |---|\n",
     "x.md:3:1: error: h/x#1: the clause has no kind; end its first paragraph with its kind, such as [money] "
     "or "
     "[procedure]\n"
     "x.md:3:1: error: h/x#1: the clause has neither data nor a state; add the fence that makes it run, or "
     "[engine: part] or [duty: how]\n"
     "x.md:4:6: error: h/x#1: a table of bars; write the table as data, in a fence under its clause\n"},
    {"# N\n\n1.    W. [money] [engine: e]\n     ```yaml\n     a: b\n     ```\n",
     "x.md:4:6: error: h/x#1: the fence does not begin here, because it is not indented like the words; "
     "indent it by 6 "
     "spaces\n"},
    {"# N\n\n100. W. [money]\n\n    ```yaml\n    a: b\n    ```\n",
     "x.md:3:1: error: h/x#100: the clause has neither data nor a state; add the fence that makes it run, or "
     "[engine: part] or [duty: how]\n"
     "x.md:3:1: error: h/x#100: the first clause has the number 100; clauses are numbered from 1\n"
     "x.md:5:5: error: a fence outside a clause; indent it by 5 spaces if it belongs to clause "
     "100, or make "
     "it a clause\n"},
    {"# N\n\n1. W. [money]\n    ```yaml\n    a: b\n   c: d\n    ```\n",
     "x.md:6:1: error: h/x#1: the line begins further left than its fence; indent it by 4 spaces\n"},
    {"# N\n\n1. W. [money]\n   ```yaml\n\ta: b\n   ```\n",
     "x.md:5:1: error: h/x#1: a tab in the indentation; indent with spaces\n"},
    {"# N\n\n1. W. [money]\n   ```yaml\n   - a\n   ```\n",
     "x.md:5:4: error: h/x#1: the fence holds a list; write keys and their values: key: value\n"},
    {"# N\n\n1. W. [money]\n   ```yaml\n   ```\n",
     "x.md:5:4: error: h/x#1: there is no data here; write key: value\n"},
    {"# N\n\n1. W. [money]\n   ```yaml", "x.md:4:4: error: h/x#1: the fence is not closed; end it with a "
                                         "line of ```, indented like its beginning\n"},
    {"# N\n\n1. W. [money]\n   ```yaml\n   a: b\n\n   > R.\n",
     "x.md:4:4: error: h/x#1: the fence is not closed; end it with a line of ```, indented like its "
     "beginning\n"},
    {"# N\n\n1. W. [money]\n   ```yaml\n   a: {\n   ~~~",
     "x.md:4:4: error: h/x#1: the fence is not closed; end it "
     "with a line of ```, indented like its beginning\n"},
    {"# N\n\n1. W. [money]\n   ````yaml\n   a: {\n   ```\n",
     "x.md:4:4: error: h/x#1: the fence is not closed; end it "
     "with a line of ```, indented like its beginning\n"},
    {"# N\n\n1. W. [money]\n   ```yaml\n   a: {\n   ```b\n",
     "x.md:4:4: error: h/x#1: the fence is not closed; end it "
     "with a line of ```, indented like its beginning\n"},
    {"# N\n\n1. W. [money]\n   ```yaml\n   a: &b c\n   ```\n",
     "x.md:5:7: error: h/x#1: \"&b\" is an anchor; write the value itself; one that begins with & needs "
     "quotes\n"},
    {"# N\n\n1. W. [money]\n   ```yaml\n   a: {b: 1}\n   ```\n   ```yaml\n   a: {b: 2}\n   ```\n",
     "x.md:8:8: error: h/x#1: two lines say different things: \"b\" is \"2\" here and \"1\" in h/x#1 (line "
     "5); say it in "
     "one of them only\n"},
    {"# N\n\nw\xC3\xA9 \xC3\n", "x.md:3:5: unreadable: the text is not UTF-8 here; save the file as UTF-8\n"},
    {"# N\n\xFF", "x.md:2:1: unreadable: the text is not UTF-8 here; save the file as UTF-8\n"},
    {"\xFF", "x.md:1:1: unreadable: the text is not UTF-8 here; save the file as UTF-8\n"},
};

static void every_wrong_document_has_its_findings(void **state)
{
    unsigned differ = 0;
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        open_scene(state);
        struct scene *scene = *state;
        if (read_text(scene, text_of(wrong[i].markdown)) == STATUS_OK)
            print_error("%s: read as good\n", wrong[i].markdown);
        const char *found = findings_text(scene);
        if (strcmp(found, wrong[i].findings) != 0) {
            differ++;
            print_error("---\n%s---\nfound:\n%s", wrong[i].markdown, found);
        }
        close_scene(state);
    }
    open_scene(state);
    assert_int_equal(differ, 0);
}

static void what_is_good_in_a_wrong_document_is_read(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(
        read_text(scene, text_of("# N\n\n1. W. [mony] [engine: e]\n2. V. [money]\n   ```yaml\n   a: b\n"
                                 "   ```\n")),
        STATUS_INVALID);
    assert_int_equal(read_document.clause_count, 2);
    assert_text(read_document.clauses[0].engine, "e");
    assert_text(node_member(read_document.clauses[1].data, "a")->scalar, "b");
}

/* ----------------------------------------------------------------------------------------------------- limits */

static char *long_document(unsigned clauses, size_t size)
{
    char *markdown = malloc(size + 1);
    assert_non_null(markdown);
    struct text_out out;
    text_out_init(&out, markdown, size + 1);
    text_out_add(&out, "# N\n\n");
    for (unsigned i = 1; i <= clauses; i++)
        text_out_add(&out, "%u. W. [money]\n     ```yaml\n     a: b\n     ```\n", i);
    memset(markdown + out.length, '\n', size - out.length);
    markdown[size] = '\0';
    return markdown;
}

static void a_document_has_at_most_999_clauses(void **state)
{
    struct scene *scene = *state;
    char *markdown = long_document(RULE_DOCUMENT_CLAUSES_MAX, 1 << 16);
    assert_int_equal(read_good(scene, markdown)->clause_count, RULE_DOCUMENT_CLAUSES_MAX);
    free(markdown);
    markdown = long_document(RULE_DOCUMENT_CLAUSES_MAX + 1, 1 << 16);
    assert_int_equal(read_text(scene, text_of(markdown)), STATUS_INVALID);
    assert_int_equal(read_document.clause_count, RULE_DOCUMENT_CLAUSES_MAX);
    assert_string_equal(findings_text(scene),
                        "x.md:3999:1: error: the document has too many clauses; write at most 999\n");
    free(markdown);
}

static void a_document_has_at_most_a_mebibyte(void **state)
{
    struct scene *scene = *state;
    char *markdown = long_document(10, RULE_DOCUMENT_SIZE_MAX + 1);
    assert_int_equal(read_text(scene, (struct text){markdown, RULE_DOCUMENT_SIZE_MAX}), STATUS_OK);
    assert_int_equal(read_text(scene, text_of(markdown)), STATUS_NO_SPACE);
    assert_string_equal(findings_text(scene),
                        "x.md: unreadable: the document is longer than a mebibyte; an activity "
                        "has one document, of some pages\n");
    free(markdown);
}

/* Each of these once took, or could take, the square of its length. */
static void long_and_odd_documents_are_read_in_one_go(void **state)
{
    struct scene *scene = *state;
    static const char *const pieces[] = {"[a]",
                                         "- ",
                                         "> ",
                                         "1. a\n",
                                         "   1. a\n",
                                         "]",
                                         "[",
                                         "`a",
                                         "*a ",
                                         "|\n",
                                         "   ```yaml\n   a: b\n   ```\n"};
    for (unsigned i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        size_t length = strlen(pieces[i]), size = RULE_DOCUMENT_SIZE_MAX / 4;
        char *markdown = malloc(size);
        assert_non_null(markdown);
        struct text start = text_of("# N\n\n1. ");
        for (size_t at = 0; at < size; at++)
            markdown[at] = at < start.length ? start.bytes[at] : pieces[i][(at - start.length) % length];
        assert_int_equal(read_text(scene, (struct text){markdown, size}), STATUS_INVALID);
        free(markdown);
    }
}

static void without_memory_nothing_is_read(void **state)
{
    struct scene *scene = *state;
    struct arena small;
    arena_init(&small, 1024);
    assert_int_equal(rule_document_read(text_of(example), "x.md", text_of("h/x"), &small, &scene->findings,
                                        &read_document),
                     STATUS_NO_SPACE);
    findings_sort(&scene->findings);
    assert_text(scene->findings.items[0].words, "there is no memory to read the document");
    arena_release(&small);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_scene, close_scene)
    const struct CMUnitTest tests[] = {
        TEST(a_document_has_name_identifier_introduction_and_sections),
        TEST(a_clause_has_words_kinds_state_and_notes),
        TEST(data_of_all_fences_of_a_clause_is_one_map_with_places_of_the_file),
        TEST(the_digest_is_that_of_the_bytes),
        TEST(lines_may_end_with_carriage_returns),
        TEST(every_kind_has_a_name_and_is_read),
        TEST(every_wrong_document_has_its_findings),
        TEST(what_is_good_in_a_wrong_document_is_read),
        TEST(a_document_has_at_most_999_clauses),
        TEST(a_document_has_at_most_a_mebibyte),
        TEST(long_and_odd_documents_are_read_in_one_go),
        TEST(without_memory_nothing_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
