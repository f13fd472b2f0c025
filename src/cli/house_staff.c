/*
 * cardroom house staff: who can sign in, so that a house can begin before anybody can.
 */
#include "cli/house.h"
#include "server/access.h"

#include <stdio.h>
#include <termios.h>
#include <unistd.h>

struct staff_request {
    const char *store, *task, *person, *badge, *by;
    bool json;
};

/* ------------------------------------------------------------------------------------------ the secret */

/* The first line of standard input, without echo if somebody types it. False if it is too long or there is none. */
static bool read_secret(const char *what, char secret[ACCESS_SECRET_MAX + 2])
{
    struct termios before;
    bool typed = isatty(STDIN_FILENO) && tcgetattr(STDIN_FILENO, &before) == 0;
    if (typed) {
        struct termios silent = before;
        silent.c_lflag &= ~(tcflag_t)ECHO;
        (void)tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
        fprintf(stderr, "%s: ", what);
    }
    bool got = fgets(secret, ACCESS_SECRET_MAX + 2, stdin) != NULL;
    if (typed) {
        (void)tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
        fprintf(stderr, "\n");
    }
    size_t length = got ? text_of(secret).length : 0;
    if (length > 0 && secret[length - 1] == '\n')
        secret[--length] = '\0';
    return length > 0 && length <= ACCESS_SECRET_MAX;
}

/* ------------------------------------------------------------------------------------------ changing */

static int finish(struct access *access, enum status status, struct access_ticket *ticket,
                  const struct fault *fault)
{
    if (status != STATUS_OK)
        return house_failure("house", NULL, status, fault);
    status = access_wait(access, ticket);
    return status == STATUS_OK ? EXIT_CODE_OK : house_failure("house", NULL, status, &ticket->fault);
}

static int set(struct access *access, const struct staff_request *request, enum credential_kind kind)
{
    char secret[ACCESS_SECRET_MAX + 2] = "";
    struct access_ticket ticket = {0};
    struct fault fault;
    bool pin = kind == CREDENTIAL_PIN;
    if (pin != (request->badge != NULL))
        return command_usage("house",
                             pin ? "set-pin wants --badge and its number" : "--badge goes with set-pin only");
    if (!read_secret(pin ? "PIN" : "password", secret))
        return command_usage("house", "the %s is read from standard input: one line of at most %d bytes",
                             pin ? "PIN" : "password", ACCESS_SECRET_MAX);
    const struct access_credential credential = {.credential = kind,
                                                 .who = text_of(request->person),
                                                 .secret = text_of(secret),
                                                 .by = text_of(request->by),
                                                 .badge = text_of(pin ? request->badge : "")};
    enum status status = access_set(access, &credential, house_wall_clock(), &ticket, &fault);
    sodium_memzero(secret, sizeof secret);
    int code = finish(access, status, &ticket, &fault);
    if (code == EXIT_CODE_OK)
        printf("%s can sign in by %s%s\n", request->person, pin ? "badge and PIN" : "password",
               text_equal(credential.who, credential.by) ? "" : ", and changes it then");
    return code;
}

static int both(struct access *access, const struct staff_request *request, bool unlock)
{
    static const enum credential_kind kinds[] = {CREDENTIAL_PASSWORD, CREDENTIAL_PIN};
    struct text who = text_of(request->person), by = text_of(request->by);
    struct instant now = house_wall_clock();
    int code = EXIT_CODE_OK;
    for (unsigned i = 0; i < 2 && code == EXIT_CODE_OK; i++) {
        struct access_ticket ticket = {0};
        struct fault fault;
        if (!access_standing_of(access, kinds[i], who, now).set)
            continue;
        enum status status = unlock ? access_unlock(access, kinds[i], who, by, now, &ticket, &fault)
                                    : access_remove(access, kinds[i], who, by, now, &ticket, &fault);
        code = finish(access, status, &ticket, &fault);
    }
    if (code == EXIT_CODE_OK)
        printf("%s %s\n", request->person, unlock ? "may try again" : "can sign in no more");
    return code;
}

/* ------------------------------------------------------------------------------------------ listing */

static void fill_row(struct access *access, const struct floor *floor, const struct person *person,
                     struct text_table *table)
{
    struct instant now = house_wall_clock();
    const struct access_standing word = access_standing_of(access, CREDENTIAL_PASSWORD, person->person, now),
                                 pin = access_standing_of(access, CREDENTIAL_PIN, person->person, now);
    struct instant until = word.locked_until.ms > pin.locked_until.ms ? word.locked_until : pin.locked_until;
    struct local_time local;
    table_add(table, "%.*s", TEXT_ARGUMENTS(person->person));
    table_add(table, "%.*s", TEXT_ARGUMENTS(person->role));
    table_add(table, "%s", !word.set ? "" : word.demo ? "demo" : word.given ? "given" : "set");
    table_add(table, "%s", pin.badge);
    struct text_out *cell = table_cell(table);
    if (until.ms > 0 && local_time_of(until, &floor->zone, &local) == STATUS_OK)
        local_time_write(cell, &local);
}

static void begin_table(struct text_table *table)
{
    static const char *const heads[] = {"person", "role", "password", "badge", "locked until"};
    table_init(table);
    for (unsigned i = 0; i < sizeof heads / sizeof heads[0]; i++)
        table_column(table, heads[i], TABLE_LEFT);
}

/* What is in the table goes out, so that there is room for more. */
static void hand_out(struct text_table *table, json_t *rows)
{
    json_t *some = rows ? house_table_json(table) : NULL;
    if (some)
        (void)json_array_extend(rows, some);
    else if (table->row_count > 0)
        table_print(table, command_colour());
    json_decref(some);
    begin_table(table);
}

static int list(struct access *access, const struct floor *floor, bool json)
{
    static struct text_table table;
    json_t *rows = json ? json_array() : NULL;
    begin_table(&table);
    for (unsigned i = 0; i < floor->person_count; i++) {
        if (!floor->people[i].employed)
            continue;
        if (table.row_count == TABLE_ROWS_MAX)
            hand_out(&table, rows);
        table_row(&table);
        fill_row(access, floor, &floor->people[i], &table);
    }
    hand_out(&table, rows);
    return json ? command_print_json("house", rows) : EXIT_CODE_OK;
}

/* ------------------------------------------------------------------------------------------ the command */

static int do_task(struct access *access, const struct floor *floor, const struct staff_request *request)
{
    struct text task = text_of(request->task);
    if (text_equal(task, text_of("list")))
        return list(access, floor, request->json);
    const struct person *person = floor_person(floor, text_of(request->person));
    if (!person || !person->employed)
        return command_usage("house", "%s does not work here; appoint comes first", request->person);
    if (text_equal(task, text_of("set-password")))
        return set(access, request, CREDENTIAL_PASSWORD);
    if (text_equal(task, text_of("set-pin")))
        return set(access, request, CREDENTIAL_PIN);
    return both(access, request, text_equal(task, text_of("unlock")));
}

static int read_words(int argc, char **argv, struct staff_request *request)
{
    const char **places[] = {&request->store, &request->task, &request->person};
    unsigned place = 0;
    for (int i = 0; i < argc; i++) {
        struct text word = text_of(argv[i]);
        const char **value = text_equal(word, text_of("--by"))      ? &request->by
                             : text_equal(word, text_of("--badge")) ? &request->badge
                                                                    : NULL;
        if (value && i + 1 < argc)
            *value = argv[++i];
        else if (text_equal(word, text_of("--json")))
            request->json = true;
        else if (value || word.bytes[0] == '-' || place == sizeof places / sizeof places[0])
            return command_usage("house", value ? "'%s' wants a value" : "what is '%s'?", argv[i]);
        else
            *places[place++] = argv[i];
    }
    return request->store ? EXIT_CODE_OK
                          : command_usage("house", "where? give a store, such as sqlite:house.db");
}

static int check_words(const struct staff_request *request)
{
    static const char *const tasks[] = {"list", "set-password", "set-pin", "unlock", "remove"};
    struct text_nearest nearest = text_nearest_to(text_of(request->task));
    bool known = false, lists = text_equal(text_of(request->task), text_of("list"));
    for (unsigned i = 0; i < sizeof tasks / sizeof tasks[0]; i++) {
        known |= text_equal(text_of(request->task), text_of(tasks[i]));
        text_nearest_offer(&nearest, tasks[i]);
    }
    if (!known)
        return command_usage("house", "what is '%s'? %s%s", request->task,
                             nearest.word ? "perhaps " : "list, set-password, set-pin, unlock or remove",
                             nearest.word ? nearest.word : "");
    if (lists && request->person)
        return command_usage("house", "list wants no person");
    if (!lists && !request->person)
        return command_usage("house", "%s whom? give a person of the staff", request->task);
    return EXIT_CODE_OK;
}

int house_staff(int argc, char **argv)
{
    const struct keeper_options reading = {.mode = STORE_READ_ONLY};
    struct staff_request request = {.task = "list", .by = "office"};
    struct keeper *keeper = NULL;
    struct access *access = NULL;
    struct fault fault;
    int code = read_words(argc, argv, &request);
    if (code == EXIT_CODE_OK)
        code = check_words(&request);
    if (code != EXIT_CODE_OK)
        return code;
    bool lists = text_equal(text_of(request.task), text_of("list"));
    enum status status = keeper_open(text_of(request.store), &reading, NULL, NULL, &keeper, &fault);
    if (status == STATUS_OK)
        status = access_open(text_of(request.store), lists ? STORE_READ_ONLY : STORE_EXISTING, &access_usual,
                             house_wall_clock(), &access, &fault);
    code = status == STATUS_OK ? do_task(access, keeper_floor(keeper), &request)
                               : house_failure("house", request.store, status, &fault);
    access_close(access);
    keeper_close(keeper);
    return code == EXIT_CODE_OK ? command_finish("house") : code;
}
