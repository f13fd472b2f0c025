#include "cli/simulate_floor.h"

#include "auditor/simulator/dishonest.h"
#include "auditor/simulator/simulate_floor.h"
#include "base/money.h"
#include "cli/command.h"
#include "cli/library_place.h"

#include <inttypes.h>
#include <stdio.h>

enum { DAYS_MAX = 36600, COMMANDS_MAX = 1000000, SEEDS_MAX = 1000000, MONEY_SIZE = 48 };

struct request {
    uint64_t seed, seeds, days, commands;
    const char *store, *house;
    bool json, dishonest;
};

/* ------------------------------------------------------------------------------------------ words */

static int take_number(const char *option, const char *value, uint64_t least, uint64_t most, uint64_t *number)
{
    struct fault fault;
    return command_number(text_of(value), option, least, most, number, &fault) == STATUS_OK
               ? EXIT_CODE_OK
               : command_bad_input("simulate", value, &fault);
}

static int take_option(struct request *request, const char *option, const char *value)
{
    const struct {
        const char *name;
        uint64_t *number;
        const char **text;
        uint64_t least, most;
    } options[] = {{"--seed", &request->seed, NULL, 0, UINT64_MAX},
                   {"--seeds", &request->seeds, NULL, 1, SEEDS_MAX},
                   {"--days", &request->days, NULL, 1, DAYS_MAX},
                   {"--commands", &request->commands, NULL, 1, COMMANDS_MAX},
                   {"--store", NULL, &request->store, 0, 0},
                   {"--house", NULL, &request->house, 0, 0}};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        if (!text_equal(text_of(option), text_of(options[i].name)))
            continue;
        if (!value)
            return command_usage("simulate", "%s needs a value", option);
        if (options[i].number)
            return take_number(option, value, options[i].least, options[i].most, options[i].number);
        *options[i].text = value;
        return EXIT_CODE_OK;
    }
    return command_usage("simulate", "unknown option %s", option);
}

static int take_words(struct request *request, int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        struct text word = text_of(argv[i]);
        if (text_equal(word, text_of("--json"))) {
            request->json = true;
            continue;
        }
        if (text_equal(word, text_of("--dishonest"))) {
            request->dishonest = true;
            continue;
        }
        if (!text_starts_with(word, text_of("--")))
            return command_usage("simulate", "unexpected argument '%s'", argv[i]);
        int code = take_option(request, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
        if (code != EXIT_CODE_OK)
            return code;
        i++;
    }
    return request->store && request->seeds > 1
               ? command_usage("simulate",
                               "--store can be used with one seed only, because a store holds one simulation")
               : EXIT_CODE_OK;
}

/* ------------------------------------------------------------------------------------------ printing */

static json_t *attempts_json(const struct simulation_result *result)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < attempt_count; i++)
        (void)json_array_append_new(list,
                                    json_pack("{s:s, s:s, s:I, s:I}", "attempt", attempts[i].name, "rule",
                                              attempts[i].rule, "tried", (json_int_t)result->attempts[i].made,
                                              "caught", (json_int_t)result->attempts[i].caught));
    return list;
}

static int print_json(const struct request *request, uint64_t seed, const struct simulation_result *result)
{
    json_t *object = json_pack(
        "{s:I, s:I, s:b, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, "
        "s:I}",
        "seed", (json_int_t)seed, "days", (json_int_t)request->days, "sound", result->sound, "commands",
        (json_int_t)result->commands, "done", (json_int_t)result->done, "refused",
        (json_int_t)result->refused, "repeated", (json_int_t)result->repeated, "crashes",
        (json_int_t)result->crashes, "snapshots", (json_int_t)result->snapshots, "events",
        (json_int_t)result->events, "rounds", (json_int_t)result->rounds, "awards",
        (json_int_t)result->awards, "prizes", (json_int_t)result->prizes, "paid", (json_int_t)result->paid,
        "lapsed", (json_int_t)result->lapsed, "forfeited", (json_int_t)result->forfeited, "reversed",
        (json_int_t)result->reversed, "fees_cents", (json_int_t)result->fees_cents, "awarded_cents",
        (json_int_t)result->awarded_cents, "paid_cents", (json_int_t)result->paid_cents);
    if (object && request->dishonest && json_object_set_new(object, "attempts", attempts_json(result)) != 0) {
        json_decref(object);
        object = NULL;
    }
    if (object && !result->sound &&
        json_object_update_new(object, json_pack("{s:I, s:s}", "sequence", (json_int_t)result->sequence,
                                                 "why", result->words)) != 0) {
        json_decref(object);
        object = NULL;
    }
    return command_print_json("simulate", object);
}

static const char *dollars(char *buffer, int64_t cents)
{
    struct text_out out;
    text_out_init(&out, buffer, MONEY_SIZE);
    money_write(&out, money_of_cents(cents));
    return buffer;
}

static int print_people(const struct request *request, uint64_t seed, const struct simulation_result *result)
{
    char fees[MONEY_SIZE], awarded[MONEY_SIZE], paid[MONEY_SIZE];
    printf("seed %" PRIu64 ": %" PRIu64 " commands (%" PRIu64 " done, %" PRIu64 " refused, %" PRIu64
           " repeated), %" PRIu64 " events, %" PRIu64 " crashes, %" PRIu64 " snapshots\n",
           seed, result->commands, result->done, result->refused, result->repeated, result->events,
           result->crashes, result->snapshots);
    printf("  %" PRIu64 " rounds with %s of fees, %" PRIu64 " awards of %" PRIu64 " prizes for %s; %" PRIu64
           " paid for %s, %" PRIu64 " lapsed, %" PRIu64 " forfeited, %" PRIu64 " back-outs\n",
           result->rounds, dollars(fees, result->fees_cents), result->awards, result->prizes,
           dollars(awarded, result->awarded_cents), result->paid, dollars(paid, result->paid_cents),
           result->lapsed, result->forfeited, result->reversed);
    for (unsigned i = 0; i < attempt_count && request->dishonest; i++)
        printf("  %s: %" PRIu64 " tried, %" PRIu64 " caught\n", attempts[i].name, result->attempts[i].made,
               result->attempts[i].caught);
    if (result->sound)
        printf("  the auditor agrees with every event%s%s\n",
               request->store ? "; check it with: cardroom audit " : "",
               request->store ? request->store : "");
    else
        printf("  event %" PRIu64 ", %s\n", result->sequence, result->words);
    return EXIT_CODE_OK;
}

/* ------------------------------------------------------------------------------------------ simulating */

static int simulate_seeds(const struct request *request, struct simulated_house *house)
{
    int code = EXIT_CODE_OK;
    for (uint64_t i = 0; i < request->seeds && code == EXIT_CODE_OK; i++) {
        const struct simulation_options options = {.seed = request->seed + i,
                                                   .days = (unsigned)request->days,
                                                   .commands = (unsigned)request->commands,
                                                   .dishonest = request->dishonest,
                                                   .store = text_of(request->store ? request->store : "")};
        struct simulation_result result;
        struct fault fault;
        enum status status = simulate_floor(house, &options, &result, &fault);
        if (status != STATUS_OK) {
            fprintf(stderr, "cardroom simulate: %s\n", fault.words);
            return status == STATUS_INVALID ? EXIT_CODE_BAD_INPUT : EXIT_CODE_WORLD;
        }
        code = request->json ? print_json(request, options.seed, &result)
                             : print_people(request, options.seed, &result);
        if (code == EXIT_CODE_OK && !result.sound)
            code = EXIT_CODE_FINDINGS;
    }
    return code;
}

static int simulate_house(const struct request *request, struct library *library,
                          const struct library_house *of)
{
    struct simulated_house house;
    struct fault fault;
    enum status status = simulated_house_init(&house, library, of, &fault);
    int code = EXIT_CODE_WORLD;
    if (status == STATUS_OK)
        code = simulate_seeds(request, &house);
    else
        fprintf(stderr, "cardroom simulate: %s\n", fault.words);
    simulated_house_release(&house);
    return code;
}

int simulate_floor_words(int argc, char **argv)
{
    struct request request = {
        .seed = 1, .seeds = 1, .days = 1, .commands = SIMULATION_COMMANDS, .house = "demo"};
    struct library library;
    const struct library_house *house = NULL;
    int code = take_words(&request, argc, argv);
    if (code != EXIT_CODE_OK)
        return code;
    library_init(&library);
    code = library_open_house("simulate", &library, request.house, &house);
    if (code == EXIT_CODE_OK)
        code = simulate_house(&request, &library, house);
    library_release(&library);
    return code == EXIT_CODE_OK ? command_finish("simulate") : code;
}
