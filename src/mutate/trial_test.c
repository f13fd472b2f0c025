/*
 * Trials of mutants in a small library: killed by the check, by an offer, by a case; and surviving, for want of a case or because
 * the only one compares the value with itself.
 */
#include "mutate/trial.h"

#include "base/check.h"
#include "mutate/mutant.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { ARENA_SIZE = 64 << 20 };

#define CLAUSE(number, yaml) number ". What it says. [money]\n\n    ```yaml\n    " yaml "\n    ```\n\n"

static const char document[] = "# Jackpot (TEST-000001)\n\nAn activity for tests.\n\n" CLAUSE(
    "1", "games: [Texas Hold'em]") CLAUSE("2", "when: {hours: posted}")
    CLAUSE("3", "eligibility: {players: at least 5, players are: seated and active}")
        CLAUSE("4", "pools: {prize pool: {seed: \"$1,000\", reseed: \"$1,000\", reseed from: reserve}}")
            CLAUSE("5", "funds: {reserve: {pays: [reseeds]}}")
                CLAUSE("6", "funding: {source: players, fees: its own}\n    fee: {amount: $1, to: reserve}")
                    CLAUSE("7", "charts: {A: [royal flush: 100% of prize pool]}")
                        CLAUSE("8", "claim: {window: Monday to Saturday 10:00 to 02:00}");

static const char house_yaml[] =
    "name: Test Room\n"
    "time zone: America/Los_Angeles\n"
    "approvals: {every issuer: RWRZTE5PT01FROWeo48u9DWoNTk6z3QIbBz9n4Xa5/hORQ6swzRWV305}\n"
    "tables:\n"
    "  - {table: H-1, game: Texas Hold'em, limits: $5 to $50, seats: 9}\n";

static const char offer_yaml[] = "offer: test/jackpot\n"
                                 "tables: [H-1]\n"
                                 "hours: daily 18:00 to 02:00\n";

static const char floor_seed[] = "case F1: the seed is put in\n"
                                 "cites: test/jackpot#4\n"
                                 "game: floor\n"
                                 "\n"
                                 "house: test, 2026-11-02 18:00:00\n"
                                 "post: jackpot\n"
                                 "expect:\n"
                                 "  prize pool = 1,000\n";
static const char house_players[] = "case H1: five must be there\n"
                                    "cites: test/jackpot#3\n"
                                    "game: house\n"
                                    "\n"
                                    "offer: test/jackpot\n"
                                    "table: H-1\n"
                                    "round: 5 seated and active\n"
                                    "round: 4 seated and active -> refused #3\n";
static const char house_value[] = "case H2: the seed by its path\n"
                                  "cites: test/jackpot#4 #8\n"
                                  "game: house\n"
                                  "\n"
                                  "offer: test/jackpot\n"
                                  "value: pools/prize pool/seed = $1,000 #4\n"
                                  "within: claim/window at 2026-11-02 10:00\n"
                                  "within: claim/window at 2026-11-02 09:59 -> refused #8\n";

struct stage {
    struct library library;
    struct trials trials;
    struct mutants mutants;
    struct arena arena;
};

/* One document, one house, one offer; a second document that no case uses. */
static void open_library(struct library *library)
{
    library_init(library);
    struct arena *arena = &library->arena;
    struct findings *findings = &library->findings;
    library->rulebooks = ARENA_ARRAY(arena, struct rulebook, 2);
    library->houses = ARENA_NEW(arena, struct library_house);
    CHECK(library->rulebooks && library->houses);
    struct library_house *house = &library->houses[0];
    house->offers = ARENA_NEW(arena, struct offer);
    const struct origin origin = {.file = "jackpot.yaml", .line = 1, .column = 1};
    struct node *data = node_read(text_of(offer_yaml), origin, arena, findings);
    CHECK(house->offers && data);
    assert_int_equal(
        house_read(text_of(house_yaml), "house.yaml", text_of("test"), arena, findings, &house->house),
        STATUS_OK);
    assert_int_equal(rulebook_read(text_of(document), "jackpot.md", text_of("test/jackpot"), arena, findings,
                                   &library->rulebooks[0]),
                     STATUS_OK);
    assert_int_equal(rulebook_read(text_of(document), "other.md", text_of("test/other"), arena, findings,
                                   &library->rulebooks[1]),
                     STATUS_OK);
    assert_int_equal(offer_read(data, text_of(offer_yaml), text_of("test/jackpot"), &house->house,
                                &library->rulebooks[0], arena, findings, &house->offers[0]),
                     STATUS_OK);
    house->offer_count = library->house_count = 1;
    library->rulebook_count = 2;
    assert_int_equal(staff_parse(text_of("staff: [{person: olga}]\n"), "staff.yaml", false, arena, findings,
                                 &library->staff),
                     STATUS_OK);
    library_check(library);
    assert_int_equal(findings->counted[FINDING_ERROR], 0);
}

static int set_up(void **state)
{
    static struct stage stage;
    struct fault fault = {0};
    stage = (struct stage){0};
    open_library(&stage.library);
    arena_init(&stage.arena, ARENA_SIZE);
    assert_int_equal(trials_init(&stage.trials, &stage.library, &fault), STATUS_OK);
    assert_int_equal(trials_add_file(&stage.trials, "jackpot.md", text_of(document)), STATUS_OK);
    assert_int_equal(trials_add_file(&stage.trials, "house.yaml", text_of(house_yaml)), STATUS_OK);
    assert_int_equal(trials_add_file(&stage.trials, "jackpot.yaml", text_of(offer_yaml)), STATUS_OK);
    assert_int_equal(
        mutants_read(text_of(document), &stage.library.rulebooks[0], &stage.arena, &stage.mutants, &fault),
        STATUS_OK);
    *state = &stage;
    return 0;
}

static int tear_down(void **state)
{
    struct stage *stage = *state;
    trials_release(&stage->trials);
    library_release(&stage->library);
    arena_release(&stage->arena);
    return 0;
}

static void add_case(struct stage *stage, const char *text)
{
    struct case_fault fault = {0};
    enum status status = trials_add_case(&stage->trials, "a.case", text_of(text), &fault);
    assert_string_equal(fault.fault.words, "");
    assert_int_equal(status, STATUS_OK);
}

static struct trial_verdict judge(struct stage *stage, const struct mutant *mutant)
{
    struct text bytes;
    struct trial_verdict verdict;
    assert_int_equal(mutant_text(&stage->mutants, mutant, &stage->arena, &bytes), STATUS_OK);
    trials_judge(&stage->trials, 0, bytes, mutant ? mutant->clause : 0, &verdict);
    return verdict;
}

static struct trial_verdict judge_line(struct stage *stage, const char *line)
{
    for (unsigned i = 0; i < stage->mutants.count; i++) {
        char buffer[MUTANT_LINE_SIZE];
        struct text_out out;
        text_out_init(&out, buffer, sizeof buffer);
        mutant_write(&out, text_of("test/jackpot"), &stage->mutants.items[i]);
        if (text_equal(text_out_text(&out), text_of(line)))
            return judge(stage, &stage->mutants.items[i]);
    }
    fail_msg("there is no mutant %s", line);
    return (struct trial_verdict){0};
}

static const char seed[] = "test/jackpot#4 pools/prize pool/seed: $1,000 -> $1,001";
static const char players[] = "test/jackpot#3 eligibility/players: at least 5 -> at least 4";
static const char window[] =
    "test/jackpot#8 claim/window: Monday to Saturday 10:00 to 02:00 -> Monday to Saturday 10:01 to 02:00";

static void test_as_it_is_nothing_is_noticed(void **state)
{
    struct stage *stage = *state;
    add_case(stage, floor_seed);
    add_case(stage, house_players);
    struct trial_verdict verdict = judge(stage, NULL);
    assert_string_equal(verdict.words, "");
    assert_int_equal(verdict.result, TRIAL_SURVIVED);
}

static void test_the_check_kills(void **state)
{
    struct stage *stage = *state;
    struct trial_verdict verdict = judge_line(stage, "test/jackpot#5 funds: reserve is called other reserve");
    assert_int_equal(verdict.result, TRIAL_KILLED_BY_CHECK);
}

static void test_an_offer_kills(void **state)
{
    struct stage *stage = *state;
    struct trial_verdict verdict =
        judge_line(stage, "test/jackpot#2 when/hours: posted -> Monday 03:00 to 03:01");
    assert_int_equal(verdict.result, TRIAL_KILLED_BY_OFFER);
}

static void test_cases_kill_and_without_them_it_survives(void **state)
{
    struct stage *stage = *state;
    assert_int_equal(judge_line(stage, seed).result, TRIAL_SURVIVED);
    assert_int_equal(judge_line(stage, players).result, TRIAL_SURVIVED);
    add_case(stage, floor_seed);
    struct trial_verdict verdict = judge_line(stage, seed);
    assert_int_equal(verdict.result, TRIAL_KILLED_BY_CASE);
    assert_int_equal(verdict.by_case, 0);
    assert_string_equal(verdict.words, "a.case:8: the balance is $1,001.00");
    assert_int_equal(judge_line(stage, players).result, TRIAL_SURVIVED);
    add_case(stage, house_players);
    verdict = judge_line(stage, players);
    assert_int_equal(verdict.result, TRIAL_KILLED_BY_CASE);
    assert_int_equal(verdict.by_case, 1);
}

static void test_a_value_compared_with_itself_kills_nothing(void **state)
{
    struct stage *stage = *state;
    add_case(stage, house_value);
    assert_int_equal(stage->trials.cases[0].file.count - stage->trials.cases[0].file.first, 1);
    assert_int_equal(judge_line(stage, seed).result, TRIAL_SURVIVED);
    assert_int_equal(judge_line(stage, window).result, TRIAL_SURVIVED);
}

static void test_only_cases_that_use_the_document_are_played(void **state)
{
    struct stage *stage = *state;
    add_case(stage, floor_seed);
    assert_true(trial_case_uses(&stage->trials, &stage->trials.cases[0], 0));
    assert_false(trial_case_uses(&stage->trials, &stage->trials.cases[0], 1));
    assert_int_equal(judge(stage, NULL).result, TRIAL_SURVIVED);
    const struct library *seen = &stage->trials.seen; /* T3 */
    assert_int_equal(seen->rulebook_count, 1);
    assert_int_equal(seen->houses[0].offer_count, 1);
    assert_ptr_equal(seen->houses[0].offers[0].rulebook, &seen->rulebooks[0]);
}

/* An offer of the second document is in the house, but not in the library of a case that does not post it. */
static void test_a_case_does_not_see_other_offers(void **state)
{
    struct stage *stage = *state;
    struct library_house *house = &stage->library.houses[0];
    struct offer *offers = ARENA_ARRAY(&stage->library.arena, struct offer, 2);
    assert_non_null(offers);
    offers[0] = offers[1] = house->offers[0];
    offers[1].identity = text_of("test/other");
    offers[1].rulebook = &stage->library.rulebooks[1];
    house->offers = offers;
    house->offer_count = 2;
    add_case(stage, floor_seed);
    assert_int_equal(judge(stage, NULL).result, TRIAL_SURVIVED);
    assert_int_equal(stage->trials.seen.houses[0].offer_count, 1);
    assert_null(library_offer(&stage->trials.seen, text_of("test/other")));
    assert_non_null(library_offer(&stage->trials.seen, text_of("test/jackpot")));
}

static void test_a_trial_leaves_all_as_it_was(void **state)
{
    struct stage *stage = *state;
    add_case(stage, floor_seed);
    const struct node *data = stage->library.rulebooks[0].data;
    const struct offer before = stage->library.houses[0].offers[0];
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(judge_line(stage, seed).result, TRIAL_KILLED_BY_CASE);
    size_t taken = stage->trials.changed.arena.size_taken;
    for (unsigned i = 0; i < 20; i++)
        assert_int_equal(judge_line(stage, seed).result, TRIAL_KILLED_BY_CASE);
    assert_int_equal(judge(stage, NULL).result, TRIAL_SURVIVED); /* T1, T2 */
    assert_ptr_equal(stage->library.rulebooks[0].data, data);
    assert_memory_equal(&stage->library.houses[0].offers[0], &before, sizeof before);
    assert_int_equal(stage->trials.changed.arena.size_taken, taken);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_as_it_is_nothing_is_noticed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_the_check_kills, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_an_offer_kills, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_cases_kill_and_without_them_it_survives, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_value_compared_with_itself_kills_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_only_cases_that_use_the_document_are_played, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_case_does_not_see_other_offers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_trial_leaves_all_as_it_was, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
