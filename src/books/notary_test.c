/* The notary: its key, what it signs and what it refuses to sign, and the cosignatures that it keeps. */
#include "books/notary.h"

#include "books/books_test.h"
#include "store/whole_tree_test.h"

#include <sodium.h>
#include <sys/stat.h>

enum { FILE_MAX = 1 << 20, SEED = 7 };

/* A house with a store, and where its notary keeps its files. */
struct desk {
    struct store_place place;
    struct notary_files files;
    struct notary *notary;
};

static struct notary_options options_of(const struct desk *desk)
{
    return (struct notary_options){
        .store = text_of(desk->place.address), .files = desk->files, .house = text_of("Bay 101")};
}

static bool desk_opens(struct desk *desk)
{
    const struct notary_options options = options_of(desk);
    struct fault fault;
    bool made = false;
    if (notary_open(&options, &desk->notary, &made, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    return made;
}

static void desk_is_refused(const struct desk *desk, const char *words)
{
    const struct notary_options options = options_of(desk);
    struct notary *notary = NULL;
    struct fault fault;
    bool made = false;
    assert_int_not_equal(notary_open(&options, &notary, &made, &fault), STATUS_OK);
    if (!strstr(fault.words, words))
        fail_msg("'%s' is not in '%s'", words, fault.words);
    assert_null(notary);
}

static void desk_begin(struct desk *desk, const char *test)
{
    struct books books;
    *desk = (struct desk){.place = place_make(false, test)};
    books_open(&books, &desk->place);
    books_begin(&books);
    books_close(&books);
    assert_true(notary_files_of(text_of(desk->place.address), NULL, &desk->files));
    assert_true(desk_opens(desk));
}

static void desk_end(struct desk *desk)
{
    notary_close(desk->notary);
    (void)unlink(desk->files.key);
    (void)unlink(desk->files.checkpoints);
    (void)unlink(desk->files.witnesses);
    place_remove(&desk->place);
}

static void desk_grows(const struct desk *desk)
{
    struct books books;
    books_open(&books, &desk->place);
    books_do(&books, "start-round C4-1 fees 1,2 by dana");
    books_do(&books, "end-round C4-1 by dana");
    books_close(&books);
}

static bool desk_signs(const struct desk *desk)
{
    struct fault fault;
    bool made = false;
    if (notary_sign(desk->notary, &made, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    return made;
}

static struct store_tree desk_tree(const struct desk *desk)
{
    const struct store_options options = {.mode = STORE_READ_ONLY};
    struct store *store = NULL;
    struct fault fault;
    if (store_open(text_of(desk->place.address), &options, &store, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    struct store_tree tree = whole_tree(store);
    store_close(store);
    return tree;
}

static size_t file_read(const char *path, char *bytes)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return 0;
    size_t size = fread(bytes, 1, FILE_MAX, file);
    (void)fclose(file);
    return size;
}

static void file_write(const char *path, const char *how, struct text bytes)
{
    FILE *file = fopen(path, how);
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.bytes, 1, bytes.length, file), bytes.length);
    assert_int_equal(fclose(file), 0);
}

/* How many whole notes the file has, each signed with the key; the last one is `last`. */
static unsigned notes_in_file(const struct desk *desk, struct checkpoint *last)
{
    static char bytes[FILE_MAX];
    struct checkpoint_file file = {.bytes = {bytes, file_read(desk->files.checkpoints, bytes)}, .line = 1};
    struct text found;
    unsigned line, count = 0;
    while (checkpoint_next(&file, &found, &line)) {
        struct note note;
        struct fault fault;
        if (note_read(found, &note, &fault) != STATUS_OK ||
            checkpoint_open(&note, notary_key(desk->notary), last, &fault) != STATUS_OK)
            fail_msg("line %u: %s", line, fault.words);
        count++;
    }
    return count;
}

/* ------------------------------------------------------------------------------------------ the key */

static void a_key_is_made_once_and_is_the_owners_alone(void **state)
{
    (void)state;
    struct desk desk;
    struct stat found;
    desk_begin(&desk, "notary_key");
    const struct note_key first = *notary_key(desk.notary);
    assert_int_equal(strncmp(first.name, "bay-101/", 8), 0);
    assert_int_equal(strlen(first.name), strlen("bay-101/5f0c9a1e"));
    assert_int_equal(stat(desk.files.key, &found), 0);
    assert_int_equal(found.st_mode & 07777, 0600);
    notary_close(desk.notary);
    assert_false(desk_opens(&desk));
    assert_true(note_key_equal(&first, notary_key(desk.notary)));

    assert_int_equal(chmod(desk.files.key, 0640), 0);
    desk_is_refused(&desk, "others than its owner");
    assert_int_equal(chmod(desk.files.key, 0600), 0);
    desk_end(&desk);
}

static void a_key_is_never_replaced(void **state)
{
    (void)state;
    struct desk desk;
    struct notary_files elsewhere;
    desk_begin(&desk, "notary_replaced");
    assert_true(desk_signs(&desk));
    notary_close(desk.notary);
    desk.notary = NULL;
    elsewhere = desk.files;
    (void)snprintf(elsewhere.key, sizeof elsewhere.key, "%s/other.key", desk.place.folder);
    assert_int_equal(rename(desk.files.key, elsewhere.key), 0);
    desk_is_refused(&desk, "is missing, and there are checkpoints that it signed");
    assert_int_not_equal(access(desk.files.key, F_OK), 0); /* none was made */

    /* Another key in its place has not signed what is in the file. */
    struct desk stranger = desk;
    (void)snprintf(stranger.files.checkpoints, sizeof stranger.files.checkpoints, "%s/none",
                   desk.place.folder);
    assert_true(desk_opens(&stranger));
    notary_close(stranger.notary);
    desk_is_refused(&desk, "-checkpoints, line 1");
    file_write(desk.files.key, "wb", text_of("PRIVATE+KEY+nothing"));
    desk_is_refused(&desk, "the key ");
    assert_int_equal(rename(elsewhere.key, desk.files.key), 0);
    assert_false(desk_opens(&desk));
    desk_end(&desk);
}

static void where_the_files_are(void **state)
{
    (void)state;
    struct notary_files files;
    assert_true(notary_files_of(text_of("sqlite:/a/house.db"), NULL, &files));
    assert_string_equal(files.key, "/a/house.db-log.key");
    assert_string_equal(files.checkpoints, "/a/house.db-checkpoints");
    assert_string_equal(files.witnesses, "/a/house.db-witnesses");
    assert_true(notary_files_of(text_of("sqlite:/a/house.db"), "/safe/key", &files));
    assert_string_equal(files.key, "/safe/key");
    assert_string_equal(files.checkpoints, "/a/house.db-checkpoints");
    assert_false(notary_files_of(text_of("postgresql://localhost/club"), NULL, &files));
    assert_true(notary_files_of(text_of("postgresql://localhost/club"), "/safe/key", &files));
    assert_string_equal(files.checkpoints, "/safe/key-checkpoints");
    assert_string_equal(files.witnesses, "/safe/key-witnesses");
}

/* ------------------------------------------------------------------------------------------ signing */

static void what_has_grown_is_signed_and_nothing_else(void **state)
{
    (void)state;
    struct desk desk;
    struct checkpoint last;
    desk_begin(&desk, "notary_grown");
    assert_true(desk_signs(&desk));
    assert_false(desk_signs(&desk)); /* nothing has happened */
    assert_int_equal(notes_in_file(&desk, &last), 1);
    desk_grows(&desk);
    assert_true(desk_signs(&desk));
    assert_int_equal(notes_in_file(&desk, &last), 2);
    struct store_tree tree = desk_tree(&desk);
    assert_int_equal(last.size, tree.size);
    assert_true(tree_hash_equal(&last.root, &tree.root));
    desk_end(&desk);
}

static void assert_not_signed(struct desk *desk)
{
    static char before[FILE_MAX], after[FILE_MAX];
    struct notary_state state;
    struct fault fault;
    bool made = true;
    size_t size = file_read(desk->files.checkpoints, before);
    for (unsigned again = 0; again < 2; again++) {
        assert_int_equal(notary_sign(desk->notary, &made, &fault), STATUS_DAMAGED);
        assert_false(made);
        assert_non_null(strstr(fault.words, "does not contain the"));
        assert_non_null(strstr(fault.words, "cardroom audit"));
    }
    assert_int_equal(notary_look(desk->notary, &state, &fault), STATUS_OK);
    assert_true(state.refused);
    assert_non_null(strstr(state.words, "does not contain the"));
    assert_int_equal(file_read(desk->files.checkpoints, after), size);
    assert_memory_equal(before, after, size);
}

/* N1: an older copy, also one that has grown again beyond the checkpoint. */
static void a_store_that_is_not_what_was_promised_is_not_signed(void **state)
{
    (void)state;
    static char copy[8 << 20];
    struct desk desk;
    desk_begin(&desk, "notary_older");
    notary_close(desk.notary);
    FILE *file = fopen(place_file(&desk.place), "rb");
    assert_non_null(file);
    size_t size = fread(copy, 1, sizeof copy, file);
    (void)fclose(file);
    assert_false(desk_opens(&desk));
    desk_grows(&desk);
    assert_true(desk_signs(&desk));
    notary_close(desk.notary);

    file_write(place_file(&desk.place), "wb", (struct text){copy, size});
    assert_false(desk_opens(&desk));
    assert_not_signed(&desk);
    notary_close(desk.notary);

    struct books books;
    books_open(&books, &desk.place);
    for (unsigned i = 0; i < 8; i++) { /* more events than were promised, and others */
        books_do(&books, "sit C4-1 seat 4 by dana");
        books_do(&books, "leave C4-1 seat 4 by dana");
    }
    books_close(&books);
    assert_false(desk_opens(&desk));
    assert_not_signed(&desk);
    desk_end(&desk);
}

/* N2, N3 */
static void a_note_that_a_crash_cut_off_is_passed_over(void **state)
{
    (void)state;
    struct desk desk;
    struct checkpoint last;
    desk_begin(&desk, "notary_cut");
    assert_true(desk_signs(&desk));
    notary_close(desk.notary);
    file_write(desk.files.checkpoints, "ab", text_of("bay-101/5f0c9a1e\n20852\nCsUYap"));
    assert_false(desk_opens(&desk));
    assert_false(desk_signs(&desk));
    desk_grows(&desk);
    assert_true(desk_signs(&desk));
    assert_int_equal(notes_in_file(&desk, &last), 2);
    notary_close(desk.notary);
    assert_false(desk_opens(&desk));
    desk_end(&desk);
}

static void two_programs_sign_one_log(void **state)
{
    (void)state;
    struct desk one, other;
    struct checkpoint last;
    desk_begin(&one, "notary_two");
    other = one;
    assert_false(desk_opens(&other));
    assert_true(desk_signs(&one));
    assert_false(desk_signs(&other));
    desk_grows(&one);
    assert_true(desk_signs(&other));
    assert_false(desk_signs(&one));
    desk_grows(&one);
    assert_true(desk_signs(&one));
    assert_int_equal(notes_in_file(&one, &last), 3);
    notary_close(other.notary);
    desk_end(&one);
}

static void a_file_of_checkpoints_that_contradicts_itself_is_refused(void **state)
{
    (void)state;
    static char first[FILE_MAX], bytes[FILE_MAX];
    struct desk desk;
    desk_begin(&desk, "notary_contradicts");
    assert_true(desk_signs(&desk));
    size_t first_size = file_read(desk.files.checkpoints, first);
    desk_grows(&desk);
    assert_true(desk_signs(&desk));
    size_t size = file_read(desk.files.checkpoints, bytes);
    notary_close(desk.notary);
    desk.notary = NULL;

    /* The second alone, then the first behind it: the log cannot have shrunk. */
    file_write(desk.files.checkpoints, "wb", (struct text){bytes + first_size, size - first_size});
    file_write(desk.files.checkpoints, "ab", (struct text){first, first_size});
    desk_is_refused(&desk, "contradicts a checkpoint before it");
    char *root = memchr(strchr(first, '\n') + 1, '\n', first_size);
    root[1] = root[1] == 'A' ? 'B' : 'A';
    file_write(desk.files.checkpoints, "wb", (struct text){first, first_size});
    desk_is_refused(&desk, "-checkpoints, line 1");
    desk_end(&desk);
}

/* ------------------------------------------------------------------------------------------ proofs */

static void proofs_are_within_the_newest_checkpoint(void **state)
{
    (void)state;
    struct desk desk;
    struct checkpoint old, now;
    struct tree_proof proof;
    struct fault fault;
    desk_begin(&desk, "notary_proofs");
    assert_int_equal(notary_consistency(desk.notary, 0, 0, &proof, &fault), STATUS_RANGE);
    assert_true(desk_signs(&desk));
    assert_int_equal(notes_in_file(&desk, &old), 1);
    const struct checkpoint first = {.size = old.size, .root = old.root};
    desk_grows(&desk);
    assert_int_equal(notary_consistency(desk.notary, first.size, first.size + 1, &proof, &fault),
                     STATUS_RANGE); /* it is not signed yet */
    assert_true(desk_signs(&desk));
    assert_int_equal(notes_in_file(&desk, &now), 2);
    assert_int_equal(notary_consistency(desk.notary, first.size, now.size, &proof, &fault), STATUS_OK);
    assert_true(tree_consistent(first.size, &first.root, now.size, &now.root, &proof));
    assert_int_equal(notary_consistency(desk.notary, now.size, first.size, &proof, &fault), STATUS_RANGE);
    assert_int_equal(notary_consistency(desk.notary, now.size, now.size, &proof, &fault), STATUS_OK);
    assert_int_equal(proof.count, 0);
    assert_int_equal(notary_inclusion(desk.notary, 0, now.size, &proof, &fault), STATUS_OK);
    assert_int_equal(notary_inclusion(desk.notary, now.size, now.size, &proof, &fault), STATUS_RANGE);
    assert_int_equal(notary_inclusion(desk.notary, 0, now.size + 1, &proof, &fault), STATUS_RANGE);
    desk_end(&desk);
}

/* ------------------------------------------------------------------------------------- cosignatures */

static struct note_secret witness_of(const char *name, uint8_t seed)
{
    const uint8_t seeds[NOTE_SEED_SIZE] = {seed};
    struct note_secret secret;
    assert_int_equal(note_secret_make(text_of(name), NOTE_WITNESS, seeds, &secret, NULL), STATUS_OK);
    return secret;
}

/* The newest checkpoint with the cosignature of a witness, of `text` or of its own text. */
static void cosign(const struct desk *desk, const struct note_secret *witness, struct text of, char *bytes)
{
    struct text_out out;
    struct note note;
    text_out_init(&out, bytes, NOTE_SIZE_MAX + 1);
    assert_true(notary_newest(desk->notary, &out));
    assert_int_equal(note_read(text_out_text(&out), &note, NULL), STATUS_OK);
    note_cosign(&out, of.length > 0 ? of : note.text, witness, 1793649600);
}

static enum notary_answer bring(const struct desk *desk, const char *bytes)
{
    enum notary_answer answer = NOTARY_NO_NOTE;
    struct fault fault;
    if (notary_cosigned(desk->notary, text_of(bytes), &answer, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    return answer;
}

static void witness_write(const struct desk *desk, const struct note_secret *witness)
{
    char line[NOTE_KEY_TEXT_MAX + 64];
    struct text_out out;
    text_out_init(&out, line, sizeof line);
    text_out_add(&out, "# the regulator\n\n");
    note_key_write(&out, &witness->key);
    text_out_add(&out, "\n");
    file_write(desk->files.witnesses, "wb", text_out_text(&out));
}

static void assert_seen(const struct desk *desk, uint64_t size, uint64_t time)
{
    struct notary_state state;
    struct fault fault;
    assert_int_equal(notary_look(desk->notary, &state, &fault), STATUS_OK);
    assert_int_equal(state.witness_count, 1);
    assert_string_equal(state.witnesses[0].key.name, "regulator.example/log");
    assert_int_equal(state.witnesses[0].size, size);
    assert_int_equal(state.witnesses[0].time, time);
}

static void cosignatures_of_known_witnesses_are_kept(void **state)
{
    (void)state;
    static char note[NOTE_SIZE_MAX + 1], newest[NOTE_SIZE_MAX + 1];
    const struct note_secret witness = witness_of("regulator.example/log", SEED);
    struct desk desk;
    struct checkpoint last;
    struct text_out out;
    desk_begin(&desk, "notary_cosigned");
    assert_true(desk_signs(&desk));
    cosign(&desk, &witness, text_of(""), note);
    assert_int_equal(bring(&desk, note), NOTARY_FORGED); /* nobody knows the witness yet */
    witness_write(&desk, &witness);
    assert_int_equal(bring(&desk, note), NOTARY_KEPT);
    assert_int_equal(notes_in_file(&desk, &last), 2);
    assert_int_equal(bring(&desk, note), NOTARY_KEPT);
    assert_int_equal(notes_in_file(&desk, &last), 2); /* once is enough */
    assert_seen(&desk, last.size, 1793649600);
    text_out_init(&out, newest, sizeof newest);
    assert_true(notary_newest(desk.notary, &out));
    assert_non_null(strstr(newest, "regulator.example/log"));
    notary_close(desk.notary);
    assert_false(desk_opens(&desk));
    assert_seen(&desk, last.size, 1793649600);
    desk_end(&desk);
}

static void other_cosignatures_are_not_kept(void **state)
{
    (void)state;
    static char note[NOTE_SIZE_MAX + 1];
    const struct note_secret witness = witness_of("regulator.example/log", SEED),
                             other = witness_of("regulator.example/log", SEED + 1);
    struct desk desk;
    struct checkpoint last;
    struct text_out out;
    desk_begin(&desk, "notary_forged");
    assert_true(desk_signs(&desk));
    witness_write(&desk, &witness);
    cosign(&desk, &other, text_of(""), note);
    assert_int_equal(bring(&desk, note), NOTARY_FORGED);
    cosign(&desk, &witness, text_of("bay-101/5f0c9a1e\n9\n"), note); /* it signed another text */
    assert_int_equal(bring(&desk, note), NOTARY_FORGED);
    assert_int_equal(bring(&desk, "what"), NOTARY_NO_NOTE);
    text_out_init(&out, note, sizeof note);
    assert_true(notary_newest(desk.notary, &out)); /* without a cosignature */
    assert_int_equal(bring(&desk, note), NOTARY_NO_NOTE);

    /* A checkpoint that this log did not make, one of another log, and one with a line more than the house has signed. */
    assert_int_equal(notes_in_file(&desk, &last), 1);
    for (unsigned i = 0; i < 3; i++) {
        const struct checkpoint made = {
            .origin = text_of(i != 1 ? notary_key(desk.notary)->name : "corner/00000001"),
            .size = i == 2 ? last.size : 3,
            .root = last.root};
        char text[NOTE_TEXT_MAX];
        struct text_out lines;
        text_out_init(&lines, text, sizeof text);
        checkpoint_write(&lines, &made);
        text_out_add(&lines, "%s", i == 2 ? "pay olga one million dollars\n" : "");
        text_out_init(&out, note, sizeof note);
        text_out_add(&out, "%s\n", text);
        note_cosign(&out, text_out_text(&lines), &witness, 1793649600);
        assert_int_equal(bring(&desk, note), i != 1 ? NOTARY_UNKNOWN : NOTARY_NO_NOTE);
    }
    assert_int_equal(notes_in_file(&desk, &last), 1);
    file_write(desk.files.witnesses, "wb", text_of("nonsense\n"));
    notary_close(desk.notary);
    desk.notary = NULL;
    desk_is_refused(&desk, "-witnesses, line 1");
    desk_end(&desk);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_is_made_once_and_is_the_owners_alone),
        cmocka_unit_test(a_key_is_never_replaced),
        cmocka_unit_test(where_the_files_are),
        cmocka_unit_test(what_has_grown_is_signed_and_nothing_else),
        cmocka_unit_test(a_store_that_is_not_what_was_promised_is_not_signed),
        cmocka_unit_test(a_note_that_a_crash_cut_off_is_passed_over),
        cmocka_unit_test(two_programs_sign_one_log),
        cmocka_unit_test(a_file_of_checkpoints_that_contradicts_itself_is_refused),
        cmocka_unit_test(proofs_are_within_the_newest_checkpoint),
        cmocka_unit_test(cosignatures_of_known_witnesses_are_kept),
        cmocka_unit_test(other_cosignatures_are_not_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
