#include "house/stories/floor_test.h"

#include "funds/funds.h"
#include "house/cage/cage_shapes.h"
#include "house/hands/sample_hands.h"
#include "house/kernel/clock_shapes.h"
#include "house/kernel/names.h"
#include "house/people/people.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/demo_approval.h"
#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"
#include "house/tables/tables.h"
#include "rulebook/files.h"

/* ------------------------------------------------------------------------------------------ asking */

void room_apply(struct room *room)
{
    static char json[EVENT_TEXT_SIZE];
    static struct event beyond;
    struct text_out out;
    struct fault fault;
    for (unsigned i = 0; i < room->decision.event_count; i++) {
        const struct event *event = &room->decision.events[i];
        struct event *read =
            room->last_count < DECISION_EVENTS_MAX ? &room->last[room->last_count++] : &beyond;
        struct text kept;
        text_out_init(&out, json, sizeof json);
        event_write(&out, event);
        assert_false(out.truncated);
        assert_int_equal(arena_copy_text(&room->lines, text_out_text(&out), &kept), STATUS_OK);
        if (event_read(text_of(event_name(event->kind)), kept, &room->lines, read, &fault) != STATUS_OK)
            fail_msg("%s: %s\n%s", event_name(event->kind), fault.words, json);
        assert_true(record_equal(event_shape(event->kind), &event->head, &read->head));
        if (floor_replay(&room->floor, read, &fault) != STATUS_OK)
            fail_msg("%s", fault.words);
        char why[256];
        text_out_init(&out, why, sizeof why);
        if (!floor_audit(&room->floor, &out))
            fail_msg("%s after %s", why, event_name(event->kind));
        if (room->told)
            room->told(&room->floor, read);
    }
}

void room_decide(struct room *room, const struct command *command)
{
    struct command asked = *command;
    struct fault fault;
    room->last_count = 0;
    do {
        if (decide_by_sample(&room->floor, &asked, &room->decision, &room->lines, &fault) != STATUS_OK)
            fail_msg("%s", fault.words);
        room_apply(room);
    } while (room->decision.unfinished);
}

void room_come_to(struct room *room, struct instant at)
{
    struct command clock = {.kind = COMMAND_CLOCK};
    struct fault fault;
    COMMAND_AS(&clock, clock_moves)->at = at;
    COMMAND_AS(&clock, clock_moves)->far = true;
    room->last_count = 0;
    while (floor_something_is_due(&room->floor, at)) {
        assert_int_equal(floor_decide(&room->floor, &clock, &room->decision, &fault), STATUS_OK);
        assert_true(room->decision.unfinished);
        room_apply(room);
    }
    if (floor_pass_time(&room->floor, at, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
}

struct command command_of(struct room *room, const char *line)
{
    struct command command;
    struct fault fault;
    struct text kept;
    assert_int_equal(arena_copy_text(&room->lines, text_of(line), &kept), STATUS_OK);
    if (command_parse(kept, &room->floor.zone, &room->lines, &command, &fault) != STATUS_OK)
        fail_msg("%s: %s at %zu", line, fault.words, fault.position);
    return command;
}

void room_ask(struct room *room, const char *line)
{
    struct command command = command_of(room, line);
    room_decide(room, &command);
}

/* An adjustment that moves what it says alone: what lies there before has not come just now, and repays nothing yet. */
static void lays_down(struct room *room, const char *line)
{
    struct command command = command_of(room, line);
    struct fault fault;
    room->last_count = 0;
    assert_int_equal(floor_decide(&room->floor, &command, &room->decision, &fault), STATUS_OK);
    if (!room->decision.ruling.allowed)
        fail_msg("%s: %s (%s)", line, room->decision.ruling.words, room->decision.ruling.clause);
    struct money_rows *money = &EVENT_AS(&room->decision.events[0], adjusted)->money;
    *money = (struct money_rows){.movements = money->movements, .movement_count = 1};
    room_apply(room);
}

void does(struct room *room, const char *line)
{
    room_ask(room, line);
    if (!room->decision.ruling.allowed)
        fail_msg("%s: %s (%s)", line, room->decision.ruling.words, room->decision.ruling.clause);
}

void refuses(struct room *room, const char *line, const char *clause)
{
    room_ask(room, line);
    if (room->decision.ruling.allowed)
        fail_msg("%s: is done", line);
    if (strcmp(room->decision.ruling.clause, clause) != 0)
        fail_msg("%s: refused by %s: %s", line, room->decision.ruling.clause, room->decision.ruling.words);
    assert_true(room->decision.ruling.words[0] != '\0');
}

/* ------------------------------------------------------------------------------------------ houses and offers */

struct text file_text(struct room *room, const char *path)
{
    char full[1024];
    struct text bytes;
    struct findings findings;
    (void)snprintf(full, sizeof full, "%s/%s", CARDROOM_ROOT, path);
    findings_init(&findings, &room->lines, 8);
    if (files_read(full, EVENT_TEXT_SIZE, &room->lines, &findings, &bytes) != STATUS_OK)
        fail_msg("%s cannot be read", path);
    return bytes;
}

void room_init(struct room *room)
{
    struct fault fault;
    arena_init(&room->lines, ROOM_MEMORY_MAX);
    decision_init(&room->decision);
    assert_int_equal(floor_init(&room->floor, ROOM_MEMORY_MAX, &fault), STATUS_OK);
}

void room_release(struct room *room)
{
    floor_release(&room->floor);
    decision_release(&room->decision);
    arena_release(&room->lines);
}

struct text document_file(struct room *room, struct text activity)
{
    char path[256];
    (void)snprintf(path, sizeof path, "rulebooks/%.*s.md", TEXT_ARGUMENTS(activity));
    return file_text(room, path);
}

void file_text_as(struct room *room, struct text activity, struct text text)
{
    struct command command;
    bool needed;
    assert_int_equal(demo_approve(&room->floor, activity, text, NULL, &room->lines, &command, &needed),
                     STATUS_OK);
    if (needed) {
        command.head.by = text_of("olga");
        room_decide(room, &command);
        if (!room->decision.ruling.allowed)
            fail_msg("%s", room->decision.ruling.words);
    }
    command = (struct command){.kind = COMMAND_FILE_DOCUMENT};
    *COMMAND_AS(&command, file_document) =
        (struct file_document){.head = {.by = text_of("olga")}, .activity = activity, .text = text};
    room_decide(room, &command);
    assert_true(room->decision.ruling.allowed);
}

void file_document(struct room *room, struct text activity)
{
    file_text_as(room, activity, document_file(room, activity));
}

void post_text(struct room *room, const char *offer, struct text text)
{
    struct command command = {.kind = COMMAND_POST_OFFER};
    *COMMAND_AS(&command, post_offer) =
        (struct post_offer){.head = {.by = text_of("olga")}, .offer = text_of(offer), .text = text};
    room_decide(room, &command);
}

struct text offer_file(struct room *room, const char *offer)
{
    char path[512];
    (void)snprintf(path, sizeof path, "%s/houses/%s/offers/%s.yaml", CARDROOM_ROOT, room->house, offer);
    /* What no register approves is in the house for tests. */
    const char *house = files_is_file(path) ? room->house : "test";
    (void)snprintf(path, sizeof path, "houses/%s/offers/%s.yaml", house, offer);
    return file_text(room, path);
}

void post(struct room *room, const char *activity, const char *offer)
{
    file_document(room, text_of(activity));
    post_text(room, offer, offer_file(room, offer));
    if (!room->decision.ruling.allowed)
        fail_msg("%s", room->decision.ruling.words);
}

struct text text_with(struct room *room, struct text text, const char *old, const char *new)
{
    struct text sought = text_of(old), kept;
    size_t at = 0, size = text.length + strlen(new) + 1;
    while (at < text.length && !text_starts_with(text_from(text, at), sought))
        at++;
    if (at == text.length)
        fail_msg("the offer does not say %s", old);
    char *buffer = ARENA_ARRAY(&room->lines, char, size);
    struct text_out out;
    assert_non_null(buffer);
    text_out_init(&out, buffer, size);
    text_out_add_text(&out, text_slice(text, 0, at));
    text_out_add(&out, "%s", new);
    text_out_add_text(&out, text_from(text, at + sought.length));
    kept = text_out_text(&out);
    return kept;
}

/* The activity that the file names in its line "offer: ". */
static struct text activity_of(struct text offer)
{
    struct text key = text_of("\noffer: ");
    size_t at = 0, end;
    while (at < offer.length && !text_starts_with(text_from(offer, at), key))
        at++;
    assert_true(at < offer.length);
    struct text rest = text_from(offer, at + key.length);
    for (end = 0; end < rest.length && rest.bytes[end] != '\n';)
        end++;
    return text_slice(rest, 0, end);
}

void offers(struct room *room, const char *offer, ...)
{
    struct text text = offer_file(room, offer);
    va_list changes;
    va_start(changes, offer);
    for (const char *old = va_arg(changes, const char *); old; old = va_arg(changes, const char *))
        text = text_with(room, text, old, va_arg(changes, const char *));
    va_end(changes);
    file_document(room, activity_of(text));
    post_text(room, offer, text);
    if (!room->decision.ruling.allowed)
        fail_msg("%s: %s", offer, room->decision.ruling.words);
    struct command clock = {.kind = COMMAND_CLOCK};
    COMMAND_AS(&clock, clock_moves)->at = room->floor.now;
    room_decide(room, &clock);
}

/* Opens it with another text in place of one that stands in house.yaml; NULL: at its end. */
static void open_with(struct room *room, const char *house, const char *from, const char *to)
{
    static const char *const staff[] = {
        "appoint dana role dealer by olga",    "appoint fay role floor by olga",
        "appoint finn role floor by olga",     "appoint sam role supervisor by olga",
        "appoint sue role supervisor by olga", "appoint cy role cage by olga",
        "appoint max role manager by olga"};
    struct command command = {.kind = COMMAND_OPEN_HOUSE};
    char path[256];
    room_init(room);
    room->house = house;
    (void)snprintf(path, sizeof path, "houses/%s/house.yaml", house);
    *COMMAND_AS(&command, open_house) = (struct open_house){.head = {.by = text_of("olga")},
                                                            .house = text_of(house),
                                                            .at = {INT64_C(1793649600000)},
                                                            .text = file_text(room, path)};
    struct text whole = COMMAND_AS(&command, open_house)->text;
    const char *found = from ? strstr(whole.bytes, from) : whole.bytes + whole.length;
    assert_non_null(found);
    const size_t before = (size_t)(found - whole.bytes), less = from ? strlen(from) : 0,
                 size = whole.length - less + strlen(to) + 1;
    char *text = ARENA_ARRAY(&room->lines, char, size);
    struct text_out out;
    assert_non_null(text);
    text_out_init(&out, text, size);
    text_out_add_text(&out, text_slice(whole, 0, before));
    text_out_add(&out, "%s", to);
    text_out_add_text(&out, text_from(whole, before + less));
    assert_false(out.truncated);
    COMMAND_AS(&command, open_house)->text = text_out_text(&out);
    room_decide(room, &command);
    assert_true(room->decision.ruling.allowed);
    for (size_t i = 0; i < sizeof staff / sizeof staff[0]; i++)
        does(room, staff[i]);
}

void room_open_house_with(struct room *room, const char *house, const char *more)
{
    open_with(room, house, NULL, more);
}

void room_open_house_changed(struct room *room, const char *house, const char *from, const char *to)
{
    open_with(room, house, from, to);
}

void room_open_house(struct room *room, const char *house)
{
    room_open_house_with(room, house, "");
}

static bool sits_somewhere(const struct room *room, const char *number)
{
    const uint32_t patron = names_find(&room->floor.patron_names, text_of(number));
    for (unsigned i = 0; i < room->floor.table_count && patron != NAMES_NONE; i++)
        for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX; seat++) {
            const struct seat *at = &room->floor.tables[i].seats[seat];
            if (at->taken && at->patron == patron)
                return true;
        }
    return false;
}

void seat_patrons(struct room *room, const char *table, unsigned count)
{
    DOES(room, "open-table %s by fay", table);
    for (unsigned seat = 1; seat <= count; seat++) {
        char patron[16];
        unsigned number = 1000 + seat;
        do {
            (void)snprintf(patron, sizeof patron, "%u", number);
            number += 100;
        } while (sits_somewhere(room, patron));
        if (!floor_patron(&room->floor, text_of(patron)))
            DOES(room, "register %s name \"Patron %u\" born 1980-01-01 by fay", patron, seat);
        DOES(room, "sit %s seat %u patron %s by dana", table, seat, patron);
    }
}

/* ------------------------------------------------------------------------------------------ money */

const struct account *account_of(const struct room *room, const char *offer, const char *name)
{
    const struct offering *offering = floor_offering(&room->floor, text_of(offer));
    const struct account *found = NULL;
    assert_non_null(offering);
    for (unsigned i = 0; i < room->floor.ledger.count; i++) {
        const struct account *account = &room->floor.ledger.accounts[i];
        if (!text_equal(account->name, text_of(name)))
            continue;
        if (text_equal(account->activity, offering->terms.activity))
            return account;
        if (account->activity.length == 0)
            found = account;
    }
    if (!found)
        fail_msg("no account %s", name);
    return found;
}

int64_t balance(const struct room *room, const char *offer, const char *name)
{
    return account_of(room, offer, name)->balance;
}

/* To the house, to which nobody moves it by hand: an event of an earlier number, which asked no clause. */
static void takes_away(struct room *room, size_t offer, const char *name, int64_t cents)
{
    const struct account *accounts = room->floor.ledger.accounts;
    const uint32_t number = room->floor.decided_by.decisions;
    const struct movement movement = {
        .from = (account_id)(account_of(room, room->floor.offerings[offer].name.bytes, name) - accounts),
        .to = ledger_find(&room->floor.ledger, ACCOUNT_HOUSE, text_of(""), text_of("house")),
        .cents = cents,
        .reason = REASON_ADJUSTMENT,
        .clause = text_of("house#money")};
    struct event *event = &room->decision.events[0];
    *event = (struct event){.kind = EVENT_ADJUSTED, .head = {.at = room->floor.now, .by = text_of("sam")}};
    EVENT_FILL(event, adjusted, .offer = (uint32_t)offer, .reason = text_of("example"),
               .authorised_by = text_of("sue"), .money = {.movements = &movement, .movement_count = 1});
    room->decision.event_count = 1;
    room->last_count = 0;
    room->floor.decided_by.decisions = 2;
    room_apply(room);
    room->floor.decided_by.decisions = number;
}

void holds(struct room *room, const char *offer, const char *name, int64_t cents)
{
    int64_t change = cents - balance(room, offer, name), amount = change < 0 ? -change : change;
    size_t index = (size_t)(floor_offering(&room->floor, text_of(offer)) - room->floor.offerings);
    struct terms *terms = &room->floor.offerings[index].terms, kept = *terms;
    for (unsigned i = 0; i < terms->pool_count; i++)
        terms->pools[i].kept_clause = text_of("");
    char line[256];
    (void)snprintf(
        line, sizeof line,
        "adjust %s from \"%s\" to \"%s\" amount $%lld.%02lld reason example authorised-by sue by sam", offer,
        "house", name, (long long)(amount / 100), (long long)(amount % 100));
    if (change > 0)
        lays_down(room, line);
    else if (change < 0)
        takes_away(room, index, name, amount);
    for (unsigned i = 0; i < terms->pool_count; i++)
        terms->pools[i].kept_clause = kept.pools[i].kept_clause;
    assert_int_equal(balance(room, offer, name), cents);
}

int64_t advances(const struct room *room, const char *offer)
{
    return funds_advances(&floor_offering(&room->floor, text_of(offer))->funds);
}

void repaid(struct room *room, const char *offer, const char *fund, const char *line, int64_t cents)
{
    const struct terms *terms = &floor_offering(&room->floor, text_of(offer))->terms;
    int64_t kept = terms->fund_count > 0 ? terms->funds[0].minimum.cents : 0;
    holds(room, offer, fund, balance(room, offer, fund) + advances(room, offer) + kept);
    does(room, line);
    assert_int_equal(advances(room, offer), 0);
    holds(room, offer, fund, cents);
}

/* "12,345.67"; whole dollars without cents. */
static void write_amount(struct text_out *out, int64_t cents)
{
    char buffer[MONEY_TEXT_SIZE];
    struct text_out money;
    text_out_init(&money, buffer, sizeof buffer);
    money_write(&money, money_of_cents(cents));
    struct text text = text_from(text_out_text(&money), 1);
    text_out_add_text(out, text.length > 3 && cents % 100 == 0 && text.bytes[text.length - 3] == '.'
                               ? text_slice(text, 0, text.length - 3)
                               : text);
}

/* "prize pool -> held 15,000 #51"; the document is named where it is not the offer's. */
static void write_movement(const struct room *room, const char *offer, const struct movement *movement,
                           struct text_out *out)
{
    const struct ledger *ledger = &room->floor.ledger;
    struct text activity = floor_offering(&room->floor, text_of(offer))->terms.activity;
    text_out_add(out, "%.*s -> %.*s ", TEXT_ARGUMENTS(ledger->accounts[movement->from].name),
                 TEXT_ARGUMENTS(ledger->accounts[movement->to].name));
    write_amount(out, movement->cents);
    bool own = text_starts_with(movement->clause, activity) && movement->clause.length > activity.length &&
               movement->clause.bytes[activity.length] == '#';
    struct text clause = own ? text_from(movement->clause, activity.length) : movement->clause;
    text_out_add(out, " %.*s", TEXT_ARGUMENTS(clause));
}

/* Without its clause, which is the last word and has a hash. */
static struct text without_clause(struct text line)
{
    size_t end = line.length;
    while (end > 0 && line.bytes[end - 1] != ' ')
        end--;
    return text_contains(text_from(line, end), text_of("#")) ? text_trimmed(text_slice(line, 0, end)) : line;
}

bool take_line(struct text *lines, struct text *line)
{
    size_t end = 0;
    if (lines->length == 0)
        return false;
    while (end < lines->length && lines->bytes[end] != '\n')
        end++;
    *line = text_trimmed(text_slice(*lines, 0, end));
    *lines = text_from(*lines, end < lines->length ? end + 1 : end);
    return true;
}

void posts(const struct room *room, const char *offer, const char *lines)
{
    struct text rest = text_of(lines), line = text_of("");
    for (unsigned i = 0; i < room->last_count; i++) {
        const struct money_rows *money = event_money(&room->last[i]);
        for (uint32_t k = 0; money && k < money->movement_count; k++) {
            char buffer[LINE_SIZE];
            struct text_out out;
            text_out_init(&out, buffer, sizeof buffer);
            write_movement(room, offer, &money->movements[k], &out);
            if (!take_line(&rest, &line))
                fail_msg("one movement more: %s", buffer);
            struct text found = text_out_text(&out);
            if (text_equal(without_clause(line), line))
                found = without_clause(found);
            if (!text_equal(line, found))
                fail_msg("expected %.*s, found %s", TEXT_ARGUMENTS(line), buffer);
        }
    }
    if (take_line(&rest, &line))
        fail_msg("not posted: %.*s", TEXT_ARGUMENTS(line));
}

/* ------------------------------------------------------------------------------------------ prizes */

const struct awarded *award_of(const struct room *room)
{
    for (unsigned i = 0; i < room->last_count; i++)
        if (room->last[i].kind == EVENT_AWARDED)
            return EVENT_AS(&room->last[i], awarded);
    fail_msg("nothing was awarded");
    return NULL;
}

void prizes(const struct room *room, const char *lines)
{
    const struct awarded *awarded = award_of(room);
    struct text rest = text_of(lines), line = text_of("");
    for (uint32_t i = 0; i < awarded->prize_count; i++) {
        const struct prize_row *row = &awarded->prizes[i];
        char buffer[LINE_SIZE];
        struct text_out out;
        text_out_init(&out, buffer, sizeof buffer);
        if (awarded->table.length > 0 && !text_equal(row->table, awarded->table))
            text_out_add(&out, "%.*s ", TEXT_ARGUMENTS(row->table));
        if (row->seat > 0)
            text_out_add(&out, "seat %u", row->seat);
        else
            text_out_add(&out, "pot");
        if (row->patron.length > 0)
            text_out_add(&out, " (%.*s)", TEXT_ARGUMENTS(row->patron));
        text_out_add(&out, ": %.*s ", TEXT_ARGUMENTS(row->share));
        if (row->thing.length > 0)
            text_out_add(&out, "%u %.*s", row->things, TEXT_ARGUMENTS(row->thing));
        else
            write_amount(&out, row->cents);
        if (!take_line(&rest, &line))
            fail_msg("one prize more: %s", buffer);
        if (!text_equal(line, text_out_text(&out)))
            fail_msg("expected %.*s, found %s", TEXT_ARGUMENTS(line), buffer);
    }
    if (take_line(&rest, &line))
        fail_msg("not awarded: %.*s", TEXT_ARGUMENTS(line));
}
