#include "books/differences.h"

#include "base/check.h"
#include "books/opening.h"
#include "house/kernel/clock_shapes.h"
#include "house/kernel/deciding.h"
#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"
#include "rulebook/files.h"
#include "rulebook/offer_form.h"

#include <string.h>

enum { FILE_SIZE_MAX = 1 << 20 };

/* ------------------------------------------------------------------------------------------ finding */

static enum status add(struct differences *found, struct arena *arena, struct difference difference)
{
    if (found->count == found->room) {
        size_t room = found->room ? found->room * 2 : 64;
        struct difference *grown = ARENA_ARRAY(arena, struct difference, room);
        if (!grown)
            return arena->refusal;
        for (size_t i = 0; i < found->count; i++)
            grown[i] = found->items[i];
        found->items = grown;
        found->room = room;
    }
    found->items[found->count++] = difference;
    return STATUS_OK;
}

/* The document of the activity that was filed last; NULL: none was. */
static const struct rulebook *filed_last(const struct floor *floor, struct text activity)
{
    for (unsigned i = floor->rulebook_count; i > 0; i--)
        if (text_equal(floor->rulebooks[i - 1]->document.identity, activity))
            return floor->rulebooks[i - 1];
    return NULL;
}

/* Whether the books have the document as the files have it; false of one that was never filed. */
static bool is_filed(const struct floor *floor, const struct rulebook *rulebook)
{
    const struct rulebook *filed = filed_last(floor, rulebook->document.identity);
    return filed &&
           memcmp(filed->document.digest, rulebook->document.digest, sizeof filed->document.digest) == 0;
}

/* "bonus-hand" of "demo/bonus-hand" */
static struct text short_name(const struct library_house *house, const struct offer *offer)
{
    CHECK(text_starts_with(offer->identity, house->house.identity));
    return text_from(offer->identity, house->house.identity.length + 1);
}

static enum status find_in_house(const struct floor *floor, const struct library_house *house,
                                 struct arena *arena, struct differences *found)
{
    struct house_changes changes;
    enum status status = house_changes_find(&floor->house, &house->house, arena, &changes);
    for (uint32_t i = 0; status == STATUS_OK && i < changes.count; i++) {
        const struct house_change *change = &changes.items[i];
        status = add(found, arena,
                     (struct difference){.of = DIFFERENCE_HOUSE,
                                         .path = change->path,
                                         .before = change->before,
                                         .after = change->after});
    }
    found->of_house = status == STATUS_OK && changes.count > 0;
    return status;
}

static enum status find_in_documents(const struct floor *floor, const struct library *library,
                                     const struct library_house *house, struct arena *arena,
                                     struct differences *found)
{
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < library->rulebook_count && status == STATUS_OK; i++) {
        const struct rulebook *rulebook = &library->rulebooks[i];
        if (!opening_wants(house, rulebook) || is_filed(floor, rulebook))
            continue;
        status =
            add(found, arena,
                (struct difference){.of = DIFFERENCE_DOCUMENT,
                                    .how = filed_last(floor, rulebook->document.identity) ? DIFFERENCE_CHANGED
                                                                                          : DIFFERENCE_NEW,
                                    .name = rulebook->document.identity});
    }
    return status;
}

/* What the files say otherwise of an offer that is posted. */
static enum status find_in_offer(const struct offering *posted, const struct offer *offer,
                                 struct arena *arena, struct differences *found)
{
    struct offer_changes changes;
    enum status status = offer_changes_find(posted->offer->data, offer->data, arena, &changes);
    for (unsigned i = 0; status == STATUS_OK && i < changes.count; i++)
        status = add(found, arena,
                     (struct difference){.of = DIFFERENCE_OFFER,
                                         .name = posted->name,
                                         .path = changes.changes[i].path,
                                         .before = changes.changes[i].from,
                                         .after = changes.changes[i].to});
    return status;
}

static const struct offer *offer_called(const struct library_house *house, struct text name)
{
    for (unsigned i = 0; i < house->offer_count; i++)
        if (text_equal(short_name(house, &house->offers[i]), name))
            return &house->offers[i];
    return NULL;
}

static enum status find_in_offers(const struct floor *floor, const struct library_house *house,
                                  struct arena *arena, struct differences *found)
{
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < house->offer_count && status == STATUS_OK; i++) {
        const struct text name = short_name(house, &house->offers[i]);
        const struct offering *posted = floor_offering(floor, name);
        status = posted && posted->posted
                     ? find_in_offer(posted, &house->offers[i], arena, found)
                     : add(found, arena,
                           (struct difference){.of = DIFFERENCE_OFFER, .how = DIFFERENCE_NEW, .name = name});
    }
    for (unsigned i = 0; i < floor->offering_count && status == STATUS_OK; i++)
        if (floor->offerings[i].posted && !offer_called(house, floor->offerings[i].name))
            status =
                add(found, arena,
                    (struct difference){
                        .of = DIFFERENCE_OFFER, .how = DIFFERENCE_GONE, .name = floor->offerings[i].name});
    return status;
}

enum status differences_find(const struct floor *floor, const struct library *library,
                             const struct library_house *house, struct arena *arena,
                             struct differences *found, struct fault *fault)
{
    CHECK(floor->opened);
    *found = (struct differences){.count = 0};
    enum status status = find_in_house(floor, house, arena, found);
    if (status == STATUS_OK)
        status = find_in_documents(floor, library, house, arena, found);
    if (status == STATUS_OK)
        status = find_in_offers(floor, house, arena, found);
    return status == STATUS_OK
               ? status
               : fault_set(fault, status, 0, "there is no memory to compare the files with the books");
}

void house_difference_write(struct text_out *out, const struct difference *difference)
{
    if (difference->of != DIFFERENCE_HOUSE)
        text_out_add(out, "%s %.*s: ", difference->of == DIFFERENCE_OFFER ? "offer" : "document",
                     TEXT_ARGUMENTS(difference->name));
    if (difference->path.length > 0) {
        text_out_add(out, "%.*s: ", TEXT_ARGUMENTS(difference->path));
        text_out_add_safely(out, difference->before.length ? difference->before : text_of("(nothing)"));
        text_out_add(out, " -> ");
        text_out_add_safely(out, difference->after.length ? difference->after : text_of("(nothing)"));
    } else if (difference->how == DIFFERENCE_GONE)
        text_out_add(out, "is not in the folder; it is posted, and would be withdrawn");
    else
        text_out_add(out, "%s", difference->how == DIFFERENCE_NEW ? "new" : "changed");
}

/* ------------------------------------------------------------------------------------------ amending */

struct amending {
    const struct floor *floor;
    struct library *library;
    const struct library_house *house;
    const struct amending_request *request;
    struct amending_reply *reply;
    struct command *commands;
    const char **about;
    size_t count, room;
    struct instant offers_from; /* none: at once */
    struct fault *fault;
};

static struct command *next(struct amending *amending, enum command_kind kind, const char *about)
{
    CHECK(amending->count < amending->room);
    struct command *command = &amending->commands[amending->count];
    *command = (struct command){.kind = kind};
    command->head.by = amending->request->by;
    amending->about[amending->count++] = about;
    return command;
}

static enum status read_whole(const struct amending *amending, const char *path, struct text *bytes)
{
    struct library *library = amending->library;
    if (files_read(path, FILE_SIZE_MAX, &library->arena, &library->findings, bytes) == STATUS_OK)
        return STATUS_OK;
    return fault_set(amending->fault, STATUS_INVALID, 0, "%s cannot be read", path);
}

/* The register at hand, once, if it is newer than the one that is filed. */
static void file_approvals(struct amending *amending, const struct rulebook *rulebook)
{
    const struct library_register *found = library_register(amending->library, rulebook);
    const struct filed_register *filed =
        found ? floor_register(amending->floor, found->approvals.issuer) : NULL;
    if (!found || found->wrong || !house_trusts_any(&amending->floor->house, found->issuer) ||
        (filed && filed->approvals.number >= found->approvals.number))
        return;
    for (size_t i = 0; i < amending->count; i++)
        if (amending->about[i] == found->path)
            return;
    struct command *command = next(amending, COMMAND_FILE_APPROVALS, found->path);
    COMMAND_AS(command, file_approvals)->text = found->text;
    COMMAND_AS(command, file_approvals)->signature = found->signature;
}

static enum status file_documents(struct amending *amending)
{
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < amending->library->rulebook_count && status == STATUS_OK; i++) {
        const struct rulebook *rulebook = &amending->library->rulebooks[i];
        if (!opening_wants(amending->house, rulebook))
            continue;
        file_approvals(amending, rulebook);
        if (is_filed(amending->floor, rulebook))
            continue;
        struct command *command = next(amending, COMMAND_FILE_DOCUMENT, rulebook->document.file);
        COMMAND_AS(command, file_document)->activity = rulebook->document.identity;
        status = read_whole(amending, rulebook->document.file, &COMMAND_AS(command, file_document)->text);
        amending->reply->documents++;
    }
    return status;
}

/* Whether all its tables are there before the house is amended, as they will be. */
static bool fits_now(const struct floor *floor, const struct offer *offer)
{
    for (unsigned i = 0; i < offer->table_count; i++) {
        const struct house_table *now = house_table_find(&floor->house, offer->tables[i]->name);
        if (!now || now->closed || !house_tables_deal_alike(now, offer->tables[i]))
            return false;
    }
    return true;
}

/* Whether the offer is to be posted: it is new, or it or its document has changed. */
static enum status is_wanted(const struct amending *amending, const struct offer *offer, bool *wanted)
{
    struct arena *arena = &amending->library->arena;
    const struct offering *posted = floor_offering(amending->floor, short_name(amending->house, offer));
    struct offer_changes changes;
    *wanted = !posted || !posted->posted || !is_filed(amending->floor, offer->rulebook);
    if (*wanted)
        return STATUS_OK;
    enum status status = offer_changes_find(posted->offer->data, offer->data, arena, &changes);
    *wanted = status == STATUS_OK && changes.count > 0;
    return status == STATUS_OK ? status
                               : fault_set(amending->fault, status, 0, "there is no memory for the offers");
}

static enum status post_offers(struct amending *amending, bool that_fit_now)
{
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < amending->house->offer_count && status == STATUS_OK; i++) {
        const struct offer *offer = &amending->house->offers[i];
        bool wanted;
        status = is_wanted(amending, offer, &wanted);
        if (status != STATUS_OK || !wanted || fits_now(amending->floor, offer) != that_fit_now)
            continue;
        struct command *command = next(amending, COMMAND_POST_OFFER, offer->file);
        struct post_offer *asked = COMMAND_AS(command, post_offer);
        asked->offer = short_name(amending->house, offer);
        asked->from = amending->offers_from;
        asked->authorised_by = amending->request->second;
        status = read_whole(amending, offer->file, &asked->text);
        amending->reply->offers++;
    }
    return status;
}

/* "the offer bonus-hand" */
static const char *about_offer(const struct amending *amending, struct text name)
{
    enum { ABOUT_SIZE = 160 };
    char *words = ARENA_ARRAY(&amending->library->arena, char, ABOUT_SIZE);
    struct text_out out;
    if (!words)
        return "an offer";
    text_out_init(&out, words, ABOUT_SIZE);
    text_out_add(&out, "the offer %.*s", TEXT_ARGUMENTS(name));
    return words;
}

static bool is_to_be_withdrawn(const struct amending *amending, const struct offering *offering)
{
    return offering->posted && !offer_called(amending->house, offering->name);
}

/* Offers that left the folder. They are withdrawn first: one that takes their place at a table could not be posted beside them. */
static enum status withdraw_offers(struct amending *amending)
{
    const struct floor *floor = amending->floor;
    struct amending_reply *reply = amending->reply;
    for (unsigned i = 0; i < floor->offering_count; i++) {
        const struct offering *offering = &floor->offerings[i];
        if (!is_to_be_withdrawn(amending, offering))
            continue;
        const char *about = about_offer(amending, offering->name);
        if (amending->offers_from.ms != 0) {
            reply->about = about;
            reply->ruling = ruling_no(
                rule_time, "it is not in the folder, and an offer is withdrawn at once, not from a later "
                           "day; withdraw it first, or put it back until then");
            return STATUS_OK;
        }
        struct command *command = next(amending, COMMAND_WITHDRAW_OFFER, about);
        COMMAND_AS(command, withdraw_offer)->offer = offering->name;
        reply->withdrawn++;
    }
    return STATUS_OK;
}

static enum status amend_house(struct amending *amending)
{
    struct house_changes changes;
    enum status status = house_changes_find(&amending->floor->house, &amending->house->house,
                                            &amending->library->arena, &changes);
    if (status != STATUS_OK)
        return fault_set(amending->fault, status, 0, "there is no memory to compare the houses");
    if (changes.count == 0)
        return STATUS_OK;
    struct command *command = next(amending, COMMAND_AMEND_HOUSE, amending->house->house.file);
    struct amend_house *asked = COMMAND_AS(command, amend_house);
    asked->from = amending->request->from;
    asked->authorised_by = amending->request->second;
    asked->number = amending->floor->house_number;
    amending->reply->house = true;
    return read_whole(amending, amending->house->house.file, &asked->text);
}

/* Offers of a later gaming day are posted when it begins. */
static enum status find_beginning(struct amending *amending)
{
    const struct floor *floor = amending->floor;
    struct instant end;
    struct date from = amending->request->from;
    if (from.year == 0 || date_compare(from, floor->day) <= 0)
        return STATUS_OK;
    return business_day_bounds(from, &floor->zone, floor->business, &amending->offers_from, &end) == STATUS_OK
               ? STATUS_OK
               : fault_set(amending->fault, STATUS_RANGE, 0, "the first day lies outside the calendar");
}

static enum status do_all(const struct amending *amending, struct keeper *keeper)
{
    struct keeper_reply reply;
    struct fault fault;
    size_t at;
    enum status status = keeper_do_together(keeper, amending->commands, amending->count, &at, &reply, &fault);
    amending->reply->about = at < amending->count ? amending->about[at] : NULL;
    if (status != STATUS_OK)
        return fault_set(amending->fault, status, 0, "%s", fault.words);
    if (reply.outcome == KEEPER_REFUSED)
        amending->reply->ruling = reply.ruling;
    return STATUS_OK;
}

enum status differences_amend(struct keeper *keeper, struct library *library,
                              const struct library_house *house, const struct amending_request *request,
                              struct amending_reply *reply, struct fault *fault)
{
    const size_t room =
        2 * (size_t)library->rulebook_count + house->offer_count + keeper_floor(keeper)->offering_count + 2;
    *reply = (struct amending_reply){.ruling = {.allowed = true}};
    struct amending amending = {.floor = keeper_floor(keeper),
                                .library = library,
                                .house = house,
                                .request = request,
                                .reply = reply,
                                .commands = ARENA_ARRAY(&library->arena, struct command, room),
                                .about = ARENA_ARRAY(&library->arena, const char *, room),
                                .room = room,
                                .fault = fault};
    if (!amending.commands || !amending.about)
        return fault_set(fault, library->arena.refusal, 0, "there is no memory to amend a house");
    enum status status = find_beginning(&amending);
    if (status == STATUS_OK)
        status = file_documents(&amending);
    if (status == STATUS_OK)
        status = withdraw_offers(&amending);
    if (status != STATUS_OK || !reply->ruling.allowed)
        return status;
    status = post_offers(&amending, true);
    if (status == STATUS_OK)
        status = amend_house(&amending);
    if (status == STATUS_OK)
        status = post_offers(&amending, false);
    if (status != STATUS_OK || amending.count == 0)
        return status;
    struct command *clock = next(&amending, COMMAND_CLOCK, "the clock"); /* seeds of new offers */
    clock->head.by = text_of("");
    COMMAND_AS(clock, clock_moves)->at = amending.floor->now;
    return do_all(&amending, keeper);
}
