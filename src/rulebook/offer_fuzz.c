/*
 * Any bytes as an offer of one activity in one house: read, compared with the rules and looked at together with
 * itself. What is found has words, a remedy and a place in the offer; the tables and charts of what was read are those
 * of its house and its document, and its values can be asked for. Its form can be filled in, with nothing and with one value.
 */
#include "base/check.h"
#include "rulebook/check_internal.h"
#include "rulebook/offer_form.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ARENA_SIZE_MAX = 64 << 20, FINDINGS_MAX = 200 };

static const char document_text[] =
    "# Jackpot (TEST-000001)\n\n"
    "1. All of it. [money]\n\n"
    "   ```yaml\n"
    "   activity: {names: \"any, showing the identifier\", one a table: jackpot}\n"
    "   games: [Texas Hold'em, Crazy 4 Poker]\n"
    "   when: {hours: daily 10:00 to 22:00, length: [4 weeks, 6 weeks]}\n"
    "   eligibility: {players: at least 3, betting: limit, collection: jackpot}\n"
    "   fee: {rates: [{limits: $5 to $50, amount: $1}], to: reserve}\n"
    "   funds: {reserve: {pays: [reseeds, administration]}}\n"
    "   funding: {source: a fund of the house, from: promotion fund}\n"
    "   administration: {fee: $5 to $20, from: reserve}\n"
    "   multiplier: {value: 2x to 4x, \"limited to\": [days, hours]}\n"
    "   offering: {charts: one for each game}\n"
    "   paying: {prizes: {first: at least $100, second: {places: 2 to 5, prize: at most $50}}}\n"
    "   instruments: {certificate: {face: $10 to $50, price: posted}}\n"
    "   settings: {tie: {choices: [pays in full, pays half], default: pays half}}\n"
    "   free play: {tables: on request}\n"
    "   pools:\n"
    "     prize pool: {seed: \"$1,000 to $50,000\", cap: \"$40,000 to $100,000\", part of the fee: posted}\n"
    "     side pool: {seed: $100, part of the fee: posted}\n"
    "   structures:\n"
    "     A: {player: 60%, table: 40%}\n"
    "     B: [{for: under $600, player: 100%}, {for: at least $600, player: 75%, table: 25%}]\n"
    "   charts:\n"
    "     poker:\n"
    "       games: [Texas Hold'em]\n"
    "       rows:\n"
    "         - {hand: royal flush, award: 100% of prize pool}\n"
    "         - {hand: \"four of a kind, the posted rank\", name: quads, award: \"$100 to $1,000\"}\n"
    "         - {hand: flush of the posted suit, award: $10 to $100}\n"
    "         - {hand: posted, name: free, award: $5}\n"
    "     crazy:\n"
    "       games: [Crazy 4 Poker]\n"
    "       prize: $10 to $100\n"
    "       rows: [hand: four of a kind]\n"
    "   ```\n";

static const char house_text[] = "name: House\n"
                                 "time zone: America/Los_Angeles\n"
                                 "tables:\n"
                                 "  - {table: H-1, game: Texas Hold'em, limits: $5 to $50, seats: 9}\n"
                                 "  - {table: H-2, game: Texas Hold'em, limits: $10 to $20, seats: 9}\n"
                                 "  - {table: C-1, game: Crazy 4 Poker, limits: $5 to $50, seats: 6}\n"
                                 "  - {table: P-1, game: Pan 9, limits: no limit, seats: 8}\n"
                                 "funds: {promotion fund: {minimum: $500}}\n";

struct scene {
    struct arena arena;
    struct findings findings;
    struct rulebook rulebook;
    struct house house;
};

static void scene_init(struct scene *scene)
{
    arena_init(&scene->arena, ARENA_SIZE_MAX);
    findings_init(&scene->findings, &scene->arena, FINDINGS_MAX);
    enum status status = rulebook_read(text_of(document_text), "jackpot.md", text_of("test/jackpot"),
                                       &scene->arena, &scene->findings, &scene->rulebook);
    CHECK_OP(status, ==, STATUS_OK);
    status = house_read(text_of(house_text), "house.yaml", text_of("house"), &scene->arena, &scene->findings,
                        &scene->house);
    CHECK_OP(status, ==, STATUS_OK);
    CHECK_OP(scene->findings.count, ==, 0);
}

static void check_findings(const struct findings *findings)
{
    for (size_t i = 0; i < findings->count; i++) {
        CHECK(findings->items[i].words.length > 0 && findings->items[i].remedy.length > 0); /* F1 */
        CHECK(findings->items[i].origin.line > 0 && findings->items[i].origin.column > 0);
    }
}

static void check_offer_read(struct scene *scene, const struct offer *offer)
{
    for (unsigned i = 0; i < offer->table_count; i++) /* H2 */
        CHECK(offer->tables[i] == house_table_find(&scene->house, offer->tables[i]->name));
    for (unsigned i = 0; i < offer->chart_count; i++) {
        CHECK(offer->charts[i] == rulebook_chart_find(&scene->rulebook, offer->charts[i]->name));
        for (unsigned j = 0; j < offer->charts[i]->row_count; j++)
            (void)offer_prize(offer, &offer->charts[i]->rows[j]);
    }
    (void)offer_text(offer, "administration/fee");
    struct hand_relations relations;
    hand_relations_init(&relations, &scene->arena);
    check_offers((const struct offer[]){*offer, *offer}, 2, true, &relations, &scene->findings);
}

/* Every field is put in once: the text is data again, and says so. */
static void check_form(struct scene *scene, const struct node *data, struct text bytes)
{
    static const struct text value = {"a, b: c", 7};
    struct offer_form form;
    struct offer_changes changes;
    struct fault fault;
    CHECK_OP(offer_form_make(&scene->rulebook, &scene->house, data, &scene->arena, &form), ==, STATUS_OK);
    for (size_t i = 0; i < scene->findings.count; i++)
        (void)offer_form_field_of(&form, &scene->findings.items[i]);
    for (unsigned i = 0; i < form.count; i++) {
        const struct form_field *field = &form.fields[i];
        bool is_list = field->kind == FORM_LIST || field->kind == FORM_CHOICES;
        const struct form_answer answer = {field->path, &value, 1, is_list};
        struct text filled;
        CHECK_OP(offer_form_fill(&scene->rulebook, &scene->house, bytes, &answer, 1, &scene->arena, &filled,
                                 &fault),
                 ==, STATUS_OK);
        const struct node *after =
            node_read(filled, (struct origin){.file = "offer.yaml", .line = 1, .column = 1}, &scene->arena,
                      &scene->findings);
        CHECK(after);
        CHECK_OP(offer_changes_find(data, after, &scene->arena, &changes), ==, STATUS_OK);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct scene scene;
    scene_init(&scene);
    struct text bytes = {(const char *)data, size};
    struct origin start = {.file = "offer.yaml", .line = 1, .column = 1};
    struct node *node = node_read(bytes, start, &scene.arena, &scene.findings);
    struct offer offer;
    if (node && offer_read(node, bytes, text_of("house/offer"), &scene.house, &scene.rulebook, &scene.arena,
                           &scene.findings, &offer) == STATUS_OK)
        check_offer_read(&scene, &offer);
    else
        CHECK(scene.findings.count + scene.findings.dropped > 0);
    check_findings(&scene.findings);
    if (node && node->kind == NODE_MAP)
        check_form(&scene, node, bytes);
    arena_release(&scene.arena);
    return 0;
}
