/* Which documents are approved. The signature is verified here by its bytes, not by the code that the house verifies it with. */
#include "auditor/model_internal.h"
#include "house/setup/setup_shapes.h"
#include "rulebook/approval.h"
#include "rulebook/vocabulary_paths.h"

#include <sodium.h>
#include <string.h>

/* Bytes of a key: "Ed", 8 of its id, 32. Of a signature: "ED" or "Ed", 8 of the id, 64. */
enum { KEY_BYTES = 42, KEY_LETTERS = 56, SIGNED_BYTES = 74, BOTH_MAX = 64 + 1024, ID_AT = 2, BYTES_AT = 10 };

/* ------------------------------------------------------------------------------------------ signatures */

static bool take_line(struct text *rest, struct text *line)
{
    const char *end = rest->length > 0 ? memchr(rest->bytes, '\n', rest->length) : NULL;
    *line = end ? text_slice(*rest, 0, (size_t)(end - rest->bytes)) : *rest;
    *rest = text_from(*rest, line->length + 1);
    return line->length > 0;
}

static bool decode(struct text text, uint8_t *bytes, size_t size)
{
    size_t found = 0;
    return text_is_ascii(text) &&
           sodium_base642bin(bytes, size, text.bytes, text.length, NULL, &found, NULL,
                             sodium_base64_VARIANT_ORIGINAL) == 0 &&
           found == size;
}

/* The lines of a signature: two comments, and below each what it is about. */
struct signature_lines {
    uint8_t one[SIGNED_BYTES], both[crypto_sign_BYTES];
    struct text comment; /* that is signed */
};

static bool read_lines(struct text signature, struct signature_lines *lines)
{
    static const char mark[] = "trusted comment: ";
    struct text line;
    if (!take_line(&signature, &line))
        return false;
    if (!take_line(&signature, &line) || !decode(line, lines->one, sizeof lines->one) ||
        !take_line(&signature, &line) || !text_starts_with(line, text_of(mark)))
        return false;
    lines->comment = text_from(line, sizeof mark - 1);
    return lines->comment.length < BOTH_MAX - crypto_sign_BYTES && take_line(&signature, &line) &&
           decode(line, lines->both, sizeof lines->both);
}

static bool has_signed(const uint8_t key[KEY_BYTES], struct text text, const struct signature_lines *lines)
{
    uint8_t hash[crypto_generichash_BYTES_MAX], both[BOTH_MAX];
    const uint8_t *message = (const uint8_t *)text.bytes;
    size_t size = text.length;
    if (memcmp(key + ID_AT, lines->one + ID_AT, BYTES_AT - ID_AT) != 0 || lines->one[0] != 'E')
        return false;
    if (lines->one[1] == 'D') {
        (void)crypto_generichash(hash, sizeof hash, message, size, NULL, 0);
        message = hash;
        size = sizeof hash;
    }
    memcpy(both, lines->one + BYTES_AT, crypto_sign_BYTES);
    if (lines->comment.length > 0)
        memcpy(both + crypto_sign_BYTES, lines->comment.bytes, lines->comment.length);
    return crypto_sign_verify_detached(lines->one + BYTES_AT, message, size, key + BYTES_AT) == 0 &&
           crypto_sign_verify_detached(lines->both, both, crypto_sign_BYTES + lines->comment.length,
                                       key + BYTES_AT) == 0;
}

/* Whether a key that stands in this line has signed it. */
static bool one_has_signed(const struct node *keys, struct text text, const struct signature_lines *lines)
{
    uint8_t key[KEY_BYTES];
    const struct text all = keys && keys->kind == NODE_SCALAR ? keys->scalar : text_of("");
    for (size_t at = 0; at + KEY_LETTERS <= all.length; at++)
        if ((at == 0 || all.bytes[at - 1] == ' ' || all.bytes[at - 1] == ',') &&
            decode(text_slice(all, at, KEY_LETTERS), key, sizeof key) && has_signed(key, text, lines))
            return true;
    return false;
}

/* ------------------------------------------------------------------------------------------ registers */

static struct approvals *approvals_of(const struct auditor *auditor, struct text issuer)
{
    for (unsigned i = 0; i < auditor->approvals_count; i++)
        if (text_equal(auditor->approvals[i].issuer, issuer))
            return &auditor->approvals[i];
    return NULL;
}

/* The newest entry of an activity, and the one of a digest; NULL. */
static const struct approval *entry_of(const struct approvals *approvals, struct text activity,
                                       const char *digest)
{
    const struct approval *found = NULL;
    for (unsigned i = 0; approvals && i < approvals->count; i++) {
        const struct approval *item = &approvals->items[i];
        if (text_equal(item->activity, text_from(activity, approvals->issuer.length + 1)) &&
            (digest ? text_equal(item->digest, text_of(digest)) : !found || item->version > found->version))
            found = item;
    }
    return found;
}

static struct text issuer_of(struct text activity)
{
    size_t length = 0;
    while (length < activity.length && activity.bytes[length] != '/')
        length++;
    return text_slice(activity, 0, length);
}

/* The entry of a document; NULL if the register does not have its digest. */
static const struct approval *entry_of_document(const struct auditor *auditor,
                                                const struct rulebook *rulebook)
{
    char digest[2 * RULE_DOCUMENT_DIGEST_SIZE + 1];
    const struct text activity = rulebook->document.identity;
    (void)sodium_bin2hex(digest, sizeof digest, rulebook->document.digest, RULE_DOCUMENT_DIGEST_SIZE);
    return entry_of(approvals_of(auditor, issuer_of(activity)), activity, digest);
}

void check_document_approved(struct auditor *auditor, const struct rulebook *rulebook)
{
    const struct text activity = rulebook->document.identity;
    const struct approval *entry = entry_of_document(auditor, rulebook);
    MUST(auditor,
         !auditor->approved ||
             (entry && entry->status == APPROVAL_GIVEN &&
              entry == entry_of(approvals_of(auditor, issuer_of(activity)), activity, NULL)),
         "%.*s was not approved then", TEXT_ARGUMENTS(activity));
}

bool model_is_stopped(const struct auditor *auditor, const struct model_offer *offer)
{
    const struct rulebook *rulebook = offer->standing->rulebook;
    const struct approval *entry = entry_of_document(auditor, rulebook);
    return approvals_of(auditor, issuer_of(rulebook->document.identity)) &&
           (!entry || entry->status != APPROVAL_GIVEN);
}

void see_approvals_filed(struct auditor *auditor)
{
    const struct approvals_filed *filed = EVENT_AS(auditor->event, approvals_filed);
    const struct node *trusted = node_member(auditor->house->data, KEY_APPROVALS);
    const struct text text = model_keep(auditor, filed->text), issuer = model_keep(auditor, filed->issuer);
    struct approvals *before = approvals_of(auditor, issuer), read;
    struct signature_lines lines;
    if (!read_lines(filed->signature, &lines)) {
        auditor_object(auditor, "the signature cannot be read");
        return;
    }
    MUST(auditor,
         auditor->failed || one_has_signed(node_member_called(trusted, issuer), text, &lines) ||
             one_has_signed(node_member(trusted, HOUSE_EVERY_ISSUER), text, &lines),
         "no key that the house trusts for %.*s has signed the register", TEXT_ARGUMENTS(issuer));
    if (auditor->failed)
        return;
    MUST(auditor,
         approvals_read(text, "approvals", &auditor->arena, &auditor->findings, &read) == STATUS_OK &&
             text_equal(read.issuer, issuer) && read.number == filed->number,
         "the register is another");
    MUST(auditor, auditor->failed || !before || before->number < read.number, "an older register comes back");
    if (auditor->failed)
        return;
    if (!before && MODEL_ROOM(auditor, auditor->approvals, auditor->approvals_count, auditor->approvals_room))
        before = &auditor->approvals[auditor->approvals_count++];
    if (before)
        *before = read;
}

void check_trust_kept(struct auditor *auditor, const struct house *house)
{
    const struct node *is = node_member(house->data, KEY_APPROVALS);
    for (unsigned i = 0; i < auditor->offer_count; i++) {
        const struct model_offer *offer = &auditor->offers[i];
        const struct text issuer = issuer_of(offer->standing->rulebook->document.identity);
        MUST(auditor,
             !offer->posted || !approvals_of(auditor, issuer) || node_member_called(is, issuer) ||
                 node_member(is, HOUSE_EVERY_ISSUER),
             "the house trusts nobody for %.*s, and offers what is approved there", TEXT_ARGUMENTS(issuer));
    }
}
