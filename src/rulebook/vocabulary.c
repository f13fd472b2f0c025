#include "rulebook/vocabulary.h"

#include "base/check.h"

const struct vocabulary_part *vocabulary_part_find(const char *name)
{
    for (unsigned i = 0; i < vocabulary_part_count; i++)
        if (text_equal(text_of(vocabulary_parts[i].name), text_of(name)))
            return &vocabulary_parts[i];
    return NULL;
}

const struct vocabulary_part *vocabulary_root_find(enum vocabulary_root root, struct text name)
{
    for (unsigned i = 0; i < vocabulary_part_count; i++)
        if (vocabulary_parts[i].root == root && text_equal(text_of(vocabulary_parts[i].name), name))
            return &vocabulary_parts[i];
    return NULL;
}

const struct vocabulary_key *vocabulary_key_find(const struct vocabulary_part *part, struct text name)
{
    for (unsigned i = 0; i < part->key_count; i++)
        if (text_equal(text_of(part->keys[i].name), name))
            return &part->keys[i];
    return NULL;
}

const char *vocabulary_example(const char *part, const char *key)
{
    const struct vocabulary_part *known = vocabulary_part_find(part);
    CHECK(known && vocabulary_key_find(known, text_of(key)));
    return vocabulary_key_find(known, text_of(key))->example;
}

const struct vocabulary_type *vocabulary_member_type(const struct vocabulary_type *type, struct text name)
{
    if (type->kind != VOCABULARY_PART)
        return type->of;
    const struct vocabulary_key *key = vocabulary_key_find(type->part, name);
    return key ? key->type : NULL;
}

static const char *kind_words(enum vocabulary_kind kind)
{
    switch (kind) {
    case VOCABULARY_MONEY:
        return "money";
    case VOCABULARY_COUNT:
        return "count";
    case VOCABULARY_PERCENT:
        return "percent";
    case VOCABULARY_MULTIPLE:
        return "multiple";
    case VOCABULARY_DURATION:
        return "duration";
    case VOCABULARY_TIME:
        return "time";
    case VOCABULARY_DATE:
        return "date";
    case VOCABULARY_PERIODS:
        return "periods";
    case VOCABULARY_MOMENTS:
        return "moments";
    case VOCABULARY_YES_OR_NO:
        return "yes or no";
    case VOCABULARY_WORDS:
        return "words";
    case VOCABULARY_COLOUR:
        return "colour";
    case VOCABULARY_GAME:
        return "game";
    case VOCABULARY_HAND:
        return "hand";
    case VOCABULARY_AWARD:
        return "award";
    case VOCABULARY_FUND:
        return "fund";
    case VOCABULARY_ACTIVITY:
        return "activity";
    case VOCABULARY_LIMITS:
        return "limits";
    case VOCABULARY_LIST:
        return "list of ";
    case VOCABULARY_MAP:
        return "map of ";
    case VOCABULARY_PART:
        return "part ";
    case VOCABULARY_ONE_OF:
        return "one of ";
    case VOCABULARY_ANY_OF:
        return "any of ";
    case VOCABULARY_EITHER:
        return "";
    }
    CHECK_NEVER("a kind of type");
}

void vocabulary_type_write(struct text_out *out, const struct vocabulary_type *type)
{
    text_out_add(out, "%s%s", type->condition ? "condition " : "", kind_words(type->kind));
    if (type->kind == VOCABULARY_PART)
        text_out_add(out, "%s", type->part->name);
    for (unsigned i = 0; type->words && type->words[i]; i++)
        text_out_add(out, "%s%s", i ? " / " : "", type->words[i]);
    if (type->of)
        vocabulary_type_write(out, type->of);
    if (type->or_else) {
        text_out_add(out, " or ");
        vocabulary_type_write(out, type->or_else);
    }
}
