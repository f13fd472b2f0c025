/*
 * cardroom mutate: is every value of the rule documents noticed by the check, an offer or a case?
 */
#include "cli/mutate.h"

#include "base/check.h"
#include "cards/random.h"
#include "cli/command.h"
#include "cli/library_place.h"
#include "cli/mutate_workers.h"
#include "rulebook/files.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum {
    RUN_MEMORY_MAX = 1 << 30,
    FILE_MAX = 1 << 20,
    PATH_SIZE = 1024,
    TERMINAL_MS = 250, /* between two lines of progress on a terminal */
    LOG_MS = 30000,    /* and in a log */
    READING_COST = 20  /* the document is read and checked: as long as so many cases take */
};

static const char mutate_help[] =
    "cardroom mutate [ACTIVITY...] [--jobs N] [--sample N] [--seed N] [--known FILE]\n"
    "                [--record FILE] [--equivalent FILE] [--killed] [--json]\n"
    "\n"
    "Changes the values of the rule documents, one at a time, and reports the changes that no\n"
    "test case notices: the ends of a range, a fund, a word, a yes to no, a row that is left\n"
    "out or added. A document with one changed value is a mutant. A mutant is killed if the\n"
    "check refuses it, an offer is no longer approved, or a case gives another result. Otherwise\n"
    "it survives. Lines of cases that only compare a value with itself (value:, within: and\n"
    "next:) do not count. docs/formats/mutants.md describes the kinds of mutants and the rules.\n"
    "Progress and the time left are shown on a terminal, and otherwise every half minute on\n"
    "standard error.\n"
    "\n"
    "ACTIVITY           issuer/activity, or the activity alone; all documents by default\n"
    "--jobs N           the number of processes; the number of processors by default\n"
    "--sample N         test N mutants of all documents, chosen by the seed, and all mutants of\n"
    "                   each ACTIVITY\n"
    "--seed N           the seed of the sample; 1 by default\n"
    "--equivalent FILE  a list of mutants that no case can notice, each with its reason;\n"
    "                   equivalent-mutants.txt beside the documents by default\n"
    "--known FILE       a list of known survivors. Other survivors are findings, and so are\n"
    "                   listed mutants that were killed\n"
    "--record FILE      write the survivors to FILE\n"
    "--killed           also list the killed mutants, and what killed each\n"
    "--json             print one object: totals (mutants, killed, equivalent, survived),\n"
    "                   survivors, documents, kinds, findings\n"
    "\n"
    "Exit status: 0 no mutant survives, or with --known no other one; 1 a mutant survives, or a\n"
    "list has an entry that is not a mutant, is killed though it is listed as equivalent, or is\n"
    "not a survivor any more; 2 invalid arguments or files, or a case fails before anything is\n"
    "changed; 3 system error.\n"
    "\n"
    "  cardroom mutate\n"
    "  cardroom mutate bay101/aces-cracked --killed\n"
    "  cardroom mutate --sample 200 --seed 7 --known rulebooks/known-survivors.txt\n";

/* ------------------------------------------------------------------------------------------ words */

static int take_option(struct mutate_request *request, const char *option, const char *value)
{
    const struct {
        const char *option;
        uint64_t *number; /* NULL: it names a file */
        const char **file;
        uint64_t least, most;
    } options[] = {{"--jobs", &request->jobs, NULL, 1, MUTATE_WORKERS_MAX},
                   {"--sample", &request->sample, NULL, 0, UINT32_MAX},
                   {"--seed", &request->seed, NULL, 0, UINT64_MAX},
                   {"--equivalent", NULL, &request->equivalent, 0, 0},
                   {"--known", NULL, &request->known, 0, 0},
                   {"--record", NULL, &request->record, 0, 0}};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        struct fault fault;
        if (!text_equal(text_of(option), text_of(options[i].option)))
            continue;
        if (!value)
            return command_usage("mutate", "%s wants a %s", option, options[i].number ? "number" : "file");
        if (options[i].file)
            *options[i].file = value;
        else if (command_number(text_of(value), option, options[i].least, options[i].most, options[i].number,
                                &fault) != STATUS_OK)
            return command_bad_input("mutate", value, &fault);
        request->sampled |= options[i].number == &request->sample;
        return EXIT_CODE_OK;
    }
    return command_usage("mutate", "there is no option %s", option);
}

static int take_words(struct mutate_request *request, int argc, char **argv)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *request = (struct mutate_request){.jobs = cores > 0 ? (uint64_t)cores : 1, .seed = 1};
    for (int i = 1; i < argc; i++) {
        struct text word = text_of(argv[i]);
        if (text_equal(word, text_of("--json"))) {
            request->json = true;
        } else if (text_equal(word, text_of("--killed"))) {
            request->killed = true;
        } else if (text_starts_with(word, text_of("--"))) {
            int code = take_option(request, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
            if (code != EXIT_CODE_OK)
                return code;
            i++;
        } else if (request->name_count < MUTATE_NAMES_MAX) {
            request->names[request->name_count++] = argv[i];
        } else {
            return command_usage("mutate", "at most %d activities are named at once", MUTATE_NAMES_MAX);
        }
    }
    return EXIT_CODE_OK;
}

static int no_memory(void)
{
    fprintf(stderr, "cardroom mutate: there is no memory\n");
    return EXIT_CODE_WORLD;
}

/* ------------------------------------------------------------------------------------------ reading */

static enum status add_file(struct mutate_run *run, const char *name)
{
    struct text bytes;
    enum status status = files_read(name, FILE_MAX, &run->arena, &run->library.findings, &bytes);
    return status == STATUS_OK ? trials_add_file(&run->trials, name, bytes) : status;
}

/* Adds the texts of documents, houses and offers, which cases of the floor read as text. */
static int add_files(struct mutate_run *run)
{
    const struct library *library = &run->library;
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < library->rulebook_count && status == STATUS_OK; i++)
        status = add_file(run, library->rulebooks[i].document.file);
    for (unsigned i = 0; i < library->house_count && status == STATUS_OK; i++) {
        status = add_file(run, library->houses[i].house.file);
        for (unsigned j = 0; j < library->houses[i].offer_count && status == STATUS_OK; j++)
            status = add_file(run, library->houses[i].offers[j].file);
    }
    return status == STATUS_OK ? EXIT_CODE_OK : no_memory();
}

static int add_case(struct mutate_run *run, const char *path)
{
    struct text bytes;
    struct case_fault fault = {0};
    if (files_read(path, CASE_SIZE_MAX, &run->arena, &run->library.findings, &bytes) != STATUS_OK)
        return command_usage("mutate", "%s cannot be read", path);
    if (trials_add_case(&run->trials, path, bytes, &fault) == STATUS_OK)
        return EXIT_CODE_OK;
    fprintf(stderr, "%s:%zu:%zu: %s\n", path, fault.line, fault.fault.position, fault.fault.words);
    return EXIT_CODE_BAD_INPUT;
}

static bool ends_with(const char *name, const char *ending)
{
    struct text text = text_of(name), end = text_of(ending);
    return text.length > end.length && text_equal(text_from(text, text.length - end.length), end);
}

/* Cases are in folders that are called so: rulebooks/<issuer>/cases/<activity>/. */
enum { CASES_DEPTH = 3 };

static int add_cases(struct mutate_run *run, const char *path, unsigned depth)
{
    struct folder folder;
    int code = EXIT_CODE_OK;
    if (files_list(path, &run->arena, &run->library.findings, &folder) != STATUS_OK)
        return command_usage("mutate", "the folder %s cannot be read", path);
    for (size_t i = 0; i < folder.count && code == EXIT_CODE_OK; i++) {
        const struct folder_entry *entry = &folder.entries[i];
        bool on_the_way = depth != 1 || text_equal(text_of(entry->name), text_of("cases"));
        if (entry->is_folder && depth < CASES_DEPTH && on_the_way)
            code = add_cases(run, entry->path, depth + 1);
        else if (!entry->is_folder && depth == CASES_DEPTH && ends_with(entry->name, ".case"))
            code = add_case(run, entry->path);
    }
    return code;
}

static int read_list(struct mutate_run *run, const char *path, bool reasons, struct mutant_list *list)
{
    struct text bytes;
    struct fault fault;
    if (files_read(path, FILE_MAX, &run->arena, &run->library.findings, &bytes) != STATUS_OK)
        return command_usage("mutate", "%s cannot be read", path);
    enum status status = mutant_list_read(bytes, reasons, &run->arena, list, &fault);
    if (status == STATUS_OK)
        return EXIT_CODE_OK;
    fprintf(stderr, "%s:%zu: %s\n", path, fault.position, fault.words);
    return status == STATUS_INVALID ? EXIT_CODE_BAD_INPUT : EXIT_CODE_WORLD;
}

static int read_lists(struct mutate_run *run, const char *rulebooks)
{
    char path[PATH_SIZE];
    struct text_out out;
    struct text kept;
    const char *equivalent = run->request->equivalent;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, "%s/equivalent-mutants.txt", rulebooks);
    if (!equivalent && !out.truncated && files_is_file(path)) {
        if (arena_copy_text(&run->arena, text_out_text(&out), &kept) != STATUS_OK)
            return no_memory();
        equivalent = kept.bytes;
    }
    int code = equivalent ? read_list(run, equivalent, true, &run->equivalent) : EXIT_CODE_OK;
    if (code == EXIT_CODE_OK && run->request->known)
        code = read_list(run, run->request->known, false, &run->known);
    return code;
}

/* Everything without errors, or nothing can be said about what an error shows. */
static int read_all(struct mutate_run *run)
{
    struct fault fault;
    int code = library_open("mutate", &run->library, true);
    if (code != EXIT_CODE_OK)
        return code;
    if (library_print_errors(&run->library, NULL))
        return command_usage("mutate", "the documents and offers must be right before they are changed");
    const char *rulebooks = library_place(&run->library, "rulebooks");
    CHECK(rulebooks);
    if (trials_init(&run->trials, &run->library, &fault) != STATUS_OK)
        return command_usage("mutate", "%s", fault.words);
    code = add_files(run);
    if (code == EXIT_CODE_OK)
        code = add_cases(run, rulebooks, 0);
    return code == EXIT_CODE_OK ? read_lists(run, rulebooks) : code;
}

/* ------------------------------------------------------------------------------------------ choosing */

const struct mutant *mutate_mutant(const struct mutate_run *run, const struct mutate_trial *trial)
{
    return trial->mutant == MUTATE_AS_IT_IS ? NULL : &run->mutants[trial->rulebook].items[trial->mutant];
}

struct text mutate_line(const struct mutate_run *run, const struct mutate_trial *trial,
                        char buffer[MUTANT_LINE_SIZE])
{
    const struct mutant *mutant = mutate_mutant(run, trial);
    struct text_out out;
    text_out_init(&out, buffer, MUTANT_LINE_SIZE);
    mutant_write(&out, run->library.rulebooks[trial->rulebook].document.identity, mutant);
    return text_out_text(&out);
}

static int find_mutants(struct mutate_run *run, unsigned rulebook)
{
    const struct rulebook *document = &run->library.rulebooks[rulebook];
    const struct text *bytes = trials_file(&run->trials, document->document.file);
    struct fault fault;
    CHECK(bytes);
    if (mutants_read(*bytes, document, &run->arena, &run->mutants[rulebook], &fault) != STATUS_OK)
        return command_usage("mutate", "%s: %s", document->document.file, fault.words);
    return EXIT_CODE_OK;
}

/* Puts `count` of the trials from `first` on at their front, chosen by the seed, in the order in which they were. */
static uint32_t sample(struct mutate_run *run, uint32_t first, uint64_t count)
{
    struct random_insecure chance;
    uint32_t kept = first, left = run->count - first;
    random_insecure_init(&chance, run->request->seed);
    for (uint32_t i = first; i < run->count; i++, left--)
        if (random_below(&chance.random, left) < count) {
            run->list[kept++] = run->list[i];
            count--;
        }
    return kept;
}

static void try_all(struct mutate_run *run, unsigned rulebook)
{
    for (uint32_t i = 0; i < run->mutants[rulebook].count; i++)
        run->list[run->count++] = (struct mutate_trial){rulebook, i};
}

/* The trials: each document that is looked at as it is, then the mutants. */
static int choose(struct mutate_run *run, const bool *named)
{
    bool all = run->request->name_count == 0;
    unsigned documents = run->library.rulebook_count;
    uint64_t most = documents;
    for (unsigned i = 0; i < documents; i++)
        most += run->mutants[i].count;
    run->list = ARENA_ARRAY(&run->arena, struct mutate_trial, most + 1);
    if (!run->list)
        return no_memory();
    for (unsigned i = 0; i < documents; i++)
        if (run->mutants[i].items)
            run->list[run->count++] = (struct mutate_trial){i, MUTATE_AS_IT_IS};
    for (unsigned i = 0; i < documents; i++)
        if (named[i] || (all && !run->request->sampled))
            try_all(run, i);
    if (run->request->sampled) {
        uint32_t first = run->count;
        for (unsigned i = 0; i < documents; i++)
            if (!named[i])
                try_all(run, i);
        run->count = sample(run, first, run->request->sample);
    }
    run->verdicts = ARENA_ARRAY(&run->arena, struct trial_verdict, run->count + 1);
    run->broken = ARENA_ARRAY(&run->arena, bool, run->count + 1);
    return run->verdicts && run->broken ? EXIT_CODE_OK : no_memory();
}

static int prepare(struct mutate_run *run)
{
    const struct mutate_request *request = run->request;
    unsigned documents = run->library.rulebook_count;
    bool *named = ARENA_ARRAY(&run->arena, bool, documents + 1);
    run->mutants = ARENA_ARRAY(&run->arena, struct mutants, documents + 1);
    if (!named || !run->mutants)
        return no_memory();
    int code = EXIT_CODE_OK;
    for (unsigned i = 0; i < request->name_count && code == EXIT_CODE_OK; i++) {
        const struct rulebook *rulebook = NULL;
        const struct offer *offer;
        code = library_find("mutate", &run->library, request->names[i], LIBRARY_ACTIVITY_FIRST, &rulebook,
                            &offer);
        if (rulebook)
            named[rulebook - run->library.rulebooks] = true;
    }
    for (unsigned i = 0; i < documents && code == EXIT_CODE_OK; i++)
        if (named[i] || request->name_count == 0 || request->sampled)
            code = find_mutants(run, i);
    return code == EXIT_CODE_OK ? choose(run, named) : code;
}

/* ------------------------------------------------------------------------------------------ trying */

static void judge(void *context, uint32_t number, struct trial_verdict *verdict)
{
    struct mutate_run *run = context;
    const struct mutate_trial *trial = &run->list[number];
    const struct mutant *mutant = mutate_mutant(run, trial);
    struct text bytes;
    arena_clear(&run->text);
    if (mutant_text(&run->mutants[trial->rulebook], mutant, &run->text, &bytes) != STATUS_OK)
        *verdict = (struct trial_verdict){.result = TRIAL_FAILED};
    else
        trials_judge(&run->trials, trial->rulebook, bytes, mutant ? mutant->clause : 0, verdict);
}

static int64_t now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void show_progress(void *context, uint32_t done)
{
    struct mutate_run *run = context;
    char words[128];
    struct text_out line;
    text_out_init(&line, words, sizeof words);
    if (!mutate_progress_line(&run->progress, done, now_ms(), &line))
        return;
    fprintf(stderr, run->terminal ? "\r%s\033[K" : "%s\n", words);
    fflush(stderr);
}

/* A mutant that survives is tried with every case that uses its document. */
static bool start_progress(struct mutate_run *run)
{
    const struct trials *trials = &run->trials;
    unsigned rulebook = UINT32_MAX;
    uint32_t cost = 0, *costs = ARENA_ARRAY(&run->arena, uint32_t, run->count + 1);
    if (!costs)
        return false;
    for (uint32_t i = 0; i < run->count; i++) {
        if (run->list[i].rulebook != rulebook) {
            rulebook = run->list[i].rulebook;
            cost = READING_COST;
            for (unsigned j = 0; j < trials->case_count; j++)
                cost += trial_case_uses(trials, &trials->cases[j], rulebook);
        }
        costs[i] = cost;
    }
    run->terminal = isatty(STDERR_FILENO) == 1;
    mutate_progress_start(&run->progress, costs, run->count, run->terminal ? TERMINAL_MS : LOG_MS, now_ms());
    return true;
}

/* A document that something is wrong with as it is tells nothing when it is changed. */
static int check_as_they_are(const struct mutate_run *run)
{
    int code = EXIT_CODE_OK;
    for (uint32_t i = 0; i < run->count; i++)
        if (run->verdicts[i].result == TRIAL_FAILED)
            return no_memory();
    for (uint32_t i = 0; i < run->count && run->list[i].mutant == MUTATE_AS_IT_IS; i++)
        if (run->verdicts[i].result != TRIAL_SURVIVED)
            code = command_usage("mutate", "before anything is changed: %s", run->verdicts[i].words);
    return code;
}

static int try_them(struct mutate_run *run)
{
    struct fault fault;
    struct mutate_work work = {.context = run,
                               .judge = judge,
                               .count = run->count,
                               .verdicts = run->verdicts,
                               .broken = run->broken,
                               .workers = (unsigned)run->request->jobs,
                               .progress = show_progress};
    if (!start_progress(run))
        return no_memory();
    enum status status = mutate_work(&work, &fault);
    if (run->terminal)
        fprintf(stderr, "\r\033[K");
    if (status != STATUS_OK) {
        fprintf(stderr, "cardroom mutate: %s\n", fault.words);
        return EXIT_CODE_WORLD;
    }
    return check_as_they_are(run);
}

static int run_mutate(int argc, char **argv)
{
    static struct mutate_request request;
    static struct mutate_run run;
    int code = take_words(&request, argc, argv);
    if (code != EXIT_CODE_OK)
        return code;
    run = (struct mutate_run){.request = &request};
    library_init(&run.library);
    arena_init(&run.arena, RUN_MEMORY_MAX);
    arena_init(&run.text, RUN_MEMORY_MAX);
    code = read_all(&run);
    if (code == EXIT_CODE_OK)
        code = prepare(&run);
    if (code == EXIT_CODE_OK)
        code = try_them(&run);
    if (code == EXIT_CODE_OK && request.record)
        code = mutate_record(&run);
    if (code == EXIT_CODE_OK)
        code = mutate_report(&run);
    trials_release(&run.trials);
    arena_release(&run.text);
    arena_release(&run.arena);
    library_release(&run.library);
    return code;
}

const struct subcommand command_mutate = {
    .name = "mutate",
    .summary = "change every value of the documents, and test whether a case notices",
    .help = mutate_help,
    .run = run_mutate,
};
