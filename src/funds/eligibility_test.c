#include "funds/activity_test.h"
#include "funds/eligibility.h"

#include <string.h>

/* A seated patron of age who did everything right, at a full table. */
static const struct person_facts good_person = {
    .age = 30,
    .seated = true,
    .base_wager = true,
    .fee = true,
    .collection = true,
    .bets_complete = true,
    .all_rounds = true,
    .outcome = OUTCOME_LOST,
};
static const struct round_facts good_round = {
    .seated_and_active = 9,
    .dealt_in = 9,
    .playing = 9,
    .customers = 9,
    .pot_cents = 10000,
    .showdown = true,
};

struct bench {
    struct desk desk;
    struct eligibility eligibility;
    struct person_facts person;
    struct round_facts round;
};

static const char aces[] = "offer: bay101/aces-cracked\n"
                           "tables: [T-1]\n"
                           "hours: always\n"
                           "prizes: {aces cracked: $100}\n"
                           "payment: {forms: [live chips]}\n";

static const char blazing[] = "offer: bay101/blazing-7s\n"
                              "tables: [B-1]\n"
                              "hours: always\n"
                              "chart: A\n"
                              "suit: diamonds\n"
                              "pools: {prize pool: {seed: \"$50,000\", reseed: \"$20,000\"}}\n"
                              "prizes: {three sevens of the same colour: $500, three sevens: $200, "
                              "two sevens suited: $50, two sevens: $25, one seven: $2}\n"
                              "administration: {fee: $8}\n";

static void begin(struct bench *bench, const char *activity, const char *offer)
{
    set_up(&bench->desk, activity, offer);
    assert_int_equal(
        eligibility_compile(&bench->desk.offer, NULL, &bench->desk.library.arena, &bench->eligibility),
        STATUS_OK);
    bench->person = good_person;
    bench->round = good_round;
}

static void assert_allowed(const struct bench *bench)
{
    struct ruling ruling = eligibility_judge(&bench->eligibility, &bench->person, &bench->round);
    if (!ruling.allowed)
        fail_msg("%s (%s)", ruling.words, ruling.clause);
}

/* Refused by this clause; then the facts are good again. */
static void assert_refused(struct bench *bench, const char *clause)
{
    struct ruling ruling = eligibility_judge(&bench->eligibility, &bench->person, &bench->round);
    assert_false(ruling.allowed);
    assert_string_equal(ruling.clause, clause);
    assert_true(strlen(ruling.words) > 0);
    bench->person = good_person;
    bench->round = good_round;
}

static void five_must_be_dealt_in_for_aces_cracked(void **state)
{
    (void)state;
    struct bench bench;
    begin(&bench, "bay101/aces-cracked", aces);
    assert_allowed(&bench);
    bench.round.dealt_in = 5;
    assert_allowed(&bench);
    bench.round.dealt_in = 4;
    assert_refused(&bench, "bay101/aces-cracked#9");
    tear_down(&bench.desk);
}

static void aces_must_lose_after_all_rounds_and_bets(void **state)
{
    (void)state;
    struct bench bench;
    begin(&bench, "bay101/aces-cracked", aces);
    bench.person.all_rounds = false;
    assert_refused(&bench, "bay101/aces-cracked#12");
    bench.person.bets_complete = false;
    assert_refused(&bench, "bay101/aces-cracked#13");
    bench.round.wrong_deck = true;
    assert_refused(&bench, "bay101/aces-cracked#11");
    bench.round.tournament = true;
    assert_refused(&bench, "bay101/aces-cracked#21");
    tear_down(&bench.desk);
}

static void employees_may_win_only_as_the_document_says(void **state)
{
    (void)state;
    struct bench bench;
    begin(&bench, "bay101/aces-cracked", aces); /* off duty */
    bench.person.employee = EMPLOYEE_OFF_DUTY;
    assert_allowed(&bench);
    bench.person.employee = EMPLOYEE_OFF_DUTY_IN_UNIFORM;
    assert_allowed(&bench);
    bench.person.employee = EMPLOYEE_ON_DUTY;
    assert_refused(&bench, "bay101/aces-cracked#22");
    bench.person.employee = EMPLOYEE_ON_STANDBY;
    assert_refused(&bench, "bay101/aces-cracked#22");
    tear_down(&bench.desk);
}

static void a_side_jackpot_needs_wager_and_fee_and_no_bank(void **state)
{
    (void)state;
    struct bench bench;
    begin(&bench, "bay101/blazing-7s", blazing);
    assert_allowed(&bench);
    bench.round.dealt_in = 1;
    assert_refused(&bench, "bay101/blazing-7s#23");
    bench.person.base_wager = false;
    assert_refused(&bench, "bay101/blazing-7s#7");
    bench.person.fee = false;
    assert_refused(&bench, "bay101/blazing-7s#48");
    bench.person.player_dealer = true;
    assert_refused(&bench, "bay101/blazing-7s#29");
    bench.person.proposition_player = true;
    assert_refused(&bench, "bay101/blazing-7s#30");
    bench.person.backline = true;
    bench.person.seated = false;
    assert_allowed(&bench); /* #27 */
    tear_down(&bench.desk);
}

static void a_free_player_needs_no_fee_and_no_wager(void **state)
{
    (void)state; /* bay101/blazing-7s#62 #63 */
    struct bench bench;
    begin(&bench, "bay101/blazing-7s", blazing);
    bench.round.free_play = true;
    bench.person.fee = bench.person.base_wager = bench.person.collection = false;
    assert_allowed(&bench);
    bench.person.employee = EMPLOYEE_ON_DUTY;
    bench.round.free_play = true;
    assert_refused(&bench, "bay101/blazing-7s#26");
    tear_down(&bench.desk);
}

static void age_and_exclusion_come_before_all_that_a_person_did(void **state)
{
    (void)state;
    struct bench bench;
    begin(&bench, "bay101/blazing-7s", blazing);
    bench.person.age = 21;
    assert_allowed(&bench);
    bench.person.age = 20;
    bench.person.fee = false;
    assert_refused(&bench, "bay101/blazing-7s"); /* the document is silent: 21 everywhere */
    bench.person.on_exclusion_list = true;
    bench.person.age = 20;
    assert_refused(&bench, "bay101/blazing-7s");
    tear_down(&bench.desk);
}

static void all_in_counts_as_met_and_the_winner_must_have_met_too(void **state)
{
    (void)state;
    struct bench bench;
    begin(&bench, "bay101/aces-cracked", aces);
    bench.person.bets_complete = false;
    bench.person.all_in = true;
    assert_allowed(&bench); /* #14 */
    bench.person.beaten_by_incomplete = true;
    assert_refused(&bench, "bay101/aces-cracked#13");
    bench.person.folded = FOLDED;
    assert_refused(&bench, "bay101/aces-cracked#12");
    tear_down(&bench.desk);
}

static const char baccarat[] = "offer: bay101/baccarat-bonus-hand\n"
                               "tables: [E-1]\n"
                               "hours: always\n"
                               "chart: B\n"
                               "structure: A\n"
                               "prizes: {\"suited tie, four cards\": $5, \"suited tie, five cards\": $5, "
                               "\"suited tie, six cards\": $5}\n"
                               "administration: {fee: $10}\n";

static void without_the_fee_of_the_round_nobody_wins(void **state)
{
    (void)state;
    struct bench bench;
    begin(&bench, "bay101/baccarat-bonus-hand", baccarat);
    bench.round.fee_missing = true;
    assert_refused(&bench, "bay101/baccarat-bonus-hand#34");
    bench.round.fee_missing = bench.round.free_play = true;
    assert_allowed(&bench);
    bench.round.fee_missing = bench.round.free_play = false;
    bench.person.collection = false;
    assert_refused(&bench, "bay101/baccarat-bonus-hand#35");
    bench.person.collection = false;
    bench.person.player_dealer = true;
    assert_allowed(&bench); /* R9 */
    tear_down(&bench.desk);
}

static const char pai_gow[] = "offer: bay101/pai-gow-bonus-hand\n"
                              "tables: [PG-1]\n"
                              "hours: always\n"
                              "chart: A\n"
                              "prizes: {9 high: $10}\n";

static void a_hand_belongs_to_the_seated_or_the_first_bettor(void **state)
{
    (void)state;
    struct bench bench;
    begin(&bench, "bay101/pai-gow-bonus-hand", pai_gow);
    bench.person.bettors = 2;
    assert_allowed(&bench);
    bench.person.base_wager = false;
    assert_refused(&bench, "bay101/pai-gow-bonus-hand#18");
    bench.person.backline = true;
    assert_allowed(&bench); /* #17: alone */
    bench.person.bettors = 2;
    bench.person.first_position = true;
    assert_allowed(&bench); /* #19 */
    bench.person.seated_bettor = true;
    assert_refused(&bench, "bay101/pai-gow-bonus-hand#18");
    bench.person.backline = true;
    bench.person.bettors = 2;
    assert_refused(&bench, "bay101/pai-gow-bonus-hand#18");
    tear_down(&bench.desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(five_must_be_dealt_in_for_aces_cracked),
        cmocka_unit_test(aces_must_lose_after_all_rounds_and_bets),
        cmocka_unit_test(employees_may_win_only_as_the_document_says),
        cmocka_unit_test(a_side_jackpot_needs_wager_and_fee_and_no_bank),
        cmocka_unit_test(a_free_player_needs_no_fee_and_no_wager),
        cmocka_unit_test(all_in_counts_as_met_and_the_winner_must_have_met_too),
        cmocka_unit_test(without_the_fee_of_the_round_nobody_wins),
        cmocka_unit_test(a_hand_belongs_to_the_seated_or_the_first_bettor),
        cmocka_unit_test(age_and_exclusion_come_before_all_that_a_person_did),
    };
    return cmocka_run_group_tests_name("eligibility", tests, NULL, NULL);
}
