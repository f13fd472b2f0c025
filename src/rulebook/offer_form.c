/*
 * The walk is that of the check in offer.c: where the check asks for a posted value, or holds one against what is approved, there is
 * a field.
 */
#include "rulebook/offer_form.h"

#include "base/check.h"
#include "base/growing.h"
#include "rulebook/check_internal.h"
#include "rulebook/form_internal.h"
#include "rulebook/schema.h"
#include "rulebook/vocabulary_paths.h"

static const char *const kind_names[FORM_KINDS] = {
    [FORM_MONEY] = "money",       [FORM_COUNT] = "count",       [FORM_PERCENT] = "percent",
    [FORM_MULTIPLE] = "multiple", [FORM_DURATION] = "duration", [FORM_TIME] = "time",
    [FORM_DATE] = "date",         [FORM_HOURS] = "hours",       [FORM_MOMENTS] = "moments",
    [FORM_FLAG] = "flag",         [FORM_TEXT] = "text",         [FORM_HAND] = "hand",
    [FORM_AWARD] = "award",       [FORM_LIMITS] = "limits",     [FORM_CHOICE] = "choice",
    [FORM_CHOICES] = "choices",   [FORM_LIST] = "list",         [FORM_GAME] = "game",
};

const char *form_kind_name(enum form_kind kind)
{
    CHECK_OP(kind, <, FORM_KINDS);
    return kind_names[kind];
}

struct making {
    const struct rulebook *rulebook;
    const struct house *house;
    const struct node *posted;
    struct arena *arena;
    struct offer_form *form;
    enum status status;        /* the first failure */
    bool off;                  /* in a part that is not offered */
    struct form_field nowhere; /* what is written where there is no room */
};

/* A place of the offer on the way down. */
struct spot {
    struct text keys[FORM_KEYS_MAX];
    unsigned count, in_list, items;
};

/* ------------------------------------------------------------------------------------------ fields */

static bool is_posted_word(const struct node *node)
{
    return node->kind == NODE_SCALAR && text_equal(node->scalar, text_of("posted"));
}

static struct text kept(struct making *making, struct text text)
{
    struct text copy = text_of("");
    enum status status = arena_copy_text(making->arena, text, &copy);
    if (status != STATUS_OK)
        making->status = status;
    return copy;
}

/* The keys from `first` on with `between` between them. */
static struct text join(struct making *making, const struct spot *spot, unsigned first, const char *between)
{
    struct growing growing = {.arena = making->arena};
    for (unsigned i = first; i < spot->count; i++) {
        growing_say(&growing, i == first ? "" : between);
        growing_add(&growing, spot->keys[i]);
    }
    if (growing.status != STATUS_OK)
        making->status = growing.status;
    return growing_text(&growing);
}

static struct spot under(const struct spot *spot, struct text key)
{
    struct spot deeper = *spot;
    if (deeper.count < FORM_KEYS_MAX)
        deeper.keys[deeper.count] = key;
    deeper.count++;
    return deeper;
}

static struct spot spot_of(const char *key)
{
    return (struct spot){.keys = {text_of(key)}, .count = 1};
}

/* A new field, or one that nobody looks at if there is no room. */
static struct form_field *add_field(struct making *making, const struct spot *spot, enum form_kind kind,
                                    const struct node *approved, const struct vocabulary_key *key)
{
    if (making->form->count == FORM_FIELDS_MAX || spot->count > FORM_KEYS_MAX) {
        making->status = STATUS_NO_SPACE;
        return &making->nowhere;
    }
    struct form_field *field = &making->form->fields[making->form->count++];
    *field = (struct form_field){.key_count = spot->count, .in_list = spot->in_list, .items = spot->items};
    for (unsigned i = 0; i < spot->count; i++)
        field->keys[i] = spot->keys[i];
    field->kind = kind;
    field->path = join(making, spot, 0, "/");
    field->label = join(making, spot, spot->count > 2 ? 1 : 0, ": ");
    field->clause = approved ? approved->origin.clause : text_of("");
    field->approved = approved && approved->kind == NODE_SCALAR ? approved->scalar : text_of("");
    field->fallback = text_of("");
    field->chart = field->least = field->most = text_of("");
    field->meaning = key && key->meaning[0] ? key->meaning : NULL;
    field->example = key ? key->example : NULL;
    return field;
}

static void add_choice(struct making *making, struct form_field *field, struct text choice)
{
    if (!field->choices)
        field->choices = ARENA_ARRAY(making->arena, struct text, FORM_CHOICES_MAX);
    if (!field->choices || field->choice_count == FORM_CHOICES_MAX)
        making->status = field->choices ? STATUS_NO_SPACE : making->arena->refusal;
    else
        field->choices[field->choice_count++] = choice;
}

static void add_words(struct making *making, struct form_field *field, const char *const *words)
{
    for (unsigned i = 0; words[i]; i++)
        add_choice(making, field, text_of(words[i]));
}

/* The items of a list of single values as the choices, and as what is approved. */
static void add_items(struct making *making, struct form_field *field, const struct node *list)
{
    for (const struct node *item = list->first_child; item; item = item->next)
        if (item->kind == NODE_SCALAR)
            add_choice(making, field, item->scalar);
    if (offer_value_text(list, making->arena, &field->approved) != STATUS_OK)
        making->status = making->arena->refusal;
}

/* ------------------------------------------------------------------------------------------ numbers */

enum form_kind form_kind_of(enum vocabulary_kind kind)
{
    switch (kind) {
    case VOCABULARY_MONEY:
        return FORM_MONEY;
    case VOCABULARY_COUNT:
        return FORM_COUNT;
    case VOCABULARY_PERCENT:
        return FORM_PERCENT;
    case VOCABULARY_MULTIPLE:
        return FORM_MULTIPLE;
    case VOCABULARY_DURATION:
        return FORM_DURATION;
    case VOCABULARY_TIME:
        return FORM_TIME;
    case VOCABULARY_DATE:
        return FORM_DATE;
    case VOCABULARY_YES_OR_NO:
        return FORM_FLAG;
    case VOCABULARY_AWARD:
        return FORM_AWARD;
    case VOCABULARY_LIMITS:
        return FORM_LIMITS;
    case VOCABULARY_HAND:
        return FORM_HAND;
    case VOCABULARY_PERIODS:
        return FORM_HOURS;
    case VOCABULARY_MOMENTS:
        return FORM_MOMENTS;
    case VOCABULARY_GAME:
        return FORM_GAME;
    default:
        return FORM_TEXT;
    }
}

/* A value as its normal text, kept. */
static struct text value_text(struct making *making, const struct value *value)
{
    char words[VALUE_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    value_write(&out, value);
    return kept(making, text_out_text(&out));
}

static void set_range(struct making *making, struct form_field *field, enum value_type type,
                      struct range range)
{
    struct value end = {.type = type, .form = VALUE_IS_GIVEN, .range = {range.low, range.low}};
    if (range.low > 0 || type == VALUE_COUNT || type == VALUE_PERCENT || type == VALUE_MONEY)
        field->least = value_text(making, &end);
    end.range = (struct range){range.high, range.high};
    if (range.high != RANGE_NO_END)
        field->most = value_text(making, &end);
}

static void set_durations(struct making *making, struct form_field *field, struct duration_range range)
{
    struct value end = {.type = VALUE_DURATION, .form = VALUE_IS_GIVEN, .duration = {range.low, range.low}};
    if (range.low.count > 0)
        field->least = value_text(making, &end);
    end.duration = (struct duration_range){range.high, range.high};
    if (range.high.count != RANGE_NO_END)
        field->most = value_text(making, &end);
}

/* The ends of what is approved. */
static void set_ends(struct making *making, struct form_field *field, const struct value *value)
{
    if (value->form != VALUE_IS_GIVEN)
        return;
    switch (value->type) {
    case VALUE_MONEY:
    case VALUE_MONEY_OR_NONE:
        set_range(making, field, VALUE_MONEY, value->range);
        break;
    case VALUE_COUNT:
    case VALUE_PERCENT:
    case VALUE_MULTIPLE:
        set_range(making, field, value->type, value->range);
        break;
    case VALUE_DURATION:
        set_durations(making, field, value->duration);
        break;
    default:
        break;
    }
}

/* An award of money alone is asked for as money. */
static void set_award(struct making *making, struct form_field *field, const struct value *value)
{
    const struct award *award = &value->award;
    field->kind = FORM_AWARD;
    if (value->form != VALUE_IS_GIVEN || award->count != 1 || award->parts[0].kind != AWARD_MONEY ||
        award->parts[0].name.length > 0)
        return;
    field->kind = FORM_MONEY;
    set_range(making, field, VALUE_MONEY, award->parts[0].range);
}

static void walk_number(struct making *making, const struct spot *spot, const struct node *approved,
                        const struct node *posted, const struct vocabulary_type *type,
                        const struct vocabulary_key *key)
{
    struct value limit;
    if (type->condition ||
        value_read(schema_value_type(type->kind), approved->scalar, &limit, NULL) != STATUS_OK ||
        value_is_fixed(&limit))
        return;
    struct form_field *field = add_field(making, spot, form_kind_of(type->kind), approved, key);
    bool anything = limit.type == VALUE_COUNT && limit.form == VALUE_IS_GIVEN && limit.range.low == 0 &&
                    limit.range.high == RANGE_NO_END;
    field->required = !anything && !making->off;
    field->value = posted;
    if (limit.type == VALUE_AWARD)
        set_award(making, field, &limit);
    else
        set_ends(making, field, &limit);
    if (limit.type == VALUE_YES_NO) {
        add_choice(making, field, text_of("yes"));
        add_choice(making, field, text_of("no"));
    }
}

/* ------------------------------------------------------------------------------------------ words */

static void walk_choice(struct making *making, const struct spot *spot, const struct node *approved,
                        const struct node *posted, const struct vocabulary_type *type,
                        const struct vocabulary_key *key)
{
    if (approved->kind == NODE_SCALAR && !is_posted_word(approved))
        return;
    struct form_field *field = add_field(making, spot, form_kind_of(type->kind), approved, key);
    field->required = !making->off;
    field->value = posted;
    if (approved->kind == NODE_LIST) {
        field->kind = FORM_CHOICE;
        add_items(making, field, approved);
    } else if (type->kind == VOCABULARY_ONE_OF) {
        field->kind = FORM_CHOICE;
        add_words(making, field, type->words);
    }
}

/* A hand that is harder to make, or other hours within the approved ones, may be posted and need not be. */
static void walk_narrower(struct making *making, const struct spot *spot, const struct node *approved,
                          const struct node *posted, const struct vocabulary_type *type,
                          const struct vocabulary_key *key)
{
    if (approved->kind != NODE_SCALAR || is_posted_word(approved)) {
        walk_choice(making, spot, approved, posted, type, key);
        return;
    }
    if (type->condition)
        return;
    struct form_field *field = add_field(making, spot, form_kind_of(type->kind), approved, key);
    field->fallback = approved->scalar;
    field->value = posted;
}

static void walk_subset(struct making *making, const struct spot *spot, const struct node *approved,
                        const struct node *posted, const struct vocabulary_type *type,
                        const struct vocabulary_key *key)
{
    if (!is_posted_word(approved) && (approved->kind != NODE_LIST || approved->count < 2))
        return;
    struct form_field *field = add_field(making, spot, FORM_CHOICES, approved, key);
    field->value = posted;
    if (approved->kind == NODE_LIST)
        add_items(making, field, approved);
    else
        add_words(making, field, type->words);
    field->fallback = approved->kind == NODE_LIST ? field->approved : text_of("");
}

/* ------------------------------------------------------------------------------------------ the tree */

static void walk(struct making *making, const struct spot *spot, const struct node *approved,
                 const struct node *posted, const struct vocabulary_type *type,
                 const struct vocabulary_key *key);

static void walk_members(struct making *making, const struct spot *spot, const struct node *approved,
                         const struct node *posted, const struct vocabulary_type *type)
{
    if (approved->kind != NODE_MAP)
        return;
    for (const struct node *member = approved->first_child; member; member = member->next) {
        const struct vocabulary_key *key = NULL;
        const struct vocabulary_type *member_type = type->of;
        if (type->kind == VOCABULARY_PART) {
            key = vocabulary_key_find(type->part, member->key);
            member_type = key ? key->type : NULL;
        }
        struct spot deeper = under(spot, member->key);
        if (member_type)
            walk(making, &deeper, member, node_member_called(posted, member->key), member_type, key);
    }
}

static bool leaves_choice(const struct node *item, const struct vocabulary_type *type)
{
    struct value value;
    enum value_type value_type = schema_value_type(type->kind);
    if (type->condition || item->kind != NODE_SCALAR)
        return false;
    if (value_type == VALUE_TYPES)
        return is_posted_word(item);
    return value_read(value_type, item->scalar, &value, NULL) == STATUS_OK && !value_is_fixed(&value);
}

/* Single values are posted as one list, maps item by item. */
static void walk_items(struct making *making, const struct spot *spot, const struct node *approved,
                       const struct node *posted, const struct vocabulary_type *type,
                       const struct vocabulary_key *key)
{
    if (approved->kind != NODE_LIST)
        return;
    const struct node *other = posted && posted->kind == NODE_LIST ? posted->first_child : NULL;
    unsigned number = 1;
    bool open = false;
    for (const struct node *item = approved->first_child; item; item = item->next, number++) {
        char digits[16];
        struct text_out out;
        open |= leaves_choice(item, type->of);
        text_out_init(&out, digits, sizeof digits);
        text_out_add(&out, "%u", number);
        struct spot deeper = under(spot, kept(making, text_out_text(&out)));
        deeper.in_list |= spot->count < FORM_KEYS_MAX ? 1U << spot->count : 0;
        deeper.items = approved->count;
        if (item->kind != NODE_SCALAR)
            walk(making, &deeper, item, other, type->of, NULL);
        other = other ? other->next : NULL;
    }
    if (!open)
        return;
    struct form_field *field = add_field(making, spot, FORM_LIST, approved, key);
    field->required = !making->off;
    field->value = posted;
    if (offer_value_text(approved, making->arena, &field->approved) != STATUS_OK)
        making->status = making->arena->refusal;
}

static bool are_hours(const struct spot *spot)
{
    return spot->count == 2 && text_equal(spot->keys[0], text_of(PART_WHEN)) &&
           text_equal(spot->keys[1], text_of(KEY_HOURS));
}

static void walk(struct making *making, const struct spot *spot, const struct node *approved,
                 const struct node *posted, const struct vocabulary_type *type,
                 const struct vocabulary_key *key)
{
    if (are_hours(spot))
        return; /* they have a key of their own */
    switch (type->kind) {
    case VOCABULARY_PART:
    case VOCABULARY_MAP:
        walk_members(making, spot, approved, posted, type);
        return;
    case VOCABULARY_LIST:
        walk_items(making, spot, approved, posted, type, key);
        return;
    case VOCABULARY_ANY_OF:
        walk_subset(making, spot, approved, posted, type, key);
        return;
    case VOCABULARY_EITHER:
        walk(making, spot, approved, posted, schema_alternative(approved, type), key);
        return;
    case VOCABULARY_HAND:
    case VOCABULARY_PERIODS:
    case VOCABULARY_MOMENTS:
        walk_narrower(making, spot, approved, posted, type, key);
        return;
    default:
        if (approved->kind == NODE_SCALAR && schema_value_type(type->kind) != VALUE_TYPES)
            walk_number(making, spot, approved, posted, type, key);
        else
            walk_choice(making, spot, approved, posted, type, key);
    }
}

static void walk_parts(struct making *making)
{
    for (const struct node *part = making->rulebook->data->first_child; part; part = part->next) {
        const struct vocabulary_part *known = vocabulary_root_find(VOCABULARY_ROOT_RULEBOOK, part->key);
        if (!known || offer_part_has_own_keys(part->key))
            continue;
        struct spot spot = {.keys = {part->key}, .count = 1};
        struct vocabulary_type whole = {.kind = VOCABULARY_PART, .part = known};
        const struct node *off = node_member(making->posted, KEY_OFF);
        making->off = false;
        for (const struct node *item = off ? off->first_child : NULL; item; item = item->next)
            making->off |= item->kind == NODE_SCALAR && text_equal(item->scalar, part->key);
        walk(making, &spot, part, node_member_called(making->posted, part->key),
             known->is_key ? known->keys[0].type : &whole, known->is_key ? &known->keys[0] : NULL);
    }
    making->off = false;
}

/* ------------------------------------------------------------------------------------------ what every offer says */

static const struct vocabulary_key *offer_key(const char *name)
{
    const struct vocabulary_part *part = vocabulary_part_find(PART_OFFER);
    CHECK(part);
    return vocabulary_key_find(part, text_of(name));
}

/* A field under a key of the offer itself. */
static struct form_field *add_own(struct making *making, const char *name, enum form_kind kind,
                                  const struct node *approved)
{
    struct spot spot = spot_of(name);
    struct form_field *field = add_field(making, &spot, kind, approved, offer_key(name));
    field->value = node_member(making->posted, name);
    return field;
}

static void add_names(struct making *making)
{
    const struct rule_document *document = &making->rulebook->document;
    const struct node *names = node_path(making->rulebook->data, PATH_ACTIVITY_NAMES);
    if (node_says(names, "any, showing the identifier"))
        add_own(making, KEY_ADVERTISED_AS, FORM_TEXT, names)->fallback = document->name;
    if (document->identifier.length == 0)
        (void)add_own(making, KEY_IDENTIFIER, FORM_TEXT, NULL);
}

static void add_tables(struct making *making)
{
    struct form_field *field =
        add_own(making, KEY_TABLES, FORM_LIST, node_member(making->rulebook->data, PART_GAMES));
    field->required = true;
    field->approved = text_of("");
    for (unsigned i = 0; i < making->house->table_count; i++)
        if (!making->house->tables[i].closed &&
            game_list_includes(&making->rulebook->games, &making->house->tables[i].game))
            add_choice(making, field, making->house->tables[i].name);
}

static void add_times(struct making *making)
{
    const struct node *approved = node_path(making->rulebook->data, PATH_WHEN_HOURS);
    struct form_field *hours = add_own(making, KEY_HOURS, FORM_HOURS, approved);
    bool posted = approved && (approved->kind == NODE_LIST || is_posted_word(approved));
    hours->required = posted;
    hours->fallback = posted ? text_of("") : approved ? approved->scalar : text_of("always");
    if (approved && approved->kind == NODE_LIST) {
        hours->kind = FORM_CHOICE;
        add_items(making, hours, approved);
    }
    (void)add_own(making, KEY_FROM, FORM_DATE, NULL);
    (void)add_own(making, KEY_UNTIL, FORM_DATE, NULL);
}

/* Where each game has a chart of its own: one field for each game that the house deals. */
static void add_chart_of_game(struct making *making, const struct game_name *game, const struct node *how)
{
    const struct rulebook *rulebook = making->rulebook;
    struct spot chart = spot_of(KEY_CHART), spot = under(&chart, game->name);
    for (unsigned i = 0; i < making->form->count; i++)
        if (making->form->fields[i].key_count == 2 &&
            text_equal(making->form->fields[i].keys[0], text_of(KEY_CHART)) &&
            text_equal(making->form->fields[i].keys[1], game->name))
            return;
    struct form_field *field = add_field(making, &spot, FORM_CHOICE, how, offer_key(KEY_CHART));
    field->approved = text_of("");
    field->value = node_member_called(node_member(making->posted, KEY_CHART), game->name);
    for (unsigned i = 0; i < rulebook->chart_count; i++)
        if (game_list_includes(&rulebook->charts[i].games, game))
            add_choice(making, field, rulebook->charts[i].name);
}

static void add_charts(struct making *making)
{
    const struct rulebook *rulebook = making->rulebook;
    const struct node *how = node_path(rulebook->data, PATH_OFFERING_CHARTS),
                      *posted = node_member(making->posted, KEY_CHART);
    if (!rulebook_chooses_chart(rulebook))
        return;
    if (node_says(how, "one for each game") && (!posted || posted->kind == NODE_MAP)) {
        for (unsigned i = 0; i < making->house->table_count; i++)
            if (!making->house->tables[i].closed &&
                game_list_includes(&rulebook->games, &making->house->tables[i].game))
                add_chart_of_game(making, &making->house->tables[i].game, how);
        return;
    }
    struct form_field *field = add_own(making, KEY_CHART, FORM_CHOICE, how);
    field->approved = text_of("");
    field->required = true;
    for (unsigned i = 0; i < rulebook->chart_count; i++)
        add_choice(making, field, rulebook->charts[i].name);
}

static void add_structure(struct making *making)
{
    const struct node *structures = node_member(making->rulebook->data, PART_STRUCTURES);
    if (!structures || structures->kind != NODE_MAP || structures->count < 2)
        return;
    struct form_field *field = add_own(making, KEY_STRUCTURE, FORM_CHOICE, structures);
    field->required = true;
    for (const struct node *member = structures->first_child; member; member = member->next)
        add_choice(making, field, member->key);
}

/* The prize or the hand of a row, or the one prize of a chart. */
static struct form_field *add_of_chart(struct making *making, const struct rulebook_chart *chart,
                                       const char *key, struct text name, const struct node *approved)
{
    struct spot map = spot_of(key), spot = under(&map, name);
    struct form_field *field = add_field(making, &spot, FORM_AWARD, approved, NULL);
    field->label = name;
    field->required = true;
    field->chart = rulebook_chooses_chart(making->rulebook) ? chart->name : text_of("");
    field->value = node_member_called(node_member(making->posted, key), name);
    return field;
}

static void add_prize(struct making *making, const struct rulebook_chart *chart, struct text name,
                      const struct node *approved)
{
    struct value award;
    if (!approved || approved->kind != NODE_SCALAR ||
        value_read(VALUE_AWARD, approved->scalar, &award, NULL) != STATUS_OK || value_is_fixed(&award))
        return;
    struct form_field *field = add_of_chart(making, chart, KEY_PRIZES, name, approved);
    const struct node *rows = node_path(making->rulebook->data, PATH_OFFERING_ROWS);
    field->required = !node_says(rows, "any the house posts");
    set_award(making, field, &award);
}

/* The one prize of a chart is posted under the name of the chart, unless the house has begun to post it row by row. */
static bool is_by_row(const struct making *making, const struct rulebook_chart *chart)
{
    const struct node *prizes = node_member(making->posted, KEY_PRIZES);
    unsigned rows = 0;
    bool begun = false;
    for (unsigned i = 0; i < chart->row_count; i++) {
        bool without = !node_member(chart->rows[i].node, KEY_AWARD);
        rows += without;
        begun |= without && node_member_called(prizes, chart->rows[i].name);
    }
    return (begun || rows == 1) && !node_member_called(prizes, chart->name);
}

static void add_prizes(struct making *making, const struct rulebook_chart *chart)
{
    const struct node *rows = node_member(chart->node, KEY_ROWS),
                      *prize = node_member(chart->node, KEY_PRIZE);
    bool by_row = is_by_row(making, chart);
    if (!by_row)
        add_prize(making, chart, chart->name, prize);
    for (unsigned i = 0; i < chart->row_count; i++) {
        const struct node *award = node_member(chart->rows[i].node, KEY_AWARD);
        add_prize(making, chart, chart->rows[i].name, award ? award : by_row ? prize : NULL);
    }
    for (const struct node *row = rows ? rows->first_child : NULL; row; row = row->next) {
        const struct node *name = node_member(row, KEY_NAME);
        if (!name || name->kind != NODE_SCALAR || !node_says(node_member(row, KEY_HAND), "posted"))
            continue;
        add_of_chart(making, chart, KEY_HANDS, name->scalar, node_member(row, KEY_HAND))->kind = FORM_HAND;
        add_prize(making, chart, name->scalar, node_member(row, KEY_AWARD));
    }
}

/* "the posted suit" and "the posted rank" in the hands of a chart. */
static void add_posted_words(struct making *making)
{
    static const char *const suits[] = {"clubs", "diamonds", "hearts", "spades", NULL};
    static const struct {
        const char *key, *words;
    } posted[] = {{KEY_SUIT, "the posted suit"}, {KEY_RANK, "the posted rank"}};
    const struct rulebook *rulebook = making->rulebook;
    for (size_t word = 0; word < sizeof posted / sizeof posted[0]; word++) {
        const struct rulebook_row *needs = NULL;
        unsigned charts = 0, last = UINT32_MAX;
        for (unsigned i = 0; i < rulebook->chart_count; i++)
            for (unsigned j = 0; j < rulebook->charts[i].row_count; j++)
                if (text_contains(rulebook->charts[i].rows[j].hand, text_of(posted[word].words))) {
                    needs = &rulebook->charts[i].rows[j];
                    charts += last != i;
                    last = i;
                }
        if (!needs)
            continue;
        struct form_field *field =
            add_own(making, posted[word].key, word == 0 ? FORM_CHOICE : FORM_TEXT, needs->node);
        field->approved = text_of("");
        field->required = charts == rulebook->chart_count || !rulebook_chooses_chart(rulebook);
        if (word == 0)
            add_words(making, field, suits);
        if (charts == 1 && rulebook_chooses_chart(rulebook)) {
            field->chart = rulebook->charts[last].name;
            field->required = true;
        }
    }
}

static void add_settings(struct making *making)
{
    const struct node *settings = node_member(making->rulebook->data, PART_SETTINGS);
    struct spot map = spot_of(KEY_SETTINGS);
    for (const struct node *setting = settings && settings->kind == NODE_MAP ? settings->first_child : NULL;
         setting; setting = setting->next) {
        const struct node *choices = node_member(setting, KEY_CHOICES),
                          *usual = node_member(setting, KEY_DEFAULT);
        struct spot spot = under(&map, setting->key);
        if (!choices || choices->kind != NODE_LIST)
            continue;
        struct form_field *field = add_field(making, &spot, FORM_CHOICE, choices, offer_key(KEY_SETTINGS));
        add_items(making, field, choices);
        field->fallback = usual && usual->kind == NODE_SCALAR ? usual->scalar : text_of("");
        field->value = node_member_called(node_member(making->posted, KEY_SETTINGS), setting->key);
    }
}

static void add_off(struct making *making)
{
    const struct node *multiplier = node_member(making->rulebook->data, PART_MULTIPLIER);
    if (!multiplier || node_says(node_member(multiplier, KEY_OPTIONAL), "no"))
        return;
    struct form_field *field = add_own(making, KEY_OFF, FORM_LIST, multiplier);
    field->approved = text_of("");
    add_choice(making, field, text_of(PART_MULTIPLIER));
}

enum status offer_form_make(const struct rulebook *rulebook, const struct house *house,
                            const struct node *posted, struct arena *arena, struct offer_form *form)
{
    struct offer_form made = {.rulebook = rulebook,
                              .fields = ARENA_ARRAY(arena, struct form_field, FORM_FIELDS_MAX)};
    struct making making = {
        .rulebook = rulebook, .house = house, .posted = posted, .arena = arena, .form = &made};
    if (!made.fields)
        return arena->refusal;
    add_names(&making);
    add_tables(&making);
    add_times(&making);
    add_charts(&making);
    add_structure(&making);
    add_posted_words(&making);
    for (unsigned i = 0; i < rulebook->chart_count; i++)
        add_prizes(&making, &rulebook->charts[i]);
    walk_parts(&making);
    add_off(&making);
    add_settings(&making);
    if (making.status == STATUS_OK)
        *form = made;
    return making.status;
}

/* ------------------------------------------------------------------------------------------ looking up */

const struct form_field *offer_form_field(const struct offer_form *form, struct text path)
{
    for (unsigned i = 0; i < form->count; i++)
        if (text_equal(form->fields[i].path, path))
            return &form->fields[i];
    return NULL;
}

/* Whether the value, or the key before it, stands where the finding is. */
static bool stands_at(const struct node *value, const struct origin *origin)
{
    if (value->key_origin.line == origin->line && value->key_origin.column == origin->column)
        return true;
    if (value->kind == NODE_SCALAR && value->origin.line == origin->line)
        return value->origin.column <= origin->column &&
               origin->column <= value->origin.column + value->scalar.length + 1;
    for (const struct node *item = value->kind == NODE_LIST ? value->first_child : NULL; item;
         item = item->next)
        if (item->kind == NODE_SCALAR && stands_at(item, origin))
            return true;
    return false;
}

/* Whether the words of a finding name the field: by its path, or by a row in quotation marks. */
static bool names(struct text words, const struct form_field *field)
{
    char quoted[256];
    struct text_out out;
    text_out_init(&out, quoted, sizeof quoted);
    text_out_add(&out, "\"%.*s\"", TEXT_ARGUMENTS(field->keys[field->key_count - 1]));
    return text_contains(words, field->path) || text_contains(words, text_out_text(&out));
}

static bool is_missed(const struct form_field *field, const struct finding *finding)
{
    return !field->value && field->required && names(finding->words, field);
}

const struct form_field *offer_form_field_of(const struct offer_form *form, const struct finding *finding)
{
    const struct form_field *found = NULL;
    for (unsigned i = 0; i < form->count; i++)
        if (form->fields[i].value && stands_at(form->fields[i].value, &finding->origin))
            found = &form->fields[i];
    for (unsigned i = 0; i < form->count && !found; i++)
        if (is_missed(&form->fields[i], finding) &&
            text_equal(form->fields[i].clause, finding->origin.clause))
            found = &form->fields[i];
    for (unsigned i = 0; i < form->count && !found; i++)
        if (is_missed(&form->fields[i], finding))
            found = &form->fields[i];
    return found;
}
