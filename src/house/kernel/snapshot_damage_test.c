/* Snapshots that were damaged: what is wrong is refused, in words that say what it is, and nothing does harm. */
#include "house/kernel/snapshot_houses_test.h"

#include "house/kernel/snapshot_internal.h"

#include <stdlib.h>

/* The snapshot of a small house in which everything occurs. */
static struct text everything;

static int begin_damage(void **state)
{
    (void)state;
    room_init(&room);
    everything = file_text(&room, "tests/corpus/house_snapshot/a-house-with-everything");
    return 0;
}

static int end_damage(void **state)
{
    (void)state;
    room_release(&room);
    return 0;
}

/* Whether the bytes are taken. If they are, they can be saved, and that is taken as well. */
static bool is_taken(struct text damaged, struct fault *fault)
{
    struct floor floor, again;
    struct arena arena;
    assert_int_equal(floor_init(&floor, ROOM_MEMORY_MAX, fault), STATUS_OK);
    bool good = floor_restore(&floor, damaged, fault) == STATUS_OK;
    if (good) {
        arena_init(&arena, ROOM_MEMORY_MAX);
        struct text text = floor_saved(&floor, &arena);
        assert_int_equal(floor_init(&again, ROOM_MEMORY_MAX, fault), STATUS_OK);
        assert_int_equal(floor_restore(&again, text, fault), STATUS_OK);
        assert_true(text_equal(floor_saved(&again, &arena), text));
        floor_release(&again);
        arena_release(&arena);
    } else {
        assert_true(fault->position > 0 && fault->position <= damaged.length + 1);
        assert_int_not_equal(fault->words[0], '\0');
    }
    floor_release(&floor);
    return good;
}

static void a_small_house_is_restored(void **state)
{
    struct fault fault;
    (void)state;
    assert_true(is_taken(everything, &fault));
}

/* Whether a line of the kind has the words. */
static bool a_line_has(const char *kind, const char *words)
{
    char start[64];
    (void)snprintf(start, sizeof start, "{\"%s\":{", kind);
    for (size_t at = 0; at < everything.length;) {
        struct text rest = text_from(everything, at);
        const char *end = memchr(rest.bytes, '\n', rest.length);
        assert_non_null(end);
        size_t length = (size_t)(end - rest.bytes);
        for (size_t i = 0; i < length && text_starts_with(rest, text_of(start)); i++)
            if (text_starts_with(text_slice(rest, i, length - i), text_of(words)))
                return true;
        at += length + 1;
    }
    return false;
}

static void assert_names_fields(const char *kind, const struct record_shape *shape)
{
    for (unsigned i = 0; i < shape->field_count; i++) {
        const struct field *field = &shape->fields[i];
        char words[64];
        (void)snprintf(words, sizeof words, "\"%s\":", field->name);
        if (!a_line_has(kind, words))
            fail_msg("no %s of the small house has %s", kind, words);
        if (field->kind == FIELD_LIST)
            assert_names_fields(kind, field->items);
    }
}

/* So that a field which is not restored is noticed. */
static void every_field_occurs_in_the_small_house(void **state)
{
    (void)state;
    record_shape_check(&snapshot_shape);
    record_shape_check(&end_shape);
    assert_names_fields("snapshot", &snapshot_shape);
    assert_names_fields("end", &end_shape);
    for (unsigned i = 0; i < SECTIONS; i++) {
        const struct record_shape *shape = &desk_section_of((enum snapshot_section)i)->shape;
        record_shape_check(shape);
        assert_names_fields(shape->name, shape);
    }
}

static void a_small_house_is_saved_as_it_was(void **state)
{
    struct floor floor;
    struct arena arena;
    (void)state;
    arena_init(&arena, ROOM_MEMORY_MAX);
    floor_restored(&floor, everything);
    struct text text = floor_saved(&floor, &arena);
    size_t at = 0;
    while (at < text.length && at < everything.length && text.bytes[at] == everything.bytes[at])
        at++;
    if (at < text.length || at < everything.length)
        fail_msg("it differs at byte %zu:\n%.*s", at,
                 TEXT_ARGUMENTS(text_slice(text, at > 60 ? at - 60 : 0, 200)));
    floor_release(&floor);
    arena_release(&arena);
}

/* What stands in the snapshot, what comes to stand there, and what is then said; NULL: it is taken. */
static const struct {
    const char *from, *to, *words;
} damages[] = {
    {"{\"snapshot\"", "{\"snapshots\"", "a line {\"snapshot\":...} expected"},
    {"\"format\":6", "\"format\":5", "line 1 of the snapshot: a snapshot of another format"},
    {"\"house\":1,", "", "there is no house"},
    {"\"house\":1,", "\"house\":2,", "line 3 of the snapshot: a line {\"house\":...} expected"},
    {"\"lines\":76", "\"lines\":70", "another number of lines"},
    {"\"lines\":76}}\n", "\"lines\":76}}", "ends before its end"},
    {"\"lines\":76}}\n", "\"lines\":76}}\n\n", "another number of lines"},
    {"\"day\":\"2026-11-02\",\"told\"", "\"day\":\"\",\"told\"", "and it has a day"},
    {"T03:00:00Z\",\"confirmed", "T03:00:01Z\",\"confirmed", "its last event is not before its time"},
    {"\"order\":[[\"H-1\"],", "\"order\":[[\"H-2\"],", "the order of the tables"},
    {"\"order\":[[\"H-1\"],", "\"order\":[[\"H-9\"],", "the order of the tables"},
    {"\"order\":[[\"H-1\"],[\"H-2\"]", "\"order\":[[\"H-2\"],[\"H-1\"]", "the order of the tables"},
    {"\"order\":[[\"H-1\"],", "\"order\":[", "not every table has a number"},
    {"{\"waiting\":{\"number\":2", "{\"waiting\":{\"number\":4", "never filed"},
    {"\"from-time\":\"2026-11-09T14:00:00Z\",", "", "the change has no time"},
    {"\"from\":\"2026-11-09\",", "", "the change has no time"},
    {"\"seeded\":true,\"closed\":\"2026-11-02\",\"house-text",
     "\"posted\":true,\"seeded\":true,\"closed\":\"2026-11-02\",\"house-text", "read by another house"},
    {"\"house-text\":\"name: The Corner", "\"house-text\":\"The Corner", "cannot be read"},
    {",\"decisions\":1,", ",", "the number of decisions never falls"},
    {"\"version\":\"0.2.0\",", "", "no version has such a name"},
    {"\"decisions\":1,", "\"decisions\":4294967295,", "use that version"},
    {"Los_Angeles", "Los_Alamos", "the house cannot be read"},
    {"games: [Texas Hold'em]", "games: [Chess]", "the document cannot be read"},
    {"games: [Texas Hold'em]", "games: [Texas Hold'em", "the document cannot be read"},
    {"\"kind\":\"winners\",\"name\":\"winners\"", "\"kind\":\"house\",\"name\":\"house\"",
     "stands here twice"},
    {"\"name\":\"winners\"", "\"name\":\"\"", "the account has no name"},
    {"\"kind\":\"winners\"", "\"kind\":\"losers\"", "\"losers\" is no word for kind"},
    {"[\"seed\",0,10000],[\"reseed\",0,9700]", "[\"reseed\",0,9700],[\"seed\",0,10000]", "not in order"},
    {"[\"fee\",0,800]", "[\"fee\",0,801]", "debits and credits differ"},
    {"[\"fee\",0,800]", "[\"fee\",0,-800]", "cannot have moved"},
    {"[\"fee\",0,800]", "[\"fee\",0,9223372036854775807]", "cannot have moved"},
    {"[\"fee\",0,800]", "[\"fee\",0,9223372036854775808]", "a whole number from"},
    {"[\"fee\",0,800]", "[\"fee\",0,0],[\"seed\",0,800]", "cannot have moved"},
    {"\"person\":\"sue\"", "\"person\":\"sam\"", "stands here twice"},
    {"\"person\":\"sue\"", "\"person\":\"\"", "the person has no name"},
    {"{\"patron\":\"8\"", "{\"patron\":\"7\"", "stands here twice"},
    {"\"currency-today\":10100", "\"currency-today\":-1", "was paid cannot be"},
    {"\"prizes-this-year\":2000", "\"prizes-this-year\":-1", "was paid cannot be"},
    {"\"prizes-this-year\":2000", "\"prizes-this-year\":9223372036854775807", "was paid cannot be"},
    {"{\"offer\":\"jackpot\"", "{\"offer\":\"best\"", "stands here twice"},
    {"\"documents\":2,", "\"documents\":3,", "documents or accounts that are not here"},
    {"\"documents\":1,", "", "the offer best cannot be read"},
    {"\"accounts\":12,", "\"accounts\":13,", "documents or accounts that are not here"},
    {"\"accounts\":12,", "\"accounts\":11,", "an account of the offer is missing"},
    {"\"funds\":[[75]]", "\"funds\":[[75],[75]]", "further funds that cannot be"},
    {"\"funds\":[[75]]", "\"funds\":[[-1]]", "further funds that cannot be"},
    {"\"closed\":\"2026-11-02\"", "\"closed\":\"\"", "the offer has no day"},
    {"chart: A\\npools", "chart: Z\\npools", "the offer"},
    {"{\"pool\":{\"offer\":1", "{\"pool\":{\"offer\":4", "there is no such pool"},
    {"{\"pool\":{\"offer\":1,\"pool\":1", "{\"pool\":{\"offer\":1", "it is not in order"},
    {"{\"pool\":{\"offer\":1,\"incr", "{\"pool\":{\"pool\":1,\"incr", "a pool of an offer is missing"},
    {"\"increased\":\"2026-11-02\"", "\"increased\":\"\"", "the pool has no day"},
    {"\"award\":1,\"table\":1}]", "\"award\":5,\"table\":1}]", "a win of an award that is not here"},
    {"\"award\":1,\"table\":1}]", "\"award\":1,\"table\":9}]", "a win at a table that is not here"},
    {"\"hits\":1,", "", "wins or amounts that cannot be"},
    {"\"won\":[[1,", "\"won\":[[1,1],[1,", "what the patron has won cannot be"},
    {"\"won\":[[1,", "\"won\":[[128,", "what the patron has won cannot be"},
    {"\"won\":[[1,", "\"won\":[[0,", "more awards of an offer, or prizes of a patron, than are counted"},
    {"\"awards\":2,", "\"awards\":1,", "more awards of an offer, or prizes of a patron, than are counted"},
    {"{\"advance\":{\"offer\":1", "{\"advance\":{\"offer\":4", "there is no such offer"},
    {"\"cents\":9700", "\"cents\":-9700", "an advance that cannot be"},
    {"\"cents\":9700", "\"cents\":9699", "I4"},
    {"\"award\":1,\"cents\":9700", "\"award\":5,\"cents\":9700", "an advance that cannot be"},
    {"\"fund\":10", "\"fund\":99", "an advance that no fund repays"},
    {"\"award\":1,\"cents\":9700", "\"award\":2,\"cents\":9700",
     "an advance of an award that did not make it"},
    {"\"award\":2,\"cents\":850", "\"award\":3,\"cents\":850", "an advance of an award that did not make it"},
    {"\"award\":2,\"cents\":850", "\"award\":4,\"cents\":850", "an advance of an award that did not make it"},
    {"{\"table\":{\"table\":\"H-2\"", "{\"table\":{\"table\":\"H-9\"", "there is no such table"},
    {"{\"table\":{\"table\":\"H-2\"", "{\"table\":{\"table\":\"H-1\"", "it is not in order"},
    {"\"bank\":1,\"reader", "\"bank\":17,\"reader", "no such seat"},
    {"\"opened\":\"2026-11-02T20:00:00Z\",", "", "never opened"},
    {"{\"owed\":{\"offer\":1,\"day\":\"2026-11-01\"", "{\"owed\":{\"offer\":4,\"day\":\"2026-11-01\"",
     "there is no such table or offer"},
    {"{\"owed\":{\"offer\":1,\"day\":\"2026-11-02\"", "{\"owed\":{\"day\":\"2026-11-02\"",
     "it is not in order"},
    {"\"2026-11-01\",\"table\":\"H-2\"", "\"2026-11-01\",\"table\":\"H-9\"",
     "there is no such table or offer"},
    {"\"day\":\"2026-11-01\"", "\"day\":\"2026-11-03\"", "hours that nobody can owe for"},
    {"\"day\":\"2026-11-02\",\"table\":\"H-1\"", "\"day\":\"2026-11-01\",\"table\":\"H-1\"",
     "it is not in order"},
    {"\"table\":\"H-1\",\"hours\":7", "\"table\":\"H-2\",\"hours\":7", "it is not in order"},
    {"\"hours\":2,\"cents\":100", "\"cents\":100", "hours that nobody can owe for"},
    {"\"hours\":2,\"cents\":100", "\"hours\":2", "hours that nobody can owe for"},
    {"\"hours\":2,\"cents\":100", "\"hours\":2,\"cents\":-100", "hours that nobody can owe for"},
    {"{\"table-offer\":{\"table\":\"H-2\",\"offer\":1", "{\"table-offer\":{\"table\":\"H-2\",\"offer\":4",
     "there is no such table or offer"},
    {"{\"table-offer\":{\"table\":\"H-2\"", "{\"table-offer\":{\"table\":\"H-1\"", "it is not in order"},
    {"{\"table-offer\":{\"table\":\"H-3\",\"offer\":2", "{\"table-offer\":{\"table\":\"H-3\"",
     "an offer is missing at one of its tables"},
    {"\"hour\":19,\"rounds\":1", "\"hour\":24,\"rounds\":1", "an hour or fees that cannot be"},
    {"\"paid\":[1],\"day\"", "\"paid\":[1,17],\"day\"", "an hour or fees that cannot be"},
    {"\"offered\":true,\"readings\":[[10100]", "\"offered\":true,\"readings\":[[-1]",
     "meters that cannot have shown that"},
    {"\"at\":\"2026-11-03T02:50:00Z\",\"awards-before\":1", "\"awards-before\":1",
     "it was dealt at no moment"},
    {"02:50:00Z\",\"awards-before\":1", "02:50:00Z\",\"awards-before\":5", "after awards that are not here"},
    {"\"decided\":\"2026-11-03T02:51:00Z\",", "", "it was decided at no moment"},
    {"00Z\",\"readings\":[[10100],[0]],\"awards", "00Z\",\"readings\":[[10100],[-1]],\"awards",
     "meters cannot have shown that"},
    {"[0]],\"awards-before\":1", "[0]],\"awards-before\":5", "meters cannot have shown that"},
    {"\"seat\":3,\"sensor", "\"seat\":17,\"sensor", "there is no such seat"},
    {"\"seat\":3,\"sensor", "\"seat\":2,\"sensor", "it is not in order"},
    {"\"sensor-fails\":true", "\"hold-button\":true", "or did, or its sensor fails"},
    {"\"seat\":2,\"taken\":true,\"since\":\"2026-11-02T20:00:00Z\"", "\"seat\":2,\"taken\":true",
     "since a moment"},
    {"\"patron\":\"7\",\"since\"", "\"patron\":\"9\",\"since\"", "nobody knows the patron"},
    {"\"seat\":3,\"patron\":\"8\"", "\"seat\":3", "or did, or its sensor fails"},
    {"{\"round\":{\"table\":\"H-2\",", "{\"round\":{\"table\":\"H-9\",", "there is no such table or round"},
    {"{\"round\":{\"table\":\"H-2\",\"round\":1,", "{\"round\":{\"table\":\"H-2\",",
     "there is no such table or round"},
    {"[3,7,200,\"fee\",\"\"]", "[3,12,200,\"fee\",\"\"]", "bets or fees that cannot be"},
    {"[3,7,200,\"fee\",\"\"]", "[3,3,200,\"fee\",\"\"]", "bets or fees that cannot be"},
    {"[3,7,200,\"fee\",\"\"]", "[3,7,0,\"fee\",\"\"]", "bets or fees that cannot be"},
    {"[3,7,200,\"fee\",\"\"]", "[3,7,200,\"fee\",\"x\"]", "bets or fees that cannot be"},
    {"[{\"seat\":1,", "[{\"seat\":17,", "nobody knows the seat or patron of a bet"},
    {"[{\"seat\":1,\"patron\":\"7\"", "[{\"seat\":1,\"patron\":\"9\"",
     "nobody knows the seat or patron of a bet"},
    {"[1,\"royal flush\"]", "[17,\"royal flush\"]", "there is no such seat"},
    {"[1,\"royal flush\"]", "[1,\"\"]", "it names nothing"},
    {"[1,\"royal flush\"]", "[1,\"royal flush\"],[1,\"royal flush\"]", "it is not in order"},
    {"[[2,\"royal flush\"]]", "[[17,\"royal flush\"]]", "there is no such seat"},
    {"\"marked\":[1]", "\"marked\":[17]", "there is no such seat"},
    {"\"bank\":1,\"chosen\"", "\"bank\":17,\"chosen\"", "there is no such seat"},
    {"\"verified\",\"table\":\"H-1\"", "\"verified\",\"table\":\"H-9\"",
     "there is no such table, seat, person or offer"},
    {"\"verified\",\"table\":\"H-1\",\"round\":5,\"seat\":1",
     "\"verified\",\"table\":\"H-1\",\"round\":5,\"seat\":17",
     "there is no such table, seat, person or offer"},
    {"\"posted\",\"table\":\"H-1\"", "\"posted\",\"table\":\"H-2\"",
     "there is no such table, seat, person or offer"},
    {"\"patron\":\"7\",\"fee\":true,\"dealt\"", "\"patron\":\"9\",\"fee\":true,\"dealt\"",
     "there is no such table, seat, person or offer"},
    {"\"beaten-by\":[2]", "\"beaten-by\":[17]", "there is no such table, seat, person or offer"},
    {"\"patrons\":[[1,0]]", "\"patrons\":[[17,0]]", "there is no such table, seat, person or offer"},
    {"\"patrons\":[[1,0]]", "\"patrons\":[[1,2]]", "there is no such table, seat, person or offer"},
    {"\"patrons\":[[1,0]]", "\"patrons\":[[1,0],[1,0]]", "there is no such table, seat, person or offer"},
    {"[{\"seat\":1,\"patron\":1", "[{\"seat\":1,\"patron\":2",
     "there is no such table, seat, person or offer"},
    {"[{\"seat\":1,\"patron\":1", "[{\"seat\":17,\"patron\":1",
     "there is no such table, seat, person or offer"},
    {"[{\"table\":2,", "[{\"table\":3,", "there is no such table, seat, person or offer"},
    {"\"verified\",\"table\":\"H-1\",\"round\":5", "\"verified\",\"table\":\"H-1\",\"round\":6",
     "there is no such round"},
    {"\"verified\",\"table\":\"H-1\",\"round\":5", "\"verified\",\"table\":\"H-1\",\"round\":3",
     "it is not in order"},
    {"\"posted\",\"table\":\"H-1\",\"round\":1,", "\"posted\",\"table\":\"H-1\",", "there is no such round"},
    {"\"rows\":[[2,1,2,0]],\"verified-by\":\"sam\"", "\"rows\":[[2,1,2,0]]", "who has judged the hand"},
    {"\"rows\":[[2,1,2,0]],", "", "by which row, is missing"},
    {"\"state\":\"verified\"", "\"state\":\"rejected\"", "or the hand is settled"},
    {"{\"hand\":{\"hand\":2,", "{\"hand\":{\"hand\":1,",
     "there is no hand of this number, or it is not in order"},
    {"{\"hand\":{\"hand\":8,", "{\"hand\":{\"hand\":9,",
     "there is no hand of this number, or it is not in order"},
    {"{\"award\":{\"award\":4,", "{\"award\":{\"award\":5,", "there is no such award or no such prizes"},
    {"{\"award\":{\"award\":2,", "{\"award\":{\"award\":1,", "there is no such award or no such prizes"},
    {"\"first-prize\":3", "\"first-prize\":2", "there is no such award or no such prizes"},
    {"\"first-prize\":5", "\"first-prize\":6", "there is no such award or no such prizes"},
    {"\"redeemed\":200", "\"redeemed\":-200", "vouchers cannot have paid so much"},
    {"\"redeemed\":200", "\"redeemed\":201", "I12"},
    {"\"state\":\"paid\",\"cents\":10100", "\"cents\":10100", "a tray has paid what was not paid"},
    {"\"claimed-by\":\"dana\"", "\"claimed-by\":\"dan\"", "nobody of that name has claimed it"},
    {"\"authorised-by\":\"sue\"}}", "\"authorised-by\":\"sam\"}}", "who has judged the hand"},
    {",\"authorised-by\":\"sue\"}}", "}}", "who has judged the hand"},
    {"[[2,1,2,0]]", "[[2,1,3,0]]", "there is no such row"},
    {"[[2,1,2,0]]", "[[2,1,0,0]]", "there is no such row"},
    {"[[2,1,2,0]]", "[[2,2,2,0]]", "there is no such row"},
    {"[[2,1,2,0]]", "[[2,0,2,0]]", "there is no such row"},
    {"[[2,1,2,0]]", "[[1,1,2,0]]", "there is no such row"},
    {"[[2,1,2,0]]", "[[3,1,2,0]]", "there is no such row"},
    {"[[2,1,2,0]]", "[[0,1,2,0]]", "there is no such row"},
    {"[[2,1,2,0]]", "[[2,1,2,3]]", "there is no such row"},
    {"[[2,1,2,0]]", "[[2,1,2,2],[2,1,1,2]]", "there is no such row"},
    {"[[2,1,2,0]]", "[[2,1,2,0],[2,1,2,0],[2,1,2,0],[2,1,2,0],[2,1,2,0]]", "not paid by so many rows"},
    {"\"former\":{\"offer\":1", "\"former\":{\"offer\":4", "there is no such offer"},
    {"\"former\":{\"offer\":1", "\"former\":{\"offer\":2", "the offer was of another activity"},
    {"chart: A\\npools:\\n  prize pool: {seed: $100, reseed: $100, increase: $1, increase at: "
     "06:00}\\nprizes: {four of a "
     "kind: $12}",
     "chart: Z", "line 33 of the snapshot: the offer has errors"},
    {"\"former\":1,\"offered\"", "\"former\":2,\"offered\"", "it was not posted so at the table"},
    {"\"former\":1,\"offered\"", "\"former\":1,\"not-offered\":true,\"offered\"",
     "it was not posted so at the table"},
    {"\"former\":1,\"patron\"", "\"former\":2,\"patron\"", "it was not posted so at the table"},
    {"\"state\":\"awarded\",\"table\":\"H-1\",\"round\":2,\"seat\":1,\"offer\":1",
     "\"state\":\"awarded\",\"table\":\"H-1\",\"round\":2,\"seat\":1,\"offer\":1,\"former\":1",
     "or the hand is settled"},
    {"{\"table-offer\":{\"table\":\"H-3\",\"offer\":2",
     "{\"table-offer\":{\"table\":\"H-3\",\"offer\":2,\"not-offered\":true",
     "no hand that waits and no round that runs"},
    {"[[1]]", "[[2]]", "a hand on the board that is not the offer's"},
    {"[[1]]", "[[8]]", "a hand on the board that is not the offer's"},
    {"[[1]]", "[[0]]", "a hand on the board that is not the offer's"},
    {"\"award\":2,\"dealt\"", "\"award\":5,\"dealt\"", "there is no such award"},
    {"\"award\":2,\"dealt\"", "\"award\":4,\"dealt\"", "a hand of another offer than its award"},
    {"\"beaten\":[[8]]", "\"beaten\":[[7]]", "or was not beaten there"},
    {"\"beaten\":[[8]]", "\"beaten\":[[9]]", "or was not beaten there"},
    {"\"hands\":[[7]],", "", "or was not beaten there"},
    {"{\"board\":{\"ends\"", "{\"board\":{\"offer\":4,\"ends\"", "its board cannot be"},
    {"[1,4,1,2,", "[0,4,1,2,", "somebody has them twice"},
    {"\"points\":10", "\"points\":1000001", "a hand cannot have such points"},
    {"\"patron\":\"7\",\"fee\":true,\"points\"", "\"fee\":true,\"points\"", "a hand cannot have such points"},
    {"[1,4,1,2,", "[2,4,1,2,", "nobody can have such points"},
    {"[1,4,1,2,", "[1,0,1,2,", "nobody can have such points"},
    {"[1,4,1,2,", "[1,1000001,1,2,", "nobody can have such points"},
    {"[1,4,1,2,", "[1,4,3,2,", "nobody can have such points"},
    {"[1,4,1,2,", "[1,4,0,2,", "nobody can have such points"},
    {"[1,4,1,2,", "[1,4,1,17,", "nobody can have such points"},
    {"[1,4,1,2,\"off duty\",\"sam\"", "[1,4,1,2,\"off duty\",\"sue\"", "nobody can have such points"},
    {"[1,4,1,2,\"off duty\",\"sam\"", "[1,4,1,2,\"off duty\",\"\"", "nobody can have such points"},
    {"\"first-prize\":3,\"offer\":1,", "\"first-prize\":3,\"offer\":4,", "there is no such offer"},
    {"\"prizes\":1", "\"prizes\":5", "no such prizes"},
    {"\"prizes\":1,", "", "no award has this prize"},
    {"[10,8,10100,\"award\",\"\"]", "[10,10,10100,\"award\",\"\"]", "money that cannot have moved"},
    {"[[1,10200,\"\"]]", "[[4,10200,\"\"]]", "money that cannot have moved"},
    {"[[1,10,10100]]", "[[1,10,10099]]", "won more of pools than they are"},
    {"[[1,10,10100]]", "[[1,10,10101]]", "won more of pools than they are"},
    {"[[1,10,10100]]", "[[1,9,10100]]", "won more of pools than they are"},
    {"[[1,10,10100]]", "[[1,99,10100]]", "won more of pools than they are"},
    {"[[1,10,10100]]", "[[3,10,10100]]", "won more of pools than they are"},
    {"[[1,10,10100]]", "[[2,10,500],[1,10,10100]]", "won more of pools than they are"},
    {"[[1,10,10100]]", "[[1,10,10100],[2,10,0]]", "won more of pools than they are"},
    {"\"lent-back\":500", "\"lent-back\":10201", "more went back than was advanced"},
    {"\"lent-back\":500", "\"lent-back\":-1", "more went back than was advanced"},
    {"\"repaying\":[[10]]", "\"repaying\":[[10],[10]]", "money that cannot have moved"},
    {"\"repaying\":[[10]]", "\"repaying\":[[99]]", "money that cannot have moved"},
    {"{\"prize\":{\"reversed\":true,", "{\"prize\":{\"state\":\"lapsed\",\"reversed\":true,",
     "reversed alone, and was settled"},
    {"{\"prize\":{\"cents\":1000,\"identified\"",
     "{\"prize\":{\"reversed\":true,\"cents\":1000,\"identified\"", "an award of which nothing stands"},
    {"\"hand\":1,\"prizes\"", "\"hand\":99,\"prizes\"", "no such offer or hand"},
    {"\"authorised-by\":\"sue\",\"clause\"", "\"authorised-by\":\"sam\",\"clause\"", "I6"},
    {"\"seat\":2,\"present\"", "\"seat\":17,\"present\"", "there is no such table, seat or patron"},
    {"\"table\":\"H-1\",\"seat\":2,\"present\"", "\"table\":\"H-9\",\"seat\":2,\"present\"",
     "there is no such table, seat or patron"},
    {"\"cents\":1000,\"identified\"", "\"cents\":-1000,\"identified\"", "an amount that cannot be"},
    {"\"fee\":100,\"identify-by\"", "\"fee\":-100,\"identify-by\"", "an amount that cannot be"},
    {"\"players\":[{\"patron\":1,\"seat\":1", "\"players\":[{\"patron\":9,\"seat\":1",
     "nobody knows somebody who plays"},
    {"\"dealt\":[{\"patron\":1,\"seat\":1", "\"dealt\":[{\"patron\":1,\"seat\":17",
     "nobody knows somebody who was dealt in"},
    {"\"present\":[{\"patron\":1", "\"present\":[{\"patron\":9", "nobody knows somebody who was dealt in"},
    {"\"cents\":1000,\"identified\"", "\"cents\":1001,\"identified\"", "I5"},
    {"\"worth\":5000", "\"worth\":1000", NULL},
    {"\"worth\":5000", "\"worth\":999", "I12"},
    {"\"worth\":5000", "\"worth\":-1", "a voucher has paid what it cannot"},
    {"[\"cleaning\",2,800]", "[\"cleaning\",2,799]", "I12"},
    {"[\"cleaning\",2,800]", "[\"cleaning\",800,800]", NULL},
    {"[\"cleaning\",2,800]", "[\"cleaning\",801,800]", "a voucher has paid what it cannot"},
    {"[\"cleaning\",2,800]", "[\"cleaning\",0,800]", "a voucher has paid what it cannot"},
    {"[\"cleaning\",2,800]", "[\"cleaning\",2,0]", "a voucher has paid what it cannot"},
    {"[\"cleaning\",2,800]", "[\"\",2,800]", "a voucher has paid what it cannot"},
    {"[\"cleaning\",2,800]", "[\"Buttons\",2,800]", "a voucher has paid what it cannot"},
    {"{\"state\":\"paid\",\"thing\"", "{\"state\":\"payable\",\"thing\"", "I12"},
};

static void what_is_wrong_is_said(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        struct fault fault = {.words = ""};
        bool good = is_taken(text_with(&room, everything, damages[i].from, damages[i].to), &fault);
        bool wanted = damages[i].words ? !good && strstr(fault.words, damages[i].words) : good;
        if (!wanted)
            fail_msg("%s -> %s: %s", damages[i].from, damages[i].to, good ? "was taken" : fault.words);
    }
}

/* The snapshot with so many bytes at a place not once but `again` times. */
static struct text without(size_t at, size_t length, size_t again)
{
    static char buffer[EVENT_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    text_out_add_text(&out, text_slice(everything, 0, at));
    for (size_t i = 0; i < again; i++)
        text_out_add_text(&out, text_slice(everything, at, length));
    text_out_add_text(&out, text_from(everything, at + length));
    return text_out_text(&out);
}

static void a_line_that_is_missing_or_there_twice_is_noticed(void **state)
{
    struct fault fault;
    (void)state;
    for (size_t at = 0; at < everything.length;) {
        const char *end = memchr(everything.bytes + at, '\n', everything.length - at);
        assert_non_null(end);
        size_t length = (size_t)(end - (everything.bytes + at)) + 1;
        assert_false(is_taken(without(at, length, 0), &fault));
        assert_false(is_taken(without(at, length, 2), &fault));
        assert_false(is_taken(text_slice(everything, 0, at), &fault));
        at += length;
    }
}

static void no_byte_that_changes_does_harm(void **state)
{
    static const char others[] = {'0', '9', '"', '\\', '}', ',', '-', 'x', '\n', '\xff'};
    char buffer[1 << 15];
    struct fault fault;
    (void)state;
    assert_true(everything.length <= sizeof buffer);
    memcpy(buffer, everything.bytes, everything.length);
    size_t step = getenv("CARDROOM_EXHAUSTIVE") ? 1 : 29;
    for (size_t at = 0; at < everything.length; at += step) {
        buffer[at] = others[at / step % sizeof others];
        (void)is_taken((struct text){buffer, everything.length}, &fault);
        buffer[at] = everything.bytes[at];
    }
}

static void a_house_that_has_too_little_memory_is_not_restored(void **state)
{
    enum { STEP = 64 << 10 };
    struct fault fault = {.words = ""};
    struct floor floor;
    unsigned times = 0;
    (void)state;
    for (size_t memory = STEP;; memory += STEP) {
        enum status status = floor_init(&floor, memory, &fault);
        if (status == STATUS_OK)
            status = floor_restore(&floor, everything, &fault);
        floor_release(&floor);
        if (status == STATUS_OK)
            break;
        if (status != STATUS_NO_SPACE && status != STATUS_NO_MEMORY)
            fail_msg("%d: %s", (int)status, fault.words);
        times++;
    }
    assert_true(times > 1);
}

static void a_snapshot_for_which_there_is_no_memory_is_not_saved(void **state)
{
    struct fault fault;
    struct floor floor;
    struct arena arena;
    struct text text;
    (void)state;
    assert_int_equal(floor_init(&floor, ROOM_MEMORY_MAX, &fault), STATUS_OK);
    assert_int_equal(floor_restore(&floor, everything, &fault), STATUS_OK);
    arena_init(&arena, everything.length);
    assert_int_equal(floor_save(&floor, &arena, &text, &fault), STATUS_NO_SPACE);
    assert_string_equal(fault.words, "there is no memory for the snapshot");
    floor_release(&floor);
    arena_release(&arena);
}

static void every_kind_of_line_is_counted_in_the_first(void **state)
{
    (void)state;
    assert_int_equal(snapshot_shape.field_count, SECTIONS + 1);
    for (unsigned i = 0; i < SECTIONS; i++) {
        const struct field *count = &snapshot_shape.fields[i + 1];
        assert_string_equal(count->name, desk_section_of((enum snapshot_section)i)->shape.name);
        assert_int_equal(count->offset, offsetof(struct snapshot_line, counts) + i * sizeof(uint32_t));
    }
}

/* Every section is found, and there are no more than these. */
static void every_section_is_of_one_desk(void **state)
{
    unsigned count = 0;
    (void)state;
    for (unsigned i = 0; i < DESKS; i++)
        count += desks[i]->section_count;
    assert_int_equal(count, SECTIONS);
    for (unsigned i = 0; i < SECTIONS; i++) {
        const struct desk_section *section = desk_section_of((enum snapshot_section)i);
        assert_int_equal(section->section, i);
        assert_true(section->save && section->restore);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_small_house_is_restored, begin_damage, end_damage),
        cmocka_unit_test_setup_teardown(every_field_occurs_in_the_small_house, begin_damage, end_damage),
        cmocka_unit_test_setup_teardown(a_small_house_is_saved_as_it_was, begin_damage, end_damage),
        cmocka_unit_test_setup_teardown(what_is_wrong_is_said, begin_damage, end_damage),
        cmocka_unit_test_setup_teardown(a_line_that_is_missing_or_there_twice_is_noticed, begin_damage,
                                        end_damage),
        cmocka_unit_test_setup_teardown(a_house_that_has_too_little_memory_is_not_restored, begin_damage,
                                        end_damage),
        cmocka_unit_test_setup_teardown(a_snapshot_for_which_there_is_no_memory_is_not_saved, begin_damage,
                                        end_damage),
        cmocka_unit_test(every_kind_of_line_is_counted_in_the_first),
        cmocka_unit_test(every_section_is_of_one_desk),
        cmocka_unit_test_setup_teardown(no_byte_that_changes_does_harm, begin_damage, end_damage),
    };
    return cmocka_run_group_tests_name("floor snapshot: damage", tests, NULL, NULL);
}
