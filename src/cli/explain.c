/*
 * cardroom explain: any number of the books unfolds into the postings and clauses behind it.
 */
#include "cli/house.h"
#include "cli/table.h"
#include "house/names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char explain_help[] =
    "cardroom explain STORE meter OFFER [POOL] [--all] [--json]\n"
    "cardroom explain STORE account NAME [OFFER] [--all] [--json]\n"
    "cardroom explain STORE advances OFFER [--all] [--json]\n"
    "cardroom explain STORE prize N [--json]\n"
    "\n"
    "Unfolds a number into what made it: first by reason, then by clause, then posting by posting, each with "
    "its event\n"
    "and clause. The parts add up to the number, and it is said if they did not.\n"
    "\n"
    "  meter     what a prize pool shows; the first of the offer if no POOL is named\n"
    "  account   what lies on an account: reserve, fee box, held, house, administration, or a fund by its "
    "name\n"
    "  advances  what the house is owed\n"
    "  prize     one prize: its award, hands, two persons, clause, and what became of it\n"
    "\n"
    "STORE   sqlite:FILE or postgresql://...\n"
    "--all   every posting; otherwise fees are summed up and the last 40 others are shown\n"
    "--json  one object: amount, adds_up, reasons (reason, in, out), clauses (clause, in, out, postings), "
    "postings\n"
    "        (sequence, from, to, cents, reason, clause), postings_before (how many of them are not shown)\n"
    "\n"
    "Exit code 0: explained, and it adds up. 1: it does not. 2: the words or the store are not right. 3: the "
    "machine\n"
    "failed.\n"
    "\n"
    "  cardroom explain sqlite:house.db meter bonus-hand\n"
    "  cardroom explain sqlite:house.db account reserve bonus-hand --all\n"
    "  cardroom explain sqlite:house.db prize 3\n";

enum { SHOWN_MAX = 40, WORDS_SIZE = 1 << 16 };

struct request {
    const char *store, *what, *name, *second;
    bool all, json;
};

/* What one clause moved, on to the account and off it. */
struct clause_sum {
    int64_t in, out;
    uint64_t count;
};

struct kept_posting {
    uint64_t sequence;
    struct posting posting; /* its clause is among the clauses */
};

/* Takes as much memory as what is printed: a sum for each clause, and the postings that are shown. */
struct explaining {
    const struct request *request;
    struct arena arena; /* of the clauses */
    account_id account; /* once it exists */
    uint32_t offer;     /* of advances and prizes */
    bool is_advances;
    int64_t in[REASONS], out[REASONS];
    struct names clauses;
    struct clause_sum *sums; /* by the number of the clause */
    uint32_t sum_room;
    struct kept_posting *kept; /* the newest, round and round once there is no more room */
    size_t kept_count, kept_room;
    bool no_memory;
};

/* ------------------------------------------------------------------------------------------ gathering */

static account_id account_wanted(const struct request *request, const struct floor *floor)
{
    bool meter = text_equal(text_of(request->what), text_of("meter"));
    const char *offer_name = meter ? request->name : request->second;
    const struct offering *offering = offer_name ? floor_offering(floor, text_of(offer_name)) : NULL;
    if (meter) {
        if (!offering || offering->terms.pool_count == 0)
            return ACCOUNT_NONE;
        const struct pool_terms *pool = request->second
                                            ? terms_pool(&offering->terms, text_of(request->second))
                                            : &offering->terms.pools[0];
        return pool ? pool->account : ACCOUNT_NONE;
    }
    for (unsigned i = 0; i < floor->ledger.count; i++) {
        const struct account *account = &floor->ledger.accounts[i];
        bool own = offering ? text_equal(account->activity, offering->terms.activity)
                            : account->activity.length == 0;
        if (own && text_equal(account->name, text_of(request->name)))
            return (account_id)i;
    }
    if (offering && text_equal(text_of(request->name), text_of("reserve")))
        return offering->terms.fund;
    return ACCOUNT_NONE;
}

/* The clause as it is kept; empty if there is no memory for it. */
static struct text add_to_clause(struct explaining *explaining, struct text clause, int64_t in, int64_t out)
{
    uint32_t number;
    if (names_add(&explaining->clauses, clause, &number) != STATUS_OK) {
        explaining->no_memory = true;
        return text_of("");
    }
    if (number >= explaining->sum_room) {
        uint32_t room = explaining->sum_room ? explaining->sum_room * 2 : 64;
        struct clause_sum *grown = realloc(explaining->sums, room * sizeof *grown);
        if (!grown) {
            explaining->no_memory = true;
            return text_of("");
        }
        memset(grown + explaining->sum_room, 0, (room - explaining->sum_room) * sizeof *grown);
        explaining->sums = grown;
        explaining->sum_room = room;
    }
    explaining->sums[number].in += in;
    explaining->sums[number].out += out;
    explaining->sums[number].count++;
    return names_text(&explaining->clauses, number);
}

static bool is_of_fees(enum posting_reason reason)
{
    return reason == REASON_FEE || reason == REASON_CONTRIBUTION || reason == REASON_OVERFLOW;
}

/* With --all there is room for every posting, otherwise for those that are shown. */
static bool make_room(struct explaining *explaining)
{
    size_t room = explaining->kept_room ? explaining->kept_room * 2 : SHOWN_MAX;
    if (explaining->kept_count < explaining->kept_room ||
        (explaining->kept_room > 0 && !explaining->request->all))
        return true;
    struct kept_posting *grown = realloc(explaining->kept, room * sizeof *grown);
    if (!grown)
        return false;
    explaining->kept = grown;
    explaining->kept_room = room;
    return true;
}

static void keep(struct explaining *explaining, uint64_t sequence, const struct posting *posting,
                 struct text clause)
{
    if (!explaining->request->all && is_of_fees(posting->reason))
        return;
    if (!make_room(explaining)) {
        explaining->no_memory = true;
        return;
    }
    struct kept_posting *place = &explaining->kept[explaining->kept_count++ % explaining->kept_room];
    *place = (struct kept_posting){sequence, *posting};
    place->posting.clause = clause;
}

/* How many are not shown, and the others by their number among all. */
static size_t first_shown(const struct explaining *explaining)
{
    return explaining->kept_count > explaining->kept_room ? explaining->kept_count - explaining->kept_room
                                                          : 0;
}

static const struct kept_posting *kept_posting(const struct explaining *explaining, size_t number)
{
    return &explaining->kept[number % explaining->kept_room];
}

static void gather_posting(struct explaining *explaining, uint64_t sequence, const struct posting *posting)
{
    bool in = posting->to == explaining->account, out = posting->from == explaining->account;
    if (!in && !out)
        return;
    (in ? explaining->in : explaining->out)[posting->reason] += posting->cents;
    struct text clause =
        add_to_clause(explaining, posting->clause, in ? posting->cents : 0, out ? posting->cents : 0);
    keep(explaining, sequence, posting, clause);
}

/* An advance is a posting from the house, and its repayment one to the house. */
static void gather_advance(struct explaining *explaining, const struct floor *floor, uint64_t sequence,
                           const struct event *event, const struct advance_row *row)
{
    const struct terms *terms = &floor->offerings[row->offer].terms;
    bool repaid = row->cents < 0, reversed = event->kind == EVENT_AWARD_REVERSED;
    const struct posting as = {repaid ? terms->fund : terms->house, repaid ? terms->house : terms->fund,
                               reversed ? REASON_ADJUSTMENT
                               : repaid ? REASON_REPAYMENT
                                        : REASON_AWARD,
                               repaid ? -row->cents : row->cents, row->clause};
    (repaid ? explaining->out : explaining->in)[as.reason] += as.cents;
    struct text clause = add_to_clause(explaining, row->clause, repaid ? 0 : as.cents, repaid ? as.cents : 0);
    keep(explaining, sequence, &as, clause);
}

static enum status gather(void *context, const struct floor *floor, uint64_t sequence, struct text command,
                          const struct event *event, bool applied, struct fault *fault)
{
    struct explaining *explaining = context;
    const struct money_rows *money = event_money(event);
    (void)command;
    if (!applied || !money)
        return STATUS_OK;
    if (explaining->is_advances) {
        const struct offering *offering = floor_offering(floor, text_of(explaining->request->name));
        for (uint32_t i = 0; i < money->advance_count && offering; i++)
            if (&floor->offerings[money->advances[i].offer] == offering)
                gather_advance(explaining, floor, sequence, event, &money->advances[i]);
    } else {
        if (explaining->account == ACCOUNT_NONE)
            explaining->account = account_wanted(explaining->request, floor);
        for (uint32_t i = 0; i < money->posting_count; i++)
            gather_posting(explaining, sequence, &money->postings[i]);
    }
    return explaining->no_memory ? fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory to explain it")
                                 : STATUS_OK;
}

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

static void print_reasons(const struct explaining *explaining)
{
    static struct text_table table;
    begin_table(&table, "reason");
    for (unsigned i = 0; i < REASONS; i++)
        if (explaining->in[i] || explaining->out[i]) {
            table_row(&table);
            table_add(&table, "%s", posting_reason_name((enum posting_reason)i));
            add_amount(&table, explaining->in[i]);
            add_amount(&table, explaining->out[i]);
        }
    table_print(&table, command_colour());
}

/* As many tables as it takes. */
static void print_clauses(const struct explaining *explaining)
{
    static struct text_table table;
    uint32_t at = 0;
    do {
        printf("\n");
        begin_table(&table, "clause");
        table_column(&table, "postings", TABLE_RIGHT);
        for (unsigned row = 0; row < TABLE_ROWS_MAX && at < explaining->clauses.count; row++, at++) {
            table_row(&table);
            table_add(&table, "%.*s", TEXT_ARGUMENTS(names_text(&explaining->clauses, at)));
            add_amount(&table, explaining->sums[at].in);
            add_amount(&table, explaining->sums[at].out);
            table_add(&table, "%" PRIu64, explaining->sums[at].count);
        }
        table_print(&table, command_colour());
    } while (at < explaining->clauses.count);
}

static void print_postings(const struct explaining *explaining, const struct floor *floor)
{
    char words[1024];
    struct text_out out;
    size_t first = first_shown(explaining);
    printf("\n%s\n", explaining->request->all ? "every posting" : "postings other than fees");
    if (first > 0)
        printf("  ... %zu before; --all shows them\n", first);
    for (size_t i = first; i < explaining->kept_count; i++) {
        text_out_init(&out, words, sizeof words);
        house_write_posting(&out, floor, &kept_posting(explaining, i)->posting);
        printf("  event %-8" PRIu64 " %s\n", kept_posting(explaining, i)->sequence, words);
    }
}

static int print_explained_json(const struct explaining *explaining, const struct floor *floor,
                                int64_t amount, bool adds_up)
{
    json_t *reasons = json_array(), *clauses = json_array(), *postings = json_array();
    for (unsigned i = 0; i < REASONS; i++)
        if (explaining->in[i] || explaining->out[i])
            (void)json_array_append_new(reasons, json_pack("{s:s, s:I, s:I}", "reason",
                                                           posting_reason_name((enum posting_reason)i), "in",
                                                           (json_int_t)explaining->in[i], "out",
                                                           (json_int_t)explaining->out[i]));
    for (uint32_t i = 0; i < explaining->clauses.count; i++)
        (void)json_array_append_new(clauses, json_pack("{s:o, s:I, s:I, s:I}", "clause",
                                                       document_text(names_text(&explaining->clauses, i)),
                                                       "in", (json_int_t)explaining->sums[i].in, "out",
                                                       (json_int_t)explaining->sums[i].out, "postings",
                                                       (json_int_t)explaining->sums[i].count));
    for (size_t i = first_shown(explaining); i < explaining->kept_count; i++) {
        const struct posting *posting = &kept_posting(explaining, i)->posting;
        (void)json_array_append_new(
            postings, json_pack("{s:I, s:o, s:o, s:I, s:s, s:o}", "sequence",
                                (json_int_t)kept_posting(explaining, i)->sequence, "from",
                                document_text(floor->ledger.accounts[posting->from].name), "to",
                                document_text(floor->ledger.accounts[posting->to].name), "cents",
                                (json_int_t)posting->cents, "reason", posting_reason_name(posting->reason),
                                "clause", document_text(posting->clause)));
    }
    return command_print_json("explain", json_pack("{s:I, s:b, s:o, s:o, s:o, s:I}", "amount",
                                                   (json_int_t)amount, "adds_up", adds_up, "reasons", reasons,
                                                   "clauses", clauses, "postings", postings,
                                                   "postings_before", (json_int_t)first_shown(explaining)));
}

static int print_amount(const struct explaining *explaining, const struct floor *floor)
{
    const struct request *request = explaining->request;
    const struct offering *offering = floor_offering(floor, text_of(request->name));
    int64_t sum = 0, amount;
    char words[MONEY_TEXT_SIZE];
    struct text_out out;
    if (explaining->is_advances && !offering)
        return command_usage("explain", "there is no offer '%s'", request->name);
    account_id account = explaining->is_advances ? ACCOUNT_NONE : account_wanted(request, floor);
    if (!explaining->is_advances && account == ACCOUNT_NONE)
        return command_usage("explain", "there is no such %s; 'cardroom house show %s' lists what there is",
                             request->what, request->store);
    amount =
        explaining->is_advances ? funds_advances(&offering->funds) : floor->ledger.accounts[account].balance;
    for (unsigned i = 0; i < REASONS; i++)
        sum += explaining->in[i] - explaining->out[i];
    if (request->json) {
        int code = print_explained_json(explaining, floor, amount, sum == amount);
        return code == EXIT_CODE_OK && sum != amount ? EXIT_CODE_FINDINGS : code;
    }
    text_out_init(&out, words, sizeof words);
    money_write(&out, money_of_cents(amount));
    printf("%s %s%s%s = %s\n\n", request->what, request->name, request->second ? " " : "",
           request->second ? request->second : "", words);
    print_reasons(explaining);
    print_clauses(explaining);
    print_postings(explaining, floor);
    text_out_init(&out, words, sizeof words);
    money_write(&out, money_of_cents(sum));
    printf("\n%s: in less out is %s\n", sum == amount ? "it adds up" : "IT DOES NOT ADD UP", words);
    return sum == amount ? EXIT_CODE_OK : EXIT_CODE_FINDINGS;
}

static int print_prize(const struct request *request, const struct floor *floor, uint64_t number)
{
    char words[WORDS_SIZE];
    struct text_out out;
    if (number > floor->prize_count)
        return command_usage("explain", "there is no prize %s", request->name);
    const struct floor_prize *prize = &floor->prizes[number - 1];
    const struct floor_award *award = &floor->awards[prize->award];
    const struct offering *offering = &floor->offerings[prize->offer];
    text_out_init(&out, words, sizeof words);
    money_write(&out, money_of_cents(prize->claim.cents));
    const char *state = prize->reversed ? "backed out" : claim_state_name(prize->claim.state);
    struct text patron = floor_patron_name(floor, prize->patron);
    if (request->json)
        return command_print_json(
            "explain",
            json_pack("{s:I, s:I, s:o, s:o, s:o, s:I, s:o, s:s, s:o, s:o, s:o}", "prize", (json_int_t)number,
                      "award", (json_int_t)prize->award + 1, "offer", document_text(offering->name),
                      "activity", document_text(offering->terms.activity), "share",
                      document_text(prize->share), "cents", (json_int_t)prize->claim.cents, "clause",
                      document_text(prize->clause), "state", state, "patron", document_text(patron),
                      "verified_by", document_text(award->verified_by), "authorised_by",
                      document_text(award->authorised_by)));
    printf("prize %" PRIu64 ": %s for %.*s, by %.*s\n", number, words, TEXT_ARGUMENTS(prize->share),
           TEXT_ARGUMENTS(prize->clause));
    printf("  offer %.*s (%.*s), award %u, verified by %.*s, authorised by %.*s (%.*s)\n",
           TEXT_ARGUMENTS(offering->name), TEXT_ARGUMENTS(offering->terms.activity), prize->award + 1,
           TEXT_ARGUMENTS(award->verified_by), TEXT_ARGUMENTS(award->authorised_by),
           TEXT_ARGUMENTS(award->clause));
    printf("  winner %.*s, %s\n", TEXT_ARGUMENTS(patron.length ? patron : text_of("not known")), state);
    for (uint32_t i = 0; i < award->posting_count; i++) {
        text_out_init(&out, words, sizeof words);
        house_write_posting(&out, floor, &award->postings[i]);
        printf("  %s\n", words);
    }
    return EXIT_CODE_OK;
}

/* ------------------------------------------------------------------------------------------ the command */

static int read_request(int argc, char **argv, struct request *request)
{
    const char **words[] = {&request->store, &request->what, &request->name, &request->second};
    static const char *const known[] = {"meter", "account", "advances", "prize"};
    unsigned count = 0, i = 0;
    for (int at = 1; at < argc; at++) {
        if (text_equal(text_of(argv[at]), text_of("--all")))
            request->all = true;
        else if (text_equal(text_of(argv[at]), text_of("--json")))
            request->json = true;
        else if (argv[at][0] == '-' || count == sizeof words / sizeof words[0])
            return command_usage("explain", "what is '%s'?", argv[at]);
        else
            *words[count++] = argv[at];
    }
    if (count < 3)
        return command_usage("explain", "what is to be explained? such as: sqlite:house.db meter bonus-hand");
    while (i < 4 && !text_equal(text_of(request->what), text_of(known[i])))
        i++;
    return i < 4 ? EXIT_CODE_OK
                 : command_usage("explain", "'%s' cannot be explained; meter, account, advances or prize can",
                                 request->what);
}

static int run(int argc, char **argv)
{
    static struct explaining explaining;
    struct request request = {0};
    struct keeper *keeper;
    struct fault fault;
    uint64_t number = 0;
    int code = read_request(argc, argv, &request);
    if (code != EXIT_CODE_OK)
        return code;
    bool prize = text_equal(text_of(request.what), text_of("prize"));
    if (prize && command_number(text_of(request.name), "prize", 1, UINT32_MAX, &number, &fault) != STATUS_OK)
        return command_bad_input("explain", request.name, &fault);
    const struct keeper_options options = {.mode = STORE_READ_ONLY, .from_the_start = !prize};
    explaining.request = &request;
    explaining.account = ACCOUNT_NONE;
    explaining.is_advances = text_equal(text_of(request.what), text_of("advances"));
    arena_init(&explaining.arena, (size_t)1 << 30);
    names_init(&explaining.clauses, &explaining.arena);
    enum status status =
        keeper_open(text_of(request.store), &options, prize ? NULL : gather, &explaining, &keeper, &fault);
    if (status == STATUS_OK) {
        code = prize ? print_prize(&request, keeper_floor(keeper), number)
                     : print_amount(&explaining, keeper_floor(keeper));
        keeper_close(keeper);
    } else
        code = house_failure("explain", request.store, status, &fault);
    arena_release(&explaining.arena);
    free(explaining.kept);
    free(explaining.sums);
    int finished = command_finish("explain");
    return finished == EXIT_CODE_OK ? code : finished;
}

const struct subcommand command_explain = {.name = "explain",
                                           .summary = "unfolds a number into postings and clauses",
                                           .help = explain_help,
                                           .run = run};
