#include "cli/cited.h"

#include <string.h>

/* ------------------------------------------------------------------------------------------ documents */

/* "bay101, massachusetts and us-federal": those whose documents there are. */
static void write_issuers(struct text_out *out, const struct library *library)
{
    struct text before = {0};
    for (unsigned i = 0; i < library->rulebook_count; i++) {
        struct text identity = library->rulebooks[i].document.identity;
        const char *slash = memchr(identity.bytes, '/', identity.length);
        struct text issuer = text_slice(identity, 0, slash ? (size_t)(slash - identity.bytes) : SIZE_MAX);
        if (!text_equal(issuer, before))
            text_out_add(out, "%s%.*s", before.length ? ", " : "", TEXT_ARGUMENTS(issuer));
        before = issuer;
    }
}

static enum status no_document(const struct library *library, const struct case_cite *cite,
                               struct case_fault *fault)
{
    char words[160];
    struct text_out out;
    struct text_nearest nearest = text_nearest_to(cite->document);
    for (unsigned i = 0; i < library->rulebook_count; i++)
        text_nearest_offer(&nearest, library->rulebooks[i].document.identity.bytes);
    text_out_init(&out, words, sizeof words);
    if (nearest.word)
        text_out_add(&out, "did you mean %s?", nearest.word);
    else {
        text_out_add(&out, "there are those of ");
        write_issuers(&out, library);
    }
    return case_fault_at(cite->cursor, fault, STATUS_INVALID, "there is no rule document %.*s; %s",
                         TEXT_ARGUMENTS(text_clipped(cite->document, 60)), words);
}

static bool is_unread(const struct library *library, struct text identity)
{
    for (unsigned i = 0; i < library->unread_count; i++)
        if (text_equal(library->unread[i], identity))
            return true;
    return false;
}

/* ------------------------------------------------------------------------------------------ clauses */

/* The digits at the end; 0 if there are none, or too many. */
static unsigned number_of(struct text word, size_t letters)
{
    unsigned number = 0;
    for (size_t i = letters; i < word.length; i++) {
        if (word.bytes[i] < '0' || word.bytes[i] > '9' || number > 100000)
            return 0;
        number = number * 10 + (unsigned)(word.bytes[i] - '0');
    }
    return number;
}

static size_t letters_of(struct text word)
{
    size_t letters = 0;
    while (letters < word.length && (word.bytes[letters] < '0' || word.bytes[letters] > '9'))
        letters++;
    return letters;
}

/* "MR4" of a note "MR4. Queens Up ..."; empty if the note is no reading. */
static struct text reading_of(const struct clause_note *note)
{
    const char *end = memchr(note->words.bytes, '.', note->words.length);
    struct text label = text_slice(note->words, 0, end ? (size_t)(end - note->words.bytes) : 0);
    size_t letters = letters_of(label);
    bool good = letters > 0 && number_of(label, letters) > 0;
    for (size_t i = 0; i < letters && good; i++)
        good = label.bytes[i] >= 'A' && label.bytes[i] <= 'Z';
    return good ? label : text_of("");
}

/* The readings that exist: their letters, and the first and last number. */
struct readings {
    struct text letters;
    unsigned first, last;
    bool has_wanted;
};

static struct readings readings_find(const struct rule_document *document, struct text wanted)
{
    struct readings readings = {0};
    for (unsigned i = 0; i < document->clause_count; i++)
        for (unsigned k = 0; k < document->clauses[i].note_count; k++) {
            struct text label = reading_of(&document->clauses[i].notes[k]);
            size_t letters = letters_of(label);
            if (label.length == 0)
                continue;
            unsigned number = number_of(label, letters);
            readings.has_wanted |= text_equal(label, wanted);
            readings.letters = text_slice(label, 0, letters);
            readings.first = readings.first == 0 || number < readings.first ? number : readings.first;
            readings.last = number > readings.last ? number : readings.last;
        }
    return readings;
}

static enum status check_reading(const struct rule_document *document, const struct case_cite *cite,
                                 struct case_fault *fault)
{
    struct readings readings = readings_find(document, cite->number);
    char words[64];
    if (readings.has_wanted)
        return STATUS_OK;
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    if (readings.last == 0)
        text_out_add(&out, "it has no readings");
    else
        text_out_add(&out, "its readings are %.*s%u to %.*s%u", TEXT_ARGUMENTS(readings.letters),
                     readings.first, TEXT_ARGUMENTS(readings.letters), readings.last);
    return case_fault_at(cite->cursor, fault, STATUS_INVALID, "%.*s has no reading %.*s; %s",
                         TEXT_ARGUMENTS(document->identity), TEXT_ARGUMENTS(text_clipped(cite->number, 40)),
                         words);
}

static enum status check_clause(const struct rule_document *document, const struct case_cite *cite,
                                struct case_fault *fault)
{
    if (letters_of(cite->number) > 0)
        return check_reading(document, cite, fault);
    unsigned number = number_of(cite->number, 0);
    if (document->clause_count == 0 || (number > 0 && rule_document_clause(document, number)))
        return STATUS_OK;
    return case_fault_at(cite->cursor, fault, STATUS_INVALID,
                         "%.*s has no clause %.*s; its clauses are %u to %u",
                         TEXT_ARGUMENTS(document->identity), TEXT_ARGUMENTS(text_clipped(cite->number, 40)),
                         document->clauses[0].number, document->clauses[document->clause_count - 1].number);
}

static enum status check_cite(void *context, const struct case_cite *cite, struct case_fault *fault)
{
    const struct cited_documents *documents = context;
    const struct library *library = documents->first;
    const struct rulebook *rulebook = library_rulebook(library, cite->document);
    if (!rulebook) {
        library = documents->all(documents->context);
        if (!library)
            return case_fault_at(cite->cursor, fault, STATUS_INVALID, "the rule documents cannot be read");
        rulebook = library_rulebook(library, cite->document);
    }
    if (!rulebook)
        return is_unread(library, cite->document) ? STATUS_OK : no_document(library, cite, fault);
    return check_clause(&rulebook->document, cite, fault);
}

enum status cited_check(const struct case_file *file, const struct cited_documents *documents,
                        struct case_fault *fault)
{
    struct cited_documents copy = *documents;
    return case_each_cite(file, check_cite, &copy, fault);
}
