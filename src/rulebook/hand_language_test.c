#include "rulebook/hand_judge.h"
#include "rulebook/hand_rows_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { ROWS = sizeof hand_rows / sizeof hand_rows[0] };

static struct hand_rule compiled(const char *hand)
{
    struct hand_rule rule = {0};
    struct fault fault = {0};
    if (hand_rule_compile(text_of(hand), 0, &rule, &fault) != STATUS_OK)
        fail_msg("%s: column %zu: %s", hand, fault.position, fault.words);
    return rule;
}

static void read_part(struct showing *showing, enum showing_part part, const char *cards, const char *clause)
{
    struct fault fault = {0};
    if (cards && showing_read(showing, part, text_of(cards), 0, &fault) != STATUS_OK)
        fail_msg("%s: %s: column %zu: %s", clause, cards, fault.position, fault.words);
}

static struct hand_answer judged(const struct hand_row *row)
{
    struct hand_rule rule = compiled(row->hand);
    const struct hand_game *game = hand_game_find(text_of(row->game));
    if (!game)
        fail_msg("%s: no game %s", row->clause, row->game);
    struct showing showing;
    showing_init(&showing, game);
    for (unsigned part = 0; part < SHOWING_PARTS; part++)
        read_part(&showing, (enum showing_part)part, row->shown[part], row->clause);
    struct hand_answer answer = {0};
    struct fault fault = {0};
    if (hand_rule_judge(&rule, &showing, &answer, &fault) != STATUS_OK)
        fail_msg("%s: %s: column %zu: %s", row->clause, row->hand, fault.position, fault.words);
    return answer;
}

static void every_hand_of_the_charts_is_judged_at_its_threshold(void **state)
{
    (void)state;
    unsigned wrong = 0;
    for (unsigned i = 0; i < ROWS; i++) {
        struct hand_answer answer = judged(&hand_rows[i]);
        assert_true(strlen(answer.why) > 0);
        if (answer.qualifies == hand_rows[i].qualifies)
            continue;
        wrong++;
        print_error("%s: \"%s\" with %s should%s qualify: %s\n", hand_rows[i].clause, hand_rows[i].hand,
                    hand_rows[i].shown[0], hand_rows[i].qualifies ? "" : " not", answer.why);
    }
    assert_int_equal(wrong, 0);
    assert_true(ROWS >= 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_hand_of_the_charts_is_judged_at_its_threshold),
    };
    return cmocka_run_group_tests_name("hand_language", tests, NULL, NULL);
}
