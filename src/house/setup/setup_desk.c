/* The setup desk: its commands and events, and what decides and applies them. */
#include "house/setup/setup_internal.h"

#include "funds/ledger.h"
#include "house/kernel/deciding.h"
#include "house/kernel/desk.h"
#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"

/* ------------------------------------------------------------------------------------------ commands */

static const struct field open_house_fields[] = {
    FIELD_REQUIRED(struct open_house, house, FIELD_TEXT, "house", "the short name of the house"),
    FIELD_REQUIRED(struct open_house, at, FIELD_TIME, "at", "the time on the clock"),
    FIELD_REQUIRED(struct open_house, text, FIELD_TEXT, "text", "the text of house.yaml"),
    COMMAND_HEAD(struct open_house),
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
    COMMAND_HEAD(struct raise_pool),
};

static const struct desk_command setup_commands[] = {
    {COMMAND_OPEN_HOUSE,
     SHAPE("open-house", struct open_house, open_house_fields, "opens the books of the house"),
     .decide = decide_open_house},
    {COMMAND_FILE_DOCUMENT,
     SHAPE("file-document", struct file_document, file_document_fields, "files an approved document"),
     .permission = "post offers", .usual_role = "manager", .decide = decide_file_document},
    {COMMAND_POST_OFFER,
     SHAPE("post-offer", struct post_offer, post_offer_fields, "posts an offer, or posts it again"),
     .permission = "post offers", .usual_role = "manager", .decide = decide_post_offer},
    {COMMAND_WITHDRAW_OFFER,
     SHAPE("withdraw-offer", struct withdraw_offer, withdraw_offer_fields, "withdraws an offer"),
     .permission = "post offers", .usual_role = "manager", .decide = decide_withdraw_offer},
    {COMMAND_RAISE, SHAPE("raise", struct raise_pool, raise_fields, "raises a pool"), .permission = "adjust",
     .usual_role = "accounting", .decide = decide_raise},
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

static const struct field document_filed_fields[] = {
    EVENT_HEAD(struct document_filed),
    FIELD_REQUIRED(struct document_filed, activity, FIELD_TEXT, "activity",
                   "the name of the document: issuer/activity"),
    FIELD_REQUIRED(struct document_filed, text, FIELD_TEXT, "text", "the text of the document"),
};

static const struct field offer_posted_fields[] = {
    EVENT_HEAD(struct offer_posted),
    FIELD(struct offer_posted, number, FIELD_COUNT, "number",
          "the number that other events use for the offer, from 0"),
    FIELD_REQUIRED(struct offer_posted, offer, FIELD_TEXT, "offer", "the short name of the offer"),
    FIELD_REQUIRED(struct offer_posted, text, FIELD_TEXT, "text", "the text of the offer"),
    EVENT_MONEY(struct offer_posted),
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

static const struct desk_event setup_events[] = {
    {EVENT_HOUSE_OPENED,
     SHAPE("house-opened", struct house_opened, house_opened_fields, "the books of the house were opened"),
     .brought_by = COMMAND_OPEN_HOUSE, .apply = apply_house_opened},
    {EVENT_DOCUMENT_FILED,
     SHAPE("document-filed", struct document_filed, document_filed_fields, "an approved document was filed"),
     .brought_by = COMMAND_FILE_DOCUMENT, .apply = apply_document_filed},
    {EVENT_OFFER_POSTED,
     SHAPE("offer-posted", struct offer_posted, offer_posted_fields, "an offer was posted, or posted again"),
     .brought_by = COMMAND_POST_OFFER, .money = offsetof(struct offer_posted, money),
     .apply = apply_offer_posted},
    {EVENT_OFFER_WITHDRAWN,
     SHAPE("offer-withdrawn", struct about_offer, about_offer_fields, "an offer was withdrawn"),
     .brought_by = COMMAND_WITHDRAW_OFFER, .apply = apply_offer_withdrawn},
    {EVENT_SEEDED,
     SHAPE("seeded", struct pool_changed, pool_changed_fields,
           "the house paid the first seeds of an offer in"),
     .brought_by = COMMAND_CLOCK, .money = offsetof(struct pool_changed, money), .apply = apply_pool_changed,
     .command_again = clock_again},
    {EVENT_INCREASED,
     SHAPE("increased", struct pool_changed, pool_changed_fields, "a pool received its daily increase"),
     .brought_by = COMMAND_CLOCK, .money = offsetof(struct pool_changed, money), .apply = apply_pool_changed,
     .command_again = clock_again},
    {EVENT_RAISED, SHAPE("raised", struct pool_changed, pool_changed_fields, "a pool was raised"),
     .brought_by = COMMAND_RAISE, .money = offsetof(struct pool_changed, money), .apply = apply_pool_changed,
     .command_again = raise_again},
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
