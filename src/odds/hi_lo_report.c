#include "odds/hi_lo_report.h"

#include "base/check.h"

#include <stdio.h>

const char hi_lo_report_target[] = HI_LO_DOCUMENT;
const char *const hi_lo_report_readings[] = {"forgive-each-level", "drop-to-the-letter", NULL};

bool hi_lo_report_is_called(struct text name)
{
    return text_equal(name, text_of(hi_lo_report_target)) || text_equal(name, text_of("hi-lo-progressive")) ||
           text_equal(name, text_of("hi-lo"));
}

bool hi_lo_report_choose_reading(struct hi_lo_rules *rules, struct text option)
{
    if (text_equal(option, text_of(hi_lo_report_readings[0])))
        rules->forgiveness = HI_LO_FORGIVE_EACH_LEVEL;
    else if (text_equal(option, text_of(hi_lo_report_readings[1])))
        rules->drop = HI_LO_DROP_TO_THE_LETTER;
    else
        return false;
    return true;
}

static enum status advice_fill(struct hi_lo_report *report, struct hi_lo_solver *solver)
{
    enum status status = STATUS_OK;
    for (unsigned correct = 0; correct < report->question.rules.levels; correct++)
        for (unsigned rank = 0; rank < RANK_COUNT && status == STATUS_OK; rank++)
            status = hi_lo_advise_fresh(solver, correct, (enum rank)rank, &report->advice[correct][rank]);
    return status;
}

/*
 * Where guessing on is right for nothing, one solver knows it for all; only the others are looked for one by one. More
 * extras would move an amount by less than the error that is stated.
 */
static enum status from_fill(struct hi_lo_report *report, struct fault *fault)
{
    struct hi_lo_question quick = report->question;
    struct hi_lo_solver *solver;
    quick.extras_max = HI_LO_EXTRAS_MIN;
    quick.progressive = money_of_cents(0);
    enum status status = hi_lo_solver_new(&quick, &solver, fault);
    for (unsigned correct = 0; correct < quick.rules.levels; correct++)
        for (unsigned rank = 0; rank < RANK_COUNT && status == STATUS_OK; rank++) {
            struct hi_lo_advice advice;
            struct money *from = &report->from[correct][rank];
            status = hi_lo_advise_fresh(solver, correct, (enum rank)rank, &advice);
            *from = money_of_cents(0);
            if (status == STATUS_OK && advice.best == HI_LO_STOP)
                status = hi_lo_break_even(&quick, correct, (enum rank)rank, from, fault);
        }
    hi_lo_solver_release(solver);
    return status;
}

enum status hi_lo_report_make(struct hi_lo_report *report, const struct hi_lo_question *question,
                              struct fault *fault)
{
    struct hi_lo_solver *solver;
    *report = (struct hi_lo_report){.question = *question};
    enum status status = hi_lo_solver_new(question, &solver, fault);
    if (status != STATUS_OK)
        return status;
    status = hi_lo_solve(solver, &report->odds);
    if (status == STATUS_OK)
        status = advice_fill(report, solver);
    hi_lo_solver_release(solver);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory for the counting");
    return from_fill(report, fault);
}

/* ------------------------------------------------------------------------------------------ document */

/* A failed value fails the whole: jansson refuses NULL and the list is given up. */
static json_t *appended(json_t *list, json_t *value)
{
    if (list && json_array_append_new(list, value) == 0)
        return list;
    if (!list)
        json_decref(value);
    json_decref(list);
    return NULL;
}

static json_t *ending(const char *how, unsigned correct, struct hi_lo_prize prize, double probability)
{
    char name[64], words[64];
    struct text_out out;
    text_out_init(&out, name, sizeof name);
    text_out_add(&out, "%s at %u correct", how, correct);
    text_out_init(&out, words, sizeof words);
    hi_lo_prize_write(&out, prize);
    return json_pack("{s:s, s:s, s:f}", "name", name, "prize", words, "probability", probability);
}

static json_t *endings(const struct hi_lo_report *report)
{
    const struct hi_lo_rules *rules = &report->question.rules;
    json_t *list = json_array();
    struct hi_lo_prize progressive = {HI_LO_PROGRESSIVE, report->question.progressive};
    for (unsigned correct = 0; correct < rules->levels; correct++) {
        list = appended(list, ending("stop", correct, rules->prizes[correct], report->odds.stopped[correct]));
        list = appended(
            list, ending("miss", correct, hi_lo_prize_lost(rules, correct), report->odds.missed[correct]));
    }
    return appended(list, ending("progressive", rules->levels, progressive, report->odds.won));
}

static json_t *play(const struct hi_lo_report *report)
{
    json_t *list = json_array();
    for (unsigned correct = 0; correct < report->question.rules.levels; correct++)
        for (unsigned rank = 0; rank < RANK_COUNT; rank++) {
            const struct hi_lo_advice *advice = &report->advice[correct][rank];
            char card[2] = {rank_letter((enum rank)rank), '\0'};
            list = appended(list, json_pack("{s:i, s:s, s:s, s:f, s:f, s:f, s:o}", "correct", (int)correct,
                                            "card", card, "best", hi_lo_action_name(advice->best), "stop",
                                            advice->values[HI_LO_STOP], "higher",
                                            advice->values[HI_LO_GUESS_HIGHER], "lower",
                                            advice->values[HI_LO_GUESS_LOWER], "guess_from_progressive",
                                            document_money(report->from[correct][rank])));
        }
    return list;
}

json_t *hi_lo_report_document(const struct hi_lo_report *report)
{
    const struct hi_lo_question *question = &report->question;
    json_t *settings =
        json_pack("{s:o, s:f, s:b, s:b}", "progressive", document_money(question->progressive),
                  "free_play_worth", question->free_play_worth, hi_lo_report_readings[0],
                  (int)(question->rules.forgiveness == HI_LO_FORGIVE_EACH_LEVEL), hi_lo_report_readings[1],
                  (int)(question->rules.drop == HI_LO_DROP_TO_THE_LETTER));
    return json_pack("{s:s, s:o, s:[{s:s, s:s, s:f, s:f, s:o, s:o}]}", "target", hi_lo_report_target,
                     "settings", settings, "bets", "bet", "game", "clause", HI_LO_DOCUMENT "#34",
                     "value_dollars", report->odds.value, "error_dollars", report->odds.error, "outcomes",
                     endings(report), "play", play(report));
}

json_t *hi_lo_report_results(const struct hi_lo_report *report)
{
    char value[64];
    struct text_out out;
    json_t *from = json_array();
    for (unsigned correct = 0; correct < report->question.rules.levels; correct++)
        for (unsigned rank = 0; rank < RANK_COUNT; rank++)
            from = appended(from, document_cents(report->from[correct][rank]));
    text_out_init(&out, value, sizeof value);
    text_out_add(&out, "%.6f", report->odds.value);
    return json_pack("{s:s, s:s, s:o}", "target", hi_lo_report_target, "value", value, "from", from);
}
