/*
 * Cases of the floor: a house is opened, and its people give commands.
 *
 * Every event goes through its JSON before it is applied, and floor_audit() must hold after each. Where it does not, that is
 * a fault at the line which brought the event.
 */
#include "cases/floor_case_house.h"

#include "base/check.h"
#include "house/cage/cage_shapes.h"
#include "house/hands/sample_hands.h"
#include "house/kernel/case_words.h"
#include "house/kernel/clock_shapes.h"
#include "house/people/people_shapes.h"
#include "house/people/staff.h"
#include "house/setup/demo_approval.h"
#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"

enum {
    STAGE_MEMORY_MAX = 8 << 20,
    LINE_MEMORY_MAX = 8 << 20,
    FLOOR_MEMORY_MAX = 256 << 20,
    EVENT_SIZE = 2 << 20,
    OFFER_SIZE = 1 << 16,
    DAYS_MAX = 400, /* that a clock may be put forward at once */
    DAY_MS = 24 * 60 * 60 * 1000,
};

struct floor_stage {
    struct case_floor on; /* what desks see of it */
    const struct case_file *file;
    struct library *library;
    const struct house_case_files *files;
    struct case_books books;
    const struct library_house *house; /* NULL: none is open yet */
    struct floor floor;
    struct decision decision;
    struct arena lines;     /* of one statement */
    struct arena keeping;   /* of what events said */
    char *json;             /* of one event */
    struct local_time time; /* the last that a line named */
    bool posted;            /* an offer is */
    struct text filed;      /* the first offer, if it was filed for a later time and none is posted yet */
    struct case_amendments amendments;
};

/* ------------------------------------------------------------------------------------------ asking */

/* An event through its JSON, as the store would hand it back. `judged`: it is decided again, as in an audit. */
static enum status happen(struct floor_stage *stage, const struct case_cursor *cursor,
                          const struct event *event, bool judged, struct case_fault *fault)
{
    const char *name = event_name(event->kind);
    struct event read;
    struct text_out out;
    struct fault words;
    text_out_init(&out, stage->json, EVENT_SIZE);
    event_write(&out, event);
    if (out.truncated)
        return case_fault_at(cursor, fault, STATUS_NO_SPACE, "the event %s is too long", name);
    enum status status = event_read(text_of(name), text_out_text(&out), &stage->lines, &read, &words);
    if (status == STATUS_OK)
        status = (judged ? floor_replay : floor_apply)(&stage->floor, &read, &words);
    if (status != STATUS_OK)
        return case_fault_at(cursor, fault, status, "the event %s: %s", name, words.words);
    if (!record_equal(event_shape(event->kind), &event->head, &read.head))
        return case_fault_at(cursor, fault, STATUS_INVALID, "the event %s is not read as it was written",
                             name);
    char why[FAULT_WORDS_SIZE];
    text_out_init(&out, why, sizeof why);
    if (!floor_audit(&stage->floor, &out))
        return case_fault_at(cursor, fault, STATUS_INVALID, "the books are wrong after %s: %s", name, why);
    status = case_amendments_see(&stage->amendments, &read);
    if (status != STATUS_OK)
        return case_fault_at(cursor, fault, status, "there is no memory for the amendment");
    const struct money_rows *money = event_money(&read);
    for (uint32_t i = 0; money && i < money->movement_count && status == STATUS_OK; i++)
        status = case_books_remember(&stage->books, cursor, &money->movements[i], fault);
    return status;
}

/* The ruling is in the decision of the stage. */
static enum status ask(struct floor_stage *stage, const struct case_cursor *cursor, struct command *command,
                       struct case_fault *fault)
{
    struct decision *decision = &stage->decision;
    struct fault words;
    enum status status;
    if (command->kind == COMMAND_CLOCK &&
        COMMAND_AS(command, clock_moves)->at.ms / DAY_MS - stage->floor.now.ms / DAY_MS > DAYS_MAX)
        return case_fault_at(cursor, fault, STATUS_RANGE, "a clock goes at most %d days forward at once",
                             DAYS_MAX);
    do {
        status = decide_by_sample(&stage->floor, command, decision, &stage->lines, &words);
        if (status != STATUS_OK)
            return case_fault_at(cursor, fault, status, "%s", words.words);
        for (unsigned i = 0; i < decision->event_count && status == STATUS_OK; i++)
            status = happen(stage, cursor, &decision->events[i], true, fault);
    } while (status == STATUS_OK && decision->unfinished);
    return status;
}

static enum status refused_set_up(const struct floor_stage *stage, const struct case_cursor *cursor,
                                  struct case_fault *fault)
{
    const struct ruling *ruling = &stage->decision.ruling;
    return case_fault_at(cursor, fault, STATUS_INVALID, "%s (%s)", ruling->words, ruling->clause);
}

/* For struct case_floor, which is the first member of the stage. */
static enum status set_up(struct case_floor *on, const struct case_cursor *cursor, struct command *command,
                          struct case_fault *fault)
{
    struct floor_stage *stage = (struct floor_stage *)on;
    const struct house_case_movement *unseen = stage->books.unseen;
    if (command->head.by.length == 0)
        command->head.by = case_usual_person(on->staff, command->kind);
    enum status status = ask(stage, cursor, command, fault);
    stage->books.unseen = unseen;
    return status != STATUS_OK || stage->decision.ruling.allowed ? status
                                                                 : refused_set_up(stage, cursor, fault);
}

/* ------------------------------------------------------------------------------------------ what a line expects */

/* A line without what it expects. */
struct asked_line {
    struct text asked;
    struct expected_ruling expected;
};

/* `pay 3 in cash -> refused #36` */
static enum status split_line(const struct case_cursor *cursor, struct asked_line *line,
                              struct case_fault *fault)
{
    struct case_cursor behind = {cursor->line, case_find_arrow(cursor)};
    line->asked = text_trimmed(text_slice(cursor->line->text, cursor->at, behind.at - cursor->at));
    return case_expectation(&behind, &line->expected, fault);
}

static enum status compare_ruling(struct floor_stage *stage, const struct case_cursor *cursor,
                                  const struct asked_line *line, struct case_fault *fault)
{
    return case_judged(&stage->books, cursor, &line->expected, &stage->decision.ruling, false, fault);
}

/* ------------------------------------------------------------------------------------------ the house */

/* The person of the staff who opens the house: the one without a role. NULL if there is none. */
static const struct staff_person *opener(const struct floor_stage *stage)
{
    return staff_with_role(stage->on.staff, text_of(""), false);
}

static enum status read_file(struct floor_stage *stage, const struct case_cursor *cursor, const char *file,
                             struct text *bytes, struct case_fault *fault)
{
    enum status status = stage->files->read(stage->files->context, file, bytes);
    return status == STATUS_OK ? STATUS_OK : case_fault_at(cursor, fault, status, "%s cannot be read", file);
}

/* In a case the demo key approves what is offered; its house trusts that key. */
static enum status approve_document(struct floor_stage *stage, const struct case_cursor *cursor,
                                    const struct file_document *asked, struct case_fault *fault)
{
    struct command command;
    bool needed;
    enum status status =
        demo_approve(&stage->floor, asked->activity, asked->text, NULL, &stage->lines, &command, &needed);
    if (status != STATUS_OK)
        return case_fault_at(cursor, fault, status, "there is no memory to approve the document");
    command.head.by = asked->head.by;
    return needed ? set_up(&stage->on, cursor, &command, fault) : STATUS_OK;
}

static enum status file_document(struct floor_stage *stage, const struct case_cursor *cursor,
                                 const struct rulebook *rulebook, struct case_fault *fault)
{
    struct command command = {.kind = COMMAND_FILE_DOCUMENT};
    for (unsigned i = 0; i < stage->floor.rulebook_count; i++)
        if (text_equal(stage->floor.rulebooks[i]->document.identity, rulebook->document.identity))
            return STATUS_OK;
    command.head.by = opener(stage)->person;
    COMMAND_AS(&command, file_document)->activity = rulebook->document.identity;
    enum status status =
        read_file(stage, cursor, rulebook->document.file, &COMMAND_AS(&command, file_document)->text, fault);
    if (status == STATUS_OK)
        status = approve_document(stage, cursor, COMMAND_AS(&command, file_document), fault);
    return status == STATUS_OK ? set_up(&stage->on, cursor, &command, fault) : status;
}

/* Laws hold whatever is offered. */
static enum status file_laws(struct floor_stage *stage, const struct case_cursor *cursor,
                             struct case_fault *fault)
{
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < stage->library->rulebook_count && status == STATUS_OK; i++)
        if (stage->library->rulebooks[i].is_law)
            status = file_document(stage, cursor, &stage->library->rulebooks[i], fault);
    return status;
}

static enum status appoint_staff(struct floor_stage *stage, const struct case_cursor *cursor,
                                 struct case_fault *fault)
{
    const struct staff *staff = stage->on.staff;
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < staff->count && status == STATUS_OK; i++) {
        struct command command = {.kind = COMMAND_APPOINT};
        if (&staff->people[i] == opener(stage))
            continue;
        command.head.by = opener(stage)->person;
        COMMAND_AS(&command, appoint)->person = staff->people[i].person;
        COMMAND_AS(&command, appoint)->role = staff->people[i].role;
        status = set_up(&stage->on, cursor, &command, fault);
    }
    return status;
}

/* `house: demo, 2026-11-02 12:00:00` */
static enum status stage_take_house(struct floor_stage *stage, struct case_cursor *cursor,
                                    struct case_fault *fault)
{
    struct case_cursor start = *cursor;
    struct text name = case_take_to_comma(cursor);
    struct command command = {.kind = COMMAND_OPEN_HOUSE};
    struct zone zone;
    if (stage->house)
        return case_fault_at(&start, fault, STATUS_INVALID, "a case has one house, and it is open");
    for (unsigned i = 0; i < stage->library->house_count; i++)
        if (text_equal(stage->library->houses[i].house.identity, name))
            stage->house = &stage->library->houses[i];
    if (!stage->house)
        return case_fault_at(&start, fault, STATUS_INVALID, "there is no house \"%.*s\"",
                             TEXT_ARGUMENTS(name));
    if (!case_take(cursor, ','))
        return case_expected(cursor, fault, "a comma and when it opens, such as 2026-11-02 12:00:00");
    if (!opener(stage))
        return case_fault_at(&start, fault, STATUS_INVALID,
                             "nobody opens the house; name a person without a role in rulebooks/staff.yaml");
    const struct house *house = &stage->house->house;
    command.head.by = opener(stage)->person;
    COMMAND_AS(&command, open_house)->house = house->identity;
    enum status status = zone_parse(house->zone, 0, &zone, &fault->fault);
    if (status == STATUS_OK)
        status = house_case_time(cursor, &zone, &stage->time, &COMMAND_AS(&command, open_house)->at, fault);
    if (status == STATUS_OK)
        status = case_end(cursor, fault);
    if (status == STATUS_OK)
        status = read_file(stage, &start, house->file, &COMMAND_AS(&command, open_house)->text, fault);
    if (status == STATUS_OK)
        status = set_up(&stage->on, &start, &command, fault);
    if (status == STATUS_OK)
        status = file_laws(stage, &start, fault);
    return status == STATUS_OK ? appoint_staff(stage, &start, fault) : status;
}

/* ------------------------------------------------------------------------------------------ offers */

/* The offer as its file has it, or with what the case posts otherwise. */
static enum status offer_bytes(struct floor_stage *stage, const struct case_cursor *cursor,
                               const struct offer_changes *changes, struct text *text,
                               struct case_fault *fault)
{
    if (changes->without.length == 0 && changes->yaml.length == 0)
        return read_file(stage, cursor, changes->base->file, text, fault);
    char *buffer = ARENA_ARRAY(&stage->lines, char, OFFER_SIZE);
    struct text_out out;
    struct node *data;
    if (!buffer)
        return case_fault_at(cursor, fault, STATUS_NO_MEMORY, "there is no memory for the offer");
    enum status status = case_offer_data(stage->library, changes, cursor, &data, fault);
    if (status != STATUS_OK)
        return status;
    text_out_init(&out, buffer, OFFER_SIZE);
    case_write_node(&out, data);
    *text = text_out_text(&out);
    return out.truncated ? case_fault_at(cursor, fault, STATUS_NO_SPACE, "the offer is too long") : STATUS_OK;
}

/* The seeds of a new offer are put in by the clock. */
static enum status seed(struct floor_stage *stage, const struct case_cursor *cursor, struct text name,
                        struct case_fault *fault)
{
    const struct offering *offering = floor_offering(&stage->floor, name);
    struct command command = {.kind = COMMAND_CLOCK};
    COMMAND_AS(&command, clock_moves)->at = stage->floor.now;
    stage->posted = true;
    stage->on.offer = (uint32_t)(offering - stage->floor.offerings);
    stage->books.activity = offering->terms.activity;
    return set_up(&stage->on, cursor, &command, fault);
}

/* Takes `, MARK VALUE` out of the words of a line, up to the next comma; the value is empty if it is not there. */
static struct text take_part(struct floor_stage *stage, struct text *line, const char *mark)
{
    const struct text wanted = text_of(mark);
    size_t at = 0, end;
    while (at < line->length && !text_starts_with(text_from(*line, at), wanted))
        at++;
    if (at >= line->length)
        return text_of("");
    for (end = at + wanted.length; end < line->length && line->bytes[end] != ',';)
        end++;
    struct text value = text_trimmed(text_slice(*line, at + wanted.length, end - at - wanted.length));
    char *buffer = ARENA_ARRAY(&stage->lines, char, line->length + 1);
    struct text_out out;
    if (!buffer)
        return text_of("");
    text_out_init(&out, buffer, line->length + 1);
    text_out_add(&out, "%.*s%.*s", TEXT_ARGUMENTS(text_slice(*line, 0, at)),
                 TEXT_ARGUMENTS(text_from(*line, end)));
    *line = text_out_text(&out);
    return value;
}

/* Reads a value that was taken out of a line: the cursor of a line that is that value alone. */
static struct case_line line_of(const struct case_cursor *cursor, struct text value)
{
    struct case_line line = *cursor->line;
    line.text = value;
    return line;
}

/* `from 2026-11-03 06:00`, `signed by sue` */
static enum status read_posting(struct floor_stage *stage, const struct case_cursor *cursor,
                                struct text *line, struct post_offer *asked, struct case_fault *fault)
{
    const struct text from = take_part(stage, line, ", from ");
    struct case_line value = line_of(cursor, from);
    struct case_cursor at = case_start(&value);
    asked->authorised_by = take_part(stage, line, ", signed by ");
    if (from.length == 0)
        return STATUS_OK;
    return house_case_time(&at, &stage->floor.zone, &stage->time, &asked->from, fault) == STATUS_OK &&
                   case_ended(&at)
               ? STATUS_OK
               : case_expected(cursor, fault, "the time from which it is posted, such as 2026-11-03 06:00");
}

/* What was filed first is posted now: the lines below are about it. */
static void notice_posted(struct floor_stage *stage)
{
    const struct offering *offering =
        stage->posted || stage->filed.length == 0 ? NULL : floor_offering(&stage->floor, stage->filed);
    if (!offering)
        return;
    stage->posted = true;
    stage->on.offer = (uint32_t)(offering - stage->floor.offerings);
    stage->books.activity = offering->terms.activity;
}

/* `post: no-limit-bad-beat, without prizes`, and the data below it; `, from TIME` if it is to be posted later, `, signed by sue` if two sign
 * it; `-> refused #67` if it may not be. */
static enum status take_post(struct floor_stage *stage, struct case_cursor *cursor, size_t *at,
                             struct case_fault *fault)
{
    struct offer_changes changes;
    struct asked_line line;
    char yaml[CASE_YAML_SIZE];
    struct command command = {.kind = COMMAND_POST_OFFER};
    struct post_offer *asked = COMMAND_AS(&command, post_offer);
    const struct text house = stage->house->house.identity;
    enum status status = split_line(cursor, &line, fault);
    if (status == STATUS_OK)
        status = read_posting(stage, cursor, &line.asked, asked, fault);
    if (status == STATUS_OK)
        status = case_offer_find(stage->library, house, line.asked, cursor, &changes, fault);
    if (status != STATUS_OK)
        return status;
    changes.yaml = case_offer_yaml(stage->file, at, yaml, sizeof yaml);
    asked->offer = text_from(changes.base->identity, house.length + 1);
    command.head.by = opener(stage)->person;
    status = file_document(stage, cursor, changes.base->rulebook, fault);
    if (status == STATUS_OK)
        status = offer_bytes(stage, cursor, &changes, &asked->text, fault);
    if (status == STATUS_OK)
        status = ask(stage, cursor, &command, fault);
    const bool allowed = status == STATUS_OK && stage->decision.ruling.allowed;
    if (status == STATUS_OK && !stage->posted && !line.expected.refused && !allowed)
        return refused_set_up(stage, cursor, fault); /* the lines below would be about no offer */
    if (status == STATUS_OK && !stage->posted)
        stage->books.activity = changes.base->rulebook->document.identity;
    if (status == STATUS_OK)
        status = compare_ruling(stage, cursor, &line, fault);
    if (status != STATUS_OK || !allowed)
        return status;
    if (asked->from.ms == 0)
        return seed(stage, cursor, asked->offer, fault);
    stage->filed = stage->posted ? text_of("") : asked->offer;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ amendments */

/* `amend: from 2026-11-03, by max, signed by sue, without roles/cage`, each part of which may be left out, and the data below it;
 * `-> refused house#table` if it may not be. */
static enum status take_amend(struct floor_stage *stage, struct case_cursor *cursor, size_t *at,
                              struct case_fault *fault)
{
    char yaml[CASE_YAML_SIZE];
    struct asked_line line;
    struct command command = {.kind = COMMAND_AMEND_HOUSE};
    struct amend_house *asked = COMMAND_AS(&command, amend_house);
    const struct text without_mark = text_of("without ");
    enum status status = split_line(cursor, &line, fault);
    char words[CASE_YAML_SIZE];
    struct text_out out;
    if (status != STATUS_OK)
        return status;
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, ", %.*s", TEXT_ARGUMENTS(line.asked)); /* so that every part begins alike */
    struct text parts = text_out_text(&out);
    const struct text from = take_part(stage, &parts, ", from "), by = take_part(stage, &parts, ", by "),
                      second = take_part(stage, &parts, ", signed by ");
    struct text without = text_trimmed(text_from(parts, parts.length < 2 ? parts.length : 2));
    if (text_starts_with(without, without_mark))
        without = text_trimmed(text_from(without, without_mark.length));
    else if (without.length > 0)
        return case_expected(cursor, fault, "from and a date, by, signed by, or without and places");
    if (from.length > 0 && date_parse(from, 0, &asked->from, &fault->fault) != STATUS_OK)
        return case_expected(cursor, fault, "the first gaming day, such as 2026-11-03");
    command.head.by = by.length > 0 ? by : case_usual_person(stage->on.staff, command.kind);
    asked->authorised_by = second.length > 0 ? second : case_usual_person(stage->on.staff, COMMAND_AUTHORISE);
    const struct text data = case_offer_yaml(stage->file, at, yaml, sizeof yaml);
    status = case_house_text(&stage->floor, stage->library, without, data, cursor, &stage->lines,
                             &asked->text, fault);
    if (status == STATUS_OK)
        status = ask(stage, cursor, &command, fault);
    return status == STATUS_OK ? compare_ruling(stage, cursor, &line, fault) : status;
}

/* ------------------------------------------------------------------------------------------ money */

/* The offer to which an account belongs; one of the house is moved by the offer that was posted last. */
static uint32_t owner_of(const struct floor_stage *stage, const struct account *account)
{
    for (uint32_t i = 0; i < stage->floor.offering_count; i++)
        if (text_equal(stage->floor.offerings[i].terms.activity, account->activity))
            return i;
    return stage->on.offer;
}

/* What lies there before has not come just now: the event moves what it says alone, repays nothing yet, and asks no clause. */
static enum status lay_down(struct floor_stage *stage, const struct case_cursor *cursor,
                            const struct movement *movement, uint32_t offer, struct case_fault *fault)
{
    const struct house_case_movement *unseen = stage->books.unseen;
    struct event event = {.kind = EVENT_ADJUSTED, .head = {.at = stage->floor.now}};
    event.head.by = case_usual_person(stage->on.staff, COMMAND_ADJUST);
    EVENT_FILL(&event, adjusted, .offer = offer, .reason = text_of("what lies there before"),
               .authorised_by = case_usual_person(stage->on.staff, COMMAND_AUTHORISE),
               .money = {.movements = movement, .movement_count = 1});
    enum status status = happen(stage, cursor, &event, false, fault);
    stage->books.unseen = unseen;
    return status;
}

/* Brings an account to so many cents, from the house or to it. */
static enum status bring(void *context, const struct case_cursor *cursor, account_id account, int64_t cents,
                         struct case_fault *fault)
{
    struct floor_stage *stage = context;
    const int64_t change = cents - stage->floor.ledger.accounts[account].balance;
    const account_id house = ledger_find(&stage->floor.ledger, ACCOUNT_HOUSE, text_of(""), text_of("house"));
    CHECK_OP(house, !=, ACCOUNT_NONE);
    if (account == house)
        return case_fault_at(cursor, fault, STATUS_INVALID,
                             "the house gives and takes what the others hold; write their balances");
    const struct movement movement = {.from = change > 0 ? house : account,
                                      .to = change > 0 ? account : house,
                                      .cents = change > 0 ? change : -change,
                                      .reason = REASON_ADJUSTMENT,
                                      .clause = text_of("house#money")};
    return change != 0 ? lay_down(stage, cursor, &movement,
                                  owner_of(stage, &stage->floor.ledger.accounts[account]), fault)
                       : STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ commands */

/* `clock 2026-11-02 22:00:00` */
static enum status read_clock(struct floor_stage *stage, struct case_cursor *cursor, struct command *command,
                              struct case_fault *fault)
{
    *command = (struct command){.kind = COMMAND_CLOCK};
    return house_case_time(cursor, &stage->floor.zone, &stage->time, &COMMAND_AS(command, clock_moves)->at,
                           fault);
}

/* A line of docs/formats/events.md. */
static enum status read_command(struct floor_stage *stage, struct case_cursor *cursor,
                                const struct asked_line *line, struct command *command,
                                struct case_fault *fault)
{
    struct fault words;
    enum status status = command_parse(line->asked, &stage->floor.zone, &stage->lines, command, &words);
    if (status != STATUS_OK) {
        cursor->at = words.position > 0 ? words.position - 1 : 0;
        return case_fault_at(cursor, fault, status, "%s", words.words);
    }
    if (command->head.by.length == 0)
        command->head.by = case_usual_person(stage->on.staff, command->kind);
    if (case_needs_second(command) &&
        floor_person_may(&stage->floor, command->head.by, floor_permission(command->kind)))
        command_set_second(command, case_usual_second(stage->on.staff, command->head.by));
    return STATUS_OK;
}

static enum status take_command(struct floor_stage *stage, struct case_cursor *cursor,
                                struct case_fault *fault)
{
    struct asked_line line;
    struct command command;
    enum status status = split_line(cursor, &line, fault);
    if (status != STATUS_OK)
        return status;
    if (case_take_words(cursor, "clock")) {
        status = read_clock(stage, cursor, &command, fault);
        if (status == STATUS_OK && !line.expected.refused)
            status = case_end(cursor, fault);
    } else {
        status = read_command(stage, cursor, &line, &command, fault);
    }
    if (status == STATUS_OK)
        status = ask(stage, cursor, &command, fault);
    if (status == STATUS_OK)
        notice_posted(stage);
    return status == STATUS_OK ? compare_ruling(stage, cursor, &line, fault) : status;
}

/* ------------------------------------------------------------------------------------------ what is expected */

/* The words of the expectation, and a number if they have one; the cursor stays where it was if they are not there. */
static bool take_expectation(struct case_cursor *cursor, const struct desk_expectation *expectation,
                             unsigned *number)
{
    struct case_cursor ahead = *cursor;
    *number = 0;
    if (!case_take_words(&ahead, expectation->words) ||
        (expectation->numbered && case_number(&ahead, CASE_NUMBER_MAX, number, NULL) != STATUS_OK))
        return false;
    *cursor = ahead;
    return true;
}

static enum status compare_line(void *context, const struct case_line *line, bool some,
                                struct case_fault *fault)
{
    struct floor_stage *stage = context;
    struct case_cursor cursor = case_start(line);
    unsigned number;
    enum status status;
    if (case_house_line(&stage->amendments, &stage->floor, stage->on.result, &cursor, &status, fault))
        return status;
    if (!stage->posted)
        return case_expected(&cursor, fault, "an offer first, by post:");
    for (unsigned i = 0; i < DESKS; i++)
        for (unsigned k = 0; k < desks[i]->expectation_count; k++)
            if (take_expectation(&cursor, &desks[i]->expectations[k], &number))
                return desks[i]->expectations[k].compare(&stage->on, &cursor, number, fault);
    return case_books_line(&stage->books, &stage->floor.offerings[stage->on.offer].funds, &cursor, some,
                           fault);
}

/* ------------------------------------------------------------------------------------------ the case */

static enum status take_statement(const struct case_player *player, struct case_cursor *cursor, size_t *at,
                                  struct case_fault *fault)
{
    struct floor_stage *stage = player->stage;
    enum status status;
    if (cursor->line->indented)
        return case_expected(cursor, fault, "a line at the margin");
    if (case_take_words(cursor, "house:"))
        return stage_take_house(stage, cursor, fault);
    if (!stage->house)
        return case_expected(cursor, fault, "a house first, such as house: demo, 2026-11-02 12:00:00");
    if (case_take_words(cursor, "post:"))
        return take_post(stage, cursor, at, fault);
    if (case_take_words(cursor, "amend:"))
        return take_amend(stage, cursor, at, fault);
    if (case_take_shared(player, stage->file, cursor, at,
                         stage->posted ? NULL : "an offer first, by post:", &status, fault))
        return status;
    for (unsigned i = 0; i < DESKS; i++)
        for (unsigned k = 0; k < desks[i]->statement_count; k++)
            if (case_take_words(cursor, desks[i]->statements[k].words))
                return desks[i]->statements[k].take(&stage->on, cursor, fault);
    return take_command(stage, cursor, fault);
}

static void clear_lines(void *context)
{
    arena_clear(&((struct floor_stage *)context)->lines);
}

enum status floor_case_play(const struct case_file *file, struct library *library,
                            const struct house_case_files *files, struct case_books *books,
                            struct case_fault *fault)
{
    struct arena arena;
    arena_init(&arena, STAGE_MEMORY_MAX);
    struct floor_stage *stage = ARENA_NEW(&arena, struct floor_stage);
    char *json = ARENA_ARRAY(&arena, char, EVENT_SIZE);
    enum status status = STATUS_NO_MEMORY;
    if (stage && json) {
        *stage = (struct floor_stage){.file = file, .library = library, .files = files, .json = json};
        stage->on = (struct case_floor){.floor = &stage->floor,
                                        .decision = &stage->decision,
                                        .staff = &library->staff,
                                        .result = books->result,
                                        .set_up = set_up};
        stage->amendments.arena = &stage->keeping;
        arena_init(&stage->keeping, LINE_MEMORY_MAX);
        stage->books = *books;
        stage->books.ledger = &stage->floor.ledger;
        arena_init(&stage->lines, LINE_MEMORY_MAX);
        decision_init(&stage->decision);
        status = floor_init(&stage->floor, FLOOR_MEMORY_MAX, &fault->fault);
    }
    if (status == STATUS_OK) {
        const struct case_player player = {stage,       &stage->books, take_statement,
                                           clear_lines, bring,         compare_line};
        status = case_play_lines(&player, file, fault);
    } else {
        fault->line = 1;
        (void)fault_set(&fault->fault, status, 1, "there is no memory to play the case");
    }
    if (stage && json) {
        floor_release(&stage->floor);
        decision_release(&stage->decision);
        arena_release(&stage->lines);
        arena_release(&stage->keeping);
    }
    arena_release(&arena);
    return status;
}
