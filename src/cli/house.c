/*
 * cardroom house: the whole floor from the command line.
 */
#include "cli/house.h"
#include "cli/house_notary.h"

#include "books/opening.h"
#include "cli/library_place.h"
#include "house/kernel/floor.h"
#include "house/setup/setup_shapes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const char house_help[] =
    "cardroom house init STORE [--house NAME|FOLDER] [--by PERSON] [--at TIME] [--log-key FILE]\n"
    "cardroom house do STORE [SCRIPT] [--ids PREFIX] [--quiet] [--json] [--log-key FILE]\n"
    "cardroom house show STORE [WHAT] [--json]\n"
    "cardroom house diff STORE FOLDER [--json]\n"
    "cardroom house amend STORE FOLDER --by PERSON --second PERSON [--from DATE] [--at TIME]\n"
    "                     [--log-key FILE] [--json]\n"
    "cardroom house staff STORE [list] [--json]\n"
    "cardroom house staff STORE set-password|unlock|remove PERSON [--by PERSON]\n"
    "cardroom house staff STORE set-pin PERSON --badge NUMBER [--by PERSON]\n"
    "cardroom house patrons STORE [list] [--json]\n"
    "cardroom house patrons STORE set-pin|unlock|remove PATRON [--by PERSON]\n"
    "\n"
    "Runs a card room from text: one line for each command of the floor.\n"
    "\n"
    "  init     opens a new house: writes house.yaml, the offers, their rule documents and\n"
    "           the first seeds to a new store, all of them or nothing\n"
    "  do       runs the commands of a script, or of standard input, one a line. A command is\n"
    "           on disk when its answer is printed. A script file with an invalid line is not\n"
    "           started\n"
    "  show     prints the state: house (an overview), meters, hits (the last 25 of every\n"
    "           pool, newest first), funds, tables, hands, prizes, patrons, staff, offers,\n"
    "           boards, access (sign-ins, refused sign-ins and locks, one a line), or program\n"
    "           (which versions of the program decided, and from which event on)\n"
    "  diff     prints what house.yaml, documents and offers say otherwise than the books\n"
    "  amend    makes the books say it, all or nothing: amends the house, files documents,\n"
    "           posts offers that are new or changed, and withdraws those that are not in the\n"
    "           folder. Two persons sign\n"
    "  staff    lists who can sign in and with what, and changes it. set-password and set-pin\n"
    "           read the secret from standard input, never from the command line. With --by,\n"
    "           the person must change it at the first sign-in. unlock ends a lock after too\n"
    "           many failures; remove takes password and badge away\n"
    "  patrons  does the same for the PINs of patrons. A patron who signs in sees only what\n"
    "           is recorded about that patron\n"
    "\n"
    "STORE       sqlite:FILE or postgresql://...\n"
    "--house     a house below houses/, or a folder with a house.yaml, such as ./corner; demo\n"
    "            by default\n"
    "--by        the person who opens the house and may do everything in it, who amends it, or\n"
    "            who changes a password or PIN; office by default, but not for amend\n"
    "--second    the second person who signs an amendment\n"
    "--from      its first gaming day, such as 2026-12-01; the one that runs by default\n"
    "--badge     the number on the badge that belongs to the PIN\n"
    "--at        the time of the opening or of the amendment, such as\n"
    "            2026-11-02T12:00:00-08:00; now by default\n"
    "--ids       give line 1 the id PREFIX-000001, and so on. An interrupted script can then\n"
    "            be run again: a line that was done or refused is not run a second time\n"
    "--log-key   the key that signs checkpoints of the log; FILE-log.key beside the store by\n"
    "            default, or CARDROOM_LOG_KEY. It is made with the house; keep a copy elsewhere\n"
    "--quiet     print refusals only\n"
    "--json      print one object a line: for do the reply and its events, for show and staff\n"
    "            everything; money is in cents\n"
    "\n";

static const char house_more_help[] =
    "A line is a command in its readable form or as JSON (docs/formats/events.md), or a\n"
    "comment that begins with #. A line that begins with 'refused: ' must be refused.\n"
    "\n"
    "Exit status: 0 all commands were done, or there is no difference; 1 a command or an\n"
    "amendment was refused, a command that had to be refused was not, or there are\n"
    "differences; 2 invalid arguments, line or store; 3 system error.\n"
    "\n"
    "  cardroom house init sqlite:house.db --house demo --at 2026-11-02T09:00:00-08:00\n"
    "  cardroom house do sqlite:house.db houses/demo/day.script\n"
    "  echo 'open-table C4-1 by fay' | cardroom house do sqlite:house.db\n"
    "  cardroom house show sqlite:house.db meters\n"
    "  cardroom house amend sqlite:house.db ./corner --by olga --second sue --from 2026-12-01\n"
    "  cardroom house staff sqlite:house.db set-password fay\n";

int house_failure(const char *command, const char *what, enum status status, const struct fault *fault)
{
    fprintf(stderr, "cardroom %s: %s%s%s\n", command, what ? what : "", what ? ": " : "", fault->words);
    return status == STATUS_IO || status == STATUS_DAMAGED || status == STATUS_NO_MEMORY
               ? EXIT_CODE_WORLD
               : EXIT_CODE_BAD_INPUT;
}

/* ------------------------------------------------------------------------------------------ in words */

void house_write_movement(struct text_out *out, const struct floor *floor, const struct movement *movement)
{
    const struct account *accounts = floor->ledger.accounts;
    text_out_add(out, "%.*s -> %.*s ", TEXT_ARGUMENTS(accounts[movement->from].name),
                 TEXT_ARGUMENTS(accounts[movement->to].name));
    money_write(out, money_of_cents(movement->cents));
    text_out_add(out, "  %s  %.*s", movement_reason_name(movement->reason), TEXT_ARGUMENTS(movement->clause));
}

void house_write_event(struct text_out *out, const struct floor *floor, const struct event *event)
{
    struct local_time local;
    if (local_time_of(event->head.at, &floor->zone, &local) == STATUS_OK)
        text_out_add(out, "%02u:%02u:%02u ", local.hour, local.minute, local.second);
    text_out_add(out, "%s ", event_name(event->kind));
    record_write_words(out, event_shape(event->kind), &event->head, &floor->zone);
}

/* ------------------------------------------------------------------------------------------ as JSON */

json_t *house_event_json(const struct event *event)
{
    static char payload[STORE_PAYLOAD_MAX + 1];
    static const struct document_limits limits = {STORE_PAYLOAD_MAX, 8};
    struct text_out out;
    json_t *document = NULL;
    text_out_init(&out, payload, sizeof payload);
    event_write(&out, event);
    if (document_parse(text_out_text(&out), &limits, &document, NULL) != STATUS_OK)
        document = json_object();
    return document;
}

int house_print_json_line(json_t *document)
{
    char *line = json_dumps(document, JSON_COMPACT);
    json_decref(document);
    if (line)
        puts(line);
    free(line);
    return line ? EXIT_CODE_OK : EXIT_CODE_WORLD;
}

/* ------------------------------------------------------------------------------------------ init */

struct init_request {
    const char *store, *house, *by, *at, *key;
};

struct instant house_wall_clock(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (struct instant){(int64_t)now.tv_sec * 1000};
}

bool house_is_ahead(const struct floor *floor, struct instant at)
{
    const int64_t limit_ms = floor->opened ? house_clock_jump_ms(&floor->house) : 0;
    return at.ms - house_wall_clock().ms > limit_ms;
}

struct ruling house_ahead(void)
{
    return ruling_no(
        "house#time",
        "the clock of the house follows that of this computer, which does not show that time yet; "
        "two persons who may adjust set it with by, reason and authorised-by");
}

static void print_opened(const struct keeper *keeper, const struct init_request *request)
{
    const struct floor *floor = keeper_floor(keeper);
    printf("%.*s is open: %u tables, %u offers, %" PRIu64 " events in %s\n",
           TEXT_ARGUMENTS(floor->house.name), floor->table_count, floor->offering_count,
           keeper_sequence(keeper), request->store);
}

/* The books of a house that the library has, in an empty store. */
static int begin_books(const char *command, struct library *library, const struct library_house *house,
                       const struct init_request *request, struct instant at, bool quiet)
{
    const struct keeper_options options = {.mode = STORE_CREATE};
    struct house_notary notary;
    struct keeper *keeper;
    struct fault fault;
    int code = house_notary_find(command, request->store, request->key, &notary);
    if (code != EXIT_CODE_OK)
        return code;
    enum status status = keeper_open(text_of(request->store), &options, NULL, NULL, &keeper, &fault);
    if (status != STATUS_OK)
        return house_failure(command, request->store, status, &fault);
    if (keeper_sequence(keeper) > 0)
        code = command_usage(command, "%s already holds a house; init needs a new store", request->store);
    else if ((status = opening_begin(keeper, library, house, text_of(request->by), at, &fault)) != STATUS_OK)
        code = house_failure(command, NULL, status, &fault);
    else if (!quiet)
        print_opened(keeper, request);
    int promised = house_notary_end(&notary, code == EXIT_CODE_OK ? keeper_floor(keeper) : NULL);
    code = code == EXIT_CODE_OK ? promised : code;
    keeper_close(keeper);
    return code;
}

static int open_house(const char *command, const struct init_request *request, struct instant at, bool quiet)
{
    struct library library;
    const struct library_house *house = NULL;
    library_init(&library);
    int code = library_open_house(command, &library, request->house, &house);
    if (code == EXIT_CODE_OK)
        code = begin_books(command, &library, house, request, at, quiet);
    library_release(&library);
    return code;
}

/* ------------------------------------------------------------------------------------------ books that are there */

struct first_event {
    struct arena arena;
    struct text house; /* "": it is not the opening of one */
};

/* Errors in it are reported when the books are opened. */
static enum status take_first(void *context, const struct store_record *record, struct fault *fault)
{
    struct first_event *first = context;
    struct event event;
    if (event_read(record->event.kind, record->event.payload, &first->arena, &event, fault) == STATUS_OK &&
        event.kind == EVENT_HOUSE_OPENED)
        return arena_copy_text(&first->arena, EVENT_AS(&event, house_opened)->house, &first->house);
    return STATUS_OK;
}

/* Finds whose books the store has. A store without books is a fault. */
static enum status find_books(const char *address, struct first_event *first, struct fault *fault)
{
    const struct store_options options = {.mode = STORE_READ_ONLY};
    struct store *store = NULL;
    struct store_head head = {.sequence = 0};
    enum status status = store_open(text_of(address), &options, &store, fault);
    if (status != STATUS_OK)
        return status;
    status = store_head_of(store, text_of("house"), &head, fault);
    if (status == STATUS_OK && head.sequence == 0)
        status = fault_set(fault, STATUS_INVALID, 0, "the store has no house");
    if (status == STATUS_OK)
        status = store_read(store, text_of("house"), 1, 1, take_first, first, fault);
    store_close(store);
    return status;
}

/* The store may have been named by mistake, and so may the house. */
static int compare_house(const char *command, const char *store, const char *word, struct text house)
{
    struct library library;
    library_init(&library);
    const char *folder = library_house_folder(command, &library, word);
    int code = folder ? EXIT_CODE_OK : EXIT_CODE_BAD_INPUT;
    if (folder && !text_equal(library_house_identity(folder), house))
        code = command_usage(
            command,
            "%s has the books of the house '%.*s', not of '%.*s'; name the other house, or another store",
            store, TEXT_ARGUMENTS(house), TEXT_ARGUMENTS(library_house_identity(folder)));
    library_release(&library);
    return code;
}

int house_open_books(const char *command, const struct house_books *books)
{
    const struct init_request request = {
        .store = books->store, .house = books->house, .by = "office", .key = books->key};
    struct first_event first = {.house = {"", 0}};
    struct fault fault;
    int code = EXIT_CODE_OK;
    arena_init(&first.arena, 2 * STORE_PAYLOAD_MAX);
    enum status status = find_books(books->store, &first, &fault);
    if (status != STATUS_OK && books->make)
        code = open_house(command, &request, books->opened, true); /* reports what is wrong with the store */
    else if (status == STATUS_INVALID)
        code =
            command_usage(command, "%s: %s; 'cardroom house init' makes the books of a house, as does --new",
                          books->store, fault.words);
    else if (status != STATUS_OK)
        code = house_failure(command, books->store, status, &fault);
    else if (books->must_be_its)
        code = compare_house(command, books->store, books->house, first.house);
    arena_release(&first.arena);
    return code;
}

static int read_init(int argc, char **argv, struct init_request *request)
{
    for (int i = 0; i < argc; i++) {
        struct text word = text_of(argv[i]);
        const char **value = text_equal(word, text_of("--house"))     ? &request->house
                             : text_equal(word, text_of("--by"))      ? &request->by
                             : text_equal(word, text_of("--at"))      ? &request->at
                             : text_equal(word, text_of("--log-key")) ? &request->key
                                                                      : NULL;
        if (value && i + 1 < argc)
            *value = argv[++i];
        else if (value || word.bytes[0] == '-' || request->store)
            return command_usage("house", value ? "'%s' needs a value" : "unknown argument '%s'", argv[i]);
        else
            request->store = argv[i];
    }
    return request->store ? EXIT_CODE_OK
                          : command_usage("house", "STORE is missing; give one such as sqlite:house.db");
}

int house_init(int argc, char **argv)
{
    struct init_request request = {.house = "demo", .by = "office"};
    struct instant at = house_wall_clock();
    struct fault fault;
    int code = read_init(argc, argv, &request);
    if (code != EXIT_CODE_OK)
        return code;
    if (request.at && instant_parse(text_of(request.at), 0, &at, &fault) != STATUS_OK)
        return command_bad_input("house", request.at, &fault);
    code = open_house("house", &request, at, false);
    return code == EXIT_CODE_OK ? command_finish("house") : code;
}

/* ------------------------------------------------------------------------------------------ the command */

static int run(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(int argc, char **argv);
    } parts[] = {{"init", house_init},      {"do", house_do},       {"show", house_show},
                 {"diff", house_diff},      {"amend", house_amend}, {"staff", house_staff},
                 {"patrons", house_patrons}};
    for (size_t i = 0; argc > 1 && i < sizeof parts / sizeof parts[0]; i++)
        if (text_equal(text_of(argv[1]), text_of(parts[i].name)))
            return parts[i].run(argc - 2, argv + 2);
    return command_usage("house", "the task is missing; give init, do, show, diff, amend, staff or patrons");
}

const struct subcommand command_house = {.name = "house",
                                         .summary = "run a card room from text commands",
                                         .help = house_help,
                                         .run = run,
                                         .more_help = house_more_help};
