/*
 * The promotion around Hi Lo (saratoga/hi-lo-progressive#1 to #18, #35 to #61): a day of hourly drawings, and the states of
 * each prize.
 *
 *   drawing   one hour's winner. A member is picked, reports within five minutes and plays; whoever is late forfeits,
 *             and a new pick is made for the same drawing
 *   award     a prize won, until it is paid or forfeited
 *   papers    what must be complete before an award is paid
 *
 *      IDLE --draw--> DRAWN --report--> PLAYING --finish--> IDLE, and an award
 *       ^               |
 *       +--- forfeit ---+            the drawing stays open: the next draw is for it
 *
 * The caller passes the random pick, the house's data about the person, and the time; a refusal changes nothing. All clauses
 * cited below are of saratoga/hi-lo-progressive.
 *
 * Invariants
 *  D1  A window of the day has at most one game.
 *  D2  The progressive moves only when a game is finished, and when the day is closed.
 *  D3  A member has at most one award a day.
 *
 * Nothing here allocates; a day belongs to one thread at a time.
 */
#ifndef GAMES_HI_LO_DAY_H
#define GAMES_HI_LO_DAY_H

#include "base/calendar.h"
#include "base/money.h"
#include "games/hi_lo.h"
#include "games/ruling.h"

#include <stdbool.h>
#include <stdint.h>

enum { HI_LO_DATES_MAX = 8, HI_LO_WINDOWS_MAX = 10 };

/* What happens to the progressive at the close of a day (#38, reading HR6). */
enum hi_lo_reversion {
    HI_LO_REVERT_EVERY_DAY, /* to the casino; the next day starts anew: recommended */
    HI_LO_REVERT_LAST_DAY   /* carried over until the last date */
};

/* The numbers of the rule document, read by src/rulebook, and the chosen readings. */
struct hi_lo_promotion {
    struct hi_lo_rules rules;
    struct zone zone; /* of the casino's clocks */
    unsigned date_count;
    struct date dates[HI_LO_DATES_MAX]; /* #1, in order */
    unsigned first_hour;                /* of the first window: 14 (#2) */
    unsigned windows;                   /* 9; with a drawing at 11 pm, 10 (reading HR5) */
    unsigned report_seconds;            /* 300 (#10) */
    unsigned age_min;                   /* 18 (#6) */
    unsigned claim_days;                /* 30 (#13, #49) */
    struct money start, growth;         /* of the progressive: $1,000 and $500 (#35, #36) */
    enum hi_lo_reversion reversion;
};

/* The zone of Saratoga Springs; the document does not say it. */
struct zone hi_lo_zone(void);

/* ---------------------------------------------------------------------------------------- people */

/* Persons who cannot win. One person may be several. */
enum hi_lo_bar {
    HI_LO_BAR_BANNED = 1 << 0,    /* currently banned or excluded: #39 */
    HI_LO_BAR_EMPLOYEE = 1 << 1,  /* of the casino: #43 */
    HI_LO_BAR_LOTTERY = 1 << 2,   /* holds a video lottery licence: #44 */
    HI_LO_BAR_RACING = 1 << 3,    /* licensed on-the-grounds employee: #45 */
    HI_LO_BAR_VENDOR = 1 << 4,    /* employee of a vendor of the machines: #46 */
    HI_LO_BAR_HOUSEHOLD = 1 << 5, /* family in the household of an ineligible person: #47 */
    HI_LO_BARS = 6
};

struct hi_lo_person {
    uint32_t number; /* of the club card, from 1 */
    bool is_member;  /* #3 */
    bool is_playing; /* with the card in a machine, at the time of the drawing: #7 */
    struct date born;
    unsigned bars;        /* enum hi_lo_bar */
    bool ban_has_expired; /* was banned or excluded once: #41 */
};

/* Whole years completed on a day; a birthday on February 29 is completed on March 1 of other years. */
unsigned hi_lo_age(struct date born, struct date today);

/* ---------------------------------------------------------------------------------------- awards */

enum hi_lo_paper {
    HI_LO_PAPER_MEMBERSHIP = 1 << 0,    /* management has verified the membership: #17 */
    HI_LO_PAPER_ID = 1 << 1,            /* and valid photo identification: #16, #18 */
    HI_LO_PAPER_RELEASE = 1 << 2,       /* the publicity release is signed: #54 */
    HI_LO_PAPER_REINSTATEMENT = 1 << 3, /* the request form is complete: #41 */
    HI_LO_PAPER_APPROVAL = 1 << 4       /* the reinstatement is approved: #42 */
};

enum hi_lo_award_state { HI_LO_AWARD_OPEN, HI_LO_AWARD_PAID, HI_LO_AWARD_FORFEITED };

struct hi_lo_award {
    unsigned window; /* from 1 */
    uint32_t winner; /* club number */
    unsigned correct;
    struct hi_lo_prize prize;
    struct date awarded, last_day;  /* on which it can be claimed: #HR11 */
    unsigned papers_needed, papers; /* enum hi_lo_paper */
    enum hi_lo_award_state state;
};

/* Held for want of a paper: neither paid nor forfeited. */
bool hi_lo_award_is_held(const struct hi_lo_award *award);

struct ruling hi_lo_award_may_complete(const struct hi_lo_award *award, enum hi_lo_paper paper,
                                       struct date today);
struct ruling hi_lo_award_may_pay(const struct hi_lo_award *award, uint32_t claimant, struct date today);
struct ruling hi_lo_award_may_forfeit(const struct hi_lo_award *award, struct date today);

struct ruling hi_lo_award_complete(struct hi_lo_award *award, enum hi_lo_paper paper, struct date today);
struct ruling hi_lo_award_pay(struct hi_lo_award *award, uint32_t claimant, struct date today);
struct ruling hi_lo_award_forfeit(struct hi_lo_award *award, struct date today);

/* ------------------------------------------------------------------------------------------- day */

enum hi_lo_day_state { HI_LO_DAY_IDLE, HI_LO_DAY_DRAWN, HI_LO_DAY_PLAYING, HI_LO_DAY_CLOSED };

struct hi_lo_day {
    struct hi_lo_promotion promotion;
    struct date date;
    enum hi_lo_day_state state;
    bool is_cancelled;        /* #61 */
    struct money progressive; /* as the meter stands */
    struct money reverted;    /* to the casino, at the close */
    bool played[HI_LO_WINDOWS_MAX];
    unsigned window;            /* of the drawing that is open, from 1; 0 is none */
    struct hi_lo_person person; /* from DRAWN on */
    struct instant drawn;
    bool has_id; /* when PLAYING */
    struct hi_lo_game game;
    unsigned award_count;
    struct hi_lo_award awards[HI_LO_WINDOWS_MAX];
};

/*
 * Opens a day. `carried` comes from the day before (hi_lo_day_carried()), or is NULL on the first. Refused on a date that is
 * not one of the promotion's (#1). STATUS_RANGE, with a message, for an invalid promotion.
 */
MUST_USE enum status hi_lo_promotion_check(const struct hi_lo_promotion *promotion, struct fault *fault);
struct ruling hi_lo_day_may_open(const struct hi_lo_promotion *promotion, struct date date);
struct ruling hi_lo_day_open(struct hi_lo_day *day, const struct hi_lo_promotion *promotion, struct date date,
                             const struct money *carried);

/* Whether a person can win today, whoever is drawn. */
struct ruling hi_lo_day_may_win(const struct hi_lo_day *day, const struct hi_lo_person *person);

/* A pick of the player system; a person who cannot win is refused, and another is picked (#40). */
struct ruling hi_lo_day_may_draw(const struct hi_lo_day *day, struct instant now,
                                 const struct hi_lo_person *person);
struct ruling hi_lo_day_draw(struct hi_lo_day *day, struct instant now, const struct hi_lo_person *person);

/* The player is there, with or without photo identification; the game begins (reading HR10). */
struct ruling hi_lo_day_may_report(const struct hi_lo_day *day, struct instant now, uint32_t number);
struct ruling hi_lo_day_report(struct hi_lo_day *day, struct instant now, uint32_t number, bool has_id);

/* The player did not come in time; the drawing is open again (#11, #12). */
struct ruling hi_lo_day_may_forfeit(const struct hi_lo_day *day, struct instant now);
struct ruling hi_lo_day_forfeit(struct hi_lo_day *day, struct instant now);

/* The casino voids the entry of the player who is drawn and has not begun (#60); the drawing is open again. */
struct ruling hi_lo_day_may_void(const struct hi_lo_day *day);
struct ruling hi_lo_day_void(struct hi_lo_day *day);

/* The game is over: the award is made and the progressive moves (#36, #37). */
struct ruling hi_lo_day_may_finish(const struct hi_lo_day *day);
struct ruling hi_lo_day_finish(struct hi_lo_day *day);

/* The casino ends the promotion: nobody is drawn any more (#61). */
void hi_lo_day_cancel(struct hi_lo_day *day);

/* Behind the last window, when nobody is on stage; what remains reverts to the casino (#38). */
struct ruling hi_lo_day_may_close(const struct hi_lo_day *day, struct instant now);
struct ruling hi_lo_day_close(struct hi_lo_day *day, struct instant now);

/* The start value of the next day of the promotion, once this one is closed. */
struct money hi_lo_day_carried(const struct hi_lo_day *day);

#endif
