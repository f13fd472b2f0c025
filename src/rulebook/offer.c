#include "base/check.h"
#include "rulebook/check_internal.h"
#include "rulebook/hand_relation.h"
#include "rulebook/house_file.h"
#include "rulebook/schema.h"
#include "rulebook/vocabulary_paths.h"

#include <sodium.h>

enum { PATH_SIZE = 256, WORDS_SIZE = 256, RELATIONS_SIZE_MAX = 8 << 20 };

/* Reading one offer. */
struct posting {
    struct offer *offer;
    struct findings *findings;
    bool *open; /* if not NULL, nothing is said where a value is missing, but this becomes true */
};

static struct text clause_of(const struct node *approved)
{
    return approved->origin.clause;
}

struct origin offer_origin(const struct offer *offer, struct text clause)
{
    const struct node *activity = node_member(offer->data, KEY_OFFER);
    struct origin origin = {.file = offer->file, .line = 1, .column = 1};
    if (activity)
        origin = activity->origin;
    origin.clause = clause;
    return origin;
}

/* Where the value at a path is missing: at the key of the offer that it would stand under. */
static struct origin missing_origin(const struct posting *posting, const struct node *approved,
                                    const char *path)
{
    struct origin origin = offer_origin(posting->offer, clause_of(approved));
    struct text rest = text_of(path);
    for (const struct node *map = posting->offer->data; map && map->kind == NODE_MAP;) {
        if (map->key.length > 0)
            origin = map->key_origin;
        size_t end = 0;
        while (end < rest.length && rest.bytes[end] != '/')
            end++;
        map = node_member_called(map, text_slice(rest, 0, end));
        rest = text_from(rest, end < rest.length ? end + 1 : end);
    }
    origin.clause = clause_of(approved);
    return origin;
}

static struct origin posted_origin(const struct node *posted, const struct node *approved)
{
    struct origin origin = posted->origin;
    origin.clause = clause_of(approved);
    return origin;
}

/* ------------------------------------------------------------------------------------------ one value */

static bool is_posted_word(const struct node *node)
{
    return node->kind == NODE_SCALAR && text_equal(node->scalar, text_of("posted"));
}

/* The hours of an offer have a key of their own. */
static bool are_hours(const char *path)
{
    return text_equal(text_of(path), text_of(PATH_WHEN_HOURS));
}

static const char *path_shown(const char *path)
{
    return are_hours(path) ? KEY_HOURS : path;
}

static void write_list(struct text_out *out, const struct node *list)
{
    for (const struct node *item = list->first_child; item; item = item->next)
        text_out_add(out, "%s%.*s", item == list->first_child ? "" : ", ", TEXT_ARGUMENTS(item->scalar));
}

/* What may be posted, behind the word "post". */
static void write_approved(struct text_out *out, const struct node *approved)
{
    if (approved->kind == NODE_LIST) {
        text_out_add(out, "one of: ");
        write_list(out, approved);
    } else if (is_posted_word(approved)) {
        text_out_add(out, "what the house chooses");
    } else {
        text_out_add_text(out, approved->scalar);
    }
}

static void must_post(struct posting *posting, const struct node *approved, const char *path)
{
    if (posting->open) {
        *posting->open = true;
        return;
    }
    char words[WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    if (are_hours(path) && is_posted_word(approved))
        text_out_add(&out, "the hours that the house chooses, such as daily 10:00 to 02:00");
    else
        write_approved(&out, approved);
    findings_add(posting->findings, FINDING_ERROR, missing_origin(posting, approved, path),
                 "%s is not posted" REMEDY "post %s", path_shown(path), words);
}

static void not_approved(struct posting *posting, const struct node *posted, const struct node *approved,
                         const char *path)
{
    char words[WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    write_approved(&out, approved);
    findings_add(posting->findings, FINDING_ERROR, posted_origin(posted, approved),
                 "%s: %.*s is not approved" REMEDY "post %s", path_shown(path),
                 TEXT_ARGUMENTS(posted->scalar), words);
}

static bool same_words(const struct node *one, const struct node *other)
{
    return one->kind == NODE_SCALAR && other->kind == NODE_SCALAR && text_equal(one->scalar, other->scalar);
}

/* A number: within the approved one. */
static void check_number(struct posting *posting, const struct node *approved, const struct node *posted,
                         const struct vocabulary_type *type, const char *path)
{
    struct value limit, value;
    enum value_type value_type = schema_value_type(type->kind);
    if (value_read(value_type, approved->scalar, &limit, NULL) != STATUS_OK)
        return;
    bool anything = limit.type == VALUE_COUNT && limit.form == VALUE_IS_GIVEN && limit.range.low == 0 &&
                    limit.range.high == RANGE_NO_END; /* a permission; the house may post fewer */
    bool chooses = !value_is_fixed(&limit) && !type->condition && !anything;
    if (!posted) {
        if (chooses)
            must_post(posting, approved, path);
        return;
    }
    if (posted->kind != NODE_SCALAR || value_read(value_type, posted->scalar, &value, NULL) != STATUS_OK ||
        (!type->condition && !value_is_fixed(&value)))
        return; /* which has been said */
    if (type->condition ? !value_equal(&value, &limit) : !value_within(&value, &limit))
        not_approved(posting, posted, approved, path);
}

/* Words: the approved ones, or one of them. */
static void check_choice(struct posting *posting, const struct node *approved, const struct node *posted,
                         const char *path)
{
    if (posted && posted->kind != NODE_SCALAR)
        return; /* which has been said */
    if (approved->kind == NODE_SCALAR) {
        if (is_posted_word(approved) && !posted)
            must_post(posting, approved, path);
        else if (!is_posted_word(approved) && posted && !same_words(posted, approved))
            not_approved(posting, posted, approved, path);
        return;
    }
    if (!posted) {
        must_post(posting, approved, path);
        return;
    }
    for (const struct node *item = approved->first_child; item; item = item->next)
        if (same_words(posted, item))
            return;
    not_approved(posting, posted, approved, path);
}

/* The hours of an offer, or the moments of its drawings: no others than the approved ones, and where these are a condition
 * all of them. */
static void check_times(struct posting *posting, const struct node *approved, const struct node *posted,
                        const struct vocabulary_type *type, const char *path)
{
    struct schedule limit, times;
    if (!posted || approved->kind != NODE_SCALAR || is_posted_word(approved) || type->condition) {
        check_choice(posting, approved, posted, path);
        return;
    }
    if (posted->kind == NODE_SCALAR && schedule_read(approved->scalar, &limit, NULL) == STATUS_OK &&
        schedule_read(posted->scalar, &times, NULL) == STATUS_OK && !schedule_is_within(&times, &limit))
        findings_add(posting->findings, FINDING_ERROR, posted_origin(posted, approved),
                     "%s: %.*s is not all approved" REMEDY "post times within %.*s", path_shown(path),
                     TEXT_ARGUMENTS(posted->scalar), TEXT_ARGUMENTS(approved->scalar));
}

/* Whether at every table of the offer a hand that is asked for is one of the approved ones. */
static bool is_as_good(const struct offer *offer, const struct hand_rule *asked,
                       const struct hand_rule *least)
{
    struct arena arena;
    struct hand_relations relations;
    bool good = true;
    arena_init(&arena, RELATIONS_SIZE_MAX);
    hand_relations_init(&relations, &arena);
    for (unsigned i = 0; i < offer->table_count && good; i++) {
        const struct hand_game *game = offer->tables[i]->game.game;
        const struct hand_signature *one = hand_signature_of(&relations, asked, game),
                                    *other = one ? hand_signature_of(&relations, least, game) : NULL;
        if (!other || one->making != HAND_POSSIBLE)
            continue;
        enum hand_relation relation = hand_relation_of(one, other);
        good = relation == HAND_SAME || relation == HAND_INSIDE;
    }
    arena_release(&arena);
    return good;
}

/* A hand that must be reached: the approved one, or one that is harder to make. */
static void check_hand(struct posting *posting, const struct node *approved, const struct node *posted,
                       const char *path)
{
    struct hand_rule least, asked;
    if (!posted || approved->kind != NODE_SCALAR || is_posted_word(approved)) {
        check_choice(posting, approved, posted, path);
        return;
    }
    if (posted->kind == NODE_SCALAR && hand_rule_compile(approved->scalar, 0, &least, NULL) == STATUS_OK &&
        hand_rule_compile(posted->scalar, 0, &asked, NULL) == STATUS_OK &&
        !is_as_good(posting->offer, &asked, &least))
        findings_add(posting->findings, FINDING_ERROR, posted_origin(posted, approved),
                     "%s: %.*s is not approved" REMEDY "post %.*s, or hands among these", path,
                     TEXT_ARGUMENTS(posted->scalar), TEXT_ARGUMENTS(approved->scalar));
}

/* Any number of the approved words; all of them if the offer says nothing. */
static void check_subset(struct posting *posting, const struct node *approved, const struct node *posted,
                         const char *path)
{
    if (!posted || is_posted_word(approved))
        return;
    char words[WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    if (approved->kind == NODE_LIST)
        write_list(&out, approved);
    else
        text_out_add_text(&out, approved->scalar);
    const struct node *items = posted->kind == NODE_LIST ? posted->first_child : posted;
    for (const struct node *item = items; item; item = posted->kind == NODE_LIST ? item->next : NULL) {
        bool found = same_words(item, approved);
        if (approved->kind == NODE_LIST)
            for (const struct node *word = approved->first_child; word; word = word->next)
                found |= same_words(item, word);
        if (!found)
            findings_add(posting->findings, FINDING_ERROR, posted_origin(item, approved),
                         "%s: %.*s is not approved" REMEDY "leave it out; approved are: %s", path,
                         TEXT_ARGUMENTS(item->scalar), words);
    }
}

/* ------------------------------------------------------------------------------------------ the tree */

static void check_posted(struct posting *posting, const struct node *approved, const struct node *posted,
                         const struct vocabulary_type *type, const char *path);

static void join_path(char joined[PATH_SIZE], const char *path, struct text key)
{
    struct text_out out;
    text_out_init(&out, joined, PATH_SIZE);
    text_out_add(&out, "%s%s%.*s", path, path[0] ? "/" : "", TEXT_ARGUMENTS(key));
}

static void check_unknown_members(struct posting *posting, const struct node *approved,
                                  const struct node *posted, const char *path)
{
    if (!posted || posted->kind != NODE_MAP)
        return;
    for (const struct node *member = posted->first_child; member; member = member->next) {
        if (node_member_called(approved, member->key))
            continue;
        struct origin origin = member->key_origin;
        origin.clause = clause_of(approved);
        struct text_nearest nearest = text_nearest_to(member->key);
        for (const struct node *known = approved->first_child; known; known = known->next)
            text_nearest_offer(&nearest, known->key.bytes);
        findings_add(posting->findings, FINDING_ERROR, origin,
                     "the rules say nothing about %s%s%.*s" REMEDY "%s%s%s", path, path[0] ? "/" : "",
                     TEXT_ARGUMENTS(member->key), nearest.word ? "did you mean \"" : "leave it out",
                     nearest.word ? nearest.word : "", nearest.word ? "\"?" : "");
    }
}

static void check_members(struct posting *posting, const struct node *approved, const struct node *posted,
                          const struct vocabulary_type *type, const char *path)
{
    if (approved->kind != NODE_MAP)
        return;
    for (const struct node *member = approved->first_child; member; member = member->next) {
        const struct vocabulary_type *member_type = vocabulary_member_type(type, member->key);
        char joined[PATH_SIZE];
        join_path(joined, path, member->key);
        if (member_type)
            check_posted(posting, member, node_member_called(posted, member->key), member_type, joined);
    }
    check_unknown_members(posting, approved, posted, path);
}

static void must_post_each(struct posting *posting, const struct node *approved, const char *path)
{
    if (posting->open) {
        *posting->open = true;
        return;
    }
    char words[WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    write_list(&out, approved);
    findings_add(posting->findings, FINDING_ERROR, missing_origin(posting, approved, path),
                 "%s is not posted" REMEDY "post a list with one for each of %s", path,
                 approved->first_child->kind == NODE_SCALAR ? words : "the entries in the rules");
}

/* Prizes by place and the like: item by item. */
static void check_items(struct posting *posting, const struct node *approved, const struct node *posted,
                        const struct vocabulary_type *type, const char *path)
{
    if (approved->kind != NODE_LIST)
        return;
    if (posted && (posted->kind != NODE_LIST || posted->count != approved->count)) {
        findings_add(posting->findings, FINDING_ERROR, posted_origin(posted, approved),
                     "%s has %u entries here and %u in the rules" REMEDY "post one for each", path,
                     posted->count, approved->count);
        return;
    }
    bool *outer = posting->open, open = false;
    if (!posted) /* One finding for the list, not one for each of its entries. */
        posting->open = &open;
    const struct node *other = posted ? posted->first_child : NULL;
    unsigned number = 1;
    for (const struct node *item = approved->first_child; item; item = item->next, number++) {
        char place[16], joined[PATH_SIZE];
        struct text_out out;
        text_out_init(&out, place, sizeof place);
        text_out_add(&out, "%u", number);
        join_path(joined, path, text_out_text(&out));
        check_posted(posting, item, other, type->of, joined);
        other = other ? other->next : NULL;
    }
    posting->open = outer;
    if (open)
        must_post_each(posting, approved, path);
}

static void check_posted(struct posting *posting, const struct node *approved, const struct node *posted,
                         const struct vocabulary_type *type, const char *path)
{
    if (!posted && are_hours(path))
        posted = node_member(posting->offer->data, KEY_HOURS);
    switch (type->kind) {
    case VOCABULARY_PART:
    case VOCABULARY_MAP:
        check_members(posting, approved, posted, type, path);
        return;
    case VOCABULARY_LIST:
        check_items(posting, approved, posted, type, path);
        return;
    case VOCABULARY_ANY_OF:
        check_subset(posting, approved, posted, path);
        return;
    case VOCABULARY_EITHER:
        check_posted(posting, approved, posted, schema_alternative(approved, type), path);
        return;
    case VOCABULARY_HAND:
        check_hand(posting, approved, posted, path);
        return;
    case VOCABULARY_PERIODS:
    case VOCABULARY_MOMENTS:
        check_times(posting, approved, posted, type, path);
        return;
    default:
        if (approved->kind == NODE_SCALAR && schema_value_type(type->kind) != VALUE_TYPES)
            check_number(posting, approved, posted, type, path);
        else if (type->kind != VOCABULARY_WORDS || !node_says(approved, "any")) /* a permission */
            check_choice(posting, approved, posted, path);
    }
}

/* Parts that an offer fills by keys of its own. */
bool offer_part_has_own_keys(struct text part)
{
    static const char *const parts[] = {PART_CHARTS,    PART_STRUCTURES, PART_SETTINGS,
                                        PART_PAYTABLES, PART_GAMES,      PART_JUDGED};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (text_equal(part, text_of(parts[i])))
            return true;
    return false;
}

static void check_parts(struct posting *posting)
{
    const struct node *approved = posting->offer->rulebook->data, *posted = posting->offer->data;
    static const struct node nothing = {.kind = NODE_MAP};
    for (const struct node *part = approved->first_child; part; part = part->next) {
        const struct vocabulary_part *known = vocabulary_root_find(VOCABULARY_ROOT_RULEBOOK, part->key);
        char name[PATH_SIZE];
        join_path(name, "", part->key);
        if (!known || offer_part_has_own_keys(part->key) || offer_is_off(posting->offer, name))
            continue;
        const struct node *there = node_member_called(posted, part->key);
        struct vocabulary_type whole = {.kind = VOCABULARY_PART, .part = known};
        const struct vocabulary_type *type = known->is_key ? known->keys[0].type : &whole;
        check_posted(posting, part, there || type->kind == VOCABULARY_LIST ? there : &nothing, type, name);
    }
    for (const struct node *part = posted->first_child; part; part = part->next)
        if (vocabulary_root_find(VOCABULARY_ROOT_RULEBOOK, part->key) &&
            !offer_part_has_own_keys(part->key) && !node_member_called(approved, part->key))
            findings_add(posting->findings, FINDING_ERROR, part->key_origin,
                         "the rules of %.*s have no %.*s" REMEDY "leave it out",
                         TEXT_ARGUMENTS(posting->offer->rulebook->document.identity),
                         TEXT_ARGUMENTS(part->key));
}

/* ------------------------------------------------------------------------------------------ reading */

struct text offer_activity(const struct node *data)
{
    const struct node *activity = node_member(data, KEY_OFFER);
    return activity && activity->kind == NODE_SCALAR ? activity->scalar : text_of("");
}

static void unknown_table(struct posting *posting, const struct node *item)
{
    const struct house *house = posting->offer->house;
    struct text_nearest nearest = text_nearest_to(item->scalar);
    if (house->has_errors)
        return; /* it may be a table that could not be read */
    char names[WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, names, sizeof names);
    unsigned shown = 0;
    for (unsigned i = 0; i < house->table_count; i++)
        if (!house->tables[i].closed) {
            text_nearest_offer(&nearest, house->tables[i].name_ended);
            text_out_add(&out, "%s%s", shown++ ? ", " : "write one of: ", house->tables[i].name_ended);
        }
    if (shown == 0)
        text_out_add(&out, "add it to the tables of the house");
    if (nearest.word) {
        text_out_init(&out, names, sizeof names);
        text_out_add(&out, "did you mean %s?", nearest.word);
    }
    findings_add(posting->findings, FINDING_ERROR, item->origin, "the house has no table %.*s" REMEDY "%s",
                 TEXT_ARGUMENTS(item->scalar), names);
}

static enum status read_tables(struct posting *posting, struct arena *arena)
{
    struct offer *offer = posting->offer;
    const struct node *list = node_member(offer->data, KEY_TABLES);
    if (!list || list->kind != NODE_LIST)
        return STATUS_OK;
    offer->tables = ARENA_ARRAY(arena, const struct house_table *, list->count + 1);
    if (!offer->tables)
        return arena->refusal;
    for (const struct node *item = list->first_child; item; item = item->next) {
        const struct house_table *table =
            item->kind == NODE_SCALAR ? house_table_find(offer->house, item->scalar) : NULL;
        if (table && table->closed)
            findings_add(posting->findings, FINDING_ERROR, item->origin,
                         "table %.*s is closed for good" REMEDY "take it out of the tables of the offer",
                         TEXT_ARGUMENTS(table->name));
        else if (table)
            offer->tables[offer->table_count++] = table;
        else if (item->kind == NODE_SCALAR)
            unknown_table(posting, item);
    }
    return STATUS_OK;
}

static void read_hours(struct posting *posting)
{
    struct offer *offer = posting->offer;
    const struct node *hours = offer_node(offer, PATH_WHEN_HOURS);
    struct text words = hours && hours->kind == NODE_SCALAR ? hours->scalar : text_of("always");
    if (schedule_read(words, &offer->hours, NULL) != STATUS_OK || offer->hours.kind == SCHEDULE_POSTED)
        offer->hours = (struct schedule){.kind = SCHEDULE_PERIODS}; /* No hours, which has been said. */
}

/* In the version with tickets a hand wins some in place of its points: as many as are posted for each. */
static enum status read_tickets(struct offer *offer, struct arena *arena)
{
    enum { TICKETS_SIZE = 32 };
    const struct node *posted = offer_node(offer, PATH_TICKETS_EACH);
    struct value each;
    if (!text_equal(offer_text(offer, PATH_ACTIVITY_VERSION), text_of("tickets")) || !posted ||
        posted->kind != NODE_SCALAR || value_read(VALUE_COUNT, posted->scalar, &each, NULL) != STATUS_OK ||
        each.form != VALUE_IS_GIVEN || !value_is_fixed(&each))
        return STATUS_OK;
    struct node *tickets = ARENA_NEW(arena, struct node);
    char *words = ARENA_ARRAY(arena, char, TICKETS_SIZE);
    struct text_out out;
    if (!tickets || !words)
        return arena->refusal;
    text_out_init(&out, words, TICKETS_SIZE);
    text_out_add(&out, "%lld %s", (long long)each.range.low, each.range.low == 1 ? "ticket" : "tickets");
    *tickets = (struct node){.kind = NODE_SCALAR, .scalar = text_out_text(&out), .origin = posted->origin};
    offer->tickets = tickets;
    return STATUS_OK;
}

enum status offer_read(struct node *data, struct text bytes, struct text identity, const struct house *house,
                       const struct rulebook *rulebook, struct arena *arena, struct findings *findings,
                       struct offer *offer)
{
    struct offer read = {
        .file = data->origin.file, .identity = identity, .house = house, .rulebook = rulebook, .data = data};
    struct posting posting = {.offer = &read, .findings = findings};
    if (rulebook->is_law) {
        const struct node *activity = node_member(data, KEY_OFFER);
        findings_add(findings, FINDING_ERROR, activity ? activity->origin : data->origin,
                     "%.*s is a law and cannot be offered" REMEDY
                     "name an activity; the law binds its offers as they are",
                     TEXT_ARGUMENTS(rulebook->document.identity));
        return STATUS_INVALID;
    }
    schema_check(data, SCHEMA_POSTS, findings);
    if (data->kind != NODE_MAP)
        return STATUS_INVALID;
    (void)crypto_generichash(read.digest, sizeof read.digest, (const unsigned char *)bytes.bytes,
                             bytes.length, NULL, 0);
    read_hours(&posting);
    enum status status = read_tables(&posting, arena);
    if (status == STATUS_OK)
        status = read_tickets(&read, arena);
    if (status == STATUS_OK && !rulebook->has_errors)
        status = offer_read_charts(&read, arena, findings);
    if (status != STATUS_OK)
        return status;
    if (!rulebook->has_errors) {
        check_parts(&posting);
        check_offer(&read, findings);
    }
    *offer = read;
    return STATUS_OK;
}

enum status offer_take_hands(struct offer *offer, struct arena *arena, struct findings *findings)
{
    const struct node *hands = node_member(offer->data, KEY_HANDS);
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < offer->chart_count && hands && status == STATUS_OK; i++) {
        struct rulebook_chart *chart = ARENA_NEW(arena, struct rulebook_chart);
        if (!chart)
            return arena->refusal;
        status = rulebook_chart_with_hands(offer->rulebook, offer->charts[i], hands, arena, findings, chart);
        offer->charts[i] = chart;
    }
    return status;
}

/* ------------------------------------------------------------------------------------------ what holds */

/* The reading that the offer has chosen of the value at the path; NULL if none. */
static const struct node *chosen_reading(const struct offer *offer, const char *path)
{
    const struct node *chosen = node_member(offer->data, KEY_SETTINGS),
                      *settings = node_member(offer->rulebook->data, PART_SETTINGS);
    for (const struct node *member = chosen && chosen->kind == NODE_MAP ? chosen->first_child : NULL; member;
         member = member->next)
        if (node_says(node_member(node_member_called(settings, member->key), KEY_DECIDES), path))
            return member;
    return NULL;
}

const struct node *offer_node(const struct offer *offer, const char *path)
{
    if (text_equal(text_of(path), text_of(PATH_WHEN_HOURS))) {
        const struct node *hours = node_member(offer->data, KEY_HOURS);
        if (hours)
            return hours;
    }
    const struct node *posted = node_path(offer->data, path);
    if (!posted)
        posted = chosen_reading(offer, path);
    return posted ? posted : node_path(offer->rulebook->data, path);
}

struct text offer_title(const struct offer *offer)
{
    const struct node *advertised = node_member(offer->data, KEY_ADVERTISED_AS);
    return advertised ? advertised->scalar : offer->rulebook->document.name;
}

struct text offer_clause(const struct offer *offer, const char *path)
{
    const struct node *chosen = node_member(offer->data, KEY_SETTINGS),
                      *settings = node_member(offer->rulebook->data, PART_SETTINGS),
                      *said = node_path(offer->rulebook->data, path);
    bool posted = node_path(offer->data, path) != NULL;
    for (const struct node *setting = settings ? settings->first_child : NULL; setting;
         setting = setting->next)
        if (node_says(node_member(setting, KEY_DECIDES), path) &&
            (!said || (!posted && node_member_called(chosen, setting->key))))
            return setting->origin.clause;
    return said ? said->origin.clause : text_of("");
}

struct text offer_text(const struct offer *offer, const char *path)
{
    const struct node *node = offer_node(offer, path);
    if (node && node->kind == NODE_SCALAR)
        return node->scalar;
    size_t slash = 0;
    while (path[slash] && path[slash] != '/')
        slash++;
    const struct vocabulary_part *part =
        vocabulary_root_find(VOCABULARY_ROOT_RULEBOOK, (struct text){path, slash});
    const struct vocabulary_key *key =
        part && path[slash] ? vocabulary_key_find(part, text_of(path + slash + 1)) : NULL;
    return text_of(key && key->fallback ? key->fallback : "");
}

const struct node *offer_structure(const struct offer *offer)
{
    const struct node *structures = node_member(offer->rulebook->data, PART_STRUCTURES);
    const struct node *chosen = node_member(offer->data, KEY_STRUCTURE);
    if (!structures || structures->kind != NODE_MAP)
        return NULL;
    return chosen ? node_member_called(structures, chosen->scalar) : structures->first_child;
}

bool offer_is_off(const struct offer *offer, const char *part)
{
    return node_lists(node_member(offer->data, KEY_OFF), part);
}

bool offer_next_item(struct text items, size_t *at, struct text *item)
{
    size_t end = *at;
    if (*at >= items.length)
        return false;
    while (end < items.length && items.bytes[end] != ';')
        end++;
    *item = text_trimmed(text_slice(items, *at, end - *at));
    *at = end + 1;
    return true;
}

static const struct rulebook_chart *chart_of(const struct offer *offer, const struct rulebook_row *row)
{
    for (unsigned i = 0; i < offer->chart_count; i++) {
        const struct rulebook_chart *chart = offer->charts[i];
        if (row >= chart->rows && row < chart->rows + chart->row_count)
            return chart;
    }
    return NULL;
}

const struct node *offer_posted_prize(const struct offer *offer, const struct rulebook_row *row)
{
    const struct node *prizes = node_member(offer->data, KEY_PRIZES),
                      *posted = node_member_called(prizes, row->name);
    const struct rulebook_chart *chart = chart_of(offer, row);
    if (!posted && chart && node_member(chart->node, KEY_PRIZE) && !node_member(row->node, KEY_AWARD))
        posted = node_member_called(prizes, chart->name);
    return posted;
}

static bool wins_points(const struct rulebook_row *row)
{
    return row->has_award && row->award.form == VALUE_IS_GIVEN && row->award.award.count == 1 &&
           row->award.award.parts[0].kind == AWARD_POINTS;
}

const struct node *offer_prize(const struct offer *offer, const struct rulebook_row *row)
{
    const struct node *posted = offer_posted_prize(offer, row), *award = node_member(row->node, KEY_AWARD);
    const struct rulebook_chart *chart = chart_of(offer, row);
    if (!posted && offer->tickets && wins_points(row))
        return offer->tickets;
    return posted ? posted : award ? award : chart ? node_member(chart->node, KEY_PRIZE) : NULL;
}

/* Its own award, or the one prize of its chart; or so many tickets. */
bool offer_approved_prize(const struct offer *offer, const struct rulebook_row *row, struct value *approved,
                          struct text *clause)
{
    const struct rulebook_chart *chart = chart_of(offer, row);
    const struct node *award = node_member(row->node, KEY_AWARD),
                      *each = node_path(offer->rulebook->data, PATH_TICKETS_EACH);
    struct value tickets;
    if (!award && chart)
        award = node_member(chart->node, KEY_PRIZE);
    *approved = row->award;
    *clause = award ? award->origin.clause : row->node->origin.clause;
    if (!offer->tickets || !wins_points(row) || !each || each->kind != NODE_SCALAR ||
        value_read(VALUE_COUNT, each->scalar, &tickets, NULL) != STATUS_OK || tickets.form != VALUE_IS_GIVEN)
        return row->has_award;
    approved->award.parts[0] = (struct award_part){.kind = AWARD_TICKETS, .range = tickets.range};
    *clause = each->origin.clause;
    return true;
}

bool offers_meet(const struct offer *one, const struct offer *other, const struct house_table **table)
{
    const struct house_table *common = NULL;
    for (unsigned i = 0; i < one->table_count && !common; i++)
        for (unsigned j = 0; j < other->table_count && !common; j++)
            if (text_equal(one->tables[i]->name, other->tables[j]->name))
                common = one->tables[i];
    if (!common || !schedule_overlap(&one->hours, &other->hours))
        return false;
    *table = common;
    return true;
}
