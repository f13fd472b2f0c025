#include "rulebook/schema.h"

#include "base/check.h"
#include "rulebook/game_name.h"
#include "rulebook/hand_language.h"
#include "rulebook/schedule.h"

enum { SHOWN_MAX = 60, TYPE_WORDS_SIZE = 512 };

struct checker {
    enum schema_use use;
    struct findings *findings;
};

static void check_value(struct checker *checker, const struct node *node, const struct vocabulary_type *type);

/* ------------------------------------------------------------------------------------------ places */

struct origin node_byte_origin(const struct node *node, size_t position)
{
    struct origin origin = node->origin;
    if (position > 1)
        origin.column += (unsigned)(position - 1);
    return origin;
}

static struct text shown(struct text text)
{
    return text_first_word(text, SHOWN_MAX).length < text.length && text.length > SHOWN_MAX
               ? text_first_word(text, SHOWN_MAX)
               : text;
}

static void expected(struct checker *checker, const struct node *node, const struct vocabulary_type *type)
{
    char words[TYPE_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    vocabulary_type_write(&out, type);
    findings_add(checker->findings, FINDING_ERROR, node->origin, "a %s does not fit here" REMEDY "write %s",
                 node_kind_name(node->kind), words);
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

static void add_fault(struct checker *checker, const struct node *node, const struct fault *fault)
{
    /* The words of a fault say what would be right after the first semicolon, if they do at all. */
    struct text words = text_of(fault->words);
    size_t cut = 0;
    while (cut < words.length && words.bytes[cut] != ';')
        cut++;
    struct text remedy = cut < words.length ? text_trimmed(text_from(words, cut + 1)) : text_of("correct it");
    findings_add(checker->findings, FINDING_ERROR, node_byte_origin(node, fault->position),
                 "%.*s" REMEDY "%.*s", TEXT_ARGUMENTS(text_slice(words, 0, cut)), TEXT_ARGUMENTS(remedy));
}

static void check_typed(struct checker *checker, const struct node *node, enum value_type type)
{
    struct value value;
    struct fault fault;
    if (value_read(type, node->scalar, &value, &fault) != STATUS_OK)
        add_fault(checker, node, &fault);
    else if (checker->use != SCHEMA_APPROVES && !value_is_fixed(&value))
        findings_add(checker->findings, FINDING_ERROR, node->origin,
                     "\"%.*s\" is not one value" REMEDY "write the value that is posted, not a range",
                     TEXT_ARGUMENTS(shown(node->scalar)));
}

static void check_schedule(struct checker *checker, const struct node *node, bool periods)
{
    struct schedule schedule;
    struct fault fault;
    if (schedule_read(node->scalar, &schedule, &fault) != STATUS_OK)
        add_fault(checker, node, &fault);
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
        add_fault(checker, node, &fault);
}

void schema_hand_text(struct text_out *out, struct text hand, const struct text *suit,
                      const struct text *rank)
{
    static const char suit_words[] = "the posted suit", rank_words[] = "the posted rank";
    for (size_t at = 0; at < hand.length;) {
        struct text rest = text_from(hand, at);
        if (text_starts_with(rest, text_of(suit_words))) {
            text_out_add_text(out, suit ? *suit : text_of("hearts"));
            at += sizeof suit_words - 1;
        } else if (text_starts_with(rest, text_of(rank_words))) {
            text_out_add_text(out, rank ? *rank : text_of("8s"));
            at += sizeof rank_words - 1;
        } else {
            text_out_add_text(out, text_slice(rest, 0, 1));
            at++;
        }
    }
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
    if (out.truncated)
        findings_add(checker->findings, FINDING_ERROR, node->origin,
                     "the hand is longer than %d bytes" REMEDY "write it in fewer words",
                     HAND_RULE_TEXT_SIZE);
    else if (hand_rule_compile(text_out_text(&out), 0, &rule, &fault) != STATUS_OK)
        add_fault(checker, node, &fault);
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
                     "\"%.*s\" is no activity" REMEDY
                     "write issuer/activity, for example bay101/aces-cracked",
                     TEXT_ARGUMENTS(shown(node->scalar)));
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
    findings_add(checker->findings, FINDING_ERROR, node->origin,
                 "\"%.*s\" is not known here%s%s%s" REMEDY "write %s", TEXT_ARGUMENTS(shown(node->scalar)),
                 nearest.word ? "; did you mean \"" : "", nearest.word ? nearest.word : "",
                 nearest.word ? "\"?" : "", words);
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

static void unknown_key(struct checker *checker, const struct node *member,
                        const struct vocabulary_part *part)
{
    bool offer = part->root == VOCABULARY_ROOT_OFFER; /* which may have parts as well */
    struct text_nearest nearest = text_nearest_to(member->key);
    char known[TYPE_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, known, sizeof known);
    for (unsigned i = 0; i < part->key_count; i++) {
        text_nearest_offer(&nearest, part->keys[i].name);
        text_out_add(&out, "%s%s", i ? ", " : "", part->keys[i].name);
    }
    for (unsigned i = 0; offer && i < vocabulary_part_count; i++)
        if (vocabulary_parts[i].root == VOCABULARY_ROOT_RULEBOOK)
            text_nearest_offer(&nearest, vocabulary_parts[i].name);
    if (nearest.word)
        findings_add(checker->findings, FINDING_ERROR, member->key_origin,
                     "\"%.*s\" is no key of %s" REMEDY "did you mean \"%s\"?",
                     TEXT_ARGUMENTS(shown(member->key)), part->name, nearest.word);
    else
        findings_add(checker->findings, FINDING_ERROR, member->key_origin,
                     "\"%.*s\" is no key of %s" REMEDY "write one of: %s%s",
                     TEXT_ARGUMENTS(shown(member->key)), part->name, known,
                     offer ? ", or a part of the rules" : "");
}

static void check_part(struct checker *checker, const struct node *node, const struct vocabulary_part *part)
{
    if (node->kind != NODE_MAP) {
        findings_add(checker->findings, FINDING_ERROR, node->origin,
                     "%s has keys, and a %s does not fit here" REMEDY "write %s: %s", part->name,
                     node_kind_name(node->kind), part->keys[0].name, part->keys[0].example);
        return;
    }
    for (const struct node *member = node->first_child; member; member = member->next) {
        const struct vocabulary_key *key = vocabulary_key_find(part, member->key);
        if (key)
            check_value(checker, member, key->type);
        else
            unknown_key(checker, member, part);
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

static void check_scalar(struct checker *checker, const struct node *node, const struct vocabulary_type *type)
{
    if (node->kind == NODE_LIST && checker->use == SCHEMA_APPROVES && node->count > 1) {
        for (const struct node *item = node->first_child; item; item = item->next)
            check_scalar(checker, item, type); /* a choice */
        return;
    }
    if (node->kind != NODE_SCALAR) {
        expected(checker, node, type);
        return;
    }
    enum value_type value_type = schema_value_type(type->kind);
    if (value_type != VALUE_TYPES)
        check_typed(checker, node, value_type);
    else if (type->kind == VOCABULARY_PERIODS || type->kind == VOCABULARY_MOMENTS)
        check_schedule(checker, node, type->kind == VOCABULARY_PERIODS);
    else if (type->kind == VOCABULARY_GAME)
        check_game(checker, node);
    else if (type->kind == VOCABULARY_HAND)
        check_hand(checker, node);
    else if (type->kind == VOCABULARY_ACTIVITY)
        check_activity(checker, node);
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
        check_value(checker, node, fits(node, type->or_else) ? type->or_else : type->of);
        return;
    default:
        check_scalar(checker, node, type);
    }
}

void schema_check_value(const struct node *node, const struct vocabulary_type *type, enum schema_use use,
                        struct findings *findings)
{
    struct checker checker = {use, findings};
    check_value(&checker, node, type);
}

/* ------------------------------------------------------------------------------------------ files */

static void unknown_part(struct checker *checker, const struct node *member)
{
    struct text_nearest nearest = text_nearest_to(member->key);
    for (unsigned i = 0; i < vocabulary_part_count; i++)
        if (vocabulary_parts[i].root == VOCABULARY_ROOT_RULEBOOK)
            text_nearest_offer(&nearest, vocabulary_parts[i].name);
    findings_add(checker->findings, FINDING_ERROR, member->key_origin,
                 "there is no part \"%.*s\"%s%s%s" REMEDY "use a part of the vocabulary",
                 TEXT_ARGUMENTS(shown(member->key)), nearest.word ? "; did you mean \"" : "",
                 nearest.word ? nearest.word : "", nearest.word ? "\"?" : "");
}

static void check_root_member(struct checker *checker, const struct node *member)
{
    const struct vocabulary_part *part = vocabulary_root_find(VOCABULARY_ROOT_RULEBOOK, member->key);
    if (!part)
        unknown_part(checker, member);
    else if (part->is_key)
        check_value(checker, member, part->keys[0].type);
    else
        check_part(checker, member, part);
}

/* An offer has keys of its own beside the parts of its document. */
static void check_offer(struct checker *checker, const struct node *tree)
{
    const struct vocabulary_part *offer = vocabulary_part_find("offer");
    CHECK(offer);
    for (const struct node *member = tree->first_child; member; member = member->next) {
        const struct vocabulary_key *key = vocabulary_key_find(offer, member->key);
        if (key)
            check_value(checker, member, key->type);
        else if (vocabulary_root_find(VOCABULARY_ROOT_RULEBOOK, member->key))
            check_root_member(checker, member);
        else
            unknown_key(checker, member, offer);
    }
    for (unsigned i = 0; i < offer->key_count; i++)
        if (offer->keys[i].required && !node_member(tree, offer->keys[i].name))
            findings_add(checker->findings, FINDING_ERROR, tree->origin,
                         "the offer has no \"%s\"" REMEDY "add %s: %s", offer->keys[i].name,
                         offer->keys[i].name, offer->keys[i].example);
}

void schema_check(const struct node *tree, enum schema_use use, struct findings *findings)
{
    struct checker checker = {use, findings};
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
        check_part(&checker, tree, vocabulary_part_find("house"));
        return;
    }
    CHECK_NEVER("a use of data");
}
