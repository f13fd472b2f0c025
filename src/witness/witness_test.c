/* Rounds of a witness with a house in memory, which tells the truth or lies. */
#include "witness/witness.h"

#include "tree/tree_sample_test.h"

#include <inttypes.h>
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { NOW = 1793649600 };

/* A house in memory. */
struct liar {
    struct sample_tree tree;
    struct note_secret secret;
    unsigned size;                /* of the checkpoint that it shows; 0: it shows none */
    bool silent, deaf;            /* it gives no answer at all; it keeps no cosignature */
    const char *proof;            /* what it says in place of a proof; NULL: the proof */
    char kept[NOTE_SIZE_MAX + 1]; /* the last cosignature that it was given */
    unsigned kept_count;
};

static void answer_note(const struct liar *liar, struct text_out *out)
{
    char text[NOTE_TEXT_MAX];
    struct text_out lines;
    const struct checkpoint checkpoint = {.origin = text_of(liar->secret.key.name),
                                          .size = liar->size,
                                          .root = sample_root(liar->tree.leaves, liar->size)};
    text_out_init(&lines, text, sizeof text);
    checkpoint_write(&lines, &checkpoint);
    text_out_add(out, "%s\n", text);
    note_sign(out, text_out_text(&lines), &liar->secret);
}

static void answer_proof(struct liar *liar, const char *path, struct text_out *out)
{
    const char *from = strstr(path, "from="), *to = strstr(path, "to=");
    struct tree_proof proof;
    struct fault fault;
    assert_non_null(from);
    assert_non_null(to);
    const uint64_t first = strtoull(from + 5, NULL, 10), last = strtoull(to + 3, NULL, 10);
    const struct tree_source source = sample_source(&liar->tree);
    assert_int_equal(tree_prove_consistency(&source, first, last, &proof, &fault), STATUS_OK);
    text_out_add(out, "{\"from\":%" PRIu64 ",\"to\":%" PRIu64 ",\"hashes\":[", first, last);
    for (unsigned i = 0; i < proof.count; i++) {
        text_out_add(out, i > 0 ? ",\"" : "\"");
        tree_hash_write(out, &proof.hashes[i]);
        text_out_add(out, "\"");
    }
    text_out_add(out, "]}");
}

static bool ask(void *context, const char *path, struct text body, struct witness_answer *answer,
                struct text_out *why)
{
    struct liar *liar = context;
    struct text_out out;
    text_out_init(&out, answer->bytes, sizeof answer->bytes);
    answer->code = 200;
    if (liar->silent) {
        text_out_add(why, "it is night");
        return false;
    }
    if (strcmp(path, "/log/checkpoint") == 0) {
        if (liar->size > 0)
            answer_note(liar, &out);
        else
            answer->code = 404;
    } else if (strcmp(path, "/log/cosignature") == 0) {
        memcpy(liar->kept, body.bytes, body.length);
        liar->kept[body.length] = '\0';
        liar->kept_count += !liar->deaf;
        answer->code = liar->deaf ? 403 : 204;
    } else if (liar->proof) {
        text_out_add(&out, "%s", liar->proof);
    } else {
        answer_proof(liar, path, &out);
    }
    answer->size = out.length;
    return true;
}

/* ------------------------------------------------------------------------------------------ one place */

static char folder[64];
static struct liar liar;
static struct witness *witness;

static enum status try_open(const struct note_key *key, struct fault *fault)
{
    char words[NOTE_KEY_TEXT_MAX + 1];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    note_key_write(&out, key);
    const struct witness_options options = {
        .folder = folder, .log_key = words, .name = "regulator.example/log"};
    return witness_open(&options, &witness, fault);
}

static int begin(void **state)
{
    (void)state;
    const uint8_t seed[NOTE_SEED_SIZE] = {7};
    struct fault fault;
    const char *temporary = getenv("TMPDIR");
    (void)snprintf(folder, sizeof folder, "%s/witness-XXXXXX", temporary ? temporary : "/tmp");
    assert_non_null(mkdtemp(folder));
    liar = (struct liar){.size = 5, .tree = {.count = SAMPLE_LEAVES_MAX}};
    for (unsigned i = 0; i < SAMPLE_LEAVES_MAX; i++)
        liar.tree.leaves[i] = tree_leaf_of(&i, sizeof i);
    assert_int_equal(note_secret_make(text_of("bay-101/5f0c9a1e"), NOTE_LOG, seed, &liar.secret, &fault),
                     STATUS_OK);
    if (try_open(&liar.secret.key, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    return 0;
}

static int end(void **state)
{
    static const char *const names[] = {"key", "log.vkey", "seen", "alarms"};
    char path[128];
    (void)state;
    witness_close(witness);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        (void)unlink(path);
    }
    return rmdir(folder);
}

static void watched(enum witness_result result, const char *kind, uint64_t now)
{
    struct witness_report report;
    struct fault fault;
    if (witness_watch(witness, ask, &liar, now, &report, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    if (report.result != result || (kind == NULL) != (report.kind == NULL) ||
        (kind && strcmp(kind, report.kind) != 0))
        fail_msg("result %d, %s: %s", (int)report.result, report.kind ? report.kind : "", report.words);
}

static void assert_stands(uint64_t size, uint64_t alarms)
{
    struct witness_state state;
    witness_look(witness, &state);
    assert_int_equal(state.size, size);
    assert_int_equal(state.alarms, alarms);
}

static void opened_again(void)
{
    struct fault fault;
    witness_close(witness);
    if (try_open(&liar.secret.key, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
}

/* ------------------------------------------------------------------------------------------ rounds */

static void what_only_grows_is_cosigned(void **state)
{
    (void)state;
    static const unsigned sizes[] = {5, 6, 7, 8, 9, 31, 32, 33, 256, 257, 1000, 1024};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        liar.size = sizes[i];
        watched(WITNESS_COSIGNED, NULL, NOW + i);
        assert_stands(sizes[i], 0);
        if (i % 3 == 0)
            opened_again();
    }
    struct witness_state now;
    struct note note;
    uint64_t time = 0;
    witness_look(witness, &now);
    assert_int_equal(note_read(text_of(liar.kept), &note, NULL), STATUS_OK);
    assert_int_equal(note_verify(&note, &now.key, &time), NOTE_GOOD);
    assert_int_equal(time, NOW + sizeof sizes / sizeof sizes[0] - 1);
}

/* The house in memory does not show cosignatures, so it is given the same again until an hour has passed. */
static void what_has_not_grown_is_cosigned_again_after_an_hour(void **state)
{
    (void)state;
    char first[NOTE_SIZE_MAX + 1];
    watched(WITNESS_COSIGNED, NULL, NOW);
    (void)snprintf(first, sizeof first, "%s", liar.kept);
    watched(WITNESS_COSIGNED, NULL, NOW + WITNESS_AGAIN_SECONDS - 1);
    assert_string_equal(liar.kept, first);
    watched(WITNESS_COSIGNED, NULL, NOW + WITNESS_AGAIN_SECONDS);
    assert_string_not_equal(liar.kept, first);
    opened_again();
    assert_stands(5, 0);
}

static void what_did_not_only_grow_is_refused(void **state)
{
    (void)state;
    liar.size = 40;
    watched(WITNESS_COSIGNED, NULL, NOW);
    liar.size = 39;
    watched(WITNESS_REFUSED, "shrunk", NOW);
    liar.size = 0;
    watched(WITNESS_REFUSED, "shrunk", NOW);
    const struct tree_hash leaf = liar.tree.leaves[17];
    liar.tree.leaves[17] = liar.tree.leaves[18];
    liar.size = 40;
    watched(WITNESS_REFUSED, "split-view", NOW);
    liar.size = 41;
    watched(WITNESS_REFUSED, "rewritten", NOW);
    liar.proof = "{\"from\":40,\"to\":41,\"hashes\":[\"x\"]}";
    watched(WITNESS_REFUSED, "no-proof", NOW);
    liar.proof = "[";
    watched(WITNESS_REFUSED, "no-proof", NOW);
    assert_int_equal(liar.kept_count, 1); /* nothing of this was cosigned */
    opened_again();
    assert_stands(40, 6);
    liar.proof = NULL;
    liar.tree.leaves[17] = leaf;
    watched(WITNESS_COSIGNED, NULL, NOW); /* the honest log goes on, and the alarms stay */
    assert_stands(41, 6);
    liar.tree.leaves[3] = leaf; /* it has not grown, and cannot prove any more that it grew from 40 */
    liar.tree.leaves[40] = leaf;
    watched(WITNESS_REFUSED, "split-view", NOW);
}

static void another_key_or_log_is_refused(void **state)
{
    (void)state;
    const uint8_t seed[NOTE_SEED_SIZE] = {8};
    struct fault fault;
    watched(WITNESS_COSIGNED, NULL, NOW);
    assert_int_equal(note_secret_make(text_of("bay-101/5f0c9a1e"), NOTE_LOG, seed, &liar.secret, &fault),
                     STATUS_OK);
    liar.size = 6;
    watched(WITNESS_REFUSED, "other-key", NOW);
    witness_close(witness);
    witness = NULL;
    assert_int_equal(try_open(&liar.secret.key, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "with another key"));
}

static void a_cosignature_is_given_until_the_house_keeps_it(void **state)
{
    (void)state;
    liar.deaf = true;
    watched(WITNESS_NOT_KEPT, "not-kept", NOW);
    assert_stands(5, 1); /* it is cosigned, whether or not the house wants it */
    opened_again();
    liar.deaf = false;
    watched(WITNESS_COSIGNED, NULL, NOW + 1);
    assert_int_equal(liar.kept_count, 1);
    liar.silent = true;
    watched(WITNESS_NO_ANSWER, "no-answer", NOW + 2);
    assert_stands(5, 2);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_only_grows_is_cosigned, begin, end),
        cmocka_unit_test_setup_teardown(what_has_not_grown_is_cosigned_again_after_an_hour, begin, end),
        cmocka_unit_test_setup_teardown(what_did_not_only_grow_is_refused, begin, end),
        cmocka_unit_test_setup_teardown(another_key_or_log_is_refused, begin, end),
        cmocka_unit_test_setup_teardown(a_cosignature_is_given_until_the_house_keeps_it, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
