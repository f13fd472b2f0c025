#include "reports/shelf.h"

#include "odds/chart_odds.h"
#include "rulebook/table_games.h"
#include "rulebook/vocabulary_paths.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEY_SIZE = 32,
    COUNTS_MEMORY_MAX = 64 << 20,
    SCRATCH_MEMORY_MAX = 256 << 20,
};

struct kept_chart {
    unsigned char key[KEY_SIZE];
    bool used;
    struct chart_odds odds;
};

struct shelf {
    const char *rulebooks;
    bool read;
    struct library library;
    struct clause_tests **tests; /* by rulebook; NULL: not yet read */

    bool has_games, has_hi_lo;
    struct crazy4_tables crazy4;
    struct four_card_tables four_card;
    struct hi_lo_promotion hi_lo;
    struct report_targets targets;

    struct arena counts;
    bool counted;
    struct four_card_table four_card_counts;
    struct kept_chart charts[SHELF_CHARTS];
    unsigned next_chart;
    struct hi_lo_report hi_lo_reports[SHELF_HI_LO]; /* levels of 0: none yet */
    unsigned next_hi_lo;
};

enum status shelf_open(const char *rulebooks, struct shelf **opened, struct fault *fault)
{
    struct shelf *shelf = calloc(1, sizeof *shelf);
    if (!shelf)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the documents");
    shelf->rulebooks = rulebooks;
    library_init(&shelf->library);
    arena_init(&shelf->counts, COUNTS_MEMORY_MAX);
    *opened = shelf;
    return STATUS_OK;
}

void shelf_close(struct shelf *shelf)
{
    if (!shelf)
        return;
    arena_release(&shelf->counts);
    library_release(&shelf->library);
    free(shelf);
}

/* ------------------------------------------------------------------------------------------ documents */

static void read_games(struct shelf *shelf)
{
    struct library *library = &shelf->library;
    const struct rulebook *crazy4 = library_game(library, "crazy-4-poker"),
                          *four_card = library_game(library, "four-card-poker"),
                          *hi_lo = library_game(library, "hi-lo");
    shelf->has_games =
        crazy4 && four_card &&
        crazy4_tables_read(crazy4, &library->arena, &library->findings, &shelf->crazy4) == STATUS_OK &&
        four_card_tables_read(four_card, &library->arena, &library->findings, &shelf->four_card) == STATUS_OK;
    shelf->has_hi_lo = hi_lo && hi_lo_promotion_read(hi_lo, &library->findings, &shelf->hi_lo) == STATUS_OK;
    if (shelf->has_games)
        report_targets_make(&shelf->targets, &shelf->crazy4, &shelf->four_card);
}

static void read_once(struct shelf *shelf)
{
    if (shelf->read)
        return;
    shelf->read = true;
    if (shelf->rulebooks)
        library_add(&shelf->library, shelf->rulebooks, shelf->rulebooks);
    shelf->tests =
        ARENA_ARRAY(&shelf->library.arena, struct clause_tests *, shelf->library.rulebook_count + 1);
    read_games(shelf);
}

unsigned shelf_count(struct shelf *shelf)
{
    read_once(shelf);
    return shelf->library.rulebook_count;
}

const struct rulebook *shelf_at(struct shelf *shelf, unsigned index)
{
    read_once(shelf);
    return &shelf->library.rulebooks[index];
}

const struct rulebook *shelf_find(struct shelf *shelf, struct text identity)
{
    read_once(shelf);
    return library_rulebook(&shelf->library, identity);
}

const struct clause_tests *shelf_tests(struct shelf *shelf, const struct rulebook *rulebook)
{
    size_t index = (size_t)(rulebook - shelf->library.rulebooks);
    if (!shelf->tests)
        return NULL;
    if (!shelf->tests[index])
        shelf->tests[index] =
            clause_tests_read(&rulebook->document, &shelf->library.arena, &shelf->library.findings);
    return shelf->tests[index];
}

const struct report_targets *shelf_targets(struct shelf *shelf)
{
    read_once(shelf);
    return shelf->has_games ? &shelf->targets : NULL;
}

const struct hi_lo_promotion *shelf_hi_lo(struct shelf *shelf)
{
    read_once(shelf);
    return shelf->has_hi_lo ? &shelf->hi_lo : NULL;
}

/* ------------------------------------------------------------------------------------------ counts */

const struct four_card_table *shelf_four_card(struct shelf *shelf)
{
    struct arena scratch;
    if (!shelf->counted) {
        arena_init(&scratch, SCRATCH_MEMORY_MAX);
        shelf->counted =
            four_card_table_make(&shelf->four_card_counts, &shelf->counts, &scratch) == STATUS_OK;
        if (!shelf->counted)
            arena_release(&shelf->counts);
        arena_release(&scratch);
    }
    return shelf->counted ? &shelf->four_card_counts : NULL;
}

enum status shelf_hi_lo_report(struct shelf *shelf, const struct hi_lo_rules *rules, struct money progressive,
                               const struct hi_lo_report **report, struct fault *fault)
{
    struct hi_lo_question question = hi_lo_question_usual(rules, progressive);
    struct hi_lo_report *kept = shelf->hi_lo_reports;
    for (unsigned i = 0; i < SHELF_HI_LO; i++)
        if (kept[i].question.rules.levels > 0 && kept[i].question.rules.drop == rules->drop &&
            kept[i].question.rules.forgiveness == rules->forgiveness &&
            kept[i].question.progressive.cents == progressive.cents) {
            *report = &kept[i];
            return STATUS_OK;
        }
    kept += shelf->next_hi_lo;
    kept->question.rules.levels = 0;
    enum status status = hi_lo_report_make(kept, &question, fault);
    if (status != STATUS_OK) {
        kept->question.rules.levels = 0;
        return status;
    }
    shelf->next_hi_lo = (shelf->next_hi_lo + 1) % SHELF_HI_LO;
    *report = kept;
    return STATUS_OK;
}

static void hash_text(crypto_generichash_state *state, struct text text)
{
    const uint64_t length = text.length;
    (void)crypto_generichash_update(state, (const unsigned char *)&length, sizeof length);
    (void)crypto_generichash_update(state, (const unsigned char *)text.bytes, text.length);
}

/* Everything that the hits depend on: how the document judges, the hands with their posted values, the game, the players. */
static void key_of(const struct rulebook *rulebook, const struct offer *offer,
                   const struct activity_piece *piece, unsigned players, unsigned char key[KEY_SIZE])
{
    static const char *const posted[] = {KEY_SUIT, KEY_RANK};
    const uint64_t numbers[] = {players, piece->players, piece->row_count};
    crypto_generichash_state state;
    (void)crypto_generichash_init(&state, NULL, 0, KEY_SIZE);
    (void)crypto_generichash_update(&state, rulebook->document.digest, sizeof rulebook->document.digest);
    (void)crypto_generichash_update(&state, (const unsigned char *)numbers, sizeof numbers);
    hash_text(&state, text_of(piece->game->name));
    hash_text(&state, piece->chart->name);
    for (unsigned i = 0; i < piece->row_count; i++)
        hash_text(&state, piece->rows[i]->hand);
    for (unsigned i = 0; i < sizeof posted / sizeof posted[0]; i++) {
        const struct node *said = offer ? node_member(offer->data, posted[i]) : NULL;
        hash_text(&state, said && said->kind == NODE_SCALAR ? said->scalar : text_of(""));
    }
    (void)crypto_generichash_final(&state, key, KEY_SIZE);
}

enum status shelf_chart(struct shelf *shelf, const struct rulebook *rulebook, const struct offer *offer,
                        const struct activity_piece *piece, unsigned players, struct arena *arena,
                        const struct chart_odds **odds, struct fault *fault)
{
    const struct chart_odds_settings settings = {.players = players, .rounds = SHELF_ROUNDS, .seed = 1};
    unsigned char key[KEY_SIZE];
    key_of(rulebook, offer, piece, players, key);
    for (unsigned i = 0; i < SHELF_CHARTS; i++)
        if (shelf->charts[i].used && memcmp(shelf->charts[i].key, key, KEY_SIZE) == 0) {
            *odds = &shelf->charts[i].odds;
            return STATUS_OK;
        }
    struct kept_chart *kept = &shelf->charts[shelf->next_chart];
    kept->used = false;
    enum status status = activity_piece_count(piece, &settings, arena, &kept->odds, fault);
    if (status != STATUS_OK)
        return status;
    memcpy(kept->key, key, KEY_SIZE);
    kept->used = true;
    shelf->next_chart = (shelf->next_chart + 1) % SHELF_CHARTS;
    *odds = &kept->odds;
    return STATUS_OK;
}
