/* What the prizes desk shows: prizes and what has become of them, and awards for win pages. */
#include "house/prizes/prizes_views.h"

#include "base/check.h"
#include "house/cage/cage.h"
#include "house/kernel/view.h"
#include "house/people/people.h"
#include "house/prizes/prizes_internal.h"
#include "house/prizes/settled.h"
#include "house/setup/notices.h"
#include "house/setup/offers.h"
#include "house/tables/tables.h"

#include <limits.h>

enum { PRIZES_SHOWN = 100 };

/* What the prize is worth and, if it is a voucher, what it has paid so far. */
static void set_worth(json_t *object, const struct floor *floor, const struct floor_prize *prize)
{
    json_t *uses = json_array();
    for (unsigned i = 0; i < prize->use_count; i++) {
        json_t *use = json_object();
        view_set_text(use, "for", prize->uses[i].cost);
        view_set_number(use, "count", prize->uses[i].count);
        view_set_number(use, "cents", prize->uses[i].cents);
        (void)json_array_append_new(uses, use);
    }
    view_set_number(object, "worth", prize->worth);
    view_set_flag(object, "voucher", floor_voucher(floor, prize) != NULL);
    view_set_number(object, "spent", floor_voucher_spent(prize));
    view_set(object, "redeemed", uses);
}

static json_t *view_prize_of(const struct floor *floor, struct notices *notices,
                             const struct floor_prize *prize, const struct floor_award *award)
{
    CHECK_OP(prize->offer, <, floor->offering_count);
    const struct claim *claim = &prize->claim;
    json_t *object = json_object();
    view_set_number(object, "prize", prize->number);
    view_set_number(object, "award", prize->award);
    view_set_text(object, "offer", floor_offer_name(floor, prize->offer));
    view_set_text(object, "title", notices_find(notices, floor, prize->offer)->title);
    view_set_text(object, "table",
                  prize->table < floor->table_count ? floor->tables[prize->table].described->name
                                                    : text_of(""));
    view_set_number(object, "seat", prize->seat);
    view_set_text(object, "patron", floor_patron_name(floor, prize->patron));
    view_set_text(object, "name", floor_patron_full_name(floor, prize->patron));
    view_set_text(object, "share", prize->share);
    view_set_number(object, "cents", claim->cents);
    view_set_text(object, "thing", prize->thing);
    view_set_number(object, "things", prize->things);
    set_worth(object, floor, prize);
    view_set_text(object, "clause", prize->clause);
    view_set(object, "state", json_string(floor_prize_state_name(prize)));
    view_set(object, "tray", json_string(tray_state_words[prize->tray]));
    view_set(object, "awarded-at", view_time(claim->awarded));
    view_set_flag(object, "identification", claim->identified);
    view_set_flag(object, "identified", prize->shown != IDENTIFICATION_NONE);
    view_set(object, "identify-by", view_time(claim->can_be_late ? claim->identify_by : (struct instant){0}));
    view_set(object, "lapses-at", view_time(claim->can_lapse ? claim->lapses : (struct instant){0}));
    view_set_text(object, "verified-by", award->verified_by);
    view_set_text(object, "authorised-by", award->authorised_by);
    return object;
}

json_t *view_prize(const struct floor *floor, struct notices *notices, const struct floor_prize *prize)
{
    return view_prize_of(floor, notices, prize, floor_award(floor, prize->award));
}

json_t *view_settled_prize(const struct floor *floor, struct notices *notices,
                           const struct settled_prize *settled)
{
    const struct floor_prize prize = settled_prize_here(floor, settled);
    return view_prize_of(floor, notices, &prize, &settled->award);
}

static json_t *view_award_with(const struct floor *floor, struct notices *notices,
                               const struct floor_award *award, json_t *prizes)
{
    CHECK_OP(award->offer, <, floor->offering_count);
    json_t *view = json_object();
    view_set_number(view, "award", award->number);
    view_set_text(view, "offer", floor_offer_name(floor, award->offer));
    view_set_text(view, "title", notices_find(notices, floor, award->offer)->title);
    view_set(view, "at", view_time(award->at));
    view_set_text(view, "clause", award->clause);
    view_set_text(view, "verified-by", award->verified_by);
    view_set_text(view, "authorised-by", award->authorised_by);
    view_set_flag(view, "reversed", award->reversed);
    view_set(view, "prizes", prizes);
    return view;
}

json_t *view_award(const struct floor *floor, struct notices *notices, const struct floor_award *award)
{
    json_t *prizes = json_array();
    for (uint32_t i = 0; i < award->prize_count; i++)
        (void)json_array_append_new(prizes, view_prize(floor, notices, prize_of_award(floor, award, i)));
    return view_award_with(floor, notices, award, prizes);
}

json_t *view_settled_award(const struct floor *floor, struct notices *notices, const struct settled *settled)
{
    json_t *prizes = json_array();
    CHECK(settled->award != NULL);
    for (unsigned i = settled->prize_count; i > 0; i--)
        (void)json_array_append_new(prizes, view_settled_prize(floor, notices, &settled->prizes[i - 1]));
    return view_award_with(floor, notices, settled->award, prizes);
}

/* Which prizes are shown: those of one state, or those that are neither paid, lapsed, forfeited nor reversed ("open"). */
static const char *const shown_states[] = {"awarded",   "held",     "payable", "paid", "lapsed",
                                           "forfeited", "reversed", "open",    NULL};

static bool prize_matches(const struct floor *floor, const struct floor_prize *prize, struct text state,
                          struct text patron)
{
    if (patron.length > 0 && !text_equal(floor_patron_name(floor, prize->patron), patron))
        return false;
    return state.length == 0 ||
           (text_equal(state, text_of("open")) ? floor_prize_is_open(prize)
                                               : text_equal(state, text_of(floor_prize_state_name(prize))));
}

/* Adds those prizes that have left and have higher numbers than `below`, from the place `*next` on. */
static void add_settled(json_t *list, const struct showing *showing, uint32_t below, unsigned *next)
{
    const struct settled *settled = showing->settled;
    for (; *next < settled->prize_count && settled->prizes[*next].prize.number > below &&
           json_array_size(list) < showing->limit;
         ++*next)
        if (!floor_prize(showing->floor, settled->prizes[*next].prize.number))
            (void)json_array_append_new(
                list, view_settled_prize(showing->floor, showing->notices, &settled->prizes[*next]));
}

json_t *view_prizes(struct showing *showing, struct text state, struct text patron)
{
    const struct floor *floor = showing->floor;
    json_t *list = json_array();
    uint32_t highest = floor->last_prize; /* of those that may come next */
    unsigned next = 0;
    for (unsigned i = floor->prize_count; json_array_size(list) < showing->limit; i--) {
        const struct floor_prize *prize = i > 0 ? &floor->prizes[i - 1] : NULL;
        const uint32_t here = prize ? prize->number : 0;
        if (here < highest && prize_word_can_leave(state) && !showing->settled) {
            const struct settled_wanted wanted = {.kind = SETTLED_PRIZES,
                                                  .low = 1,
                                                  .high = highest,
                                                  .limit = showing->limit < UINT_MAX - i ? showing->limit + i
                                                                                         : UINT_MAX,
                                                  .state = state,
                                                  .filter = patron};
            json_decref(list);
            return view_wants(showing, &wanted);
        }
        if (showing->settled)
            add_settled(list, showing, here, &next);
        if (!prize)
            break;
        if (json_array_size(list) < showing->limit && prize_matches(floor, prize, state, patron))
            (void)json_array_append_new(list, view_prize(floor, showing->notices, prize));
        highest = here - 1;
    }
    return list;
}

static json_t *show_prizes(struct showing *showing)
{
    json_t *list = view_prizes(showing, showing->state, showing->filter);
    return list ? json_pack("{s:o}", "prizes", list) : NULL;
}

static json_t *show_prize(struct showing *showing)
{
    const struct floor_prize *prize = floor_prize(showing->floor, showing->number);
    if (prize)
        return view_prize(showing->floor, showing->notices, prize);
    if (showing->number == 0 || showing->number > showing->floor->last_prize)
        return view_missing(showing);
    if (!showing->settled)
        return view_wants(showing, &(struct settled_wanted){SETTLED_PRIZES, showing->number, showing->number,
                                                            1, .state = text_of("")});
    return showing->settled->prize_count > 0
               ? view_settled_prize(showing->floor, showing->notices, &showing->settled->prizes[0])
               : view_missing(showing);
}

const struct desk_view prizes_views[PRIZES_VIEWS] = {
    {"/api/prizes", .permission = "read patrons", .states = shown_states, .filter = "patron",
     .limit = PRIZES_SHOWN, .show = show_prizes},
    {"/api/prizes/{prize}", .permission = "read patrons", .show = show_prize},
};
