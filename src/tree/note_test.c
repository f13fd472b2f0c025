#include "tree/note.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sodium.h>
#include <string.h>

/* The example of golang.org/x/mod/sumdb/note, which others' tools verify. */
static const char known_secret[] =
    "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz";
static const char known_key[] = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
static const char known_text[] = "If you think cryptography is the answer to your problem,\n"
                                 "then you don't know what your problem is.\n";
static const char known_line[] =
    "\xe2\x80\x94 PeterNeumann x08go/ZJkuBS9UG/"
    "SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";

static char buffer[NOTE_SIZE_MAX + 1];
static struct text_out out;

static struct text begun(const char *text)
{
    text_out_init(&out, buffer, sizeof buffer);
    text_out_add(&out, "%s", text);
    return text_out_text(&out);
}

static void a_note_of_another_program_is_verified_and_made_the_same(void **state)
{
    (void)state;
    struct note_key key;
    struct note_secret secret;
    struct note note;
    struct fault fault;
    assert_int_equal(note_key_read(text_of(known_key), &key, &fault), STATUS_OK);
    assert_string_equal(key.name, "PeterNeumann");
    assert_int_equal(key.number, 0xc74f20a3);
    assert_int_equal(note_secret_read(text_of(known_secret), &secret, &fault), STATUS_OK);
    assert_true(note_key_equal(&secret.key, &key));
    (void)begun("");
    note_secret_write(&out, &secret);
    assert_string_equal(buffer, known_secret);
    (void)begun("");
    note_key_write(&out, &key);
    assert_string_equal(buffer, known_key);
    (void)begun(known_text);
    text_out_add(&out, "\n");
    note_sign(&out, text_of(known_text), &secret);
    assert_string_equal(buffer + strlen(known_text) + 1, known_line);
    assert_int_equal(note_read(text_out_text(&out), &note, &fault), STATUS_OK);
    assert_int_equal(note_verify(&note, &key, NULL), NOTE_GOOD);
}

static struct note_secret secret_of(const char *name, enum note_type type, uint8_t first)
{
    const uint8_t seed[NOTE_SEED_SIZE] = {first};
    struct note_secret secret;
    assert_int_equal(note_secret_make(text_of(name), type, seed, &secret, NULL), STATUS_OK);
    return secret;
}

static struct tree_hash root_of(unsigned char first)
{
    return (struct tree_hash){{first}};
}

/* A checkpoint with its signature, and a cosignature if there is a witness; in `buffer`. */
static struct text checkpoint_of(const struct note_secret *house, const struct note_secret *witness)
{
    char words[NOTE_TEXT_MAX];
    struct text_out text;
    const struct checkpoint checkpoint = {text_of(house->key.name), 20852, root_of(9)};
    text_out_init(&text, words, sizeof words);
    checkpoint_write(&text, &checkpoint);
    (void)begun(words);
    text_out_add(&out, "\n");
    note_sign(&out, text_out_text(&text), house);
    if (witness)
        note_cosign(&out, text_out_text(&text), witness, 1792345678);
    assert_false(out.truncated);
    return text_out_text(&out);
}

static void a_checkpoint_reads_back_the_same(void **state)
{
    (void)state;
    struct note_secret house = secret_of("bay-101/5f0c9a1e", NOTE_LOG, 1),
                       witness = secret_of("regulator.example/w1", NOTE_WITNESS, 2);
    struct note note;
    struct checkpoint checkpoint;
    struct fault fault;
    uint64_t time = 0;
    struct tree_hash root = root_of(9);
    assert_int_equal(note_read(checkpoint_of(&house, &witness), &note, &fault), STATUS_OK);
    assert_int_equal(note.count, 2);
    assert_int_equal(checkpoint_open(&note, &house.key, &checkpoint, &fault), STATUS_OK);
    assert_int_equal(checkpoint.size, 20852);
    assert_true(tree_hash_equal(&checkpoint.root, &root));
    assert_int_equal(note_verify(&note, &witness.key, &time), NOTE_GOOD);
    assert_int_equal(time, 1792345678);
}

/* Each byte of the note in turn: none can be changed without a refusal. */
static void a_changed_byte_is_refused(void **state)
{
    (void)state;
    struct note_secret house = secret_of("bay-101/5f0c9a1e", NOTE_LOG, 1),
                       witness = secret_of("regulator.example/w1", NOTE_WITNESS, 2);
    size_t length = checkpoint_of(&house, &witness).length;
    for (size_t i = 0; i < length; i++)
        for (unsigned bit = 0; bit < 8; bit++) {
            struct note note;
            struct checkpoint checkpoint;
            struct text text = checkpoint_of(&house, &witness);
            buffer[i] = (char)(buffer[i] ^ (1 << bit));
            bool good = note_read(text, &note, NULL) == STATUS_OK &&
                        checkpoint_open(&note, &house.key, &checkpoint, NULL) == STATUS_OK &&
                        note_verify(&note, &witness.key, NULL) == NOTE_GOOD;
            assert_false(good);
        }
}

static void another_key_origin_or_second_signature_is_refused(void **state)
{
    (void)state;
    struct note_secret house = secret_of("bay-101/5f0c9a1e", NOTE_LOG, 1),
                       thief = secret_of("bay-101/5f0c9a1e", NOTE_LOG, 3),
                       other = secret_of("other/5f0c9a1e", NOTE_LOG, 1);
    struct note note;
    struct checkpoint checkpoint;
    struct fault fault;
    struct text text = checkpoint_of(&thief, NULL);
    assert_int_equal(note_read(text, &note, &fault), STATUS_OK);
    assert_int_equal(checkpoint_open(&note, &house.key, &checkpoint, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "no signature by the key"));
    assert_int_equal(checkpoint_open(&note, &other.key, &checkpoint, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "is of bay-101/5f0c9a1e, and not of other/5f0c9a1e"));
    (void)checkpoint_of(&house, NULL);
    assert_int_equal(note_read(text_out_text(&out), &note, &fault), STATUS_OK);
    note_sign(&out, note.text, &house);
    assert_int_equal(note_read(text_out_text(&out), &note, &fault), STATUS_OK);
    assert_int_equal(note_verify(&note, &house.key, NULL), NOTE_FORGED);
    assert_int_equal(checkpoint_open(&note, &house.key, &checkpoint, &fault), STATUS_INVALID);
}

static void a_cosignature_is_of_its_time(void **state)
{
    (void)state;
    struct note_secret house = secret_of("h", NOTE_LOG, 1), witness = secret_of("w", NOTE_WITNESS, 2),
                       log = secret_of("w", NOTE_LOG, 2);
    struct note note;
    (void)checkpoint_of(&house, &witness);
    assert_int_equal(note_read(text_out_text(&out), &note, NULL), STATUS_OK);
    struct note_signature *line = &note.signatures[1];
    /* The time stands in the bytes 4 to 11: letters 5 to 15 of the Base64. */
    size_t at = (size_t)(line->base64.bytes - buffer) + 14;
    buffer[at] = buffer[at] == 'A' ? 'B' : 'A';
    assert_int_equal(note_read(text_out_text(&out), &note, NULL), STATUS_OK);
    assert_int_equal(note_verify(&note, &witness.key, NULL), NOTE_FORGED);
    /* The same bytes of a key are another key, of another number, when they are of another type. */
    assert_int_not_equal(log.key.number, witness.key.number);
    assert_int_equal(note_verify(&note, &log.key, NULL), NOTE_ABSENT);
}

static void keys_in_another_form_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",
        "PeterNeumann",
        "PeterNeumann+c74f20a3",
        "PeterNeumann+c74f20a3+",
        "PeterNeumann+C74F20A3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "PeterNeumanN+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10T",
        "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TX",
        "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW\n",
        "PeterNeumann+c74f20a3+AhpC2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "Peter Neumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "Peter\xc2\xa0Neumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        known_secret,
    };
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct note_key key;
        struct fault fault = {0};
        assert_int_not_equal(note_key_read(text_of(wrong[i]), &key, &fault), STATUS_OK);
        assert_true(fault.words[0] != '\0');
    }
    struct note_secret secret;
    assert_int_equal(note_secret_read(text_of(known_key), &secret, NULL), STATUS_INVALID);
}

static void names_have_no_spaces_and_no_plus(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",     "a b",           "a+b",       "a\tb",         "a\n",
                                        "\x7f", "a\xc2\x85",     "\xc2\xa0x", "\xe2\x80\x83", "\xe3\x80\x80",
                                        "\xff", "a\xe2\x80\xa8", "\xc2\x9f"};
    char longest[NOTE_NAME_MAX + 2];
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_not_equal(note_name_check(text_of(wrong[i]), NULL), STATUS_OK);
    memset(longest, 'a', sizeof longest);
    assert_int_equal(note_name_check((struct text){longest, NOTE_NAME_MAX}, NULL), STATUS_OK);
    assert_int_equal(note_name_check((struct text){longest, NOTE_NAME_MAX + 1}, NULL), STATUS_RANGE);
    assert_int_equal(note_name_check(text_of("caf\xc3\xa9/\xe5\xba\x97"), NULL), STATUS_OK);
}

static void a_checkpoint_in_another_form_is_refused(void **state)
{
    (void)state;
#define ROOT "CQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
    static const char *const wrong[] = {
        "",
        "a\n1\n",
        "a\n0\n" ROOT "\n",
        "a\n01\n" ROOT "\n",
        "a\n-1\n" ROOT "\n",
        "a\n+1\n" ROOT "\n",
        "a\n1 \n" ROOT "\n",
        "a\n\n" ROOT "\n",
        "a\n281474976710656\n" ROOT "\n",
        "a\n99999999999999999999999\n" ROOT "\n",
        "a\n1\n" ROOT,
        "a\n1\n" ROOT "=\n",
        "a\n1\nCQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB=\n",
        "a\n1\nCQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n",
        " \n1\n" ROOT "\n",
        "a\n1\n" ROOT "\n\n",
        "a\n1\n" ROOT "\nmore",
    };
    struct checkpoint checkpoint;
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_not_equal(checkpoint_read(text_of(wrong[i]), &checkpoint, NULL), STATUS_OK);
    assert_int_equal(checkpoint_read(text_of("a\n1\n" ROOT "\n"), &checkpoint, NULL), STATUS_OK);
    assert_int_equal(checkpoint_read(text_of("a\n281474976710655\n" ROOT "\nmore\n"), &checkpoint, NULL),
                     STATUS_OK);
    assert_int_equal(checkpoint.size, TREE_SIZE_MAX);
}

/* A file with two checkpoints, cut off at every byte of the second, and gone on with behind an empty line. */
static void a_note_that_is_cut_off_counts_as_absent(void **state)
{
    (void)state;
    struct note_secret house = secret_of("bay-101/5f0c9a1e", NOTE_LOG, 1);
    char file[4 * NOTE_LINE_MAX], one[NOTE_LINE_MAX];
    struct text text = checkpoint_of(&house, NULL);
    size_t length = text.length;
    assert_in_range(length, 1, sizeof one - 1);
    memcpy(one, text.bytes, length + 1);
    for (size_t cut = 1; cut <= length; cut++) {
        struct text_out all;
        text_out_init(&all, file, sizeof file);
        text_out_add(&all, "%s\n%.*s\n\n%s\n", one, (int)cut, one, one);
        struct checkpoint_file reading = {.bytes = text_of(file), .line = 1};
        struct text note;
        unsigned line, found = 0;
        while (checkpoint_next(&reading, &note, &line)) {
            struct note parsed;
            struct checkpoint checkpoint;
            assert_int_equal(note_read(note, &parsed, NULL), STATUS_OK);
            assert_int_equal(checkpoint_open(&parsed, &house.key, &checkpoint, NULL), STATUS_OK);
            assert_int_equal(line, found == 0 ? 1 : line);
            found++;
        }
        /* The last bytes of the second are its padding and its line feed: then it is whole. */
        assert_int_equal(found, cut >= length - 1 ? 3 : 2);
        assert_true(cut >= length - 1 || reading.cut > 0);
        file[strlen(one) + 1 + cut] = '\0'; /* nothing behind it */
        reading = (struct checkpoint_file){.bytes = text_of(file), .line = 1};
        for (found = 0; checkpoint_next(&reading, &note, &line); found++)
            continue;
        assert_int_equal(found, cut == length ? 2 : 1);
    }
}

static void a_file_says_where_a_note_begins(void **state)
{
    (void)state;
    struct note_secret house = secret_of("h", NOTE_LOG, 1);
    char file[4 * NOTE_LINE_MAX];
    (void)checkpoint_of(&house, NULL);
    struct text_out all;
    text_out_init(&all, file, sizeof file);
    text_out_add(&all, "%s\n\n%s\n%s", buffer, buffer, buffer);
    struct checkpoint_file reading = {.bytes = text_of(file), .line = 1};
    static const unsigned lines[] = {1, 8, 14};
    struct text note;
    unsigned line;
    for (unsigned i = 0; i < 3; i++) {
        assert_true(checkpoint_next(&reading, &note, &line));
        assert_int_equal(line, lines[i]);
        assert_true(text_equal(note, text_of(buffer)));
    }
    assert_false(checkpoint_next(&reading, &note, &line));
    assert_int_equal(reading.cut, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_note_of_another_program_is_verified_and_made_the_same),
        cmocka_unit_test(a_checkpoint_reads_back_the_same),
        cmocka_unit_test(a_changed_byte_is_refused),
        cmocka_unit_test(another_key_origin_or_second_signature_is_refused),
        cmocka_unit_test(a_cosignature_is_of_its_time),
        cmocka_unit_test(keys_in_another_form_are_refused),
        cmocka_unit_test(names_have_no_spaces_and_no_plus),
        cmocka_unit_test(a_checkpoint_in_another_form_is_refused),
        cmocka_unit_test(a_note_that_is_cut_off_counts_as_absent),
        cmocka_unit_test(a_file_says_where_a_note_begins),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
