/* What the prizes desk shows: prizes and what has become of them, and awards for win pages. */
#include "house/prizes/prizes_views.h"

#include "base/check.h"
#include "house/cage/cage.h"
#include "house/kernel/view.h"
#include "house/people/people.h"
#include "house/prizes/prizes_internal.h"
#include "house/setup/notices.h"
#include "house/setup/offers.h"
#include "house/tables/tables.h"

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

json_t *view_prize(const struct floor *floor, struct notices *notices, const struct floor_prize *prize)
{
    CHECK_OP(prize->offer, <, floor->offering_count);
    const struct claim *claim = &prize->claim;
    const struct floor_award *award = floor_award(floor, prize->award);
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

json_t *view_award(const struct floor *floor, struct notices *notices, const struct floor_award *award)
{
    CHECK_OP(award->offer, <, floor->offering_count);
    json_t *view = json_object(), *prizes = json_array();
    view_set_number(view, "award", award->number);
    view_set_text(view, "offer", floor_offer_name(floor, award->offer));
    view_set_text(view, "title", notices_find(notices, floor, award->offer)->title);
    view_set(view, "at", view_time(award->at));
    view_set_text(view, "clause", award->clause);
    view_set_text(view, "verified-by", award->verified_by);
    view_set_text(view, "authorised-by", award->authorised_by);
    view_set_flag(view, "reversed", award->reversed);
    for (uint32_t i = 0; i < award->prize_count; i++)
        (void)json_array_append_new(prizes, view_prize(floor, notices, prize_of_award(floor, award, i)));
    view_set(view, "prizes", prizes);
    return view;
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

static json_t *show_prizes(struct showing *showing)
{
    const struct floor *floor = showing->floor;
    json_t *view = json_object(), *list = json_array();
    for (unsigned i = floor->prize_count; i > 0 && json_array_size(list) < showing->limit; i--)
        if (prize_matches(floor, &floor->prizes[i - 1], showing->state, showing->filter))
            (void)json_array_append_new(list, view_prize(floor, showing->notices, &floor->prizes[i - 1]));
    view_set(view, "prizes", list);
    return view;
}

static json_t *show_prize(struct showing *showing)
{
    const struct floor_prize *prize = floor_prize(showing->floor, showing->number);
    return prize ? view_prize(showing->floor, showing->notices, prize) : view_missing(showing);
}

const struct desk_view prizes_views[PRIZES_VIEWS] = {
    {"/api/prizes", .permission = "read patrons", .states = shown_states, .filter = "patron",
     .limit = PRIZES_SHOWN, .show = show_prizes},
    {"/api/prizes/{prize}", .permission = "read patrons", .show = show_prize},
};
