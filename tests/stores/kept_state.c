/*
 * Compares the state of a house from all events of its store with the state from a snapshot, which it saves. For tests/stores/stores.
 *
 *      kept_state STORE
 *
 * Exit codes: 0 they are the same, 1 they are not, 2 the store cannot be opened or the snapshot saved.
 */
#include "books/keeper.h"

#include <stdio.h>

enum { SAME, DIFFERENT, FAILED };

/* Opens the books and puts the state into the arena. `save` saves the snapshot. */
static enum status read_state(const char *store, bool from_the_start, bool save, struct arena *arena,
                              struct text *bytes, struct fault *fault)
{
    struct keeper *keeper = NULL;
    enum status status = keeper_open(
        text_of(store), &(struct keeper_options){.mode = STORE_EXISTING, .from_the_start = from_the_start},
        NULL, NULL, &keeper, fault);
    if (status == STATUS_OK)
        status = floor_save(keeper_floor(keeper), arena, bytes, fault);
    if (status == STATUS_OK && save)
        status = keeper_save(keeper, fault);
    keeper_close(keeper);
    return status;
}

int main(int argc, char **argv)
{
    enum { STATES_MAX = 1 << 30 };
    struct arena arena;
    struct text events = text_of(""), snapshot = text_of("");
    struct fault fault = {.words = ""};
    if (argc != 2) {
        fprintf(stderr, "usage: kept_state STORE\n");
        return FAILED;
    }
    arena_init(&arena, STATES_MAX);
    enum status status = read_state(argv[1], true, true, &arena, &events, &fault);
    if (status == STATUS_OK)
        status = read_state(argv[1], false, false, &arena, &snapshot, &fault);
    if (status != STATUS_OK)
        fprintf(stderr, "kept_state: %s: %s\n", argv[1], fault.words);
    int code = status != STATUS_OK ? FAILED : text_equal(events, snapshot) ? SAME : DIFFERENT;
    if (code == DIFFERENT)
        fprintf(stderr, "kept_state: %s: the state from the snapshot is not the one from the events\n",
                argv[1]);
    arena_release(&arena);
    return code;
}
