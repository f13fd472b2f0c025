/*
 * cardroom house diff, cardroom house amend: the files of a house beside its books.
 */
#include "cli/house.h"
#include "cli/house_notary.h"

#include "books/differences.h"
#include "cli/library_place.h"
#include "cli/rebuilding.h"
#include "house/kernel/clock_shapes.h"

#include <stdio.h>

struct files_request {
    const char *store, *folder, *by, *second, *from, *at, *key;
    bool json;
};

/* ------------------------------------------------------------------------------------------ printing */

static const char *const of_words[] = {"house", "document", "offer"}, *const how_words[] = {"changed", "new",
                                                                                            "gone"};

json_t *house_difference_json(const struct difference *difference)
{
    json_t *object = json_object();
    (void)json_object_set_new(object, "of", json_string(of_words[difference->of]));
    (void)json_object_set_new(object, "how", json_string(how_words[difference->how]));
    if (difference->name.length > 0)
        (void)json_object_set_new(object, "name", document_text(difference->name));
    if (difference->path.length > 0) {
        (void)json_object_set_new(object, "path", document_text(difference->path));
        (void)json_object_set_new(object, "before", document_text(difference->before));
        (void)json_object_set_new(object, "after", document_text(difference->after));
    }
    return object;
}

void house_print_difference(FILE *file, const struct difference *difference)
{
    static char line[1 << 16];
    struct text_out out;
    text_out_init(&out, line, sizeof line);
    house_difference_write(&out, difference);
    fprintf(file, "%s%s\n", line, out.truncated ? "..." : "");
}

static int print_differences(const struct files_request *request, const struct differences *found)
{
    int code = EXIT_CODE_OK;
    for (size_t i = 0; i < found->count && code == EXIT_CODE_OK; i++)
        if (request->json)
            code = house_print_json_line(house_difference_json(&found->items[i]));
        else
            house_print_difference(stdout, &found->items[i]);
    if (code == EXIT_CODE_OK && found->count == 0 && !request->json)
        printf("no differences: the books of %s have the house as its files say\n", request->store);
    return code;
}

/* ------------------------------------------------------------------------------------------ doing */

static int refuse(const struct amending_reply *reply)
{
    fprintf(stderr, "cardroom house: nothing was changed: %s%s%s (%s)\n", reply->about ? reply->about : "",
            reply->about ? ": " : "", reply->ruling.words, reply->ruling.clause);
    return EXIT_CODE_FINDINGS;
}

static int print_amended(const struct files_request *request, const struct floor *floor,
                         const struct amending_reply *reply)
{
    const bool waits = floor->waiting_count > 0 && request->from;
    if (request->json) {
        json_t *object =
            json_pack("{s:b,s:i,s:i,s:i,s:b}", "house", reply->house, "documents", (int)reply->documents,
                      "offers", (int)reply->offers, "withdrawn", (int)reply->withdrawn, "waits", waits);
        return object ? house_print_json_line(object) : EXIT_CODE_WORLD;
    }
    printf("%s: house.yaml %s, %u documents filed, %u offers %s%s%s, %u withdrawn\n", request->store,
           reply->house ? (waits ? "filed" : "amended") : "unchanged", reply->documents, reply->offers,
           waits ? "filed" : "posted", waits ? " from " : "", waits ? request->from : "", reply->withdrawn);
    return EXIT_CODE_OK;
}

/* Brings the house to the time, so that its gaming day is the one that runs. */
static int bring_to_time(const struct files_request *request, struct keeper *keeper)
{
    struct command clock = {.kind = COMMAND_CLOCK};
    struct keeper_reply reply;
    struct fault fault;
    struct instant at = house_wall_clock();
    if (request->at && instant_parse(text_of(request->at), 0, &at, &fault) != STATUS_OK)
        return command_bad_input("house", request->at, &fault);
    if (instant_compare(at, keeper_floor(keeper)->now) <= 0)
        return EXIT_CODE_OK;
    COMMAND_AS(&clock, clock_moves)->at = at;
    if (house_is_ahead(keeper_floor(keeper), at)) {
        fprintf(stderr, "cardroom house: %s\n", house_ahead().words);
        return EXIT_CODE_FINDINGS;
    }
    enum status status = keeper_do(keeper, &clock, &reply, &fault);
    if (status != STATUS_OK)
        return house_failure("house", request->store, status, &fault);
    if (reply.outcome != KEEPER_REFUSED)
        return EXIT_CODE_OK;
    fprintf(stderr, "cardroom house: %s (%s)\n", reply.ruling.words, reply.ruling.clause);
    return EXIT_CODE_FINDINGS;
}

static int amend(const struct files_request *request, struct keeper *keeper, struct library *library,
                 const struct library_house *house)
{
    struct amending_request asked = {.by = text_of(request->by), .second = text_of(request->second)};
    struct amending_reply reply;
    struct fault fault;
    if (request->from && date_parse(text_of(request->from), 0, &asked.from, &fault) != STATUS_OK)
        return command_bad_input("house", request->from, &fault);
    int code = bring_to_time(request, keeper);
    if (code != EXIT_CODE_OK)
        return code;
    enum status status = differences_amend(keeper, library, house, &asked, &reply, &fault);
    if (status != STATUS_OK)
        return house_failure("house", reply.about ? reply.about : request->store, status, &fault);
    if (!reply.ruling.allowed)
        return refuse(&reply);
    code = print_amended(request, keeper_floor(keeper), &reply);
    return code == EXIT_CODE_OK ? command_finish("house") : code;
}

static int compare(const struct files_request *request, const struct keeper *keeper, struct library *library,
                   const struct library_house *house)
{
    struct differences found;
    struct fault fault;
    enum status status =
        differences_find(keeper_floor(keeper), library, house, &library->arena, &found, &fault);
    if (status != STATUS_OK)
        return house_failure("house", request->store, status, &fault);
    int code = print_differences(request, &found);
    if (code == EXIT_CODE_OK)
        code = command_finish("house");
    return code == EXIT_CODE_OK && found.count > 0 ? EXIT_CODE_FINDINGS : code;
}

/* The folder may have another name than the one from which the house was opened. */
static int in_books(const struct files_request *request, struct library *library,
                    const struct library_house *house)
{
    struct rebuilding_watch watch = {0};
    const bool writes = request->by != NULL;
    const struct keeper_options options = {.mode = writes ? STORE_EXISTING : STORE_READ_ONLY,
                                           .log_key =
                                               request->key ? request->key : getenv("CARDROOM_LOG_KEY"),
                                           .rebuilding = writes ? rebuilding_show() : NULL,
                                           .rebuilding_context = &watch};
    struct house_notary notary = {.command = "house"};
    struct keeper *keeper;
    struct fault fault;
    int code = writes ? house_notary_find("house", request->store, request->key, &notary) : EXIT_CODE_OK;
    if (code != EXIT_CODE_OK)
        return code;
    enum status status = keeper_open(text_of(request->store), &options, NULL, NULL, &keeper, &fault);
    if (status != STATUS_OK)
        return house_failure("house", request->store, status, &fault);
    const struct floor *floor = keeper_floor(keeper);
    house_notary_tell(&notary, keeper);
    if (writes)
        code = house_notary_begin(&notary, floor);
    if (code != EXIT_CODE_OK) {
        keeper_close(keeper);
        return code;
    }
    if (!floor->opened)
        code =
            command_usage("house", "%s has no house; 'cardroom house init' makes its books", request->store);
    else
        code = writes ? amend(request, keeper, library, house) : compare(request, keeper, library, house);
    int promised = writes ? house_notary_end(&notary, keeper_floor(keeper)) : EXIT_CODE_OK;
    code = code == EXIT_CODE_OK ? promised : code;
    keeper_close(keeper);
    return code;
}

/* ------------------------------------------------------------------------------------------ the parts */

static int read_request(int argc, char **argv, bool writes, struct files_request *request)
{
    for (int i = 0; i < argc; i++) {
        struct text word = text_of(argv[i]);
        const char **value = !writes                                  ? NULL
                             : text_equal(word, text_of("--by"))      ? &request->by
                             : text_equal(word, text_of("--second"))  ? &request->second
                             : text_equal(word, text_of("--from"))    ? &request->from
                             : text_equal(word, text_of("--log-key")) ? &request->key
                             : text_equal(word, text_of("--at"))      ? &request->at
                                                                      : NULL;
        if (text_equal(word, text_of("--json")))
            request->json = true;
        else if (value && i + 1 < argc)
            *value = argv[++i];
        else if (value || word.bytes[0] == '-' || request->folder)
            return command_usage("house", value ? "'%s' needs a value" : "unknown argument '%s'", argv[i]);
        else
            *(request->store ? &request->folder : &request->store) = argv[i];
    }
    if (!request->store)
        return command_usage("house", "STORE is missing; give one such as sqlite:house.db");
    if (!request->folder)
        return command_usage("house", "FOLDER is missing; give a house, or a folder with a house.yaml");
    if (writes && (!request->by || !request->second))
        return command_usage("house", "two persons sign an amendment; give --by and --second");
    return EXIT_CODE_OK;
}

static int with_files(int argc, char **argv, bool writes)
{
    struct files_request request = {.store = NULL};
    struct library library;
    const struct library_house *house = NULL;
    int code = read_request(argc, argv, writes, &request);
    if (code != EXIT_CODE_OK)
        return code;
    library_init(&library);
    code = library_open_house("house", &library, request.folder, &house);
    if (code == EXIT_CODE_OK)
        code = in_books(&request, &library, house);
    library_release(&library);
    return code;
}

int house_diff(int argc, char **argv)
{
    return with_files(argc, argv, false);
}

int house_amend(int argc, char **argv)
{
    return with_files(argc, argv, true);
}
