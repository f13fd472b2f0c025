#include "mutate/trial.h"

#include "base/check.h"
#include "cases/house_case.h"
#include "rulebook/table_games.h"
#include "rulebook/vocabulary_paths.h"

#include <stdio.h>

enum {
    CASES_MEMORY_MAX = 256 << 20,
    HANDS_MEMORY_MAX = 64 << 20,
    HANDS_MEMORY_KEPT = 24 << 20, /* facts about hands beyond this are dropped */
    FINDINGS_MAX = 64
};

/* ------------------------------------------------------------------------------------------ beginning */

/* The document that is the rules of a table game; the count of rulebooks if there is none. */
static unsigned rules_of_game(const struct library *library, struct text game)
{
    unsigned i = 0;
    for (; i < library->rulebook_count; i++) {
        const struct node *plays = node_path(library->rulebooks[i].data, PATH_GAME_PLAYS);
        if (plays && plays->kind == NODE_SCALAR && text_equal(plays->scalar, game))
            break;
    }
    return i;
}

/* Reads the tables of the game whose rules the document is, if it is one. */
static enum status read_game(const struct rulebook *rulebook, struct arena *arena, struct findings *findings,
                             struct trial_games *games)
{
    const struct node *plays = node_path(rulebook->data, PATH_GAME_PLAYS);
    if (node_says(plays, "crazy-4-poker"))
        return crazy4_tables_read(rulebook, arena, findings, &games->crazy4);
    if (node_says(plays, "four-card-poker"))
        return four_card_tables_read(rulebook, arena, findings, &games->four_card);
    if (node_says(plays, "hi-lo"))
        return hi_lo_promotion_read(rulebook, findings, &games->hi_lo);
    return STATUS_OK;
}

enum status trials_init(struct trials *trials, struct library *library, struct fault *fault)
{
    *trials = (struct trials){.library = library};
    arena_init(&trials->arena, CASES_MEMORY_MAX);
    arena_init(&trials->playing, CASE_ARENA_SIZE);
    arena_init(&trials->hands, HANDS_MEMORY_MAX);
    hand_relations_init(&trials->relations, &trials->hands);
    library_init(&trials->changed);
    library_init(&trials->seen);
    trials->cases = ARENA_ARRAY(&trials->arena, struct trial_case, TRIAL_CASES_MAX);
    trials->files = ARENA_ARRAY(&trials->arena, struct trial_file, TRIAL_FILES_MAX);
    if (!trials->cases || !trials->files)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the cases");
    for (unsigned i = 0; i < library->rulebook_count; i++) {
        enum status status =
            read_game(&library->rulebooks[i], &trials->arena, &library->findings, &trials->games);
        if (status != STATUS_OK)
            return fault_set(fault, status, 0, "the rules of %.*s cannot be used",
                             TEXT_ARGUMENTS(library->rulebooks[i].document.identity));
    }
    return STATUS_OK;
}

void trials_release(struct trials *trials)
{
    library_release(&trials->seen);
    library_release(&trials->changed);
    arena_release(&trials->hands);
    arena_release(&trials->playing);
    arena_release(&trials->arena);
}

enum status trials_add_file(struct trials *trials, const char *name, struct text bytes)
{
    if (trials->file_count == TRIAL_FILES_MAX)
        return STATUS_NO_SPACE;
    trials->files[trials->file_count++] = (struct trial_file){name, bytes};
    return STATUS_OK;
}

const struct text *trials_file(const struct trials *trials, const char *name)
{
    for (unsigned i = 0; i < trials->file_count; i++)
        if (text_equal(text_of(trials->files[i].name), text_of(name)))
            return &trials->files[i].bytes;
    return NULL;
}

/* ------------------------------------------------------------------------------------------ cases */

static void use(struct trial_case *played, unsigned rulebook)
{
    CHECK_OP(rulebook, <, LIBRARY_RULEBOOKS_MAX);
    played->uses[rulebook / TRIAL_USES_BITS] |= UINT64_C(1) << rulebook % TRIAL_USES_BITS;
}

/* What stands before a comma or an arrow. */
static struct text first_name(struct text line)
{
    size_t end = 0;
    while (end < line.length && line.bytes[end] != ',' &&
           !text_starts_with(text_from(line, end), text_of("->")))
        end++;
    return text_trimmed(text_slice(line, 0, end));
}

/* An offer by "house/offer", or by its name in a house. */
static void use_offer(const struct trials *trials, struct trial_case *played, struct text house,
                      struct text name)
{
    const struct library *library = trials->library;
    char identity[256];
    struct text_out out;
    text_out_init(&out, identity, sizeof identity);
    text_out_add(&out, "%.*s%s%.*s", TEXT_ARGUMENTS(house), house.length > 0 ? "/" : "",
                 TEXT_ARGUMENTS(name));
    const struct offer *offer = out.truncated ? NULL : library_offer(library, text_out_text(&out));
    if (offer)
        use(played, (unsigned)(offer->rulebook - library->rulebooks));
}

/* `offer: bay101/blazing-7s, without prizes`, `offer refused #67: ...`, `house: demo, ...`, `post: blazing-7s` */
static void find_uses(const struct trials *trials, struct trial_case *played)
{
    struct text house = text_of("");
    for (size_t i = played->file.first; i < played->file.count; i++) {
        struct case_cursor cursor = case_start(&played->file.lines[i]), ahead = cursor;
        struct text clause;
        if (cursor.line->indented)
            continue;
        if (case_take_words(&cursor, "offer:"))
            use_offer(trials, played, text_of(""), first_name(case_rest(&cursor)));
        else if (case_take_words(&ahead, "offer refused") && case_take_clause(&ahead, &clause) &&
                 case_take(&ahead, ':'))
            use_offer(trials, played, text_of(""), first_name(case_rest(&ahead)));
        else if (case_take_words(&cursor, "house:"))
            house = first_name(case_rest(&cursor));
        else if (case_take_words(&cursor, "post:"))
            use_offer(trials, played, house, first_name(case_rest(&cursor)));
        else if (case_take_words(&cursor, "payment:"))
            played->asks_laws = true;
    }
    unsigned game = rules_of_game(trials->library, played->file.game);
    if (game < trials->library->rulebook_count)
        use(played, game);
    played->asks_laws |= played->of_floor;
}

/* Whether the line names a value by its path, and so compares it with itself. */
static bool names_path(const struct case_line *line)
{
    static const char *const words[] = {"value:", "within:", "next:"};
    for (size_t i = 0; i < sizeof words / sizeof words[0] && !line->indented; i++) {
        struct case_cursor cursor = case_start(line);
        if (case_take_words(&cursor, words[i]))
            return true;
    }
    return false;
}

static void leave_out_paths(struct case_file *file)
{
    size_t kept = file->first;
    for (size_t i = file->first; i < file->count; i++)
        if (!names_path(&file->lines[i]))
            file->lines[kept++] = file->lines[i];
    file->count = kept;
}

enum status trials_add_case(struct trials *trials, const char *path, struct text text,
                            struct case_fault *fault)
{
    struct trial_case *played = &trials->cases[trials->case_count];
    if (trials->case_count == TRIAL_CASES_MAX) {
        fault->line = 1;
        return fault_set(&fault->fault, STATUS_NO_SPACE, 1, "there are more than %d cases", TRIAL_CASES_MAX);
    }
    *played = (struct trial_case){.path = path};
    enum status status = case_read(text, &trials->arena, &played->file, fault);
    if (status != STATUS_OK)
        return status;
    played->of_floor = text_equal(played->file.game, text_of(floor_case_game));
    played->of_house = text_equal(played->file.game, text_of(house_case_game));
    if (played->of_house)
        leave_out_paths(&played->file);
    find_uses(trials, played);
    trials->case_count++;
    return STATUS_OK;
}

bool trial_case_uses(const struct trials *trials, const struct trial_case *played, unsigned rulebook)
{
    CHECK_OP(rulebook, <, LIBRARY_RULEBOOKS_MAX);
    if (played->uses[rulebook / TRIAL_USES_BITS] >> rulebook % TRIAL_USES_BITS & 1)
        return true;
    return played->asks_laws && trials->library->rulebooks[rulebook].is_law;
}

/* ------------------------------------------------------------------------------------------ playing */

static enum status read_file(void *context, const char *file, struct text *bytes)
{
    const struct trials *trials = context;
    if (trials->changed_file && text_equal(text_of(trials->changed_file), text_of(file))) {
        *bytes = trials->changed_bytes;
        return STATUS_OK;
    }
    const struct text *found = trials_file(trials, file);
    if (found)
        *bytes = *found;
    return found ? STATUS_OK : STATUS_IO;
}

/* T3: makes the library that the case sees. Its rulebooks keep their order. */
static enum status show_library(struct trials *trials, const struct trial_case *played)
{
    const struct library *changed = &trials->changed;
    struct library *seen = &trials->seen;
    struct rulebook *place[LIBRARY_RULEBOOKS_MAX] = {
        NULL}; /* in `seen`, by the place in `changed`; NULL: not there */
    arena_clear(&seen->arena);
    findings_init(&seen->findings, &seen->arena, FINDINGS_MAX);
    seen->rulebooks = ARENA_ARRAY(&seen->arena, struct rulebook, changed->rulebook_count + 1);
    seen->houses = ARENA_ARRAY(&seen->arena, struct library_house, changed->house_count + 1);
    if (!seen->rulebooks || !seen->houses)
        return STATUS_NO_MEMORY;
    seen->staff = changed->staff;
    seen->rulebook_count = 0;
    for (unsigned i = 0; i < changed->rulebook_count; i++)
        if (trial_case_uses(trials, played, i)) {
            place[i] = &seen->rulebooks[seen->rulebook_count++];
            *place[i] = changed->rulebooks[i];
        }
    seen->house_count = changed->house_count;
    for (unsigned i = 0; i < changed->house_count; i++) {
        const struct library_house *house = &changed->houses[i];
        struct library_house *shown = &seen->houses[i];
        *shown = *house;
        shown->offer_count = 0;
        shown->offers = ARENA_ARRAY(&seen->arena, struct offer, house->offer_count + 1);
        if (!shown->offers)
            return STATUS_NO_MEMORY;
        for (unsigned j = 0; j < house->offer_count; j++) {
            const struct rulebook *rulebook = place[house->offers[j].rulebook - changed->rulebooks];
            if (!rulebook)
                continue;
            shown->offers[shown->offer_count] = house->offers[j];
            shown->offers[shown->offer_count++].rulebook = rulebook;
        }
    }
    return STATUS_OK;
}

/* Whether the case notices. */
static bool notices(struct trials *trials, unsigned number, const struct trial_games *games,
                    struct trial_verdict *verdict)
{
    const struct trial_case *played = &trials->cases[number];
    const struct house_case_files files = {trials, read_file};
    const struct case_rules rules = {&games->crazy4, &games->four_card, &games->hi_lo};
    struct house_case house;
    struct case_result result;
    struct case_fault fault = {0};
    enum status status;
    arena_clear(&trials->playing);
    case_result_init(&result, &trials->playing);
    status = show_library(trials, played);
    if (status != STATUS_OK) {
        *verdict = (struct trial_verdict){.result = TRIAL_FAILED};
        return true;
    }
    if (house_case_is(&played->file))
        status = house_case_play(&played->file, &trials->seen, &files, &house, &result, &fault);
    else
        status = case_play(&played->file, &rules, &result, &fault);
    if (status == STATUS_OK && result.difference_count == 0)
        return false;
    *verdict = (struct trial_verdict){
        .result = status == STATUS_NO_MEMORY ? TRIAL_FAILED : TRIAL_KILLED_BY_CASE, .by_case = number};
    struct text words = status == STATUS_OK ? result.differences->words : text_of(fault.fault.words);
    snprintf(verdict->words, sizeof verdict->words, "%s:%zu: %.*s", played->path,
             status == STATUS_OK ? result.differences->line : fault.line, TEXT_ARGUMENTS(words));
    return true;
}

/* The clause, "bay101/aces-cracked" and 12, that a case is searched for. */
struct searched {
    struct text document, number;
    bool found;
};

static enum status look_at_cite(void *context, const struct case_cite *cite, struct case_fault *fault)
{
    struct searched *searched = context;
    (void)fault;
    searched->found |=
        text_equal(cite->document, searched->document) && text_equal(cite->number, searched->number);
    return STATUS_OK;
}

static bool cites(const struct trial_case *played, struct text document, unsigned clause)
{
    char number[16];
    struct text_out out;
    struct case_fault fault;
    text_out_init(&out, number, sizeof number);
    text_out_add(&out, "%u", clause);
    struct searched searched = {document, text_out_text(&out), false};
    return case_each_cite(&played->file, look_at_cite, &searched, &fault) == STATUS_OK && searched.found;
}

static bool cases_notice(struct trials *trials, unsigned rulebook, unsigned clause,
                         const struct trial_games *games, struct trial_verdict *verdict)
{
    struct text identity = trials->library->rulebooks[rulebook].document.identity;
    for (int citing = 1; citing >= 0; citing--)
        for (unsigned i = 0; i < trials->case_count; i++) {
            const struct trial_case *played = &trials->cases[i];
            if (trial_case_uses(trials, played, rulebook) && cites(played, identity, clause) == citing &&
                notices(trials, i, games, verdict))
                return true;
        }
    return false;
}

/* ------------------------------------------------------------------------------------------ the document */

/* The first error among the findings; false if there is none. */
static bool has_error(const struct findings *findings, enum trial_result result,
                      struct trial_verdict *verdict)
{
    for (size_t i = 0; i < findings->count; i++)
        if (findings->items[i].grade != FINDING_WARNING) {
            *verdict = (struct trial_verdict){.result = result};
            snprintf(verdict->words, sizeof verdict->words, "%s:%u: %.*s",
                     findings->items[i].origin.file ? findings->items[i].origin.file : "",
                     findings->items[i].origin.line, TEXT_ARGUMENTS(findings->items[i].words));
            return true;
        }
    return findings->counted[FINDING_ERROR] + findings->counted[FINDING_UNREADABLE] > 0;
}

/* The offers of the document, parsed again by its new text. The old ones are in `kept`, in the order of houses and offers. */
static bool offers_notice(struct trials *trials, const struct rulebook *rulebook,
                          struct trial_verdict *verdict)
{
    struct library *changed = &trials->changed;
    for (unsigned i = 0; i < changed->house_count; i++) {
        struct library_house *house = &changed->houses[i];
        for (unsigned j = 0; j < house->offer_count; j++) {
            struct offer *offer = &house->offers[j];
            if (offer->rulebook != rulebook)
                continue;
            const struct text *bytes = trials_file(trials, offer->file);
            struct offer read;
            if (offer_read(offer->data, bytes ? *bytes : text_of(""), offer->identity, &house->house,
                           rulebook, &changed->arena, &changed->findings, &read) == STATUS_OK)
                *offer = read;
            if (has_error(&changed->findings, TRIAL_KILLED_BY_OFFER, verdict))
                return true;
        }
    }
    return false;
}

/* The houses with copies of their offers, so that those of the library do not change. */
static enum status copy_houses(struct library *changed, const struct library *library)
{
    changed->houses = ARENA_ARRAY(&changed->arena, struct library_house, library->house_count + 1);
    if (!changed->houses)
        return changed->arena.refusal;
    changed->house_count = library->house_count;
    for (unsigned i = 0; i < library->house_count; i++) {
        const struct library_house *house = &library->houses[i];
        changed->houses[i] = *house;
        changed->houses[i].offers = ARENA_ARRAY(&changed->arena, struct offer, house->offer_count + 1);
        if (!changed->houses[i].offers)
            return changed->arena.refusal;
        if (house->offer_count > 0)
            memcpy(changed->houses[i].offers, house->offers, house->offer_count * sizeof *house->offers);
    }
    return STATUS_OK;
}

/* The changed library; its rulebooks are those of the library, with one replaced during the trial. */
static void judge_changed(struct trials *trials, unsigned place, unsigned clause,
                          struct trial_verdict *verdict)
{
    struct library *changed = &trials->changed;
    struct rulebook *rulebook = &changed->rulebooks[place], original = *rulebook;
    struct trial_games games = trials->games;
    struct rulebook read;
    enum status status =
        rulebook_read(trials->changed_bytes, original.document.file, original.document.identity,
                      &changed->arena, &changed->findings, &read);
    if (status == STATUS_NO_MEMORY) {
        *verdict = (struct trial_verdict){.result = TRIAL_FAILED};
        return;
    }
    if (has_error(&changed->findings, TRIAL_KILLED_BY_CHECK, verdict))
        return;
    if (status != STATUS_OK) {
        *verdict = (struct trial_verdict){.result = TRIAL_KILLED_BY_CHECK, .words = "it cannot be read"};
        return;
    }
    *rulebook = read;
    if (!offers_notice(trials, rulebook, verdict)) {
        library_check_document(changed, rulebook, &trials->relations);
        if (read_game(rulebook, &changed->arena, &changed->findings, &games) != STATUS_OK)
            *verdict =
                (struct trial_verdict){.result = TRIAL_KILLED_BY_CHECK, .words = "the game cannot be played"};
        else if (!has_error(&changed->findings, TRIAL_KILLED_BY_CHECK, verdict))
            (void)cases_notice(trials, place, clause, &games, verdict);
    }
    *rulebook = original;
}

void trials_judge(struct trials *trials, unsigned rulebook, struct text bytes, unsigned clause,
                  struct trial_verdict *verdict)
{
    struct library *changed = &trials->changed;
    CHECK_OP(rulebook, <, trials->library->rulebook_count);
    *verdict = (struct trial_verdict){.result = TRIAL_SURVIVED};
    if (trials->hands.size_taken > HANDS_MEMORY_KEPT) {
        arena_clear(&trials->hands);
        hand_relations_init(&trials->relations, &trials->hands);
    }
    arena_clear(&changed->arena);
    findings_init(&changed->findings, &changed->arena, FINDINGS_MAX);
    changed->rulebooks = trials->library->rulebooks;
    changed->rulebook_count = trials->library->rulebook_count;
    changed->unread_count = 0;
    changed->staff = trials->library->staff;
    trials->changed_file = trials->library->rulebooks[rulebook].document.file;
    trials->changed_bytes = bytes;
    if (copy_houses(changed, trials->library) == STATUS_OK)
        judge_changed(trials, rulebook, clause, verdict);
    else
        *verdict = (struct trial_verdict){.result = TRIAL_FAILED};
    trials->changed_file = NULL;
}
