/*
 * cardroom replay: re-lives what happened, step by step, with the clauses that decided.
 */
#include "cli/house.h"

#include "funds/terms.h"
#include "house/hands/hands.h"
#include "house/kernel/names.h"
#include "house/people/people.h"
#include "house/prizes/prizes.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char replay_help[] =
    "cardroom replay STORE [--from N] [--until N] [--table T] [--offer O] [--patron P] [--json]\n"
    "\n"
    "Applies the events of a house again, from the first, and shows each step: who did what,\n"
    "which money moved by which clause, and the meters after it. The options filter what is\n"
    "shown; every event is applied.\n"
    "\n"
    "STORE     sqlite:FILE or postgresql://...\n"
    "--from    show events from this number on\n"
    "--until   stop after this event; the state is then as it was at that moment\n"
    "--table   show only events at this table\n"
    "--offer   show only events about this offer\n"
    "--patron  show only events about this patron\n"
    "--json    print one object a line: sequence, command, kind, event, movements (the money\n"
    "          movements: from, to, cents, reason, clause), meters\n"
    "\n"
    "Exit status: 0 all events were applied; 1 an event is impossible; 2 invalid arguments or\n"
    "store; 3 system error.\n"
    "\n"
    "  cardroom replay sqlite:house.db --until 4711 --table C4-1\n"
    "  cardroom replay sqlite:house.db --patron 1001 --json\n";

enum { WORDS_SIZE = 1 << 17, SHOWN_MAX = 400 };

struct request {
    const char *store, *table, *offer, *patron;
    uint64_t from, until;
    bool json;
};

struct replaying {
    const struct request *request;
    uint64_t shown;
};

/* ------------------------------------------------------------------------------------------ what is shown */

/* An event about a hand, a prize or an award is also about its table, offer and patron. */
struct subject {
    struct text table, patron;
    uint32_t offer;
    bool has_offer;
};

static struct subject subject_of(const struct floor *floor, const struct event *event)
{
    struct subject subject = {.table = text_of(""), .patron = text_of("")};
    const struct record_shape *shape = event_shape(event->kind);
    /* An award says itself which table and which winners it is about. */
    uint32_t hand = event->kind == EVENT_AWARDED ? 0 : record_count(shape, event->record, "hand");
    uint32_t prize = record_count(shape, event->record, "prize");
    const struct floor_hand *of_hand = floor_hand(floor, hand);
    const struct floor_prize *of_prize = floor_prize(floor, prize);
    if (of_hand) {
        subject = (struct subject){floor->tables[of_hand->table].described->name,
                                   floor_patron_name(floor, of_hand->patron), of_hand->offer, true};
    } else if (of_prize) {
        subject.patron = floor_patron_name(floor, of_prize->patron);
        subject.offer = of_prize->offer;
        subject.has_offer = true;
        if (of_prize->table < floor->table_count)
            subject.table = floor->tables[of_prize->table].described->name;
    }
    return subject;
}

/* Whether the movements touch accounts of the offer's activity. */
static bool moves_money_of(const struct floor *floor, const struct event *event,
                           const struct offering *offering)
{
    const struct money_rows *money = event_money(event);
    for (uint32_t i = 0; money && offering && i < money->movement_count; i++) {
        const struct movement *movement = &money->movements[i];
        if (text_equal(floor->ledger.accounts[movement->from].activity, offering->terms.activity) ||
            text_equal(floor->ledger.accounts[movement->to].activity, offering->terms.activity))
            return true;
    }
    return false;
}

static bool is_asked_for(const struct request *request, const struct floor *floor, uint64_t sequence,
                         const struct event *event)
{
    const struct record_shape *shape = event_shape(event->kind);
    struct subject subject = subject_of(floor, event);
    if (sequence < request->from)
        return false;
    if (request->table && !text_equal(subject.table, text_of(request->table)) &&
        !record_has_text(shape, event->record, "table", text_of(request->table)))
        return false;
    if (request->patron && !text_equal(subject.patron, text_of(request->patron)) &&
        !record_has_text(shape, event->record, "patron", text_of(request->patron)))
        return false;
    if (!request->offer)
        return true;
    const struct offering *offering = floor_offering(floor, text_of(request->offer));
    return (offering && subject.has_offer && subject.offer == (uint32_t)(offering - floor->offerings)) ||
           moves_money_of(floor, event, offering) ||
           record_has_text(shape, event->record, "offer", text_of(request->offer));
}

/* ------------------------------------------------------------------------------------------ output */

static bool moves(const struct money_rows *money, account_id account)
{
    for (uint32_t i = 0; i < money->movement_count; i++)
        if (money->movements[i].from == account || money->movements[i].to == account)
            return true;
    return false;
}

static void print_step(const struct floor *floor, uint64_t sequence, struct text command,
                       const struct event *event)
{
    static char words[WORDS_SIZE];
    struct text_out out;
    const struct money_rows *money = event_money(event);
    struct event shown = *event;
    const struct money_rows none = {0};
    if (money) /* movements have lines of their own */
        memcpy((char *)&shown + ((const char *)money - (const char *)event), &none, sizeof none);
    text_out_init(&out, words, sizeof words);
    house_write_event(&out, floor, &shown);
    struct text clipped = text_clipped(text_out_text(&out), SHOWN_MAX);
    printf("%" PRIu64 "  %.*s%s", sequence, TEXT_ARGUMENTS(clipped),
           clipped.length < out.length ? " ..." : "");
    if (command.length > 0)
        printf("  [%.*s]", TEXT_ARGUMENTS(command));
    printf("\n");
    for (uint32_t i = 0; money && i < money->movement_count; i++) {
        text_out_init(&out, words, sizeof words);
        house_write_movement(&out, floor, &money->movements[i]);
        printf("        %s\n", words);
    }
    for (uint32_t i = 0; money && i < money->advance_count; i++) {
        const struct advance_row *row = &money->advances[i];
        text_out_init(&out, words, sizeof words);
        money_write(&out, money_of_cents(row->cents < 0 ? -row->cents : row->cents));
        printf("        %s %s  %.*s\n", row->cents < 0 ? "advance repaid" : "advanced by the house", words,
               TEXT_ARGUMENTS(row->clause));
    }
    for (unsigned i = 0; money && i < floor->offering_count; i++)
        for (unsigned pool = 0; pool < floor->offerings[i].terms.pool_count; pool++) {
            const struct pool_terms *terms = &floor->offerings[i].terms.pools[pool];
            if (!moves(money, terms->account))
                continue;
            text_out_init(&out, words, sizeof words);
            money_write(&out, money_of_cents(floor->ledger.accounts[terms->account].balance));
            printf("        = %.*s %.*s %s\n", TEXT_ARGUMENTS(floor->offerings[i].name),
                   TEXT_ARGUMENTS(terms->name), words);
        }
}

/* Where the pools that the money touched then stood. */
static json_t *meters_json(const struct floor *floor, const struct money_rows *money)
{
    json_t *meters = json_array();
    for (unsigned i = 0; money && i < floor->offering_count; i++)
        for (unsigned pool = 0; pool < floor->offerings[i].terms.pool_count; pool++) {
            const struct pool_terms *terms = &floor->offerings[i].terms.pools[pool];
            if (moves(money, terms->account))
                (void)json_array_append_new(
                    meters, json_pack("{s:o, s:o, s:I}", "offer", document_text(floor->offerings[i].name),
                                      "pool", document_text(terms->name), "cents",
                                      (json_int_t)floor->ledger.accounts[terms->account].balance));
        }
    return meters;
}

static int print_step_json(const struct floor *floor, uint64_t sequence, struct text command,
                           const struct event *event)
{
    json_t *movements = json_array();
    const struct money_rows *money = event_money(event);
    for (uint32_t i = 0; money && i < money->movement_count; i++) {
        const struct movement *movement = &money->movements[i];
        (void)json_array_append_new(movements,
                                    json_pack("{s:o, s:o, s:I, s:s, s:o}", "from",
                                              document_text(floor->ledger.accounts[movement->from].name),
                                              "to", document_text(floor->ledger.accounts[movement->to].name),
                                              "cents", (json_int_t)movement->cents, "reason",
                                              movement_reason_name(movement->reason), "clause",
                                              document_text(movement->clause)));
    }
    json_t *step =
        json_pack("{s:I, s:o, s:s, s:o, s:o, s:o}", "sequence", (json_int_t)sequence, "command",
                  document_text(command), "kind", event_name(event->kind), "event", house_event_json(event),
                  "movements", movements, "meters", meters_json(floor, money));
    return house_print_json_line(step);
}

static enum status show_step(void *context, const struct floor *floor, uint64_t sequence, struct text command,
                             const struct event *event, bool applied, struct fault *fault)
{
    struct replaying *replaying = context;
    (void)fault;
    if (!applied || !is_asked_for(replaying->request, floor, sequence, event))
        return STATUS_OK;
    replaying->shown++;
    if (!replaying->request->json)
        print_step(floor, sequence, command, event);
    else if (print_step_json(floor, sequence, command, event) != EXIT_CODE_OK)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "out of memory for the output");
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ the command */

static int read_request(int argc, char **argv, struct request *request)
{
    for (int i = 1; i < argc; i++) {
        struct text word = text_of(argv[i]);
        struct fault fault;
        const char **text = text_equal(word, text_of("--table"))    ? &request->table
                            : text_equal(word, text_of("--offer"))  ? &request->offer
                            : text_equal(word, text_of("--patron")) ? &request->patron
                                                                    : NULL;
        uint64_t *number = text_equal(word, text_of("--from"))    ? &request->from
                           : text_equal(word, text_of("--until")) ? &request->until
                                                                  : NULL;
        if ((text || number) && i + 1 == argc)
            return command_usage("replay", "'%s' needs a value", argv[i]);
        if (text)
            *text = argv[++i];
        else if (number) {
            if (command_number(text_of(argv[i + 1]), argv[i], 1, STORE_SEQUENCE_MAX, number, &fault) !=
                STATUS_OK)
                return command_bad_input("replay", argv[i + 1], &fault);
            i++;
        } else if (text_equal(word, text_of("--json")))
            request->json = true;
        else if (argv[i][0] == '-' || request->store)
            return command_usage("replay", "unknown argument '%s'", argv[i]);
        else
            request->store = argv[i];
    }
    return request->store ? EXIT_CODE_OK
                          : command_usage("replay", "STORE is missing; give one such as sqlite:house.db");
}

static bool has_table(const struct floor *floor, struct text name)
{
    for (unsigned i = 0; i < floor->table_count; i++)
        if (text_equal(floor->tables[i].described->name, name))
            return true;
    return false;
}

/* Nothing was about a table, offer or patron: either they were idle, or the house has not got them, and that is a mistake. */
static int check_words(const struct request *request, const struct floor *floor,
                       const struct replaying *replaying)
{
    if (replaying->shown > 0)
        return EXIT_CODE_OK;
    if (request->table && !has_table(floor, text_of(request->table)))
        return command_usage("replay", "there is no table '%s'; 'cardroom house show %s tables' lists them",
                             request->table, request->store);
    if (request->offer && !floor_offering(floor, text_of(request->offer)))
        return command_usage("replay", "there is no offer '%s'; 'cardroom house show %s offers' lists them",
                             request->offer, request->store);
    if (request->patron && names_find(&floor->patron_names, text_of(request->patron)) == NAMES_NONE)
        return command_usage("replay", "there is no patron '%s'; 'cardroom house show %s patrons' lists them",
                             request->patron, request->store);
    return EXIT_CODE_OK;
}

static int run(int argc, char **argv)
{
    struct request request = {0};
    struct replaying replaying = {.request = &request};
    struct keeper *keeper;
    struct fault fault;
    int code = read_request(argc, argv, &request);
    if (code != EXIT_CODE_OK)
        return code;
    const struct keeper_options options = {
        .mode = STORE_READ_ONLY, .until = request.until, .from_the_start = true};
    enum status status =
        keeper_open(text_of(request.store), &options, show_step, &replaying, &keeper, &fault);
    if (status != STATUS_OK) {
        code = house_failure("replay", request.store, status, &fault);
        return status == STATUS_INVALID && fault.position > 0 ? EXIT_CODE_FINDINGS : code;
    }
    code = check_words(&request, keeper_floor(keeper), &replaying);
    if (code == EXIT_CODE_OK && !request.json)
        printf("%" PRIu64 " of %" PRIu64 " events shown\n", replaying.shown, keeper_sequence(keeper));
    keeper_close(keeper);
    int finished = command_finish("replay");
    return finished == EXIT_CODE_OK ? code : finished;
}

const struct subcommand command_replay = {.name = "replay",
                                          .summary =
                                              "show every event again, with its money movements and clauses",
                                          .help = replay_help,
                                          .run = run};
