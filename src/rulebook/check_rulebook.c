#include "rulebook/check_internal.h"

#include "base/check.h"
#include "rulebook/schema.h"
#include "rulebook/value_internal.h"
#include "rulebook/vocabulary_paths.h"

enum { NAMES_SIZE = 384 };

/* ------------------------------------------------------------------------------------------ clauses */

/* An engine clause names a part of the vocabulary: the reader must find what it says there. */
static void check_engines(const struct rulebook *rulebook, struct findings *findings)
{
    for (unsigned i = 0; i < rulebook->document.clause_count; i++) {
        const struct clause *clause = &rulebook->document.clauses[i];
        if (clause->engine.length == 0 || vocabulary_root_find(VOCABULARY_ROOT_RULEBOOK, clause->engine))
            continue;
        struct text_nearest nearest = text_nearest_to(clause->engine);
        for (unsigned j = 0; j < vocabulary_part_count; j++)
            if (vocabulary_parts[j].root == VOCABULARY_ROOT_RULEBOOK)
                text_nearest_offer(&nearest, vocabulary_parts[j].name);
        if (nearest.word)
            findings_add(findings, FINDING_ERROR, clause->state_origin,
                         "there is no part \"%.*s\"" REMEDY "did you mean [engine: %s]?",
                         TEXT_ARGUMENTS(clause->engine), nearest.word);
        else
            findings_add(findings, FINDING_ERROR, clause->state_origin,
                         "there is no part \"%.*s\"" REMEDY
                         "name the part of docs/formats/rulebook.md whose behaviour the clause describes",
                         TEXT_ARGUMENTS(clause->engine));
    }
}

/* ------------------------------------------------------------------------------------------ funds */

static bool is_fund(const struct rulebook *rulebook, struct text name)
{
    return text_equal(name, text_of("house")) || text_equal(name, text_of("posted")) ||
           node_member_called(node_member(rulebook->data, PART_POOLS), name) ||
           node_member_called(node_member(rulebook->data, PART_FUNDS), name);
}

/* The fund that pays may be another activity's ("bay101/x reserve") or the house's; which ones there are is not known
 * here. */
static bool funds_lie_outside(const struct rulebook *rulebook)
{
    const struct node *source = node_path(rulebook->data, PATH_FUNDING_SOURCE);
    return node_says(source, "another activity") || node_says(source, "a fund of the house");
}

static void check_fund_name(const struct rulebook *rulebook, struct text name, struct origin origin,
                            struct findings *findings)
{
    const struct node *from = node_path(rulebook->data, PATH_FUNDING_FROM);
    if (is_fund(rulebook, name) ||
        (funds_lie_outside(rulebook) && from && from->kind == NODE_SCALAR && text_equal(from->scalar, name)))
        return;
    char names[NAMES_SIZE];
    struct text_out out;
    text_out_init(&out, names, sizeof names);
    static const char *const maps[] = {PART_POOLS, PART_FUNDS};
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        const struct node *map = node_member(rulebook->data, maps[i]);
        if (map && map->kind == NODE_MAP)
            for (const struct node *member = map->first_child; member; member = member->next)
                text_out_add(&out, ", %.*s", TEXT_ARGUMENTS(member->key));
    }
    if (funds_lie_outside(rulebook) && from && from->kind == NODE_SCALAR)
        text_out_add(&out, ", %.*s", TEXT_ARGUMENTS(from->scalar));
    findings_add(findings, FINDING_ERROR, origin,
                 "there is no fund \"%.*s\"" REMEDY "write %shouse%s, or add it to the pools or funds",
                 TEXT_ARGUMENTS(name), out.length ? "one of: " : "", names);
}

/* The increases of a day may come out of the box in which its fees lie. */
static bool is_box_of_fees(const struct rulebook *rulebook, const struct node *node)
{
    return text_equal(node->key, text_of(KEY_INCREASE_FROM)) && node_says(node, "fee box") &&
           node_member(rulebook->data, PART_FEE);
}

static void check_funds_in(const struct rulebook *rulebook, const struct node *node,
                           const struct vocabulary_type *type, struct findings *findings)
{
    if (type->kind == VOCABULARY_FUND && node->kind == NODE_SCALAR) {
        if (!is_box_of_fees(rulebook, node))
            check_fund_name(rulebook, node->scalar, node->origin, findings);
        return;
    }
    if (type->kind == VOCABULARY_EITHER)
        type = node->kind == NODE_LIST ? type->or_else : type->of;
    for (const struct node *child = node->first_child; child; child = child->next) {
        const struct vocabulary_type *child_type = vocabulary_member_type(type, child->key);
        if (child_type)
            check_funds_in(rulebook, child, child_type, findings);
    }
}

/* "100% of prize pool": the name is a view into the text of the award. */
static void check_award_funds(const struct rulebook *rulebook, const struct rulebook_chart *chart,
                              const struct rulebook_row *row, struct findings *findings)
{
    const struct node *own = node_member(row->node, KEY_AWARD);
    const struct node *award = own ? own : node_member(chart->node, KEY_PRIZE);
    if (!row->has_award || row->award.form != VALUE_IS_GIVEN)
        return;
    for (unsigned i = 0; i < row->award.award.count; i++) {
        const struct award_part *part = &row->award.award.parts[i];
        if (part->kind != AWARD_SHARE)
            continue;
        struct origin of = node_byte_origin(award, (size_t)(part->name.bytes - award->scalar.bytes) + 1);
        check_fund_name(rulebook, part->name, of, findings);
        if (part->range.high > VALUE_PERCENT_WHOLE)
            findings_add(findings, FINDING_ERROR, award->origin,
                         "a hand cannot win more of the %.*s than there is" REMEDY "write 100%% at most",
                         TEXT_ARGUMENTS(part->name));
    }
}

static bool has_share(const struct node *node, struct text name)
{
    for (const struct node *child = node ? node->first_child : NULL; child; child = child->next)
        if (child->kind == NODE_SCALAR ? text_equal(child->key, name) : has_share(child, name))
            return true;
    return false;
}

/* The document may say who pays for odd chips only of shares that can leave odd chips. */
static void check_odd_chips(const struct rulebook *rulebook, struct findings *findings)
{
    static const char *const parts[] = {"whole", "part", "whole and part"};
    const struct node *of = node_path(rulebook->data, PATH_PAYING_ODD_CHIPS_OF);
    for (const struct node *share = of && of->kind == NODE_MAP ? of->first_child : NULL; share;
         share = share->next) {
        bool known = has_share(node_member(rulebook->data, PART_STRUCTURES), share->key);
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
            known |= text_equal(share->key, text_of(parts[i]));
        if (!known)
            findings_add(findings, FINDING_ERROR, share->key_origin,
                         "no payout structure has a share \"%.*s\"" REMEDY
                         "write one that it has, or of a pool: whole, part, whole and part",
                         TEXT_ARGUMENTS(share->key));
    }
}

/* What differs by the kind of a prize stands under one of two kinds. */
static void check_payment(const struct rulebook *rulebook, struct findings *findings)
{
    const struct node *by_kind = node_path(rulebook->data, PATH_PAYMENT_BY_KIND);
    for (const struct node *kind = by_kind && by_kind->kind == NODE_MAP ? by_kind->first_child : NULL; kind;
         kind = kind->next)
        if (!text_equal(kind->key, text_of("fixed prizes")) &&
            !text_equal(kind->key, text_of("progressive prizes")))
            findings_add(findings, FINDING_ERROR, kind->key_origin,
                         "\"%.*s\" is no kind of prize" REMEDY "write fixed prizes or progressive prizes",
                         TEXT_ARGUMENTS(kind->key));
}

static bool is_word(const struct node *node, struct text word)
{
    return node->kind == NODE_SCALAR && text_equal(node->scalar, word);
}

static void check_covered(const struct rulebook *rulebook, struct text lack, struct origin origin,
                          struct findings *findings)
{
    const struct node *cover = node_path(rulebook->data, PATH_ADVANCES_COVER);
    bool covered = cover && is_word(cover, lack);
    for (const struct node *item = cover ? cover->first_child : NULL; item; item = item->next)
        covered |= is_word(item, lack);
    if (covered)
        return;
    findings_add(findings, FINDING_ERROR, origin,
                 "the house does not cover %.*s" REMEDY "write something that stands in cover",
                 TEXT_ARGUMENTS(lack));
}

static void check_repaying(const struct node *fund, struct findings *findings)
{
    if (node_says(fund, "house"))
        findings_add(findings, FINDING_ERROR, fund->origin,
                     "the house cannot repay itself" REMEDY "name a fund, or leave the key out");
}

/* Only what the house advances can be repaid or go into the fund, and a fund repays it. */
static void check_advances(const struct rulebook *rulebook, struct findings *findings)
{
    const struct node *repaid = node_path(rulebook->data, PATH_ADVANCES_REPAID_FOR),
                      *into = node_path(rulebook->data, PATH_ADVANCES_INTO_THE_FUND),
                      *pools = node_member(rulebook->data, PART_POOLS);
    check_repaying(node_path(rulebook->data, PATH_ADVANCES_REPAID_FROM), findings);
    for (const struct node *pool = pools ? pools->first_child : NULL; pool; pool = pool->next)
        check_repaying(node_member(pool, KEY_SEED_REPAID_FROM), findings);
    for (const struct node *lack = repaid && repaid->kind == NODE_MAP ? repaid->first_child : NULL; lack;
         lack = lack->next) {
        check_covered(rulebook, lack->key, lack->key_origin, findings);
        check_repaying(lack, findings);
    }
    if (into && into->kind == NODE_SCALAR)
        check_covered(rulebook, into->scalar, into->origin, findings);
    for (const struct node *lack = into && into->kind == NODE_LIST ? into->first_child : NULL; lack;
         lack = lack->next)
        if (lack->kind == NODE_SCALAR)
            check_covered(rulebook, lack->scalar, lack->origin, findings);
}

static void check_funds(const struct rulebook *rulebook, struct findings *findings)
{
    for (const struct node *part = rulebook->data->first_child; part; part = part->next) {
        const struct vocabulary_part *known = vocabulary_root_find(VOCABULARY_ROOT_RULEBOOK, part->key);
        if (!known || text_equal(part->key, text_of(PART_FUNDING)))
            continue;
        struct vocabulary_type whole = {.kind = VOCABULARY_PART, .part = known};
        check_funds_in(rulebook, part, known->is_key ? known->keys[0].type : &whole, findings);
    }
    for (unsigned i = 0; i < rulebook->chart_count; i++)
        for (unsigned j = 0; j < rulebook->charts[i].row_count; j++)
            check_award_funds(rulebook, &rulebook->charts[i], &rulebook->charts[i].rows[j], findings);
}

/* Fees beyond a cap may go to another pool that holds money of its own. They end in a fund or with the house. */
static void check_overflow(const struct rulebook *rulebook, struct findings *findings)
{
    const struct node *pools = node_member(rulebook->data, PART_POOLS);
    for (const struct node *pool = pools && pools->kind == NODE_MAP ? pools->first_child : NULL; pool;
         pool = pool->next) {
        const struct node *named = node_member(pool, KEY_OVERFLOW_TO);
        if (!named || named->kind != NODE_SCALAR)
            continue;
        const struct node *to = node_member_called(pools, named->scalar);
        if (node_says(node_member(to, KEY_MONEY), "the fund's"))
            findings_add(findings, FINDING_ERROR, named->origin,
                         "the %.*s holds no money of its own, so it takes no fees" REMEDY "name a fund",
                         TEXT_ARGUMENTS(named->scalar));
        for (unsigned i = 1; i < pools->count && to && to != pool; i++) {
            const struct node *next = node_member(to, KEY_OVERFLOW_TO);
            to = next && next->kind == NODE_SCALAR ? node_member_called(pools, next->scalar) : NULL;
        }
        if (to == pool)
            findings_add(findings, FINDING_ERROR, named->origin,
                         "the overflow of the %.*s comes back to it" REMEDY "name a fund",
                         TEXT_ARGUMENTS(pool->key));
    }
}

/* Money that comes in needs the name of the fund that takes it, if there are several. */
static void check_takers(const struct rulebook *rulebook, struct findings *findings)
{
    const struct node *funds = node_member(rulebook->data, PART_FUNDS);
    const struct node *fee = node_member(rulebook->data, PART_FEE), *amount = node_member(fee, KEY_AMOUNT);
    const struct node *claim = node_member(rulebook->data, PART_CLAIM);
    const struct node *pools = node_member(rulebook->data, PART_POOLS);
    if (!funds || funds->kind != NODE_MAP || funds->count < 2)
        return;
    if (fee && !node_member(fee, KEY_SPLIT) && !node_member(fee, KEY_TO))
        findings_add(findings, FINDING_ERROR, amount ? amount->origin : fee->origin,
                     "there are %u funds, and the fee names none of them" REMEDY
                     "add to: with the name of a fund, or split it among the pools and funds",
                     funds->count);
    if (claim && !node_member(claim, KEY_UNCLAIMED_TO))
        findings_add(findings, FINDING_ERROR, claim->origin,
                     "there are %u funds, and none is named for prizes that nobody claims" REMEDY
                     "add unclaimed to: with the name of a fund",
                     funds->count);
    for (const struct node *pool = pools ? pools->first_child : NULL; pool; pool = pool->next) {
        const struct node *cap = node_member(pool, KEY_CAP);
        if (cap && !node_says(cap, "none") && !node_member(pool, KEY_OVERFLOW_TO))
            findings_add(findings, FINDING_ERROR, cap->origin,
                         "there are %u funds, and the %.*s names none for the fees beyond its cap" REMEDY
                         "add overflow to: with the name of a fund",
                         funds->count, TEXT_ARGUMENTS(pool->key));
    }
}

/* ------------------------------------------------------------------------------------------ fee */

static bool money_of(const struct node *node, int64_t *cents)
{
    struct value value;
    if (!node || node->kind != NODE_SCALAR ||
        value_read(VALUE_MONEY, node->scalar, &value, NULL) != STATUS_OK || value.form != VALUE_IS_GIVEN ||
        !value_is_fixed(&value))
        return false;
    *cents = value.range.low;
    return true;
}

static void check_fee(const struct rulebook *rulebook, struct findings *findings)
{
    const struct node *fee = node_member(rulebook->data, PART_FEE);
    const struct node *split = node_member(fee, KEY_SPLIT), *amount = node_member(fee, KEY_AMOUNT);
    if (!split || split->kind != NODE_MAP)
        return;
    int64_t whole, sum = 0;
    for (const struct node *part = split->first_child; part; part = part->next) {
        int64_t cents;
        check_fund_name(rulebook, part->key, part->key_origin, findings);
        if (!money_of(part, &cents))
            return;
        sum += cents;
    }
    if (!money_of(amount, &whole) || sum == whole)
        return;
    char made[64], wanted[64];
    struct text_out out;
    text_out_init(&out, made, sizeof made);
    amount_write(&out, money_of_cents(sum));
    text_out_init(&out, wanted, sizeof wanted);
    amount_write(&out, money_of_cents(whole));
    findings_add(findings, FINDING_ERROR, split->origin,
                 "the parts of the fee make %s, and the fee is %s" REMEDY "split all of it and no more", made,
                 wanted);
}

/* ------------------------------------------------------------------------------------------ shares */

static void check_shares(const struct node *set, struct text name, struct findings *findings)
{
    const struct vocabulary_part *part = vocabulary_part_find(PART_STRUCTURE);
    CHECK(part);
    int64_t sum = 0;
    bool any = false;
    for (const struct node *share = set->first_child; share; share = share->next) {
        const struct vocabulary_key *key = vocabulary_key_find(part, share->key);
        struct value value;
        if (key && key->type->kind != VOCABULARY_PERCENT)
            continue;
        if (share->kind != NODE_SCALAR ||
            value_read(VALUE_PERCENT, share->scalar, &value, NULL) != STATUS_OK ||
            value.form != VALUE_IS_GIVEN)
            return;
        sum += value.range.low;
        any = true;
    }
    if (!any || sum == VALUE_PERCENT_WHOLE)
        return;
    char words[64];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    percent_write(&out, sum);
    findings_add(findings, FINDING_ERROR, set->origin,
                 "the shares of structure %.*s make %s" REMEDY "make them 100%%", TEXT_ARGUMENTS(name),
                 words);
}

/* The prizes that a set of shares is for; false if it is not by prize. */
static bool prizes_of(const struct node *set, struct range *prizes)
{
    const struct node *prize = node_member(set, KEY_FOR);
    struct value value;
    if (!prize || prize->kind != NODE_SCALAR ||
        value_read(VALUE_MONEY, prize->scalar, &value, NULL) != STATUS_OK || value.form != VALUE_IS_GIVEN)
        return false;
    *prizes = value.range;
    return true;
}

/* Whether one of the sets has shares for a prize of `cents`. */
static bool shares_prize(const struct node *sets, int64_t cents)
{
    for (const struct node *set = sets->first_child; set; set = set->next) {
        struct range prizes;
        if (prizes_of(set, &prizes) && prizes.low <= cents && cents <= prizes.high)
            return true;
    }
    return false;
}

static void check_prizes_once(const struct node *sets, const struct node *set, struct text name,
                              struct findings *findings)
{
    struct range here, there;
    for (const struct node *other = sets->first_child; other != set; other = other->next)
        if (prizes_of(set, &here) && prizes_of(other, &there) && here.low <= there.high &&
            there.low <= here.high)
            findings_add(findings, FINDING_ERROR, node_member(set, KEY_FOR)->origin,
                         "structure %.*s shares some prizes twice: %.*s here, %.*s in line %u" REMEDY
                         "make the amounts exclude each other, like under $600 and at least $600",
                         TEXT_ARGUMENTS(name), TEXT_ARGUMENTS(node_member(set, KEY_FOR)->scalar),
                         TEXT_ARGUMENTS(node_member(other, KEY_FOR)->scalar), other->origin.line);
}

/* Whether the set names prizes by their amount, rightly or wrongly. */
static bool is_by_prize(const struct node *set)
{
    const struct node *purpose = node_member(set, KEY_FOR);
    return purpose && purpose->kind == NODE_SCALAR && text_contains(purpose->scalar, text_of("$"));
}

/* The sets of one structure are for different prizes: together for all, and for none twice. */
static void check_prize_sets(const struct node *sets, struct text name, struct findings *findings)
{
    struct range any;
    for (const struct node *set = sets->first_child; set; set = set->next)
        if (is_by_prize(set) && !prizes_of(set, &any))
            return; /* which is said elsewhere */
    for (const struct node *set = sets->first_child; set; set = set->next) {
        struct range prizes;
        if (!prizes_of(set, &prizes))
            continue;
        check_prizes_once(sets, set, name, findings);
        const struct node *prize = node_member(set, KEY_FOR);
        if (prizes.low > 1 && !shares_prize(sets, prizes.low - 1))
            findings_add(findings, FINDING_ERROR, prize->origin,
                         "structure %.*s does not share the prizes just below these" REMEDY
                         "let the amounts meet, like under $600 and at least $600",
                         TEXT_ARGUMENTS(name));
        if (prizes.high != RANGE_NO_END && !shares_prize(sets, prizes.high + 1))
            findings_add(findings, FINDING_ERROR, prize->origin,
                         "structure %.*s does not share the prizes just above these" REMEDY
                         "let the amounts meet, like under $600 and at least $600",
                         TEXT_ARGUMENTS(name));
    }
}

static void check_structures(const struct rulebook *rulebook, struct findings *findings)
{
    const struct node *structures = node_member(rulebook->data, PART_STRUCTURES);
    if (!structures || structures->kind != NODE_MAP)
        return;
    for (const struct node *structure = structures->first_child; structure; structure = structure->next) {
        if (structure->kind == NODE_MAP)
            check_shares(structure, structure->key, findings);
        if (structure->kind != NODE_LIST)
            continue;
        for (const struct node *set = structure->first_child; set; set = set->next)
            check_shares(set, structure->key, findings);
        check_prize_sets(structure, structure->key, findings);
    }
}

static bool has_row(const struct rulebook *rulebook, struct text name)
{
    for (unsigned i = 0; i < rulebook->chart_count; i++)
        for (unsigned j = 0; j < rulebook->charts[i].row_count; j++)
            if (text_equal(rulebook->charts[i].rows[j].name, name))
                return true;
    return false;
}

static void unknown_row(const struct rulebook *rulebook, const struct node *row, struct findings *findings)
{
    char names[NAMES_SIZE];
    struct text_out out;
    text_out_init(&out, names, sizeof names);
    for (unsigned i = 0; i < rulebook->chart_count; i++)
        for (unsigned j = 0; j < rulebook->charts[i].row_count; j++)
            text_out_add(&out, "%.*s; ", TEXT_ARGUMENTS(rulebook->charts[i].rows[j].name));
    findings_add(findings, FINDING_ERROR, row->origin,
                 "no chart has a row \"%.*s\"" REMEDY
                 "write one of: %swins or pushes; loses; or prizes like under $600",
                 TEXT_ARGUMENTS(row->scalar), names);
}

/* A set is for a row, for prizes by their amount, or for an end of the hand. */
static void check_set_purpose(const struct rulebook *rulebook, const struct node *set,
                              struct findings *findings)
{
    static const struct vocabulary_type amount = {.kind = VOCABULARY_MONEY, .condition = true};
    const struct node *purpose = node_member(set, KEY_FOR);
    struct range prizes;
    if (!purpose || purpose->kind != NODE_SCALAR || prizes_of(set, &prizes) ||
        node_says(purpose, "wins or pushes") || node_says(purpose, "loses") ||
        has_row(rulebook, purpose->scalar))
        return;
    if (is_by_prize(set))
        schema_check_value(purpose, &amount, SCHEMA_APPROVES, findings);
    else
        unknown_row(rulebook, purpose, findings);
}

static void check_structure_purposes(const struct rulebook *rulebook, struct findings *findings)
{
    const struct node *structures = node_member(rulebook->data, PART_STRUCTURES);
    for (const struct node *structure = structures ? structures->first_child : NULL; structure;
         structure = structure->next) {
        const struct node *set = structure->kind == NODE_LIST ? structure->first_child : structure;
        for (; set; set = structure->kind == NODE_LIST ? set->next : NULL)
            check_set_purpose(rulebook, set, findings);
    }
}

/* ------------------------------------------------------------------------------------------ the rest */

/* What the vocabulary knows of a value. */
struct decided {
    const struct vocabulary_type *type;
    const char *fallback; /* NULL if nothing holds where nothing is said */
};

/* The value at a path, through the keys of the vocabulary and the names that the document has; without a type if there is none. */
static struct decided decided_at(const struct rulebook *rulebook, struct text path)
{
    struct vocabulary_type whole = {.kind = VOCABULARY_PART};
    struct decided at = {.type = NULL};
    const struct node *said = rulebook->data;
    size_t start = 0;
    for (size_t end = 0; end <= path.length; end++) {
        if (end < path.length && path.bytes[end] != '/')
            continue;
        struct text name = text_slice(path, start, end - start);
        const struct node *member = node_member_called(said, name);
        const struct vocabulary_part *part =
            start == 0 ? vocabulary_root_find(VOCABULARY_ROOT_RULEBOOK, name) : NULL;
        const struct vocabulary_key *key =
            at.type && at.type->kind == VOCABULARY_PART ? vocabulary_key_find(at.type->part, name) : NULL;
        whole.part = part ? part : whole.part;
        if (part)
            at.type = part->is_key ? part->keys[0].type : &whole;
        else if (key)
            at = (struct decided){key->type, key->fallback};
        else if (at.type && at.type->kind == VOCABULARY_MAP && member)
            at = (struct decided){at.type->of, NULL};
        else
            continue; /* the name may have the slash in it */
        said = member;
        start = end + 1;
    }
    bool value = start > path.length && at.type->kind != VOCABULARY_PART;
    return value ? at : (struct decided){.type = NULL};
}

/* The value that a setting decides has a place in the vocabulary, each choice can stand there, and the default is what
 * holds. */
static void check_decided(const struct rulebook *rulebook, const struct node *setting,
                          const struct node *chosen, struct findings *findings)
{
    const struct node *decides = node_member(setting, KEY_DECIDES);
    char path[NAMES_SIZE];
    struct text_out out;
    if (!decides || decides->kind != NODE_SCALAR)
        return;
    struct decided decided = decided_at(rulebook, decides->scalar);
    if (!decided.type) {
        findings_add(findings, FINDING_ERROR, decides->origin,
                     "there is no value \"%.*s\"" REMEDY "name a part and a key, as in sharing/ties",
                     TEXT_ARGUMENTS(decides->scalar));
        return;
    }
    const struct node *choices = node_member(setting, KEY_CHOICES);
    for (const struct node *choice = choices->first_child; choice; choice = choice->next)
        schema_check_value(choice, decided.type, SCHEMA_APPROVES, findings);
    text_out_init(&out, path, sizeof path);
    text_out_add_text(&out, decides->scalar);
    const struct node *said = node_path(rulebook->data, path);
    struct text holds = said && said->kind == NODE_SCALAR ? said->scalar
                        : said                            ? text_of("a list")
                               : text_of(decided.fallback ? decided.fallback : "nothing");
    if (!text_equal(holds, chosen->scalar))
        findings_add(findings, FINDING_ERROR, chosen->origin,
                     "the default \"%.*s\" is not what holds: %.*s is %.*s" REMEDY
                     "write the same in both places",
                     TEXT_ARGUMENTS(chosen->scalar), TEXT_ARGUMENTS(decides->scalar), TEXT_ARGUMENTS(holds));
}

static void check_settings(const struct rulebook *rulebook, struct findings *findings)
{
    const struct node *settings = node_member(rulebook->data, PART_SETTINGS);
    for (const struct node *setting = settings ? settings->first_child : NULL; setting;
         setting = setting->next) {
        const struct node *choices = node_member(setting, KEY_CHOICES),
                          *chosen = node_member(setting, KEY_DEFAULT);
        if (!choices || choices->kind != NODE_LIST || !chosen || chosen->kind != NODE_SCALAR)
            continue;
        char names[NAMES_SIZE];
        struct text_out out;
        text_out_init(&out, names, sizeof names);
        bool found = false;
        for (const struct node *choice = choices->first_child; choice; choice = choice->next) {
            found |= choice->kind == NODE_SCALAR && text_equal(choice->scalar, chosen->scalar);
            text_out_add(&out, "%s%.*s", out.length ? ", " : "", TEXT_ARGUMENTS(choice->scalar));
        }
        if (!found)
            findings_add(findings, FINDING_ERROR, chosen->origin,
                         "the default \"%.*s\" is none of the choices" REMEDY "write one of: %s",
                         TEXT_ARGUMENTS(chosen->scalar), names);
        if (choices->count < 2)
            findings_add(findings, FINDING_ERROR, choices->origin,
                         "a setting with one choice is none" REMEDY "name at least two choices");
        check_decided(rulebook, setting, chosen, findings);
    }
}

/* A row wins something: an award of its own, or what the activity gives for every hand. */
static void check_awards(const struct rulebook *rulebook, struct findings *findings)
{
    static const char *const elsewhere[] = {PATH_PAYING_PRIZE, PATH_PAYING_PRIZES, PART_TICKETS, PART_DRAWING,
                                            PART_BOARD};
    bool prize = false;
    for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++)
        prize |= node_path(rulebook->data, elsewhere[i]) != NULL;
    for (unsigned i = 0; i < rulebook->chart_count && !prize; i++)
        for (unsigned j = 0; j < rulebook->charts[i].row_count; j++) {
            const struct rulebook_row *row = &rulebook->charts[i].rows[j];
            if (!row->has_award && !node_member(row->node, KEY_AWARD))
                findings_add(findings, FINDING_ERROR, row->node->origin,
                             "the hand \"%.*s\" wins nothing" REMEDY "add award:", TEXT_ARGUMENTS(row->hand));
        }
}

/* A board that compares hands without a chart must know its least hand. */
static void check_board(const struct rulebook *rulebook, struct findings *findings)
{
    const struct node *board = node_member(rulebook->data, PART_BOARD);
    if (board && rulebook->chart_count == 0 && !node_member(board, KEY_MINIMUM))
        findings_add(findings, FINDING_ERROR, board->origin,
                     "no chart says which hands stand on the board" REMEDY "add minimum:");
}

static void check_presence(const struct rulebook *rulebook, struct findings *findings)
{
    struct origin whole = {.file = rulebook->document.file, .line = 1, .column = 1};
    if (!rulebook->is_law && !node_member(rulebook->data, PART_GAMES))
        findings_add(findings, FINDING_ERROR, whole,
                     "no clause says to which games the activity is attached" REMEDY
                     "add games: under that clause");
    const struct node *chance = node_path(rulebook->data, PATH_ACTIVITY_CHANCE);
    const struct node *free_play = node_path(rulebook->data, PATH_FREE_PLAY_TABLES);
    if (free_play && node_says(free_play, "none needed") && !node_says(chance, "no"))
        findings_add(findings, FINDING_ERROR, free_play->origin,
                     "an activity with an element of chance needs a free way in" REMEDY
                     "write tables: on request, or activity: {chance: no}");
}

void check_rulebook(const struct rulebook *rulebook, struct findings *findings)
{
    check_presence(rulebook, findings);
    check_board(rulebook, findings);
    check_engines(rulebook, findings);
    check_funds(rulebook, findings);
    check_overflow(rulebook, findings);
    check_takers(rulebook, findings);
    check_odd_chips(rulebook, findings);
    check_payment(rulebook, findings);
    check_advances(rulebook, findings);
    check_fee(rulebook, findings);
    check_structures(rulebook, findings);
    check_structure_purposes(rulebook, findings);
    check_settings(rulebook, findings);
    check_awards(rulebook, findings);
    check_vouchers(rulebook, findings);
}
