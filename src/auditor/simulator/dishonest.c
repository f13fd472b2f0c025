#include "auditor/simulator/dishonest.h"

#include "auditor/simulator/choosing_internal.h"
#include "base/check.h"
#include "house/cage/cage.h"
#include "house/cage/cage_shapes.h"
#include "house/hands/hands_shapes.h"
#include "house/kernel/clock_shapes.h"
#include "house/kernel/names.h"
#include "house/people/people.h"
#include "house/people/staff.h"
#include "house/prizes/prizes.h"
#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"
#include "house/tables/tables.h"
#include "record/record.h"
#include "rulebook/vocabulary_paths.h"

#include <stdarg.h>
#include <stdio.h>

enum { LINE_SIZE = 1024, STRANGERS = 1000 };

/* ------------------------------------------------------------------------------------------ asking the house */

/* The line in its readable form; every line here is one that the house understands. */
static bool does_line(struct insider *insider, const char *format, va_list arguments)
{
    struct choosing *choosing = insider->choosing;
    struct command command;
    struct fault fault;
    char *line = ARENA_ARRAY(choosing->arena, char, LINE_SIZE);
    if (!line)
        return false;
    int length = vsnprintf(line, LINE_SIZE, format, arguments);
    CHECK(length > 0 && length < LINE_SIZE);
    enum status status =
        command_parse(text_of(line), &choosing->floor->zone, choosing->arena, &command, &fault);
    CHECK(status == STATUS_OK || status == STATUS_NO_MEMORY);
    return status == STATUS_OK && insider->does(insider->context, &command);
}

/* A step on the way there. */
static bool does(struct insider *insider, const char *format, ...) PRINTF_LIKE(2, 3);
static bool does(struct insider *insider, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    bool done = does_line(insider, format, arguments);
    va_end(arguments);
    return done;
}

/* What the house must refuse. */
static enum attempt_outcome tries(struct insider *insider, const char *format, ...) PRINTF_LIKE(2, 3);
static enum attempt_outcome tries(struct insider *insider, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    bool done = does_line(insider, format, arguments);
    va_end(arguments);
    return done ? ATTEMPT_GOT_THROUGH : ATTEMPT_CAUGHT;
}

/* ------------------------------------------------------------------------------------------ looking at the floor */

/* A copy that outlives the next command. */
static struct text kept(struct insider *insider, struct text text)
{
    struct text copy = text_of("");
    return arena_copy_text(insider->choosing->arena, text, &copy) == STATUS_OK ? copy : text_of("");
}

/* A name as it stands in a line between quotes: nonsense has registered a patron with the number ". */
static struct text spelled(struct insider *insider, struct text text)
{
    char escaped[JSON_ESCAPE_SIZE];
    const size_t size = text.length * JSON_ESCAPE_SIZE + 1;
    char *bytes = ARENA_ARRAY(insider->choosing->arena, char, size);
    struct text_out out;
    if (!bytes)
        return text_of("");
    text_out_init(&out, bytes, size);
    for (size_t i = 0; i < text.length; i++)
        text_out_add_text(&out, json_escape(text.bytes[i], escaped));
    return text_out_text(&out);
}

static bool is_employed_as(const struct insider *insider, const char *person, const char *role)
{
    const struct floor *floor = insider->choosing->floor;
    for (unsigned i = 0; i < floor->person_count; i++)
        if (text_equal(floor->people[i].person, text_of(person)))
            return floor->people[i].employed && text_equal(floor->people[i].role, text_of(role));
    return false;
}

/* An open prize of a patron whom the house knows, or of somebody unknown; NULL if chance found none. */
static const struct floor_prize *open_prize(struct insider *insider, bool known)
{
    const struct floor *floor = insider->choosing->floor;
    for (unsigned i = 0; i < TRIES_MAX / 8; i++) {
        const struct floor_prize *prize = floor_prize(floor, choose_open_prize(insider->choosing));
        if (prize && (prize->patron != NAMES_NONE) == known)
            return prize;
    }
    return NULL;
}

/* The last prize that is settled so; NULL if none is. */
static const struct floor_prize *prize_in(const struct insider *insider, enum claim_state state,
                                          bool reversed)
{
    const struct floor *floor = insider->choosing->floor;
    for (unsigned i = floor->prize_count; i > 0; i--)
        if (reversed ? floor->prizes[i - 1].reversed
                     : !floor->prizes[i - 1].reversed && floor->prizes[i - 1].claim.state == state)
            return &floor->prizes[i - 1];
    return NULL;
}

static struct text winner_of(struct insider *insider, const struct floor_prize *prize)
{
    return kept(insider, floor_patron_name(insider->choosing->floor, prize->patron));
}

/* A seat at which a patron whom the club knows was dealt in; 0 if there is none. */
static uint32_t seat_of_known(struct insider *insider, const struct table *table)
{
    uint32_t known = 0;
    for (uint32_t seat = 1; seat <= table_seats(table); seat++)
        if (table->seats[seat].taken && table->seats[seat].patron != NAMES_NONE &&
            (table->round.dealt >> seat & 1))
            known |= UINT32_C(1) << seat;
    return choose_seat(insider->choosing, known);
}

/* An account of the activity that has this much, by its name; NULL if it has none. */
static const struct account *account_with(const struct floor *floor, struct text activity, const char *name,
                                          int64_t cents)
{
    for (unsigned i = 0; i < floor->ledger.count; i++) {
        const struct account *account = &floor->ledger.accounts[i];
        if (text_equal(account->activity, activity) && text_equal(account->name, text_of(name)) &&
            account->balance >= cents)
            return account;
    }
    return NULL;
}

/* A posted offer whose reserve has five dollars. */
static const struct offering *offer_with_reserve(struct insider *insider, const char *name)
{
    const struct floor *floor = insider->choosing->floor;
    for (unsigned i = 0; i < TRIES_MAX && floor->offering_count > 0; i++) {
        const struct offering *offering = choose_offering(insider->choosing);
        if (account_with(floor, offering->terms.activity, name, 500))
            return offering;
    }
    return NULL;
}

/* ------------------------------------------------------------------------------------------ two persons */

static enum attempt_outcome sign_second_for_oneself(struct insider *insider)
{
    const struct floor_hand *hand =
        floor_hand(insider->choosing->floor, choose_hand(insider->choosing, HAND_VERIFIED));
    if (!hand)
        return ATTEMPT_NOT_MADE;
    return tries(insider, "authorise %u by \"%.*s\"", hand->number, TEXT_ARGUMENTS(hand->verified_by));
}

static enum attempt_outcome adjust_alone(struct insider *insider)
{
    const struct offering *offering = offer_with_reserve(insider, "reserve");
    if (!offering)
        return ATTEMPT_NOT_MADE;
    return tries(
        insider,
        "adjust \"%.*s\" from house to reserve amount $1 reason \"counted anew\" authorised-by ada by "
        "ada",
        TEXT_ARGUMENTS(offering->name));
}

static enum attempt_outcome forfeit_alone(struct insider *insider)
{
    const struct floor_prize *prize = open_prize(insider, true);
    return prize ? tries(insider, "forfeit %u reason \"may not have it\" authorised-by ada by ada",
                         prize->number)
                 : ATTEMPT_NOT_MADE;
}

static enum attempt_outcome reverse_alone(struct insider *insider)
{
    const struct floor_prize *prize = open_prize(insider, true);
    return prize ? tries(insider, "reverse %u reason \"wrong seat\" authorised-by ada by ada", prize->award)
                 : ATTEMPT_NOT_MADE;
}

static enum attempt_outcome confirm_time_alone(struct insider *insider)
{
    struct command command = {.kind = COMMAND_CONFIRM_TIME};
    struct confirm_time *asked = COMMAND_AS(&command, confirm_time);
    asked->head.by = asked->authorised_by = text_of("office");
    asked->to.ms = insider->choosing->floor->now.ms + INT64_C(3600000);
    asked->reason = text_of("the battery was changed");
    return insider->does(insider->context, &command) ? ATTEMPT_GOT_THROUGH : ATTEMPT_CAUGHT;
}

static enum attempt_outcome amend_alone(struct insider *insider)
{
    const struct floor *floor = insider->choosing->floor;
    struct command command = {.kind = COMMAND_AMEND_HOUSE};
    struct amend_house *asked = COMMAND_AS(&command, amend_house);
    if (floor->waiting_count > 0)
        return ATTEMPT_NOT_MADE;
    asked->head.by = asked->authorised_by = text_of("office");
    size_t size = floor->house_text.length + 16;
    char *text = ARENA_ARRAY(insider->choosing->arena, char, size);
    if (!text)
        return ATTEMPT_NOT_MADE;
    int length = snprintf(text, size, "%.*s\nchip: $2\n", TEXT_ARGUMENTS(floor->house_text));
    asked->text = (struct text){text, (size_t)length};
    return insider->does(insider->context, &command) ? ATTEMPT_GOT_THROUGH : ATTEMPT_CAUGHT;
}

static enum attempt_outcome raise_alone(struct insider *insider)
{
    const struct offering *offering = choose_offering(insider->choosing);
    if (!offering->posted || offering->terms.pool_count == 0)
        return ATTEMPT_NOT_MADE;
    return tries(insider, "raise \"%.*s\" pool \"%.*s\" amount $1 by ada", TEXT_ARGUMENTS(offering->name),
                 TEXT_ARGUMENTS(offering->terms.pools[0].name));
}

static enum attempt_outcome readmit_alone(struct insider *insider)
{
    const struct floor *floor = insider->choosing->floor;
    for (unsigned i = 0; i < floor->patron_count; i++)
        if (floor->patrons[i].excluded)
            return tries(insider, "readmit \"%.*s\" reason \"a friend\" by fay",
                         TEXT_ARGUMENTS(spelled(insider, floor_patron_name(floor, i))));
    return ATTEMPT_NOT_MADE;
}

static enum attempt_outcome return_fees_alone(struct insider *insider)
{
    const struct table *table = choose_running_table(insider->choosing);
    if (!table || table->round.fee_count == 0 || table->round.fees_returned)
        return ATTEMPT_NOT_MADE;
    return tries(insider, "return-fees \"%.*s\" reason misdeal by fay",
                 TEXT_ARGUMENTS(table->described->name));
}

/* Any prize by which time could be made to pass: one that is held or lapses one day. */
static bool has_deadline(const struct floor *floor)
{
    for (unsigned i = floor->open_prizes_from; i < floor->prize_count; i++)
        if (floor_prize_is_open(&floor->prizes[i]) && floor->prizes[i].claim.can_lapse)
            return true;
    return false;
}

/* By a year, so that prizes lapse; with a reason and a second person, whom one needs. */
static enum attempt_outcome move_the_clock(struct insider *insider)
{
    const struct floor *floor = insider->choosing->floor;
    struct command command = {.kind = COMMAND_CLOCK};
    struct clock_moves *asked = COMMAND_AS(&command, clock_moves);
    const bool signed_by_two = choose_chance(insider->choosing, 50);
    if (signed_by_two && !has_deadline(floor))
        return ATTEMPT_NOT_MADE;
    command.head.by = text_of("ada");
    asked->at.ms = floor->now.ms + INT64_C(365) * 24 * 60 * 60 * 1000;
    asked->far = true;
    asked->reason = text_of("the battery was changed");
    asked->authorised_by = text_of(signed_by_two ? "sue" : "ada");
    return insider->does(insider->context, &command) ? ATTEMPT_GOT_THROUGH : ATTEMPT_CAUGHT;
}

/* A supervisor whom max has appointed a moment ago. */
static enum attempt_outcome sign_with_a_protege(struct insider *insider)
{
    const struct offering *offering = offer_with_reserve(insider, "reserve");
    if (!offering || !is_employed_as(insider, "max", "manager"))
        return ATTEMPT_NOT_MADE;
    const struct text name = kept(insider, offering->name);
    if (!does(insider, "appoint newt role supervisor by max"))
        return ATTEMPT_NOT_MADE;
    enum attempt_outcome outcome = tries(
        insider,
        "adjust \"%.*s\" from house to reserve amount $1 reason \"counted anew\" authorised-by newt by max",
        TEXT_ARGUMENTS(name));
    (void)does(insider, "dismiss newt by max");
    return outcome;
}

static enum attempt_outcome let_a_protege_verify(struct insider *insider)
{
    struct command verify = {.kind = COMMAND_VERIFY_HAND};
    if (!choose_verify_hand(insider->choosing, &verify) || !is_employed_as(insider, "max", "manager") ||
        !does(insider, "appoint newt role supervisor by max"))
        return ATTEMPT_NOT_MADE;
    enum attempt_outcome outcome = ATTEMPT_NOT_MADE;
    for (unsigned i = 0; i < TRIES_MAX / 8 && outcome == ATTEMPT_NOT_MADE; i++) {
        verify.head.by = text_of("newt");
        if (insider->does(insider->context, &verify))
            outcome = tries(insider, "authorise %u by max", COMMAND_AS(&verify, verify_hand)->hand);
        else if (!choose_verify_hand(insider->choosing, &verify))
            break;
    }
    (void)does(insider, "dismiss newt by max");
    return outcome;
}

/* An admin may appoint, and so could make anything of herself. */
static enum attempt_outcome take_another_role(struct insider *insider)
{
    const uint32_t number = choose_hand(insider->choosing, HAND_VERIFIED);
    if (!number || !is_employed_as(insider, "ines", "admin"))
        return ATTEMPT_NOT_MADE;
    if (!does(insider, "appoint ines role manager by ines"))
        return ATTEMPT_CAUGHT;
    enum attempt_outcome outcome = tries(insider, "authorise %u by ines", number);
    (void)does(insider, "appoint ines role admin by office");
    return outcome;
}

/* ------------------------------------------------------------------------------------------ prizes */

static enum attempt_outcome pay_settled(struct insider *insider, enum claim_state state, bool reversed)
{
    const struct floor_prize *prize = prize_in(insider, state, reversed);
    if (!prize)
        return ATTEMPT_NOT_MADE;
    const uint32_t number = prize->number;
    return tries(insider, "pay %u in \"%s\" by cora", number,
                 payment_words[prize_usual_form(insider->choosing->floor, number)]);
}

static enum attempt_outcome pay_twice(struct insider *insider)
{
    return pay_settled(insider, CLAIM_PAID, false);
}

static enum attempt_outcome pay_what_has_lapsed(struct insider *insider)
{
    return pay_settled(insider, CLAIM_LAPSED, false);
}

static enum attempt_outcome pay_what_was_reversed(struct insider *insider)
{
    return pay_settled(insider, CLAIM_PAID, true);
}

static enum attempt_outcome pay_as_dealer(struct insider *insider)
{
    const struct floor_prize *prize = open_prize(insider, true);
    if (!prize || !is_employed_as(insider, "dana", "dealer"))
        return ATTEMPT_NOT_MADE;
    const uint32_t number = prize->number;
    return tries(insider, "pay %u in \"%s\" by dana", number,
                 payment_words[prize_usual_form(insider->choosing->floor, number)]);
}

static enum attempt_outcome pay_whom_the_house_excludes(struct insider *insider)
{
    const struct floor_prize *prize = open_prize(insider, true);
    if (!prize)
        return ATTEMPT_NOT_MADE;
    const uint32_t number = prize->number;
    const struct text winner = winner_of(insider, prize);
    if (!does(insider, "exclude \"%.*s\" reason \"asked for it\" authorised-by sue by fay",
              TEXT_ARGUMENTS(spelled(insider, winner))))
        return ATTEMPT_NOT_MADE;
    return tries(insider, "pay %u in \"%s\" by cora", number,
                 payment_words[prize_usual_form(insider->choosing->floor, number)]);
}

static enum attempt_outcome identify_a_friend(struct insider *insider)
{
    const struct floor_prize *prize = open_prize(insider, true);
    if (!prize)
        return ATTEMPT_NOT_MADE;
    const uint32_t number = prize->number;
    const struct text winner = winner_of(insider, prize), friend = choose_patron(insider->choosing);
    if (text_equal(winner, friend))
        return ATTEMPT_NOT_MADE;
    return tries(insider, "identify %u patron \"%.*s\" document passport by cy", number,
                 TEXT_ARGUMENTS(spelled(insider, friend)));
}

/* Too young, until a friend at the desk changes the date of birth. */
static enum attempt_outcome make_a_winner_older(struct insider *insider)
{
    const struct floor_prize *prize = open_prize(insider, true);
    return prize ? tries(insider, "amend-patron \"%.*s\" born 1950-01-0%u by fay",
                         TEXT_ARGUMENTS(spelled(insider, winner_of(insider, prize))),
                         1 + choose_below(insider->choosing, 9))
                 : ATTEMPT_NOT_MADE;
}

/* Somebody who has just come in through the door. */
static enum attempt_outcome identify_a_stranger(struct insider *insider)
{
    const struct floor_prize *prize = open_prize(insider, false);
    const uint32_t stranger = 50000 + choose_below(insider->choosing, STRANGERS);
    if (!prize)
        return ATTEMPT_NOT_MADE;
    const uint32_t number = prize->number;
    if (!does(insider, "register %u born 1970-01-01 by fay", stranger))
        return ATTEMPT_NOT_MADE;
    return tries(insider, "identify %u patron %u document passport born 1970-01-01 authorised-by sue by cy",
                 number, stranger);
}

/* A cashier who may register signs with a friend that the winner is older, and pays. */
static enum attempt_outcome pay_whom_one_has_changed(struct insider *insider)
{
    const struct floor_prize *prize = open_prize(insider, true);
    if (!prize)
        return ATTEMPT_NOT_MADE;
    const uint32_t number = prize->number;
    if (!does(insider, "amend-patron \"%.*s\" born 1950-02-%02u authorised-by sue by cora",
              TEXT_ARGUMENTS(spelled(insider, winner_of(insider, prize))),
              1 + choose_below(insider->choosing, 28)))
        return ATTEMPT_NOT_MADE;
    return tries(insider, "pay %u in \"%s\" by cora", number,
                 payment_words[prize_usual_form(insider->choosing->floor, number)]);
}

/* ------------------------------------------------------------------------------------------ hands */

/* A seat that was not dealt in. */
static enum attempt_outcome claim_for_an_empty_seat(struct insider *insider)
{
    const struct table *table = choose_running_table(insider->choosing);
    if (!table || table->offer_count == 0)
        return ATTEMPT_NOT_MADE;
    const uint32_t empty = ((UINT32_C(2) << table_seats(table)) - 2) & ~table->round.dealt;
    const struct table_offer *at = &table->offers[choose_below(insider->choosing, table->offer_count)];
    return empty ? tries(insider, "claim-hand \"%.*s\" seat %u offer \"%.*s\" by dana",
                         TEXT_ARGUMENTS(table->described->name), choose_seat(insider->choosing, empty),
                         TEXT_ARGUMENTS(insider->choosing->floor->offerings[at->offer].name))
                 : ATTEMPT_NOT_MADE;
}

/* The same card twice. */
/* One ace of spades more than the decks of the game have. */
static enum attempt_outcome enter_impossible_cards(struct insider *insider)
{
    const struct floor *floor = insider->choosing->floor;
    const uint32_t number = choose_hand(insider->choosing, HAND_CLAIMED);
    const struct floor_hand *hand = number ? floor_hand(floor, number) : NULL;
    const struct hand_game *game = hand ? floor->tables[hand->table].described->game.game : NULL;
    if (!game)
        return ATTEMPT_NOT_MADE;
    const unsigned copies = game->cards_min > game->decks ? game->cards_min : game->decks + 1;
    const char *board = game->family == HAND_FAMILY_FLOP ? " board \"Ks Qs 2c 3d 4h\"" : "";
    char cards[LINE_SIZE / 4];
    struct text_out out;
    text_out_init(&out, cards, sizeof cards);
    for (unsigned i = 0; i < copies; i++)
        text_out_add(&out, "%s", i > 0 ? " As" : "As");
    CHECK(!out.truncated);
    return tries(insider, "verify-hand %u cards \"%s\"%s wager $5 by sam", number, cards, board);
}

/* Who sat there when the cards were dealt leaves, and a friend sits down and claims the hand. */
static enum attempt_outcome sit_down_after_the_deal(struct insider *insider)
{
    const struct floor *floor = insider->choosing->floor;
    const struct table *table = choose_running_table(insider->choosing);
    const uint32_t seat = table ? seat_of_known(insider, table) : 0;
    if (!seat || table->offer_count == 0)
        return ATTEMPT_NOT_MADE;
    const struct table_offer *at = &table->offers[choose_below(insider->choosing, table->offer_count)];
    const struct text offer = kept(insider, floor->offerings[at->offer].name),
                      name = kept(insider, table->described->name),
                      dealt = kept(insider, floor_patron_name(floor, table->seats[seat].patron)),
                      friend = choose_patron(insider->choosing);
    if (text_equal(dealt, friend) ||
        !does(insider, "leave \"%.*s\" seat %u by dana", TEXT_ARGUMENTS(name), seat) ||
        !does(insider, "sit \"%.*s\" seat %u patron \"%.*s\" by dana", TEXT_ARGUMENTS(name), seat,
              TEXT_ARGUMENTS(spelled(insider, friend))))
        return ATTEMPT_NOT_MADE;
    const uint32_t before = floor->last_hand;
    if (!does(insider, "claim-hand \"%.*s\" seat %u offer \"%.*s\" by dana", TEXT_ARGUMENTS(name), seat,
              TEXT_ARGUMENTS(offer)))
        return ATTEMPT_CAUGHT;
    const struct floor_hand *hand = floor_hand(insider->choosing->floor, before + 1);
    return hand && text_equal(floor_patron_name(insider->choosing->floor, hand->patron), friend)
               ? ATTEMPT_GOT_THROUGH
               : ATTEMPT_CAUGHT;
}

/* One person at two tables. */
static enum attempt_outcome sit_at_two_tables(struct insider *insider)
{
    const struct floor *floor = insider->choosing->floor;
    const struct table *one = choose_table(insider->choosing, true),
                       *other = choose_table(insider->choosing, true);
    if (!one || !other || one == other)
        return ATTEMPT_NOT_MADE;
    const uint32_t free = ((UINT32_C(2) << table_seats(other)) - 2) & ~table_seats_taken(other);
    for (uint32_t seat = 1; seat <= table_seats(one) && free; seat++)
        if (one->seats[seat].taken && one->seats[seat].patron != NAMES_NONE)
            return tries(insider, "sit \"%.*s\" seat %u patron \"%.*s\" by dana",
                         TEXT_ARGUMENTS(other->described->name), choose_seat(insider->choosing, free),
                         TEXT_ARGUMENTS(spelled(insider, floor_patron_name(floor, one->seats[seat].patron))));
    return ATTEMPT_NOT_MADE;
}

/* The row that a dealer names, where the game has cards to enter. */
static enum attempt_outcome verify_by_row(struct insider *insider)
{
    const struct choosing *choosing = insider->choosing;
    const uint32_t number = choose_hand(insider->choosing, HAND_CLAIMED);
    const struct floor_hand *hand = number ? floor_hand(choosing->floor, number) : NULL;
    const struct sample_list *samples =
        hand ? sample_hands_of(&choosing->house->hands, choosing->floor->offerings[hand->offer].name,
                               choosing->floor->tables[hand->table].described->game.game)
             : NULL;
    for (unsigned i = 0; samples && i < samples->count; i++)
        if (samples->hands[i].row && samples->hands[i].cards.length > 0)
            return tries(insider, "verify-hand %u row \"%.*s\" wager $5 by sam", number,
                         TEXT_ARGUMENTS(samples->hands[i].row_id));
    return ATTEMPT_NOT_MADE;
}

/* ------------------------------------------------------------------------------------------ money */

static enum attempt_outcome move_to(struct insider *insider, const char *from, const char *to)
{
    const struct offering *offering = offer_with_reserve(insider, from);
    if (!offering)
        return ATTEMPT_NOT_MADE;
    return tries(insider,
                 "adjust \"%.*s\" from \"%s\" to \"%s\" amount $5 reason \"a tip\" authorised-by sue by ada",
                 TEXT_ARGUMENTS(offering->name), from, to);
}

static enum attempt_outcome move_reserve_to_winners(struct insider *insider)
{
    return move_to(insider, "reserve", "winners");
}

static enum attempt_outcome move_reserve_to_house(struct insider *insider)
{
    return move_to(insider, "reserve", "house");
}

static enum attempt_outcome move_held_to_house(struct insider *insider)
{
    return move_to(insider, "held", "house");
}

/* ------------------------------------------------------------------------------------------ offers */

/* A document that nobody approved: with another title. */
static enum attempt_outcome file_a_document_of_ones_own(struct insider *insider)
{
    const struct floor *floor = insider->choosing->floor;
    const uint32_t number = choose_below(insider->choosing, floor->rulebook_count);
    struct command command = {.kind = COMMAND_FILE_DOCUMENT};
    struct file_document *asked = COMMAND_AS(&command, file_document);
    const size_t size = floor->rulebook_texts[number].length + 64;
    char *text = ARENA_ARRAY(insider->choosing->arena, char, size);
    if (!text)
        return ATTEMPT_NOT_MADE;
    int length = snprintf(text, size, "%.*s\n    In this house it is so.\n",
                          TEXT_ARGUMENTS(floor->rulebook_texts[number]));
    asked->head.by = text_of("office");
    asked->activity = kept(insider, floor->rulebooks[number]->document.identity);
    asked->text = (struct text){text, (size_t)length};
    return insider->does(insider->context, &command) ? ATTEMPT_GOT_THROUGH : ATTEMPT_CAUGHT;
}

static bool is_locked(const struct offering *offering)
{
    return offering->posted && offering->seeded && !offering->hit_since_posted &&
           text_equal(offer_text(offering->offer, PATH_OFFERING_LOCKED), text_of("until a hit"));
}

/* The offer anew with another structure, while nobody has won. */
static enum attempt_outcome change_what_is_locked(struct insider *insider)
{
    static const char *const structures[] = {" A", " B", " C"};
    struct choosing *choosing = insider->choosing;
    const struct library_house *of = choosing->house->house;
    for (unsigned i = 0; i < of->offer_count; i++) {
        const struct text name = text_from(of->offers[i].identity, of->house.identity.length + 1);
        const struct offering *offering = floor_offering(choosing->floor, name);
        const struct node *is = offering ? node_member(offering->offer->data, KEY_STRUCTURE) : NULL;
        const char *other = structures[choose_below(choosing, 3)];
        if (!offering || !is_locked(offering) || !is || is->kind != NODE_SCALAR || node_says(is, other + 1))
            continue;
        struct command command = {.kind = COMMAND_POST_OFFER};
        struct post_offer *asked = COMMAND_AS(&command, post_offer);
        asked->head.by = text_of("office");
        asked->authorised_by = text_of("sue");
        asked->offer = name;
        asked->text = choose_changed(choosing, choosing->house->offers[i], "structure:", other);
        return insider->does(insider->context, &command) ? ATTEMPT_GOT_THROUGH : ATTEMPT_CAUGHT;
    }
    return ATTEMPT_NOT_MADE;
}

/* The same, under another name: the offer is withdrawn first. */
static enum attempt_outcome unlock_under_another_name(struct insider *insider)
{
    static const char *const structures[] = {" A", " B", " C"};
    struct choosing *choosing = insider->choosing;
    const struct library_house *of = choosing->house->house;
    for (unsigned i = 0; i < of->offer_count; i++) {
        const struct text name = text_from(of->offers[i].identity, of->house.identity.length + 1);
        const struct offering *offering = floor_offering(choosing->floor, name);
        const struct node *is = offering ? node_member(offering->offer->data, KEY_STRUCTURE) : NULL;
        const char *other = structures[choose_below(choosing, 3)];
        if (!offering || !is_locked(offering) || !is || is->kind != NODE_SCALAR || node_says(is, other + 1))
            continue;
        if (!does(insider, "withdraw-offer \"%.*s\" by office", TEXT_ARGUMENTS(name)))
            return ATTEMPT_NOT_MADE;
        struct command command = {.kind = COMMAND_POST_OFFER};
        struct post_offer *asked = COMMAND_AS(&command, post_offer);
        asked->head.by = text_of("office");
        asked->authorised_by = text_of("sue");
        asked->offer = text_of("another-name");
        asked->text = choose_changed(choosing, choosing->house->offers[i], "structure:", other);
        return insider->does(insider->context, &command) ? ATTEMPT_GOT_THROUGH : ATTEMPT_CAUGHT;
    }
    return ATTEMPT_NOT_MADE;
}

/* ------------------------------------------------------------------------------------------ people */

static enum attempt_outcome act_after_dismissal(struct insider *insider)
{
    const struct table *table = choose_table(insider->choosing, true);
    if (!table || !is_employed_as(insider, "dirk", "dealer"))
        return ATTEMPT_NOT_MADE;
    const struct text name = kept(insider, table->described->name);
    if (!does(insider, "dismiss dirk by office"))
        return ATTEMPT_NOT_MADE;
    enum attempt_outcome outcome = tries(insider, "start-round \"%.*s\" by dirk", TEXT_ARGUMENTS(name));
    (void)does(insider, "appoint dirk role dealer by office");
    return outcome;
}

/* The house may have been amended so that dealers may do more. */
static bool is_dealer_who_may_not(const struct insider *insider, const char *person, const char *permission)
{
    return is_employed_as(insider, person, "dealer") &&
           !floor_person_may(insider->choosing->floor, text_of(person), permission);
}

static enum attempt_outcome appoint_oneself(struct insider *insider)
{
    return is_dealer_who_may_not(insider, "dana", "appoint")
               ? tries(insider, "appoint dana role manager by dana")
               : ATTEMPT_NOT_MADE;
}

/* Dealers who would like to pay. */
static enum attempt_outcome amend_the_roles_as_dealers(struct insider *insider)
{
    const struct floor *floor = insider->choosing->floor;
    struct command command = {.kind = COMMAND_AMEND_HOUSE};
    struct amend_house *asked = COMMAND_AS(&command, amend_house);
    if (!is_dealer_who_may_not(insider, "dana", "post offers") || !is_employed_as(insider, "dirk", "dealer"))
        return ATTEMPT_NOT_MADE;
    asked->head.by = text_of("dana");
    asked->authorised_by = text_of("dirk");
    asked->text = choose_changed(insider->choosing, floor->house_text,
                                 "dealer:", " [start rounds, claim hands, pay, read]");
    return insider->does(insider->context, &command) ? ATTEMPT_GOT_THROUGH : ATTEMPT_CAUGHT;
}

static enum attempt_outcome register_a_number_again(struct insider *insider)
{
    const struct floor *floor = insider->choosing->floor;
    if (floor->patron_count == 0)
        return ATTEMPT_NOT_MADE;
    const uint32_t patron = choose_below(insider->choosing, floor->patron_count);
    return tries(insider, "register \"%.*s\" name \"Ed Friend\" born 1970-01-01 by fay",
                 TEXT_ARGUMENTS(spelled(insider, floor_patron_name(floor, patron))));
}

/* ------------------------------------------------------------------------------------------ all of them */

const struct attempt attempts[] = {
    {.name = "signs second for oneself",
     .rule = "whoever verified a hand does not authorise it",
     .make = sign_second_for_oneself},
    {.name = "signs with whom one has appointed",
     .rule = "two signatures are two people",
     .make = sign_with_a_protege},
    {.name = "authorises what one's appointee verified",
     .rule = "two signatures are two people",
     .make = let_a_protege_verify},
    {.name = "acts in a role that one gave oneself",
     .rule = "a change of one's own role takes effect next day",
     .make = take_another_role},
    {.name = "adjusts alone", .rule = "two persons sign money that is moved by hand", .make = adjust_alone},
    {.name = "raises a pool alone", .rule = "two persons sign that a pool is raised", .make = raise_alone},
    {.name = "forfeits alone", .rule = "two persons sign that a winner loses a prize", .make = forfeit_alone},
    {.name = "reverses alone", .rule = "two persons sign that an award is reversed", .make = reverse_alone},
    {.name = "readmits alone",
     .rule = "two persons sign that an excluded person may play again",
     .make = readmit_alone},
    {.name = "returns fees alone", .rule = "two persons sign that fees go back", .make = return_fees_alone},
    {.name = "confirms a time alone",
     .rule = "two persons confirm which time is right",
     .make = confirm_time_alone},
    {.name = "moves the clock by a year", .rule = "the clock is the system's", .make = move_the_clock},
    {.name = "amends the house alone", .rule = "two persons sign an amendment", .make = amend_alone},
    {.name = "amends roles as a dealer",
     .rule = "an amendment is signed by those who may",
     .make = amend_the_roles_as_dealers},
    {.name = "acts after the dismissal",
     .rule = "who is not employed gives no commands",
     .make = act_after_dismissal},
    {.name = "appoints oneself", .rule = "roles are given by those who may appoint", .make = appoint_oneself},
    {.name = "pays a prize twice", .rule = "a prize is paid once", .make = pay_twice},
    {.name = "pays what has lapsed",
     .rule = "a prize that has lapsed is nobody's",
     .make = pay_what_has_lapsed},
    {.name = "pays what was reversed",
     .rule = "an award that was reversed has no prizes",
     .make = pay_what_was_reversed},
    {.name = "pays as a dealer", .rule = "prizes are paid by those whose role has it", .make = pay_as_dealer},
    {.name = "pays an excluded winner",
     .rule = "nobody who is excluded is paid",
     .make = pay_whom_the_house_excludes},
    {.name = "identifies a friend as the winner",
     .rule = "who won is known, and nobody else is paid",
     .make = identify_a_friend},
    {.name = "identifies a stranger as the winner",
     .rule = "an unknown winner was at the table when the cards were dealt",
     .make = identify_a_stranger},
    {.name = "pays whom one has made eligible",
     .rule = "who changed an eligibility fact neither authorises nor pays",
     .make = pay_whom_one_has_changed},
    {.name = "makes a winner older",
     .rule = "two persons change somebody who has a prize on its way",
     .make = make_a_winner_older},
    {.name = "registers a number again",
     .rule = "a patron number is given once",
     .make = register_a_number_again},
    {.name = "seats a friend after the deal",
     .rule = "who sat there when the cards were dealt wins",
     .make = sit_down_after_the_deal},
    {.name = "seats one person at two tables",
     .rule = "one person is at one table at a time",
     .make = sit_at_two_tables},
    {.name = "claims for an empty seat",
     .rule = "who was not dealt in has no hand",
     .make = claim_for_an_empty_seat},
    {.name = "enters cards that cannot be",
     .rule = "no card is dealt more often than the decks have it",
     .make = enter_impossible_cards},
    {.name = "verifies by row where there are cards",
     .rule = "verification is by cards",
     .make = verify_by_row},
    {.name = "moves a reserve to a winner",
     .rule = "winners are paid by prizes alone",
     .make = move_reserve_to_winners},
    {.name = "moves a reserve to the house",
     .rule = "a reserve goes to the house only as repayment or administration",
     .make = move_reserve_to_house},
    {.name = "moves a held prize to the house",
     .rule = "what is held belongs to a winner",
     .make = move_held_to_house},
    {.name = "files a document of one's own",
     .rule = "what no trusted key has signed is not filed",
     .make = file_a_document_of_ones_own},
    {.name = "changes a structure that is locked",
     .rule = "a structure is locked until somebody wins",
     .make = change_what_is_locked},
    {.name = "unlocks a structure under another name",
     .rule = "the lock of a structure belongs to the pool",
     .make = unlock_under_another_name},
};
const unsigned attempt_count = sizeof attempts / sizeof attempts[0];
_Static_assert(sizeof attempts / sizeof attempts[0] <= SIMULATED_ATTEMPTS_MAX, "every attempt is counted");
