#include "rulebook/schema.h"

#include "base/check.h"
#include "rulebook/branding.h"
#include "rulebook/game_name.h"
#include "rulebook/hand_language.h"
#include "rulebook/schedule.h"
#include "rulebook/vocabulary_paths.h"

#include <string.h>

enum { SHOWN_MAX = 60, TYPE_WORDS_SIZE = 512 };

struct checker {
    enum schema_use use;
    struct findings *findings;
    const struct vocabulary_key *key; /* whose value is looked at; NULL outside a key */
};

static void check_value(struct checker *checker, const struct node *node, const struct vocabulary_type *type);

/* ------------------------------------------------------------------------------------------ examples */

static struct text shown(struct text text)
{
    return text_first_word(text, SHOWN_MAX).length < text.length && text.length > SHOWN_MAX
               ? text_first_word(text, SHOWN_MAX)
               : text;
}

/* A text of the type; of one that has ranges, what a house posts is a single value. NULL if any text will do. */
static const char *example_of(const struct checker *checker, enum vocabulary_kind kind)
{
    bool approves = checker->use == SCHEMA_APPROVES;
    switch (kind) {
    case VOCABULARY_MONEY:
        return approves ? "$500 or $10 to $1,000" : "$500";
    case VOCABULARY_COUNT:
        return approves ? "5 or 1 to 10" : "5";
    case VOCABULARY_PERCENT:
        return "40%";
    case VOCABULARY_MULTIPLE:
        return approves ? "2x or 2x to 4x" : "2x";
    case VOCABULARY_DURATION:
        return approves ? "15 minutes or 1 to 90 days" : "15 minutes";
    case VOCABULARY_TIME:
        return "06:00";
    case VOCABULARY_DATE:
        return "2026-11-01";
    case VOCABULARY_PERIODS:
        return "Monday to Friday 18:00 to 22:00";
    case VOCABULARY_MOMENTS:
        return "daily at 20:00 or every hour 18:00 to 22:00";
    case VOCABULARY_YES_OR_NO:
        return "yes or no";
    case VOCABULARY_COLOUR:
        return "\"#7A1F3D\"";
    case VOCABULARY_GAME:
        return "Texas Hold'em";
    case VOCABULARY_HAND:
        return "full house, aces over jacks or better";
    case VOCABULARY_AWARD:
        return approves ? "$500, $10 to $1,000 or 100% of prize pool" : "$500";
    case VOCABULARY_ACTIVITY:
        return vocabulary_example(PART_OFFER, KEY_OFFER);
    case VOCABULARY_LIMITS:
        return "$5 to $50";
    default:
        return NULL;
    }
}

static void expected(struct checker *checker, const struct node *node, const struct vocabulary_type *type)
{
    const char *example = example_of(checker, type->kind), *kind = node_kind_name(node->kind);
    char words[TYPE_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    vocabulary_type_write(&out, type);
    if (example)
        findings_add(checker->findings, FINDING_ERROR, node->origin,
                     "a %s does not fit here" REMEDY "write one value, like %s", kind, example);
    else if (checker->key && !type->words)
        findings_add(checker->findings, FINDING_ERROR, node->origin,
                     "a %s does not fit here" REMEDY "write it like %s: %s", kind, checker->key->name,
                     checker->key->example);
    else
        findings_add(checker->findings, FINDING_ERROR, node->origin,
                     "a %s does not fit here" REMEDY "write %s", kind, words);
}

/* ------------------------------------------------------------------------------------------ scalars */

enum value_type schema_value_type(enum vocabulary_kind kind)
{
    switch (kind) {
    case VOCABULARY_MONEY:
        return VALUE_MONEY_OR_NONE;
    case VOCABULARY_COUNT:
        return VALUE_COUNT;
    case VOCABULARY_PERCENT:
        return VALUE_PERCENT;
    case VOCABULARY_MULTIPLE:
        return VALUE_MULTIPLE;
    case VOCABULARY_DURATION:
        return VALUE_DURATION;
    case VOCABULARY_TIME:
        return VALUE_TIME_OF_DAY;
    case VOCABULARY_DATE:
        return VALUE_DATE;
    case VOCABULARY_YES_OR_NO:
        return VALUE_YES_NO;
    case VOCABULARY_AWARD:
        return VALUE_AWARD;
    case VOCABULARY_LIMITS:
        return VALUE_LIMITS;
    default:
        return VALUE_TYPES;
    }
}

/* The words of a fault say what would be right behind their first semicolon, if they do at all. */
static void add_fault(struct checker *checker, const struct node *node, enum vocabulary_kind kind,
                      const struct fault *fault)
{
    struct text words = text_of(fault->words);
    struct origin origin = node_byte_origin(node, fault->position);
    const char *semicolon = strstr(fault->words, "; ");
    if (semicolon) {
        size_t cut = (size_t)(semicolon - fault->words);
        findings_add(checker->findings, FINDING_ERROR, origin, "%.*s" REMEDY "%.*s",
                     TEXT_ARGUMENTS(text_slice(words, 0, cut)),
                     TEXT_ARGUMENTS(text_trimmed(text_from(words, cut + 1))));
        return;
    }
    const char *example = example_of(checker, kind);
    CHECK(example);
    findings_add(checker->findings, FINDING_ERROR, origin, "%s" REMEDY "write it like %s", fault->words,
                 example);
}

static void check_typed(struct checker *checker, const struct node *node, const struct vocabulary_type *type)
{
    struct value value;
    struct fault fault;
    if (value_read(schema_value_type(type->kind), node->scalar, &value, &fault) != STATUS_OK)
        add_fault(checker, node, type->kind, &fault);
    else if (checker->use != SCHEMA_APPROVES && !value_is_fixed(&value) && !type->condition)
        findings_add(checker->findings, FINDING_ERROR, node->origin,
                     "\"%.*s\" leaves a choice" REMEDY "write one value, like %s",
                     TEXT_ARGUMENTS(shown(node->scalar)), example_of(checker, type->kind));
}

static void check_schedule(struct checker *checker, const struct node *node, bool periods)
{
    struct schedule schedule;
    struct fault fault;
    if (schedule_read(node->scalar, &schedule, &fault) != STATUS_OK)
        add_fault(checker, node, periods ? VOCABULARY_PERIODS : VOCABULARY_MOMENTS, &fault);
    else if (schedule.kind == SCHEDULE_POSTED && checker->use != SCHEMA_APPROVES)
        findings_add(checker->findings, FINDING_ERROR, node->origin,
                     "the times are still to be posted" REMEDY "write them, for example %s",
                     periods ? "daily 10:00 to 02:00" : "daily at 20:00");
    else if (schedule.kind == SCHEDULE_MOMENTS && periods)
        findings_add(checker->findings, FINDING_ERROR, node->origin,
                     "\"%.*s\" are moments, and periods are needed" REMEDY
                     "write for example daily 10:00 to 02:00",
                     TEXT_ARGUMENTS(shown(node->scalar)));
    else if (schedule.kind == SCHEDULE_PERIODS && !periods)
        findings_add(checker->findings, FINDING_ERROR, node->origin,
                     "\"%.*s\" are periods, and moments are needed" REMEDY "write for example daily at 20:00",
                     TEXT_ARGUMENTS(shown(node->scalar)));
}

static void check_game(struct checker *checker, const struct node *node)
{
    struct game_name name;
    struct fault fault;
    if (game_name_read(node->scalar, &name, &fault) != STATUS_OK)
        add_fault(checker, node, VOCABULARY_GAME, &fault);
    else if (checker->use == SCHEMA_STATES && name.group != GAME_NAMED)
        findings_add(checker->findings, FINDING_ERROR, node->origin,
                     "\"%.*s\" is a group of games" REMEDY "name the one game of the table",
                     TEXT_ARGUMENTS(shown(node->scalar)));
}

static const struct {
    const char *words, *any; /* what stands for it while nothing is posted */
} hand_words_posted[] = {{"the posted suit", "hearts"}, {"the posted rank", "8s"}};

enum { HAND_WORDS_POSTED = sizeof hand_words_posted / sizeof hand_words_posted[0] };

/* Which of them stands at the beginning; HAND_WORDS_POSTED if none does. */
static unsigned posted_words_at(struct text text)
{
    unsigned i = 0;
    while (i < HAND_WORDS_POSTED && !text_starts_with(text, text_of(hand_words_posted[i].words)))
        i++;
    return i;
}

void schema_hand_text(struct text_out *out, struct text hand, const struct text *suit,
                      const struct text *rank)
{
    const struct text *given[HAND_WORDS_POSTED] = {suit, rank};
    for (size_t at = 0; at < hand.length;) {
        struct text rest = text_from(hand, at);
        unsigned posted = posted_words_at(rest);
        bool found = posted < HAND_WORDS_POSTED;
        text_out_add_text(out, !found          ? text_slice(rest, 0, 1)
                               : given[posted] ? *given[posted]
                                               : text_of(hand_words_posted[posted].any));
        at += found ? text_of(hand_words_posted[posted].words).length : 1;
    }
}

/* The byte of the hand as written (1-based) that became the byte `position` of schema_hand_text() without posted words. */
static size_t written_position(struct text hand, size_t position)
{
    size_t at = 0;
    for (size_t made = 1; at < hand.length;) {
        unsigned posted = posted_words_at(text_from(hand, at));
        bool found = posted < HAND_WORDS_POSTED;
        made += found ? text_of(hand_words_posted[posted].any).length : 1;
        if (made > position)
            break;
        at += found ? text_of(hand_words_posted[posted].words).length : 1;
    }
    return at + 1;
}

static void check_hand(struct checker *checker, const struct node *node)
{
    if (checker->use == SCHEMA_APPROVES && text_equal(node->scalar, text_of("posted")))
        return;
    char words[HAND_RULE_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    schema_hand_text(&out, node->scalar, NULL, NULL);
    struct hand_rule rule;
    struct fault fault;
    if (out.truncated) {
        findings_add(checker->findings, FINDING_ERROR, node->origin,
                     "the hand is longer than %d bytes" REMEDY "write it in fewer words",
                     HAND_RULE_TEXT_SIZE);
    } else if (hand_rule_compile(text_out_text(&out), 0, &rule, &fault) != STATUS_OK) {
        fault.position = written_position(node->scalar, fault.position);
        add_fault(checker, node, VOCABULARY_HAND, &fault);
    }
}

static bool is_name_byte(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') || byte == '-';
}

static void check_activity(struct checker *checker, const struct node *node)
{
    size_t slash = 0, slashes = 0;
    bool good = node->scalar.length > 2;
    for (size_t i = 0; i < node->scalar.length; i++) {
        if (node->scalar.bytes[i] == '/')
            slash = i, slashes++;
        else
            good &= is_name_byte(node->scalar.bytes[i]);
    }
    if (!good || slashes != 1 || slash == 0 || slash + 1 == node->scalar.length)
        findings_add(checker->findings, FINDING_ERROR, node->origin,
                     "\"%.*s\" is not an activity" REMEDY "write issuer/activity, for example %s",
                     TEXT_ARGUMENTS(shown(node->scalar)), vocabulary_example(PART_OFFER, KEY_OFFER));
}

static void check_colour(struct checker *checker, const struct node *node)
{
    struct rgb colour;
    struct fault fault;
    if (rgb_read(node->scalar, &colour, &fault) != STATUS_OK)
        add_fault(checker, node, VOCABULARY_COLOUR, &fault);
}

/* ------------------------------------------------------------------------------------------ words */

static void check_word(struct checker *checker, const struct node *node, const struct vocabulary_type *type)
{
    if (checker->use == SCHEMA_APPROVES && text_equal(node->scalar, text_of("posted")))
        return;
    struct text_nearest nearest = text_nearest_to(node->scalar);
    for (unsigned i = 0; type->words[i]; i++) {
        if (text_equal(node->scalar, text_of(type->words[i])))
            return;
        text_nearest_offer(&nearest, type->words[i]);
    }
    char words[TYPE_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    vocabulary_type_write(&out, type);
    if (nearest.word)
        findings_add(checker->findings, FINDING_ERROR, node->origin,
                     "\"%.*s\" is not known here" REMEDY "did you mean \"%s\"?",
                     TEXT_ARGUMENTS(shown(node->scalar)), nearest.word);
    else
        findings_add(checker->findings, FINDING_ERROR, node->origin,
                     "\"%.*s\" is not known here" REMEDY "write %s", TEXT_ARGUMENTS(shown(node->scalar)),
                     words);
}

static void check_words(struct checker *checker, const struct node *node, const struct vocabulary_type *type)
{
    bool several = type->kind == VOCABULARY_ANY_OF || checker->use == SCHEMA_APPROVES;
    if (node->kind == NODE_SCALAR) {
        check_word(checker, node, type);
        return;
    }
    if (node->kind != NODE_LIST || !several) {
        expected(checker, node, type);
        return;
    }
    if (node->count == 0)
        findings_add(checker->findings, FINDING_ERROR, node->origin,
                     "an empty list leaves no choice" REMEDY "name at least one");
    for (const struct node *item = node->first_child; item; item = item->next) {
        if (item->kind == NODE_SCALAR)
            check_word(checker, item, type);
        else
            expected(checker, item, type);
        for (const struct node *other = node->first_child; other != item; other = other->next)
            if (other->kind == NODE_SCALAR && text_equal(other->scalar, item->scalar))
                findings_add(checker->findings, FINDING_ERROR, item->origin,
                             "\"%.*s\" stands twice" REMEDY "name it once",
                             TEXT_ARGUMENTS(shown(item->scalar)));
    }
}

/* ------------------------------------------------------------------------------------------ groups */

/* `nearest` has been offered what is known, and `otherwise` is the remedy if nothing is near. */
static void unknown_key(struct checker *checker, const struct node *member, const char *of,
                        struct text_nearest nearest, const char *otherwise)
{
    if (nearest.word)
        findings_add(checker->findings, FINDING_ERROR, member->key_origin,
                     "\"%.*s\" is not a key of %s" REMEDY "did you mean \"%s\"?",
                     TEXT_ARGUMENTS(shown(member->key)), of, nearest.word);
    else
        findings_add(checker->findings, FINDING_ERROR, member->key_origin,
                     "\"%.*s\" is not a key of %s" REMEDY "%s", TEXT_ARGUMENTS(shown(member->key)), of,
                     otherwise);
}

static void offer_keys(struct text_nearest *nearest, struct text_out *known,
                       const struct vocabulary_part *part)
{
    for (unsigned i = 0; i < part->key_count; i++) {
        text_nearest_offer(nearest, part->keys[i].name);
        text_out_add(known, "%s%s", i ? ", " : "write one of: ", part->keys[i].name);
    }
}

static void offer_parts(struct text_nearest *nearest)
{
    for (unsigned i = 0; i < vocabulary_part_count; i++)
        if (vocabulary_parts[i].root == VOCABULARY_ROOT_RULEBOOK)
            text_nearest_offer(nearest, vocabulary_parts[i].name);
}

static void unknown_key_of_part(struct checker *checker, const struct node *member,
                                const struct vocabulary_part *part)
{
    struct text_nearest nearest = text_nearest_to(member->key);
    char known[TYPE_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, known, sizeof known);
    offer_keys(&nearest, &out, part);
    unknown_key(checker, member, part->name, nearest, known);
}

static void check_key(struct checker *checker, const struct node *member, const struct vocabulary_key *key)
{
    const struct vocabulary_key *outer = checker->key;
    checker->key = key;
    check_value(checker, member, key->type);
    checker->key = outer;
}

static void check_part(struct checker *checker, const struct node *node, const struct vocabulary_part *part)
{
    if (node->kind != NODE_MAP) {
        findings_add(checker->findings, FINDING_ERROR, node->origin,
                     "a %s does not fit here, because %s has keys" REMEDY "write them below it, like %s: %s",
                     node_kind_name(node->kind), part->name, part->keys[0].name, part->keys[0].example);
        return;
    }
    for (const struct node *member = node->first_child; member; member = member->next) {
        const struct vocabulary_key *key = vocabulary_key_find(part, member->key);
        if (key)
            check_key(checker, member, key);
        else
            unknown_key_of_part(checker, member, part);
    }
    for (unsigned i = 0; i < part->key_count; i++)
        if (part->keys[i].required && checker->use != SCHEMA_POSTS && !node_member(node, part->keys[i].name))
            findings_add(checker->findings, FINDING_ERROR, node->key.length ? node->key_origin : node->origin,
                         "%s has no \"%s\"" REMEDY "add %s: %s", part->name, part->keys[i].name,
                         part->keys[i].name, part->keys[i].example);
}

static bool fits(const struct node *node, const struct vocabulary_type *type)
{
    switch (type->kind) {
    case VOCABULARY_LIST:
        return node->kind == NODE_LIST;
    case VOCABULARY_MAP:
    case VOCABULARY_PART:
        return node->kind == NODE_MAP;
    case VOCABULARY_ANY_OF:
        return node->kind != NODE_MAP;
    case VOCABULARY_EITHER:
        return fits(node, type->of) || fits(node, type->or_else);
    default:
        return node->kind == NODE_SCALAR;
    }
}

const struct vocabulary_type *schema_alternative(const struct node *node, const struct vocabulary_type *type)
{
    while (type->kind == VOCABULARY_EITHER)
        type = fits(node, type->or_else) ? type->or_else : type->of;
    return type;
}

static void check_scalar(struct checker *checker, const struct node *node, const struct vocabulary_type *type)
{
    if (node->kind == NODE_LIST && checker->use == SCHEMA_APPROVES) {
        if (node->count < 2)
            findings_add(checker->findings, FINDING_ERROR, node->origin,
                         "a list stands for a choice, and this leaves none" REMEDY
                         "write the value alone, or at least two");
        for (const struct node *item = node->first_child; item; item = item->next)
            check_scalar(checker, item, type); /* a choice */
        return;
    }
    if (node->kind != NODE_SCALAR) {
        expected(checker, node, type);
        return;
    }
    if (schema_value_type(type->kind) != VALUE_TYPES)
        check_typed(checker, node, type);
    else if (type->kind == VOCABULARY_PERIODS || type->kind == VOCABULARY_MOMENTS)
        check_schedule(checker, node, type->kind == VOCABULARY_PERIODS);
    else if (type->kind == VOCABULARY_GAME)
        check_game(checker, node);
    else if (type->kind == VOCABULARY_HAND)
        check_hand(checker, node);
    else if (type->kind == VOCABULARY_ACTIVITY)
        check_activity(checker, node);
    else if (type->kind == VOCABULARY_COLOUR)
        check_colour(checker, node);
}

static void check_value(struct checker *checker, const struct node *node, const struct vocabulary_type *type)
{
    switch (type->kind) {
    case VOCABULARY_LIST:
        if (node->kind != NODE_LIST)
            expected(checker, node, type);
        else
            for (const struct node *item = node->first_child; item; item = item->next)
                check_value(checker, item, type->of);
        return;
    case VOCABULARY_MAP:
        if (node->kind != NODE_MAP)
            expected(checker, node, type);
        else
            for (const struct node *member = node->first_child; member; member = member->next)
                check_value(checker, member, type->of);
        return;
    case VOCABULARY_PART:
        check_part(checker, node, type->part);
        return;
    case VOCABULARY_ONE_OF:
    case VOCABULARY_ANY_OF:
        check_words(checker, node, type);
        return;
    case VOCABULARY_EITHER:
        check_value(checker, node, schema_alternative(node, type));
        return;
    default:
        check_scalar(checker, node, type);
    }
}

void schema_check_value(const struct node *node, const struct vocabulary_type *type, enum schema_use use,
                        struct findings *findings)
{
    struct checker checker = {.use = use, .findings = findings};
    check_value(&checker, node, type);
}

/* ------------------------------------------------------------------------------------------ files */

static void check_root_member(struct checker *checker, const struct node *member)
{
    const struct vocabulary_part *part = vocabulary_root_find(VOCABULARY_ROOT_RULEBOOK, member->key);
    if (part && part->is_key) {
        check_key(checker, member, &part->keys[0]);
    } else if (part) {
        check_part(checker, member, part);
    } else {
        struct text_nearest nearest = text_nearest_to(member->key);
        offer_parts(&nearest);
        unknown_key(checker, member, "rule documents", nearest,
                    "write one of the parts in docs/formats/rulebook.md");
    }
}

static void unknown_key_of_offer(struct checker *checker, const struct node *member,
                                 const struct vocabulary_part *offer)
{
    struct text_nearest nearest = text_nearest_to(member->key);
    char known[TYPE_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, known, sizeof known);
    offer_keys(&nearest, &out, offer);
    offer_parts(&nearest);
    text_out_add(&out, ", or a part of its rules");
    unknown_key(checker, member, "offers", nearest, known);
}

/* An offer has keys of its own beside the parts of its document. */
static void check_offer(struct checker *checker, const struct node *tree)
{
    const struct vocabulary_part *offer = vocabulary_part_find(PART_OFFER);
    CHECK(offer);
    for (const struct node *member = tree->first_child; member; member = member->next) {
        const struct vocabulary_key *key = vocabulary_key_find(offer, member->key);
        if (key)
            check_key(checker, member, key);
        else if (vocabulary_root_find(VOCABULARY_ROOT_RULEBOOK, member->key))
            check_root_member(checker, member);
        else
            unknown_key_of_offer(checker, member, offer);
    }
    for (unsigned i = 0; i < offer->key_count; i++)
        if (offer->keys[i].required && !node_member(tree, offer->keys[i].name))
            findings_add(checker->findings, FINDING_ERROR, tree->origin,
                         "the offer has no \"%s\"" REMEDY "add %s: %s", offer->keys[i].name,
                         offer->keys[i].name, offer->keys[i].example);
}

void schema_check(const struct node *tree, enum schema_use use, struct findings *findings)
{
    struct checker checker = {.use = use, .findings = findings};
    if (tree->kind != NODE_MAP) {
        findings_add(findings, FINDING_ERROR, tree->origin,
                     "a %s does not fit here" REMEDY "write keys and values, one a line",
                     node_kind_name(tree->kind));
        return;
    }
    switch (use) {
    case SCHEMA_APPROVES:
        for (const struct node *member = tree->first_child; member; member = member->next)
            check_root_member(&checker, member);
        return;
    case SCHEMA_POSTS:
        check_offer(&checker, tree);
        return;
    case SCHEMA_STATES:
        check_part(&checker, tree, vocabulary_part_find(PART_HOUSE));
        return;
    }
    CHECK_NEVER("a use of data");
}
