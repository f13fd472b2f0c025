#include "rulebook/approval.h"

#include "base/check.h"
#include "rulebook/node.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>

static const char key_issuer[] = "issuer", key_number[] = "number", key_approvals[] = "approvals",
                  key_activity[] = "activity", key_version[] = "version", key_digest[] = "digest",
                  key_approved[] = "approved", key_by[] = "by", key_reference[] = "reference",
                  key_status[] = "status", key_confirmed[] = "confirmed";

void digest_write(const unsigned char digest[RULE_DOCUMENT_DIGEST_SIZE], char hex[DIGEST_SIZE])
{
    (void)sodium_bin2hex(hex, DIGEST_SIZE, digest, RULE_DOCUMENT_DIGEST_SIZE);
}

/* ------------------------------------------------------------------------------------------ status */

static const char *const status_names[APPROVAL_STATUSES] = {"approved", "under review", "suspended",
                                                            "revoked"};

const char *approval_status_name(enum approval_status status)
{
    CHECK_OP(status, <, APPROVAL_STATUSES);
    return status_names[status];
}

bool approval_status_find(struct text name, enum approval_status *status)
{
    for (unsigned i = 0; i < APPROVAL_STATUSES; i++)
        if (text_equal(name, text_of(status_names[i]))) {
            *status = (enum approval_status)i;
            return true;
        }
    return false;
}

/* ------------------------------------------------------------------------------------------ reading */

struct reading {
    struct arena *arena;
    struct findings *findings;
};

static bool wrong(struct reading *reading, const struct node *node, const char *what)
{
    findings_add(reading->findings, FINDING_ERROR, node->origin, "this is no entry of a register" REMEDY "%s",
                 what);
    return false;
}

/* The scalar below a key; NULL after a finding. */
static const struct node *scalar(struct reading *reading, const struct node *map, const char *key)
{
    const struct node *node = node_member(map, key);
    if (!node || node->kind != NODE_SCALAR) {
        findings_add(reading->findings, FINDING_ERROR, node ? node->origin : map->origin,
                     "\"%s\" is missing" REMEDY "give one value", key);
        return NULL;
    }
    return node;
}

/* Words of a line that people read. */
static bool take_words(struct reading *reading, const struct node *map, const char *key, struct text *words)
{
    const struct node *node = scalar(reading, map, key);
    if (!node)
        return false;
    bool printable = node->scalar.length > 0 && node->scalar.length <= APPROVAL_WORDS_MAX &&
                     text_utf8_length(node->scalar) == node->scalar.length;
    for (size_t i = 0; i < node->scalar.length; i++)
        printable &= (unsigned char)node->scalar.bytes[i] >= ' ' && node->scalar.bytes[i] != 0x7f;
    *words = node->scalar;
    return printable || wrong(reading, node, "write one line of at most 200 bytes");
}

/* The names of issuers and activities are those of files. */
static bool take_name(struct reading *reading, const struct node *map, const char *key, struct text *name)
{
    if (!take_words(reading, map, key, name))
        return false;
    for (size_t i = 0; i < name->length; i++) {
        char byte = name->bytes[i];
        if (!(byte >= 'a' && byte <= 'z') && !(byte >= '0' && byte <= '9') && byte != '-')
            return wrong(reading, node_member(map, key), "write the name of the file, such as aces-cracked");
    }
    return true;
}

static bool take_number(struct reading *reading, const struct node *map, const char *key, uint32_t *number)
{
    const struct node *node = scalar(reading, map, key);
    if (!node)
        return false;
    *number = 0;
    for (size_t i = 0; i < node->scalar.length; i++) {
        char byte = node->scalar.bytes[i];
        if (byte < '0' || byte > '9' || (i == 0 && byte == '0') || *number > APPROVAL_NUMBER_MAX / 10)
            return wrong(reading, node, "write a number from 1 to 999999");
        *number = *number * 10 + (uint32_t)(byte - '0');
    }
    return *number > 0 || wrong(reading, node, "write a number from 1 to 999999");
}

static bool take_digest(struct reading *reading, const struct node *map, struct text *digest)
{
    const struct node *node = scalar(reading, map, key_digest);
    if (!node)
        return false;
    bool right = node->scalar.length == DIGEST_LENGTH;
    for (size_t i = 0; right && i < DIGEST_LENGTH; i++) {
        char byte = node->scalar.bytes[i];
        right = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f');
    }
    *digest = node->scalar;
    return right || wrong(reading, node, "write the 64 digits that b2sum -l 256 prints");
}

static bool take_status(struct reading *reading, const struct node *map, enum approval_status *status)
{
    const struct node *node = node_member(map, key_status);
    *status = APPROVAL_GIVEN;
    return !node || (node->kind == NODE_SCALAR && approval_status_find(node->scalar, status)) ||
           wrong(reading, node, "write approved, under review, suspended or revoked");
}

static bool take_confirmed(struct reading *reading, const struct node *map, struct approval *approval)
{
    const struct node *list = node_member(map, key_confirmed);
    approval->confirmed_count = 0;
    if (!list)
        return true;
    if (list->kind != NODE_LIST || list->count > APPROVAL_CONFIRMED_MAX)
        return wrong(reading, list, "write the numbers of clauses, such as [16]");
    for (const struct node *item = list->first_child; item; item = item->next) {
        bool right = item->kind == NODE_SCALAR && item->scalar.length > 0 && item->scalar.length <= 8;
        for (size_t i = 0; right && i < item->scalar.length; i++)
            right = item->scalar.bytes[i] >= '0' && item->scalar.bytes[i] <= '9';
        if (!right || approval_confirms(approval, item->scalar))
            return wrong(reading, item, "write the numbers of clauses, each once, such as [16]");
        approval->confirmed[approval->confirmed_count++] = item->scalar;
    }
    return true;
}

/* Every key is one of these. */
static bool only_keys(struct reading *reading, const struct node *map, const char *const *keys, size_t count)
{
    for (const struct node *member = map->first_child; member; member = member->next) {
        bool known = false;
        for (size_t i = 0; i < count; i++)
            known |= text_equal(member->key, text_of(keys[i]));
        if (!known) {
            findings_add(reading->findings, FINDING_ERROR, member->key_origin,
                         "a register has no \"%.*s\"" REMEDY "leave it out",
                         TEXT_ARGUMENTS(text_clipped(member->key, NODE_SHOWN_MAX)));
            return false;
        }
    }
    return true;
}

static bool take_approval(struct reading *reading, const struct node *row, struct approval *approval)
{
    static const char *const keys[] = {key_activity, key_version,   key_digest, key_approved,
                                       key_by,       key_reference, key_status, key_confirmed};
    if (row->kind != NODE_MAP)
        return wrong(reading, row, "begin each entry with - activity:");
    if (!only_keys(reading, row, keys, sizeof keys / sizeof keys[0]) ||
        !take_name(reading, row, key_activity, &approval->activity) ||
        !take_number(reading, row, key_version, &approval->version) ||
        !take_digest(reading, row, &approval->digest) || !take_words(reading, row, key_by, &approval->by) ||
        !take_words(reading, row, key_reference, &approval->reference) ||
        !take_status(reading, row, &approval->status) || !take_confirmed(reading, row, approval))
        return false;
    const struct node *approved = scalar(reading, row, key_approved);
    return approved && (date_parse(approved->scalar, 0, &approval->approved, NULL) == STATUS_OK ||
                        wrong(reading, approved, "write a date such as 2026-11-02"));
}

/* P1 */
static bool take_approvals(struct reading *reading, const struct node *list, struct approvals *approvals)
{
    if (!list || list->kind != NODE_LIST || list->count > APPROVALS_MAX)
        return list ? wrong(reading, list, "write a list of at most 512 entries") : false;
    approvals->items = ARENA_ARRAY(reading->arena, struct approval, list->count + 1);
    if (!approvals->items)
        return false;
    for (const struct node *row = list->first_child; row; row = row->next) {
        struct approval *approval = &approvals->items[approvals->count];
        if (!take_approval(reading, row, approval))
            return false;
        for (unsigned i = 0; i < approvals->count; i++) {
            const struct approval *other = &approvals->items[i];
            if (text_equal(other->activity, approval->activity) &&
                (other->version == approval->version || text_equal(other->digest, approval->digest)))
                return wrong(reading, row, "write each version and each digest of an activity once");
        }
        approvals->count++;
    }
    return true;
}

enum status approvals_read(struct text text, const char *file, struct arena *arena, struct findings *findings,
                           struct approvals *approvals)
{
    static const char *const keys[] = {key_issuer, key_number, key_approvals};
    struct reading reading = {arena, findings};
    const struct origin origin = {.file = file, .line = 1, .column = 1};
    const struct node *data = node_read(text, origin, arena, findings);
    *approvals = (struct approvals){.items = NULL};
    bool right = data && (data->kind == NODE_MAP || wrong(&reading, data, "begin with issuer:")) &&
                 only_keys(&reading, data, keys, sizeof keys / sizeof keys[0]) &&
                 take_name(&reading, data, key_issuer, &approvals->issuer) &&
                 take_number(&reading, data, key_number, &approvals->number);
    const struct node *list = right ? node_member(data, key_approvals) : NULL;
    if (right && !list)
        right = wrong(&reading, data, "write the list approvals:");
    if (right && take_approvals(&reading, list, approvals))
        return STATUS_OK;
    return arena->refusal != STATUS_OK && findings->count == 0 ? arena->refusal : STATUS_INVALID;
}

/* ------------------------------------------------------------------------------------------ writing */

static void say(struct growing *out, const char *indent, const char *key, struct text value)
{
    const struct node node = {.kind = NODE_SCALAR, .scalar = value};
    growing_say(out, indent);
    growing_say(out, key);
    growing_say(out, ": ");
    node_write(out, &node); /* and its line feed */
}

static void say_number(struct growing *out, const char *indent, const char *key, uint32_t number)
{
    char digits[16];
    (void)snprintf(digits, sizeof digits, "%" PRIu32, number);
    say(out, indent, key, text_of(digits));
}

static void write_approval(struct growing *out, const struct approval *approval)
{
    char date[16];
    struct text_out words;
    text_out_init(&words, date, sizeof date);
    date_write(&words, approval->approved);
    say(out, "  - ", key_activity, approval->activity);
    say_number(out, "    ", key_version, approval->version);
    say(out, "    ", key_digest, approval->digest);
    say(out, "    ", key_approved, text_out_text(&words));
    say(out, "    ", key_by, approval->by);
    say(out, "    ", key_reference, approval->reference);
    if (approval->status != APPROVAL_GIVEN)
        say(out, "    ", key_status, text_of(approval_status_name(approval->status)));
    for (unsigned i = 0; i < approval->confirmed_count; i++) {
        growing_say(out, i == 0 ? "    confirmed: [" : ", ");
        growing_add(out, approval->confirmed[i]);
    }
    growing_say(out, approval->confirmed_count > 0 ? "]\n" : "");
}

void approvals_write(struct growing *out, const struct approvals *approvals)
{
    say(out, "", key_issuer, approvals->issuer);
    say_number(out, "", key_number, approvals->number);
    growing_say(out, approvals->count > 0 ? "approvals:\n" : "approvals: []\n");
    for (unsigned i = 0; i < approvals->count; i++)
        write_approval(out, &approvals->items[i]);
}

/* ------------------------------------------------------------------------------------------ asking */

static size_t slash_of(struct text activity)
{
    size_t at = 0;
    while (at < activity.length && activity.bytes[at] != '/')
        at++;
    return at;
}

struct text activity_issuer(struct text activity)
{
    return text_slice(activity, 0, slash_of(activity));
}

struct text activity_name(struct text activity)
{
    return text_from(activity, slash_of(activity) + 1);
}

bool activity_is_of(struct text activity, struct text issuer)
{
    return text_equal(activity_issuer(activity), issuer) && activity_name(activity).length > 0;
}

const struct approval *approval_newest(const struct approvals *approvals, struct text name)
{
    const struct approval *newest = NULL;
    for (unsigned i = 0; i < approvals->count; i++) {
        const struct approval *approval = &approvals->items[i];
        if (text_equal(approval->activity, name) && (!newest || approval->version > newest->version))
            newest = approval;
    }
    return newest;
}

const struct approval *approval_of(const struct approvals *approvals, struct text name, struct text digest)
{
    for (unsigned i = 0; i < approvals->count; i++)
        if (text_equal(approvals->items[i].activity, name) && text_equal(approvals->items[i].digest, digest))
            return &approvals->items[i];
    return NULL;
}

bool approval_confirms(const struct approval *approval, struct text clause)
{
    for (unsigned i = 0; i < approval->confirmed_count; i++)
        if (text_equal(approval->confirmed[i], clause))
            return true;
    return false;
}

enum approval_answer approval_answer(const struct approvals *approvals, struct text activity,
                                     struct text digest, const struct approval **approval)
{
    static const enum approval_answer answers[APPROVAL_STATUSES] = {ANSWER_APPROVED, ANSWER_UNDER_REVIEW,
                                                                    ANSWER_SUSPENDED, ANSWER_REVOKED};
    const struct text name = activity_name(activity);
    const bool ours = activity_is_of(activity, approvals->issuer);
    const struct approval *newest = ours ? approval_newest(approvals, name) : NULL;
    const struct approval *found = newest ? approval_of(approvals, name, digest) : NULL;
    if (approval)
        *approval = found ? found : newest;
    if (!newest)
        return ANSWER_NOT_APPROVED;
    if (!found)
        return ANSWER_CHANGED;
    CHECK_OP(found->status, <, APPROVAL_STATUSES);
    return found->status == APPROVAL_GIVEN && found != newest ? ANSWER_FORMER : answers[found->status];
}

const char *approval_answer_words(enum approval_answer answer)
{
    static const char *const words[APPROVAL_ANSWERS] = {"approved",
                                                        "not approved",
                                                        "changed since it was approved",
                                                        "approved in a newer version",
                                                        "under review",
                                                        "suspended",
                                                        "revoked"};
    CHECK_OP(answer, <, APPROVAL_ANSWERS);
    return words[answer];
}
