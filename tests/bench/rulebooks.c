/*
 * How fast rule documents, houses and offers are read and checked, and how fast charts are counted exactly: hold'em, and
 * pai gow poker with its joker.
 */
#include "base/check.h"
#include "bench.h"
#include "odds/activity_odds.h"
#include "rulebook/library.h"

enum { ARENA_MAX = 64 << 20 };

static const char rulebooks_folder[] = CARDROOM_DATA "/rulebooks", houses_folder[] = CARDROOM_DATA "/houses";

static struct library library; /* what the charts are taken from */
static struct activity_pieces holdem, pai_gow;

static struct activity_pieces pieces_of(const char *offer_name)
{
    struct activity_pieces pieces;
    struct fault fault;
    const struct offer *offer = library_offer(&library, text_of(offer_name));
    CHECK(offer);
    CHECK(activity_pieces_find(offer->rulebook, offer, &library.arena, &pieces, &fault) == STATUS_OK);
    CHECK_OP(pieces.count, >, 0);
    return pieces;
}

void rulebook_cases_prepare(void)
{
    library_init(&library);
    library_add(&library, rulebooks_folder, rulebooks_folder);
    library_add(&library, houses_folder, rulebooks_folder);
    library_check(&library);
    CHECK_OP(library.findings.counted[FINDING_ERROR], ==, 0);
    holdem = pieces_of("demo/poker-bonus-hand");
    pai_gow = pieces_of("demo/pai-gow-bonus");
}

static uint64_t rows_of(const struct library *read)
{
    uint64_t rows = 0;
    for (unsigned i = 0; i < read->rulebook_count; i++)
        for (unsigned j = 0; j < read->rulebooks[i].chart_count; j++)
            rows += read->rulebooks[i].charts[j].row_count;
    return rows;
}

static uint64_t check_documents(unsigned part)
{
    (void)part;
    struct library read;
    library_init(&read);
    library_add(&read, rulebooks_folder, rulebooks_folder);
    library_check(&read);
    uint64_t rows = rows_of(&read);
    bench_sink = read.findings.count;
    library_release(&read);
    return rows;
}

/* All that `cardroom check` does without a path. */
static uint64_t check_everything(unsigned part)
{
    (void)part;
    struct library read;
    library_init(&read);
    library_add(&read, rulebooks_folder, rulebooks_folder);
    library_add(&read, houses_folder, rulebooks_folder);
    library_check(&read);
    uint64_t documents = read.rulebook_count;
    bench_sink = read.findings.count;
    library_release(&read);
    return documents;
}

static uint64_t count(const struct activity_pieces *pieces)
{
    struct chart_odds_settings settings = {0};
    static struct chart_odds odds;
    struct arena arena;
    struct fault fault;
    arena_init(&arena, ARENA_MAX);
    CHECK(activity_piece_count(&pieces->pieces[0], &settings, &arena, &odds, &fault) == STATUS_OK);
    CHECK_OP(odds.rounds, ==, 0); /* nothing was simulated */
    bench_sink = (uint64_t)odds.rows[0].paid;
    arena_release(&arena);
    return (uint64_t)odds.total;
}

static uint64_t chart_holdem(unsigned part)
{
    (void)part;
    return count(&holdem);
}

static uint64_t chart_pai_gow(unsigned part)
{
    (void)part;
    return count(&pai_gow);
}

/* Goal: a check of everything, 57 documents with their houses, in 300 ms. */
const struct bench_case rulebook_cases[] = {
    {"chart/holdem", "hold'em chart, counted", NULL, 0, 0, 1, 1, chart_holdem, NULL},
    {"chart/pai-gow", "pai gow chart, 7 of 53, counted", NULL, 0, 0, 1, 1, chart_pai_gow, NULL},
    {"check/documents", "check of all rule documents", NULL, 0, 0, 1, 1, check_documents, "chart rows"},
    {"check/everything", "check of documents, houses, offers", NULL, 57 / 0.300, 0, 1, 1, check_everything,
     "documents"},
};
const unsigned rulebook_case_count = sizeof rulebook_cases / sizeof rulebook_cases[0];
