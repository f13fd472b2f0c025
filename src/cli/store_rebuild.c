/* cardroom store rebuild: the report tables anew from the events. */
#include "books/rebuild.h"
#include "books/report_rows.h"
#include "cli/rebuilding.h"
#include "cli/store_command.h"

#include <inttypes.h>
#include <stdio.h>

/* Nobody else may decide meanwhile. */
static enum status rebuild(const char *address, unsigned *was, uint64_t *events, struct fault *fault)
{
    struct store_options options = report_store_options(STORE_EXISTING);
    struct rebuilding_watch watch = {0};
    struct store *store = NULL;
    options.to_rebuild = true;
    options.writer_of = "house";
    enum status status = store_open(text_of(address), &options, &store, fault);
    if (status == STATUS_OK) {
        (void)store_tables_differ(store, was);
        status = reports_rebuild(store, rebuilding_show(), &watch, events, fault);
    }
    store_close(store);
    return status;
}

int store_task_rebuild(int argc, char **argv)
{
    const char *store = NULL;
    bool json = false;
    unsigned was = 0;
    uint64_t events = 0;
    struct fault fault;
    for (int i = 0; i < argc; i++) {
        if (text_equal(text_of(argv[i]), text_of("--json")))
            json = true;
        else if (argv[i][0] == '-' || store)
            return command_usage("store", "unknown argument '%s'", argv[i]);
        else
            store = argv[i];
    }
    if (!store)
        return command_usage("store", "STORE is missing; give one such as sqlite:house.db");
    enum status status = rebuild(store, &was, &events, &fault);
    if (status != STATUS_OK)
        return house_failure("store", store, status, &fault);
    if (json)
        return command_print_json("store", json_pack("{s:i, s:I, s:I}", "version", (int)REPORT_VERSION, "was",
                                                     (json_int_t)was, "events", (json_int_t)events));
    printf("the report tables were made anew from %" PRIu64 " events; they are of version %u\n", events,
           (unsigned)REPORT_VERSION);
    return command_finish("store");
}
