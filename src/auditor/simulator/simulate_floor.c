#include "auditor/simulator/simulate_floor.h"

#include "auditor/model.h"
#include "auditor/simulator/choosing.h"
#include "auditor/simulator/dishonest.h"
#include "base/check.h"
#include "books/audit.h"
#include "books/keeper.h"
#include "books/opening.h"
#include "house/kernel/clock_shapes.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/setup_shapes.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"
#include "rulebook/files.h"
#include "store/address.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    TEXTS_MAX = 16 << 20,
    HOUSE_MEMORY_MAX = 256 << 20,
    IDS_KEPT = 64,
    ID_SIZE = 48,
    OFFER_SIZE_MAX = 1 << 20,
    LINE_SIZE = 1 << 18,
    AUDIT_EVERY = 16, /* commands */
    SECOND = 1000,
    MINUTE = 60 * SECOND,
    HOUR = 60 * MINUTE,
};
static const int64_t day_ms = INT64_C(24) * HOUR;

struct simulation {
    struct simulated_house *house;
    const struct simulation_options *options;
    struct simulation_result *result;
    struct fault *fault; /* of the world */
    struct random_secure random;
    struct arena texts;   /* of the command */
    struct arena reading; /* of the event */
    struct keeper *keeper;
    struct auditor *auditor;
    char address[SIMULATED_PATH_SIZE + 16], folder[SIMULATED_PATH_SIZE];
    char line[LINE_SIZE];        /* a command as text */
    uint64_t seen;               /* by the auditor */
    char ids[IDS_KEPT][ID_SIZE]; /* of commands that were done */
    enum command_kind id_kinds[IDS_KEPT];
    unsigned id_count;
    enum keeper_outcome answered;      /* what the last command was answered */
    enum status trying;                /* how the last attempt of dishonest staff went so far */
    const struct attempt *got_through; /* the first that did; NULL: none */
    uint64_t got_through_at;
};

/* ------------------------------------------------------------------------------------------ files */

static bool copy_file(const char *from, const char *to)
{
    char buffer[1 << 14];
    FILE *in = fopen(from, "rb"), *out = in ? fopen(to, "wb") : NULL;
    bool good = in && out;
    for (size_t size; good && (size = fread(buffer, 1, sizeof buffer, in)) > 0;)
        good = fwrite(buffer, 1, size, out) == size;
    good = good && !ferror(in);
    if (in)
        (void)fclose(in);
    if (out)
        good = fclose(out) == 0 && good;
    return good;
}

static void path_of(char *path, const char *one, const char *other)
{
    struct text_out out;
    text_out_init(&out, path, SIMULATED_PATH_SIZE);
    text_out_add(&out, "%s%s", one, other);
}

/* A new folder below TMPDIR; its path stays empty on failure. */
static enum status make_folder(char *folder, struct fault *fault)
{
    const char *temporary = getenv("TMPDIR");
    path_of(folder, temporary && temporary[0] ? temporary : "/tmp", "/cardroom-floor-XXXXXX");
    if (mkdtemp(folder))
        return STATUS_OK;
    folder[0] = '\0';
    return fault_set(fault, STATUS_IO, 0, "no temporary folder: %s", strerror(errno));
}

/* ------------------------------------------------------------------------------------------ the house */

enum status simulated_house_init(struct simulated_house *house, struct library *library,
                                 const struct library_house *of, struct fault *fault)
{
    *house = (struct simulated_house){.library = library, .house = of};
    arena_init(&house->arena, HOUSE_MEMORY_MAX);
    house->offers = ARENA_ARRAY(&house->arena, struct text, of->offer_count);
    enum status status = house->offers ? sample_hands_make(of, &house->arena, &house->hands, fault)
                                       : fault_set(fault, house->arena.refusal, 0, "there is no memory");
    for (unsigned i = 0; i < of->offer_count && status == STATUS_OK; i++)
        if (files_read(of->offers[i].file, OFFER_SIZE_MAX, &house->arena, &library->findings,
                       &house->offers[i]) != STATUS_OK)
            status = fault_set(fault, STATUS_IO, 0, "%s cannot be read", of->offers[i].file);
    return status;
}

/* "/opened-3" below the folder of the house. */
static void opened_path(const struct simulated_house *house, unsigned number, char *path)
{
    struct text_out out;
    text_out_init(&out, path, SIMULATED_PATH_SIZE);
    text_out_add(&out, "%s/opened-%u", house->folder, number);
}

void simulated_house_release(struct simulated_house *house)
{
    char path[SIMULATED_PATH_SIZE];
    for (unsigned i = 0; i < SIMULATED_OPENINGS; i++)
        if (house->opened[i]) {
            opened_path(house, i, path);
            (void)unlink(path);
        }
    if (house->folder[0])
        (void)rmdir(house->folder);
    arena_release(&house->arena);
}

/* ------------------------------------------------------------------------------------------ what must hold */

/* A check fails: the simulation ends. */
static enum status unsound(struct simulation *simulation, const char *what, const char *words)
{
    struct simulation_result *result = simulation->result;
    struct text_out out;
    result->sound = false;
    result->sequence = simulation->seen;
    text_out_init(&out, result->words, sizeof result->words);
    text_out_add(&out, "%s: %s", what, words);
    return STATUS_INVALID;
}

/* The same, for a command. */
static enum status unsound_command(struct simulation *simulation, const struct command *command,
                                   const char *words)
{
    char line[SIMULATION_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, line, sizeof line);
    if (command->kind != COMMAND_POST_OFFER)
        command_write(&out, command);
    else
        text_out_add(&out, "post-offer %.*s", TEXT_ARGUMENTS(COMMAND_AS(command, post_offer)->offer));
    return unsound(simulation, line, words);
}

static void count_event(struct simulation_result *result, const struct event *event)
{
    const struct money_rows *money = event_money(event);
    result->events++;
    result->rounds += event->kind == EVENT_ROUND_STARTED;
    result->hands += event->kind == EVENT_HAND_CLAIMED;
    result->awards += event->kind == EVENT_AWARDED;
    result->prizes += event->kind == EVENT_AWARDED ? EVENT_AS(event, awarded)->prize_count : 0;
    result->paid += event->kind == EVENT_PRIZE_PAID;
    result->lapsed += event->kind == EVENT_PRIZE_LAPSED;
    result->forfeited += event->kind == EVENT_PRIZE_FORFEITED;
    result->reversed += event->kind == EVENT_AWARD_REVERSED;
    result->redeemed += event->kind == EVENT_VOUCHER_REDEEMED;
    for (uint32_t i = 0; money && i < money->movement_count; i++) {
        const struct movement *movement = &money->movements[i];
        result->fees_cents += movement->reason == REASON_FEE ? movement->cents : 0;
        result->paid_cents += movement->reason == REASON_PAYMENT ? movement->cents : 0;
    }
    for (uint32_t i = 0; event->kind == EVENT_AWARDED && i < EVENT_AS(event, awarded)->prize_count; i++)
        result->awarded_cents += EVENT_AS(event, awarded)->prizes[i].cents;
}

static enum status show_event(void *context, const struct store_record *record, struct fault *fault)
{
    struct simulation *simulation = context;
    struct event event;
    struct fault why;
    arena_clear(&simulation->reading);
    enum status status =
        event_read(record->event.kind, record->event.payload, &simulation->reading, &event, fault);
    if (status != STATUS_OK)
        return status;
    simulation->seen = record->sequence;
    count_event(simulation->result, &event);
    status = auditor_see(simulation->auditor, record->event.command, &event, &why);
    return status == STATUS_INVALID ? unsound(simulation, event_name(event.kind), why.words)
           : status != STATUS_OK    ? fault_set(fault, status, 0, "%s", why.words)
                                    : STATUS_OK;
}

/* F1: the auditor checks the new events of the store. */
static enum status audit_new_events(struct simulation *simulation)
{
    const struct ledger *ledger = &keeper_floor(simulation->keeper)->ledger;
    enum status status = STATUS_OK;
    while (auditor_account_count(simulation->auditor) < ledger->count && status == STATUS_OK) {
        const struct account *account = &ledger->accounts[auditor_account_count(simulation->auditor)];
        status = auditor_account(simulation->auditor, account->kind, account->activity, account->name,
                                 simulation->fault);
    }
    return status == STATUS_OK
               ? store_read(keeper_store(simulation->keeper), text_of("house"), simulation->seen + 1,
                            STORE_SEQUENCE_MAX, show_event, simulation, simulation->fault)
               : status;
}

/* F5 */
static enum status audit_state(struct simulation *simulation)
{
    const struct floor *floor = keeper_floor(simulation->keeper);
    char why[SIMULATION_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, why, sizeof why);
    if (!floor_audit(floor, &out))
        return unsound(simulation, "the invariants of the house", why);
    for (unsigned i = 0; i < floor->ledger.count; i++)
        if (floor->ledger.accounts[i].balance != auditor_balance(simulation->auditor, i)) {
            text_out_add(&out, "%.*s %.*s has %lld cents, and the auditor counts %lld",
                         TEXT_ARGUMENTS(floor->ledger.accounts[i].activity),
                         TEXT_ARGUMENTS(floor->ledger.accounts[i].name),
                         (long long)floor->ledger.accounts[i].balance,
                         (long long)auditor_balance(simulation->auditor, i));
            return unsound(simulation, "balances", why);
        }
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ one command */

static struct choosing chooser_of(struct simulation *simulation)
{
    return (struct choosing){.random = &simulation->random.random,
                             .house = simulation->house,
                             .floor = keeper_floor(simulation->keeper),
                             .arena = &simulation->texts};
}

static void mint_id(struct simulation *simulation, struct command *command)
{
    char id[ID_SIZE];
    struct text_out out;
    text_out_init(&out, id, sizeof id);
    text_out_add(&out, "s%llu-%llu", (unsigned long long)simulation->options->seed,
                 (unsigned long long)simulation->result->commands);
    if (arena_copy_text(&simulation->texts, text_out_text(&out), &command->head.id) != STATUS_OK)
        CHECK_NEVER("an id is short");
}

static void keep_id(struct simulation *simulation, const struct command *command)
{
    struct text_out out;
    const unsigned place = simulation->id_count++ % IDS_KEPT;
    text_out_init(&out, simulation->ids[place], ID_SIZE);
    text_out_add_text(&out, command->head.id);
    simulation->id_kinds[place] = command->kind;
}

/* Sends the command to the keeper. A failure of the house is a finding (F4); one of the machine ends the simulation. */
static enum status ask(struct simulation *simulation, const struct command *command,
                       struct keeper_reply *reply)
{
    struct fault fault;
    enum status status = keeper_do(simulation->keeper, command, reply, &fault);
    simulation->result->commands++;
    if (status == STATUS_OK)
        return STATUS_OK;
    if (status == STATUS_IO || status == STATUS_DAMAGED || status == STATUS_NO_MEMORY)
        return fault_set(simulation->fault, status, 0, "%s", fault.words);
    return unsound_command(simulation, command, fault.words);
}

/* F2: the same command again. */
static enum status repeat(struct simulation *simulation, const struct command *command)
{
    struct keeper_reply reply;
    uint64_t before = keeper_sequence(simulation->keeper);
    enum status status = ask(simulation, command, &reply);
    if (status != STATUS_OK)
        return status;
    bool changed = keeper_sequence(simulation->keeper) != before;
    if (reply.outcome != KEEPER_REPEATED || changed)
        return unsound_command(simulation, command, "it was done before, and is not answered as repeated");
    simulation->result->repeated++;
    return STATUS_OK;
}

/* F2: another command with an id that was used. Chance may have made the same command. */
static enum status repeat_old_id(struct simulation *simulation)
{
    struct choosing choosing = chooser_of(simulation);
    struct command command;
    struct keeper_reply reply;
    uint64_t before = keeper_sequence(simulation->keeper);
    if (simulation->id_count == 0)
        return STATUS_OK;
    unsigned kept = simulation->id_count < IDS_KEPT ? simulation->id_count : IDS_KEPT;
    arena_clear(&simulation->texts);
    choose_command(&choosing, &command);
    const unsigned old = choose_below(&choosing, kept);
    command.head.id = text_of(simulation->ids[old]);
    enum status status = ask(simulation, &command, &reply);
    if (status != STATUS_OK)
        return status;
    if (keeper_sequence(simulation->keeper) != before)
        return unsound_command(simulation, &command, "its id was used before, and something changed");
    if (reply.outcome == KEEPER_REPEATED && command.kind == simulation->id_kinds[old])
        return STATUS_OK;
    if (reply.outcome != KEEPER_REFUSED || !text_equal(text_of(reply.ruling.clause), text_of("house#id")))
        return unsound_command(simulation, &command, "its id was used before for another command");
    simulation->result->refused++;
    return STATUS_OK;
}

/* F6: commands come as text, in one of two forms. Nonsense may be refused by the parser, and then `refused` is set. */
static enum status come_in(struct simulation *simulation, struct command *command, bool *refused)
{
    struct choosing choosing = chooser_of(simulation);
    const struct zone *zone = &keeper_floor(simulation->keeper)->zone;
    bool words = choose_chance(&choosing, 30);
    struct command read;
    struct fault fault;
    struct text_out out;
    text_out_init(&out, simulation->line, sizeof simulation->line);
    command_write(&out, command);
    *refused = command_parse(text_out_text(&out), zone, &simulation->texts, &read, &fault) != STATUS_OK;
    if (*refused)
        return STATUS_OK;
    bool same =
        read.kind == command->kind && record_equal(command_shape(command->kind), &command->head, &read.head);
    if (same && words) {
        text_out_init(&out, simulation->line, sizeof simulation->line);
        command_write_words(&out, command, zone);
        if (command_parse(text_out_text(&out), zone, &simulation->texts, &read, &fault) != STATUS_OK)
            return unsound_command(simulation, command, fault.words);
        same = read.kind == command->kind &&
               record_equal(command_shape(command->kind), &command->head, &read.head);
    }
    if (!same)
        return unsound_command(simulation, command, "it is not read as it was written");
    *command = read;
    return STATUS_OK;
}

/* A command, its events, and sometimes the same command again. It has the time `at`, or sometimes one of its own. */
static enum status perform_at(struct simulation *simulation, struct command *command, struct instant at)
{
    struct keeper_reply reply;
    struct choosing choosing = chooser_of(simulation);
    uint64_t before = keeper_sequence(simulation->keeper);
    bool refused;
    simulation->answered = KEEPER_REFUSED;
    mint_id(simulation, command);
    enum status status = come_in(simulation, command, &refused);
    if (status != STATUS_OK || refused) {
        simulation->result->refused += refused;
        return status;
    }
    const struct floor *floor = keeper_floor(simulation->keeper);
    if (command->kind != COMMAND_CLOCK && choose_chance(&choosing, 30))
        at.ms = floor->now.ms + (int64_t)choose_below(&choosing, 60) * SECOND;
    command->head.at = at;
    const bool due = command->kind == COMMAND_CLOCK || floor_something_is_due(floor, at);
    status = ask(simulation, command, &reply);
    if (status != STATUS_OK)
        return status;
    bool changed = keeper_sequence(simulation->keeper) != before;
    simulation->answered = reply.outcome;
    if (reply.outcome == KEEPER_REPEATED)
        return unsound_command(simulation, command, "it was never done, and is answered as repeated");
    if (reply.outcome == KEEPER_REFUSED && changed && !due)
        return unsound_command(simulation, command, "it was refused, and something changed");
    *(reply.outcome == KEEPER_REFUSED ? &simulation->result->refused : &simulation->result->done) += 1;
    status = changed ? audit_new_events(simulation) : STATUS_OK;
    /* Events that were due before the command have no id. */
    if (status == STATUS_OK && reply.outcome == KEEPER_DONE && reply.sequence >= reply.first) {
        keep_id(simulation, command);
        if (choose_chance(&choosing, 6))
            status = repeat(simulation, command);
    }
    return status;
}

static enum status perform(struct simulation *simulation, struct command *command)
{
    return perform_at(simulation, command, (struct instant){0});
}

static enum status perform_any(struct simulation *simulation)
{
    struct choosing choosing = chooser_of(simulation);
    struct command command;
    arena_clear(&simulation->texts);
    choose_command(&choosing, &command);
    return perform(simulation, &command);
}

/* ------------------------------------------------------------------------------------------ dishonest staff */

static bool does_for_insider(void *context, struct command *command)
{
    struct simulation *simulation = context;
    if (simulation->trying == STATUS_OK)
        simulation->trying = perform(simulation, command);
    return simulation->trying == STATUS_OK && simulation->answered == KEEPER_DONE;
}

/* F8 */
static enum status try_something(struct simulation *simulation)
{
    struct choosing choosing = chooser_of(simulation);
    struct insider insider = {&choosing, simulation, does_for_insider};
    arena_clear(&simulation->texts);
    simulation->trying = STATUS_OK;
    const unsigned number = choose_below(&choosing, attempt_count);
    const enum attempt_outcome outcome = attempts[number].make(&insider);
    simulation->result->attempts[number].made += outcome != ATTEMPT_NOT_MADE;
    simulation->result->attempts[number].caught += outcome == ATTEMPT_CAUGHT;
    if (outcome == ATTEMPT_GOT_THROUGH && !simulation->got_through) {
        simulation->got_through = &attempts[number];
        simulation->got_through_at = simulation->seen;
    }
    return simulation->trying;
}

/* F8: the floor was played to its end, so that every attempt is counted. */
static enum status judge_attempts(struct simulation *simulation)
{
    if (!simulation->got_through)
        return STATUS_OK;
    simulation->seen = simulation->got_through_at;
    return unsound(simulation, simulation->got_through->name, simulation->got_through->rule);
}

/* ------------------------------------------------------------------------------------------ time */

static enum status move_clock(struct simulation *simulation, int64_t ms)
{
    struct command command = {.kind = COMMAND_CLOCK};
    int64_t at = keeper_floor(simulation->keeper)->now.ms + ms;
    COMMAND_AS(&command, clock_moves)->at.ms = at - at % SECOND;
    COMMAND_AS(&command, clock_moves)->far = true;
    arena_clear(&simulation->texts);
    struct choosing choosing = chooser_of(simulation);
    const struct instant as_server = COMMAND_AS(&command, clock_moves)->at;
    return perform_at(simulation, &command, choose_chance(&choosing, 50) ? as_server : (struct instant){0});
}

/* Mostly closes the tables before a long time passes. */
static enum status close_tables(struct simulation *simulation)
{
    struct choosing choosing = chooser_of(simulation);
    enum status status = STATUS_OK;
    if (choose_chance(&choosing, 10))
        return STATUS_OK;
    for (unsigned i = 0; i < keeper_floor(simulation->keeper)->table_count && status == STATUS_OK; i++) {
        const struct table *table = &keeper_floor(simulation->keeper)->tables[i];
        struct command command = {.kind = COMMAND_END_ROUND};
        arena_clear(&simulation->texts);
        command.head.by = text_of("office");
        COMMAND_AS(&command, end_round)->table = table->described->name;
        if (table->open && table->round.runs)
            status = perform(simulation, &command);
        command = (struct command){.kind = COMMAND_CLOSE_TABLE};
        command.head.by = text_of("office");
        COMMAND_AS(&command, at_table)->table = table->described->name;
        if (status == STATUS_OK && table->open)
            status = perform(simulation, &command);
    }
    return status;
}

/* Mostly a short time; seldom hours, days or a month, and sometimes back, which is refused. */
static enum status let_time_pass(struct simulation *simulation)
{
    struct choosing choosing = chooser_of(simulation);
    uint32_t what = choose_below(&choosing, 1000);
    if (what < 600)
        return move_clock(simulation, (int64_t)choose_below(&choosing, 10 * 60) * SECOND);
    if (what < 930)
        return move_clock(simulation, (int64_t)choose_below(&choosing, 90) * MINUTE);
    if (what < 960)
        return move_clock(simulation, -(int64_t)choose_below(&choosing, 3600) * SECOND - SECOND);
    if (what < 990)
        return move_clock(simulation, (int64_t)choose_below(&choosing, 12) * HOUR);
    enum status status = close_tables(simulation);
    int64_t days = what < 997 ? 1 + (int64_t)choose_below(&choosing, 3) : 31;
    return status == STATUS_OK ? move_clock(simulation, days * day_ms) : status;
}

/* ------------------------------------------------------------------------------------------ crashes */

/* Simulates a crash: copies the files of the store as they are, without closing it. */
static enum status drop_keeper(struct simulation *simulation)
{
    static const char *const suffixes[] = {"", "-wal"};
    struct store_address address;
    char from[SIMULATED_PATH_SIZE], to[SIMULATED_PATH_SIZE];
    enum status status = store_address_parse(text_of(simulation->address), &address, simulation->fault);
    if (status != STATUS_OK)
        return status;
    bool sqlite = address.kind == STORE_KIND_SQLITE;
    bool copied[2] = {false, false};
    for (unsigned i = 0; sqlite && i < 2; i++) {
        path_of(from, address.place, suffixes[i]);
        path_of(to, address.place, i ? ".crashed-wal" : ".crashed");
        copied[i] = copy_file(from, to);
    }
    keeper_close(simulation->keeper);
    simulation->keeper = NULL;
    for (unsigned i = 0; sqlite && i < 2; i++) {
        path_of(from, address.place, i ? ".crashed-wal" : ".crashed");
        path_of(to, address.place, suffixes[i]);
        if (copied[i] ? rename(from, to) != 0 : i == 0)
            return fault_set(simulation->fault, STATUS_IO, 0, "%s cannot be copied", to);
        if (!copied[i])
            (void)unlink(to);
    }
    path_of(to, address.place, "-shm");
    if (sqlite)
        (void)unlink(to);
    return STATUS_OK;
}

static enum status open_keeper(struct simulation *simulation, enum store_mode mode)
{
    const struct keeper_options options = {.mode = mode};
    return keeper_open(text_of(simulation->address), &options, NULL, NULL, &simulation->keeper,
                       simulation->fault);
}

/* The time that had passed without an event is lost with the memory; whoever runs the house says it again. */
static enum status come_to(struct simulation *simulation, struct instant at)
{
    struct command clock = {.kind = COMMAND_CLOCK, .head.at = at};
    struct keeper_reply reply;
    COMMAND_AS(&clock, clock_moves)->at = at;
    return instant_compare(keeper_floor(simulation->keeper)->now, at) < 0
               ? keeper_do(simulation->keeper, &clock, &reply, simulation->fault)
               : STATUS_OK;
}

/* F3 */
static enum status crash(struct simulation *simulation)
{
    struct arena before, after;
    struct text was = text_of(""), is = text_of("");
    uint64_t sequence = keeper_sequence(simulation->keeper);
    const struct instant now = keeper_floor(simulation->keeper)->now;
    arena_init(&before, HOUSE_MEMORY_MAX);
    arena_init(&after, HOUSE_MEMORY_MAX);
    enum status status = floor_save(keeper_floor(simulation->keeper), &before, &was, simulation->fault);
    if (status == STATUS_OK)
        status = drop_keeper(simulation);
    if (status == STATUS_OK)
        status = open_keeper(simulation, STORE_EXISTING);
    if (status == STATUS_OK)
        status = come_to(simulation, now);
    if (status == STATUS_OK)
        status = floor_save(keeper_floor(simulation->keeper), &after, &is, simulation->fault);
    if (status == STATUS_OK && (!text_equal(was, is) || keeper_sequence(simulation->keeper) != sequence))
        status = unsound(simulation, "after a crash", "the state is not what it was");
    arena_release(&before);
    arena_release(&after);
    simulation->result->crashes++;
    return status;
}

static enum status save_snapshot(struct simulation *simulation)
{
    simulation->result->snapshots++;
    return keeper_save(simulation->keeper, simulation->fault);
}

/* ------------------------------------------------------------------------------------------ days */

/* The books of the house as of one of its openings, whose days lie in all seasons of 2026: at nine in the morning, in winter. */
static enum status open_books(struct simulation *simulation, unsigned number)
{
    struct instant at = {INT64_C(1767286800000) + (int64_t)number * 46 * day_ms};
    return opening_begin(simulation->keeper, simulation->house->library, simulation->house->house,
                         text_of("office"), at, simulation->fault);
}

/* Opening a house takes longer than a day of play, so it is done once for each day and every simulation gets a copy. */
static enum status copy_books(struct simulation *simulation, unsigned number)
{
    struct simulated_house *house = simulation->house;
    char opened[SIMULATED_PATH_SIZE], place[SIMULATED_PATH_SIZE];
    enum status status = house->folder[0] ? STATUS_OK : make_folder(house->folder, simulation->fault);
    opened_path(house, number, opened);
    path_of(place, simulation->folder, "/house.db");
    if (status == STATUS_OK && !house->opened[number]) {
        status = open_keeper(simulation, STORE_CREATE);
        if (status == STATUS_OK)
            status = open_books(simulation, number);
        keeper_close(simulation->keeper);
        simulation->keeper = NULL;
        house->opened[number] = status == STATUS_OK && copy_file(place, opened);
    }
    if (status == STATUS_OK && !copy_file(opened, place))
        status = fault_set(simulation->fault, STATUS_IO, 0, "%s cannot be copied", opened);
    return status == STATUS_OK ? open_keeper(simulation, STORE_EXISTING) : status;
}

/* The keeper of an open house without further events. */
static enum status open_house(struct simulation *simulation)
{
    unsigned number = (unsigned)(simulation->options->seed % SIMULATED_OPENINGS);
    if (simulation->options->store.length == 0)
        return copy_books(simulation, number);
    enum status status = open_keeper(simulation, STORE_CREATE);
    if (status == STATUS_OK && keeper_sequence(simulation->keeper) > 0)
        status =
            fault_set(simulation->fault, STATUS_INVALID, 0, "the store has the books of a house already");
    return status == STATUS_OK ? open_books(simulation, number) : status;
}

/* Staff and patrons. */
static enum status begin(struct simulation *simulation)
{
    struct choosing choosing = chooser_of(simulation);
    struct command command;
    enum status status = audit_new_events(simulation);
    for (unsigned i = 0; status == STATUS_OK; i++) {
        arena_clear(&simulation->texts);
        if (!choose_beginning(&choosing, i, &command))
            break;
        status = perform(simulation, &command);
    }
    return status;
}

static enum status play_day(struct simulation *simulation)
{
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < simulation->options->commands && status == STATUS_OK; i++) {
        struct choosing choosing = chooser_of(simulation);
        uint32_t what = choose_below(&choosing, 1000);
        status = what < 120                                     ? let_time_pass(simulation)
                 : what < 130                                   ? crash(simulation)
                 : what < 133                                   ? save_snapshot(simulation)
                 : what < 143                                   ? repeat_old_id(simulation)
                 : what < 223 && simulation->options->dishonest ? try_something(simulation)
                                                                : perform_any(simulation);
        if (status == STATUS_OK && i % AUDIT_EVERY == 0)
            status = audit_state(simulation);
    }
    return status == STATUS_OK ? audit_state(simulation) : status;
}

/* ------------------------------------------------------------------------------------------ the whole */

static enum status make_place(struct simulation *simulation)
{
    struct text_out out;
    text_out_init(&out, simulation->address, sizeof simulation->address);
    if (simulation->options->store.length > 0) {
        text_out_add_text(&out, simulation->options->store);
        return out.truncated ? fault_set(simulation->fault, STATUS_NO_SPACE, 0, "the address is too long")
                             : STATUS_OK;
    }
    enum status status = make_folder(simulation->folder, simulation->fault);
    text_out_add(&out, "sqlite:%s/house.db", simulation->folder);
    return status;
}

static void remove_place(const struct simulation *simulation)
{
    static const char *const names[] = {"/house.db",         "/house.db-wal",
                                        "/house.db-shm",     "/house.db-house.writer",
                                        "/house.db.crashed", "/house.db.crashed-wal"};
    char path[SIMULATED_PATH_SIZE];
    if (!simulation->folder[0])
        return;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        path_of(path, simulation->folder, names[i]);
        (void)unlink(path);
    }
    (void)rmdir(simulation->folder);
}

/* F7 */
static enum status audit_books(struct simulation *simulation)
{
    keeper_close(simulation->keeper);
    simulation->keeper = NULL;
    struct audit *audit = calloc(1, sizeof *audit);
    if (!audit)
        return fault_set(simulation->fault, STATUS_NO_MEMORY, 0, "there is no memory for an audit");
    enum status status =
        audit_store(text_of(simulation->address), text_of("house"), NULL, NULL, audit, simulation->fault);
    if (status == STATUS_OK && audit->finding_count > 0)
        status = unsound(simulation, "the audit of the store", audit->findings[0].words);
    free(audit);
    return status;
}

static enum status run(struct simulation *simulation)
{
    enum status status = make_place(simulation);
    if (status == STATUS_OK)
        status = open_house(simulation);
    if (status == STATUS_OK)
        status = auditor_open(&simulation->auditor, simulation->house->library, simulation->fault);
    if (status == STATUS_OK)
        status = begin(simulation);
    for (unsigned day = 0; day < simulation->options->days && status == STATUS_OK; day++)
        status = play_day(simulation);
    if (status == STATUS_OK)
        status = judge_attempts(simulation);
    return status == STATUS_OK ? audit_books(simulation) : status;
}

enum status simulate_floor(struct simulated_house *house, const struct simulation_options *options,
                           struct simulation_result *result, struct fault *fault)
{
    struct random_seed seed = {{0}};
    struct simulation *simulation = calloc(1, sizeof *simulation);
    *result = (struct simulation_result){.sound = true};
    if (!simulation)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for a simulation");
    for (unsigned i = 0; i < sizeof options->seed; i++)
        seed.bytes[i] = (uint8_t)(options->seed >> 8 * i);
    simulation->house = house;
    simulation->options = options;
    simulation->result = result;
    simulation->fault = fault;
    random_secure_init(&simulation->random, &seed);
    arena_init(&simulation->texts, TEXTS_MAX);
    arena_init(&simulation->reading, TEXTS_MAX);
    enum status status = run(simulation);
    keeper_close(simulation->keeper);
    auditor_close(simulation->auditor);
    remove_place(simulation);
    arena_release(&simulation->texts);
    arena_release(&simulation->reading);
    random_secure_release(&simulation->random);
    free(simulation);
    return result->sound ? status : STATUS_OK;
}
