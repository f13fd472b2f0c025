/*
 * Inside the room: the reader of both kinds of case, with books, rulings, offers that a case posts otherwise, and times; then the stage of a
 * case of one offer, the steps that award prizes, and the lines about people, claims and times.
 */
#ifndef CASES_HOUSE_CASE_INTERNAL_H
#define CASES_HOUSE_CASE_INTERNAL_H

#include "cases/house_case.h"
#include "funds/claim.h"
#include "funds/eligibility.h"
#include "funds/funds.h"
#include "funds/terms.h"
#include "house/kernel/case_words.h"

enum { OFFERS_MAX = 8, EACH_MAX = 32, NAME_SIZE = 96, CLAIMS_MAX = 32, PATH_SIZE = 256 };

/* ------------------------------------------------------------------------------------------ books */

/* The accounts that lines name, and what became of the case so far. */
struct case_books {
    const struct ledger *ledger;
    struct text activity; /* of the offer that lines are about: of accounts with one name its own is meant */
    struct house_case *played;
    struct case_result *result;
    const struct house_case_movement *unseen; /* the first movement that no `expect:` has looked at */
};

/* An account by its name. */
MUST_USE enum status case_books_account(const struct case_books *books, struct case_cursor *cursor,
                                        account_id *id, struct case_fault *fault);

MUST_USE enum status case_books_remember(struct case_books *books, const struct case_cursor *cursor,
                                         const struct movement *movement, struct case_fault *fault);

/* Keeps what the rules answered to the first `asked` bytes of the line. */
MUST_USE enum status case_books_judged(struct case_books *books, const struct case_cursor *cursor,
                                       size_t asked, bool allowed, struct text clause, struct text words,
                                       struct case_fault *fault);

/* `prize pool -> held 20,000 #50`, the next movement; with `some` the next that is so. Or `prize pool = 15,000`;
 * or `advances = 500` and `due = 30`, by the funds of the offer that lines are about. */
MUST_USE enum status case_books_line(struct case_books *books, const struct funds *funds,
                                     struct case_cursor *cursor, bool some, struct case_fault *fault);

/* ------------------------------------------------------------------------------------------ rulings */

/* What a line expects of the rules: nothing behind it, that they allow; `-> refused #7`, that they refuse by that clause of the offer that
 * lines are about; `-> refused house#two-persons`, by another; `-> refused`, that they refuse although the document is silent. */
struct expected_ruling {
    bool refused;
    struct text clause; /* as it is written; empty if none is given */
    size_t asked;       /* bytes of the line before the arrow */
};

/* Where the arrow is that ends what is asked, or the end of the line. An arrow between quotes belongs to its text. */
size_t case_find_arrow(const struct case_cursor *cursor);

/* From the arrow to the end of the line. */
MUST_USE enum status case_expectation(struct case_cursor *cursor, struct expected_ruling *expected,
                                      struct case_fault *fault);

/* Keeps the judgement and compares it. A refusal counts as an expectation; with `asks` a line that is allowed does, too. */
MUST_USE enum status case_judged(struct case_books *books, const struct case_cursor *cursor,
                                 const struct expected_ruling *expected, const struct ruling *ruling,
                                 bool asks, struct case_fault *fault);

/* Keeps what was found, to be compared, where the answer is no ruling: a row, a period, a value. */
MUST_USE enum status case_found(struct case_books *books, const struct case_cursor *cursor, size_t asked,
                                struct text clause, struct text words, struct case_fault *fault);

/* ------------------------------------------------------------------------------------------ offers */

/* An offer of a house, and what a case posts otherwise. */
struct offer_changes {
    const struct offer *base;
    struct text without; /* paths, with commas between */
    struct text yaml;
};

enum { CASE_YAML_SIZE = 8192 };

/* The offer of the house (empty: the name begins with it), and behind its name `, without prizes/one seven, suit`. */
MUST_USE enum status case_offer_find(const struct library *library, struct text house, struct text line,
                                     const struct case_cursor *cursor, struct offer_changes *changes,
                                     struct case_fault *fault);

/* The data below line number `at`, which becomes the last of them. */
struct text case_offer_yaml(const struct case_file *file, size_t *at, char *buffer, size_t size);

/* The data of the offer with the changes, in the library's arena. */
MUST_USE enum status case_offer_data(struct library *library, const struct offer_changes *changes,
                                     const struct case_cursor *cursor, struct node **data,
                                     struct case_fault *fault);

/* Leaves out of the data (of the offer, of the house) what stands at the paths, which have commas between, and puts in what the YAML says. */
MUST_USE enum status case_change_data(struct library *library, struct node *data, const char *of,
                                      struct text without, struct text yaml, const struct case_cursor *cursor,
                                      struct case_fault *fault);

/* JSON, which YAML reads. */
void case_write_node(struct text_out *out, const struct node *node);

/* A fault if anything is wrong that was found since there were `before` findings. */
MUST_USE enum status case_offer_wrong(const struct library *library, size_t before,
                                      const struct case_cursor *cursor, struct case_fault *fault);

/* ------------------------------------------------------------------------------------------ the reader */

/* One of the two kinds of case: what it does with its lines. */
struct case_player {
    void *stage;
    struct case_books *books;

    /* A line at the margin, number `at` of the file. */
    enum status (*statement)(const struct case_player *player, struct case_cursor *cursor, size_t *at,
                             struct case_fault *fault);
    void (*done)(void *stage); /* with a line and what is indented below it */

    /* `balance:` brings an account to an amount. */
    enum status (*bring)(void *stage, const struct case_cursor *cursor, account_id account, int64_t cents,
                         struct case_fault *fault);

    /* A line below `expect:`; with `some` other movements may be between those of the case. */
    enum status (*compare)(void *stage, const struct case_line *line, bool some, struct case_fault *fault);
};

MUST_USE enum status case_play_lines(const struct case_player *player, const struct case_file *file,
                                     struct case_fault *fault);

/*
 * The statements of both kinds: `balance:`, `expect:` and `expect some:`. False, with the cursor where it was, if it is none of them. Below
 * `expect:` movements are compared in their order, and all of them where one is given, unless it is `expect some:`. `lacking` is what
 * a balance needs first; NULL if it is there.
 */
bool case_take_shared(const struct case_player *player, const struct case_file *file,
                      struct case_cursor *cursor, size_t *at, const char *lacking, enum status *status,
                      struct case_fault *fault);

/* The two kinds. */
MUST_USE enum status money_case_play(const struct case_file *file, struct library *library,
                                     struct case_books *books, struct case_fault *fault);
MUST_USE enum status floor_case_play(const struct case_file *file, struct library *library,
                                     const struct house_case_files *files, struct case_books *books,
                                     struct case_fault *fault);

/* ------------------------------------------------------------------------------------------ times */

/* A time on the wall; without a date on the day of `before`, the time before, which it becomes. No year: there was none. */
MUST_USE enum status house_case_time(struct case_cursor *cursor, const struct zone *zone,
                                     struct local_time *before, struct instant *instant,
                                     struct case_fault *fault);

/* ------------------------------------------------------------------------------------------ the stage */

/* What a person was awarded in the last step, by the row or the share. */
struct each {
    struct text name;
    int64_t cents;
};

/* The table at which people are judged; without a name any table of the activity. */
struct stage_table {
    bool named;
    unsigned offer; /* that was the current one when it was named; of others nothing is known */
    struct game_name game;
    bool free_play;
};

/* A won prize on its way, of the offer that was the current one. */
struct stage_claim {
    unsigned offer;
    struct claim_terms terms;
    struct claim claim;
};

struct stage {
    const struct case_file *file;
    struct library *library;
    struct case_result *result;
    struct ledger ledger;
    struct case_books books;
    unsigned offer_count;
    const struct offer *offers[OFFERS_MAX];
    struct terms terms[OFFERS_MAX];
    struct funds funds[OFFERS_MAX];
    unsigned current; /* the offer that steps are about */
    unsigned each_count;
    struct each each[EACH_MAX];
    struct stage_table table;
    bool has_round; /* since the table was named */
    unsigned round_offer;
    struct round_facts round;
    bool has_clock;
    struct local_time time; /* the last that a line named */
    struct instant clock;   /* of the last `clock` */
    unsigned claim_count;
    struct stage_claim claims[CLAIMS_MAX];
};

/* Where the people of the current offer are judged. */
const struct stage_table *house_case_table(const struct stage *stage);

/* Applies what a step drafted for the current offer, and remembers its movements. A fault if it is more than fits. */
MUST_USE enum status house_case_finish_step(struct stage *stage, const struct case_cursor *cursor,
                                            const struct draft *draft, struct case_fault *fault);

/* ------------------------------------------------------------------------------------------ judgements */

/*
 * Lines of their own: false, with the cursor where it was, if it is none of them.
 *
 *   person   `table:`, `round:`, `person:`, `hand:`
 *   claim    `award:`, `come forward`, `identify`, `pay at`, `clock`, `offered at`, `period at`, `within:`, `next:`, `value:`
 */
bool house_case_person(struct stage *stage, struct case_cursor *cursor, enum status *status,
                       struct case_fault *fault);
bool house_case_claim(struct stage *stage, struct case_cursor *cursor, enum status *status,
                      struct case_fault *fault);

/* 2026-11-01 */
MUST_USE enum status house_case_date(struct case_cursor *cursor, struct date *date, struct case_fault *fault);

/* `payment: 6,000 on 2026-03-01, jackpot, wager 1`, line number `at` of the file, and the `expect:` that may follow it. */
MUST_USE enum status house_case_payment(struct stage *stage, struct case_cursor *cursor, size_t *at,
                                        struct case_fault *fault);

/* Behind `claim` below `expect:`: `is lapsed`, `2 is paid`. */
MUST_USE enum status house_case_compare_claim(struct stage *stage, struct case_cursor *cursor,
                                              struct case_fault *fault);

/* ------------------------------------------------------------------------------------------ awards */

/* `hit: A1 by 2, three 7s, envy 3` */
MUST_USE enum status house_case_hit(struct stage *stage, struct case_cursor *cursor, struct draft *draft,
                                    struct case_fault *fault);

/* `share: Royal Jackpot, losing hand 1, winning hand 1, table 6, multiple 4` */
MUST_USE enum status house_case_share(struct stage *stage, struct case_cursor *cursor, struct draft *draft,
                                      struct case_fault *fault);

#endif
