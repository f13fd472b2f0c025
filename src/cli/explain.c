/*
 * cardroom explain: any number of the books unfolds into the movements of money and the clauses behind it.
 */
#include "books/explain.h"
#include "base/check.h"
#include "cli/house.h"
#include "cli/table.h"
#include "house/kernel/names.h"
#include "house/people/people.h"
#include "house/people/staff.h"
#include "house/prizes/prizes.h"
#include "house/setup/offers.h"

#include <inttypes.h>
#include <stdio.h>

static const char explain_help[] =
    "cardroom explain STORE meter OFFER [POOL] [--all] [--json]\n"
    "cardroom explain STORE account NAME [OFFER] [--all] [--json]\n"
    "cardroom explain STORE advances OFFER [--all] [--json]\n"
    "cardroom explain STORE prize N [--json]\n"
    "\n"
    "Shows how an amount came about: first by reason, then by clause, then every money\n"
    "movement with its event and clause. It says whether the movements add up to the amount.\n"
    "\n"
    "  meter     the meter of a prize pool; the first pool of the offer by default\n"
    "  account   the balance of an account: reserve, fee box, held, house, administration,\n"
    "            taxes, or a fund by its name\n"
    "  advances  the amount that is owed to the house\n"
    "  prize     one prize: award, share, hand and cards, the two persons, the clause, and\n"
    "            every event about it\n"
    "\n"
    "STORE   sqlite:FILE or postgresql://...\n"
    "--all   show every money movement; by default fees are summed up, and the last 40\n"
    "        other movements are shown\n"
    "--json  print one object: amount, adds_up, reasons (reason, in, out), clauses (clause,\n"
    "        in, out, movements), movements (the money movements: sequence, from, to, cents,\n"
    "        reason, clause), movements_before (the number of movements not shown);\n"
    "        for advances, in place of movements: advances (sequence, event, cents, clause);\n"
    "        for a prize: prize, award, offer, activity, share, cents, of_cents, clause,\n"
    "        state, patron, seat, hand, cards, board, verified_by, authorised_by, steps\n"
    "        (sequence, at, kind, by, words, movements)\n"
    "\n"
    "Exit status: 0 the movements add up; 1 they do not; 2 invalid arguments or store;\n"
    "3 system error.\n"
    "\n"
    "  cardroom explain sqlite:house.db meter bonus-hand\n"
    "  cardroom explain sqlite:house.db account reserve bonus-hand --all\n"
    "  cardroom explain sqlite:house.db prize 3\n";

enum { WORDS_SIZE = 1 << 16 };

struct request {
    const char *store, *what, *name, *second;
    bool all, json;
};

/* ------------------------------------------------------------------------------------------ output */

static void add_amount(struct text_table *table, int64_t cents)
{
    struct text_out *cell = table_cell(table);
    if (cents != 0)
        money_write(cell, money_of_cents(cents));
}

static void begin_table(struct text_table *table, const char *head)
{
    table_init(table);
    table_column(table, head, TABLE_LEFT);
    table_column(table, "in", TABLE_RIGHT);
    table_column(table, "out", TABLE_RIGHT);
}

static void print_reasons(const struct explanation *explanation)
{
    static struct text_table table;
    begin_table(&table, explanation->request.what == EXPLAIN_ADVANCES ? "event" : "reason");
    for (unsigned i = 0; i < EXPLAIN_REASONS; i++)
        if (explanation->in[i] || explanation->out[i]) {
            table_row(&table);
            table_add(&table, "%s", explain_reason_name(explanation, i));
            add_amount(&table, explanation->in[i]);
            add_amount(&table, explanation->out[i]);
        }
    table_print(&table, command_colour());
}

/* As many tables as it takes. */
static void print_clauses(const struct explanation *explanation)
{
    static struct text_table table;
    uint32_t at = 0;
    do {
        printf("\n");
        begin_table(&table, "clause");
        table_column(&table, explanation->request.what == EXPLAIN_ADVANCES ? "advances" : "movements",
                     TABLE_RIGHT);
        for (unsigned row = 0; row < TABLE_ROWS_MAX && at < explanation->clauses.count; row++, at++) {
            table_row(&table);
            table_add(&table, "%.*s", TEXT_ARGUMENTS(names_text(&explanation->clauses, at)));
            add_amount(&table, explanation->sums[at].in);
            add_amount(&table, explanation->sums[at].out);
            table_add(&table, "%" PRIu64, explanation->sums[at].count);
        }
        table_print(&table, command_colour());
    } while (at < explanation->clauses.count);
}

static void write_advance(struct text_out *out, const struct explained_movement *advance)
{
    int64_t cents = advance->movement.cents;
    text_out_add(out, "%s: %s ", event_name(advance->event),
                 cents < 0 ? "repaid to the house" : "advanced by the house");
    money_write(out, money_of_cents(cents < 0 ? -cents : cents));
    text_out_add(out, "  %.*s", TEXT_ARGUMENTS(advance->movement.clause));
}

static void print_movements(const struct explanation *explanation)
{
    char words[1024];
    struct text_out out;
    size_t first = explain_first(explanation);
    bool advances = explanation->request.what == EXPLAIN_ADVANCES;
    printf("\n%s\n", advances                    ? "advances"
                     : explanation->request.fees ? "every money movement"
                                                 : "money movements other than fees");
    if (first > 0)
        printf("  ... %zu before; --all shows them\n", first);
    for (size_t i = first; i < explain_count(explanation); i++) {
        const struct explained_movement *kept = explain_movement(explanation, i);
        text_out_init(&out, words, sizeof words);
        if (advances)
            write_advance(&out, kept);
        else
            house_write_movement(&out, explanation->floor, &kept->movement);
        printf("  event %-8" PRIu64 " %s\n", kept->sequence, words);
    }
}

/* "Meter prize pool of Bonus Hand Progressive Jackpot v1.1", "Account reserve" */
static void print_what(const struct request *request, const struct explanation *explanation)
{
    CHECK(request->what && request->what[0]); /* no kind of amount is without a name */
    bool account = explanation->request.what == EXPLAIN_ACCOUNT;
    const char *offer = account ? request->second : request->name,
               *name = account ? request->name : request->second;
    uint32_t number;
    printf("%c%s%s%s", request->what[0] - 'a' + 'A', request->what + 1, name ? " " : "", name ? name : "");
    if (offer && floor_offer_named(explanation->floor, text_of(offer), &number))
        printf(" of %.*s", TEXT_ARGUMENTS(offer_title(floor_offer(explanation->floor, number))));
}

static int print_amount(const struct request *request, const struct explanation *explanation)
{
    char words[MONEY_TEXT_SIZE];
    struct text_out out;
    bool adds_up = explanation->sum == explanation->amount;
    if (!explanation->found && explanation->request.what == EXPLAIN_ADVANCES)
        return command_usage("explain", "there is no offer '%s'", request->name);
    if (!explanation->found)
        return command_usage("explain", "unknown %s; 'cardroom house show %s' lists all of them",
                             request->what, request->store);
    if (request->json) {
        int code = command_print_json("explain", explain_document(explanation));
        return code == EXIT_CODE_OK && !adds_up ? EXIT_CODE_FINDINGS : code;
    }
    text_out_init(&out, words, sizeof words);
    money_write(&out, money_of_cents(explanation->amount));
    print_what(request, explanation);
    printf(": %s\n\n", words);
    print_reasons(explanation);
    print_clauses(explanation);
    print_movements(explanation);
    text_out_init(&out, words, sizeof words);
    money_write(&out, money_of_cents(explanation->sum));
    printf("\n%s: in less out is %s\n", adds_up ? "It adds up" : "IT DOES NOT ADD UP", words);
    return adds_up ? EXIT_CODE_OK : EXIT_CODE_FINDINGS;
}

/* "40% of $20,000.00"; hundredths of a percent are cut off. */
static void print_part(const struct explanation *explanation, int64_t cents)
{
    char words[MONEY_TEXT_SIZE];
    struct text_out out;
    int64_t whole = explanation->prize.of_cents;
    if (whole <= cents || cents <= 0)
        return;
    int64_t hundredths = cents <= INT64_MAX / 10000 ? cents * 10000 / whole : cents / (whole / 10000);
    text_out_init(&out, words, sizeof words);
    money_write(&out, money_of_cents(whole));
    printf("  part           %d", (int)(hundredths / 100));
    if (hundredths % 100 != 0)
        printf(".%02d", (int)(hundredths % 100));
    printf("%% of %s\n", words);
}

/* Its history, event by event, each with the money that it moved. */
static void print_steps(const struct explanation *explanation)
{
    char words[1024];
    struct text_out out;
    for (const struct explained_step *step = explanation->prize.first; step; step = step->next) {
        printf("\n  event %" PRIu64 "  %s %.*s\n", step->sequence, event_name(step->kind),
               TEXT_ARGUMENTS(step->words));
        for (uint32_t i = 0; i < step->movement_count; i++) {
            text_out_init(&out, words, sizeof words);
            house_write_movement(&out, explanation->floor, &step->movements[i]);
            printf("    %s\n", words);
        }
    }
}

/* The full name of a member of staff, or the sign-in name where no other is known. */
static struct text name_of(const struct floor *floor, struct text person)
{
    const struct person *known = floor_person(floor, person);
    return known && known->name.length > 0 ? known->name : person;
}

static int print_prize(const struct request *request, const struct explanation *explanation)
{
    char words[WORDS_SIZE];
    struct text_out out;
    if (!explanation->found)
        return command_usage("explain", "there is no prize %s", request->name);
    if (request->json)
        return command_print_json("explain", explain_document(explanation));
    const struct floor *floor = explanation->floor;
    const struct floor_prize *prize = &explanation->prize.is;
    const struct floor_award *award = &explanation->prize.award;
    text_out_init(&out, words, sizeof words);
    money_write(&out, money_of_cents(prize->claim.cents));
    struct text patron = floor_patron_name(floor, prize->patron);
    printf("Prize %" PRIu64 ": %s for %.*s, %s\n", explanation->request.prize, words,
           TEXT_ARGUMENTS(prize->share), explain_prize_state(prize));
    printf("  offer          %.*s\n", TEXT_ARGUMENTS(offer_title(floor_offer(floor, prize->offer))));
    printf("  clause         %.*s\n", TEXT_ARGUMENTS(prize->clause));
    printf("  award          %u (%.*s)\n", prize->award, TEXT_ARGUMENTS(award->clause));
    printf("  verified by    %.*s\n", TEXT_ARGUMENTS(name_of(floor, award->verified_by)));
    printf("  authorised by  %.*s\n", TEXT_ARGUMENTS(name_of(floor, award->authorised_by)));
    if (patron.length > 0)
        printf("  winner         %.*s (%.*s)\n", TEXT_ARGUMENTS(floor->patrons[prize->patron].name),
               TEXT_ARGUMENTS(patron));
    else
        printf("  winner         not known\n");
    print_part(explanation, prize->claim.cents);
    print_steps(explanation);
    return EXIT_CODE_OK;
}

/* ------------------------------------------------------------------------------------------ the command */

static int read_request(int argc, char **argv, struct request *request)
{
    const char **words[] = {&request->store, &request->what, &request->name, &request->second};
    unsigned count = 0;
    for (int at = 1; at < argc; at++) {
        if (text_equal(text_of(argv[at]), text_of("--all")))
            request->all = true;
        else if (text_equal(text_of(argv[at]), text_of("--json")))
            request->json = true;
        else if (argv[at][0] == '-' || count == sizeof words / sizeof words[0])
            return command_usage("explain", "unknown argument '%s'", argv[at]);
        else
            *words[count++] = argv[at];
    }
    if (count < 3)
        return command_usage("explain", "what is to be explained? such as: sqlite:house.db meter bonus-hand");
    return EXIT_CODE_OK;
}

static int run(int argc, char **argv)
{
    struct request request = {0};
    struct explain_request asked = {0};
    struct explanation *explanation;
    struct fault fault;
    int code = read_request(argc, argv, &request);
    if (code != EXIT_CODE_OK)
        return code;
    if (!explain_what_of(text_of(request.what), &asked.what))
        return command_usage("explain", "'%s' cannot be explained; meter, account, advances or prize can",
                             request.what);
    bool prize = asked.what == EXPLAIN_PRIZE;
    if (prize &&
        command_number(text_of(request.name), "prize", 1, UINT32_MAX, &asked.prize, &fault) != STATUS_OK)
        return command_bad_input("explain", request.name, &fault);
    asked.name = text_of(request.name);
    asked.second = text_of(request.second ? request.second : "");
    asked.fees = request.all;
    asked.shown_max = request.all ? 0 : EXPLAIN_SHOWN_USUALLY;
    enum status status = explain_open(text_of(request.store), &asked, &explanation, &fault);
    if (status == STATUS_OK)
        code = prize ? print_prize(&request, explanation) : print_amount(&request, explanation);
    else
        code = house_failure("explain", request.store, status, &fault);
    explain_close(explanation);
    int finished = command_finish("explain");
    return finished == EXIT_CODE_OK ? code : finished;
}

const struct subcommand command_explain = {.name = "explain",
                                           .summary = "show the money movements and clauses behind an amount",
                                           .help = explain_help,
                                           .run = run};
