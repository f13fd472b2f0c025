/*
 * The line of a case about the laws: a payment with its facts, and below `expect:` the forms that are due for it.
 *
 *      payment: 6,000 on 2026-03-01, jackpot, wager 1
 *      expect:
 *        form W-2G #10
 *        form regular gambling withholding, withhold 1,439.76 #16
 */
#include "cases/house_case_internal.h"
#include "funds/thresholds.h"
#include "rulebook/vocabulary_paths.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* A payment as it is read. */
struct payment_line {
    struct threshold_facts facts;
    bool has_kind;
    struct node *house; /* what the line says about the house; NULL if it says nothing */
};

/* ------------------------------------------------------------------------------------------ the house */

/* The member of a map, made if it is not there; NULL if there is no memory. */
static struct node *member_made(struct node *map, struct text key, enum node_kind kind, struct arena *arena)
{
    for (struct node *member = map->first_child; member; member = member->next)
        if (text_equal(member->key, key))
            return member;
    struct node *made = ARENA_NEW(arena, struct node);
    if (!made)
        return NULL;
    *made = (struct node){.kind = kind, .key = key, .origin = map->origin, .next = map->first_child};
    map->first_child = made;
    map->count++;
    return made;
}

static struct node *house_made(const struct stage *stage, struct payment_line *payment)
{
    if (!payment->house)
        payment->house = node_new_map(stage->result->arena, (struct origin){.file = ""});
    return payment->house;
}

/* An amount that is not below zero. */
static enum status take_cents(struct case_cursor *cursor, int64_t *cents, struct case_fault *fault)
{
    const struct case_cursor start = *cursor;
    struct money money;
    enum status status = case_money(cursor, &money, fault);
    if (status == STATUS_OK && money.cents < 0)
        return case_expected(&start, fault, "an amount that is not below zero");
    if (status == STATUS_OK)
        *cents = money.cents;
    return status;
}

static enum status no_memory(const struct case_cursor *cursor, struct case_fault *fault)
{
    return case_fault_at(cursor, fault, STATUS_NO_MEMORY, "there is no memory for the payment");
}

/* `revenue 1,000,000` */
static enum status take_revenue(struct stage *stage, struct payment_line *payment, struct case_cursor *cursor,
                                struct case_fault *fault)
{
    struct arena *arena = stage->result->arena;
    char words[MONEY_TEXT_SIZE];
    struct text_out out;
    int64_t cents = 0;
    enum status status = take_cents(cursor, &cents, fault);
    if (status != STATUS_OK)
        return status;
    struct node *house = house_made(stage, payment);
    struct node *revenue = house ? member_made(house, text_of(KEY_REVENUE), NODE_SCALAR, arena) : NULL;
    text_out_init(&out, words, sizeof words);
    money_write(&out, money_of_cents(cents));
    if (!revenue || arena_copy_text(arena, text_out_text(&out), &revenue->scalar) != STATUS_OK)
        return no_memory(cursor, fault);
    return STATUS_OK;
}

/* The law that has a setting of this name; NULL if none has. */
static const struct rulebook *law_with(const struct library *library, struct text setting)
{
    for (unsigned i = 0; i < library->rulebook_count; i++) {
        const struct rulebook *law = &library->rulebooks[i];
        if (law->is_law && node_member_called(node_member(law->data, PART_SETTINGS), setting))
            return law;
    }
    return NULL;
}

static bool is_choice(const struct rulebook *law, struct text setting, struct text choice)
{
    const struct node *known = node_member_called(node_member(law->data, PART_SETTINGS), setting);
    const struct node *choices = node_member(known, KEY_CHOICES);
    for (const struct node *item = choices ? choices->first_child : NULL; item; item = item->next)
        if (text_equal(item->scalar, choice))
            return true;
    return false;
}

/* What stands before the mark, and steps behind it; the rest of the line if it is not there. */
static struct text take_until(struct case_cursor *cursor, const char *mark, bool keep_mark)
{
    struct text rest = text_from(cursor->line->text, cursor->at), end = text_of(mark);
    size_t length = 0;
    while (length < rest.length && !text_starts_with(text_from(rest, length), end))
        length++;
    cursor->at += length + (keep_mark || length == rest.length ? 0 : end.length);
    return text_trimmed(text_slice(rest, 0, length));
}

/* `reading fee jackpots = a prize`: the choice ends at a comma with a space behind it. */
static enum status take_reading(struct stage *stage, struct payment_line *payment, struct case_cursor *cursor,
                                struct case_fault *fault)
{
    struct arena *arena = stage->result->arena;
    (void)case_ended(cursor); /* steps to the first word */
    const struct case_cursor start = *cursor;
    struct text setting = take_until(cursor, "=", false), choice = take_until(cursor, ", ", true);
    const struct rulebook *law = law_with(stage->library, setting);
    if (!law)
        return case_expected(&start, fault, "a setting of a law, such as fee jackpots = a prize");
    if (!is_choice(law, setting, choice))
        return case_fault_at(&start, fault, STATUS_INVALID, "\"%.*s\" is no choice of the setting \"%.*s\"",
                             TEXT_ARGUMENTS(choice), TEXT_ARGUMENTS(setting));
    struct node *made = house_made(stage, payment);
    if (made)
        made = member_made(made, text_of(KEY_SETTINGS), NODE_MAP, arena);
    if (made)
        made = member_made(made, law->document.identity, NODE_MAP, arena);
    if (made)
        made = member_made(made, setting, NODE_SCALAR, arena);
    if (!made)
        return no_memory(cursor, fault);
    made->scalar = choice;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ facts */

static bool take_kind(struct payment_line *payment, struct case_cursor *cursor)
{
    for (unsigned i = 0; i < PAYMENT_KINDS; i++)
        if (case_take_words(cursor, payment_kind_name((enum payment_kind)i))) {
            payment->facts.kind = (enum payment_kind)i;
            payment->has_kind = true;
            return true;
        }
    return false;
}

static bool take_flag(struct threshold_facts *facts, struct case_cursor *cursor)
{
    const struct {
        const char *words;
        bool *flag, value;
    } flags[] = {
        {"in currency", &facts->in_currency, true},
        {"no number", &facts->has_tax_number, false},
        {"nonresident alien", &facts->nonresident_alien, true},
        {"suspicious", &facts->suspicious, true},
        {"for others", &facts->for_others, true},
    };
    for (size_t i = 0; i < COUNT(flags); i++)
        if (case_take_words(cursor, flags[i].words)) {
            *flags[i].flag = flags[i].value;
            return true;
        }
    return false;
}

/* `wager 1`, where `wager` alone is a kind; false if it is no amount. */
static bool take_amount(struct threshold_facts *facts, struct case_cursor *cursor)
{
    const struct {
        const char *words;
        int64_t *cents;
    } amounts[] = {
        {"wager", &facts->wager_cents},
        {"paid before", &facts->currency_paid_cents},
        {"received before", &facts->currency_received_cents},
        {"prizes before", &facts->prizes_cents},
    };
    for (size_t i = 0; i < COUNT(amounts); i++) {
        struct case_cursor ahead = *cursor;
        if (!case_take_words(&ahead, amounts[i].words) ||
            take_cents(&ahead, amounts[i].cents, NULL) != STATUS_OK)
            continue;
        *cursor = ahead;
        return true;
    }
    return false;
}

static enum status take_fact(struct stage *stage, struct payment_line *payment, struct case_cursor *cursor,
                             struct case_fault *fault)
{
    if (take_amount(&payment->facts, cursor) || take_flag(&payment->facts, cursor) ||
        take_kind(payment, cursor))
        return STATUS_OK;
    if (case_take_words(cursor, "revenue"))
        return take_revenue(stage, payment, cursor, fault);
    if (case_take_words(cursor, "reading"))
        return take_reading(stage, payment, cursor, fault);
    return case_expected(cursor, fault,
                         "a kind of payment such as jackpot, wager 1, in currency, paid before 1, received "
                         "before 1, prizes before 1, no number, nonresident alien, suspicious, for others, "
                         "reading or revenue");
}

/* `6,000 on 2026-03-01, jackpot, wager 1` */
static enum status take_payment(struct stage *stage, struct payment_line *payment, struct case_cursor *cursor,
                                struct case_fault *fault)
{
    enum status status = take_cents(cursor, &payment->facts.cents, fault);
    if (status == STATUS_OK && !case_take_words(cursor, "on"))
        return case_expected(cursor, fault, "\"on\" and the day of the payment");
    if (status == STATUS_OK)
        status = house_case_date(cursor, &payment->facts.date, fault);
    while (status == STATUS_OK && case_take(cursor, ','))
        status = take_fact(stage, payment, cursor, fault);
    if (status == STATUS_OK)
        status = case_end(cursor, fault);
    if (status == STATUS_OK && !payment->has_kind)
        return case_expected(cursor, fault, "a comma and the kind of payment, such as jackpot");
    return status;
}

/* ------------------------------------------------------------------------------------------ what is expected */

/* Forms are compared in their order, and all of them, unless it is `expect some:`. */
struct comparison {
    const struct forms_due *due;
    unsigned next; /* the first that has not been expected */
    bool some;
};

static enum status differs_from(struct stage *stage, const struct case_line *line, const struct form_due *due,
                                struct case_fault *fault)
{
    char words[FORM_DUE_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "due is the form %.*s", TEXT_ARGUMENTS(due->form));
    if (due->withheld_hundredths > 0) {
        text_out_add(&out, ", withhold ");
        money_write(&out, money_of_cents(due->withheld_cents));
    }
    return case_differs(stage->result, line, fault, "%s%s (%.*s)", words, due->look_up ? ", look up" : "",
                        TEXT_ARGUMENTS(due->clause));
}

/* A form as a line expects it. */
struct expected_form {
    struct text form, number; /* number: of the clause, "16"; empty if none is given */
    struct money tax;
    bool look_up;
};

/* `regular gambling withholding, withhold 1,439.76 #16`, `W-2G, look up` */
static enum status take_form(struct case_cursor *cursor, struct expected_form *expected,
                             struct case_fault *fault)
{
    const struct case_cursor start = *cursor;
    struct text rest = text_from(cursor->line->text, cursor->at);
    size_t length = 0;
    while (length < rest.length && rest.bytes[length] != ',' && rest.bytes[length] != '#')
        length++;
    *expected = (struct expected_form){.form = text_trimmed(text_slice(rest, 0, length))};
    cursor->at += length;
    if (expected->form.length == 0)
        return case_expected(&start, fault, "a form, such as W-2G");
    enum status status = STATUS_OK;
    while (status == STATUS_OK && case_take(cursor, ',')) {
        if (case_take_words(cursor, "withhold"))
            status = case_money(cursor, &expected->tax, fault);
        else if (case_take_words(cursor, "look up"))
            expected->look_up = true;
        else
            status = case_expected(cursor, fault, "withhold and an amount, or look up");
    }
    if (status == STATUS_OK)
        (void)case_take_clause(cursor, &expected->number);
    return status == STATUS_OK ? case_end(cursor, fault) : status;
}

static bool is_as_expected(const struct form_due *due, const struct expected_form *expected)
{
    return text_equal_ignoring_case(due->form, expected->form) &&
           due->withheld_cents == expected->tax.cents && due->look_up == expected->look_up &&
           (expected->number.length == 0 || text_equal(clause_number(due->clause.bytes), expected->number));
}

static enum status compare_form(struct stage *stage, struct case_cursor *cursor,
                                struct comparison *comparison, struct case_fault *fault)
{
    const struct forms_due *list = comparison->due;
    struct expected_form expected;
    enum status status = take_form(cursor, &expected, fault);
    if (status != STATUS_OK)
        return status;
    unsigned at = comparison->next;
    while (comparison->some && at < list->count &&
           !text_equal_ignoring_case(list->items[at].form, expected.form))
        at++;
    if (at == list->count)
        return case_differs(stage->result, cursor->line, fault, "no such form is due");
    comparison->next = at + 1;
    return is_as_expected(&list->items[at], &expected)
               ? STATUS_OK
               : differs_from(stage, cursor->line, &list->items[at], fault);
}

static enum status compare_line(struct stage *stage, const struct case_line *line,
                                struct comparison *comparison, struct case_fault *fault)
{
    struct case_cursor cursor = case_start(line);
    stage->result->expectation_count++;
    if (case_take_words(&cursor, "form"))
        return compare_form(stage, &cursor, comparison, fault);
    if (!case_take_words(&cursor, "no form"))
        return case_expected(&cursor, fault, "form and its name, or no form");
    enum status status = case_end(&cursor, fault);
    if (status == STATUS_OK && comparison->due->count > 0) {
        comparison->next = comparison->due->count;
        status = differs_from(stage, line, &comparison->due->items[0], fault);
    }
    return status;
}

/* The lines below an `expect:` that follows the payment. */
static enum status compare_below(struct stage *stage, const struct forms_due *due, size_t *at,
                                 struct case_fault *fault)
{
    const struct case_file *file = stage->file;
    struct case_cursor head = {0};
    struct comparison comparison = {.due = due};
    if (*at + 1 < file->count)
        head = case_start(&file->lines[*at + 1]);
    if (!head.line || head.line->indented)
        return STATUS_OK;
    comparison.some = case_take_words(&head, "expect some:");
    if (!comparison.some && !case_take_words(&head, "expect:"))
        return STATUS_OK;
    for (++*at; *at + 1 < file->count && file->lines[*at + 1].indented; ++*at) {
        enum status status = compare_line(stage, &file->lines[*at + 1], &comparison, fault);
        if (status != STATUS_OK)
            return status;
    }
    if (comparison.some || comparison.next == due->count)
        return STATUS_OK;
    return differs_from(stage, head.line, &due->items[comparison.next], fault);
}

/* ------------------------------------------------------------------------------------------ the line */

static enum status keep_forms(struct stage *stage, const struct case_cursor *cursor,
                              const struct forms_due *due, struct case_fault *fault)
{
    size_t asked = cursor->line->text.length;
    enum status status = STATUS_OK;
    if (due->count == 0)
        return case_books_judged(&stage->books, cursor, asked, true, text_of(""), text_of("no form"), fault);
    for (unsigned i = 0; i < due->count && status == STATUS_OK; i++) {
        char words[FORM_DUE_WORDS_SIZE + NAME_SIZE];
        struct text_out out;
        text_out_init(&out, words, sizeof words);
        text_out_add(&out, "form %.*s, %s", TEXT_ARGUMENTS(due->items[i].form), due->items[i].words);
        status = case_books_judged(&stage->books, cursor, asked, true, due->items[i].clause,
                                   text_out_text(&out), fault);
    }
    return status;
}

enum status house_case_payment(struct stage *stage, struct case_cursor *cursor, size_t *at,
                               struct case_fault *fault)
{
    struct payment_line payment = {.facts = {.has_tax_number = true}};
    enum status status = take_payment(stage, &payment, cursor, fault);
    if (status != STATUS_OK)
        return status;
    const struct house said = {.data = payment.house};
    const struct house *house = payment.house            ? &said
                                : stage->offer_count > 0 ? stage->offers[stage->current]->house
                                                         : NULL;
    struct laws laws;
    struct fault words;
    struct forms_due due = {0};
    if (laws_compile(stage->library, house, stage->result->arena, &laws, &words) != STATUS_OK)
        return case_fault_at(cursor, fault, words.status, "%s", words.words);
    laws_due(&laws, &payment.facts, &due);
    status = keep_forms(stage, cursor, &due, fault);
    return status == STATUS_OK ? compare_below(stage, &due, at, fault) : status;
}
