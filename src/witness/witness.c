#include "witness/witness_internal.h"

#include "base/check.h"
#include "base/json.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROOF_DEPTH = 4, HTTP_OK = 200, HTTP_KEPT = 204, HTTP_MISSING = 404 };

enum status witness_open(const struct witness_options *options, struct witness **opened, struct fault *fault)
{
    if (sodium_init() < 0)
        return fault_set(fault, STATUS_IO, 0, "the signatures of this machine cannot be used");
    struct witness *witness = calloc(1, sizeof *witness);
    if (!witness)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for a witness");
    witness->seen = witness->alarms = -1;
    enum status status = folder_open(witness, options, fault);
    if (status != STATUS_OK) {
        witness_close(witness);
        return status;
    }
    *opened = witness;
    return STATUS_OK;
}

void witness_close(struct witness *witness)
{
    if (!witness)
        return;
    folder_close(witness);
    free(witness);
}

void witness_look(const struct witness *witness, struct witness_state *state)
{
    const struct sight *last = last_sight(witness);
    *state = (struct witness_state){.key = witness->secret.key,
                                    .log = witness->log,
                                    .size = last ? last->size : 0,
                                    .cosigned_at = witness->cosigned_at,
                                    .alarms = witness->alarm_count};
    if (last)
        state->root = last->root;
}

/* ------------------------------------------------------------------------------------------ one round */

struct watching {
    struct witness *witness;
    witness_ask *ask;
    void *context;
    uint64_t now;
    struct witness_report *report;
    struct fault *fault;
    char note[NOTE_SIZE_MAX + 1]; /* what was answered first */
    size_t note_size;
};

/* Says what is wrong, and keeps it with what was answered. */
static enum status PRINTF_LIKE(5, 6) alarm(struct watching *watching, enum witness_result result,
                                           const char *kind, struct text proof, const char *format, ...)
{
    struct witness_report *report = watching->report;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(report->words, sizeof report->words, format, arguments);
    va_end(arguments);
    report->result = result;
    report->kind = kind;
    const struct alarm raised = {.kind = kind,
                                 .words = report->words,
                                 .answer = {watching->note, watching->note_size},
                                 .proof = proof,
                                 .at = watching->now};
    return folder_raise(watching->witness, &raised, watching->fault);
}

/* False, with the words, if nothing came. */
static bool asked(struct watching *watching, const char *path, struct text body, struct text_out *why)
{
    watching->witness->answer.size = 0;
    watching->witness->answer.code = 0;
    return watching->ask(watching->context, path, body, &watching->witness->answer, why);
}

static struct text answered(const struct watching *watching)
{
    return (struct text){watching->witness->answer.bytes, watching->witness->answer.size};
}

/* The hashes of {"from":N,"to":M,"hashes":[...]}; false if it is no such thing. */
static bool proof_read(struct text bytes, uint64_t from, uint64_t to, struct tree_proof *proof)
{
    static const struct document_limits limits = {.size_max = WITNESS_ANSWER_MAX, .depth_max = PROOF_DEPTH};
    json_t *document = NULL, *hash;
    size_t index;
    proof->count = 0;
    if (document_parse(bytes, &limits, &document, NULL) != STATUS_OK)
        return false;
    const json_t *hashes = json_object_get(document, "hashes");
    bool good = json_is_array(hashes) && json_array_size(hashes) <= TREE_PROOF_MAX &&
                json_integer_value(json_object_get(document, "from")) == (json_int_t)from &&
                json_integer_value(json_object_get(document, "to")) == (json_int_t)to;
    json_array_foreach(hashes, index, hash)
    {
        good = good && json_is_string(hash) &&
               tree_hash_read(text_of(json_string_value(hash)), &proof->hashes[proof->count++], NULL) ==
                   STATUS_OK;
        if (!good)
            break;
    }
    json_decref(document);
    return good;
}

/* W1: that the tree only grew. `grew` is false if an alarm was raised. */
static enum status check_growth(struct watching *watching, const struct sight *last,
                                const struct checkpoint *checkpoint, bool *grew)
{
    char path[128], why[WITNESS_WORDS_SIZE / 2];
    struct text_out out, reason;
    struct tree_proof proof;
    *grew = false;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, "/log/consistency?from=%" PRIu64 "&to=%" PRIu64, last->size, checkpoint->size);
    text_out_init(&reason, why, sizeof why);
    if (!asked(watching, path, text_of(""), &reason))
        return alarm(watching, WITNESS_NO_ANSWER, "no-answer", text_of(""),
                     "asked to prove that the log only grew from %" PRIu64 " to %" PRIu64
                     " events, it gave no "
                     "answer: %s",
                     last->size, checkpoint->size, why);
    if (watching->witness->answer.code != HTTP_OK ||
        !proof_read(answered(watching), last->size, checkpoint->size, &proof))
        return alarm(watching, WITNESS_REFUSED, "no-proof", answered(watching),
                     "asked to prove that the log only grew from %" PRIu64 " to %" PRIu64
                     " events, it answered "
                     "with no proof (%u)",
                     last->size, checkpoint->size, watching->witness->answer.code);
    if (!tree_consistent(last->size, &last->root, checkpoint->size, &checkpoint->root, &proof))
        return alarm(watching, WITNESS_REFUSED, "rewritten", answered(watching),
                     "the log of %" PRIu64 " events does not contain the %" PRIu64
                     " events that were seen before: it was written anew",
                     checkpoint->size, last->size);
    *grew = true;
    return STATUS_OK;
}

/* Whether the checkpoint contains all that was seen. */
static enum status compare(struct watching *watching, const struct checkpoint *checkpoint, bool *contains)
{
    const struct sight *last = last_sight(watching->witness),
                       *same = sight_of(watching->witness, checkpoint->size);
    *contains = false;
    if (same && !tree_hash_equal(&same->root, &checkpoint->root))
        return alarm(watching, WITNESS_REFUSED, "split-view", text_of(""),
                     "the house has signed two different logs of %" PRIu64
                     " events: this one, and the one that was seen before",
                     checkpoint->size);
    if (last && checkpoint->size < last->size)
        return alarm(watching, WITNESS_REFUSED, "shrunk", text_of(""),
                     "the log has %" PRIu64 " events, and had %" PRIu64
                     ": events were removed, or an older copy was put back",
                     checkpoint->size, last->size);
    if (last && checkpoint->size > last->size)
        return check_growth(watching, last, checkpoint, contains);
    const size_t count = watching->witness->sight_count;
    if (last && count > 1) /* it has not grown; but does the house still have what it promised? */
        return check_growth(watching, &watching->witness->sights[count - 2], checkpoint, contains);
    *contains = true;
    return STATUS_OK;
}

/* The text, the signature of the house, and the cosignature. */
static void cosign(const struct watching *watching, const struct note *note, struct text_out *out)
{
    const struct witness *witness = watching->witness;
    text_out_add_text(out, note->text);
    text_out_add(out, "\n");
    for (unsigned i = 0; i < note->count; i++)
        if (note->signatures[i].number == witness->log.number &&
            text_equal(note->signatures[i].name, text_of(witness->log.name)))
            text_out_add_text(out, note->signatures[i].line);
    note_cosign(out, note->text, &witness->secret, watching->now);
}

static enum status bring(struct watching *watching, struct text note, uint64_t size)
{
    char why[WITNESS_WORDS_SIZE / 2];
    struct text_out reason;
    text_out_init(&reason, why, sizeof why);
    bool came = asked(watching, "/log/cosignature", note, &reason);
    if (came && watching->witness->answer.code == HTTP_KEPT) {
        watching->report->result = WITNESS_COSIGNED;
        text_out_init(&reason, watching->report->words, sizeof watching->report->words);
        text_out_add(&reason, "cosigned the log of %" PRIu64 " events", size);
        return STATUS_OK;
    }
    if (!came)
        return alarm(
            watching, WITNESS_NO_ANSWER, "no-answer", text_of(""),
            "the log only grew and was cosigned, but the house gave no answer to the cosignature: %s", why);
    return alarm(
        watching, WITNESS_NOT_KEPT, "not-kept", answered(watching),
        "the log only grew and was cosigned, but the house did not keep the cosignature (%u); the house "
        "must have the key of this witness in its file of witnesses",
        watching->witness->answer.code);
}

/* It contains all that was seen. W2: what is new is kept before it is sent. */
static enum status agree(struct watching *watching, const struct note *note,
                         const struct checkpoint *checkpoint)
{
    struct witness *witness = watching->witness;
    const struct sight *last = last_sight(witness);
    char words[NOTE_SIZE_MAX + NOTE_LINE_MAX];
    struct text_out out;
    bool as_it_was = last && last->size == checkpoint->size,
         has_it = note_verify(note, &witness->secret.key, NULL) == NOTE_GOOD,
         fresh = watching->now < witness->cosigned_at + WITNESS_AGAIN_SECONDS;
    if (as_it_was && has_it && fresh) {
        watching->report->result = WITNESS_NOTHING_NEW;
        text_out_init(&out, watching->report->words, sizeof watching->report->words);
        text_out_add(&out, "nothing new: %" PRIu64 " events, which are cosigned", checkpoint->size);
        return STATUS_OK;
    }
    if (as_it_was && fresh) /* the house does not have it, perhaps because it did not answer */
        return bring(watching, (struct text){witness->last, witness->last_size}, checkpoint->size);
    text_out_init(&out, words, sizeof words);
    cosign(watching, note, &out);
    if (out.length > NOTE_SIZE_MAX)
        return alarm(watching, WITNESS_REFUSED, "no-checkpoint", text_of(""), "the checkpoint is too long");
    enum status status =
        folder_keep(witness, text_out_text(&out), checkpoint, watching->now, watching->fault);
    return status == STATUS_OK
               ? bring(watching, (struct text){witness->last, witness->last_size}, checkpoint->size)
               : status;
}

static enum status judge(struct watching *watching)
{
    struct note note;
    struct checkpoint checkpoint;
    struct fault words;
    bool contains = false;
    const struct note_key *log = &watching->witness->log;
    const struct text bytes = {watching->note, watching->note_size};
    if (note_read(bytes, &note, &words) != STATUS_OK ||
        checkpoint_read(note.text, &checkpoint, &words) != STATUS_OK)
        return alarm(watching, WITNESS_NO_ANSWER, "no-checkpoint", text_of(""),
                     "its answer is no checkpoint: %s", words.words);
    if (!text_equal(checkpoint.origin, text_of(log->name)))
        return alarm(watching, WITNESS_REFUSED, "other-log", text_of(""), "this is the log %.*s, and not %s",
                     TEXT_ARGUMENTS(text_clipped(checkpoint.origin, 100)), log->name);
    if (checkpoint_open(&note, log, &checkpoint, &words) != STATUS_OK)
        return alarm(watching, WITNESS_REFUSED, "other-key", text_of(""),
                     "the checkpoint of %" PRIu64 " events is not signed with the key of the house: %s",
                     checkpoint.size, words.words);
    enum status status = compare(watching, &checkpoint, &contains);
    return status == STATUS_OK && contains ? agree(watching, &note, &checkpoint) : status;
}

enum status witness_watch(struct witness *witness, witness_ask *ask, void *context, uint64_t now,
                          struct witness_report *report, struct fault *fault)
{
    struct watching *watching = calloc(1, sizeof *watching);
    char why[WITNESS_WORDS_SIZE / 2];
    struct text_out reason;
    if (!watching)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory to ask");
    *watching = (struct watching){
        .witness = witness, .ask = ask, .context = context, .now = now, .report = report, .fault = fault};
    *report = (struct witness_report){.kind = NULL};
    text_out_init(&reason, why, sizeof why);
    enum status status;
    const struct sight *last = last_sight(witness);
    if (!asked(watching, "/log/checkpoint", text_of(""), &reason)) {
        status = alarm(watching, WITNESS_NO_ANSWER, "no-answer", text_of(""), "it gave no answer: %s", why);
    } else {
        watching->note_size = witness->answer.size < NOTE_SIZE_MAX ? witness->answer.size : NOTE_SIZE_MAX;
        memcpy(watching->note, witness->answer.bytes, watching->note_size);
        if (witness->answer.code == HTTP_MISSING && last)
            status = alarm(watching, WITNESS_REFUSED, "shrunk", text_of(""),
                           "it has no checkpoint, and had one of %" PRIu64 " events", last->size);
        else if (witness->answer.code != HTTP_OK)
            status = alarm(watching, WITNESS_NO_ANSWER, "no-checkpoint", text_of(""),
                           "it answered %u in place of a checkpoint", witness->answer.code);
        else
            status = judge(watching);
    }
    free(watching);
    return status;
}
