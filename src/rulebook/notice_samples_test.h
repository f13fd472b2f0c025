/*
 * Three notices as houses post them: a progressive with charts, a drawing with hours, and the whole rules of an activity
 * in sixty bullets. The tests render them in every form.
 */
#ifndef RULEBOOK_NOTICE_SAMPLES_TEST_H
#define RULEBOOK_NOTICE_SAMPLES_TEST_H

#include "rulebook/notice.h"

#define SAMPLE_RULES "5f0c2a9be4d7183366d0b1ce9a27f4408d1e95c07b3af2649c81d5e07a4b36f2"
#define SAMPLE_OFFER "77ab01c2d3e4f5966b8c9d0e1f2a3b4c5d6e7f8091a2b3c4d5e6f70819203a4b"

static inline void sample_row(struct notice *notice, const char *left, const char *middle, const char *right)
{
    struct text cells[3] = {text_of(left), text_of(middle), text_of(right)};
    notice_row(notice, cells, 3);
}

static inline void sample_pair(struct notice *notice, const char *left, const char *right)
{
    struct text cells[2] = {text_of(left), text_of(right)};
    notice_row(notice, cells, 2);
}

static inline void sample_foot(struct notice *notice)
{
    notice_set(notice, NOTICE_POSTED, text_of("Posted from 1 June 2026"));
    notice_set(notice, NOTICE_RULE_DIGEST, text_of(SAMPLE_RULES));
    notice_set(notice, NOTICE_OFFER_DIGEST, text_of(SAMPLE_OFFER));
}

static inline void sample_progressive(struct notice *notice)
{
    notice_set(notice, NOTICE_HOUSE, text_of("Demo Card Room"));
    notice_set(notice, NOTICE_TITLE, text_of("Lucky River Jackpot"));
    notice_set(notice, NOTICE_OFFICIAL_NAME, text_of("Bonus Hand Progressive Jackpot v1.1"));
    notice_set(notice, NOTICE_IDENTIFIER, text_of("GEAR-001407"));
    notice_set(notice, NOTICE_BANNER, text_of("NO PURCHASE NECESSARY"));
    notice_prize(notice, text_of("Royal flush"), text_of("$25,000.00"));
    notice_prize(notice, text_of("Straight flush"), text_of("10% of the meter"));
    notice_prize(notice, text_of("Four of a kind"), text_of("$300"));
    notice_section(notice, text_of("Games and hours"));
    notice_paragraph(notice, text_of("Crazy 4 Poker and Ultimate Texas Hold'em, tables C4-1, C4-2 and UTH-1, "
                                     "daily from 10:00 to 02:00."));
    notice_section(notice, text_of("What wins"));
    notice_table(notice, text_of("Chart A. A hand wins the best row it fits."));
    notice_column(notice, text_of("Hand"), NOTICE_LEFT);
    notice_column(notice, text_of("Cards that count"), NOTICE_LEFT);
    notice_column(notice, text_of("Prize"), NOTICE_RIGHT);
    sample_row(notice, "Royal flush", "the player's own five cards", "100% of the meter");
    sample_row(notice, "Straight flush", "the player's own five cards", "10% of the meter");
    sample_row(notice, "Four of a kind", "at least four of the player's own five cards", "$300");
    sample_row(notice, "Full house", "the player's own five cards", "$50");
    sample_row(notice, "Flush", "the player's own five cards", "$40");
    sample_row(notice, "Straight", "the player's own five cards", "$30");
    notice_section(notice, text_of("Taking part"));
    notice_bullet(notice,
                  text_of("The fee is $1 a hand and optional. It must be on the sensor before the first "
                          "card is dealt."));
    notice_bullet(notice, text_of("11 cents of each fee go to the prize pool and 89 cents to the reserve."));
    notice_bullet(notice,
                  text_of("A hand may be played without purchase; ask a floor supervisor for a card."));
    notice_section(notice, text_of("Claiming a prize"));
    notice_bullet(notice,
                  text_of("Leave the cards on the table and tell the dealer at once. Cards that touch the "
                          "muck do not win."));
    notice_bullet(notice,
                  text_of("A prize must be claimed within 15 minutes after the hand was verified, and paid "
                          "within 30 days against government-issued identification."));
    notice_bullet(notice, text_of("Employees on duty and proposition players do not win."));
    sample_foot(notice);
    notice_cite(notice, text_of("bay101/bonus-hand-progressive-v1-1#3"));
    notice_cite(notice, text_of("bay101/bonus-hand-progressive-v1-1#12"));
    notice_cite(notice, text_of("bay101/bonus-hand-progressive-v1-1#17"));
}

static inline void sample_drawing(struct notice *notice)
{
    notice_set(notice, NOTICE_HOUSE, text_of("Demo Card Room"));
    notice_set(notice, NOTICE_TITLE, text_of("Summer Cash Drawing"));
    notice_set(notice, NOTICE_IDENTIFIER, text_of("GEAR-001220"));
    notice_set(notice, NOTICE_BANNER, text_of("NO PURCHASE NECESSARY"));
    notice_prize(notice, text_of("Every hour"), text_of("$500"));
    notice_prize(notice, text_of("Sunday, 9 pm"), text_of("$10,000"));
    notice_section(notice, text_of("When we draw"));
    notice_table(notice, text_of(""));
    notice_column(notice, text_of("Day"), NOTICE_LEFT);
    notice_column(notice, text_of("Drawings"), NOTICE_LEFT);
    notice_column(notice, text_of("Each prize"), NOTICE_RIGHT);
    sample_row(notice, "Monday to Thursday", "every hour, 12:00 to 21:00", "$500");
    sample_row(notice, "Friday and Saturday", "every hour, 12:00 to 23:00", "$750");
    sample_row(notice, "Sunday", "20:00", "$2,500");
    sample_row(notice, "Sunday", "21:00", "$10,000");
    notice_section(notice, text_of("How to win"));
    notice_bullet(notice,
                  text_of("One ticket for every hour of rated play; one free ticket a day at the desk."));
    notice_bullet(notice,
                  text_of("Winners have three minutes to come to the stage. Then another ticket is drawn."));
    notice_bullet(notice, text_of("You must be 21 or older and show identification."));
    sample_foot(notice);
    notice_cite(notice, text_of("bay101/prize-wheel#4"));
}

static inline void sample_long(struct notice *notice)
{
    static const char *const rules[] = {
        "The hand that counts is the best one dealt to any player in a participating game within the posted "
        "hours.",
        "Both hole cards must play; a hand that is on the board alone does not qualify.",
        "The pot must hold at least $20 before the last card, and at least four players must have been dealt "
        "in.",
        "If several hands qualify in one round the prize is split evenly and rounded up to the next dollar; "
        "the "
        "house pays the difference, so that nobody receives less than an even share of the posted amount.",
        "A representative verifies the hand, the deck and the recording before anything is paid.",
        "Discussing a hand while it is played makes it void.",
    };
    notice_set(notice, NOTICE_HOUSE, text_of("Demo Card Room"));
    notice_set(notice, NOTICE_TITLE, text_of("No Limit Bad Beat Progressive Jackpot: the Whole Rules"));
    notice_set(notice, NOTICE_IDENTIFIER, text_of("GEAR-001279"));
    notice_prize(notice, text_of("Main jackpot"), text_of("$101,250.00"));
    notice_section(notice, text_of("How the jackpot is shared"));
    notice_table(notice, text_of(""));
    notice_column(notice, text_of("Who"), NOTICE_LEFT);
    notice_column(notice, text_of("Part"), NOTICE_RIGHT);
    sample_pair(notice, "Losing hand", "50%");
    sample_pair(notice, "Winning hand", "25%");
    sample_pair(notice, "Everyone else who was dealt in", "25%");
    for (unsigned i = 0; i < 60; i++) {
        static const char *const headings[] = {"Qualifying hands", "Shares", "Verification", "Restrictions"};
        if (i % 15 == 0)
            notice_section(notice, text_of(headings[i / 15]));
        notice_bullet(notice, text_of(rules[i % (sizeof rules / sizeof rules[0])]));
    }
    sample_foot(notice);
}

#endif
