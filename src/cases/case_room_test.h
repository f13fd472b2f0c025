/*
 * For tests of the cases of the house: a library with documents in which every clause sets one thing, one house and an offer
 * of each, read from texts here, so that no test depends on the documents of the tree.
 */
#ifndef CASES_CASE_ROOM_TEST_H
#define CASES_CASE_ROOM_TEST_H

#include "base/check.h"
#include "cases/house_case.h"

#include <string.h>

#define CLAUSE(number, yaml) number ". What it says. [eligibility]\n\n    ```yaml\n    " yaml "\n    ```\n\n"

static const char room_document[] = "# Jackpot (TEST-000001)\n\nAn activity for tests.\n\n" CLAUSE(
    "1", "games: [Texas Hold'em (TEST-000010), Crazy 4 Poker (TEST-000020)]")
    CLAUSE("2", "eligibility: {betting: no limit}") CLAUSE("3", "when: {hours: posted}") CLAUSE(
        "4", "eligibility: {players: at least 5, players are: seated and active}")
        CLAUSE("5", "eligibility: {by game: {Crazy 4 Poker: {players: 2 to 6}}}") CLAUSE(
            "6", "eligibility: {pot: at least $20}")
            CLAUSE("7", "eligibility: {employees: off duty and out of uniform}") CLAUSE(
                "8", "eligibility: {excluded: [agents of the supplier, their children]}")
                CLAUSE("9", "eligibility: {backline: by ownership}") CLAUSE(
                    "10", "fee: {amount: $1, payer: player-dealer, to: reserve}")
                    CLAUSE("11", "fee: {optional: with fewer players}") CLAUSE(
                        "12", "fee: {players: at least 4}") CLAUSE("13", "eligibility: {collection: regular}")
                        CLAUSE("14", "eligibility: {bets complete: yes, all rounds: yes}") CLAUSE(
                            "15", "eligibility: {wins: at most 3, prizes a day: 1}")
                            CLAUSE("16", "eligibility: {playing time: 20 hours}") CLAUSE(
                                "17", "free play: {tables: on request, one chosen prize: yes}")
                                CLAUSE("18", "free play: {hands dealt: at least 4}") CLAUSE(
                                    "19",
                                    "charts: {A: [\"pocket aces, beaten\": $100, four of a kind: 10% "
                                    "of prize pool]}") CLAUSE("20", "claim: {identification for: at least "
                                                                    "$50, identification within: 15 minutes}")
                                    CLAUSE("21", "claim: {return within: 30 days}") CLAUSE(
                                        "22",
                                        "claim: {unclaimed to: reserve}") CLAUSE("23",
                                                                                 "claim: {present: yes}")
                                        CLAUSE("24", "claim: {photo: yes, stub: yes}") CLAUSE(
                                            "25", "claim: {name agrees: yes, transferable: no}")
                                            CLAUSE("26",
                                                   "payment: {forms: [cash, live chips], by: floor person}")
                                                CLAUSE("27",
                                                       "payment: {from: tray and cage, tray: under $600}")
                                                    CLAUSE("28",
                                                           "payment: {after: [verification, paperwork]}")
                                                        CLAUSE(
                                                            "29",
                                                            "pools: {prize pool: {seed: \"$1,000\", reseed: "
                                                            "\"$1,000\", increase: $50, grows: [daily]}}")
                                                            CLAUSE("30", "pools: {prize pool: {increase at: "
                                                                         "posted, increase from: reserve}}")
                                                                CLAUSE(
                                                                    "31",
                                                                    "funds: {reserve: {pays: [reseeds, fixed "
                                                                    "prizes, daily increases, advances]}}")
                                                                    CLAUSE("32",
                                                                           "funding: {source: players, fees: "
                                                                           "its own}\n    advances: {cover: "
                                                                           "[seeds, daily increases, fixed "
                                                                           "prizes], repaid from: reserve}")
                                                                        CLAUSE("33",
                                                                               "tickets: {earned by: [a "
                                                                               "seat], given out: every 3 "
                                                                               "hours on the hour}")
                                                                            CLAUSE(
                                                                                "34",
                                                                                "claim: {window: Monday to "
                                                                                "Saturday 10:00 to 02:00}");

/* Drawn winners who may bring their identification until the final. */
static const char room_drawing[] =
    "# Drawing (TEST-000002)\n\nA drawing for tests.\n\n" CLAUSE("1", "games: [all games]")
        CLAUSE("2", "when: {final: \"daily at 22:00\"}")
            CLAUSE("3", "drawing: {at: \"every hour on the hour 12:00 to 21:00\", held: 10}")
                CLAUSE("4", "drawing: {claimed within: 3 minutes}")
                    CLAUSE("5", "claim: {identification for: any amount, grace: until the final}")
                        CLAUSE("6", "claim: {present: yes, absent: forfeits}")
                            CLAUSE("7", "tickets: {earned by: [a seat]}")
                                CLAUSE("8", "funding: {source: house}");

/* Rewards by the card, for which identification is shown at once or never. */
static const char room_club[] = "# Club (TEST-000003)\n\nA club for tests.\n\n" CLAUSE(
    "1", "games: [all games]") CLAUSE("2", "club: {card needed: yes, hours needed: 20}")
    CLAUSE("3", "claim: {identification for: any amount, photo: yes, grace: none}")
        CLAUSE("4", "claim: {transferable: yes, within: 24 hours, unclaimed to: house}")
            CLAUSE("5", "paying: {rows: every row that fits, prize: $10}")
                CLAUSE("6", "funding: {source: house}")
                    CLAUSE("7", "free play: {hours: \"daily 12:00 to 20:00\"}")
                        CLAUSE("8", "charts: {A: [pair or better: $5, three of a kind or better: $7]}");

static const char room_house[] =
    "name: Test Room\n"
    "time zone: America/Los_Angeles\n"
    "approvals: {every issuer: RWRZTE5PT01FROWeo48u9DWoNTk6z3QIbBz9n4Xa5/hORQ6swzRWV305}\n"
    "tables:\n"
    "  - {table: H-1, game: Texas Hold'em (TEST-000010), limits: $5 to $50, seats: 9, kind: no limit}\n"
    "  - {table: H-2, game: Texas Hold'em (TEST-000010), limits: $5 to $50, seats: 9, kind: no limit}\n"
    "  - {table: L-1, game: Texas Hold'em (TEST-000010), limits: $5 to $50, seats: 9}\n"
    "  - {table: C-1, game: Crazy 4 Poker (TEST-000020), limits: $5 to $50, seats: 6}\n"
    "  - {table: P-1, game: Pan 9, limits: $5 to $50, seats: 8}\n"
    "  - {table: N-1, game: Texas Hold'em (TEST-000010), limits: $5 to $50, seats: 9, kind: no limit, free "
    "play: yes}\n";

static const char room_staff[] =
    "staff: [{person: olga}, {person: dana, role: dealer}, {person: fay, role: floor}, "
    "{person: sam, role: supervisor}, {person: sue, role: supervisor}, {person: cy, role: cage}, "
    "{person: ada, role: accounting}, {person: max, role: manager}]\n";

static const char room_offer[] = "offer: test/jackpot\n"
                                 "tables: [H-1, C-1, N-1]\n"
                                 "hours: Monday to Friday 18:00 to 02:00\n"
                                 "from: 2026-11-02\n"
                                 "until: 2026-11-06\n"
                                 "pools: {prize pool: {increase at: \"06:00\"}}\n";

static const struct {
    const char *identity, *document_file, *document, *offer_file, *offer;
} room_activities[] = {
    {"test/jackpot", "jackpot.md", room_document, "jackpot.yaml", room_offer},
    {"test/drawing", "drawing.md", room_drawing, "drawing.yaml",
     "offer: test/drawing\ntables: [H-1, P-1]\nhours: always\n"},
    {"test/club", "club.md", room_club, "club.yaml",
     "offer: test/club\ntables: [H-1]\nhours: daily 08:00 to 12:00\n"},
};

/* The library owns all of it. */
static inline void room_open(struct library *library)
{
    const unsigned count = sizeof room_activities / sizeof room_activities[0];
    library_init(library);
    struct arena *arena = &library->arena;
    struct findings *findings = &library->findings;
    library->rulebooks = ARENA_ARRAY(arena, struct rulebook, count);
    library->houses = ARENA_NEW(arena, struct library_house);
    struct offer *offers = ARENA_ARRAY(arena, struct offer, count);
    CHECK(library->rulebooks && library->houses && offers);
    struct house *house = &library->houses[0].house;
    enum status status =
        house_read(text_of(room_house), "house.yaml", text_of("test"), arena, findings, house);
    CHECK_OP(status, ==, STATUS_OK);
    status = staff_parse(text_of(room_staff), "staff.yaml", false, arena, findings, &library->staff);
    CHECK_OP(status, ==, STATUS_OK);
    for (unsigned i = 0; i < count; i++) {
        struct text identity = text_of(room_activities[i].identity),
                    offer = text_of(room_activities[i].offer);
        const struct origin origin = {.file = room_activities[i].offer_file, .line = 1, .column = 1};
        status = rulebook_read(text_of(room_activities[i].document), room_activities[i].document_file,
                               identity, arena, findings, &library->rulebooks[i]);
        CHECK_OP(status, ==, STATUS_OK);
        struct node *data = node_read(offer, origin, arena, findings);
        CHECK(data);
        status =
            offer_read(data, offer, identity, house, &library->rulebooks[i], arena, findings, &offers[i]);
        CHECK_OP(status, ==, STATUS_OK);
    }
    library->houses[0].offers = offers;
    library->houses[0].offer_count = library->rulebook_count = count;
    library->house_count = 1;
}

/* The text by the name that the library has of its file, for cases of the floor. */
static inline enum status room_read(void *context, const char *file, struct text *bytes)
{
    (void)context;
    if (strcmp(file, "house.yaml") == 0)
        *bytes = text_of(room_house);
    for (unsigned i = 0; i < sizeof room_activities / sizeof room_activities[0]; i++) {
        if (strcmp(file, room_activities[i].document_file) == 0)
            *bytes = text_of(room_activities[i].document);
        if (strcmp(file, room_activities[i].offer_file) == 0)
            *bytes = text_of(room_activities[i].offer);
    }
    return bytes->length > 0 ? STATUS_OK : STATUS_IO;
}

#endif
