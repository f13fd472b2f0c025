#include "server/api/api_body.h"

#include <stdlib.h>
#include <string.h>

/* The field of the command for a second person that the document asks for; NULL: none. */
static const struct field *second_field(const json_t *document)
{
    const char *name = json_string_value(json_object_get(document, "do"));
    for (unsigned kind = 0; name && kind < COMMAND_KINDS; kind++)
        if (strcmp(name, command_shape((enum command_kind)kind)->name) == 0)
            return command_second_field((enum command_kind)kind);
    return NULL;
}

/* A placeholder for the second person, until the countersignature is checked. */
static enum status place_second(json_t *document, const json_t *countersign, struct fault *fault)
{
    const struct field *field = second_field(document);
    if (!field && countersign)
        return fault_set(fault, STATUS_INVALID, 0,
                         "this command has no second person; leave countersign out");
    if (!field || (!field->required && !countersign && !json_object_get(document, field->name)))
        return STATUS_OK;
    if (json_object_get(document, field->name) || !json_is_object(countersign))
        return fault_set(
            fault, STATUS_INVALID, 0,
            "a second person must sign: leave %s out, and send countersign with badge and pin, or "
            "name and password",
            field->name);
    return json_object_set_new(document, field->name, json_string("somebody")) == 0
               ? STATUS_OK
               : fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the command");
}

static enum status place_first(json_t *document, struct text who, struct fault *fault)
{
    const json_t *by = json_object_get(document, "by");
    const char *name = json_string_value(by);
    if (by && (!name || !text_equal(text_of(name), who)))
        return fault_set(fault, STATUS_INVALID, 0, "by must be the person who is signed in; leave it out");
    if (by || json_object_set_new(document, "by", document_text(who)) == 0)
        return STATUS_OK;
    return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the command");
}

enum status command_body_read(struct text body, struct text who, struct arena *arena,
                              struct command_body *read, struct fault *fault)
{
    static const struct document_limits limits = {.size_max = API_BODY_MAX, .depth_max = 8};
    json_t *document = NULL;
    *read = (struct command_body){.countersign = NULL};
    enum status status = document_parse(body, &limits, &document, fault);
    if (status == STATUS_OK && !json_is_object(document))
        status = fault_set(fault, STATUS_INVALID, 0,
                           "a command is an object such as {\"do\":\"start-round\",\"table\":\"C4-1\"}");
    if (status == STATUS_OK) {
        read->countersign = json_incref(json_object_get(document, "countersign"));
        (void)json_object_del(document, "countersign");
        status = place_first(document, who, fault);
    }
    if (status == STATUS_OK)
        status = place_second(document, read->countersign, fault);
    if (status == STATUS_OK)
        status = command_parse_document(document, arena, &read->command, fault);
    if (status == STATUS_NO_SPACE || status == STATUS_RANGE) /* too deep or too large: the client's mistake */
        status = fault->status = STATUS_INVALID;
    json_decref(document);
    if (status == STATUS_OK) {
        if (command_second_field(read->command.kind))
            command_set_second(&read->command, text_of(""));
    } else {
        json_decref(read->countersign);
        read->countersign = NULL;
    }
    return status;
}

enum status login_body_read(struct text body, json_t **document, struct fault *fault)
{
    static const struct document_limits limits = {.size_max = API_LOGIN_MAX, .depth_max = 2};
    *document = NULL;
    enum status status = document_parse(body, &limits, document, fault);
    if (status == STATUS_OK && json_is_object(*document))
        return STATUS_OK;
    json_decref(*document);
    *document = NULL;
    return fault_set(fault, status == STATUS_OK ? STATUS_INVALID : status, 0,
                     "Send an object such as {\"name\":\"dana\",\"password\":\"...\"}.");
}

static struct text member(const json_t *object, const char *key)
{
    const char *value = json_string_value(json_object_get(object, key));
    return value ? text_of(value) : text_of("");
}

struct access_login login_of(const json_t *document, bool patrons)
{
    enum credential_kind kind = patrons && json_object_get(document, "patron") ? CREDENTIAL_PATRON_PIN
                                : json_object_get(document, "badge")           ? CREDENTIAL_PIN
                                                                               : CREDENTIAL_PASSWORD;
    const char *name = kind == CREDENTIAL_PATRON_PIN ? "patron" : kind == CREDENTIAL_PIN ? "badge" : "name";
    return (struct access_login){.credential = kind,
                                 .name = member(document, name),
                                 .secret = member(document, kind == CREDENTIAL_PASSWORD ? "password" : "pin"),
                                 .from = text_of("")};
}

/* ------------------------------------------------------------------------------------------ playing */

static const struct document_limits play_limits = {.size_max = API_LOGIN_MAX, .depth_max = 4};

static enum status take_guest(const struct place *in, unsigned number, struct play_guest *guest,
                              struct fault *fault)
{
    static const char *const keys[] = {"name", "who"};
    static const char *const who[] = {
        [PLAY_PERSON] = "person", [PLAY_BEST] = "best", [PLAY_SIMPLE] = "simple"};
    struct text name = text_of(""), word;
    enum status status = place_only(in, keys, sizeof keys / sizeof keys[0], fault);
    if (status == STATUS_OK && place_has(in, "name"))
        status = place_text(in, "name", &name, fault);
    if (status == STATUS_OK)
        status = place_text(in, "who", &word, fault);
    if (status != STATUS_OK)
        return status;
    unsigned kind = 0;
    while (kind < sizeof who / sizeof who[0] && !text_equal(word, text_of(who[kind])))
        kind++;
    if (kind == sizeof who / sizeof who[0])
        return fault_set(fault, STATUS_INVALID, 0, "seat %u must be person, best or simple", number);
    if (name.length >= sizeof guest->name)
        return fault_set(fault, STATUS_INVALID, 0, "the name at seat %u has at most %u bytes", number,
                         (unsigned)sizeof guest->name - 1);
    struct text_out out;
    guest->who = (enum play_who)kind;
    text_out_init(&out, guest->name, sizeof guest->name);
    if (name.length > 0)
        text_out_add_text(&out, name);
    else
        text_out_add(&out, "seat %u", number);
    return STATUS_OK;
}

static enum status take_guests(const struct place *top, struct play_wish *wish, struct fault *fault)
{
    struct place list;
    enum status status = place_list(top, "seats", &list, fault);
    if (status != STATUS_OK)
        return status;
    if (place_count(&list) < 1 || place_count(&list) > PLAY_SEATS_MAX)
        return fault_set(fault, STATUS_INVALID, 0, "a table has 1 to %d seats", PLAY_SEATS_MAX);
    for (size_t i = 0; i < place_count(&list) && status == STATUS_OK; i++) {
        struct place item = place_item(&list, i);
        status = take_guest(&item, (unsigned)i + 1, &wish->seats[i], fault);
        if (status == STATUS_OK && wish->trains && wish->seats[i].who == PLAY_PERSON)
            status = fault_set(fault, STATUS_INVALID, 0,
                               "in training all seats must be best or simple, because the person deals");
    }
    wish->seat_count = (unsigned)place_count(&list);
    return status;
}

static enum status take_names(const struct place *top, const char *key, struct text names[PLAY_WORDS_MAX],
                              unsigned *count, struct fault *fault)
{
    struct place list;
    if (!place_has(top, key))
        return STATUS_OK;
    enum status status = place_list(top, key, &list, fault);
    if (status == STATUS_OK && place_count(&list) > PLAY_WORDS_MAX)
        status = fault_set(fault, STATUS_INVALID, 0, "%s has at most %d names", key, PLAY_WORDS_MAX);
    for (size_t i = 0; status == STATUS_OK && i < place_count(&list); i++) {
        struct place item = place_item(&list, i);
        status = place_text(&item, NULL, &names[(*count)++], fault);
    }
    return status;
}

static enum status take_seed(const struct place *top, struct play_wish *wish, struct fault *fault)
{
    enum { DIGITS_MAX = 19 };
    struct text digits;
    if (!place_has(top, "seed"))
        return STATUS_OK;
    enum status status = place_text(top, "seed", &digits, fault);
    bool good = status == STATUS_OK && digits.length >= 1 && digits.length <= DIGITS_MAX;
    for (size_t i = 0; good && i < digits.length; i++) {
        good = digits.bytes[i] >= '0' && digits.bytes[i] <= '9';
        wish->seed = 10 * wish->seed + (uint64_t)(digits.bytes[i] - '0');
    }
    wish->seeded = good;
    return good ? STATUS_OK
                : fault_set(fault, STATUS_INVALID, 0, "the seed must be a text of 1 to 19 digits");
}

static enum status take_wish(const struct place *top, struct play_wish *wish, struct fault *fault)
{
    static const char *const keys[] = {"game", "mode", "seats", "stack", "seed", "tables", "without"};
    enum { STACK_CENTS_MIN = 100, STACK_CENTS_USUAL = 50000 };
    struct text game, mode = text_of("play");
    int64_t stack = STACK_CENTS_USUAL;
    enum status status = place_only(top, keys, sizeof keys / sizeof keys[0], fault);
    if (status == STATUS_OK)
        status = place_text(top, "game", &game, fault);
    if (status == STATUS_OK && place_has(top, "mode"))
        status = place_text(top, "mode", &mode, fault);
    if (status == STATUS_OK && place_has(top, "stack"))
        status = place_integer(top, "stack", STACK_CENTS_MIN, STACK_CENTS_MAX, &stack, fault);
    if (status != STATUS_OK)
        return status;
    wish->game = play_game_find(game);
    wish->trains = text_equal(mode, text_of("train"));
    wish->stack = money_of_cents(stack);
    if (!wish->game)
        return fault_set(fault, STATUS_INVALID, 0, "the game must be crazy-4-poker or four-card-poker");
    if (!wish->trains && !text_equal(mode, text_of("play")))
        return fault_set(fault, STATUS_INVALID, 0, "the mode must be play or train");
    status = take_guests(top, wish, fault);
    if (status == STATUS_OK)
        status = take_seed(top, wish, fault);
    if (status == STATUS_OK)
        status = take_names(top, "tables", wish->tables, &wish->table_count, fault);
    if (status == STATUS_OK)
        status = take_names(top, "without", wish->without, &wish->without_count, fault);
    return status;
}

enum status play_wish_read(struct text body, json_t **document, struct play_wish *wish, struct fault *fault)
{
    *document = NULL;
    *wish = (struct play_wish){.game = NULL};
    enum status status = document_parse(body, &play_limits, document, fault);
    if (status != STATUS_OK)
        return status;
    struct place top = place_top(*document);
    status = take_wish(&top, wish, fault);
    if (status != STATUS_OK) {
        json_decref(*document);
        *document = NULL;
    }
    return status;
}

static bool find_wager(struct text word, enum wager *wager)
{
    for (unsigned i = 0; i < WAGER_COUNT; i++)
        if (text_equal(word, text_of(wager_id((enum wager)i)))) {
            *wager = (enum wager)i;
            return true;
        }
    return false;
}

/* The required and optional members of a kind of act. */
static enum status take_details(const struct place *top, struct room_act *act, struct fault *fault)
{
    bool of_seat = act->kind <= ROOM_BUY_IN || act->kind == ROOM_PLAY || act->kind == ROOM_FOLD;
    bool of_amount = act->kind == ROOM_WAGER || act->kind == ROOM_BUY_IN;
    int64_t seat = 0, antes = 0, task = 0, amount = -1;
    struct text wager = text_of("");
    enum status status = STATUS_OK;
    act->key = text_of("");
    if (of_seat)
        status = place_integer(top, "seat", 1, PLAY_SEATS_MAX, &seat, fault);
    if (status == STATUS_OK && (of_amount || place_has(top, "amount")))
        status = place_integer(top, "amount", 0, 100 * (int64_t)STACK_CENTS_MAX, &amount, fault);
    if (status == STATUS_OK && place_has(top, "antes"))
        status = place_integer(top, "antes", 1, 3, &antes, fault);
    if (status == STATUS_OK && act->kind == ROOM_ANSWER)
        status = place_integer(top, "task", 1, INT32_MAX, &task, fault);
    if (status == STATUS_OK && place_has(top, "key"))
        status = place_text(top, "key", &act->key, fault);
    if (status == STATUS_OK && act->kind == ROOM_WAGER)
        status = place_text(top, "wager", &wager, fault);
    if (status != STATUS_OK)
        return status;
    act->seat = (unsigned)seat;
    act->antes = (unsigned)antes;
    act->task = (unsigned)task;
    act->amount = money_of_cents(amount);
    if (act->kind == ROOM_WAGER && !find_wager(wager, &act->wager))
        return fault_set(fault, STATUS_INVALID, 0, "there is no such wager; /api/play/games lists them");
    if (act->kind == ROOM_PLAY && antes == 0 && amount < 0)
        return fault_set(fault, STATUS_INVALID, 0, "the amount is missing; send antes or amount");
    return STATUS_OK;
}

static enum status take_act(const struct place *top, struct room_act *act, struct fault *fault)
{
    static const char *const keys[] = {"after", "act", "seat", "wager", "amount", "antes", "task", "key"};
    struct text word;
    int64_t after = 0;
    enum status status = place_only(top, keys, sizeof keys / sizeof keys[0], fault);
    if (status == STATUS_OK)
        status = place_integer(top, "after", 1, INT64_MAX, &after, fault);
    if (status == STATUS_OK)
        status = place_text(top, "act", &word, fault);
    if (status != STATUS_OK)
        return status;
    act->after = (uint64_t)after;
    unsigned kind = 0;
    while (kind < ROOM_ACTS && !text_equal(word, text_of(room_act_name((enum room_act_kind)kind))))
        kind++;
    if (kind == ROOM_ACTS)
        return fault_set(fault, STATUS_INVALID, 0,
                         "the act must be wager, clear, rebet, buy-in, deal, play, fold, next or answer");
    act->kind = (enum room_act_kind)kind;
    return take_details(top, act, fault);
}

enum status play_act_read(struct text body, json_t **document, struct room_act *act, struct fault *fault)
{
    *document = NULL;
    *act = (struct room_act){.kind = ROOM_WAGER};
    enum status status = document_parse(body, &play_limits, document, fault);
    if (status != STATUS_OK)
        return status;
    struct place top = place_top(*document);
    status = take_act(&top, act, fault);
    if (status != STATUS_OK) {
        json_decref(*document);
        *document = NULL;
    }
    return status;
}
