#include "cli/library_place.h"

#include "books/opening.h"
#include "cli/command.h"
#include "rulebook/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLACE_SIZE = 1024 };

/* False if the name is too long to be one. */
static bool join(char path[PLACE_SIZE], const char *home, const char *folder)
{
    struct text_out out;
    text_out_init(&out, path, PLACE_SIZE);
    text_out_add(&out, "%s%s%s", home, home[0] ? "/" : "", folder);
    return !out.truncated;
}

static const char *find_home(void)
{
    const char *homes[] = {"", getenv("CARDROOM_HOME"), CARDROOM_DATA, CARDROOM_INSTALLED};
    for (size_t i = 0; i < sizeof homes / sizeof homes[0]; i++) {
        char path[PLACE_SIZE];
        if (homes[i] && join(path, homes[i], "rulebooks") && files_is_folder(path))
            return homes[i];
    }
    return NULL;
}

const char *library_place(struct library *library, const char *folder)
{
    const char *home = find_home();
    char path[PLACE_SIZE];
    struct text kept;
    if (!home || !join(path, home, folder) || !files_is_folder(path) ||
        arena_copy_text(&library->arena, text_of(path), &kept) != STATUS_OK)
        return NULL;
    return kept.bytes;
}

static int no_rulebooks(const char *command)
{
    return command_usage(command,
                         "there is no folder rulebooks here; change to the folder that has it, or set "
                         "CARDROOM_HOME to it");
}

int library_open(const char *command, struct library *library, bool houses)
{
    const char *rulebooks = library_place(library, "rulebooks"),
               *house_folder = library_place(library, "houses");
    if (!rulebooks)
        return no_rulebooks(command);
    library_add(library, rulebooks, rulebooks);
    if (houses && house_folder)
        library_add(library, house_folder, rulebooks);
    library_check(library);
    return EXIT_CODE_OK;
}

/* ------------------------------------------------------------------------------------------ one house */

static bool has_house(const char *folder)
{
    char path[PLACE_SIZE];
    return join(path, folder, "house.yaml") && files_is_file(path);
}

struct text library_house_identity(const char *folder)
{
    const char *slash = strrchr(folder, '/');
    return text_of(slash ? slash + 1 : folder);
}

const char *library_house_folder(const char *command, struct library *library, const char *word)
{
    const char *houses = library_place(library, "houses");
    char path[PLACE_SIZE];
    char *whole = NULL;
    struct text folder = {0};
    bool found = false;
    if (!strchr(word, '/') && houses && join(path, houses, word) && has_house(path)) {
        folder = text_of(path);
        found = true;
    } else if (has_house(word) &&
               (whole = realpath(word, NULL))) { /* which has no . and no slash at its end */
        folder = text_of(whole);
        found = true;
    }
    if (!found)
        (void)command_usage(
            command, "there is no house '%s' below houses/, and no folder of that name with a house.yaml",
            word);
    else if (arena_copy_text(&library->arena, folder, &folder) != STATUS_OK)
        fprintf(stderr, "cardroom %s: out of memory for the name of a house\n", command), found = false;
    free(whole);
    return found ? folder.bytes : NULL;
}

int library_open_house(const char *command, struct library *library, const char *word,
                       const struct library_house **house)
{
    const char *rulebooks = library_place(library, "rulebooks");
    if (!rulebooks)
        return no_rulebooks(command);
    const char *folder = library_house_folder(command, library, word);
    if (!folder)
        return EXIT_CODE_BAD_INPUT;
    library_add(library, rulebooks, rulebooks);
    library_add(library, folder, rulebooks);
    library_check(library);
    const struct library_house *found = opening_house(library, library_house_identity(folder));
    if (!found) {
        (void)library_print_errors(library, NULL);
        return command_usage(command, "cannot read the house in %s", folder);
    }
    for (unsigned i = 0; i < found->offer_count; i++)
        if (library_print_errors(library, found->offers[i].file))
            return EXIT_CODE_BAD_INPUT;
    *house = found;
    return library_print_errors(library, found->house.file) ? EXIT_CODE_BAD_INPUT : EXIT_CODE_OK;
}

bool library_print_errors(struct library *library, const char *file)
{
    bool found = false;
    findings_sort(&library->findings);
    for (size_t i = 0; i < library->findings.count; i++) {
        char line[FINDING_LINE_SIZE];
        struct text_out out;
        const struct finding *finding = &library->findings.items[i];
        bool there =
            !file || (finding->origin.file && text_equal(text_of(finding->origin.file), text_of(file)));
        if (finding->grade == FINDING_WARNING || !there)
            continue;
        text_out_init(&out, line, sizeof line);
        finding_write(&out, finding);
        fprintf(stderr, "%s\n", line);
        found = true;
    }
    return found;
}

int library_read_rulebooks(const char *command, struct library *library)
{
    const char *rulebooks = library_place(library, "rulebooks");
    if (!rulebooks)
        return no_rulebooks(command);
    library_add(library, rulebooks, rulebooks);
    return EXIT_CODE_OK;
}

/* Whether `identity` is `name`, or ends with it behind the slash. */
static bool is_called(struct text identity, struct text name)
{
    if (text_equal(identity, name))
        return true;
    return identity.length > name.length && identity.bytes[identity.length - name.length - 1] == '/' &&
           text_equal(text_from(identity, identity.length - name.length), name);
}

static unsigned find_offer(const struct library *library, struct text name, const struct offer **offer)
{
    unsigned found = 0;
    *offer = library_offer(library, name);
    if (*offer)
        return 1;
    for (unsigned i = 0; i < library->house_count; i++)
        for (unsigned j = 0; j < library->houses[i].offer_count; j++)
            if (is_called(library->houses[i].offers[j].identity, name))
                *offer = &library->houses[i].offers[j], found++;
    return found;
}

static const struct rulebook *find_rulebook(const struct library *library, struct text name)
{
    for (unsigned i = 0; i < library->rulebook_count; i++)
        if (is_called(library->rulebooks[i].document.identity, name))
            return &library->rulebooks[i];
    return NULL;
}

int library_find(const char *command, const struct library *library, const char *name, enum library_wish wish,
                 const struct rulebook **rulebook, const struct offer **offer)
{
    struct text wanted = text_of(name);
    const struct offer *called;
    const struct rulebook *document = find_rulebook(library, wanted);
    unsigned found = find_offer(library, wanted, &called);
    if (document && (wish == LIBRARY_ACTIVITY_FIRST || found == 0)) {
        *rulebook = document;
        *offer = NULL;
        return EXIT_CODE_OK;
    }
    if (found == 1) {
        *rulebook = called->rulebook;
        *offer = called;
        return EXIT_CODE_OK;
    }
    if (found > 1)
        return command_usage(command, "several houses have an offer '%s'; give HOUSE/%s", name, name);
    const char *nearest = library_nearest(library, wanted);
    return command_usage(command, "there is no activity and no offer '%s'%s%s", name,
                         nearest ? "; did you mean " : "", nearest ? nearest : "");
}
