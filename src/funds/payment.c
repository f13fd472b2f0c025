#include "funds/payment.h"

#include "base/check.h"
#include "funds/clause.h"
#include "rulebook/vocabulary_paths.h"

const char *const payment_need_words[] = {
    "", "verification", "surveillance", "paperwork", "identification", "tax forms", NULL};

static const char *const forms[] = {
    "cash",     "check",      "live chips",    "promotional chips",  "coupons",      "merchandise",
    "vehicles", "gift cards", "event tickets", "tournament entries", "a wheel spin", "other things of value",
    NULL};
static const char *const payers[] = {"representative", "floor person", "cage", "player-dealer", NULL};
static const char *const places[] = {"cage", "tray", NULL};

const char *payment_fact_word(enum payment_fact fact, size_t index)
{
    CHECK_OP(fact, <, PAYMENT_FACTS);
    static const char *const *const words[PAYMENT_FACTS] = {forms, payers, places, payment_need_words + 1};
    return words[fact][index];
}

/* ------------------------------------------------------------------------------------------ compiling */

enum status payment_terms_compile(const struct offer *offer, struct arena *arena, struct payment_terms *terms)
{
    struct payment_terms read = {.forms = offer_node(offer, PATH_PAYMENT_FORMS),
                                 .after = offer_node(offer, PATH_PAYMENT_AFTER),
                                 .default_form = offer_text(offer, PATH_PAYMENT_FORMS),
                                 .default_after = offer_text(offer, PATH_PAYMENT_AFTER),
                                 .by = offer_text(offer, PATH_PAYMENT_BY),
                                 .from = offer_text(offer, PATH_PAYMENT_FROM),
                                 .tray = {.form = VALUE_IS_NONE}};
    const struct clause_wanted clauses[] = {{PATH_PAYMENT_FORMS, &read.forms_clause},
                                            {PATH_PAYMENT_AFTER, &read.after_clause},
                                            {PATH_PAYMENT_BY, &read.by_clause},
                                            {PATH_PAYMENT_FROM, &read.from_clause},
                                            {PATH_PAYMENT_TRAY, &read.tray_clause}};
    struct value tray;
    enum status status =
        clauses_copy(offer, arena, clauses, sizeof clauses / sizeof clauses[0], &read.document);
    if (status != STATUS_OK)
        return status;
    if (value_read(VALUE_MONEY_OR_NONE, offer_text(offer, PATH_PAYMENT_TRAY), &tray, NULL) == STATUS_OK)
        read.tray = tray;
    *terms = read;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ judging */

static const char *clause_or(const struct payment_terms *terms, const char *clause)
{
    CHECK(clause && terms->document);
    return clause[0] ? clause : terms->document;
}

static bool lists(const struct node *list, struct text otherwise, struct text word)
{
    if (!list)
        return text_equal_ignoring_case(otherwise, word);
    if (list->kind == NODE_SCALAR)
        return text_equal_ignoring_case(list->scalar, word);
    for (const struct node *item = list->first_child; item; item = item->next)
        if (item->kind == NODE_SCALAR && text_equal_ignoring_case(item->scalar, word))
            return true;
    return false;
}

static struct ruling judge_place(const struct payment_terms *terms, int64_t cents, struct text from)
{
    if (text_equal(from, text_of("cage")))
        return text_equal(terms->from, text_of("tray"))
                   ? ruling_no(clause_or(terms, terms->from_clause),
                               "the prize is paid from the tray, not by the cage")
                   : ruling_yes();
    bool limited = terms->tray.form == VALUE_IS_GIVEN;
    CHECK_IMPLIES(limited, terms->tray.range.low <= terms->tray.range.high);
    bool said = terms->from_clause[0] || !limited; /* a limit of the tray is leave to pay from it */
    if (text_equal(terms->from, text_of("cage")) && said)
        return ruling_no(clause_or(terms, terms->from_clause),
                         "the prize is paid by the cage, not from the tray");
    if (limited && cents >= terms->tray.range.low && cents <= terms->tray.range.high)
        return ruling_yes();
    return !limited && !terms->tray_clause[0]
               ? ruling_yes()
               : ruling_no(clause_or(terms, terms->tray_clause),
                           "this amount is not paid from the tray; the cage pays it");
}

struct ruling payment_judge(const struct payment_terms *terms, int64_t cents,
                            const struct payment_facts *facts)
{
    if (facts->lacking.length > 0 && lists(terms->after, terms->default_after, facts->lacking))
        return ruling_no(clause_or(terms, terms->after_clause), "still needed before payment: %.*s",
                         TEXT_ARGUMENTS(facts->lacking));
    if (facts->form.length > 0 && !lists(terms->forms, terms->default_form, facts->form))
        return ruling_no(clause_or(terms, terms->forms_clause), "prizes are not paid in %.*s",
                         TEXT_ARGUMENTS(facts->form));
    if (facts->by.length > 0 && !text_equal_ignoring_case(facts->by, terms->by))
        return ruling_no(clause_or(terms, terms->by_clause), "it must be paid by: %.*s",
                         TEXT_ARGUMENTS(terms->by));
    return facts->from.length > 0 ? judge_place(terms, cents, facts->from) : ruling_yes();
}
