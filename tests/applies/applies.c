/*
 * Applies the events of a house's log, by a program in which nothing can decide. For tests/applies/applies.
 *
 *      applies STORE       applies the log; prints each kind of event and how many there were
 *      applies --decide    calls a function that decides
 *
 * The functions that decide are not in this program: its build leads every call of them from another file to a stub, which names the
 * function and ends the program (meson.build has the list). So a log that is applied to its end needed none of them.
 *
 * Exit codes: 0 applied, 1 a function that decides was called, 2 the log cannot be read or applied.
 */
#include "house/kernel/floor.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>

enum { APPLIED, DECIDED, FAILED };

#define CUT_OFF(name)                                                                                        \
    _Noreturn void cut_off_##name(void) __asm__("__wrap_" #name);                                            \
    _Noreturn void cut_off_##name(void)                                                                      \
    {                                                                                                        \
        fprintf(stderr, "applies: " #name "() was called, which decides\n");                                 \
        exit(DECIDED);                                                                                       \
    }
ALL_CUT_OFF

struct applying {
    struct floor floor;
    struct arena reading;
    uint64_t counts[EVENT_KINDS];
};

static enum status apply(void *context, const struct store_record *record, struct fault *fault)
{
    struct applying *applying = context;
    struct event event;
    arena_clear(&applying->reading);
    enum status status =
        event_read(record->event.kind, record->event.payload, &applying->reading, &event, fault);
    if (status != STATUS_OK)
        return status;
    applying->counts[event.kind]++;
    return floor_apply(&applying->floor, &event, fault);
}

static int apply_log(const char *address)
{
    enum { READING_MAX = 64 << 20, FLOOR_MAX = 1 << 30 };
    static struct applying applying;
    struct fault fault = {.words = ""};
    char words[200];
    struct text_out why;
    struct store *store = NULL;
    text_out_init(&why, words, sizeof words);
    arena_init(&applying.reading, READING_MAX);
    enum status status = floor_init(&applying.floor, FLOOR_MAX, &fault);
    if (status == STATUS_OK)
        status =
            store_open(text_of(address), &(struct store_options){.mode = STORE_READ_ONLY, .to_inspect = true},
                       &store, &fault);
    if (status == STATUS_OK)
        status = store_read(store, text_of("house"), 1, STORE_SEQUENCE_MAX, apply, &applying, &fault);
    if (status != STATUS_OK)
        fprintf(stderr, "applies: %s: %s\n", address, fault.words);
    else if (!floor_audit(&applying.floor, &why))
        fprintf(stderr, "applies: %s: %s\n", address, words);
    else
        for (unsigned kind = 0; kind < EVENT_KINDS; kind++)
            printf("%s %llu\n", event_name((enum event_kind)kind), (unsigned long long)applying.counts[kind]);
    store_close(store);
    floor_release(&applying.floor);
    arena_release(&applying.reading);
    return status == STATUS_OK && words[0] == '\0' ? APPLIED : FAILED;
}

/* Shows that the calls are led to the stubs. */
static int decide(void)
{
    static struct floor floor;
    static struct decision decision;
    const struct command command = {.kind = COMMAND_CLOCK};
    return floor_decide(&floor, &command, &decision, NULL) == STATUS_OK ? APPLIED : FAILED;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: applies STORE\n");
        return FAILED;
    }
    return text_equal(text_of(argv[1]), text_of("--decide")) ? decide() : apply_log(argv[1]);
}
