#include "rulebook/library.h"

#include "base/check.h"
#include "rulebook/check_internal.h"
#include "rulebook/files.h"
#include "rulebook/vocabulary.h"
#include "rulebook/vocabulary_paths.h"

#include <stdlib.h>

enum {
    LIBRARY_ARENA_MAX = 256 << 20,
    LIBRARY_FINDINGS_MAX = 10000,
    LIBRARY_FILE_MAX = 1 << 20,
    LIBRARY_PATH_SIZE = 1024,
    LIBRARY_UNREAD_MAX = LIBRARY_RULEBOOKS_MAX + LIBRARY_HOUSES_MAX,
};

void library_init(struct library *library)
{
    *library = (struct library){0};
    arena_init(&library->arena, LIBRARY_ARENA_MAX);
    findings_init(&library->findings, &library->arena, LIBRARY_FINDINGS_MAX);
}

void library_release(struct library *library)
{
    arena_release(&library->arena);
}

static void out_of_memory(struct library *library, const char *path)
{
    findings_add(&library->findings, FINDING_UNREADABLE, (struct origin){.file = path},
                 "there is no memory to read it" REMEDY "check fewer files at a time");
}

/* ------------------------------------------------------------------------------------------ paths */

static struct text path_last(struct text path)
{
    while (path.length > 1 && path.bytes[path.length - 1] == '/')
        path.length--;
    size_t start = path.length;
    while (start > 0 && path.bytes[start - 1] != '/')
        start--;
    return text_from(path, start);
}

static struct text path_folder(struct text path)
{
    struct text last = path_last(path);
    size_t length = (size_t)(last.bytes - path.bytes);
    while (length > 1 && path.bytes[length - 1] == '/')
        length--;
    return length ? text_slice(path, 0, length) : text_of(".");
}

static bool ends_with(struct text text, const char *ending)
{
    struct text end = text_of(ending);
    return text.length > end.length && text_equal(text_from(text, text.length - end.length), end);
}

static struct text without_ending(struct text name)
{
    size_t dot = name.length;
    while (dot > 0 && name.bytes[dot - 1] != '.')
        dot--;
    return dot ? text_slice(name, 0, dot - 1) : name;
}

/* "left/right" and what ends it, with a zero byte behind; NULL if there is no room. */
static const char *path_join(struct library *library, struct text left, struct text right, const char *ending)
{
    char words[LIBRARY_PATH_SIZE];
    struct text_out out;
    struct text copy;
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "%.*s/%.*s%s", TEXT_ARGUMENTS(left), TEXT_ARGUMENTS(right), ending);
    if (out.truncated || arena_copy_text(&library->arena, text_out_text(&out), &copy) != STATUS_OK)
        return NULL;
    return copy.bytes;
}

/* ------------------------------------------------------------------------------------------ what is unread */

/* So that a file is tried once, and those who ask for it are not told that it is not there. */
static void keep_unread(struct library *library, struct text identity)
{
    if (!library->unread)
        library->unread = ARENA_ARRAY(&library->arena, struct text, LIBRARY_UNREAD_MAX);
    if (library->unread && library->unread_count < LIBRARY_UNREAD_MAX)
        library->unread[library->unread_count++] = identity;
}

static bool is_unread(const struct library *library, struct text identity)
{
    for (unsigned i = 0; i < library->unread_count; i++)
        if (text_equal(library->unread[i], identity))
            return true;
    return false;
}

/* ------------------------------------------------------------------------------------------ rulebooks */

const struct rulebook *library_rulebook(const struct library *library, struct text identity)
{
    for (unsigned i = 0; i < library->rulebook_count; i++)
        if (text_equal(library->rulebooks[i].document.identity, identity))
            return &library->rulebooks[i];
    return NULL;
}

const struct rulebook *library_game(const struct library *library, const char *plays)
{
    for (unsigned i = 0; i < library->rulebook_count; i++)
        if (node_says(node_path(library->rulebooks[i].data, PATH_GAME_PLAYS), plays))
            return &library->rulebooks[i];
    return NULL;
}

/* Rulebooks stay where they are, since offers point to them. */
static struct rulebook *new_rulebook(struct library *library)
{
    if (!library->rulebooks)
        library->rulebooks = ARENA_ARRAY(&library->arena, struct rulebook, LIBRARY_RULEBOOKS_MAX);
    if (!library->rulebooks || library->rulebook_count == LIBRARY_RULEBOOKS_MAX)
        return NULL;
    return &library->rulebooks[library->rulebook_count];
}

static void add_rulebook(struct library *library, const char *path)
{
    struct text name = without_ending(path_last(text_of(path)));
    struct text issuer = path_last(path_folder(text_of(path)));
    const char *identity = path_join(library, issuer, name, "");
    struct rulebook *rulebook = new_rulebook(library);
    if (!identity || !rulebook) {
        out_of_memory(library, path);
        return;
    }
    if (library_rulebook(library, text_of(identity)) || is_unread(library, text_of(identity)))
        return;
    struct text bytes;
    if (files_read(path, LIBRARY_FILE_MAX, &library->arena, &library->findings, &bytes) == STATUS_OK &&
        rulebook_read(bytes, path, text_of(identity), &library->arena, &library->findings, rulebook) ==
            STATUS_OK)
        library->rulebook_count++;
    else
        keep_unread(library, text_of(identity));
}

/* Reads the document if it is not there yet; `rulebooks` is the folder where it may be, or NULL. */
static void find_rulebook(struct library *library, struct text identity, const char *rulebooks)
{
    if (library_rulebook(library, identity) || !rulebooks)
        return;
    const char *path = path_join(library, text_of(rulebooks), identity, ".md");
    if (path && files_is_file(path))
        add_rulebook(library, path);
}

/* ------------------------------------------------------------------------------------------ houses */

static struct library_house *house_called(struct library *library, struct text identity)
{
    for (unsigned i = 0; i < library->house_count; i++)
        if (text_equal(library->houses[i].house.identity, identity))
            return &library->houses[i];
    return NULL;
}

/* The laws of which the house chose readings. */
static void add_laws(struct library *library, const struct house *house, const char *rulebooks)
{
    const struct node *settings = node_member(house->data, KEY_SETTINGS);
    for (const struct node *law = settings ? settings->first_child : NULL; law; law = law->next)
        find_rulebook(library, law->key, rulebooks);
}

/* The house whose folder it is; NULL after a finding. */
static struct library_house *add_house(struct library *library, struct text folder, const char *rulebooks)
{
    struct text name = path_last(folder);
    struct library_house *known = house_called(library, name);
    if (known || is_unread(library, name))
        return known;
    if (!library->houses)
        library->houses = ARENA_ARRAY(&library->arena, struct library_house, LIBRARY_HOUSES_MAX);
    const char *path = path_join(library, folder, text_of("house.yaml"), "");
    if (!library->houses || library->house_count == LIBRARY_HOUSES_MAX || !path) {
        out_of_memory(library, "houses");
        return NULL;
    }
    struct library_house *house = &library->houses[library->house_count];
    struct text bytes;
    if (files_read(path, LIBRARY_FILE_MAX, &library->arena, &library->findings, &bytes) != STATUS_OK ||
        house_read(bytes, path, name, &library->arena, &library->findings, &house->house) != STATUS_OK) {
        keep_unread(library, name);
        return NULL;
    }
    house->offers = ARENA_ARRAY(&library->arena, struct offer, LIBRARY_OFFERS_MAX);
    if (!house->offers) {
        out_of_memory(library, path);
        return NULL;
    }
    library->house_count++;
    add_laws(library, &house->house, rulebooks);
    return house;
}

const struct offer *library_offer(const struct library *library, struct text identity)
{
    for (unsigned i = 0; i < library->house_count; i++)
        for (unsigned j = 0; j < library->houses[i].offer_count; j++)
            if (text_equal(library->houses[i].offers[j].identity, identity))
                return &library->houses[i].offers[j];
    return NULL;
}

const char *library_nearest(const struct library *library, struct text wanted)
{
    struct text_nearest nearest = text_nearest_to(wanted);
    for (unsigned i = 0; i < library->rulebook_count; i++)
        text_nearest_offer(&nearest, library->rulebooks[i].document.identity.bytes);
    for (unsigned i = 0; i < library->house_count; i++)
        for (unsigned j = 0; j < library->houses[i].offer_count; j++)
            text_nearest_offer(&nearest, library->houses[i].offers[j].identity.bytes);
    return nearest.word;
}

static void unknown_rulebook(struct library *library, struct text activity, struct origin origin)
{
    struct text_nearest nearest = text_nearest_to(activity);
    for (unsigned i = 0; i < library->rulebook_count; i++)
        text_nearest_offer(&nearest, library->rulebooks[i].document.identity.bytes);
    if (nearest.word)
        findings_add(&library->findings, FINDING_ERROR, origin,
                     "there is no rule document %.*s" REMEDY "did you mean %s?", TEXT_ARGUMENTS(activity),
                     nearest.word);
    else
        findings_add(&library->findings, FINDING_ERROR, origin,
                     "there is no rule document %.*s" REMEDY
                     "name an activity of the rulebooks: issuer/activity",
                     TEXT_ARGUMENTS(activity));
}

/* NULL, mostly after a finding; `data` names an activity. */
static const struct rulebook *rulebook_of(struct library *library, const struct node *data,
                                          const char *rulebooks)
{
    struct text activity = offer_activity(data);
    find_rulebook(library, activity, rulebooks);
    const struct rulebook *rulebook = library_rulebook(library, activity);
    if (rulebook || is_unread(library, activity))
        return rulebook;
    unknown_rulebook(library, activity, node_member(data, KEY_OFFER)->origin);
    return NULL;
}

/* False if it could not be read, after a finding, or there is nothing to compare it with. */
static bool read_offer(struct library *library, struct library_house *house, const char *path,
                       const char *identity, const char *rulebooks)
{
    struct text bytes;
    if (files_read(path, LIBRARY_FILE_MAX, &library->arena, &library->findings, &bytes) != STATUS_OK)
        return false;
    struct node *data = node_read(bytes, (struct origin){.file = path, .line = 1, .column = 1},
                                  &library->arena, &library->findings);
    if (!data)
        return false;
    if (offer_activity(data).length == 0) {
        findings_add(&library->findings, FINDING_ERROR, data->origin,
                     "the offer does not say what it offers" REMEDY
                     "add offer: and the activity, like offer: %s",
                     vocabulary_example(PART_OFFER, KEY_OFFER));
        return false;
    }
    const struct rulebook *rulebook = rulebook_of(library, data, rulebooks);
    return rulebook && offer_read(data, bytes, text_of(identity), &house->house, rulebook, &library->arena,
                                  &library->findings, &house->offers[house->offer_count]) == STATUS_OK;
}

/* `alone`: the other offers of its house may be unread. */
static void add_offer(struct library *library, const char *path, const char *rulebooks, bool alone)
{
    struct text folder = path_folder(path_folder(text_of(path))); /* the house's, above offers/ */
    struct library_house *house = add_house(library, folder, rulebooks);
    if (!house)
        return;
    const char *identity =
        path_join(library, house->house.identity, without_ending(path_last(text_of(path))), "");
    if (!identity || house->offer_count == LIBRARY_OFFERS_MAX) {
        out_of_memory(library, path);
        return;
    }
    if (library_offer(library, text_of(identity)))
        return;
    bool read = read_offer(library, house, path, identity, rulebooks);
    house->offer_count += read;
    house->offers_unread |= alone || !read;
}

/* ------------------------------------------------------------------------------------------ folders */

enum { FOLDER_DEPTH_MAX = 4 };

static void add_at(struct library *library, const char *path, const char *rulebooks, unsigned depth,
                   bool named);

static void add_folder(struct library *library, const char *path, const char *rulebooks, unsigned depth)
{
    struct folder folder;
    if (files_list(path, &library->arena, &library->findings, &folder) != STATUS_OK)
        return;
    for (size_t i = 0; i < folder.count; i++)
        if (!text_equal(text_of(folder.entries[i].name), text_of("cases")))
            add_at(library, folder.entries[i].path, rulebooks, depth + 1, false);
}

/* `named`: the caller asked for it, so that it must be something. */
static void add_at(struct library *library, const char *path, const char *rulebooks, unsigned depth,
                   bool named)
{
    struct text name = path_last(text_of(path));
    bool is_staff = text_equal(name, text_of("staff.yaml"));
    if (files_is_folder(path)) {
        if (depth < FOLDER_DEPTH_MAX)
            add_folder(library, path, rulebooks, depth);
    } else if (ends_with(name, ".md") && (named || !text_equal(name, text_of("README.md")))) {
        add_rulebook(library, path);
    } else if (text_equal(name, text_of("house.yaml"))) {
        (void)add_house(library, path_folder(text_of(path)), rulebooks);
    } else if (is_staff && rulebooks && text_equal(path_folder(text_of(path)), text_of(rulebooks))) {
        if (staff_read(path, false, &library->arena, &library->findings, &library->staff) == STATUS_NO_MEMORY)
            out_of_memory(library, path);
    } else if (ends_with(name, ".yaml") && !is_staff) {
        add_offer(library, path, rulebooks, named);
    } else if (named) {
        struct text bytes; /* says why if it is not there */
        if (files_read(path, LIBRARY_FILE_MAX, &library->arena, &library->findings, &bytes) == STATUS_OK)
            findings_add(&library->findings, FINDING_UNREADABLE, (struct origin){.file = path},
                         "it is neither a rule document nor a house nor an offer" REMEDY
                         "name a file that ends with .md or .yaml, or a folder");
    }
}

void library_add(struct library *library, const char *path, const char *rulebooks)
{
    add_at(library, path, rulebooks, 0, true);
}

/* ------------------------------------------------------------------------------------------ the whole */

/* Checks the settings that a house chooses for laws: the law exists, is a law, and has the setting and the choice. */
static void check_laws(struct library *library, const struct house *house)
{
    const struct node *settings = node_member(house->data, KEY_SETTINGS);
    for (const struct node *chosen = settings ? settings->first_child : NULL; chosen; chosen = chosen->next) {
        const struct rulebook *law = library_rulebook(library, chosen->key);
        if (!law && !is_unread(library, chosen->key))
            unknown_rulebook(library, chosen->key, chosen->key_origin);
        else if (law && !law->is_law)
            findings_add(&library->findings, FINDING_ERROR, chosen->key_origin,
                         "%.*s is not a law" REMEDY "choose the readings of an activity in the offer of it",
                         TEXT_ARGUMENTS(chosen->key));
        else if (law && !law->has_errors)
            for (const struct node *choice = chosen->first_child; choice; choice = choice->next)
                check_setting(node_member(law->data, PART_SETTINGS), choice, &library->findings);
    }
}

static int by_identity(const void *left, const void *right)
{
    return text_compare(((const struct offer *)left)->identity, ((const struct offer *)right)->identity);
}

void library_check(struct library *library)
{
    /* Hands are compared many times in few games: what is found out about them is kept until the end. */
    struct hand_relations relations;
    struct arena arena;
    arena_init(&arena, LIBRARY_ARENA_MAX);
    hand_relations_init(&relations, &arena);
    for (unsigned i = 0; i < library->rulebook_count; i++) {
        const struct rulebook *rulebook = &library->rulebooks[i];
        if (!rulebook->has_errors) /* A row that is missing would leave a gap. */
            check_charts(rulebook, &relations, &library->findings);
    }
    for (unsigned i = 0; i < library->house_count; i++) {
        struct library_house *house = &library->houses[i];
        check_laws(library, &house->house);
        if (house->offer_count > 1)
            qsort(house->offers, house->offer_count, sizeof house->offers[0], by_identity);
        check_offers(house->offers, house->offer_count, !house->offers_unread, &relations,
                     &library->findings);
    }
    arena_release(&arena);
    findings_sort(&library->findings);
}

static bool offers_document(const struct library_house *house, const struct rulebook *rulebook)
{
    for (unsigned i = 0; i < house->offer_count; i++)
        if (house->offers[i].rulebook == rulebook)
            return true;
    return false;
}

void library_check_document(struct library *library, const struct rulebook *rulebook,
                            struct hand_relations *relations)
{
    check_charts(rulebook, relations, &library->findings);
    for (unsigned i = 0; i < library->house_count; i++) {
        const struct library_house *house = &library->houses[i];
        if (rulebook->is_law)
            check_laws(library, &house->house);
        if (offers_document(house, rulebook))
            check_offers_of(rulebook, house->offers, house->offer_count, !house->offers_unread,
                            &library->findings);
    }
}
