#include "cli/house_notary.h"

#include "books/checkpoint_due.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int house_notary_find(const char *command, const char *store, const char *key, struct house_notary *notary)
{
    *notary = (struct house_notary){.command = command, .store = store};
    if (!key)
        key = getenv("CARDROOM_LOG_KEY");
    notary->has_files = notary_files_of(text_of(store), key && *key ? key : NULL, &notary->files);
    if (!notary->has_files || access(notary->files.checkpoints, F_OK) != 0 ||
        access(notary->files.key, F_OK) == 0)
        return EXIT_CODE_OK;
    return command_usage(command,
                         "the key of the log, %s, is missing, and there are checkpoints that it signed. The "
                         "house is not opened for "
                         "writing. Put the key back from its copy",
                         notary->files.key);
}

static void complain(const struct house_notary *notary, const char *words)
{
    fprintf(stderr, "cardroom %s: NO CHECKPOINT: %s\n", notary->command, words);
}

static void sign(struct house_notary *notary)
{
    struct fault fault;
    if (!notary->notary)
        return;
    enum status status = notary_sign(notary->notary, NULL, &fault);
    notary->signed_at = (uint64_t)time(NULL);
    if (status == STATUS_OK)
        return;
    if (!notary->refused || status != STATUS_DAMAGED)
        complain(notary, fault.words);
    notary->refused = notary->refused || status == STATUS_DAMAGED;
}

static void print_new_key(const struct house_notary *notary)
{
    char words[NOTE_KEY_TEXT_MAX + 1];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    note_key_write(&out, notary_key(notary->notary));
    fprintf(stderr,
            "cardroom %s: the key of the log is new: %s\n"
            "  Keep a copy of it away from this machine. Give its public form to the auditor, the regulator "
            "and the witness:\n"
            "  %s\n",
            notary->command, notary->files.key, words);
}

int house_notary_begin(struct house_notary *notary, const struct floor *floor)
{
    bool made = false;
    struct fault fault;
    if (!floor->opened || notary->notary)
        return EXIT_CODE_OK;
    if (!notary->has_files) {
        complain(notary, "no key is known for this store; say one with --log-key or CARDROOM_LOG_KEY");
        return EXIT_CODE_OK;
    }
    const struct notary_options options = {
        .store = text_of(notary->store), .files = notary->files, .house = floor->house.name};
    enum status status = notary_open(&options, &notary->notary, &made, &fault);
    if (status != STATUS_OK)
        return house_failure(notary->command, notary->store, status, &fault);
    if (made)
        print_new_key(notary);
    notary->day = floor->day;
    sign(notary);
    return EXIT_CODE_OK;
}

void house_notary_tell(const struct house_notary *notary, const struct keeper *keeper)
{
    uint64_t refused = keeper_snapshot_refused(keeper);
    if (refused > 0)
        fprintf(
            stderr,
            "cardroom %s: the saved state after event %llu is not signed with the key of the log. It was not "
            "used; the events were applied instead. 'cardroom audit' compares it with them\n",
            notary->command, (unsigned long long)refused);
}

void house_notary_after(struct house_notary *notary, const struct floor *floor,
                        const struct decision *decision)
{
    bool due = memcmp(&notary->day, &floor->day, sizeof floor->day) != 0;
    uint64_t now = (uint64_t)time(NULL);
    if (!notary->notary)
        return;
    notary->day = floor->day;
    for (unsigned i = 0; i < decision->event_count; i++)
        due = due || checkpoint_is_due(floor, &decision->events[i]);
    const int64_t every = house_checkpoints(&floor->house).every_ms / 1000;
    if (due || now >= notary->signed_at + (uint64_t)every)
        sign(notary);
}

int house_notary_end(struct house_notary *notary, const struct floor *floor)
{
    int code = EXIT_CODE_OK;
    if (notary->notary)
        sign(notary);
    else if (floor && floor->opened && notary->has_files)
        code = house_notary_begin(notary, floor);
    notary_close(notary->notary);
    notary->notary = NULL;
    return code == EXIT_CODE_OK && notary->refused ? EXIT_CODE_FINDINGS : code;
}
