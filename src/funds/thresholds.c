#include "funds/thresholds.h"

#include "base/check.h"
#include "rulebook/vocabulary_paths.h"

/* ------------------------------------------------------------------------------------------ from the document */

/* Whether the house reads the law as the threshold supposes. */
static bool is_read_so(const struct rulebook *law, const struct house *house,
                       const struct threshold *threshold)
{
    const struct node *choice = threshold->reading ? threshold->reading->first_child : NULL;
    while (choice && text_equal(law_choice(law, house, choice->key), choice->scalar))
        choice = choice->next;
    return !choice;
}

enum status thresholds_compile(const struct rulebook *law, const struct house *house, struct arena *arena,
                               struct thresholds *thresholds, struct fault *fault)
{
    const struct node *nodes = node_member(law->data, PART_THRESHOLDS);
    struct text identity = law->document.identity;
    if (!law->is_law || law->has_errors || !nodes)
        return fault_set(fault, STATUS_INVALID, 0, "%.*s is not a usable law; run cardroom check to see why",
                         TEXT_ARGUMENTS(identity));
    if (nodes->count > THRESHOLDS_MAX)
        return fault_set(fault, STATUS_NO_SPACE, 0, "%.*s has more than %d thresholds",
                         TEXT_ARGUMENTS(identity), THRESHOLDS_MAX);
    struct threshold *items = ARENA_ARRAY(arena, struct threshold, nodes->count);
    unsigned count = 0;
    if (!items)
        return fault_set(fault, arena->refusal, 0, "there is no memory for the law");
    bool binds = !house || law_binds(law, house);
    for (const struct node *node = nodes->first_child; node && binds; node = node->next)
        count += threshold_read(node, &items[count]) && is_read_so(law, house, &items[count]);
    CHECK_OP(count, <=, nodes->count);
    *thresholds = (struct thresholds){.law = identity, .count = count, .items = items};
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ one threshold */

static int64_t sum(int64_t left, int64_t right)
{
    CHECK(left >= 0 && right >= 0);
    return left > INT64_MAX - right ? INT64_MAX : left + right;
}

/* A jackpot without a fee of the winner is a prize like any other (us-federal/information-returns#11). */
static enum payment_kind kind_of(const struct threshold_facts *facts)
{
    CHECK_OP(facts->kind, <, PAYMENT_KINDS);
    return facts->kind == PAYMENT_JACKPOT && facts->wager_cents == 0 ? PAYMENT_PROMOTION : facts->kind;
}

/* What is compared with the amount; false if the threshold does not look at such payments. */
static bool count_cents(enum law_counts counts, const struct threshold_facts *facts, int64_t *cents)
{
    switch (counts) {
    case COUNTS_PAYMENT:
        *cents = facts->cents;
        return true;
    case COUNTS_LESS_WAGER:
        *cents = facts->cents > facts->wager_cents ? facts->cents - facts->wager_cents : 0;
        return true;
    case COUNTS_CALENDAR_YEAR:
        *cents = sum(facts->prizes_cents, facts->cents);
        return true;
    case COUNTS_CURRENCY:
        *cents =
            sum(facts->kind == PAYMENT_BUY_IN ? facts->currency_received_cents : facts->currency_paid_cents,
                facts->cents - facts->withheld_cents);
        return facts->in_currency;
    case COUNTS_GAMING_DAY:
        *cents = sum(sum(facts->currency_paid_cents, facts->currency_received_cents), facts->cents);
        return true;
    }
    CHECK_NEVER("a way to count");
}

static bool fits_person(enum law_payee payee, const struct threshold_facts *facts)
{
    switch (payee) {
    case PAYEE_ANYONE:
        return true;
    case PAYEE_CITIZEN_OR_RESIDENT:
        return !facts->nonresident_alien;
    case PAYEE_WITHOUT_NUMBER:
        return !facts->nonresident_alien && !facts->has_tax_number;
    case PAYEE_NONRESIDENT_ALIEN:
        return facts->nonresident_alien;
    }
    CHECK_NEVER("a payee");
}

static bool fits_flag(enum law_flag flag, const struct threshold_facts *facts)
{
    return flag == FLAG_NONE || (flag == FLAG_SUSPICIOUS ? facts->suspicious : facts->for_others);
}

static int64_t times(int64_t wager, int64_t multiple)
{
    CHECK(wager >= 0 && multiple >= 0);
    struct money product;
    return multiple == RANGE_NO_END || money_multiply(money_of_cents(wager), multiple, &product) != STATUS_OK
               ? INT64_MAX
               : product.cents;
}

static bool fits_wager(const struct threshold *threshold, int64_t cents, int64_t wager)
{
    return !threshold->by_wager ||
           (times(wager, threshold->times.low) <= cents && cents <= times(wager, threshold->times.high));
}

bool thresholds_count_in_year(const struct thresholds *thresholds, enum payment_kind kind, struct date date)
{
    CHECK_OP(kind, <, PAYMENT_KINDS);
    for (unsigned i = 0; i < thresholds->count; i++) {
        const struct threshold *threshold = &thresholds->items[i];
        if (threshold->counts == COUNTS_CALENDAR_YEAR && threshold->kinds >> kind & 1 &&
            date_compare(threshold->from, date) <= 0 && date_compare(date, threshold->until) <= 0)
            return true;
    }
    return false;
}

/* Whether it is due as far as it does not depend on other forms. */
static bool is_reached(const struct threshold *threshold, const struct threshold_facts *facts)
{
    int64_t cents;
    return threshold->kinds >> kind_of(facts) & 1 && fits_person(threshold->payee, facts) &&
           fits_flag(threshold->flag, facts) && date_compare(threshold->from, facts->date) <= 0 &&
           date_compare(facts->date, threshold->until) <= 0 &&
           count_cents(threshold->counts, facts, &cents) && threshold->amount.low <= cents &&
           cents <= threshold->amount.high && fits_wager(threshold, cents, facts->wager_cents);
}

/* ------------------------------------------------------------------------------------------ words */

static void write_counted(struct text_out *out, const struct threshold *threshold,
                          const struct threshold_facts *facts, int64_t cents)
{
    amount_write(out, money_of_cents(cents));
    if (threshold->counts == COUNTS_LESS_WAGER && facts->wager_cents > 0) {
        text_out_add(out, " without the wager of ");
        amount_write(out, money_of_cents(facts->wager_cents));
    } else if (threshold->counts == COUNTS_CALENDAR_YEAR) {
        text_out_add(out, " of prizes in the calendar year");
    } else if (threshold->counts == COUNTS_CURRENCY) {
        text_out_add(out, " in currency %s in the gaming day",
                     facts->kind == PAYMENT_BUY_IN ? "received" : "paid");
    } else if (threshold->counts == COUNTS_GAMING_DAY) {
        text_out_add(out, " paid and received in the gaming day");
    }
}

/* "$2,000 (jackpot): at least $2,000, at least 300x the wager of $1" */
static void write_why(struct text_out *out, const struct threshold *threshold,
                      const struct threshold_facts *facts, const struct form_due *due, int64_t cents)
{
    const struct node *amount = node_member(threshold->node, KEY_AMOUNT);
    const struct node *multiple = node_member(threshold->node, KEY_TIMES_THE_WAGER);
    write_counted(out, threshold, facts, cents);
    text_out_add(out, " (%s)", payment_kind_name(kind_of(facts)));
    if (amount)
        text_out_add(out, ": %.*s", TEXT_ARGUMENTS(amount->scalar));
    if (multiple) {
        text_out_add(out, "%s%.*s the wager of ", amount ? ", " : ": ", TEXT_ARGUMENTS(multiple->scalar));
        amount_write(out, money_of_cents(facts->wager_cents));
    }
    if (due->withheld_hundredths > 0) {
        text_out_add(out, "; withhold ");
        money_write(out, money_of_cents(due->withheld_cents));
    }
    if (due->look_up)
        text_out_add(out, "; the amount has risen with prices, look it up");
}

/* ------------------------------------------------------------------------------------------ what is due */

static void add(struct forms_due *list, const struct threshold *threshold,
                const struct threshold_facts *facts)
{
    if (list->count == FORMS_DUE_MAX) {
        list->dropped++;
        return;
    }
    struct form_due *due = &list->items[list->count++];
    int64_t cents = 0;
    bool counted = count_cents(threshold->counts, facts, &cents);
    CHECK(counted);
    struct money tax;
    enum status status = money_ratio(money_of_cents(cents), threshold->withheld, VALUE_PERCENT_WHOLE,
                                     MONEY_ROUND_NEAREST, &tax);
    CHECK(status == STATUS_OK); /* a tax is at most the whole, which check_law() holds */
    CHECK(tax.cents >= 0 && tax.cents <= cents);
    *due = (struct form_due){
        .form = threshold->form,
        .clause = threshold->clause,
        .withheld_hundredths = threshold->withheld,
        .withheld_cents = tax.cents,
        .identification = threshold->identification,
        .look_up = threshold->indexed && date_compare(facts->date, threshold->indexed_from) >= 0,
    };
    struct text_out out;
    text_out_init(&out, due->words, sizeof due->words);
    write_why(&out, threshold, facts, due, cents);
    CHECK(due->form.length > 0 && due->words[0] != '\0'); /* K1 */
}

/* Whether a form that it depends on is due; such a form depends on none itself. */
static bool stands_beside(const struct thresholds *thresholds, const bool *reached,
                          const struct threshold *threshold)
{
    CHECK(threshold->beside);
    for (const struct node *form = threshold->beside->first_child; form; form = form->next)
        for (unsigned i = 0; i < thresholds->count; i++)
            if (reached[i] && !thresholds->items[i].beside &&
                text_equal(thresholds->items[i].form, form->scalar))
                return true;
    return false;
}

static bool has_form(const struct forms_due *list, unsigned first, struct text form)
{
    for (unsigned i = first; i < list->count; i++)
        if (text_equal(list->items[i].form, form))
            return true;
    return false;
}

void thresholds_due(const struct thresholds *thresholds, const struct threshold_facts *facts,
                    struct forms_due *list)
{
    CHECK(facts->cents >= 0 && facts->wager_cents >= 0 && facts->prizes_cents >= 0);
    CHECK(facts->withheld_cents >= 0 && facts->withheld_cents <= facts->cents);
    CHECK(facts->currency_paid_cents >= 0 && facts->currency_received_cents >= 0);
    CHECK_OP(thresholds->count, <=, THRESHOLDS_MAX);
    CHECK_OP(list->count, <=, FORMS_DUE_MAX);
    bool reached[THRESHOLDS_MAX], taxed = false;
    unsigned first = list->count;
    for (unsigned i = 0; i < thresholds->count; i++)
        reached[i] = is_reached(&thresholds->items[i], facts);
    for (unsigned i = 0; i < thresholds->count; i++) {
        const struct threshold *threshold = &thresholds->items[i];
        if (!reached[i] || (threshold->beside && !stands_beside(thresholds, reached, threshold)) ||
            (threshold->withheld > 0 && taxed) || has_form(list, first, threshold->form)) /* K2 */
            continue;
        taxed |= threshold->withheld > 0;
        add(list, threshold, facts);
    }
    unsigned taxes = 0;
    for (unsigned i = first; i < list->count; i++)
        taxes += list->items[i].withheld_hundredths > 0;
    CHECK_OP(taxes, <=, 1); /* K2 */
}

/* ------------------------------------------------------------------------------------------ all laws */

enum status laws_compile(const struct library *library, const struct house *house, struct arena *arena,
                         struct laws *laws, struct fault *fault)
{
    struct thresholds *items = ARENA_ARRAY(arena, struct thresholds, library->rulebook_count + 1);
    unsigned count = 0;
    if (!items)
        return fault_set(fault, arena->refusal, 0, "there is no memory for the laws");
    for (unsigned i = 0; i < library->rulebook_count; i++) {
        if (!library->rulebooks[i].is_law)
            continue;
        enum status status = thresholds_compile(&library->rulebooks[i], house, arena, &items[count], fault);
        if (status != STATUS_OK)
            return status;
        count += items[count].count > 0;
    }
    CHECK_OP(count, <=, library->rulebook_count);
    *laws = (struct laws){.count = count, .items = items};
    return STATUS_OK;
}

void laws_due(const struct laws *laws, const struct threshold_facts *facts, struct forms_due *list)
{
    for (unsigned i = 0; i < laws->count; i++)
        thresholds_due(&laws->items[i], facts, list);
}
