/* What the cage shows: the accounts between which it can move money by hand. */
#include "house/cage/cage_internal.h"
#include "house/kernel/view.h"
#include "house/setup/setup.h"

static json_t *show_offer_accounts(struct showing *showing)
{
    const struct floor *floor = showing->floor;
    const struct offering *offering = floor_offering(floor, showing->name);
    if (!offering)
        return view_missing(showing);
    json_t *view = json_object(), *accounts = json_array();
    for (unsigned i = 0; i < floor->ledger.count; i++) {
        const struct account *account = &floor->ledger.accounts[i];
        bool gives, takes;
        if (!floor_may_adjust(floor, offering, (account_id)i, &gives, &takes))
            continue;
        json_t *object = json_object();
        view_set_text(object, "name", account->name);
        view_set_number(object, "cents", account->balance);
        view_set_flag(object, "gives", gives);
        view_set_flag(object, "takes", takes);
        (void)json_array_append_new(accounts, object);
    }
    view_set(view, "accounts", accounts);
    return view;
}

const struct desk_view cage_views[CAGE_VIEWS] = {
    {"/api/offers/{offer}/accounts", .permission = "adjust", .show = show_offer_accounts},
};
