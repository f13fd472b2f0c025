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

enum { PAYMENT_PATH_ROOM = 96 };
static const char *const kinds_of_prize[PAYMENT_KINDS_OF_PRIZE] = {NULL, "fixed prizes",
                                                                   "progressive prizes"};

/* Where the key stands for prizes of the kind: with that kind if the document says it there, otherwise with all. */
static const char *path_for(const struct offer *offer, enum payment_of kind, const char *key, char *path)
{
    struct text_out out;
    text_out_init(&out, path, PAYMENT_PATH_ROOM);
    text_out_add(&out, PATH_PAYMENT_BY_KIND "/%s/%s", kind ? kinds_of_prize[kind] : "", key);
    if (!kind || !node_path(offer->rulebook->data, path)) {
        text_out_init(&out, path, PAYMENT_PATH_ROOM);
        text_out_add(&out, PART_PAYMENT "/%s", key);
    }
    return path;
}

static const char *const payment_keys[] = {KEY_FORMS, KEY_AFTER, KEY_BY, KEY_FROM, KEY_TRAY};
enum { PAYMENT_KEYS = sizeof payment_keys / sizeof payment_keys[0] };

static enum status compile_for(const struct offer *offer, struct arena *arena, enum payment_of kind,
                               struct payment_terms *terms)
{
    char paths[PAYMENT_KEYS][PAYMENT_PATH_ROOM];
    for (size_t i = 0; i < PAYMENT_KEYS; i++)
        (void)path_for(offer, kind, payment_keys[i], paths[i]);
    const char *in_form = paths[0], *once = paths[1], *by_whom = paths[2], *from_where = paths[3],
               *by_tray = paths[4];
    struct payment_terms read = {.forms = offer_node(offer, in_form),
                                 .after = offer_node(offer, once),
                                 .default_form = offer_text(offer, PATH_PAYMENT_FORMS),
                                 .default_after = offer_text(offer, PATH_PAYMENT_AFTER),
                                 .by = offer_text(offer, by_whom),
                                 .from = offer_text(offer, from_where),
                                 .tray = {.form = VALUE_IS_NONE}};
    const struct clause_wanted clauses[] = {{in_form, &read.forms_clause},
                                            {once, &read.after_clause},
                                            {by_whom, &read.by_clause},
                                            {from_where, &read.from_clause},
                                            {by_tray, &read.tray_clause}};
    struct value tray;
    enum status status =
        clauses_copy(offer, arena, clauses, sizeof clauses / sizeof clauses[0], &read.document);
    if (status != STATUS_OK)
        return status;
    if (value_read(VALUE_MONEY_OR_NONE, offer_text(offer, by_tray), &tray, NULL) == STATUS_OK)
        read.tray = tray;
    *terms = read;
    return STATUS_OK;
}

enum status payment_kinds_compile(const struct offer *offer, struct arena *arena, struct payment_kinds *kinds)
{
    enum status status = STATUS_OK;
    for (enum payment_of kind = 0; kind < PAYMENT_KINDS_OF_PRIZE && status == STATUS_OK; kind++)
        status = compile_for(offer, arena, kind, &kinds->of[kind]);
    return status;
}

bool payment_uses_tray(const struct offer *offer)
{
    bool uses = false;
    for (enum payment_of kind = 0; kind < PAYMENT_KINDS_OF_PRIZE; kind++) {
        char from[PAYMENT_PATH_ROOM], tray[PAYMENT_PATH_ROOM];
        struct value limit;
        uses |= !text_equal(offer_text(offer, path_for(offer, kind, KEY_FROM, from)), text_of("cage")) ||
                (value_read(VALUE_MONEY_OR_NONE, offer_text(offer, path_for(offer, kind, KEY_TRAY, tray)),
                            &limit, NULL) == STATUS_OK &&
                 limit.form == VALUE_IS_GIVEN);
    }
    return uses;
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
