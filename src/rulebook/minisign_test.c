#include "rulebook/minisign.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

/* Made by minisign 0.11: a key without a password, one with the password "open", and what they signed. */
#include "rulebook/minisign_known_test.h"

static char buffer[MINISIGN_FILE_SIZE];

static struct minisign_secret some_secret(uint8_t first)
{
    uint8_t seed[MINISIGN_SEED_SIZE] = {first}, id[MINISIGN_ID_SIZE] = {1, 2, 3, first};
    struct minisign_secret secret;
    minisign_secret_make(seed, id, &secret);
    return secret;
}

static struct text signature_of(struct text bytes, const struct minisign_secret *secret)
{
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    minisign_sign(&out, bytes, secret, text_of("not signed"), text_of("number 3"));
    assert_false(out.truncated);
    return text_out_text(&out);
}

static void what_minisign_made_is_read(void **state)
{
    (void)state;
    struct minisign_key key;
    struct minisign_secret secret;
    struct minisign_signature signature;
    struct fault fault;
    assert_int_equal(minisign_key_read(text_of(known_public), &key, &fault), STATUS_OK);
    assert_int_equal(minisign_signature_read(text_of(known_signature), &signature, &fault), STATUS_OK);
    assert_true(signature.hashed);
    assert_true(minisign_verify(&signature, text_of(known_text), &key));
    assert_false(minisign_verify(&signature, text_of("another text\n"), &key));
    assert_int_equal(minisign_signature_read(text_of(known_legacy_signature), &signature, &fault), STATUS_OK);
    assert_false(signature.hashed);
    assert_true(minisign_verify(&signature, text_of(known_text), &key));
    assert_int_equal(minisign_secret_read(text_of(known_secret), text_of(""), &secret, &fault), STATUS_OK);
    assert_true(minisign_key_equal(&secret.key, &key));
    assert_int_equal(minisign_signature_read(signature_of(text_of("mine"), &secret), &signature, NULL),
                     STATUS_OK);
    assert_true(minisign_verify(&signature, text_of("mine"), &key));
}

static void a_password_opens_a_key(void **state)
{
    (void)state;
    struct minisign_secret secret;
    struct fault fault;
    const struct text locked = text_of(known_locked_secret);
    assert_int_equal(minisign_secret_read(locked, text_of(""), &secret, &fault), STATUS_RANGE);
    assert_non_null(strstr(fault.words, "has a password"));
    assert_int_equal(minisign_secret_read(locked, text_of("shut"), &secret, &fault), STATUS_RANGE);
    assert_non_null(strstr(fault.words, "is wrong"));
    assert_int_equal(minisign_secret_read(locked, text_of("open"), &secret, &fault), STATUS_OK);
}

static void keys_read_back_the_same(void **state)
{
    (void)state;
    struct minisign_secret secret = some_secret(9), again;
    struct minisign_key key;
    struct text_out out;
    char line[MINISIGN_KEY_TEXT_SIZE], id[MINISIGN_ID_TEXT_SIZE];
    text_out_init(&out, line, sizeof line);
    minisign_key_write(&out, &secret.key);
    assert_false(out.truncated);
    assert_int_equal(minisign_key_read(text_of(line), &key, NULL), STATUS_OK);
    assert_true(minisign_key_equal(&key, &secret.key));
    text_out_init(&out, id, sizeof id);
    minisign_id_write(&out, &key);
    assert_string_equal(id, "0000000009030201");
    text_out_init(&out, buffer, sizeof buffer);
    minisign_key_file_write(&out, &key, text_of("for houses"));
    assert_int_equal(minisign_key_read(text_out_text(&out), &key, NULL), STATUS_OK);
    text_out_init(&out, buffer, sizeof buffer);
    minisign_secret_file_write(&out, &secret, text_of("keep it"));
    assert_int_equal(minisign_secret_read(text_out_text(&out), text_of(""), &again, NULL), STATUS_OK);
    assert_memory_equal(again.bytes, secret.bytes, sizeof again.bytes);
}

static void no_other_key_has_signed(void **state)
{
    (void)state;
    const struct minisign_secret mine = some_secret(1), other = some_secret(2);
    struct minisign_secret same_id = some_secret(3);
    struct minisign_signature signature;
    memcpy(same_id.key.id, mine.key.id, sizeof same_id.key.id);
    const struct text bytes = text_of("issuer: bay101\n");
    assert_int_equal(minisign_signature_read(signature_of(bytes, &other), &signature, NULL), STATUS_OK);
    assert_true(minisign_verify(&signature, bytes, &other.key));
    assert_false(minisign_verify(&signature, bytes, &mine.key));
    assert_int_equal(minisign_signature_read(signature_of(bytes, &same_id), &signature, NULL), STATUS_OK);
    assert_false(minisign_verify(&signature, bytes, &mine.key));
}

/* Every byte of a signature is signed, but for the first comment. */
static void nothing_of_a_signature_can_be_changed(void **state)
{
    (void)state;
    const struct minisign_secret secret = some_secret(4);
    const struct text bytes = text_of("issuer: bay101\nnumber: 3\n");
    char changed[MINISIGN_FILE_SIZE];
    const struct text whole = signature_of(bytes, &secret);
    size_t begins = strcspn(whole.bytes, "\n") + 1;
    for (size_t i = begins; i + 1 < whole.length; i++)
        for (unsigned bit = 0; bit < 8; bit++) {
            struct minisign_signature signature;
            memcpy(changed, whole.bytes, whole.length);
            changed[i] = (char)((unsigned char)changed[i] ^ 1U << bit);
            const struct text text = {changed, whole.length};
            if (minisign_signature_read(text, &signature, NULL) == STATUS_OK &&
                minisign_verify(&signature, bytes, &secret.key))
                fail_msg("byte %zu, bit %u", i, bit);
        }
    for (size_t length = 0; length + 1 < whole.length; length++) {
        struct minisign_signature signature;
        assert_int_equal(minisign_signature_read(text_slice(whole, 0, length), &signature, NULL),
                         STATUS_INVALID);
    }
}

static void what_is_no_key_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "RW",
        "untrusted comment: x\n",
        "RWQ=\n",
        "untrusted comment: x\nRWTCtPQU+6W/eyfi\n",
        "RWRZTE5PT01FRBqYC3Yq0ufUL7hFFsCcSn0hL7eUGFoUbTAkr1lgHkS",
    };
    struct minisign_key key;
    struct minisign_secret secret;
    struct fault fault;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_int_equal(minisign_key_read(text_of(texts[i]), &key, &fault), STATUS_INVALID);
        assert_int_equal(minisign_secret_read(text_of(texts[i]), text_of(""), &secret, &fault),
                         STATUS_INVALID);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_minisign_made_is_read),
        cmocka_unit_test(a_password_opens_a_key),
        cmocka_unit_test(keys_read_back_the_same),
        cmocka_unit_test(no_other_key_has_signed),
        cmocka_unit_test(nothing_of_a_signature_can_be_changed),
        cmocka_unit_test(what_is_no_key_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
