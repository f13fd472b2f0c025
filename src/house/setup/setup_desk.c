/* The setup desk: its commands and events, and what decides and applies them. */
#include "house/setup/setup_internal.h"

#include "funds/ledger.h"
#include "house/kernel/deciding.h"
#include "house/kernel/desk.h"
#include "house/kernel/program.h"
#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"

/* ------------------------------------------------------------------------------------------ commands */

static const struct field open_house_fields[] = {
    FIELD_REQUIRED(struct open_house, house, FIELD_TEXT, "house", "the short name of the house"),
    FIELD_REQUIRED(struct open_house, at, FIELD_TIME, "at", "the time on the clock"),
    FIELD_REQUIRED(struct open_house, text, FIELD_TEXT, "text", "the text of house.yaml"),
    COMMAND_HEAD(struct open_house),
};

static const struct field file_approvals_fields[] = {
    FIELD_REQUIRED(struct file_approvals, text, FIELD_TEXT, "text", "the text of the register"),
    FIELD_REQUIRED(struct file_approvals, signature, FIELD_TEXT, "signature", "the text of its signature"),
    COMMAND_HEAD(struct file_approvals),
};

static const struct field file_document_fields[] = {
    FIELD_REQUIRED(struct file_document, activity, FIELD_TEXT, "activity",
                   "the name of the document: issuer/activity"),
    FIELD_REQUIRED(struct file_document, text, FIELD_TEXT, "text", "the text of the document"),
    COMMAND_HEAD(struct file_document),
};

static const struct field post_offer_fields[] = {
    FIELD_REQUIRED(struct post_offer, offer, FIELD_TEXT, "offer", "the short name of the offer"),
    FIELD_REQUIRED(struct post_offer, text, FIELD_TEXT, "text", "the text of the offer"),
    FIELD(struct post_offer, from, FIELD_TIME, "from", "from when it is posted; left out: at once"),
    FIELD(struct post_offer, authorised_by, FIELD_TEXT, "authorised-by",
          "the second person who signs, where the house asks for one"),
    COMMAND_HEAD(struct post_offer),
};

static const struct field withdraw_offer_fields[] = {
    FIELD_REQUIRED(struct withdraw_offer, offer, FIELD_TEXT, "offer", "the short name of the offer"),
    COMMAND_HEAD(struct withdraw_offer),
};

static const struct field raise_fields[] = {
    FIELD_REQUIRED(struct raise_pool, offer, FIELD_TEXT, "offer", "the short name of the offer"),
    FIELD_REQUIRED(struct raise_pool, pool, FIELD_TEXT, "pool", "the name of the pool"),
    FIELD_REQUIRED(struct raise_pool, amount, FIELD_CENTS, "amount", "the amount to add"),
    FIELD(struct raise_pool, authorised_by, FIELD_TEXT, "authorised-by",
          "the second person, who authorised it"),
    COMMAND_HEAD(struct raise_pool),
};

static const struct field amend_house_fields[] = {
    FIELD_REQUIRED(struct amend_house, text, FIELD_TEXT, "text", "the whole text of house.yaml"),
    FIELD(struct amend_house, from, FIELD_DATE, "from",
          "the first gaming day; left out: the one that runs, at once"),
    FIELD(struct amend_house, number, FIELD_COUNT, "number",
          "the number of the text that this one changes; refused if the house has another by now"),
    FIELD_REQUIRED(struct amend_house, authorised_by, FIELD_TEXT, "authorised-by",
                   "the second person who signs"),
    COMMAND_HEAD(struct amend_house),
};

static const struct field withdraw_change_fields[] = {
    FIELD_REQUIRED(struct withdraw_change, number, FIELD_COUNT, "number", "the number of the change"),
    COMMAND_HEAD(struct withdraw_change),
};

static const struct desk_command setup_commands[] = {
    {COMMAND_OPEN_HOUSE,
     SHAPE("open-house", struct open_house, open_house_fields, "opens the books of the house"),
     .decide = decide_open_house},
    {COMMAND_FILE_APPROVALS,
     SHAPE("file-approvals", struct file_approvals, file_approvals_fields,
           "files the signed register of approved documents"),
     .permission = "post offers", .usual_role = "manager", .decide = decide_file_approvals},
    {COMMAND_FILE_DOCUMENT,
     SHAPE("file-document", struct file_document, file_document_fields, "files an approved document"),
     .permission = "post offers", .usual_role = "manager", .decide = decide_file_document},
    {COMMAND_POST_OFFER,
     SHAPE("post-offer", struct post_offer, post_offer_fields, "posts an offer, or posts it again"),
     .permission = "post offers", .second = "authorised-by", .usual_role = "manager",
     .decide = decide_post_offer},
    {COMMAND_WITHDRAW_OFFER,
     SHAPE("withdraw-offer", struct withdraw_offer, withdraw_offer_fields, "withdraws an offer"),
     .permission = "post offers", .usual_role = "manager", .decide = decide_withdraw_offer},
    {COMMAND_RAISE, SHAPE("raise", struct raise_pool, raise_fields, "raises a pool"), .permission = "adjust",
     .second = "authorised-by", .second_always = true, .second_since = DECISIONS_BY_TWO,
     .usual_role = "accounting", .decide = decide_raise},
    {COMMAND_AMEND_HOUSE,
     SHAPE("amend-house", struct amend_house, amend_house_fields,
           "changes the house: its tables, roles, funds, hours and name"),
     .permission = "post offers", .second = "authorised-by", .second_always = true, .usual_role = "manager",
     .decide = decide_amend_house},
    {COMMAND_WITHDRAW_CHANGE,
     SHAPE("withdraw-change", struct withdraw_change, withdraw_change_fields,
           "withdraws a change that waits for its time"),
     .permission = "post offers", .usual_role = "manager", .decide = decide_withdraw_change},
};

/* ------------------------------------------------------------------------------------------ events */

static const struct field house_opened_fields[] = {
    EVENT_HEAD(struct house_opened),
    FIELD_REQUIRED(struct house_opened, house, FIELD_TEXT, "house", "the short name of the house"),
    FIELD_REQUIRED(struct house_opened, text, FIELD_TEXT, "text", "the text of house.yaml"),
    FIELD(struct house_opened, version, FIELD_TEXT, "version",
          "the version of the program that decides; left out: one before 0.2.0"),
    FIELD(struct house_opened, decisions, FIELD_COUNT, "decisions",
          "the number of its decisions; left out: 1"),
};

static const struct field approvals_filed_fields[] = {
    EVENT_HEAD(struct approvals_filed),
    FIELD_REQUIRED(struct approvals_filed, issuer, FIELD_TEXT, "issuer", "whose documents it approves"),
    FIELD(struct approvals_filed, number, FIELD_COUNT, "number",
          "the number of the register: higher than of the one before"),
    FIELD_REQUIRED(struct approvals_filed, key, FIELD_TEXT, "key", "the id of the key that has signed it"),
    FIELD_REQUIRED(struct approvals_filed, text, FIELD_TEXT, "text", "the text of the register"),
    FIELD_REQUIRED(struct approvals_filed, signature, FIELD_TEXT, "signature", "the text of its signature"),
};

static const struct field document_filed_fields[] = {
    EVENT_HEAD(struct document_filed),
    FIELD_REQUIRED(struct document_filed, activity, FIELD_TEXT, "activity",
                   "the name of the document: issuer/activity"),
    FIELD_REQUIRED(struct document_filed, text, FIELD_TEXT, "text", "the text of the document"),
    FIELD(struct document_filed, approvals, FIELD_COUNT, "approvals",
          "the number of the register that approves it; left out: none"),
    FIELD(struct document_filed, reference, FIELD_TEXT, "reference",
          "what its approval is called; left out: nothing"),
};

static const struct field kept_increase_fields[] = {
    FIELD_REQUIRED(struct kept_increase, pool, FIELD_TEXT, "pool", "the name of the pool"),
    FIELD(struct kept_increase, day, FIELD_DATE, "day", "the last day whose increase is made"),
};
static const struct record_shape kept_increase_shape =
    SHAPE("kept-increase", struct kept_increase, kept_increase_fields,
          "up to which day the increases of a pool are made when its offer is posted");

static const struct field offer_posted_fields[] = {
    EVENT_HEAD(struct offer_posted),
    FIELD(struct offer_posted, number, FIELD_COUNT, "number",
          "the number that other events use for the offer, from 0"),
    FIELD_REQUIRED(struct offer_posted, offer, FIELD_TEXT, "offer", "the short name of the offer"),
    FIELD_REQUIRED(struct offer_posted, text, FIELD_TEXT, "text", "the text of the offer"),
    EVENT_MONEY(struct offer_posted),
    FIELD(struct offer_posted, change, FIELD_COUNT, "change",
          "the number of the change that was filed before; left out: it was none"),
    FIELD(struct offer_posted, authorised_by, FIELD_TEXT, "authorised-by",
          "the second person who signed; left out: nobody did, or its filing was signed"),
    FIELD_ITEMS(struct offer_posted, increases, increase_count, FIELD_ROWS, &kept_increase_shape, "increases",
                "[pool, day] for each pool of the offer"),
};

static const struct field offer_filed_fields[] = {
    EVENT_HEAD(struct offer_filed),
    FIELD(struct offer_filed, number, FIELD_COUNT, "number",
          "the number of the change among all that were filed"),
    FIELD_REQUIRED(struct offer_filed, from, FIELD_TIME, "from", "from when it is posted"),
    FIELD_REQUIRED(struct offer_filed, offer, FIELD_TEXT, "offer", "the short name of the offer"),
    FIELD_REQUIRED(struct offer_filed, text, FIELD_TEXT, "text", "the text of the offer"),
    FIELD(struct offer_filed, authorised_by, FIELD_TEXT, "authorised-by",
          "the second person who signed; left out: nobody did"),
};

static const struct field about_offer_fields[] = {
    EVENT_HEAD(struct about_offer),
    FIELD(struct about_offer, offer, FIELD_COUNT, "offer", "the number of the offer"),
};

static const struct field pool_changed_fields[] = {
    EVENT_HEAD(struct pool_changed),
    FIELD(struct pool_changed, offer, FIELD_COUNT, "offer", "the number of the offer"),
    FIELD(struct pool_changed, pool, FIELD_TEXT, "pool", "the name of the pool"),
    EVENT_MONEY(struct pool_changed),
};

static const struct field raised_fields[] = {
    EVENT_HEAD(struct pool_changed),
    FIELD(struct pool_changed, offer, FIELD_COUNT, "offer", "the number of the offer"),
    FIELD(struct pool_changed, pool, FIELD_TEXT, "pool", "the name of the pool"),
    FIELD(struct pool_changed, authorised_by, FIELD_TEXT, "authorised-by",
          "the second person, who authorised it; left out: before the third number of decisions"),
    EVENT_MONEY(struct pool_changed),
};

static const struct field increased_fields[] = {
    EVENT_HEAD(struct pool_changed),
    FIELD(struct pool_changed, offer, FIELD_COUNT, "offer", "the number of the offer"),
    FIELD(struct pool_changed, pool, FIELD_TEXT, "pool", "the name of the pool"),
    FIELD(struct pool_changed, day, FIELD_DATE, "day", "the day whose increase it is, or that closed"),
    EVENT_MONEY(struct pool_changed),
};

static const struct field change_fields[] = {
    FIELD(struct change_row, path, FIELD_TEXT, "path", "the place in house.yaml: tables/C4-1/limits"),
    FIELD(struct change_row, before, FIELD_TEXT, "before", "what it said; empty: nothing"),
    FIELD(struct change_row, after, FIELD_TEXT, "after", "what it says now; empty: nothing"),
};
static const struct record_shape change_shape =
    SHAPE("house-change", struct change_row, change_fields, "a value of house.yaml that changes");

static const struct field house_amended_fields[] = {
    EVENT_HEAD(struct house_amended),
    FIELD(struct house_amended, number, FIELD_COUNT, "number",
          "the number of the text: 2 for the first amendment"),
    FIELD(struct house_amended, change, FIELD_COUNT, "change",
          "the number of the change that was filed before; left out: it was none"),
    FIELD_REQUIRED(struct house_amended, from, FIELD_DATE, "from", "the first gaming day"),
    FIELD_REQUIRED(struct house_amended, text, FIELD_TEXT, "text", "the text of house.yaml from now on"),
    FIELD_ITEMS(struct house_amended, changes, change_count, FIELD_ROWS, &change_shape, "changes",
                "[path, before, after] for each value that changes"),
    FIELD(struct house_amended, authorised_by, FIELD_TEXT, "authorised-by",
          "the second person who signed; left out: its filing was signed"),
};

static const struct field amendment_filed_fields[] = {
    EVENT_HEAD(struct amendment_filed),
    FIELD(struct amendment_filed, number, FIELD_COUNT, "number",
          "the number of the change among all that were filed"),
    FIELD_REQUIRED(struct amendment_filed, from, FIELD_DATE, "from", "the first gaming day"),
    FIELD_REQUIRED(struct amendment_filed, text, FIELD_TEXT, "text",
                   "the text of house.yaml from that day on"),
    FIELD_ITEMS(struct amendment_filed, changes, change_count, FIELD_ROWS, &change_shape, "changes",
                "[path, before, after] for each value that will change"),
    FIELD_REQUIRED(struct amendment_filed, authorised_by, FIELD_TEXT, "authorised-by",
                   "the second person who signed"),
};

static const struct field change_withdrawn_fields[] = {
    EVENT_HEAD(struct change_withdrawn),
    FIELD(struct change_withdrawn, number, FIELD_COUNT, "number", "the number of the change"),
};

static const struct field change_refused_fields[] = {
    EVENT_HEAD(struct change_refused),
    FIELD(struct change_refused, number, FIELD_COUNT, "number", "the number of the change"),
    FIELD_REQUIRED(struct change_refused, clause, FIELD_TEXT, "clause", "the clause or rule that refuses it"),
    FIELD_REQUIRED(struct change_refused, reason, FIELD_TEXT, "reason", "why, and what to do"),
};

static const struct desk_event setup_events[] = {
    {EVENT_HOUSE_OPENED,
     SHAPE("house-opened", struct house_opened, house_opened_fields, "the books of the house were opened"),
     .brought_by = COMMAND_OPEN_HOUSE, .apply = apply_house_opened},
    {EVENT_APPROVALS_FILED,
     SHAPE("approvals-filed", struct approvals_filed, approvals_filed_fields,
           "the signed register of approved documents was filed"),
     .brought_by = COMMAND_FILE_APPROVALS, .apply = apply_approvals_filed},
    {EVENT_DOCUMENT_FILED,
     SHAPE("document-filed", struct document_filed, document_filed_fields, "an approved document was filed"),
     .brought_by = COMMAND_FILE_DOCUMENT, .apply = apply_document_filed},
    {EVENT_OFFER_POSTED,
     SHAPE("offer-posted", struct offer_posted, offer_posted_fields, "an offer was posted, or posted again"),
     .brought_by = COMMAND_POST_OFFER, .money = offsetof(struct offer_posted, money),
     .apply = apply_offer_posted, .brought = posting_brought, .judge_signed = judge_offer_posted,
     .tells_since = DECISIONS_TELL_MORE, .complete = complete_offer_posted, .judge_told = judge_as_completed,
     .command_again = offer_posted_again},
    {EVENT_OFFER_WITHDRAWN,
     SHAPE("offer-withdrawn", struct about_offer, about_offer_fields, "an offer was withdrawn"),
     .brought_by = COMMAND_WITHDRAW_OFFER, .apply = apply_offer_withdrawn},
    {EVENT_SEEDED,
     SHAPE("seeded", struct pool_changed, pool_changed_fields,
           "the house paid the first seeds of an offer in"),
     .brought_by = COMMAND_CLOCK, .money = offsetof(struct pool_changed, money), .apply = apply_pool_changed,
     .command_again = clock_again},
    {EVENT_INCREASED,
     SHAPE("increased", struct pool_changed, increased_fields, "a pool received its daily increase"),
     .brought_by = COMMAND_CLOCK, .money = offsetof(struct pool_changed, money), .apply = apply_pool_changed,
     .tells_since = DECISIONS_TELL_MORE, .complete = complete_increased, .command_again = clock_again},
    {EVENT_RAISED, SHAPE("raised", struct pool_changed, raised_fields, "a pool was raised"),
     .brought_by = COMMAND_RAISE, .money = offsetof(struct pool_changed, money), .apply = apply_pool_changed,
     .command_again = raise_again},
    {EVENT_HOUSE_AMENDED,
     SHAPE("house-amended", struct house_amended, house_amended_fields, "the house was changed"),
     .brought_by = COMMAND_AMEND_HOUSE, .apply = apply_house_amended, .brought = amendment_brought,
     .command_again = amend_again},
    {EVENT_AMENDMENT_FILED,
     SHAPE("amendment-filed", struct amendment_filed, amendment_filed_fields,
           "a change of the house was filed for a later day"),
     .brought_by = COMMAND_AMEND_HOUSE, .apply = apply_amendment_filed,
     .command_again = file_amendment_again},
    {EVENT_OFFER_FILED,
     SHAPE("offer-filed", struct offer_filed, offer_filed_fields, "an offer was filed for a later time"),
     .brought_by = COMMAND_POST_OFFER, .apply = apply_offer_filed, .judge_signed = judge_offer_filed},
    {EVENT_CHANGE_WITHDRAWN,
     SHAPE("change-withdrawn", struct change_withdrawn, change_withdrawn_fields,
           "a change that waited for its time was withdrawn"),
     .brought_by = COMMAND_WITHDRAW_CHANGE, .apply = apply_change_withdrawn,
     .command_again = withdraw_change_again},
    {EVENT_CHANGE_REFUSED,
     SHAPE("change-refused", struct change_refused, change_refused_fields,
           "a change could not be made when its time had come"),
     .brought_by = COMMAND_CLOCK, .apply = apply_change_refused, .command_again = clock_again},
};

const struct desk setup_desk = {
    .name = "setup",
    .commands = setup_commands,
    .command_count = sizeof setup_commands / sizeof setup_commands[0],
    .events = setup_events,
    .event_count = sizeof setup_events / sizeof setup_events[0],
    .sections = setup_sections,
    .section_count = SETUP_SECTIONS,
    .views = setup_views,
    .view_count = SETUP_VIEWS,
    .begin = setup_begin,
    .due = setup_due,
    .time_passed = setup_time_passed,
    .check_restored = check_setup_restored,
    .restored = setup_time_passed,
};
