/* The auditor agrees with what is reversed or forfeited, and with no other money, prize or person. */
#include "auditor/story_test.h"

#include "house/cage/cage_shapes.h"
#include "house/kernel/floor.h"
#include "house/prizes/prizes_shapes.h"

/* What is told otherwise than it happened, once. */
static void (*changes)(struct event *event);

static void tell_otherwise(const struct floor *floor, const struct event *event)
{
    struct event told = *event;
    if (changes && (event->kind == EVENT_AWARD_REVERSED || event->kind == EVENT_PRIZE_FORFEITED)) {
        changes(&told);
        changes = NULL;
    }
    tell(floor, &told);
}

static void objects(const char *line, void (*change)(struct event *event), const char *words)
{
    changes = change;
    room.told = tell_otherwise;
    does(&room, line);
    if (!objected || !strstr(objection.words, words))
        fail_msg("%s: %s", line, objected ? objection.words : "nothing is said");
}

#define FROM_HOUSE "adjust bonus-hand from house to reserve amount "

/* A royal flush wins the pool; a flush and a straight are paid by the reserve, which holds $50, and the house. */
static void three_hands(void)
{
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 3);
    does(&room, FROM_HOUSE "$25,000 reason seed authorised-by sue by sam");
    does(&room, FROM_HOUSE "$47.33 reason count authorised-by sue by sam");
    does(&room, "start-round C4-1 fees 1,2,3 by dana");
    assert_int_equal(balance(&room, "bonus-hand", "reserve"), 5000);
    for (unsigned seat = 1; seat <= 3; seat++)
        DOES(&room, "claim-hand C4-1 seat %u offer bonus-hand by dana", seat);
    does(&room, "verify-hand 1 row \"royal flush\" by sam");
    does(&room, "verify-hand 2 row flush by sam");
    does(&room, "verify-hand 3 row straight by sam");
    does(&room, "authorise 1 by sue");
    agrees();
}

static void the_auditor_follows_prize_after_prize(void **state)
{
    (void)state;
    three_hands();
    does(&room, "reverse 1 prize 2 reason misread authorised-by sue by sam");
    does(&room, "reverse 1 prize 1 reason misread authorised-by sue by sam");
    agrees();
    does(&room, "reverse 1 prize 3 reason misread authorised-by sue by sam");
    agrees();
    does(&room, "verify-hand 1 row \"royal flush\" by sam");
    does(&room, "verify-hand 2 row \"four of a kind\" by sam");
    does(&room, "reject-hand 3 reason misread by sam");
    does(&room, "authorise 1 by sue");
    does(&room, "reverse 2 reason misread authorised-by sue by sam");
    agrees();
}

/* The advance is repaid between the one and the other. */
static void the_auditor_knows_what_was_repaid(void **state)
{
    (void)state;
    three_hands();
    does(&room, FROM_HOUSE "$10,020 reason count authorised-by sue by sam");
    assert_int_equal(advances(&room, "bonus-hand"), 0);
    does(&room, "reverse 1 prize 3 reason misread authorised-by sue by sam");
    does(&room, "reverse 1 reason misread authorised-by sue by sam");
    agrees();
}

/* To the reserve alone, what was the house's too. */
static void to_one_account(struct event *event)
{
    static struct movement all;
    all = EVENT_AS(event, award_reversed)
              ->money.movements[EVENT_AS(event, award_reversed)->money.movement_count - 1];
    all.cents = EVENT_AS(event, award_reversed)->prizes[0].cents;
    EVENT_AS(event, award_reversed)->money.movements = &all;
    EVENT_AS(event, award_reversed)->money.movement_count = 1;
}

static void money_that_goes_back_elsewhere_is_found(void **state)
{
    (void)state;
    three_hands();
    objects("reverse 1 prize 2 reason misread authorised-by sue by sam", to_one_account,
            "and the documents say");
}

static void still_owed(struct event *event)
{
    EVENT_AS(event, award_reversed)->money.advance_count = 0;
}

static void an_advance_that_stays_owed_is_found(void **state)
{
    (void)state;
    three_hands();
    objects("reverse 1 prize 2 reason misread authorised-by sue by sam", still_owed, "are paid back");
}

static void another_prize(struct event *event)
{
    static struct reversed_prize other;
    other = EVENT_AS(event, award_reversed)->prizes[0];
    other.prize--;
    EVENT_AS(event, award_reversed)->prizes = &other;
}

static void another_prize_than_that_is_found(void **state)
{
    (void)state;
    three_hands();
    objects("reverse 1 prize 3 reason misread authorised-by sue by sam", another_prize,
            "a prize was another amount");
}

static void of_another(struct event *event)
{
    EVENT_AS(event, prize_forfeited)->patron = text_of("1003");
}

static void the_auditor_follows_what_is_forfeited(void **state)
{
    (void)state;
    three_hands();
    does(&room, "exclude 1002 authorised-by max by sam");
    does(&room, "forfeit 2 reason excluded authorised-by sue by sam");
    agrees();
    does(&room, "exclude 1001 authorised-by max by sam");
    objects("forfeit 1 reason excluded authorised-by sue by sam", of_another, "the prize is another's");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        AUDITED_BAY(the_auditor_follows_prize_after_prize),
        AUDITED_BAY(the_auditor_knows_what_was_repaid),
        AUDITED_BAY(money_that_goes_back_elsewhere_is_found),
        AUDITED_BAY(an_advance_that_stays_owed_is_found),
        AUDITED_BAY(another_prize_than_that_is_found),
        AUDITED_BAY(the_auditor_follows_what_is_forfeited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
