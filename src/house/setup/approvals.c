/* Which documents are approved: the registers as filed, whom the house trusts, and what stops. */
#include "house/setup/setup_internal.h"

#include "base/check.h"
#include "house/kernel/deciding.h"
#include "house/kernel/program.h"
#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"
#include "rulebook/vocabulary_paths.h"

/* ------------------------------------------------------------------------------------------ what was filed */

static struct filed_register *register_of(const struct floor *floor, struct text issuer)
{
    for (unsigned i = 0; i < floor->register_count; i++)
        if (text_equal(floor->registers[i].approvals.issuer, issuer))
            return &floor->registers[i];
    return NULL;
}

const struct filed_register *floor_register(const struct floor *floor, struct text issuer)
{
    const struct filed_register *filed = register_of(floor, issuer);
    return filed && house_trusts(&floor->house, issuer, &filed->key) ? filed : NULL;
}

enum approval_answer floor_approval(const struct floor *floor, const struct rulebook *rulebook,
                                    const struct approval **approval)
{
    const struct filed_register *filed = floor_register(floor, activity_issuer(rulebook->document.identity));
    char digest[DIGEST_SIZE];
    if (approval)
        *approval = NULL;
    if (!filed)
        return ANSWER_NOT_APPROVED;
    digest_write(rulebook->document.digest, digest);
    return approval_answer(&filed->approvals, rulebook->document.identity, text_of(digest), approval);
}

/* Of an issuer without a register nothing stops: the offer was posted before there were registers. */
void find_stopped(const struct floor *floor, struct offering *offering)
{
    const struct rulebook *rulebook = offering->offer->rulebook;
    const enum approval_answer answer = floor_approval(floor, rulebook, NULL);
    offering->stopped = register_of(floor, activity_issuer(rulebook->document.identity)) &&
                        answer != ANSWER_APPROVED && answer != ANSWER_FORMER;
}

void find_all_stopped(struct floor *floor)
{
    for (unsigned i = 0; i < floor->offering_count; i++)
        find_stopped(floor, &floor->offerings[i]);
}

bool is_unapproved(const struct floor *floor, const struct rulebook *rulebook)
{
    return asks_for_approval(floor) && floor_approval(floor, rulebook, NULL) != ANSWER_APPROVED;
}

enum status setup_take_approvals(struct floor *floor, struct text text, struct text signature,
                                 const struct minisign_key *key)
{
    struct arena *arena = &floor->arena;
    struct filed_register filed = {.key = *key};
    enum status status = arena_copy_text(arena, text, &filed.text);
    if (status == STATUS_OK)
        status = arena_copy_text(arena, signature, &filed.signature);
    if (status == STATUS_OK)
        status = approvals_read(filed.text, "approvals", arena, &floor->findings, &filed.approvals);
    if (status != STATUS_OK)
        return reading_failed(arena, status);
    struct filed_register *known = register_of(floor, filed.approvals.issuer);
    if (!known) {
        status = MAKE_ROOM(arena, floor->registers, floor->register_count, floor->register_room);
        if (status != STATUS_OK)
            return status;
        known = &floor->registers[floor->register_count++];
    }
    *known = filed;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ signatures */

/* The key of the house for this issuer that has signed the register; false if none has. */
static bool find_signer(const struct house *house, struct text issuer, struct text text,
                        const struct minisign_signature *signature, struct minisign_key *signer)
{
    const struct node *approvals = node_member(house->data, KEY_APPROVALS);
    const struct node *first = approvals && approvals->kind == NODE_MAP ? approvals->first_child : NULL;
    for (const struct node *keys = first; keys; keys = keys->next) {
        struct text rest = keys->kind == NODE_SCALAR ? keys->scalar : text_of("");
        while (house_next_key(&rest, signer))
            if (house_trusts(house, issuer, signer) && minisign_verify(signature, text, signer))
                return true;
    }
    return false;
}

/* A key of the house that has this id, but did not sign the text; false if there is none. */
static bool knows_id(const struct house *house, struct text issuer, const uint8_t *id)
{
    const struct node *approvals = node_member(house->data, KEY_APPROVALS);
    const struct node *first = approvals && approvals->kind == NODE_MAP ? approvals->first_child : NULL;
    struct minisign_key key;
    for (const struct node *keys = first; keys; keys = keys->next) {
        struct text rest = keys->kind == NODE_SCALAR ? keys->scalar : text_of("");
        while (house_next_key(&rest, &key))
            if (house_trusts(house, issuer, &key) && memcmp(key.id, id, sizeof key.id) == 0)
                return true;
    }
    return false;
}

static struct text id_in(struct arena *arena, const uint8_t id[MINISIGN_ID_SIZE])
{
    char words[MINISIGN_ID_TEXT_SIZE];
    struct text_out out;
    struct text copy = text_of("");
    struct minisign_key key = {.bytes = {0}};
    memcpy(key.id, id, sizeof key.id);
    text_out_init(&out, words, sizeof words);
    minisign_id_write(&out, &key);
    return arena_copy_text(arena, text_out_text(&out), &copy) == STATUS_OK ? copy : text_of("");
}

static enum status refuse_signature(struct deciding *deciding, struct text issuer,
                                    const struct minisign_signature *signature)
{
    const struct house *house = &deciding->floor->house;
    const struct text id = id_in(&deciding->decision->arena, signature->id);
    if (!house_trusts_any(house, issuer))
        return REFUSE(deciding, rule_approved,
                      "the house trusts no key that approves for %.*s; two persons add one to approvals in "
                      "house.yaml",
                      TEXT_ARGUMENTS(issuer));
    if (knows_id(house, issuer, signature->id))
        return REFUSE(deciding, rule_approved,
                      "the register or its signature was changed after key %.*s had signed it; ask for the "
                      "original",
                      TEXT_ARGUMENTS(id));
    return REFUSE(deciding, rule_approved,
                  "key %.*s has signed the register, and the house does not trust it for %.*s; two persons "
                  "change approvals in house.yaml",
                  TEXT_ARGUMENTS(id), TEXT_ARGUMENTS(issuer));
}

/* ------------------------------------------------------------------------------------------ file-approvals */

enum status decide_file_approvals(struct deciding *deciding)
{
    const struct file_approvals *command = COMMAND_AS(deciding->command, file_approvals);
    const struct floor *floor = deciding->floor;
    struct arena *arena = &deciding->decision->arena;
    struct findings findings;
    struct approvals approvals;
    struct minisign_signature signature;
    struct minisign_key signer;
    struct fault fault;
    findings_init(&findings, arena, FINDINGS_KEPT);
    enum status status = approvals_read(command->text, "approvals", arena, &findings, &approvals);
    if (status == STATUS_NO_MEMORY || status == STATUS_NO_SPACE)
        return status;
    if (status != STATUS_OK)
        return refuse_finding(deciding, first_error(&findings));
    if (minisign_signature_read(command->signature, &signature, &fault) != STATUS_OK)
        return REFUSE(deciding, rule_approved, "%s", fault.words);
    if (!find_signer(&floor->house, approvals.issuer, command->text, &signature, &signer))
        return refuse_signature(deciding, approvals.issuer, &signature);
    const struct filed_register *filed = register_of(floor, approvals.issuer);
    if (filed && filed->approvals.number >= approvals.number)
        return REFUSE(
            deciding, rule_approved, "register %u of %.*s is filed, and this is number %u; file a newer one",
            (unsigned)filed->approvals.number, TEXT_ARGUMENTS(approvals.issuer), (unsigned)approvals.number);
    struct event *event = happens(deciding, EVENT_APPROVALS_FILED);
    EVENT_FILL(event, approvals_filed, .issuer = approvals.issuer, .number = approvals.number,
               .key = id_in(arena, signer.id), .text = command->text, .signature = command->signature);
    return STATUS_OK;
}

enum status apply_approvals_filed(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct approvals_filed *filed = EVENT_AS(event, approvals_filed);
    struct minisign_signature signature;
    struct minisign_key signer;
    if (minisign_signature_read(filed->signature, &signature, NULL) != STATUS_OK ||
        !find_signer(&floor->house, filed->issuer, filed->text, &signature, &signer))
        return strange(fault, event, "no key that the house trusts has signed it");
    const struct filed_register *known = register_of(floor, filed->issuer);
    if (known && known->approvals.number >= filed->number)
        return strange(fault, event, "a newer register was filed before");
    enum status status = setup_take_approvals(floor, filed->text, filed->signature, &signer);
    if (status == STATUS_NO_MEMORY || status == STATUS_NO_SPACE)
        return fault_set(fault, status, 0, "there is no memory for the register");
    known = status == STATUS_OK ? register_of(floor, filed->issuer) : NULL;
    if (!known || known->approvals.number != filed->number)
        return strange(fault, event, "its text is of another issuer or number, or cannot be read");
    find_all_stopped(floor);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ what is refused */

static const struct approval none_needed = {.version = 0};

static enum status refuse_answer(struct deciding *deciding, const struct rulebook *rulebook,
                                 enum approval_answer answer, const struct approval *approval)
{
    const struct text activity = rulebook->document.identity;
    switch (answer) {
    case ANSWER_NOT_APPROVED:
        return REFUSE(deciding, rule_approved,
                      "%.*s is not approved: the register has no entry of it; file a register that a trusted "
                      "key has signed and that names it",
                      TEXT_ARGUMENTS(activity));
    case ANSWER_CHANGED:
        return REFUSE(deciding, rule_approved,
                      "the document %.*s has changed since version %u was approved; file the text that was "
                      "approved, or have this one approved",
                      TEXT_ARGUMENTS(activity), (unsigned)approval->version);
    case ANSWER_FORMER:
        return REFUSE(deciding, rule_approved,
                      "this is version %u of %.*s, and a newer one is approved; file that",
                      (unsigned)approval->version, TEXT_ARGUMENTS(activity));
    default:
        return REFUSE(
            deciding, rule_approved,
            "the approval of %.*s (%.*s) is %s; it is not offered until a newer register says that it "
            "is approved",
            TEXT_ARGUMENTS(activity), TEXT_ARGUMENTS(approval->reference), approval_answer_words(answer));
    }
}

const struct approval *check_approved(struct deciding *deciding, const struct rulebook *rulebook)
{
    const struct floor *floor = deciding->floor;
    const struct approval *approval;
    const struct text issuer = activity_issuer(rulebook->document.identity);
    if (!asks_for_approval(floor))
        return &none_needed;
    if (!floor_register(floor, issuer)) {
        (void)REFUSE(
            deciding, rule_approved,
            "no register of approvals is filed for %.*s that a trusted key has signed; file it first",
            TEXT_ARGUMENTS(issuer));
        return NULL;
    }
    const enum approval_answer answer = floor_approval(floor, rulebook, &approval);
    if (answer == ANSWER_APPROVED)
        return approval;
    (void)refuse_answer(deciding, rulebook, answer, approval);
    return NULL;
}

bool check_trust(struct deciding *deciding, const struct house *house)
{
    const struct floor *floor = deciding->floor;
    for (unsigned i = 0; i < floor->offering_count; i++) {
        const struct offering *offering = &floor->offerings[i];
        const struct text issuer = activity_issuer(offering->offer->rulebook->document.identity);
        const struct filed_register *filed = floor_register(floor, issuer);
        if (!offering->posted || !filed || house_trusts(house, issuer, &filed->key))
            continue;
        (void)REFUSE(
            deciding, rule_approved,
            "the register of %.*s is signed with a key that the house would not trust any more; file "
            "one that another trusted key has signed, or withdraw %.*s first",
            TEXT_ARGUMENTS(issuer), TEXT_ARGUMENTS(offering->name));
        return false;
    }
    return true;
}
