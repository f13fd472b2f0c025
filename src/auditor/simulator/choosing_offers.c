/* Offers posted anew, at once or from a later time, split in two and withdrawn. */
#include "auditor/simulator/choosing_internal.h"
#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"
#include "rulebook/vocabulary_paths.h"

enum { OFFER_TEXT_SIZE = 1 << 16 };

/* ------------------------------------------------------------------------------------------ offers */

struct text choose_changed(struct choosing *choosing, struct text text, const char *key, const char *value)
{
    struct text_out out;
    char *buffer = ARENA_ARRAY(choosing->arena, char, OFFER_TEXT_SIZE);
    struct text wanted = text_of(key);
    if (!buffer)
        return text;
    text_out_init(&out, buffer, OFFER_TEXT_SIZE);
    for (size_t at = 0; at < text.length;) {
        size_t end = at;
        while (end < text.length && text.bytes[end] != '\n')
            end++;
        struct text line = text_slice(text, at, end - at), trimmed = text_trimmed(line);
        if (text_starts_with(trimmed, wanted)) {
            size_t indent = line.length - text_from(line, (size_t)(trimmed.bytes - line.bytes)).length;
            text_out_add(&out, "%*s%s%s", (int)indent, "", key, value);
        } else
            text_out_add_text(&out, line);
        text_out_add(&out, "\n");
        at = end + 1;
    }
    return text_out_text(&out);
}

/* Some from a later time, seldom from one that has passed; some signed by a second person, as the house asks or without. */
static void sign_and_time(struct choosing *choosing, struct post_offer *asked)
{
    const struct floor *floor = choosing->floor;
    const bool two = node_says(node_member(floor->house.data, KEY_OFFERS_SIGNED_BY), "two persons");
    const int64_t minute_ms = INT64_C(60) * 1000;
    if (choose_chance(choosing, 25))
        asked->from.ms =
            floor->now.ms +
            ((int64_t)choose_below(choosing, 2 * 24 * 60) + 1 - 10 * choose_chance(choosing, 5)) * minute_ms;
    if (choose_chance(choosing, two ? 85 : 10))
        asked->authorised_by = choose_person(choosing, choose_chance(choosing, 70) ? "authorise" : "adjust");
}

bool choose_post_offer(struct choosing *choosing, struct command *command)
{
    static const char *const letters[] = {" A", " B", " C", " 1", " 2", " 3"};
    static const char *const amounts[] = {" $1,000", " $2,500", " $20", " $100", " $9,000,000"};
    const struct library_house *of = choosing->house->house;
    uint32_t number = choose_below(choosing, of->offer_count);
    struct text text = choosing->house->offers[number];
    command->kind = COMMAND_POST_OFFER;
    COMMAND_AS(command, post_offer)->offer =
        text_from(of->offers[number].identity, of->house.identity.length + 1);
    if (choose_chance(choosing, 30))
        text = choose_changed(choosing, text, "chart:", letters[choose_below(choosing, 6)]);
    if (choose_chance(choosing, 30))
        text = choose_changed(choosing, text, "structure:", letters[choose_below(choosing, 6)]);
    if (choose_chance(choosing, 30))
        text = choose_changed(choosing, text, "reseed:", amounts[choose_below(choosing, 5)]);
    if (choose_chance(choosing, 15))
        text = choose_changed(choosing, text, "increase:", amounts[choose_below(choosing, 5)]);
    if (choose_chance(choosing, 3))
        text = text_of("offer: nobody/nothing\ntables: [");
    COMMAND_AS(command, post_offer)->text = text;
    sign_and_time(choosing, COMMAND_AS(command, post_offer));
    return true;
}

/* An offer of the house with a pool that rises daily, at several tables; NULL: a random choice found none. */
static const struct offer *any_rising(struct choosing *choosing, struct text *text)
{
    const struct library_house *of = choosing->house->house;
    for (unsigned tries = 0; tries < 20; tries++) {
        uint32_t number = choose_below(choosing, of->offer_count);
        *text = choosing->house->offers[number];
        if (of->offers[number].table_count > 1 && text_contains(*text, text_of("increase:")) &&
            text_contains(*text, text_of("tables: [")))
            return &of->offers[number];
    }
    return NULL;
}

/* " [NL-1, NL-2]": all tables of the offer but the last, or that alone. */
static const char *tables_of(struct choosing *choosing, const struct offer *offer, bool last)
{
    struct text_out out;
    char *buffer = ARENA_ARRAY(choosing->arena, char, OFFER_TEXT_SIZE);
    if (!buffer)
        return "";
    text_out_init(&out, buffer, OFFER_TEXT_SIZE);
    for (unsigned i = last ? offer->table_count - 1 : 0; i < offer->table_count - !last; i++)
        text_out_add(&out, "%s%s", i == 0 || last ? " [" : ", ", offer->tables[i]->name_ended);
    text_out_add(&out, "]");
    return out.truncated ? "" : buffer;
}

/* Two offers of one activity, which share a pool and one daily increase: first the house's offer leaves its last table, then
 * the second is posted there. */
bool choose_split_offer(struct choosing *choosing, struct command *command)
{
    static const char *const hours[] = {" 05:00", " 06:00", " 18:00"};
    struct text text, name;
    const struct offer *offer = any_rising(choosing, &text);
    if (!offer)
        return false;
    name = text_from(offer->identity, choosing->house->house->house.identity.length + 1);
    const struct offering *posted = floor_offering(choosing->floor, name);
    bool second = posted && (!posted->posted || posted->offer->table_count < offer->table_count);
    text = choose_changed(choosing, text, "tables:", tables_of(choosing, offer, second));
    if (choose_chance(choosing, 50))
        text = choose_changed(choosing, text, "increase at:", hours[choose_below(choosing, 3)]);
    command->kind = COMMAND_POST_OFFER;
    COMMAND_AS(command, post_offer)->offer = second ? text_of("second") : name;
    COMMAND_AS(command, post_offer)->text = text;
    return true;
}

bool choose_withdraw_offer(struct choosing *choosing, struct command *command)
{
    command->kind = COMMAND_WITHDRAW_OFFER;
    COMMAND_AS(command, withdraw_offer)->offer =
        choose_chance(choosing, 5) ? text_of("no such offer") : choose_offering(choosing)->name;
    return true;
}
