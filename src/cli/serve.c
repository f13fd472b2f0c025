/*
 * cardroom serve: a card room in the browser.
 */
#include "books/differences.h"
#include "books/opening.h"
#include "cards/random.h"
#include "cli/game_rules.h"
#include "cli/house.h"
#include "cli/house_notary.h"
#include "cli/library_place.h"
#include "cli/rebuilding.h"
#include "demo/demo.h"
#include "server/service.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char serve_help[] =
    "cardroom serve [--house NAME|FOLDER] [--store STORE] [--new] [--listen ADDRESS:PORT]\n"
    "               [--tls-cert FILE --tls-key FILE] [--proxy ADDRESS] [--demo] [--speed N]\n"
    "               [--seed N] [--rate N] [--log FILE] [--log-key FILE]\n"
    "\n"
    "Runs the server of a house: the pages for dealers, floor, cage, office, signs and play,\n"
    "and the HTTP API behind them.\n"
    "\n"
    "--house     a house below houses/, or a folder with a house.yaml, such as ./corner; demo\n"
    "            by default. A store of another house is refused. The books are what runs: if\n"
    "            the folder says otherwise, that is printed, and shown in the office\n"
    "--store     sqlite:FILE or postgresql://...; sqlite:NAME.db in the current folder by\n"
    "            default; with --demo a temporary file by default\n"
    "--new       make the books of the house if the store is new or empty. Without this option\n"
    "            that is an error, so that a wrong name does not open an empty house\n"
    "--listen    the address and port; 127.0.0.1:8080 by default. [::1]:8080 is the same in\n"
    "            IPv6; port 0 takes a free port\n"
    "--tls-cert  the certificate and\n"
    "--tls-key   its key, as PEM files, for HTTPS. Without them listen only for a proxy on\n"
    "            this machine\n"
    "--proxy     the address of a trusted proxy, such as 127.0.0.1. The server takes the\n"
    "            client's address and TLS from the last entry of X-Forwarded-For and\n"
    "            X-Forwarded-Proto; without this option it ignores these headers\n"
    "--demo      run the demonstration: simulated staff and patrons play, and the printed\n"
    "            logins work. A store that is named must have begun with --demo, because\n"
    "            the simulated rounds stay in it; --new begins one\n"
    "--speed     how fast the clock of the demonstration runs, 1 to 3600; 1 by default\n"
    "--seed      a number for the demonstration; the same number and starting second give the\n"
    "            same beginning\n"
    "--rate      requests a second allowed from one address; 200 by default. There is no limit\n"
    "            for this machine\n"
    "--log       the log file, JSON lines; standard error by default\n"
    "--log-key   the key that signs checkpoints of the log (docs/formats/checkpoints.md);\n"
    "            FILE-log.key beside the store by default, or CARDROOM_LOG_KEY\n"
    "\n"
    "Give staff their passwords before you open a real house: 'cardroom house staff --help'.\n"
    "SIGTERM or Ctrl-C stops the server after all pending requests are written and answered.\n"
    "/healthz reports health, /metrics has figures for Prometheus. docs/api/openapi.yaml\n"
    "describes the API, docs/operations.md describes operation.\n"
    "\n"
    "Exit status: 0 stopped by a signal; 2 invalid arguments, files or store; 3 system error.\n"
    "\n"
    "  cardroom serve --demo\n"
    "  cardroom serve --store sqlite:house.db --listen 0.0.0.0:443 --tls-cert house.pem \\\n"
    "      --tls-key house.key\n";

struct words {
    const char *house, *store, *listen, *certificate, *key, *proxy, *log, *speed, *rate, *seed, *log_key;
    bool demo, make;
};

static struct service *running; /* for the signal handler alone */

static void on_signal(int number)
{
    service_stop(running, number == SIGTERM ? "SIGTERM" : "SIGINT");
}

static void set_signals(void (*handler)(int))
{
    const struct sigaction end = {.sa_handler = handler}, none = {.sa_handler = SIG_IGN};
    (void)sigaction(SIGTERM, &end, NULL);
    (void)sigaction(SIGINT, &end, NULL);
    (void)sigaction(SIGPIPE, &none, NULL); /* a log that nobody reads any more is no reason to end */
}

static void log_line(void *context, struct text line)
{
    FILE *file = context;
    flockfile(file);
    (void)fwrite(line.bytes, 1, line.length, file);
    (void)fputc('\n', file);
    (void)fflush(file);
    funlockfile(file);
}

static int read_words(int argc, char **argv, struct words *words)
{
    const struct {
        const char *name;
        const char **value;
    } options[] = {
        {"--house", &words->house},          {"--store", &words->store},    {"--listen", &words->listen},
        {"--tls-cert", &words->certificate}, {"--tls-key", &words->key},    {"--log", &words->log},
        {"--speed", &words->speed},          {"--rate", &words->rate},      {"--seed", &words->seed},
        {"--proxy", &words->proxy},          {"--log-key", &words->log_key}};
    for (int i = 1; i < argc; i++) {
        size_t found = 0;
        while (found < sizeof options / sizeof options[0] && strcmp(argv[i], options[found].name) != 0)
            found++;
        if (strcmp(argv[i], "--demo") == 0)
            words->demo = true;
        else if (strcmp(argv[i], "--new") == 0)
            words->make = true;
        else if (found == sizeof options / sizeof options[0])
            return command_usage("serve", "unknown argument '%s'", argv[i]);
        else if (i + 1 == argc)
            return command_usage("serve", "%s needs a value", argv[i]);
        else
            *options[found].value = argv[++i];
    }
    if (!words->certificate != !words->key)
        return command_usage("serve", "give both --tls-cert and --tls-key, or neither");
    if (words->proxy && !http_is_address(words->proxy))
        return command_usage("serve", "--proxy needs an address such as 127.0.0.1, not '%s'", words->proxy);
    if ((words->speed || words->seed) && !words->demo)
        return command_usage("serve", "--speed and --seed can be used with --demo only");
    return EXIT_CODE_OK;
}

/* "127.0.0.1:8080" or "[::1]:8080" */
static int read_listen(const char *words, char *address, size_t size, uint16_t *port)
{
    const char *colon = strrchr(words, ':');
    struct text_out out;
    struct fault fault;
    uint64_t number = 0;
    if (!colon || colon == words)
        return command_usage("serve", "--listen needs an address and a port, such as 127.0.0.1:8080");
    bool brackets = words[0] == '[' && colon[-1] == ']';
    text_out_init(&out, address, size);
    text_out_add(&out, "%.*s", (int)(colon - words) - (brackets ? 2 : 0), words + (brackets ? 1 : 0));
    if (command_number(text_of(colon + 1), "the port", 0, UINT16_MAX, &number, &fault) != STATUS_OK)
        return command_bad_input("serve", colon + 1, &fault);
    *port = (uint16_t)number;
    return EXIT_CODE_OK;
}

static int read_number(const char *words, const char *what, uint64_t most, unsigned usual, unsigned *number)
{
    struct fault fault;
    uint64_t read = usual;
    if (words && command_number(text_of(words), what, 1, most, &read, &fault) != STATUS_OK)
        return command_bad_input("serve", words, &fault);
    *number = (unsigned)read;
    return EXIT_CODE_OK;
}

static void print_logins(const json_t *logins)
{
    size_t index;
    const json_t *login;
    printf("\n  %-14s %-12s %-14s %-8s %s\n", "role", "name", "password", "badge", "PIN");
    json_array_foreach(logins, index, login)
    {
        static const char *const keys[] = {"role", "person", "password", "badge", "pin"};
        const char *words[5];
        for (unsigned i = 0; i < 5; i++) {
            words[i] = json_string_value(json_object_get(login, keys[i]));
            words[i] = words[i] ? words[i] : "";
        }
        const char *patron = json_string_value(json_object_get(login, "patron")); /* by club number */
        printf("  %-14s %-12s %-14s %-8s %s\n", words[0], patron ? patron : words[1], words[2], words[3],
               words[4]);
    }
}

static int run_service(struct service_options *options, struct demo *demo)
{
    struct service *service = NULL;
    struct fault fault;
    enum status status = service_open(options, &service, &fault);
    if (status == STATUS_OK && demo)
        status = demo_start(demo, service, &fault);
    if (status != STATUS_OK) {
        service_close(service);
        return house_failure("serve", NULL, status, &fault);
    }
    running = service;
    set_signals(on_signal);
    bool brackets = strchr(options->address, ':') != NULL;
    printf("%s://%s%s%s:%u/\n", options->certificate ? "https" : "http", brackets ? "[" : "",
           options->address, brackets ? "]" : "", service_port(service));
    if (options->logins)
        print_logins(options->logins);
    (void)fflush(stdout);
    service_run(service);
    set_signals(SIG_DFL); /* a second signal ends the program at once */
    demo_stop(demo);
    service_close(service);
    return EXIT_CODE_OK;
}

/* Of a folder its last name, also if it was written as `.` or with a slash at the end. */
static void add_store_name(struct text_out *out, const char *house)
{
    char *whole = strpbrk(house, "/.") ? realpath(house, NULL) : NULL;
    text_out_add(out, "sqlite:%.*s.db", TEXT_ARGUMENTS(library_house_identity(whole ? whole : house)));
    free(whole);
}

/* With --demo and no store, one that is gone afterwards. */
static const char *name_store(const struct words *words, char *buffer, size_t size, char *folder)
{
    struct text_out out;
    if (words->store)
        return words->store;
    text_out_init(&out, buffer, size);
    if (words->demo && mkdtemp(folder))
        text_out_add(&out, "sqlite:%s/house.db", folder);
    else
        add_store_name(&out, words->house ? words->house : "demo");
    return buffer;
}

static void remove_store(const char *folder)
{
    static const char *const names[] = {"house.db",
                                        "house.db-wal",
                                        "house.db-shm",
                                        "house.db-house.writer",
                                        "house.db-access.writer",
                                        "house.db-log.key",
                                        "house.db-checkpoints",
                                        "house.db-witnesses"};
    char path[128];
    struct text_out out;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        text_out_init(&out, path, sizeof path);
        text_out_add(&out, "%s/%s", folder, names[i]);
        (void)unlink(path);
    }
    (void)rmdir(folder);
}

/* The house as its file says, without its offers; NULL, and words, if it cannot be read. */
static const struct house *read_house(struct library *library, const char *folder)
{
    char path[1024];
    struct text_out out;
    struct text kept;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, "%s/house.yaml", folder);
    if (!out.truncated && arena_copy_text(&library->arena, text_out_text(&out), &kept) == STATUS_OK)
        library_add(library, kept.bytes, library_place(library, "rulebooks"));
    const struct library_house *house = opening_house(library, library_house_identity(folder));
    if (!house)
        (void)command_usage("serve", "cannot read the house in %s", folder);
    return house ? &house->house : NULL;
}

/* Before anything is written: a demonstration needs people, and not every house has them beside it. */
static int find_staff(struct library *library, const char *house, const char **folder)
{
    char path[1024];
    struct text_out out;
    *folder = library_house_folder("serve", library, house);
    if (!*folder)
        return EXIT_CODE_BAD_INPUT;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, "%s/staff.yaml", *folder);
    if (!out.truncated && access(path, R_OK) == 0)
        return EXIT_CODE_OK;
    return command_usage("serve",
                         "--demo needs a staff.yaml with the employees of the house, their "
                         "passwords and PINs, and %s has none; houses/demo has an example",
                         *folder);
}

static int furnish(struct library *library, const char *folder, const char *store, uint64_t seed,
                   const char *log_key, struct demo **demo)
{
    struct fault fault;
    struct demo_options options = {.store = text_of(store),
                                   .house = read_house(library, folder),
                                   .now = house_wall_clock(),
                                   .seed = seed,
                                   .log_key = log_key ? log_key : getenv("CARDROOM_LOG_KEY")};
    if (!options.house)
        return EXIT_CODE_BAD_INPUT;
    enum status status = demo_furnish(&options, demo, &fault);
    return status == STATUS_OK ? EXIT_CODE_OK : house_failure("serve", store, status, &fault);
}

/* A house whose games cannot be read is a house where nobody plays for nothing; why was said. */
static void read_games(struct service_options *options, struct game_rules *rules)
{
    if (game_rules_read("serve", GAME_RULES_CRAZY4 | GAME_RULES_FOUR_CARD, rules) == EXIT_CODE_OK)
        options->games = (struct play_rules){&rules->crazy4, &rules->four_card};
}

/* The books, and with --demo their player. */
static int open_books(const struct words *words, const char *store, uint64_t seed, struct demo **demo)
{
    const char *house = words->house ? words->house : "demo", *folder = NULL;
    struct library library;
    struct instant opened = house_wall_clock();
    int code = EXIT_CODE_OK;
    opened.ms -= words->demo ? DEMO_HISTORY_MS : 0;
    library_init(&library);
    if (words->demo)
        code = find_staff(&library, house, &folder);
    if (code == EXIT_CODE_OK)
        code = house_open_books("serve",
                                &(struct house_books){.store = store,
                                                      .house = house,
                                                      .make = words->make || (words->demo && !words->store),
                                                      .must_be_its = words->house || words->demo,
                                                      .key = words->log_key,
                                                      .opened = opened});
    if (code == EXIT_CODE_OK && words->demo)
        code = furnish(&library, folder, store, seed, words->log_key, demo);
    library_release(&library);
    return code;
}

/* The books are the house. Files that say otherwise change nothing; that is said here, and in the office. NULL: they agree. */
static int compare_files(const struct words *words, const char *store, json_t **differs)
{
    enum { SHOWN = 20 };
    const struct keeper_options options = {.mode = STORE_READ_ONLY};
    const struct library_house *house = NULL;
    struct differences found = {.count = 0};
    struct keeper *keeper = NULL;
    struct library library;
    struct fault fault;
    library_init(&library);
    const bool read = library_open_house("serve", &library, words->house, &house) == EXIT_CODE_OK;
    int code = EXIT_CODE_OK;
    enum status status = STATUS_OK;
    if (!read) {
        fprintf(stderr, "cardroom serve: %s is not compared with the books; the books are what runs\n",
                words->house);
        *differs = json_pack("[{s:s, s:s}]", "of", "house", "how", "unread");
    }
    if (read)
        status = keeper_open(text_of(store), &options, NULL, NULL, &keeper, &fault);
    if (read && status == STATUS_OK)
        status = differences_find(keeper_floor(keeper), &library, house, &library.arena, &found, &fault);
    if (status != STATUS_OK)
        code = house_failure("serve", store, status, &fault);
    if (code == EXIT_CODE_OK && found.count > 0) {
        *differs = json_array();
        fprintf(stderr,
                "cardroom serve: %s differs from the books; the books are what runs. 'cardroom house diff' "
                "lists what differs, 'cardroom house amend' makes the books say it:\n",
                words->house);
        for (size_t i = 0; i < found.count; i++) {
            (void)json_array_append_new(*differs, house_difference_json(&found.items[i]));
            if (i < SHOWN) {
                fprintf(stderr, "  ");
                house_print_difference(stderr, &found.items[i]);
            }
        }
        if (found.count > SHOWN)
            fprintf(stderr, "  and %zu more\n", found.count - SHOWN);
    }
    keeper_close(keeper);
    library_release(&library);
    return code;
}

static int serve(const struct words *words, struct service_options *options, const char *store, uint64_t seed)
{
    struct library places;
    struct demo *demo = NULL;
    int code = open_books(words, store, seed, &demo);
    if (code == EXIT_CODE_OK && words->house && !words->make)
        code = compare_files(words, store, &options->differs);
    options->store = text_of(store);
    options->demo = options->goes_on = words->demo;
    options->logins = demo ? demo_logins(demo) : NULL;
    library_init(&places);
    options->rulebooks = library_place(&places, "rulebooks");
    struct house_notary notary;
    if (code == EXIT_CODE_OK)
        code = house_notary_find("serve", store, words->log_key, &notary);
    if (code == EXIT_CODE_OK) {
        options->log_files = notary.has_files ? &notary.files : NULL;
        if (!notary.has_files)
            fprintf(
                stderr,
                "cardroom serve: NO CHECKPOINTS: no key is known for this store; say one with --log-key\n");
        struct game_rules rules;
        read_games(options, &rules);
        code = run_service(options, demo);
        game_rules_release(&rules);
    }
    library_release(&places);
    demo_close(demo);
    json_decref(options->differs);
    return code;
}

/* The seed of a demonstration: as asked, or any. */
static int read_seed(const char *words, uint64_t *seed)
{
    struct fault fault;
    struct random_seed drawn = {0};
    if (words && command_number(text_of(words), "--seed", 0, UINT64_MAX, seed, &fault) != STATUS_OK)
        return command_bad_input("serve", words, &fault);
    if (words)
        return EXIT_CODE_OK;
    if (random_seed_draw(&drawn, &random_system_sodium, &fault) != STATUS_OK)
        return house_failure("serve", NULL, STATUS_IO, &fault);
    for (unsigned i = 0; i < sizeof *seed; i++)
        *seed = *seed << 8 | drawn.bytes[i];
    return EXIT_CODE_OK;
}

static int run(int argc, char **argv)
{
    struct words words = {.listen = "127.0.0.1:8080"};
    struct rebuilding_watch watch = {0};
    struct service_options options = {.log = log_line,
                                      .context = stderr,
                                      .version = CARDROOM_VERSION,
                                      .rebuilding = rebuilding_show(),
                                      .rebuilding_context = &watch};
    char address[64], buffer[160], folder[] = "/tmp/cardroom-demo-XXXXXX";
    uint64_t seed = 0;
    int code = read_words(argc, argv, &words);
    if (code == EXIT_CODE_OK)
        code = read_listen(words.listen, address, sizeof address, &options.port);
    if (code == EXIT_CODE_OK)
        code = read_number(words.speed, "--speed", 3600, 1, &options.speed);
    if (code == EXIT_CODE_OK)
        code = read_number(words.rate, "--rate", 60000, 200, &options.requests_per_second);
    if (code == EXIT_CODE_OK)
        code = read_seed(words.seed, &seed);
    if (code != EXIT_CODE_OK)
        return code;
    FILE *log = words.log ? fopen(words.log, "ae") : NULL;
    if (words.log && !log)
        return command_usage("serve", "cannot open the log %s", words.log);
    options.context = log ? log : stderr;
    options.address = address;
    options.certificate = words.certificate;
    options.key = words.key;
    options.proxy = words.proxy;
    command_many_files();
    const char *store = name_store(&words, buffer, sizeof buffer, folder);
    code = serve(&words, &options, store, seed);
    if (words.demo && !words.store)
        remove_store(folder);
    if (log)
        (void)fclose(log);
    return code;
}

const struct subcommand command_serve = {
    .name = "serve", .summary = "run the server of a house, with its pages", .help = serve_help, .run = run};
