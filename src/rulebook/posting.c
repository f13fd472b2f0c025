#include "rulebook/posting.h"

#include "base/calendar.h"
#include "base/check.h"
#include "rulebook/posting_internal.h"
#include "rulebook/vocabulary.h"
#include "rulebook/vocabulary_paths.h"

#include <sodium.h>

enum { PATH_SIZE = 256, HEADLINE_PRIZES_MAX = 4 };

static const char *const item_names[POSTING_ITEMS] = {
    "games",      "hours",   "hands",     "chart",        "prizes",  "pool",           "seeds",
    "increases",  "cap",     "structure", "multiplier",   "fees",    "administration", "funding",
    "tickets",    "drawing", "stage",     "instruments",  "entries", "players",        "requirements",
    "procedures", "claims",  "free play", "restrictions",
};

const char *posting_item_name(enum posting_item item)
{
    CHECK_OP(item, <, POSTING_ITEMS);
    return item_names[item];
}

/* Writing one notice. */
struct poster {
    struct notice *notice;
    const struct offer *offer;
    bool shown[POSTING_ITEMS];
};

/* ------------------------------------------------------------------------------------------ words */

struct text posting_upper_first(struct text words, char *buffer, size_t size)
{
    struct text_out out;
    text_out_init(&out, buffer, size);
    text_out_add_text(&out, words);
    if (out.length > 0 && buffer[0] >= 'a' && buffer[0] <= 'z')
        buffer[0] = (char)(buffer[0] - 'a' + 'A');
    return text_out_text(&out);
}

/* How long the name of a document is that a text begins with, "bay101/aces-cracked "; 0: it does not begin with one. */
static size_t document_name_length(struct text words)
{
    size_t length = 0;
    bool issuer = false;
    for (; length < words.length && words.bytes[length] != ' '; length++) {
        char letter = words.bytes[length];
        issuer |= letter == '/' && length > 0;
        if (!(letter >= 'a' && letter <= 'z') && !(letter >= '0' && letter <= '9') && letter != '-' &&
            letter != '/')
            return 0;
    }
    return issuer ? length : 0;
}

void posting_node_write(struct text_out *out, const struct node *node)
{
    if (node->kind == NODE_SCALAR) {
        size_t document = document_name_length(node->scalar);
        calendar_show_words(out, text_trimmed(text_from(node->scalar, document)));
        if (document > 0)
            text_out_add(out, "%sanother activity", document < node->scalar.length ? " of " : "");
        return;
    }
    for (const struct node *child = node->first_child; child; child = child->next) {
        if (child != node->first_child)
            text_out_add(out, "%s", node->kind == NODE_LIST && child->kind != NODE_SCALAR ? "; " : ", ");
        if (node->kind == NODE_MAP)
            text_out_add(out, "%.*s: ", TEXT_ARGUMENTS(child->key));
        posting_node_write(out, child);
    }
}

/* "Games: Texas Hold'em" */
static void line(struct poster *poster, const char *label, struct text value)
{
    char words[POSTING_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "%s: ", label);
    calendar_show_words(&out, value);
    notice_bullet(poster->notice, text_out_text(&out));
}

static struct text held(const struct poster *poster, const char *path, char *buffer, size_t size)
{
    struct text_out out;
    text_out_init(&out, buffer, size);
    const struct node *node = offer_node(poster->offer, path);
    if (node)
        posting_node_write(&out, node);
    return text_out_text(&out);
}

/* ------------------------------------------------------------------------------------------ the head */

static void write_digest(struct notice *notice, enum notice_line line, const unsigned char *digest,
                         size_t size)
{
    char hex[2 * RULE_DOCUMENT_DIGEST_SIZE + 1];
    CHECK(2 * size < sizeof hex);
    (void)sodium_bin2hex(hex, sizeof hex, digest, size);
    notice_set(notice, line, text_of(hex));
}

/* Whether the clauses ask that the notice shows it. */
static bool is_asked_for(const struct offer *offer, enum posting_item item)
{
    return node_lists(node_path(offer->rulebook->data, PATH_POSTING_SHOWS), item_names[item]);
}

/* hawaiian-gardens/shuffle-master-classic-qualifier#7 asks for it on the notice, though no clause asks for it in
 * advertisements. */
static bool is_free(const struct offer *offer)
{
    if (!node_member(offer->rulebook->data, PART_FREE_PLAY) ||
        text_equal(offer_text(offer, PATH_FREE_PLAY_TABLES), text_of("none needed")))
        return false;
    return is_asked_for(offer, POSTING_FREE_PLAY) ||
           !text_equal(offer_text(offer, PATH_FREE_PLAY_ADVERTISED), text_of("no"));
}

static struct notice_accent accent_of(bool set, struct rgb colour)
{
    return (struct notice_accent){set, colour.red, colour.green, colour.blue};
}

struct notice_accents posting_accents(const struct branding *branding)
{
    return (struct notice_accents){.light = accent_of(branding->has_colour, branding->colour),
                                   .dark = accent_of(branding->has_on_dark, branding->on_dark)};
}

static void set_branding(struct notice *notice, const struct house *house)
{
    const struct branding branding = house_branding(house);
    notice_set(notice, NOTICE_TAGLINE, branding.tagline);
    notice->accents = posting_accents(&branding);
}

void posting_head(struct notice *notice, const struct rulebook *rulebook, const struct offer *offer)
{
    const struct rule_document *document = &rulebook->document;
    const struct node *data = offer ? offer->data : NULL;
    const struct node *name = node_member(data, KEY_ADVERTISED_AS),
                      *identifier = node_member(data, KEY_IDENTIFIER);
    notice_set(notice, NOTICE_TITLE, name ? name->scalar : document->name);
    if (name)
        notice_set(notice, NOTICE_OFFICIAL_NAME, document->name);
    notice_set(notice, NOTICE_IDENTIFIER, identifier ? identifier->scalar : document->identifier);
    write_digest(notice, NOTICE_RULE_DIGEST, document->digest, sizeof document->digest);
    if (!offer)
        return;
    notice_set(notice, NOTICE_HOUSE, offer->house->name);
    set_branding(notice, offer->house);
    write_digest(notice, NOTICE_OFFER_DIGEST, offer->digest, sizeof offer->digest);
    const struct node *from = node_member(data, KEY_FROM);
    if (from) {
        char posted[64];
        struct text_out out;
        text_out_init(&out, posted, sizeof posted);
        text_out_add(&out, "Posted from ");
        calendar_show_words(&out, from->scalar);
        notice_set(notice, NOTICE_POSTED, text_out_text(&out));
    }
}

static void write_banner(struct poster *poster)
{
    if (!is_free(poster->offer))
        return;
    notice_set(poster->notice, NOTICE_BANNER, text_of("NO PURCHASE NECESSARY"));
    poster->shown[POSTING_FREE_PLAY] = true;
}

/* What stands large: the pools, then the best fixed prizes. */
static void write_headline(struct poster *poster)
{
    const struct offer *offer = poster->offer;
    unsigned count = 0;
    const struct node *pools = node_member(offer->rulebook->data, PART_POOLS);
    for (const struct node *pool = pools ? pools->first_child : NULL; pool && count < 2; pool = pool->next) {
        char path[PATH_SIZE], label[POSTING_LINE_SIZE], amount[POSTING_LINE_SIZE], value[POSTING_LINE_SIZE];
        struct text_out out;
        text_out_init(&out, path, sizeof path);
        text_out_add(&out, PART_POOLS "/%.*s/" KEY_SEED, TEXT_ARGUMENTS(pool->key));
        struct text seed = held(poster, path, value, sizeof value);
        if (seed.length == 0)
            continue;
        text_out_init(&out, amount, sizeof amount);
        text_out_add(&out, "from %.*s", TEXT_ARGUMENTS(seed));
        notice_prize(poster->notice, posting_upper_first(pool->key, label, sizeof label),
                     text_out_text(&out));
        count++;
    }
    for (unsigned i = 0; i < offer->chart_count; i++)
        for (unsigned j = 0; j < offer->charts[i]->row_count && count < HEADLINE_PRIZES_MAX; j++) {
            const struct node *prize = offer_prize(offer, &offer->charts[i]->rows[j]);
            struct value value;
            if (!prize || prize->kind != NODE_SCALAR ||
                value_read(VALUE_AWARD, prize->scalar, &value, NULL) != STATUS_OK ||
                value.form != VALUE_IS_GIVEN || value.award.parts[0].kind != AWARD_MONEY ||
                !value_is_fixed(&value))
                continue;
            char label[POSTING_LINE_SIZE];
            notice_prize(poster->notice,
                         posting_upper_first(offer->charts[i]->rows[j].name, label, sizeof label),
                         prize->scalar);
            count++;
        }
    char value[POSTING_LINE_SIZE];
    struct text prize = held(poster, PATH_PAYING_PRIZE, value, sizeof value);
    if (count == 0 && prize.length > 0)
        notice_prize(poster->notice, text_of("Prize"), prize);
}

/* ------------------------------------------------------------------------------------------ games and hours */

static void write_games(struct poster *poster)
{
    const struct offer *offer = poster->offer;
    notice_section(poster->notice, text_of("Games and hours"));
    const struct node *games = node_member(offer->rulebook->data, PART_GAMES);
    char words[POSTING_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    if (games)
        posting_node_write(&out, games);
    line(poster, "Games", text_out_text(&out));
    text_out_init(&out, words, sizeof words);
    for (unsigned i = 0; i < offer->table_count; i++)
        text_out_add(&out, "%s%.*s", i ? ", " : "", TEXT_ARGUMENTS(offer->tables[i]->name));
    line(poster, "Tables", text_out_text(&out));
    line(poster, "Hours", offer_text(offer, PATH_WHEN_HOURS));
    const struct node *from = node_member(offer->data, KEY_FROM),
                      *until = node_member(offer->data, KEY_UNTIL);
    text_out_init(&out, words, sizeof words);
    if (from && until) {
        text_out_add(&out, "%.*s to %.*s", TEXT_ARGUMENTS(from->scalar), TEXT_ARGUMENTS(until->scalar));
        line(poster, "Dates", text_out_text(&out));
    }
    poster->shown[POSTING_GAMES] = poster->shown[POSTING_HOURS] = true;
}

/* ------------------------------------------------------------------------------------------ charts */

/* Which columns a chart needs. */
struct chart_shape {
    bool games, prize, envy;
};

static struct chart_shape shape_of(const struct offer *offer, const struct rulebook_chart *chart)
{
    struct chart_shape shape = {0};
    for (unsigned i = 0; i < chart->row_count; i++) {
        const struct rulebook_row *row = &chart->rows[i];
        shape.games |= node_member(row->node, KEY_GAMES) != NULL;
        shape.prize |= offer_prize(offer, row) != NULL;
        shape.envy |= node_member(row->node, KEY_ENVY) != NULL;
    }
    return shape;
}

static struct text cell_text(const struct node *node, char *buffer, size_t size)
{
    struct text_out out;
    text_out_init(&out, buffer, size);
    if (node)
        posting_node_write(&out, node);
    return text_out_text(&out);
}

static struct text hand_text(const struct offer *offer, const struct rulebook_row *row, char *buffer,
                             size_t size)
{
    const struct node *suit = node_member(offer->data, KEY_SUIT), *rank = node_member(offer->data, KEY_RANK);
    char hand[POSTING_LINE_SIZE];
    struct text_out out;
    text_out_init(&out, hand, sizeof hand);
    schema_hand_text(&out, node_member(row->node, KEY_NAME) ? row->name : row->hand,
                     suit ? &suit->scalar : NULL, rank ? &rank->scalar : NULL);
    const struct node *note = node_member(row->node, KEY_NOTE);
    if (note && note->kind == NODE_SCALAR)
        text_out_add(&out, " (%.*s)", TEXT_ARGUMENTS(note->scalar));
    return posting_upper_first(text_out_text(&out), buffer, size);
}

static void write_chart_row(struct poster *poster, const struct rulebook_row *row, struct chart_shape shape)
{
    char hand[POSTING_LINE_SIZE], games[POSTING_LINE_SIZE], prize[POSTING_LINE_SIZE], envy[64];
    struct text cells[NOTICE_COLUMNS_MAX];
    size_t count = 0;
    cells[count++] = hand_text(poster->offer, row, hand, sizeof hand);
    if (shape.games)
        cells[count++] = cell_text(node_member(row->node, KEY_GAMES), games, sizeof games);
    if (shape.prize)
        cells[count++] = cell_text(offer_prize(poster->offer, row), prize, sizeof prize);
    if (shape.envy)
        cells[count++] = cell_text(node_member(row->node, KEY_ENVY), envy, sizeof envy);
    notice_row(poster->notice, cells, count);
}

/* A chart whose rows the house chooses shows those with a posted prize. */
static bool row_is_offered(const struct offer *offer, const struct rulebook_row *row)
{
    if (!text_equal(offer_text(offer, PATH_OFFERING_ROWS), text_of("any the house posts")))
        return true;
    const struct node *prizes = node_member(offer->data, KEY_PRIZES);
    if (!prizes)
        return true;
    for (const struct node *prize = prizes->first_child; prize; prize = prize->next)
        if (text_equal(prize->key, row->name))
            return true;
    return false;
}

static void write_chart(struct poster *poster, const struct rulebook_chart *chart)
{
    struct chart_shape shape = shape_of(poster->offer, chart);
    char caption[POSTING_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, caption, sizeof caption);
    const struct node *games = node_member(chart->node, KEY_GAMES);
    if (games)
        posting_node_write(&out, games);
    else if (poster->offer->rulebook->chart_count > 1)
        text_out_add(&out, "Chart %.*s", TEXT_ARGUMENTS(chart->name));
    notice_table(poster->notice, text_out_text(&out));
    notice_column(poster->notice, text_of("Hand"), NOTICE_LEFT);
    if (shape.games)
        notice_column(poster->notice, text_of("Games"), NOTICE_LEFT);
    if (shape.prize)
        notice_column(poster->notice, text_of("Prize"), NOTICE_RIGHT);
    if (shape.envy)
        notice_column(poster->notice, text_of("Envy prize"), NOTICE_RIGHT);
    for (unsigned i = 0; i < chart->row_count; i++)
        if (row_is_offered(poster->offer, &chart->rows[i]))
            write_chart_row(poster, &chart->rows[i], shape);
}

static void write_charts(struct poster *poster)
{
    if (poster->offer->chart_count == 0)
        return;
    notice_section(poster->notice, text_of("Qualifying hands and prizes"));
    for (unsigned i = 0; i < poster->offer->chart_count; i++)
        write_chart(poster, poster->offer->charts[i]);
    poster->shown[POSTING_HANDS] = poster->shown[POSTING_CHART] = poster->shown[POSTING_PRIZES] = true;
}

/* ------------------------------------------------------------------------------------------ parts as they are */

static bool is_shown_key(struct text key)
{
    /* What players need not know, or what the head already says. */
    static const char *const hidden[] = {KEY_BY_GAME, KEY_ONE_A_TABLE, KEY_PAYS, KEY_BOX, KEY_DECREASE};
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
        if (text_equal(key, text_of(hidden[i])))
            return false;
    return true;
}

/* The meaning of a key says more to those who write documents: behind a semicolon, a colon or a full stop; and of a yes or no it
 * says "whether". */
struct text posting_label(const struct vocabulary_part *part, struct text name)
{
    static const char whether[] = "whether ";
    const struct vocabulary_key *key = part ? vocabulary_key_find(part, name) : NULL;
    if (!key || key->meaning[0] == 0)
        return name;
    struct text meaning = text_of(key->meaning);
    size_t end = 0;
    while (end < meaning.length && meaning.bytes[end] != ';' && meaning.bytes[end] != ':' &&
           !text_starts_with(text_from(meaning, end), text_of(". ")))
        end++;
    struct text label = text_slice(meaning, 0, end);
    return text_starts_with(label, text_of(whether)) ? text_from(label, sizeof whether - 1) : label;
}

/* One row for each value that holds: "How long a person whose ticket is drawn has to come forward | 3 minutes". */
static void write_values(struct poster *poster, const struct node *approved,
                         const struct vocabulary_part *part, const char *path)
{
    for (const struct node *member = approved->first_child; member; member = member->next) {
        char below[PATH_SIZE], words[POSTING_WORDS_SIZE], name[POSTING_LINE_SIZE];
        struct text_out out;
        text_out_init(&out, below, sizeof below);
        text_out_add(&out, "%s/%.*s", path, TEXT_ARGUMENTS(member->key));
        if (!is_shown_key(member->key))
            continue;
        text_out_init(&out, words, sizeof words);
        const struct node *node = offer_node(poster->offer, below);
        posting_node_write(&out, node ? node : member);
        struct text label = posting_label(part, member->key);
        struct text cells[] = {posting_upper_first(label, name, sizeof name), text_out_text(&out)};
        notice_row(poster->notice, cells, 2);
    }
}

static void begin_values(struct poster *poster, struct text caption)
{
    notice_table(poster->notice, caption);
    notice_column(poster->notice, text_of(""), NOTICE_LEFT);
    notice_column(poster->notice, text_of(""), NOTICE_LEFT);
}

static bool write_part(struct poster *poster, const char *part, const char *heading)
{
    const struct node *approved = node_member(poster->offer->rulebook->data, part);
    if (!approved || approved->kind != NODE_MAP || approved->count == 0 || offer_is_off(poster->offer, part))
        return false;
    notice_section(poster->notice, text_of(heading));
    const struct vocabulary_part *known = vocabulary_part_find(part);
    CHECK(known);
    if (!known->is_key) {
        begin_values(poster, text_of(""));
        write_values(poster, approved, known, part);
        return true;
    }
    const struct vocabulary_part *members = known->keys[0].type->of->part;
    CHECK(members);
    for (const struct node *member = approved->first_child; member; member = member->next) {
        char path[PATH_SIZE], name[POSTING_LINE_SIZE];
        struct text_out out;
        text_out_init(&out, path, sizeof path);
        text_out_add(&out, "%s/%.*s", part, TEXT_ARGUMENTS(member->key));
        begin_values(poster, posting_upper_first(member->key, name, sizeof name));
        write_values(poster, member, members, path);
    }
    return true;
}

static void write_structure(struct poster *poster)
{
    const struct node *structure = offer_structure(poster->offer);
    if (!structure)
        return;
    notice_section(poster->notice, text_of("How a prize is shared"));
    begin_values(poster, text_of(""));
    const struct node *set = structure->kind == NODE_LIST ? structure->first_child : structure;
    for (; set; set = structure->kind == NODE_LIST ? set->next : NULL)
        for (const struct node *share = set->first_child; share; share = share->next) {
            char name[POSTING_LINE_SIZE], words[POSTING_LINE_SIZE];
            struct text cells[] = {posting_upper_first(share->key, name, sizeof name),
                                   cell_text(share, words, sizeof words)};
            notice_row(poster->notice, cells, 2);
        }
    poster->shown[POSTING_STRUCTURE] = true;
}

static void write_parts(struct poster *poster)
{
    bool *shown = poster->shown;
    if (write_part(poster, PART_POOLS, "Prize pools"))
        shown[POSTING_POOL] = shown[POSTING_SEEDS] = shown[POSTING_INCREASES] = shown[POSTING_CAP] =
            shown[POSTING_PRIZES] = true;
    else
        shown[POSTING_POOL] |= write_part(poster, PART_FUNDS, "Jackpot fund");
    write_structure(poster);
    shown[POSTING_MULTIPLIER] |= write_part(poster, PART_MULTIPLIER, "Prize multiplier") ||
                                 offer_is_off(poster->offer, PART_MULTIPLIER);
    shown[POSTING_FEES] |= write_part(poster, PART_FEE, "Fee");
    shown[POSTING_ADMINISTRATION] |= write_part(poster, PART_ADMINISTRATION, "Administrative fee");
    shown[POSTING_FUNDING] |= write_part(poster, PART_FUNDING, "Funding");
    if (write_part(poster, PART_PAYING, "How prizes are paid"))
        shown[POSTING_PRIZES] = shown[POSTING_STRUCTURE] = true;
    shown[POSTING_TICKETS] |= write_part(poster, PART_TICKETS, "Tickets");
    shown[POSTING_PRIZES] |= node_path(poster->offer->rulebook->data, PATH_DRAWING_PRIZE) != NULL;
    shown[POSTING_DRAWING] |= write_part(poster, PART_DRAWING, "Drawing");
    if (write_part(poster, PART_STAGE, "On stage"))
        shown[POSTING_STAGE] = shown[POSTING_PRIZES] = true;
    if (write_part(poster, PART_INSTRUMENTS, "Coupons and chips"))
        shown[POSTING_INSTRUMENTS] = shown[POSTING_PRIZES] = shown[POSTING_FEES] = shown[POSTING_CLAIMS] =
            true;
    shown[POSTING_PRIZES] |= write_part(poster, PART_VOUCHERS, "Vouchers");
    (void)write_part(poster, PART_BOARD, "High hands");
    shown[POSTING_ENTRIES] |= write_part(poster, PART_PREDICTIONS, "Entries");
    shown[POSTING_PRIZES] |= write_part(poster, PART_CLUB, "Player's card");
    if (write_part(poster, PART_TOURNAMENT, "Tournament"))
        shown[POSTING_ENTRIES] = shown[POSTING_FEES] = shown[POSTING_STRUCTURE] = shown[POSTING_PRIZES] =
            true;
}

/* ------------------------------------------------------------------------------------------ clauses */

/* The clauses of a kind that no earlier section of clauses had, in the words of the document. */
static bool write_clauses(struct poster *poster, const char *heading, enum clause_kind kind,
                          enum clause_kind not_kind)
{
    const struct rule_document *document = &poster->offer->rulebook->document;
    bool any = false;
    for (unsigned i = 0; i < document->clause_count; i++) {
        const struct clause *clause = &document->clauses[i];
        if (!clause_is(clause, kind) || clause_is(clause, not_kind))
            continue;
        if (!any)
            notice_section(poster->notice, text_of(heading));
        any = true;
        char words[POSTING_WORDS_SIZE];
        struct text_out out;
        text_out_init(&out, words, sizeof words);
        calendar_show_words(&out, clause->words);
        text_out_add(&out, " (clause %u)", clause->number);
        notice_bullet(poster->notice, text_out_text(&out));
    }
    return any;
}

static void write_rules(struct poster *poster)
{
    bool *shown = poster->shown;
    if (write_clauses(poster, "Who may take part", CLAUSE_ELIGIBILITY, CLAUSE_KINDS))
        shown[POSTING_REQUIREMENTS] = shown[POSTING_PLAYERS] = true;
    shown[POSTING_REQUIREMENTS] |= write_clauses(poster, "Hands", CLAUSE_HAND, CLAUSE_ELIGIBILITY);
    shown[POSTING_CLAIMS] |= write_clauses(poster, "Claiming a prize", CLAUSE_CLAIM, CLAUSE_ELIGIBILITY);
    shown[POSTING_PROCEDURES] |= write_clauses(poster, "Procedure", CLAUSE_PROCEDURE, CLAUSE_ELIGIBILITY);
    (void)write_clauses(poster, "Times", CLAUSE_TIME, CLAUSE_ELIGIBILITY);
    (void)write_clauses(poster, "Choices of the house", CLAUSE_OPTION, CLAUSE_ELIGIBILITY);
    shown[POSTING_RESTRICTIONS] = true;
}

void posting_notice(struct notice *notice, const struct offer *offer, bool shown[POSTING_ITEMS])
{
    struct poster poster = {.notice = notice, .offer = offer};
    posting_head(notice, offer->rulebook, offer);
    write_banner(&poster);
    write_headline(&poster);
    write_games(&poster);
    write_charts(&poster);
    write_parts(&poster);
    write_rules(&poster);
    notice_cite(notice, offer->rulebook->document.name);
    for (unsigned i = 0; shown && i < POSTING_ITEMS; i++)
        shown[i] = poster.shown[i];
}
