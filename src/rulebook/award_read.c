/*
 * Reading awards: parts joined by "and" or by "or".
 */
#include "rulebook/value_internal.h"

#include "base/check.h"

const struct unit_words award_words[AWARD_THINGS] = {{"ticket", "tickets"}, {"point", "points"},
                                                     {"credit", "credits"}, {"entry", "entries"},
                                                     {"spin", "spins"},     {"key", "keys"}};

const char *award_thing_name(enum award_kind kind, int64_t count)
{
    CHECK(kind >= AWARD_TICKETS && kind <= AWARD_KEYS);
    const struct unit_words *words = &award_words[kind - AWARD_TICKETS];
    return count == 1 ? words->one : words->many;
}

static const char *const award_known[] = {"tickets", "points", "credits", "entries",  "spins",   "keys",
                                          "ticket",  "point",  "credit",  "entry",    "spin",    "key",
                                          "push",    "posted", "item",    "at least", "at most", NULL};
static const struct phrase_sort award_sort = {
    "an", "award", "write it like $500, 100% of prize pool, 2 tickets, 40 to 1 or \"hat\" worth $20",
    award_known};

static bool part_ends(const struct scan *scan)
{
    return scan_peek(scan) == SCAN_END || phrase_next_is(scan, "and") || phrase_next_is(scan, "or") ||
           phrase_next_is(scan, ",") || phrase_next_is(scan, ";");
}

static enum status check_name(struct text name, size_t position, struct fault *fault)
{
    if (name.length <= AWARD_NAME_MAX)
        return STATUS_OK;
    return fault_set(fault, STATUS_NO_SPACE, position, "the name is too long; a name has at most %d bytes",
                     AWARD_NAME_MAX);
}

static enum status take_name(struct scan *scan, const char *what, struct text *name, struct fault *fault)
{
    size_t start = scan->at, position = scan_position(scan);
    while (!part_ends(scan))
        phrase_skip(scan);
    *name = phrase_between(scan, start);
    return name->length > 0 ? check_name(*name, position, fault) : phrase_expected(scan, what, fault);
}

static enum status read_share(struct scan *scan, struct award_part *part, struct fault *fault)
{
    part->kind = AWARD_SHARE;
    enum status status = range_read(scan, &measure_percent, &part->range, fault);
    if (status != STATUS_OK)
        return status;
    if (!phrase_take(scan, "of"))
        return phrase_expected(scan, "\"of\" and the name of a fund, as in 10% of prize pool,", fault);
    return take_name(scan, "the name of a fund, as in 10% of prize pool,", &part->name, fault);
}

static enum status read_multiple(struct scan *scan, struct award_part *part, struct fault *fault)
{
    part->kind = AWARD_MULTIPLE;
    enum status status = range_read(scan, &measure_multiple, &part->range, fault);
    if (status != STATUS_OK)
        return status;
    return take_name(scan, "what is multiplied, as in 2x prize,", &part->name, fault);
}

static enum status read_money(struct scan *scan, struct award_part *part, struct fault *fault)
{
    part->kind = AWARD_MONEY;
    enum status status = range_read(scan, &measure_money, &part->range, fault);
    if (status == STATUS_OK && phrase_take(scan, "in"))
        status = take_name(scan, "what is paid, as in $250 in free play,", &part->name, fault);
    return status;
}

static enum status read_thing(struct scan *scan, struct award_part *part, struct fault *fault)
{
    static const struct phrase_sort sort = {"a", "thing that is awarded by number",
                                            "use tickets, points, credits, entries, spins or keys",
                                            award_known};
    for (unsigned i = 0; i < AWARD_THINGS; i++)
        if (phrase_take(scan, award_words[i].one) || phrase_take(scan, award_words[i].many)) {
            part->kind = (enum award_kind)(AWARD_TICKETS + i);
            return STATUS_OK;
        }
    return phrase_unknown(scan, &sort, fault);
}

/* "40 to 1" and "300 for 1" end behind their second number; "1 to 10 tickets" goes on. */
static bool odds_next(const struct scan *scan)
{
    struct scan ahead = *scan;
    phrase_skip(&ahead);
    if (phrase_next_is(&ahead, "for"))
        return true;
    if (!phrase_take(&ahead, "to"))
        return false;
    phrase_skip(&ahead);
    return part_ends(&ahead);
}

static enum status read_number(struct scan *scan, struct award_part *part, struct fault *fault)
{
    if (phrase_digit_next(scan, 0) && odds_next(scan)) {
        part->kind = AWARD_ODDS;
        return odds_read(scan, &part->odds, fault);
    }
    enum status status = range_read(scan, &measure_count, &part->range, fault);
    return status == STATUS_OK ? read_thing(scan, part, fault) : status;
}

static enum status take_worth(struct scan *scan, struct award_part *part, struct fault *fault)
{
    return phrase_take(scan, "worth") ? range_read(scan, &measure_money, &part->range, fault) : STATUS_OK;
}

/* "travel voucher" worth $1,000; what it is worth may be left open. */
static enum status read_item(struct scan *scan, struct award_part *part, struct fault *fault)
{
    part->kind = AWARD_ITEM;
    part->range = (struct range){0, RANGE_NO_END};
    size_t position = scan_position(scan);
    enum status status = phrase_quoted(scan, &part->name, fault);
    if (status == STATUS_OK)
        status = check_name(part->name, position, fault);
    if (status != STATUS_OK)
        return status;
    return take_worth(scan, part, fault);
}

static enum status read_any_item(struct scan *scan, struct award_part *part, struct fault *fault)
{
    part->kind = AWARD_ITEM;
    if (!phrase_next_is(scan, "worth"))
        return phrase_expected(scan, "\"worth\" and an amount, as in an item worth $5 to $500,", fault);
    return take_worth(scan, part, fault);
}

/* Behind "at least" and its like, the number says what is read; the words are taken with it. */
static struct scan behind_bound(const struct scan *scan)
{
    struct scan ahead = *scan;
    (void)(phrase_take(&ahead, "at least") || phrase_take(&ahead, "at most") ||
           phrase_take(&ahead, "under") || phrase_take(&ahead, "over"));
    return ahead;
}

static enum status read_part(struct scan *scan, struct award_part *part, struct fault *fault)
{
    if (scan_peek(scan) == '"')
        return read_item(scan, part, fault);
    if (phrase_take(scan, "an item"))
        return read_any_item(scan, part, fault);
    if (phrase_next_is(scan, "push")) {
        part->kind = AWARD_ODDS;
        return odds_read(scan, &part->odds, fault);
    }
    if (phrase_take(scan, "a") || phrase_take(scan, "an")) {
        part->range = (struct range){1, 1};
        return read_thing(scan, part, fault);
    }
    struct scan number = behind_bound(scan);
    if (scan_peek(&number) == '$' || scan_peek(&number) == '-')
        return read_money(scan, part, fault);
    if (phrase_digit_next(&number, '%'))
        return read_share(scan, part, fault);
    if (phrase_digit_next(&number, 'x') || phrase_digit_next(&number, 'X'))
        return read_multiple(scan, part, fault);
    if (phrase_digit_next(&number, 0))
        return read_number(scan, part, fault);
    return phrase_unknown(&number, &award_sort, fault);
}

enum status award_read(struct scan *scan, struct award *award, struct fault *fault)
{
    enum status status = STATUS_OK;
    while (status == STATUS_OK) {
        status = read_part(scan, &award->parts[award->count++], fault);
        size_t position = scan_position(scan);
        bool alternatives = phrase_next_is(scan, "or");
        if (status != STATUS_OK || (!alternatives && !phrase_next_is(scan, "and")))
            break;
        phrase_skip(scan);
        if (award->count == 1)
            award->alternatives = alternatives;
        if (award->alternatives != alternatives)
            return fault_set(fault, STATUS_INVALID, position,
                             "an award is joined by \"and\" or by \"or\", not by both; write two rows");
        if (award->count == AWARD_PARTS_MAX)
            return fault_set(fault, STATUS_NO_SPACE, position, "an award has at most %d parts",
                             AWARD_PARTS_MAX);
    }
    return status;
}
