#include "mutate/variant.h"

#include "base/check.h"
#include "rulebook/game_name.h"
#include "rulebook/schedule.h"
#include "rulebook/schema.h"

enum { WORDS_SIZE = 512 };

void variants_keep(struct variants *variants, struct text value, struct text variant)
{
    struct text copy;
    if (text_equal(value, variant) || variants->count == VARIANTS_MAX)
        return;
    for (unsigned i = 0; i < variants->count; i++)
        if (text_equal(variants->items[i], variant))
            return;
    if (arena_copy_text(variants->arena, variant, &copy) != STATUS_OK) {
        variants->full = true;
        return;
    }
    variants->items[variants->count++] = copy;
}

/* ------------------------------------------------------------------------------------------ numbers */

/* A value whose variants are made: `changed` is written after each change of an inner value. */
struct change {
    struct variants *variants;
    struct text was;
    struct value original, changed;
};

/* A text that does not parse, or means the same, is not a variant. */
static void keep_changed(struct change *change)
{
    char words[VALUE_TEXT_SIZE];
    struct text_out out;
    struct value read;
    text_out_init(&out, words, sizeof words);
    value_write(&out, &change->changed);
    if (!out.truncated && value_read(change->original.type, text_out_text(&out), &read, NULL) == STATUS_OK &&
        !value_equal(&read, &change->original))
        variants_keep(change->variants, change->was, text_out_text(&out));
}

/* How numbers of a kind are written. */
struct ruler {
    int64_t whole, part; /* the unit; the next smaller one that is written, 0 if there is none */
    int64_t least, most;
};

static const struct ruler of_money = {100, 1, 0, VALUE_CENTS_MAX}, of_count = {1, 0, 0, VALUE_COUNT_MAX},
                          of_percent = {100, 10, 0, INT64_C(100) * VALUE_PERCENT_MAX},
                          of_multiple = {1, 0, 1, VALUE_MULTIPLE_MAX};

static int64_t step_at(const struct ruler *ruler, int64_t number)
{
    if (number % ruler->whole == 0)
        return ruler->whole;
    return number % ruler->part == 0 ? ruler->part : 1;
}

static void keep_range(struct change *change, struct range *inside, const struct ruler *ruler,
                       struct range range)
{
    struct range before = *inside;
    bool ends = range.high == RANGE_NO_END || range.high <= ruler->most;
    if (range.low < ruler->least || range.low > range.high || !ends)
        return;
    *inside = range;
    keep_changed(change);
    *inside = before;
}

/* Both ends one step in and out; of a single number one less and one more. */
static void vary_range(struct change *change, struct range *inside, const struct ruler *ruler)
{
    struct range range = *inside;
    int64_t low = step_at(ruler, range.low);
    if (range.low == range.high) {
        keep_range(change, inside, ruler, (struct range){range.low - low, range.low - low});
        keep_range(change, inside, ruler, (struct range){range.low + low, range.low + low});
        return;
    }
    if (range.low > ruler->least || range.high == RANGE_NO_END) {
        keep_range(change, inside, ruler, (struct range){range.low - low, range.high});
        keep_range(change, inside, ruler, (struct range){range.low + low, range.high});
    }
    if (range.high == RANGE_NO_END)
        return;
    int64_t high = step_at(ruler, range.high);
    keep_range(change, inside, ruler, (struct range){range.low, range.high - high});
    keep_range(change, inside, ruler, (struct range){range.low, range.high + high});
}

static void vary_duration(struct change *change)
{
    struct duration_range *inside = &change->changed.duration;
    const struct duration_range was = *inside;
    bool fixed = was.low.count == was.high.count && was.low.unit == was.high.unit;
    for (int step = -1; step <= 1; step += 2) {
        *inside = was;
        inside->low.count += step;
        if (fixed)
            inside->high.count += step;
        if (inside->low.count >= 0 && (fixed || was.low.count > 0))
            keep_changed(change);
        *inside = was;
        inside->high.count += step;
        if (!fixed && was.high.count != RANGE_NO_END && inside->high.count >= 0)
            keep_changed(change);
    }
}

static void vary_time(struct change *change)
{
    uint16_t was = change->changed.minute;
    change->changed.minute = (uint16_t)((was + DAY_MINUTES - 1) % DAY_MINUTES);
    keep_changed(change);
    change->changed.minute = (uint16_t)((was + 1) % DAY_MINUTES);
    keep_changed(change);
}

enum { LEAP_YEAR = 2024 }; /* a yearly day is moved in a leap year */

/* The day before (-1) or after (1). */
static bool move_day(struct date *date, int step)
{
    struct date from = *date, moved;
    bool every_year = from.year == 0;
    if (every_year)
        from.year = LEAP_YEAR;
    if (date_add_days(from, step, &moved) != STATUS_OK)
        return false;
    if (every_year)
        moved.year = 0;
    *date = moved;
    return true;
}

static void vary_date(struct change *change)
{
    struct date was = change->changed.date;
    for (int step = -1; step <= 1; step += 2) {
        change->changed.date = was;
        if (move_day(&change->changed.date, step))
            keep_changed(change);
    }
}

/* ------------------------------------------------------------------------------------------ awards */

static void vary_odds(struct change *change, struct odds *odds)
{
    const struct odds was = *odds;
    if (was.kind == ODDS_PUSH) {
        *odds = (struct odds){ODDS_TO, 1, 1};
        keep_changed(change);
        *odds = was;
        return;
    }
    odds->pays = was.pays - 1;
    if (odds->pays > 0)
        keep_changed(change);
    odds->pays = was.pays + 1;
    keep_changed(change);
    *odds = was;
    odds->kind = was.kind == ODDS_TO ? ODDS_FOR : ODDS_TO;
    keep_changed(change);
    *odds = was;
}

static void vary_award_name(struct change *change, struct award_part *part, const struct variant_names *names)
{
    char words[AWARD_NAME_MAX + 8];
    struct text_out out;
    struct text was = part->name;
    if (was.length == 0)
        return;
    if (part->kind == AWARD_SHARE) {
        for (unsigned i = 0; i < names->fund_count && i <= VARIANT_OTHERS_MAX; i++) {
            part->name = names->funds[i];
            if (!text_equal_ignoring_case(part->name, was))
                keep_changed(change);
        }
    } else {
        text_out_init(&out, words, sizeof words);
        text_out_add(&out, "other %.*s", TEXT_ARGUMENTS(was));
        part->name = text_out_text(&out);
        keep_changed(change);
    }
    part->name = was;
}

static void vary_award(struct change *change, const struct variant_names *names)
{
    struct award *award = &change->changed.award;
    for (unsigned i = 0; i < award->count; i++) {
        struct award_part *part = &award->parts[i];
        if (part->kind == AWARD_ODDS)
            vary_odds(change, &part->odds);
        else
            vary_range(change, &part->range,
                       part->kind == AWARD_SHARE                               ? &of_percent
                       : part->kind == AWARD_MONEY || part->kind == AWARD_ITEM ? &of_money
                       : part->kind == AWARD_MULTIPLE                          ? &of_multiple
                                                                               : &of_count);
        vary_award_name(change, part, names);
    }
    if (award->count < 2)
        return;
    struct award was = *award;
    for (unsigned left_out = 0; left_out < was.count; left_out++) {
        award->count = 0;
        for (unsigned i = 0; i < was.count; i++)
            if (i != left_out)
                award->parts[award->count++] = was.parts[i];
        award->alternatives = was.alternatives && award->count > 1;
        keep_changed(change);
        *award = was;
    }
}

/* ------------------------------------------------------------------------------------------ values */

/* What stands in place of `posted`, `none` and `no limit`. */
static const char *sample_of(enum vocabulary_kind kind)
{
    switch (kind) {
    case VOCABULARY_MONEY:
    case VOCABULARY_AWARD:
        return "$1";
    case VOCABULARY_COUNT:
        return "1";
    case VOCABULARY_PERCENT:
        return "1%";
    case VOCABULARY_MULTIPLE:
        return "2x";
    case VOCABULARY_DURATION:
        return "1 minute";
    case VOCABULARY_TIME:
        return "03:00";
    case VOCABULARY_DATE:
        return "2020-02-02";
    case VOCABULARY_PERIODS:
        return "Monday 03:00 to 03:01";
    case VOCABULARY_MOMENTS:
        return "Monday at 03:00";
    case VOCABULARY_YES_OR_NO:
        return "no";
    case VOCABULARY_HAND:
        return "royal flush";
    case VOCABULARY_LIMITS:
        return "$1 to $2";
    default:
        return NULL;
    }
}

static void vary_given(struct change *change, const struct variant_names *names)
{
    switch (change->original.type) {
    case VALUE_MONEY:
    case VALUE_MONEY_OR_NONE:
    case VALUE_LIMITS:
        vary_range(change, &change->changed.range, &of_money);
        return;
    case VALUE_COUNT:
        vary_range(change, &change->changed.range, &of_count);
        return;
    case VALUE_PERCENT:
        vary_range(change, &change->changed.range, &of_percent);
        return;
    case VALUE_MULTIPLE:
        vary_range(change, &change->changed.range, &of_multiple);
        return;
    case VALUE_DURATION:
        vary_duration(change);
        return;
    case VALUE_TIME_OF_DAY:
        vary_time(change);
        return;
    case VALUE_DATE:
        vary_date(change);
        return;
    case VALUE_YES_NO:
        change->changed.yes = !change->changed.yes;
        keep_changed(change);
        return;
    case VALUE_ODDS:
        vary_odds(change, &change->changed.odds);
        return;
    case VALUE_AWARD:
        vary_award(change, names);
        return;
    case VALUE_TYPES:
        break;
    }
    CHECK_NEVER("a type of values");
}

/* False if the text is none of the type. */
static bool vary_value(struct variants *variants, struct text text, enum value_type type,
                       enum vocabulary_kind kind, const struct variant_names *names)
{
    struct change change = {.variants = variants, .was = text};
    if (value_read(type, text, &change.original, NULL) != STATUS_OK)
        return false;
    change.changed = change.original;
    if (change.original.form == VALUE_IS_GIVEN)
        vary_given(&change, names);
    else
        variants_keep(variants, text, text_of(sample_of(kind)));
    return true;
}

/* ------------------------------------------------------------------------------------------ times */

static void keep_schedule(struct variants *variants, struct text was, const struct schedule *schedule)
{
    char words[SCHEDULE_TEXT_SIZE];
    struct text_out out;
    struct schedule read;
    text_out_init(&out, words, sizeof words);
    schedule_write(&out, schedule);
    if (!out.truncated && schedule_read(text_out_text(&out), &read, NULL) == STATUS_OK)
        variants_keep(variants, was, text_out_text(&out));
}

/* Each time a minute and each date a day earlier and later, without one of the days, moments half as often. */
static void vary_entry(struct variants *variants, struct text was, struct schedule *schedule, unsigned index)
{
    struct schedule_entry *entry = &schedule->entries[index];
    const struct schedule_entry before = *entry;
    bool periods = schedule->kind == SCHEDULE_PERIODS;
    for (int step = 1; step >= -1; step -= 2) {
        int start = before.start + step, end = before.end + step;
        if (start >= 0 && start < DAY_MINUTES &&
            (!periods || (start < before.end && before.end - start <= DAY_MINUTES))) {
            entry->start = (uint16_t)start;
            if (!periods && entry->every == 0)
                entry->end = entry->start;
            keep_schedule(variants, was, schedule);
            *entry = before;
        }
        /* Of repeated moments an earlier end leaves out the last one; a later one would change nothing. */
        bool last =
            !periods && before.every > 0 && step < 0 && (before.end - before.start) % before.every == 0;
        if ((periods || last) && end > before.start && end - before.start <= DAY_MINUTES) {
            entry->end = (uint16_t)end;
            keep_schedule(variants, was, schedule);
            *entry = before;
        }
        if (entry->dates != SCHEDULE_ANY_DATE && move_day(&entry->first, step))
            keep_schedule(variants, was, schedule);
        *entry = before;
        if (entry->dates != SCHEDULE_ANY_DATE && move_day(&entry->last, -step))
            keep_schedule(variants, was, schedule);
        *entry = before;
    }
    if (entry->every > 0) {
        entry->every = (uint16_t)(entry->every * 2);
        keep_schedule(variants, was, schedule);
        *entry = before;
    }
    if ((entry->weekdays & (entry->weekdays - 1)) != 0) {
        entry->weekdays = (uint8_t)(entry->weekdays & (entry->weekdays - 1));
        keep_schedule(variants, was, schedule);
        *entry = before;
    } else {
        entry->weekdays = SCHEDULE_EVERY_DAY;
        keep_schedule(variants, was, schedule);
        *entry = before;
    }
}

static void vary_schedule(struct variants *variants, struct text text, enum vocabulary_kind kind)
{
    struct schedule schedule;
    if (schedule_read(text, &schedule, NULL) != STATUS_OK)
        return;
    if (schedule.kind == SCHEDULE_POSTED)
        variants_keep(variants, text, text_of(sample_of(kind)));
    for (unsigned i = 0; i < schedule.count; i++)
        vary_entry(variants, text, &schedule, i);
}

/* ------------------------------------------------------------------------------------------ games and words */

static bool lists_game(const struct node *list, const struct hand_game *game)
{
    struct game_name name;
    for (const struct node *item = list ? list->first_child : NULL; item; item = item->next) {
        struct text text = item->key.length > 0 ? item->key : item->scalar;
        if (game_name_read(text, &name, NULL) == STATUS_OK && name.game == game)
            return true;
    }
    return false;
}

/* The next game of its family, which deals alike, and the next ones of VARIANT_FAMILIES_MAX other families. */
static void vary_named_game(struct variants *variants, struct text text, const struct hand_game *game,
                            const struct node *beside)
{
    bool tried[HAND_FAMILY_NONE + 1] = {false};
    unsigned first = (unsigned)(game - hand_games), families = 0;
    for (unsigned i = 1; i < hand_game_count; i++) {
        const struct hand_game *other = &hand_games[(first + i) % hand_game_count];
        bool foreign = other->family != game->family;
        if (tried[other->family] || (foreign && families == VARIANT_FAMILIES_MAX) ||
            lists_game(beside, other))
            continue;
        tried[other->family] = true;
        families += foreign;
        variants_keep(variants, text, text_of(other->name));
    }
}

/* "GEGA-001983" with another last digit. */
static void vary_identifier(struct variants *variants, struct text text)
{
    char words[WORDS_SIZE];
    struct text_out out;
    size_t at = text.length;
    while (at > 0 && (text.bytes[at - 1] < '0' || text.bytes[at - 1] > '9'))
        at--;
    if (at == 0)
        return;
    text_out_init(&out, words, sizeof words);
    text_out_add_text(&out, text_slice(text, 0, at - 1));
    text_out_add(&out, "%c", text.bytes[at - 1] == '9' ? '0' : text.bytes[at - 1] + 1);
    text_out_add_text(&out, text_from(text, at));
    if (!out.truncated)
        variants_keep(variants, text, text_out_text(&out));
}

/* False if the text is no game. */
static bool vary_game(struct variants *variants, struct text text, const struct node *beside)
{
    struct game_name name;
    if (game_name_read(text, &name, NULL) != STATUS_OK)
        return false;
    static const char *const groups[] = {[GAME_ALL_POKER] = "all poker games",
                                         [GAME_ALL_CALIFORNIA] = "all California games",
                                         [GAME_ALL] = "all games"};
    if (name.group == GAME_NAMED)
        vary_named_game(variants, text, name.game, beside);
    else
        for (enum game_group group = GAME_ALL_POKER; group <= GAME_ALL; group++)
            if (group != name.group)
                variants_keep(variants, text, text_of(groups[group]));
    if (name.identifiers.length > 0)
        vary_identifier(variants, text);
    return true;
}

static bool lists_word(const struct node *list, const char *word)
{
    return list && list->kind == NODE_LIST && node_lists(list, word);
}

/* The other words of the vocabulary that are not in the list: those behind the value, then those before it. */
static void vary_word(struct variants *variants, struct text word, const char *const *words,
                      const struct node *beside)
{
    unsigned count = 0, at = 0, kept = 0;
    for (; words[count]; count++)
        if (text_equal(word, text_of(words[count])))
            at = count + 1;
    for (unsigned i = 0; i < count && kept < VARIANT_OTHERS_MAX; i++) {
        const char *other = words[(at + i) % count];
        if (text_equal(word, text_of(other)) || lists_word(beside, other))
            continue;
        variants_keep(variants, word, text_of(other));
        kept++;
    }
}

static void keep_other(struct variants *variants, struct text words)
{
    char made[WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, made, sizeof made);
    text_out_add(&out, "other %.*s", TEXT_ARGUMENTS(words));
    if (!out.truncated)
        variants_keep(variants, words, text_out_text(&out));
}

/* Words that are an amount, a number or a length of time are changed as such; others become other words. */
static void vary_words(struct variants *variants, struct text text, const struct variant_names *names)
{
    static const struct {
        enum value_type type;
        enum vocabulary_kind kind;
    } numbers[] = {{VALUE_MONEY, VOCABULARY_MONEY},
                   {VALUE_COUNT, VOCABULARY_COUNT},
                   {VALUE_PERCENT, VOCABULARY_PERCENT},
                   {VALUE_DURATION, VOCABULARY_DURATION}};
    unsigned kept = 0;
    for (const struct node *choice = names->choices ? names->choices->first_child : NULL;
         choice && kept < VARIANT_OTHERS_MAX; choice = choice->next)
        if (choice->kind == NODE_SCALAR && !text_equal(choice->scalar, text)) {
            variants_keep(variants, text, choice->scalar);
            kept++;
        }
    if (kept > 0)
        return;
    if (text_equal(text, text_of("posted"))) {
        keep_other(variants, text);
        return;
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (vary_value(variants, text, numbers[i].type, numbers[i].kind, names))
            return;
    keep_other(variants, text);
}

/* ------------------------------------------------------------------------------------------ all of them */

void variants_add(struct variants *variants, struct text value, const struct vocabulary_type *type,
                  const struct variant_names *names)
{
    switch (type->kind) {
    case VOCABULARY_ONE_OF:
    case VOCABULARY_ANY_OF:
        vary_word(variants, value, type->words, names->beside);
        return;
    case VOCABULARY_PERIODS:
    case VOCABULARY_MOMENTS:
        vary_schedule(variants, value, type->kind);
        return;
    case VOCABULARY_GAME:
        (void)vary_game(variants, value, names->beside);
        return;
    case VOCABULARY_HAND:
        if (text_equal(value, text_of("posted")))
            variants_keep(variants, value, text_of(sample_of(type->kind)));
        else
            variants_add_hand(variants, value);
        return;
    case VOCABULARY_FUND:
        for (unsigned i = 0; i < names->fund_count && variants->count < VARIANT_OTHERS_MAX; i++)
            if (!text_equal_ignoring_case(names->funds[i], value))
                variants_keep(variants, value, names->funds[i]);
        return;
    case VOCABULARY_ACTIVITY:
    case VOCABULARY_COLOUR:
        keep_other(variants, value);
        return;
    case VOCABULARY_WORDS:
        vary_words(variants, value, names);
        return;
    case VOCABULARY_YES_OR_NO:
        /* `posted` leaves both. */
        variants_keep(variants, value, text_of(text_equal(value, text_of("no")) ? "yes" : "no"));
        return;
    default:
        if (schema_value_type(type->kind) != VALUE_TYPES)
            (void)vary_value(variants, value, schema_value_type(type->kind), type->kind, names);
    }
}

void variants_add_name(struct variants *variants, struct text name, const struct node *beside)
{
    if (!vary_game(variants, name, beside))
        keep_other(variants, name);
}

bool variants_member(struct variants *variants, const struct node *list, const struct vocabulary_type *type,
                     const struct variant_names *names, struct text *member)
{
    const struct node *last = list->first_child;
    while (last && last->next)
        last = last->next;
    if (!last || last->kind != NODE_SCALAR)
        return false;
    struct variant_names in_list = *names;
    in_list.beside = list;
    unsigned before = variants->count;
    variants_add(variants, last->scalar, type, &in_list);
    for (unsigned i = before; i < variants->count; i++) {
        bool there = false;
        for (const struct node *item = list->first_child; item; item = item->next)
            there |= item->kind == NODE_SCALAR && text_equal(item->scalar, variants->items[i]);
        if (!there) {
            *member = variants->items[i];
            return true;
        }
    }
    return false;
}
