#include "rulebook/game_name.h"

#include "base/check.h"

static const struct {
    const char *words;
    enum game_group group;
} groups[] = {
    {"all poker games", GAME_ALL_POKER},
    {"all California games", GAME_ALL_CALIFORNIA},
    {"all games", GAME_ALL},
};

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/* GEGA-001983: four letters, a hyphen, digits. */
static bool opens_with_identifier(struct text text)
{
    if (text.length < 6 || text.bytes[4] != '-' || !is_digit(text.bytes[5]))
        return false;
    for (unsigned i = 0; i < 4; i++)
        if (text.bytes[i] < 'A' || text.bytes[i] > 'Z')
            return false;
    return true;
}

/* The bracket at the end, if it holds identifiers: "13-Card (Chinese Poker)" has a bracket in its name. */
static void split_identifiers(struct text text, struct game_name *name)
{
    name->name = text;
    name->identifiers = text_slice(text, 0, 0);
    if (text.length == 0 || text.bytes[text.length - 1] != ')')
        return;
    size_t open = text.length - 1;
    while (open > 0 && text.bytes[open] != '(')
        open--;
    struct text inside = text_slice(text, open + 1, text.length - open - 2);
    if (!opens_with_identifier(inside))
        return;
    name->name = text_trimmed(text_slice(text, 0, open));
    name->identifiers = inside;
}

/* "Golden Frog Baccarat 2.0" is played as Golden Frog Baccarat: versions differ in bets, not in hands. */
static struct text without_version(struct text name)
{
    size_t end = name.length;
    while (end > 0 && (is_digit(name.bytes[end - 1]) || name.bytes[end - 1] == '.'))
        end--;
    struct text version = text_from(name, end);
    bool dotted = false;
    for (size_t i = 0; i < version.length; i++)
        dotted |= version.bytes[i] == '.';
    return dotted ? text_trimmed(text_slice(name, 0, end)) : name;
}

enum status game_name_read(struct text text, struct game_name *name, struct fault *fault)
{
    struct game_name read = {.group = GAME_NAMED};
    split_identifiers(text_trimmed(text), &read);
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
        if (text_equal_ignoring_case(read.name, text_of(groups[i].words)))
            read.group = groups[i].group;
    if (read.group == GAME_NAMED) {
        read.game = hand_game_find(read.name);
        if (!read.game)
            read.game = hand_game_find(without_version(read.name));
        if (!read.game) {
            const char *nearest = hand_game_nearest(read.name);
            return fault_set(fault, STATUS_INVALID, 1, "no game is called \"%.*s\"%s%s%s",
                             TEXT_ARGUMENTS(read.name), nearest ? "; did you mean \"" : "",
                             nearest ? nearest : "", nearest ? "\"?" : "");
        }
    }
    *name = read;
    return STATUS_OK;
}

static bool share_identifier(struct text one, struct text other)
{
    while (one.length > 0) {
        one = text_from(one, text_separators(one));
        size_t end = 0;
        while (end < one.length && !text_is_separator(one.bytes[end]))
            end++;
        if (end > 0 && text_contains(other, text_slice(one, 0, end)))
            return true;
        one = text_from(one, end);
    }
    return false;
}

bool game_name_includes(const struct game_name *name, const struct game_name *other)
{
    CHECK(other->group == GAME_NAMED);
    switch (name->group) {
    case GAME_NAMED:
        return hand_game_same_name(without_version(name->name), without_version(other->name)) ||
               share_identifier(name->identifiers, other->identifiers);
    case GAME_ALL_POKER:
        return other->game->poker;
    case GAME_ALL_CALIFORNIA:
        return !other->game->poker;
    case GAME_ALL:
        return true;
    }
    CHECK_NEVER("a group of games");
}

bool game_names_include(struct text names, const struct game_name *game)
{
    for (size_t at = 0; at < names.length;) {
        size_t end = at;
        while (end < names.length && names.bytes[end] != ',')
            end++;
        struct game_name name;
        if (game_name_read(text_trimmed(text_slice(names, at, end - at)), &name, NULL) == STATUS_OK &&
            game_name_includes(&name, game))
            return true;
        at = end + 1;
    }
    return false;
}
