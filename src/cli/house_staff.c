/*
 * cardroom house staff, and house patrons: who can sign in, so that a house can start before anybody can.
 */
#include "cli/house.h"
#include "house/people/people.h"
#include "house/people/staff.h"
#include "server/access/access.h"

#include <stdio.h>
#include <termios.h>
#include <unistd.h>

struct staff_request {
    const char *store, *task, *person, *badge, *by;
    bool json;
    bool patrons; /* not staff: `person` is a club number */
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
    bool pin = kind != CREDENTIAL_PASSWORD, badge = kind == CREDENTIAL_PIN;
    if (badge != (request->badge != NULL))
        return command_usage("house", badge              ? "set-pin needs --badge and the badge number"
                                      : request->patrons ? "--badge cannot be used with patrons"
                                                         : "--badge can be used with set-pin only");
    if (!read_secret(pin ? "PIN" : "password", secret))
        return command_usage("house", "the %s is read from standard input: one line of at most %d bytes",
                             pin ? "PIN" : "password", ACCESS_SECRET_MAX);
    /* At the machine itself people type their own secret, unless a person is named who sets it; a patron's is always set by
     * somebody else. */
    const char *giver = request->by ? request->by : request->patrons ? "office" : request->person;
    const struct access_credential credential = {.credential = kind,
                                                 .who = text_of(request->person),
                                                 .secret = text_of(secret),
                                                 .by = text_of(giver),
                                                 .badge = text_of(badge ? request->badge : "")};
    enum status status = access_set(access, &credential, house_wall_clock(), &ticket, &fault);
    sodium_memzero(secret, sizeof secret);
    int code = finish(access, status, &ticket, &fault);
    if (code == EXIT_CODE_OK)
        printf("%s can sign in by %s%s\n", request->person,
               badge ? "badge and PIN"
               : pin ? "club number and PIN"
                     : "password",
               request->patrons || text_equal(credential.who, credential.by) ? "" : ", and changes it then");
    return code;
}

/* Whatever the person or patron has. */
static int all(struct access *access, const struct staff_request *request, bool unlock)
{
    struct text who = text_of(request->person), by = text_of(request->by ? request->by : "office");
    struct instant now = house_wall_clock();
    int code = EXIT_CODE_OK;
    for (unsigned i = 0; i < CREDENTIAL_KINDS && code == EXIT_CODE_OK; i++) {
        enum credential_kind kind = (enum credential_kind)i;
        struct access_ticket ticket = {0};
        struct fault fault;
        if ((kind == CREDENTIAL_PATRON_PIN) != request->patrons ||
            !access_standing_of(access, kind, who, now).set)
            continue;
        enum status status = unlock ? access_unlock(access, kind, who, by, now, &ticket, &fault)
                                    : access_remove(access, kind, who, by, now, &ticket, &fault);
        code = finish(access, status, &ticket, &fault);
    }
    if (code == EXIT_CODE_OK)
        printf("%s %s\n", request->person, unlock ? "may try again" : "can sign in no more");
    return code;
}

/* ------------------------------------------------------------------------------------------ listing */

static void fill_locked(struct text_table *table, const struct floor *floor, struct instant until)
{
    struct local_time local;
    struct text_out *cell = table_cell(table);
    if (until.ms > 0 && local_time_of(until, &floor->zone, &local) == STATUS_OK)
        local_time_write(cell, &local);
}

static void fill_row(struct access *access, const struct floor *floor, const struct person *person,
                     struct text_table *table)
{
    struct instant now = house_wall_clock();
    const struct access_standing word = access_standing_of(access, CREDENTIAL_PASSWORD, person->person, now),
                                 pin = access_standing_of(access, CREDENTIAL_PIN, person->person, now);
    struct instant until = word.locked_until.ms > pin.locked_until.ms ? word.locked_until : pin.locked_until;
    table_add(table, "%.*s", TEXT_ARGUMENTS(person->person));
    table_add(table, "%.*s", TEXT_ARGUMENTS(person->role));
    table_add(table, "%s", !word.set ? "" : word.demo ? "demo" : word.given ? "given" : "set");
    table_add(table, "%s", pin.badge);
    fill_locked(table, floor, until);
}

static void begin_table(struct text_table *table, bool patrons)
{
    static const char *const heads[] = {"person", "role", "password", "badge", "locked until"};
    static const char *const patron_heads[] = {"patron", "name", "PIN", "locked until"};
    unsigned count = patrons ? sizeof patron_heads / sizeof patron_heads[0] : sizeof heads / sizeof heads[0];
    table_init(table);
    for (unsigned i = 0; i < count; i++)
        table_column(table, patrons ? patron_heads[i] : heads[i], TABLE_LEFT);
}

/* Prints the table, to make room for more rows. */
static void hand_out(struct text_table *table, json_t *rows, bool patrons)
{
    json_t *some = rows ? house_table_json(table) : NULL;
    if (some)
        (void)json_array_extend(rows, some);
    else if (table->row_count > 0)
        table_print(table, command_colour());
    json_decref(some);
    begin_table(table, patrons);
}

static int list(struct access *access, const struct floor *floor, bool json)
{
    static struct text_table table;
    json_t *rows = json ? json_array() : NULL;
    begin_table(&table, false);
    for (unsigned i = 0; i < floor->person_count; i++) {
        if (!floor->people[i].employed)
            continue;
        if (table.row_count == TABLE_ROWS_MAX)
            hand_out(&table, rows, false);
        table_row(&table);
        fill_row(access, floor, &floor->people[i], &table);
    }
    hand_out(&table, rows, false);
    return json ? command_print_json("house", rows) : EXIT_CODE_OK;
}

/* Patrons who can sign in; `house show STORE patrons` lists the others. */
static int list_patrons(struct access *access, const struct floor *floor, bool json)
{
    static struct text_table table;
    struct instant now = house_wall_clock();
    json_t *rows = json ? json_array() : NULL;
    begin_table(&table, true);
    for (unsigned i = 0; i < floor->patron_count; i++) {
        const struct patron *patron = &floor->patrons[i];
        const struct access_standing pin =
            access_standing_of(access, CREDENTIAL_PATRON_PIN, patron->patron, now);
        if (!pin.set)
            continue;
        if (table.row_count == TABLE_ROWS_MAX)
            hand_out(&table, rows, true);
        table_row(&table);
        table_add(&table, "%.*s", TEXT_ARGUMENTS(patron->patron));
        table_add(&table, "%.*s", TEXT_ARGUMENTS(patron->name));
        table_add(&table, "%s", pin.demo ? "demo" : "set");
        fill_locked(&table, floor, pin.locked_until);
    }
    hand_out(&table, rows, true);
    return json ? command_print_json("house", rows) : EXIT_CODE_OK;
}

/* ------------------------------------------------------------------------------------------ the command */

static int do_task(struct access *access, const struct floor *floor, const struct staff_request *request)
{
    struct text task = text_of(request->task);
    bool unlock = text_equal(task, text_of("unlock"));
    if (text_equal(task, text_of("list")))
        return request->patrons ? list_patrons(access, floor, request->json)
                                : list(access, floor, request->json);
    if (request->patrons && !floor_patron(floor, text_of(request->person)))
        return command_usage("house", "there is no patron %s; register the patron first", request->person);
    if (request->patrons)
        return text_equal(task, text_of("set-pin")) ? set(access, request, CREDENTIAL_PATRON_PIN)
                                                    : all(access, request, unlock);
    const struct person *person = floor_person(floor, text_of(request->person));
    if (!person || !person->employed)
        return command_usage("house", "there is no employee %s; appoint the person first", request->person);
    if (text_equal(task, text_of("set-password")))
        return set(access, request, CREDENTIAL_PASSWORD);
    if (text_equal(task, text_of("set-pin")))
        return set(access, request, CREDENTIAL_PIN);
    return all(access, request, unlock);
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
            return command_usage("house", value ? "'%s' needs a value" : "unknown argument '%s'", argv[i]);
        else
            *places[place++] = argv[i];
    }
    return request->store ? EXIT_CODE_OK
                          : command_usage("house", "STORE is missing; give one such as sqlite:house.db");
}

static int check_words(const struct staff_request *request)
{
    static const char *const tasks[] = {"list", "set-pin", "unlock", "remove", "set-password"};
    unsigned count = sizeof tasks / sizeof tasks[0] - request->patrons;
    struct text_nearest nearest = text_nearest_to(text_of(request->task));
    bool known = false, lists = text_equal(text_of(request->task), text_of("list"));
    for (unsigned i = 0; i < count; i++) {
        known |= text_equal(text_of(request->task), text_of(tasks[i]));
        text_nearest_offer(&nearest, tasks[i]);
    }
    if (!known)
        return command_usage("house", "unknown task '%s'; %s%s", request->task,
                             nearest.word       ? "did you mean "
                             : request->patrons ? "give list, set-pin, unlock or remove"
                                                : "give list, set-password, set-pin, unlock or remove",
                             nearest.word ? nearest.word : "");
    if (lists && request->person)
        return command_usage("house", request->patrons ? "list takes no patron" : "list takes no person");
    if (!lists && !request->person)
        return command_usage("house", "%s needs %s", request->task,
                             request->patrons ? "the number of a patron" : "a person of the staff");
    return EXIT_CODE_OK;
}

static int run(int argc, char **argv, bool patrons)
{
    const struct keeper_options reading = {.mode = STORE_READ_ONLY};
    struct staff_request request = {.task = "list", .patrons = patrons};
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

int house_staff(int argc, char **argv)
{
    return run(argc, argv, false);
}

int house_patrons(int argc, char **argv)
{
    return run(argc, argv, true);
}
