/* Cards of verified hands to the auditor: by cards, and without them; one event is told otherwise than it happened. */
#include "auditor/story_test.h"

#include "house/hands/hands_shapes.h"

/* What the auditor is told of the next hand that is verified. */
static struct hand_verified said;
static bool with_cards;

static void tell_otherwise(const struct floor *floor, const struct event *event)
{
    struct event other = *event;
    struct hand_verified *verified = EVENT_AS(&other, hand_verified);
    if (event->kind == EVENT_HAND_VERIFIED) {
        if (with_cards)
            verified->cards = said.cards;
        else
            verified->cards = text_of("");
        verified->reason = said.reason;
        verified->authorised_by = said.authorised_by;
    }
    tell(floor, &other);
}

static void verify_otherwise(const char *line, struct hand_verified otherwise, bool cards)
{
    agrees();
    said = otherwise;
    with_cards = cards;
    room.told = tell_otherwise;
    does(&room, line);
    room.told = tell;
}

static void objects_with(const char *words)
{
    assert_true(objected);
    if (!strstr(objection.words, words))
        fail_msg("%s, and not %s", objection.words, words);
}

static void begin(void)
{
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 3);
    does(&room, "start-round C4-1 fees 1,2 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "claim-hand C4-1 seat 2 offer bonus-hand by dana");
}

#define FLUSH "verify-hand 1 cards \"As Qs Ts 8s 7s\" by sam"
#define ROYAL "verify-hand 1 cards \"As Ks Qs Js Ts\" wager $5 by sam"

static void a_hand_without_cards_and_reason_is_found(void **state)
{
    (void)state;
    begin();
    verify_otherwise(FLUSH, (struct hand_verified){.hand = 1}, false);
    objects_with("without a reason, though there are cards to enter");
}

static void a_hand_without_cards_that_one_signs_is_found(void **state)
{
    (void)state;
    begin();
    verify_otherwise(
        FLUSH, (struct hand_verified){.reason = text_of("mucked"), .authorised_by = text_of("sam")}, false);
    objects_with("no second person signed that");
}

static void a_reason_beside_cards_is_found(void **state)
{
    (void)state;
    begin();
    verify_otherwise(FLUSH,
                     (struct hand_verified){.cards = text_of("As Qs Ts 8s 7s"),
                                            .reason = text_of("mucked"),
                                            .authorised_by = text_of("sue")},
                     true);
    objects_with("only for a hand without its cards");
}

static void a_hand_without_cards_that_wins_too_much_is_found(void **state)
{
    (void)state;
    begin();
    verify_otherwise(
        ROYAL, (struct hand_verified){.reason = text_of("mucked"), .authorised_by = text_of("sue")}, false);
    agrees();
    does(&room, "reject-hand 2 reason test by sam");
    agrees();
    does(&room, "authorise 1 by sue");
    objects_with("a hand without its cards wins");
}

static void a_card_twice_in_a_hand_is_found(void **state)
{
    (void)state;
    begin();
    verify_otherwise(FLUSH, (struct hand_verified){.cards = text_of("As As Ts 8s 7s")}, true);
    objects_with("its cards cannot be dealt");
}

static void a_card_of_another_seat_is_found(void **state)
{
    (void)state;
    begin();
    does(&room, "verify-hand 2 cards \"2h 3h 4h 5h 6h\" by sam");
    verify_otherwise(FLUSH, (struct hand_verified){.cards = text_of("Ah 2h 8h Jh Kh")}, true);
    objects_with("cannot lie on one table with those of hand 2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        AUDITED_BAY(a_hand_without_cards_and_reason_is_found),
        AUDITED_BAY(a_hand_without_cards_that_one_signs_is_found),
        AUDITED_BAY(a_reason_beside_cards_is_found),
        AUDITED_BAY(a_hand_without_cards_that_wins_too_much_is_found),
        AUDITED_BAY(a_card_twice_in_a_hand_is_found),
        AUDITED_BAY(a_card_of_another_seat_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
