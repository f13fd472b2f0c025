/* What no trusted key has approved is neither filed nor offered, and what is suspended stops. */
#include "house/setup/demo_approval.h"
#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"
#include "house/stories/floor_test.h"
#include "rulebook/demo_key.h"

static struct room room;

#define BONUS "bay101/bonus-hand-progressive-v1-1"

static int begin(void **state)
{
    (void)state;
    room_open_house(&room, "bay101");
    return 0;
}

static int end(void **state)
{
    (void)state;
    room_release(&room);
    return 0;
}

/* ------------------------------------------------------------------------------------------ asking */

static void file_register(struct text text, struct text signature)
{
    struct command command = {.kind = COMMAND_FILE_APPROVALS};
    *COMMAND_AS(&command, file_approvals) =
        (struct file_approvals){.head = {.by = text_of("olga")}, .text = text, .signature = signature};
    room_decide(&room, &command);
}

static void ask_to_file(const char *activity, struct text text)
{
    struct command command = {.kind = COMMAND_FILE_DOCUMENT};
    *COMMAND_AS(&command, file_document) =
        (struct file_document){.head = {.by = text_of("olga")}, .activity = text_of(activity), .text = text};
    room_decide(&room, &command);
}

static void refused(const char *words)
{
    assert_false(room.decision.ruling.allowed);
    assert_string_equal(room.decision.ruling.clause, "house#approved");
    if (!strstr(room.decision.ruling.words, words))
        fail_msg("\"%s\" is not in \"%s\"", words, room.decision.ruling.words);
}

static void allowed(void)
{
    if (!room.decision.ruling.allowed)
        fail_msg("%s (%s)", room.decision.ruling.words, room.decision.ruling.clause);
}

/* The register of the tree, and its signature. */
static struct text tree(const char *file)
{
    char path[128];
    (void)snprintf(path, sizeof path, "rulebooks/bay101/%s", file);
    return file_text(&room, path);
}

static struct minisign_secret own_secret(void)
{
    static const uint8_t seed[MINISIGN_SEED_SIZE] = {42}, id[MINISIGN_ID_SIZE] = {42};
    struct minisign_secret secret;
    minisign_secret_make(seed, id, &secret);
    return secret;
}

static struct text signed_by(struct text text, const struct minisign_secret *secret)
{
    char *buffer = ARENA_ARRAY(&room.lines, char, MINISIGN_FILE_SIZE);
    struct text_out out;
    assert_non_null(buffer);
    text_out_init(&out, buffer, MINISIGN_FILE_SIZE);
    minisign_sign(&out, text, secret, text_of("mine"), text_of("mine"));
    return text_out_text(&out);
}

static void wishes(const char *activity, const struct demo_wish *wish)
{
    struct command command;
    bool needed;
    assert_int_equal(demo_approve(&room.floor, text_of(activity), document_file(&room, text_of(activity)),
                                  wish, &room.lines, &command, &needed),
                     STATUS_OK);
    assert_true(needed);
    command.head.by = text_of("olga");
    room_decide(&room, &command);
    allowed();
}

/* ------------------------------------------------------------------------------------------ what is not approved */

static void a_document_without_a_register_is_not_filed(void **state)
{
    (void)state;
    ask_to_file(BONUS, document_file(&room, text_of(BONUS)));
    refused("no register of approvals is filed for bay101");
    file_register(tree("approvals"), tree("approvals.minisig"));
    allowed();
    ask_to_file(BONUS, document_file(&room, text_of(BONUS)));
    allowed();
    assert_true(text_equal(EVENT_AS(&room.last[0], document_filed)->reference, text_of("GEAR-001407")));
}

static void a_document_of_ones_own_is_not_filed(void **state)
{
    (void)state;
    file_register(tree("approvals"), tree("approvals.minisig"));
    allowed();
    struct text text = document_file(&room, text_of(BONUS));
    ask_to_file(BONUS, text_with(&room, text, "Progressive", "Progressiv"));
    refused("has changed since version 1 was approved");
    ask_to_file("bay101/mine", text);
    refused("bay101/mine is not approved");
    ask_to_file("corner/mine", text);
    refused("no register of approvals is filed for corner");
}

static void a_register_that_was_changed_is_not_filed(void **state)
{
    (void)state;
    struct text text = tree("approvals"), signature = tree("approvals.minisig");
    file_register(text_with(&room, text, "number: ", "number: 9"), signature);
    refused("was changed after key 44454D4F4F4E4C59 had signed it");
    file_register(text, text_with(&room, signature, "number", "nummer"));
    refused("was changed after");
    file_register(text, text_of("untrusted comment: x\n"));
    refused("this is no signature of minisign");
    file_register(text_of("issuer: bay101\n"), signature);
    assert_false(room.decision.ruling.allowed);
}

static void a_key_of_ones_own_is_not_trusted(void **state)
{
    (void)state;
    const struct minisign_secret own = own_secret();
    struct text text = tree("approvals");
    file_register(text, signed_by(text, &own));
    refused("and the house does not trust it for bay101");
    /* Nor a key with the id of the one that the house trusts. */
    struct minisign_secret other = own, demo;
    demo_secret(&demo);
    memcpy(other.key.id, demo.key.id, sizeof other.key.id);
    file_register(text, signed_by(text, &other));
    refused("was changed after");
}

static void a_key_approves_for_its_issuer_alone(void **state)
{
    (void)state;
    struct minisign_secret demo;
    demo_secret(&demo);
    struct text text = text_with(&room, tree("approvals"), "issuer: bay101", "issuer: saratoga");
    file_register(text, signed_by(text, &demo));
    refused("trusts no key that approves for saratoga");
}

static void an_older_register_does_not_come_back(void **state)
{
    (void)state;
    static const struct demo_wish revoked = {.status = APPROVAL_REVOKED};
    file_register(tree("approvals"), tree("approvals.minisig"));
    allowed();
    wishes(BONUS, &revoked);
    file_register(tree("approvals"), tree("approvals.minisig"));
    refused("file a newer one");
    ask_to_file(BONUS, document_file(&room, text_of(BONUS)));
    refused("is revoked");
}

/* The text that was approved first, after a newer version was. */
static void a_former_version_is_not_filed(void **state)
{
    (void)state;
    struct text text = document_file(&room, text_of(BONUS));
    file_text_as(&room, text_of(BONUS), text_with(&room, text, "Progressive", "Progressiv"));
    struct command command;
    bool needed;
    assert_int_equal(demo_approve(&room.floor, text_of(BONUS), text, NULL, &room.lines, &command, &needed),
                     STATUS_OK);
    command.head.by = text_of("olga");
    room_decide(&room, &command);
    allowed();
    ask_to_file(BONUS, text_with(&room, text, "Progressive", "Progressiv"));
    refused("this is version 1");
    ask_to_file(BONUS, text);
    allowed();
}

/* ------------------------------------------------------------------------------------------ what stops */

static void a_suspended_approval_stops_its_offers(void **state)
{
    (void)state;
    static const enum approval_status stopping[] = {APPROVAL_UNDER_REVIEW, APPROVAL_SUSPENDED,
                                                    APPROVAL_REVOKED};
    offers(&room, "bonus-hand", NULL);
    const uint32_t number = 0;
    for (size_t i = 0; i < sizeof stopping / sizeof stopping[0]; i++) {
        const struct demo_wish wish = {.status = stopping[i]}, again = {.status = APPROVAL_GIVEN};
        assert_true(is_in_force(&room.floor, &room.floor.offerings[number]));
        const int64_t pool = balance(&room, "bonus-hand", "prize pool");
        wishes(BONUS, &wish);
        assert_true(room.floor.offerings[number].stopped);
        assert_false(is_in_force(&room.floor, &room.floor.offerings[number]));
        post_text(&room, "bonus-hand", offer_file(&room, "bonus-hand"));
        refused(approval_status_name(stopping[i]));
        assert_int_equal(balance(&room, "bonus-hand", "prize pool"), pool);
        wishes(BONUS, &again);
        assert_false(room.floor.offerings[number].stopped);
    }
    const struct demo_wish missing = {.missing = true};
    wishes(BONUS, &missing);
    assert_true(room.floor.offerings[number].stopped);
}

/* ------------------------------------------------------------------------------------------ trust */

static void amend(const char *from, const char *to, const char *second)
{
    struct command command = {.kind = COMMAND_AMEND_HOUSE};
    *COMMAND_AS(&command, amend_house) =
        (struct amend_house){.head = {.by = text_of("max")},
                             .text = text_with(&room, room.floor.house_text, from, to),
                             .authorised_by = text_of(second)};
    room_decide(&room, &command);
}

#define TRUST "  bay101: RWRZTE5PT01FROWeo48u9DWoNTk6z3QIbBz9n4Xa5/hORQ6swzRWV305\n"

static void trust_changes_by_two_persons(void **state)
{
    (void)state;
    const struct minisign_secret own = own_secret();
    char line[256];
    struct text_out out;
    text_out_init(&out, line, sizeof line);
    text_out_add(&out, "%.*s, ", (int)(sizeof TRUST - 2), TRUST);
    minisign_key_write(&out, &own.key);
    text_out_add(&out, "\n");
    amend(TRUST, line, "max");
    assert_string_equal(room.decision.ruling.clause, "house#two-persons");
    amend(TRUST, "  bay101: RWR\n", "sue");
    assert_false(room.decision.ruling.allowed);
    amend(TRUST, line, "sue");
    allowed();
    const struct house_amended *amended = EVENT_AS(&room.last[0], house_amended);
    assert_int_equal(amended->change_count, 1);
    assert_true(text_equal(amended->changes[0].path, text_of("approvals/bay101")));
    struct text text = tree("approvals");
    file_register(text, signed_by(text, &own));
    allowed();
    ask_to_file(BONUS, document_file(&room, text_of(BONUS)));
    allowed();
    post_text(&room, "bonus-hand", offer_file(&room, "bonus-hand"));
    allowed();
    /* The key that has signed for an offer which runs cannot go. */
    amend(line, TRUST, "sue");
    refused("is signed with a key that the house would not trust any more");
    does(&room, "withdraw-offer bonus-hand by olga");
    amend(line, TRUST, "sue");
    allowed();
    post_text(&room, "bonus-hand", offer_file(&room, "bonus-hand"));
    refused("no register of approvals is filed for bay101 that a trusted key has signed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_document_without_a_register_is_not_filed, begin, end),
        cmocka_unit_test_setup_teardown(a_document_of_ones_own_is_not_filed, begin, end),
        cmocka_unit_test_setup_teardown(a_register_that_was_changed_is_not_filed, begin, end),
        cmocka_unit_test_setup_teardown(a_key_of_ones_own_is_not_trusted, begin, end),
        cmocka_unit_test_setup_teardown(a_key_approves_for_its_issuer_alone, begin, end),
        cmocka_unit_test_setup_teardown(an_older_register_does_not_come_back, begin, end),
        cmocka_unit_test_setup_teardown(a_former_version_is_not_filed, begin, end),
        cmocka_unit_test_setup_teardown(a_suspended_approval_stops_its_offers, begin, end),
        cmocka_unit_test_setup_teardown(trust_changes_by_two_persons, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
