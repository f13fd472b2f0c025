/*
 * cardroom approve: the register of what an issuer has approved, and the keys that sign it.
 */
#include "base/check.h"
#include "cli/command.h"
#include "cli/library_place.h"
#include "rulebook/approval.h"
#include "rulebook/files.h"
#include "rulebook/minisign.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static const char approve_help[] =
    "cardroom approve ACTIVITY... --key FILE [--by NAME] [--reference WORDS] [--on DATE] [--replace]\n"
    "cardroom approve ACTIVITY... --key FILE --status STATUS | --confirm CLAUSE\n"
    "cardroom approve --make-key NAME\n"
    "cardroom approve --verify FILE --public FILE\n"
    "\n"
    "Writes and signs the register of an issuer, rulebooks/ISSUER/approvals: which documents are\n"
    "approved, by the digests of their files. A house files a document only if its digest stands\n"
    "there and a key that the house trusts has signed the register. The keys and the signature,\n"
    "approvals.minisig, are those of minisign, which can make and verify them as well.\n"
    "\n"
    "ACTIVITY          a document, as issuer/activity or the path of its .md file; all of one issuer\n"
    "--key FILE        the secret key; if it has a password, that is read from standard input\n"
    "--by NAME         who approves; of a newer version, as before\n"
    "--reference WORDS what the approval is called; the identifier of the document by default\n"
    "--on DATE         when it was approved; today by default\n"
    "--replace         takes the place of the newest version, where that was never filed\n"
    "--status STATUS   approved, 'under review', suspended or revoked: of the newest version\n"
    "--confirm CLAUSE  a clause that a reading leaves open until it is confirmed: 16; may be repeated\n"
    "--make-key NAME   make a key: NAME.key is the secret one, NAME.pub is for the houses\n"
    "--verify FILE     verify a register with its signature, FILE.minisig, by the key of --public\n"
    "--public FILE     a public key\n"
    "\n"
    "docs/formats/approvals.md describes the register, and how to verify it with minisign.\n"
    "\n"
    "Exit status: 0 written or verified; 1 the signature is not by this key; 2 invalid arguments or\n"
    "files; 3 the output cannot be written.\n"
    "\n"
    "  cardroom approve --make-key bureau\n"
    "  cardroom approve bay101/aces-cracked --key bureau.key --by 'Bureau of Gambling Control'\n"
    "  cardroom approve bay101/aces-cracked --key bureau.key --status suspended\n"
    "  cardroom approve --verify rulebooks/bay101/approvals --public bureau.pub\n";

enum { PATH_SIZE = 4096, NAMES_MAX = 256, PASSWORD_MAX = 1024, REGISTER_MAX = 1 << 20, FINDINGS_KEPT = 8 };

struct request {
    const char *names[NAMES_MAX];
    unsigned count;
    const char *key, *by, *reference, *on, *status, *make_key, *verify, *public;
    const char *confirm[APPROVAL_CONFIRMED_MAX];
    unsigned confirm_count;
    bool replace;
};

/* The register under work. */
struct work {
    const struct request *request;
    struct library library;
    struct approvals approvals;
    struct minisign_secret secret;
    char path[PATH_SIZE], signature_path[PATH_SIZE];
};

/* ------------------------------------------------------------------------------------------ arguments */

static const char **value_of(struct request *request, const char *option)
{
    const struct {
        const char *option;
        const char **value;
    } options[] = {
        {"--key", &request->key},       {"--by", &request->by},         {"--reference", &request->reference},
        {"--on", &request->on},         {"--status", &request->status}, {"--make-key", &request->make_key},
        {"--verify", &request->verify}, {"--public", &request->public}};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        if (strcmp(option, options[i].option) == 0)
            return options[i].value;
    if (strcmp(option, "--confirm") == 0 && request->confirm_count < APPROVAL_CONFIRMED_MAX)
        return &request->confirm[request->confirm_count++];
    return NULL;
}

static int take_words(struct request *request, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char **value = argv[i][0] == '-' ? value_of(request, argv[i]) : NULL;
        if (value && i + 1 == argc)
            return command_usage("approve", "%s needs a value", argv[i]);
        if (value)
            *value = argv[++i];
        else if (strcmp(argv[i], "--replace") == 0)
            request->replace = true;
        else if (argv[i][0] == '-')
            return command_usage("approve", "unknown option %s", argv[i]);
        else if (request->count == NAMES_MAX)
            return command_usage("approve", "give at most %d activities", NAMES_MAX);
        else
            request->names[request->count++] = argv[i];
    }
    return EXIT_CODE_OK;
}

static int check_words(const struct request *request)
{
    if (request->make_key || request->verify)
        return request->count == 0 && !request->key
                   ? EXIT_CODE_OK
                   : command_usage("approve", "--make-key and --verify take no activity and no --key");
    if (request->count == 0)
        return command_usage("approve", "ACTIVITY is missing: the issuer and the name of a document");
    if (!request->key)
        return command_usage("approve", "--key is missing; --make-key NAME makes one");
    if ((request->status || request->confirm_count > 0) &&
        (request->by || request->reference || request->on || request->replace ||
         (request->status && request->confirm_count > 0)))
        return command_usage("approve", "give --status or --confirm alone: they change what was approved");
    return EXIT_CODE_OK;
}

/* ------------------------------------------------------------------------------------------ files */

static int read_file(struct library *library, const char *path, struct text *bytes)
{
    struct findings findings;
    findings_init(&findings, &library->arena, FINDINGS_KEPT);
    if (files_read(path, REGISTER_MAX, &library->arena, &findings, bytes) == STATUS_OK)
        return EXIT_CODE_OK;
    return command_usage("approve", "%s cannot be read", path);
}

/* Written whole beside it, and then put in its place. */
static int write_file(const char *path, struct text bytes, mode_t mode)
{
    char beside[PATH_SIZE + 8];
    (void)snprintf(beside, sizeof beside, "%s.new", path);
    int code = command_write_bytes("approve", beside, bytes);
    if (code == EXIT_CODE_OK && (chmod(beside, mode) != 0 || rename(beside, path) != 0))
        code = command_cannot_write("approve", path);
    return code;
}

/* ------------------------------------------------------------------------------------------ keys */

static int make_key(const char *name)
{
    uint8_t seed[MINISIGN_SEED_SIZE], id[MINISIGN_ID_SIZE];
    char path[PATH_SIZE], bytes[MINISIGN_FILE_SIZE], comment[64];
    struct minisign_secret secret;
    struct text_out out, words;
    randombytes_buf(seed, sizeof seed);
    randombytes_buf(id, sizeof id);
    minisign_secret_make(seed, id, &secret);
    sodium_memzero(seed, sizeof seed);
    text_out_init(&words, comment, sizeof comment);
    text_out_add(&words, "minisign secret key ");
    minisign_id_write(&words, &secret.key);
    text_out_init(&out, bytes, sizeof bytes);
    minisign_secret_file_write(&out, &secret, text_out_text(&words));
    (void)snprintf(path, sizeof path, "%s.key", name);
    if (files_is_file(path))
        return command_usage("approve", "%s is there already; choose another name", path);
    int code = write_file(path, text_out_text(&out), S_IRUSR | S_IWUSR);
    sodium_memzero(bytes, sizeof bytes);
    text_out_init(&words, comment, sizeof comment);
    text_out_add(&words, "minisign public key ");
    minisign_id_write(&words, &secret.key);
    text_out_init(&out, bytes, sizeof bytes);
    minisign_key_file_write(&out, &secret.key, text_out_text(&words));
    (void)snprintf(path, sizeof path, "%s.pub", name);
    if (code == EXIT_CODE_OK)
        code = write_file(path, text_out_text(&out), S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH);
    if (code == EXIT_CODE_OK)
        printf(
            "%s.key is the secret key: keep it where nobody else can read it\n%s.pub is for the houses that "
            "trust it\n",
            name, name);
    return code == EXIT_CODE_OK ? command_finish("approve") : code;
}

/* The first line of standard input, without echo if somebody types it. */
static struct text read_password(char password[PASSWORD_MAX])
{
    struct termios before;
    const bool typed = isatty(STDIN_FILENO) && tcgetattr(STDIN_FILENO, &before) == 0;
    if (typed) {
        struct termios silent = before;
        silent.c_lflag &= ~(tcflag_t)ECHO;
        (void)tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
        fprintf(stderr, "password of the key: ");
    }
    if (!fgets(password, PASSWORD_MAX, stdin))
        password[0] = '\0';
    if (typed) {
        (void)tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
        fprintf(stderr, "\n");
    }
    password[strcspn(password, "\n")] = '\0';
    return text_of(password);
}

static int read_key(struct work *work)
{
    const char *path = work->request->key;
    char password[PASSWORD_MAX];
    struct text bytes;
    struct fault fault;
    int code = read_file(&work->library, path, &bytes);
    if (code != EXIT_CODE_OK)
        return code;
    enum status status = minisign_secret_read(bytes, text_of(""), &work->secret, &fault);
    if (status == STATUS_RANGE) {
        status = minisign_secret_read(bytes, read_password(password), &work->secret, &fault);
        sodium_memzero(password, sizeof password);
    }
    return status == STATUS_OK ? EXIT_CODE_OK : command_usage("approve", "%s: %s", path, fault.words);
}

static int verify(const struct request *request)
{
    struct library library;
    struct minisign_key key;
    struct minisign_signature signature;
    struct text public, bytes, signed_by;
    struct fault fault;
    char path[PATH_SIZE];
    if (!request->public)
        return command_usage("approve", "--public is missing: the public key of who should have signed");
    (void)snprintf(path, sizeof path, "%s.minisig", request->verify);
    library_init(&library);
    int code = read_file(&library, request->public, &public);
    if (code == EXIT_CODE_OK)
        code = read_file(&library, request->verify, &bytes);
    if (code == EXIT_CODE_OK)
        code = read_file(&library, path, &signed_by);
    if (code == EXIT_CODE_OK && minisign_key_read(public, &key, &fault) != STATUS_OK)
        code = command_usage("approve", "%s: %s", request->public, fault.words);
    if (code == EXIT_CODE_OK && minisign_signature_read(signed_by, &signature, &fault) != STATUS_OK)
        code = command_usage("approve", "%s: %s", path, fault.words);
    if (code == EXIT_CODE_OK) {
        const bool good = minisign_verify(&signature, bytes, &key);
        printf(good ? "%s: signed by this key\n" : "%s: NOT signed by this key, or changed since\n",
               request->verify);
        code = command_finish("approve");
        code = code == EXIT_CODE_OK && !good ? EXIT_CODE_FINDINGS : code;
    }
    library_release(&library);
    return code;
}

/* ------------------------------------------------------------------------------------------ the register */

/* The document of a name or a path; the library has it. */
static const struct rulebook *document_of(struct work *work, const char *name)
{
    struct library *library = &work->library;
    const struct rulebook *rulebook = NULL;
    const struct offer *offer = NULL;
    for (unsigned i = 0; i < library->rulebook_count; i++)
        if (strcmp(library->rulebooks[i].document.file, name) == 0)
            rulebook = &library->rulebooks[i];
    if (!rulebook &&
        library_find("approve", library, name, LIBRARY_ACTIVITY_FIRST, &rulebook, &offer) != EXIT_CODE_OK)
        return NULL;
    return rulebook;
}

/* Reads the register that lies beside the document, or begins one. */
static int open_register(struct work *work, const struct rulebook *rulebook)
{
    const char *file = rulebook->document.file, *slash = strrchr(file, '/');
    const int folder = slash ? (int)(slash - file + 1) : 0;
    const struct text issuer = activity_issuer(rulebook->document.identity);
    struct findings findings;
    struct text bytes;
    (void)snprintf(work->path, sizeof work->path, "%.*s" APPROVALS_FILE, folder, file);
    (void)snprintf(work->signature_path, sizeof work->signature_path, "%.*s" APPROVALS_SIGNATURE_FILE, folder,
                   file);
    work->approvals = (struct approvals){.issuer = issuer};
    findings_init(&findings, &work->library.arena, FINDINGS_KEPT);
    if (files_is_file(work->path)) {
        int code = read_file(&work->library, work->path, &bytes);
        if (code != EXIT_CODE_OK)
            return code;
        if (approvals_read(bytes, work->path, &work->library.arena, &findings, &work->approvals) !=
            STATUS_OK) {
            char line[FINDING_LINE_SIZE];
            struct text_out out;
            text_out_init(&out, line, sizeof line);
            if (findings.count > 0)
                finding_write(&out, &findings.items[0]);
            return command_usage("approve", "%s", findings.count > 0 ? line : "out of memory");
        }
        if (!text_equal(work->approvals.issuer, issuer))
            return command_usage("approve", "%s is the register of %.*s", work->path,
                                 TEXT_ARGUMENTS(work->approvals.issuer));
    }
    struct approval *room =
        ARENA_ARRAY(&work->library.arena, struct approval, work->approvals.count + NAMES_MAX);
    if (!room)
        return command_usage("approve", "out of memory");
    for (unsigned i = 0; i < work->approvals.count; i++)
        room[i] = work->approvals.items[i];
    work->approvals.items = room;
    return EXIT_CODE_OK;
}

static struct approval *newest_of(struct work *work, const struct rulebook *rulebook)
{
    const struct approval *newest =
        approval_newest(&work->approvals, activity_name(rulebook->document.identity));
    return newest ? &work->approvals.items[newest - work->approvals.items] : NULL;
}

static struct date today(void)
{
    time_t now = time(NULL);
    struct tm local;
    (void)localtime_r(&now, &local);
    return (struct date){.year = (int16_t)(local.tm_year + 1900),
                         .month = (uint8_t)(local.tm_mon + 1),
                         .day = (uint8_t)local.tm_mday};
}

/* A new version, unless the digest is that of the newest: then it is approved again. */
static int approve(struct work *work, const struct rulebook *rulebook)
{
    const struct request *request = work->request;
    struct approval *newest = newest_of(work, rulebook), *approval = newest;
    const struct text name = activity_name(rulebook->document.identity);
    struct text digest;
    char hex[DIGEST_SIZE];
    struct fault fault;
    if (rulebook->has_errors && library_print_errors(&work->library, rulebook->document.file))
        return command_usage("approve", "correct these errors first");
    digest_write(rulebook->document.digest, hex);
    if (arena_copy_text(&work->library.arena, text_of(hex), &digest) != STATUS_OK)
        return command_usage("approve", "out of memory");
    const struct approval *same = approval_of(&work->approvals, name, digest);
    if (same && same != newest)
        return command_usage(
            "approve", "%.*s: this is version %u, and version %u is approved; change its text",
            TEXT_ARGUMENTS(rulebook->document.identity), (unsigned)same->version, (unsigned)newest->version);
    if (!same && !(newest && request->replace)) {
        approval = &work->approvals.items[work->approvals.count++];
        *approval = (struct approval){.version = newest ? newest->version + 1 : 1};
    }
    approval->activity = name;
    approval->digest = digest;
    approval->status = APPROVAL_GIVEN;
    approval->approved = today();
    if (request->on && date_parse(text_of(request->on), 0, &approval->approved, &fault) != STATUS_OK)
        return command_bad_input("approve", request->on, &fault);
    approval->by = request->by ? text_of(request->by) : newest ? newest->by : text_of("");
    approval->reference = request->reference ? text_of(request->reference)
                          : newest           ? newest->reference
                                             : rulebook->document.identifier;
    if (approval->by.length == 0)
        return command_usage("approve", "--by is missing: who approves");
    if (approval->reference.length == 0)
        return command_usage("approve", "%.*s has no identifier; give --reference",
                             TEXT_ARGUMENTS(rulebook->document.identity));
    return EXIT_CODE_OK;
}

/* `16`, or the whole `bay101/limit-bad-beat#16`. */
static int confirm(struct work *work, const struct rulebook *rulebook, struct approval *newest)
{
    for (unsigned i = 0; i < work->request->confirm_count; i++) {
        const char *given = work->request->confirm[i], *mark = strrchr(given, '#');
        struct text clause = text_of(mark ? mark + 1 : given);
        uint64_t number;
        if (command_number(clause, "the clause", 1, 9999, &number, NULL) != STATUS_OK ||
            !rule_document_clause(&rulebook->document, (unsigned)number))
            return command_usage("approve", "%.*s has no clause %s",
                                 TEXT_ARGUMENTS(rulebook->document.identity), given);
        if (approval_confirms(newest, clause))
            continue;
        if (newest->confirmed_count == APPROVAL_CONFIRMED_MAX)
            return command_usage("approve", "too many clauses");
        newest->confirmed[newest->confirmed_count++] = clause;
    }
    return EXIT_CODE_OK;
}

static int change(struct work *work, const struct rulebook *rulebook)
{
    const struct request *request = work->request;
    if (!request->status && request->confirm_count == 0)
        return approve(work, rulebook);
    struct approval *newest = newest_of(work, rulebook);
    if (!newest)
        return command_usage("approve", "%.*s is not approved yet",
                             TEXT_ARGUMENTS(rulebook->document.identity));
    if (request->confirm_count > 0)
        return confirm(work, rulebook, newest);
    return approval_status_find(text_of(request->status), &newest->status)
               ? EXIT_CODE_OK
               : command_usage("approve",
                               "unknown status '%s'; give approved, 'under review', suspended or revoked",
                               request->status);
}

/* What is written must be what is read again. */
static int sign(struct work *work)
{
    struct library *library = &work->library;
    struct growing text = {.arena = &library->arena};
    struct approvals again;
    struct findings findings;
    char signature[MINISIGN_FILE_SIZE], comment[128];
    struct text_out out, words;
    work->approvals.number++;
    approvals_write(&text, &work->approvals);
    findings_init(&findings, &library->arena, FINDINGS_KEPT);
    if (text.status != STATUS_OK ||
        approvals_read(growing_text(&text), work->path, &library->arena, &findings, &again) != STATUS_OK)
        return command_usage("approve", "the register cannot be written: %.*s",
                             findings.count > 0 ? (int)findings.items[0].remedy.length : 0,
                             findings.count > 0 ? findings.items[0].remedy.bytes : "");
    text_out_init(&words, comment, sizeof comment);
    text_out_add(&words, "approvals of %.*s, number %u", TEXT_ARGUMENTS(work->approvals.issuer),
                 (unsigned)work->approvals.number);
    text_out_init(&out, signature, sizeof signature);
    minisign_sign(&out, growing_text(&text), &work->secret, text_of("signed by cardroom approve"),
                  text_out_text(&words));
    int code = write_file(work->path, growing_text(&text), S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH);
    if (code == EXIT_CODE_OK)
        code = write_file(work->signature_path, text_out_text(&out), S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH);
    return code;
}

static void print_entry(struct work *work, const struct rulebook *rulebook)
{
    const struct approval *newest = newest_of(work, rulebook);
    printf("%.*s: version %u %s, %.*s", TEXT_ARGUMENTS(rulebook->document.identity),
           (unsigned)newest->version, approval_status_name(newest->status),
           TEXT_ARGUMENTS(newest->reference));
    for (unsigned i = 0; i < newest->confirmed_count; i++)
        printf("%s%.*s", i == 0 ? ", confirmed: " : " ", TEXT_ARGUMENTS(newest->confirmed[i]));
    printf("\n");
}

static int write_register(struct work *work)
{
    const struct rulebook *documents[NAMES_MAX] = {NULL};
    const struct request *request = work->request;
    CHECK(request->count > 0);
    int code = library_read_rulebooks("approve", &work->library);
    for (unsigned i = 0; i < request->count && code == EXIT_CODE_OK; i++) {
        documents[i] = document_of(work, request->names[i]);
        if (!documents[i])
            return EXIT_CODE_BAD_INPUT;
        if (!text_equal(activity_issuer(documents[i]->document.identity),
                        activity_issuer(documents[0]->document.identity)))
            return command_usage("approve", "give activities of one issuer: each has a register of its own");
    }
    if (code == EXIT_CODE_OK)
        code = open_register(work, documents[0]);
    if (code == EXIT_CODE_OK)
        code = read_key(work);
    for (unsigned i = 0; i < request->count && code == EXIT_CODE_OK; i++)
        code = change(work, documents[i]);
    if (code == EXIT_CODE_OK)
        code = sign(work);
    for (unsigned i = 0; i < request->count && code == EXIT_CODE_OK; i++)
        print_entry(work, documents[i]);
    return code == EXIT_CODE_OK ? command_finish("approve") : code;
}

static int run_approve(int argc, char **argv)
{
    static struct work work;
    struct request request = {.count = 0};
    int code = take_words(&request, argc, argv);
    if (code == EXIT_CODE_OK)
        code = check_words(&request);
    if (code != EXIT_CODE_OK)
        return code;
    if (sodium_init() < 0)
        return command_usage("approve", "there are no random numbers");
    if (request.make_key)
        return make_key(request.make_key);
    if (request.verify)
        return verify(&request);
    work.request = &request;
    library_init(&work.library);
    code = write_register(&work);
    sodium_memzero(&work.secret, sizeof work.secret);
    library_release(&work.library);
    return code;
}

const struct subcommand command_approve = {
    .name = "approve",
    .summary = "approve documents: write and sign the register of an issuer",
    .help = approve_help,
    .run = run_approve,
};
