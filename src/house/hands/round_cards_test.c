/* Cards that cannot lie on one table: by decks and places of several games. */
#include "house/stories/story_test.h"

/* Refused by the house, in these words. */
static void refused_with(const char *line, const char *words)
{
    refuses(&room, line, "house#hand");
    if (!strstr(room.decision.ruling.words, words))
        fail_msg("%s: %s, and not %s", line, room.decision.ruling.words, words);
}

static void begin(const char *offer, const char *table, unsigned patrons, const char *start)
{
    char line[LINE_SIZE];
    offers(&room, offer, NULL);
    seat_patrons(&room, table, patrons);
    does(&room, start);
    for (unsigned seat = 1; seat <= 2; seat++) {
        (void)snprintf(line, sizeof line, "claim-hand %s seat %u offer %s by dana", table, seat, offer);
        does(&room, line);
    }
}

static void one_deck_has_each_card_once(void **state)
{
    (void)state;
    begin("bonus-hand", "C4-1", 4, "start-round C4-1 fees 1,2 by dana");
    does(&room, "verify-hand 1 cards \"As Ks Qs Js Ts\" by fay");
    refused_with("verify-hand 2 cards \"9s Ts Js Qs Ks\" by fay",
                 "the Ts lies on the table 2 times in this round, and crazy 4 poker has 1 of it");
    refused_with("verify-hand 2 cards \"2h 3h 4h 5h 6h\" banker \"As Ah Ac Ad 2c\" by fay", "the As lies");
    does(&room, "verify-hand 2 cards \"2h 3h 4h 5h 6h\" banker \"Ah Ac Ad 2c 3c\" by fay");
}

static void the_dealer_has_one_hand(void **state)
{
    (void)state;
    begin("bonus-hand", "C4-1", 4, "start-round C4-1 fees 1,2 by dana");
    does(&room, "verify-hand 1 cards \"As Ks Qs Js Ts\" banker \"Ah Ac\" by fay");
    refused_with("verify-hand 2 cards \"2h 3h 4h 5h 6h\" banker \"Kh Kc Kd 2c 3c\" by fay",
                 "hand 1 of this round was verified with other cards before the dealer; check the cards, and "
                 "reject hand 1 first");
    does(&room, "verify-hand 2 cards \"2h 3h 4h 5h 6h\" banker \"Ac Ah Ad 2c 3c\" by fay");
}

static void eight_decks_have_each_card_eight_times(void **state)
{
    (void)state;
    offers(&room, "blazing-7s", NULL);
    seat_patrons(&room, "BJ-1", 5);
    does(&room, "start-round BJ-1 fees 1,2,3,4,5 by dana");
    for (unsigned seat = 1; seat <= 5; seat++)
        DOES(&room, "claim-hand BJ-1 seat %u offer blazing-7s by dana", seat);
    for (unsigned hand = 1; hand <= 3; hand++)
        DOES(&room, "verify-hand %u cards \"7s 7s\" banker 7s by fay", hand);
    refused_with("verify-hand 4 cards \"7s 7s\" banker 7s by fay",
                 "the 7s lies on the table 9 times in this round, and no bust blackjack has 8 of it");
    does(&room, "verify-hand 4 cards \"7s 7c\" banker 7s by fay");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(one_deck_has_each_card_once, open_demo),
        STORY(the_dealer_has_one_hand, open_demo),
        STORY(eight_decks_have_each_card_eight_times, open_demo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
