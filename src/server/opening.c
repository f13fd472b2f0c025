#include "server/opening.h"

#include "rulebook/files.h"

enum { FILE_SIZE_MAX = 1 << 20 };

/* What every step of an opening needs. */
struct opening {
    struct keeper *keeper;
    struct library *library;
    const struct library_house *house;
    struct text by;
    struct fault *fault;
};

const struct library_house *opening_house(const struct library *library, struct text name)
{
    for (unsigned i = 0; i < library->house_count; i++)
        if (text_equal(library->houses[i].house.identity, name))
            return &library->houses[i];
    return NULL;
}

/* Does a step that is about a file, or something else that has a name. */
static enum status must_do(const struct opening *opening, const struct command *command, const char *what)
{
    struct keeper_reply reply;
    struct fault fault;
    enum status status = keeper_do(opening->keeper, command, &reply, &fault);
    if (status != STATUS_OK)
        return fault_set(opening->fault, status, 0, "%s: %s", what, fault.words);
    if (reply.outcome == KEEPER_REFUSED)
        return fault_set(opening->fault, STATUS_INVALID, 0, "%s: %s (%s)", what, reply.ruling.words,
                         reply.ruling.clause);
    return STATUS_OK;
}

static enum status read_whole(const struct opening *opening, const char *path, struct text *bytes)
{
    struct library *library = opening->library;
    if (files_read(path, FILE_SIZE_MAX, &library->arena, &library->findings, bytes) == STATUS_OK)
        return STATUS_OK;
    return fault_set(opening->fault, STATUS_INVALID, 0, "%s cannot be read", path);
}

/* Laws hold whatever is offered; activities are filed for the offers that need them. */
static bool is_wanted(const struct library_house *house, const struct rulebook *rulebook)
{
    if (text_starts_with(rulebook->document.identity, text_of("us-federal/")))
        return true;
    for (unsigned i = 0; i < house->offer_count; i++)
        if (house->offers[i].rulebook == rulebook)
            return true;
    return false;
}

static enum status open_house(const struct opening *opening, struct instant at)
{
    struct command command = {.kind = COMMAND_OPEN_HOUSE};
    command.open_house.head.by = opening->by;
    command.open_house.house = opening->house->house.identity;
    command.open_house.at = at;
    enum status status = read_whole(opening, opening->house->house.file, &command.open_house.text);
    return status == STATUS_OK ? must_do(opening, &command, opening->house->house.file) : status;
}

static enum status file_documents(const struct opening *opening)
{
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < opening->library->rulebook_count && status == STATUS_OK; i++) {
        const struct rulebook *rulebook = &opening->library->rulebooks[i];
        struct command command = {.kind = COMMAND_FILE_DOCUMENT};
        if (!is_wanted(opening->house, rulebook))
            continue;
        command.file_document.head.by = opening->by;
        command.file_document.activity = rulebook->document.identity;
        status = read_whole(opening, rulebook->document.file, &command.file_document.text);
        if (status == STATUS_OK)
            status = must_do(opening, &command, rulebook->document.file);
    }
    return status;
}

static enum status post_offers(const struct opening *opening)
{
    const struct library_house *house = opening->house;
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < house->offer_count && status == STATUS_OK; i++) {
        const struct offer *offer = &house->offers[i];
        struct command command = {.kind = COMMAND_POST_OFFER};
        command.post_offer.head.by = opening->by;
        command.post_offer.offer = text_from(offer->identity, house->house.identity.length + 1);
        status = read_whole(opening, offer->file, &command.post_offer.text);
        if (status == STATUS_OK)
            status = must_do(opening, &command, offer->file);
    }
    return status;
}

enum status opening_begin(struct keeper *keeper, struct library *library, const struct library_house *house,
                          struct text by, struct instant at, struct fault *fault)
{
    const struct opening opening = {keeper, library, house, by, fault};
    struct command clock = {.kind = COMMAND_CLOCK};
    clock.clock.at = at;
    enum status status = open_house(&opening, at);
    if (status == STATUS_OK)
        status = file_documents(&opening);
    if (status == STATUS_OK)
        status = post_offers(&opening);
    return status == STATUS_OK ? must_do(&opening, &clock, "the clock") : status;
}
