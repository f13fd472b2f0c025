#include "books/opening.h"

#include "base/check.h"
#include "house/kernel/clock_shapes.h"
#include "house/setup/setup_shapes.h"
#include "rulebook/files.h"
#include "rulebook/law.h"
#include "rulebook/vocabulary_paths.h"

enum { FILE_SIZE_MAX = 1 << 20 };

/* The commands of an opening, and what each is about: a file, or something else that has a name. */
struct opening {
    struct library *library;
    const struct library_house *house;
    struct text by;
    struct command *commands;
    const char **about;
    size_t count, room;
    struct fault *fault;
};

const struct library_house *opening_house(const struct library *library, struct text name)
{
    for (unsigned i = 0; i < library->house_count; i++)
        if (text_equal(library->houses[i].house.identity, name))
            return &library->houses[i];
    return NULL;
}

bool opening_wants(const struct library_house *house, const struct rulebook *rulebook)
{
    if (rulebook->is_law)
        return law_binds(rulebook, &house->house) ||
               node_member_called(node_member(house->house.data, KEY_SETTINGS), rulebook->document.identity);
    for (unsigned i = 0; i < house->offer_count; i++)
        if (house->offers[i].rulebook == rulebook)
            return true;
    return false;
}

/* The next command. There is room for two a rulebook, one an offer, the house and the clock. */
static struct command *next(struct opening *opening, enum command_kind kind, const char *about)
{
    CHECK(opening->count < opening->room && kind < COMMAND_KINDS);
    struct command *command = &opening->commands[opening->count];
    *command = (struct command){.kind = kind};
    opening->about[opening->count++] = about;
    return command;
}

static enum status read_whole(const struct opening *opening, const char *path, struct text *bytes)
{
    struct library *library = opening->library;
    if (files_read(path, FILE_SIZE_MAX, &library->arena, &library->findings, bytes) == STATUS_OK)
        return STATUS_OK;
    return fault_set(opening->fault, STATUS_INVALID, 0, "%s cannot be read", path);
}

static enum status open_house(struct opening *opening, struct instant at)
{
    struct command *command = next(opening, COMMAND_OPEN_HOUSE, opening->house->house.file);
    COMMAND_AS(command, open_house)->head.by = opening->by;
    COMMAND_AS(command, open_house)->house = opening->house->house.identity;
    COMMAND_AS(command, open_house)->at = at;
    return read_whole(opening, opening->house->house.file, &COMMAND_AS(command, open_house)->text);
}

/* What an issuer has approved, once; a document of an issuer without a register is refused when it is filed. */
static void file_approvals(struct opening *opening, const struct rulebook *rulebook)
{
    const struct library_register *found = library_register(opening->library, rulebook);
    for (size_t i = 0; i < opening->count; i++)
        if (found && opening->about[i] == found->path)
            return;
    if (!found)
        return;
    struct command *command = next(opening, COMMAND_FILE_APPROVALS, found->path);
    COMMAND_AS(command, file_approvals)->head.by = opening->by;
    COMMAND_AS(command, file_approvals)->text = found->text;
    COMMAND_AS(command, file_approvals)->signature = found->signature;
}

static enum status file_documents(struct opening *opening)
{
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < opening->library->rulebook_count && status == STATUS_OK; i++) {
        const struct rulebook *rulebook = &opening->library->rulebooks[i];
        if (!opening_wants(opening->house, rulebook))
            continue;
        file_approvals(opening, rulebook);
        struct command *command = next(opening, COMMAND_FILE_DOCUMENT, rulebook->document.file);
        COMMAND_AS(command, file_document)->head.by = opening->by;
        COMMAND_AS(command, file_document)->activity = rulebook->document.identity;
        status = read_whole(opening, rulebook->document.file, &COMMAND_AS(command, file_document)->text);
    }
    return status;
}

static enum status post_offers(struct opening *opening)
{
    const struct library_house *house = opening->house;
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < house->offer_count && status == STATUS_OK; i++) {
        const struct offer *offer = &house->offers[i];
        CHECK(text_starts_with(offer->identity, house->house.identity)); /* demo/bonus-hand is of demo */
        struct command *command = next(opening, COMMAND_POST_OFFER, offer->file);
        COMMAND_AS(command, post_offer)->head.by = opening->by;
        COMMAND_AS(command, post_offer)->offer = text_from(offer->identity, house->house.identity.length + 1);
        status = read_whole(opening, offer->file, &COMMAND_AS(command, post_offer)->text);
    }
    return status;
}

static enum status do_all(const struct opening *opening, struct keeper *keeper)
{
    struct keeper_reply reply;
    struct fault fault;
    size_t at;
    enum status status = keeper_do_together(keeper, opening->commands, opening->count, &at, &reply, &fault);
    CHECK_OP(at, <=, opening->count);
    if (status != STATUS_OK && at == opening->count)
        return fault_set(opening->fault, status, 0, "%s", fault.words);
    if (status != STATUS_OK)
        return fault_set(opening->fault, status, 0, "%s: %s", opening->about[at], fault.words);
    CHECK_IMPLIES(reply.outcome == KEEPER_REFUSED, at < opening->count);
    if (reply.outcome == KEEPER_REFUSED)
        return fault_set(opening->fault, STATUS_INVALID, 0, "%s: %s (%s)", opening->about[at],
                         reply.ruling.words, reply.ruling.clause);
    return STATUS_OK;
}

enum status opening_begin(struct keeper *keeper, struct library *library, const struct library_house *house,
                          struct text by, struct instant at, struct fault *fault)
{
    size_t room = 2 * (size_t)library->rulebook_count + house->offer_count + 2;
    struct opening opening = {.library = library, .house = house, .by = by, .room = room, .fault = fault};
    opening.commands = ARENA_ARRAY(&library->arena, struct command, room);
    opening.about = ARENA_ARRAY(&library->arena, const char *, room);
    if (!opening.commands || !opening.about)
        return fault_set(fault, library->arena.refusal, 0, "there is no memory to open a house");
    enum status status = open_house(&opening, at);
    if (status == STATUS_OK)
        status = file_documents(&opening);
    if (status == STATUS_OK)
        status = post_offers(&opening);
    if (status != STATUS_OK)
        return status;
    struct command *clock = next(&opening, COMMAND_CLOCK, "the clock");
    COMMAND_AS(clock, clock_moves)->at = at;
    COMMAND_AS(clock, clock_moves)->far = true; /* the books may have rested */
    return do_all(&opening, keeper);
}
