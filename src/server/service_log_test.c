/*
 * The log for outsiders over HTTP: when checkpoints are made, that each contains the one before it, what proofs prove, and which
 * cosignatures are kept.
 */
#include "server/service_test.h"

#include "server/description_test.h"
#include "store/whole_tree_test.h"

#include <sodium.h>

enum { MINUTE = 60, DAY = 24 * 60 * MINUTE, TURNS = 4000, QUIET_TURNS = 60, NEVER = 0 };

static struct room room;
static struct notary_files files;
static struct client outside; /* somebody who has not signed in */
static struct description description;

static int open_log(void **state)
{
    (void)state;
    room = (struct room){.place = place_make(false, "service_log_test"), .log_files = &files};
    atomic_store(&room.now_ms, NOON_SECONDS * INT64_C(1000));
    assert_true(notary_files_of(text_of(room.place.address), NULL, &files));
    room_furnish(&room);
    room_begin(&room);
    client_enter(&outside, &room, "");
    return 0;
}

static int close_log(void **state)
{
    (void)state;
    client_close(&outside);
    room_end(&room);
    (void)unlink(files.key);
    (void)unlink(files.checkpoints);
    (void)unlink(files.witnesses);
    room_close(&room);
    return 0;
}

/* ------------------------------------------------------------------------------------------ looking */

static struct note_key log_key(void)
{
    struct note_key key;
    struct fault fault;
    assert_int_equal(client_ask(&outside, "GET", "/log/key", NULL), 200);
    if (note_key_read(text_trimmed(text_of(outside.body)), &key, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    return key;
}

/* The newest checkpoint, verified with the key; of size 0 if there is none. */
static struct checkpoint newest(void)
{
    struct checkpoint checkpoint = {.size = NEVER};
    struct note note;
    struct fault fault;
    const struct note_key key = log_key();
    if (client_ask(&outside, "GET", "/log/checkpoint", NULL) == 404)
        return checkpoint;
    assert_int_equal(outside.code, 200);
    assert_string_equal(client_field(&outside, "Content-Type"), "text/plain; charset=utf-8");
    if (note_read(text_of(outside.body), &note, &fault) != STATUS_OK ||
        checkpoint_open(&note, &key, &checkpoint, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    checkpoint.origin = text_of("");
    return checkpoint;
}

static struct tree_proof proof_of(const char *path)
{
    struct tree_proof proof = {.count = 0};
    json_t *answer = client_get(&outside, path), *hash;
    size_t index;
    json_array_foreach(json_object_get(answer, "hashes"), index, hash)
    {
        assert_true(proof.count < TREE_PROOF_MAX);
        assert_int_equal(tree_hash_read(text_of(json_string_value(hash)), &proof.hashes[proof.count++], NULL),
                         STATUS_OK);
    }
    json_decref(answer);
    return proof;
}

static void assert_grew(const struct checkpoint *from, const struct checkpoint *to)
{
    char path[96];
    if (from->size == NEVER)
        return;
    (void)snprintf(path, sizeof path, "/log/consistency?from=%llu&to=%llu", (unsigned long long)from->size,
                   (unsigned long long)to->size);
    const struct tree_proof proof = proof_of(path);
    assert_true(tree_consistent(from->size, &from->root, to->size, &to->root, &proof));
}

/* Waits until there is a checkpoint after this one, which must contain it. */
static struct checkpoint wait_for_next(const struct checkpoint *last)
{
    struct checkpoint now = newest();
    for (unsigned turn = 0; now.size == last->size; turn++) {
        if (turn == TURNS)
            fail_msg("there is no checkpoint after that of %llu events", (unsigned long long)last->size);
        now = newest();
    }
    assert_grew(last, &now);
    return now;
}

static void assert_none_is_made(const struct checkpoint *last)
{
    for (unsigned turn = 0; turn < QUIET_TURNS; turn++)
        assert_int_equal(newest().size, last->size);
}

static struct store_tree tree_now(void)
{
    const struct store_options options = {.mode = STORE_READ_ONLY};
    struct store *store = place_open_with(&room.place, &options);
    struct store_tree tree = whole_tree(store);
    store_close(store);
    return tree;
}

static void assert_is_of_all(const struct checkpoint *checkpoint)
{
    const struct store_tree tree = tree_now();
    assert_int_equal(checkpoint->size, tree.size);
    assert_true(tree_hash_equal(&checkpoint->root, &tree.root));
}

static void do_as(const char *who, const char *command)
{
    struct client client;
    client_enter(&client, &room, who);
    client_must(&client, command);
    client_close(&client);
}

/* Signing in is an event of the log, too; the checkpoint has it after the posted time. */
static struct checkpoint settled(void)
{
    const struct checkpoint before = {.size = NEVER}, last = wait_for_next(&before);
    struct client client;
    client_enter(&client, &room, "dana");
    client_close(&client);
    room_later(&room, 5 * MINUTE);
    return wait_for_next(&last);
}

/* ------------------------------------------------------------------------------------------ when */

static void one_is_made_at_the_opening_and_one_at_the_end(void **state)
{
    (void)state;
    const struct checkpoint before = {.size = NEVER};
    const struct checkpoint opened = wait_for_next(&before);
    assert_is_of_all(&opened);
    do_as("dana", "{\"do\":\"start-round\",\"table\":\"C4-1\",\"fees\":[1,2]}");
    assert_none_is_made(&opened); /* five minutes have not passed */
    client_close(&outside);
    room_end(&room);
    const struct store_tree tree = tree_now();
    assert_true(tree.size > opened.size);
    room_begin(&room);
    client_enter(&outside, &room, "");
    const struct checkpoint closed = newest();
    assert_int_equal(closed.size, tree.size); /* the end made it: nothing has happened since */
    assert_grew(&opened, &closed);
    do_as("dana", "{\"do\":\"end-round\",\"table\":\"C4-1\"}");
}

static void one_is_made_some_minutes_after_something_happened(void **state)
{
    (void)state;
    struct checkpoint last = settled();
    do_as("dana", "{\"do\":\"start-round\",\"table\":\"C4-1\",\"fees\":[1,2]}");
    room_later(&room, 5 * MINUTE - 1); /* `every` of house.yaml, where it says nothing */
    assert_none_is_made(&last);
    room_later(&room, 2);
    last = wait_for_next(&last);
    assert_is_of_all(&last);
    for (unsigned i = 0; i < 12; i++) {
        room_later(&room, 5 * MINUTE);
        assert_int_equal(newest().size, last.size);
    }
    assert_none_is_made(&last); /* nothing happened */
    do_as("dana", "{\"do\":\"end-round\",\"table\":\"C4-1\"}");
}

static void one_follows_a_payment_above_the_posted_amount(void **state)
{
    (void)state;
    struct checkpoint last = settled();
    do_as("dana", "{\"do\":\"start-round\",\"table\":\"C4-1\",\"fees\":[1,2]}");
    do_as("dana", "{\"do\":\"claim-hand\",\"table\":\"C4-1\",\"seat\":1,\"offer\":\"bonus-hand\"}");
    do_as("sam", "{\"do\":\"verify-hand\",\"hand\":1,\"cards\":\"As Ks Qs Js Ts\",\"wager\":500}");
    do_as("sue", "{\"do\":\"authorise\",\"hand\":1}");
    assert_none_is_made(&last);
    do_as("cy", "{\"do\":\"pay\",\"prize\":1,\"in\":\"check\"}");
    last = wait_for_next(&last); /* no time has passed */
    assert_is_of_all(&last);
    do_as("dana", "{\"do\":\"end-round\",\"table\":\"C4-1\"}");
}

static void one_is_made_when_a_gaming_day_has_ended(void **state)
{
    (void)state;
    struct checkpoint last = settled();
    struct client dana;
    client_enter(&dana, &room, "dana");
    client_close(&dana);
    assert_none_is_made(&last);
    room_later(&room, DAY);
    last = wait_for_next(&last);
    client_enter(&dana, &room, "dana");
    assert_none_is_made(&last); /* the day ends with the first command of the next */
    client_must(&dana, "{\"do\":\"start-round\",\"table\":\"C4-1\",\"fees\":[1,2]}");
    last = wait_for_next(&last); /* no time has passed */
    assert_is_of_all(&last);
    client_must(&dana, "{\"do\":\"end-round\",\"table\":\"C4-1\"}");
    client_close(&dana);
}

/* ------------------------------------------------------------------------------------------ proofs */

static void assert_answer(const char *method, const char *path, const char *body, unsigned code)
{
    if (client_ask(&outside, method, path, body) != code)
        fail_msg("%s %s: %u %s", method, path, outside.code, outside.body);
    if (code >= 400)
        assert_problem(&outside, code, code == 404 ? "not-found" : code == 403 ? "not-allowed" : "invalid");
}

static void proofs_are_of_what_was_promised(void **state)
{
    (void)state;
    char path[96];
    const struct checkpoint last = settled();
    const struct tree_hash leaf = {{0}};
    (void)snprintf(path, sizeof path, "/log/inclusion?leaf=3&size=%llu", (unsigned long long)last.size);
    const struct tree_proof inside = proof_of(path);
    assert_false(tree_included(3, &leaf, last.size, &last.root, &inside));
    assert_int_not_equal(inside.count, 0);

    json_t *answer = client_get(&outside, path);
    assert_described(&description, "/log/inclusion", "get", 200, "application/json", answer);
    json_decref(answer);
    answer = client_get(&outside, "/log/consistency?from=1&to=3");
    assert_described(&description, "/log/consistency", "get", 200, "application/json", answer);
    json_decref(answer);

    (void)snprintf(path, sizeof path, "/log/consistency?from=1&to=%llu", (unsigned long long)last.size + 1);
    assert_answer("GET", path, NULL, 400);
    (void)snprintf(path, sizeof path, "/log/inclusion?leaf=%llu&size=%llu", (unsigned long long)last.size,
                   (unsigned long long)last.size);
    assert_answer("GET", path, NULL, 400);
    assert_answer("GET", "/log/consistency?from=3&to=2", NULL, 400);
    assert_answer("GET", "/log/consistency?from=3", NULL, 400);
    assert_answer("GET", "/log/consistency?from=-1&to=2", NULL, 400);
    assert_answer("GET", "/log/consistency?from=1&to=99999999999999999999", NULL, 400);
    assert_answer("GET", "/log/inclusion?leaf=&size=4", NULL, 400);
}

/* ------------------------------------------------------------------------------------- cosignatures */

static struct note_secret witness_of(uint8_t seed)
{
    const uint8_t seeds[NOTE_SEED_SIZE] = {seed};
    struct note_secret secret;
    assert_int_equal(note_secret_make(text_of("regulator.example/log"), NOTE_WITNESS, seeds, &secret, NULL),
                     STATUS_OK);
    return secret;
}

static void write_witness(const struct note_key *key)
{
    char line[NOTE_KEY_TEXT_MAX + 1];
    struct text_out out;
    text_out_init(&out, line, sizeof line);
    note_key_write(&out, key);
    FILE *file = fopen(files.witnesses, "wb");
    assert_non_null(file);
    (void)fprintf(file, "%s\n", line);
    assert_int_equal(fclose(file), 0);
}

static void cosign_newest(const struct note_secret *witness, char *bytes)
{
    struct text_out out;
    struct note note;
    assert_int_equal(client_ask(&outside, "GET", "/log/checkpoint", NULL), 200);
    text_out_init(&out, bytes, NOTE_SIZE_MAX + 1);
    text_out_add(&out, "%s", outside.body);
    assert_int_equal(note_read(text_out_text(&out), &note, NULL), STATUS_OK);
    note_cosign(&out, note.text, witness, (uint64_t)atomic_load(&room.now_ms) / 1000);
}

static json_t *office(void)
{
    struct client theo;
    client_enter(&theo, &room, "theo");
    json_t *answer = client_get(&theo, "/api/checkpoints");
    assert_described(&description, "/api/checkpoints", "get", 200, "application/json", answer);
    client_close(&theo);
    return answer;
}

static void witnesses_cosign_and_the_office_sees_it(void **state)
{
    (void)state;
    static char note[NOTE_SIZE_MAX + 1];
    const struct note_secret witness = witness_of(1), stranger = witness_of(2);
    const struct checkpoint last = settled();
    cosign_newest(&witness, note);
    assert_answer("POST", "/log/cosignature", note, 403); /* nobody knows it */
    write_witness(&witness.key);
    assert_answer("POST", "/log/cosignature", "what", 400);
    assert_answer("POST", "/log/cosignature", "", 400);
    cosign_newest(&stranger, note);
    assert_answer("POST", "/log/cosignature", note, 403);
    json_t *answer = office();
    assert_true(json_is_null(json_object_get(answer, "alarm")) ||
                strstr(json_string_value(json_object_get(answer, "alarm")), "No witness"));
    json_decref(answer);

    cosign_newest(&witness, note);
    assert_answer("POST", "/log/cosignature", note, 204);
    assert_answer("POST", "/log/cosignature", note, 204); /* again is the same */
    assert_int_equal(client_ask(&outside, "GET", "/log/checkpoint", NULL), 200);
    assert_true(client_says(&outside, "regulator.example/log"));
    answer = office();
    assert_true(json_number(answer, "events") >= (json_int_t)last.size);
    const json_t *seen = json_array_get(json_object_get(answer, "witnesses"), 0);
    assert_string_equal(json_string_value(json_object_get(seen, "name")), "regulator.example/log");
    assert_int_equal(json_number(seen, "events"), last.size);
    assert_true(json_is_string(json_object_get(seen, "at")));
    assert_true(json_is_null(json_object_get(answer, "alarm")));
    json_decref(answer);

    room_later(&room, DAY + MINUTE); /* `cosigned within` of house.yaml, where it says nothing */
    answer = office();
    assert_non_null(strstr(json_string_value(json_object_get(answer, "alarm")), "No witness has cosigned"));
    json_decref(answer);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    description_read(&description, CARDROOM_ROOT "/docs/api/openapi.yaml");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_is_made_at_the_opening_and_one_at_the_end, open_log, close_log),
        cmocka_unit_test_setup_teardown(one_is_made_some_minutes_after_something_happened, open_log,
                                        close_log),
        cmocka_unit_test_setup_teardown(one_follows_a_payment_above_the_posted_amount, open_log, close_log),
        cmocka_unit_test_setup_teardown(one_is_made_when_a_gaming_day_has_ended, open_log, close_log),
        cmocka_unit_test_setup_teardown(proofs_are_of_what_was_promised, open_log, close_log),
        cmocka_unit_test_setup_teardown(witnesses_cosign_and_the_office_sees_it, open_log, close_log),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_release(&description.arena);
    return failed;
}
