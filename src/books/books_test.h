/*
 * For tests of this room: the books of the demo house in a store, with one offer, driven by readable commands.
 */
#ifndef BOOKS_BOOKS_TEST_H
#define BOOKS_BOOKS_TEST_H

#include "books/audit.h"
#include "books/keeper.h"
#include "house/kernel/floor.h"
#include "house/setup/demo_approval.h"
#include "house/setup/setup_shapes.h"
#include "rulebook/files.h"
#include "store/place_test.h"

#ifndef CARDROOM_ROOT
#define CARDROOM_ROOT "."
#endif

enum { BOOKS_MEMORY_MAX = 64 << 20, BOOKS_FILE_MAX = 1 << 20 };

struct books {
    struct keeper *keeper;
    struct arena lines; /* of the texts of one command */
    struct keeper_reply reply;
    struct fault fault;
};

static inline enum status books_try_open(struct books *books, const struct store_place *place,
                                         const struct keeper_options *options)
{
    *books = (struct books){0};
    arena_init(&books->lines, BOOKS_MEMORY_MAX);
    return keeper_open(text_of(place->address), options, NULL, NULL, &books->keeper, &books->fault);
}

static inline void books_open_with(struct books *books, const struct store_place *place,
                                   const struct keeper_options *options)
{
    if (books_try_open(books, place, options) != STATUS_OK)
        fail_msg("%s", books->fault.words);
}

static inline void books_open(struct books *books, const struct store_place *place)
{
    books_open_with(books, place, &(struct keeper_options){.mode = STORE_CREATE});
}

static inline void books_close(struct books *books)
{
    keeper_close(books->keeper);
    books->keeper = NULL;
    arena_release(&books->lines);
}

/* The command of a line, with an id; "" is none. */
static inline struct command books_command(struct books *books, const char *id, const char *line)
{
    struct command command;
    struct fault fault;
    arena_clear(&books->lines);
    struct text words = text_of("");
    CHECK(arena_copy_text(&books->lines, text_of(line), &words) == STATUS_OK);
    if (command_parse(words, &keeper_floor(books->keeper)->zone, &books->lines, &command, &fault) !=
        STATUS_OK)
        fail_msg("%s: %s at %zu", line, fault.words, fault.position);
    if (*id)
        CHECK(arena_copy_text(&books->lines, text_of(id), &command.head.id) == STATUS_OK);
    return command;
}

static inline enum status books_try(struct books *books, const char *id, const char *line)
{
    struct command command = books_command(books, id, line);
    books->fault = (struct fault){0};
    return keeper_do(books->keeper, &command, &books->reply, &books->fault);
}

static inline void books_ask(struct books *books, const char *id, const char *line,
                             enum keeper_outcome outcome)
{
    if (books_try(books, id, line) != STATUS_OK)
        fail_msg("%s: %s", line, books->fault.words);
    if (books->reply.outcome != outcome)
        fail_msg("%s: outcome %d: %s", line, (int)books->reply.outcome, books->reply.ruling.words);
}

static inline void books_do(struct books *books, const char *line)
{
    books_ask(books, "", line, KEEPER_DONE);
}

static inline struct text books_file(struct books *books, const char *path)
{
    char full[512];
    struct text bytes = text_of("");
    struct findings findings;
    (void)snprintf(full, sizeof full, "%s/%s", CARDROOM_ROOT, path);
    findings_init(&findings, &books->lines, 8);
    CHECK(files_read(full, BOOKS_FILE_MAX, &books->lines, &findings, &bytes) == STATUS_OK);
    return bytes;
}

static inline void books_must(struct books *books, const struct command *command)
{
    if (keeper_do(books->keeper, command, &books->reply, &books->fault) != STATUS_OK)
        fail_msg("%s", books->fault.words);
    if (books->reply.outcome != KEEPER_DONE)
        fail_msg("%s", books->reply.ruling.words);
    arena_clear(&books->lines);
}

/* The document is approved by the demo key, and filed. */
static inline void books_file_document(struct books *books, const char *activity, const char *path)
{
    struct command command;
    bool needed;
    struct text text = books_file(books, path);
    CHECK(demo_approve(keeper_floor(books->keeper), text_of(activity), text, NULL, &books->lines, &command,
                       &needed) == STATUS_OK);
    command.head.by = text_of("olga");
    if (needed)
        books_must(books, &command);
    command = (struct command){.kind = COMMAND_FILE_DOCUMENT};
    *COMMAND_AS(&command, file_document) = (struct file_document){
        .head = {.by = text_of("olga")}, .activity = text_of(activity), .text = books_file(books, path)};
    books_must(books, &command);
}

/*
 * The demo house on a Monday at noon, with its staff, three patrons, one of whom is excluded, the jackpot for bonus hands,
 * and table C4-1 with three seats taken.
 */
static inline void books_begin(struct books *books)
{
    static const char *const lines[] = {
        "clock 2026-11-02T12:00:00-08:00",
        "appoint dana role dealer by olga",
        "appoint fay role floor by olga",
        "appoint sam role supervisor by olga",
        "appoint sue role supervisor by olga",
        "appoint cy role cage by olga",
        "register 1001 name \"Ann Lee\" born 1980-05-06 identification seen by fay",
        "register 1002 name Bob born 1990-01-01 identification seen by fay",
        "register 1003 name Cleo born 1991-01-01 by fay",
        "exclude 1003 reason \"asked for it\" by sam",
        "open-table C4-1 by fay",
        "sit C4-1 seat 1 patron 1001 by dana",
        "sit C4-1 seat 2 patron 1002 by dana",
        "sit C4-1 seat 3 by dana",
    };
    struct command command = {.kind = COMMAND_OPEN_HOUSE};
    *COMMAND_AS(&command, open_house) =
        (struct open_house){.head = {.by = text_of("olga")},
                            .house = text_of("demo"),
                            .at = {INT64_C(1793649600000)},
                            .text = books_file(books, "houses/demo/house.yaml")};
    books_must(books, &command);
    books_file_document(books, "bay101/bonus-hand-progressive-v1-1",
                        "rulebooks/bay101/bonus-hand-progressive-v1-1.md");
    command = (struct command){.kind = COMMAND_POST_OFFER};
    *COMMAND_AS(&command, post_offer) =
        (struct post_offer){.head = {.by = text_of("olga")},
                            .offer = text_of("bonus-hand"),
                            .text = books_file(books, "houses/demo/offers/bonus-hand.yaml")};
    books_must(books, &command);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        books_do(books, lines[i]);
}

/* A royal flush of seat 1, from the round to the cage. */
static inline void books_royal_flush(struct books *books)
{
    static const char *const lines[] = {
        "start-round C4-1 fees 1,2 by dana",
        "claim-hand C4-1 seat 1 offer bonus-hand by dana",
        "verify-hand 1 cards \"As Ks Qs Js Ts\" wager $5 by sam",
        "authorise 1 by sue",
        "pay 1 in check by cy",
        "end-round C4-1 by dana",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        books_do(books, lines[i]);
}

static inline void books_do_numbered(struct books *books, const char *format, unsigned number)
{
    char line[256];
    CHECK(snprintf(line, sizeof line, format, number) < (int)sizeof line);
    books_do(books, line);
}

/* A journey is offered at CS-1, and patron 1001 wins it with the next hand and is handed the voucher; its number. */
static inline unsigned books_journey(struct books *books)
{
    books_file_document(books, "hawaiian-gardens/shuffle-master-classic-qualifier",
                        "rulebooks/hawaiian-gardens/shuffle-master-classic-qualifier.md");
    struct command command = {.kind = COMMAND_POST_OFFER};
    *COMMAND_AS(&command, post_offer) =
        (struct post_offer){.head = {.by = text_of("olga")},
                            .offer = text_of("journey"),
                            .text = text_of("offer: hawaiian-gardens/shuffle-master-classic-qualifier\n"
                                            "tables: [CS-1]\nhours: always\n")};
    books_must(books, &command);
    books_do(books, "open-table CS-1 by fay");
    books_do(books, "leave C4-1 seat 1 by dana");
    books_do(books, "leave C4-1 seat 2 by dana");
    books_do(books, "sit CS-1 seat 1 patron 1001 by dana");
    books_do(books, "sit CS-1 seat 2 patron 1002 by dana");
    books_do(books, "start-round CS-1 by dana");
    books_do(books, "claim-hand CS-1 seat 1 offer journey by dana");
    unsigned hand = keeper_floor(books->keeper)->last_hand;
    books_do_numbered(books, "verify-hand %u cards \"As Ks Qs Js Ts\" by sam", hand);
    books_do_numbered(books, "authorise %u by sue", hand);
    unsigned prize = keeper_floor(books->keeper)->last_prize;
    books_do_numbered(books, "pay %u in \"other things of value\" by cy", prize);
    return prize;
}

/* The whole state as bytes, in the arena: equal states give equal bytes (N1 of house/kernel/snapshot.h). */
static inline struct text books_state(const struct keeper *keeper, struct arena *arena)
{
    struct text bytes = text_of("");
    struct fault fault;
    if (floor_save(keeper_floor(keeper), arena, &bytes, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    return bytes;
}

static inline void books_audit(const struct store_place *place, struct audit *audit)
{
    struct fault fault;
    if (audit_store(text_of(place->address), text_of("house"), NULL, NULL, audit, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
}

static inline void assert_whole(const struct store_place *place)
{
    static struct audit audit;
    books_audit(place, &audit);
    if (audit.finding_count > 0)
        fail_msg("%s", audit.findings[0].words);
}

#endif
