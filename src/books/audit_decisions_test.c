/*
 * Logs that are written anew with one event altered, so that the hashes are right: the audit finds what the house would not have
 * decided. Somebody who may not win is paid, somebody signs who may not, a fee is split otherwise.
 */
#include "books/books_test.h"

/* A log that is written anew with one of its events altered: the hashes are right, and the tables for reports are empty. */
struct altering {
    struct store *altered;
    uint64_t sequence;
    const char *kind, *old,
        *new;             /* of the first event of the kind that has the old text; NULL: it is left out */
    const char *expected; /* kind of the event that is to be found */
    unsigned prize;       /* that it is about */
    uint64_t expected_at, altered_at;
    bool done;
};

static enum status write_anew(void *context, const struct store_record *record, struct fault *fault)
{
    static char payload[BOOKS_FILE_MAX];
    struct altering *altering = context;
    struct store_event event = {record->event.kind, text_of(""), record->event.payload};
    size_t at = 0;
    (void)fault;
    bool is_kind = !altering->done && text_equal(event.kind, text_of(altering->kind));
    while (is_kind && at < event.payload.length &&
           !text_starts_with(text_from(event.payload, at), text_of(altering->old)))
        at++;
    if (is_kind && at < event.payload.length && !altering->new) {
        altering->done = true;
        altering->altered_at = altering->sequence + 1; /* of the one behind it */
        return STATUS_OK;
    }
    if (is_kind && at < event.payload.length) {
        struct text_out out;
        text_out_init(&out, payload, sizeof payload);
        text_out_add_text(&out, text_slice(event.payload, 0, at));
        text_out_add(&out, "%s", altering->new);
        text_out_add_text(&out, text_from(event.payload, at + strlen(altering->old)));
        event.payload = text_out_text(&out);
        altering->done = true;
        altering->altered_at = altering->sequence + 1;
    }
    struct store_batch batch = {
        .stream = text_of("house"), .expected = altering->sequence, .events = &event, .event_count = 1};
    (void)append_batch(altering->altered, &batch);
    altering->sequence++;
    char prize[32];
    (void)snprintf(prize, sizeof prize, "\"prize\":%u,", altering->prize);
    if (text_equal(event.kind, text_of(altering->expected)) && text_contains(event.payload, text_of(prize)))
        altering->expected_at = altering->sequence;
    return STATUS_OK;
}

/* What the audit says of the log with the change in it. */
static void audit_altered(const struct store_place *place, struct altering *altering, struct audit *audit)
{
    struct store_place other = place_make(place->postgres, "audit_altered");
    struct fault fault = {0};
    struct store *store = place_open(place);
    struct books books;
    books_open(&books, &other); /* which makes the tables for reports */
    books_close(&books);
    altering->altered = place_open(&other);
    if (store_read(store, text_of("house"), 1, STORE_SEQUENCE_MAX, write_anew, altering, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    assert_true(altering->done);
    store_close(store);
    store_close(altering->altered);
    books_audit(&other, audit);
    place_remove(&other);
}

/* Of the log with the change in it the audit says this, and nothing else. */
static void assert_only_finding(const struct store_place *place, struct altering *altering, const char *words,
                                struct audit *audit)
{
    audit_altered(place, altering, audit);
    if (!strstr(audit->findings[0].words, words))
        fail_msg("%s %s: %s", altering->kind, altering->new ? altering->new : "left out",
                 audit->findings[0].words);
    assert_int_equal(audit->finding_count, 1);
}

/* A royal flush of 1001, and four nines of somebody whom nobody knows until the cage has seen who it is: 1002. */
static struct store_place play_two_prizes(bool postgres)
{
    static const char *const lines[] = {
        "start-round C4-1 fees 1,2,3 by dana",
        "claim-hand C4-1 seat 3 offer bonus-hand by dana",
        "verify-hand 2 cards \"9s 9h 9d 9c 2s\" wager $5 by sam",
        "authorise 2 by sue",
        "identify 2 patron 1002 document licence born 1990-01-01 authorised-by sue by cy",
        "amend-patron 1002 name Robert authorised-by sue by fay",
        "pay 2 in check by cy",
        "end-round C4-1 by dana",
        "start-round C4-1 fees 1,2,3 by dana",
        "return-fees C4-1 reason misdeal authorised-by sam by sue",
        "clock 2026-11-02T13:10:00-08:00",
    };
    struct store_place place = place_make(postgres, "audit_decisions_test");
    struct books books;
    books_open(&books, &place);
    books_begin(&books);
    books_royal_flush(&books);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        books_do(&books, lines[i]);
    books_close(&books);
    assert_whole(&place);
    return place;
}

#define ANN "\"identification\":\"seen\""
#define ROBERT_IS(more, changes)                                                                             \
    "\"name\":\"Robert\",\"born\":\"1990-01-01\",\"identification\":\"seen\"" more                           \
    ",\"authorised-by\":\"sue\",\"changes\":[{\"what\":\"name\",\"was\":\"Bob\",\"now\":"                    \
    "\"Robert\"}" changes "]"
#define ROBERT ROBERT_IS("", "")
#define ROBERT_WORKS(how)                                                                                    \
    ROBERT_IS(",\"employee\":\"" how "\"", ",{\"what\":\"employee\",\"now\":\"" how "\"}")
#define RECORDED "others sit there, or something else is recorded of them"
#define BORN     "\"born\":\"1980-05-06\""
#define BONUS    "bay101/bonus-hand-progressive-v1-1"

/* I7: whoever the log is altered to pay, the document still says who may win. */
static void a_prize_of_somebody_who_may_not_win_is_found(void **state)
{
    static const struct {
        const char *kind, *old, *new, *expected;
        unsigned prize;
        const char *words; /* after its number */
    } altered[] = {
        {"awarded", "\"patron\":\"1001\"", "\"patron\":\"1003\"", "awarded", 1,
         " of 1003: the person is on the exclusion list ("},
        {"awarded", "\"patron\":\"1001\"", "\"patron\":\"1009\"", "awarded", 1,
         " of 1009: the patron is not registered (house#patron)"},
        {"prize-identified", "\"patron\":\"1002\"", "\"patron\":\"1003\"", "prize-identified", 2,
         " of 1003: the person is on the exclusion list ("},
        {"prize-identified", "\"patron\":\"1002\"", "\"patron\":\"1009\"", "prize-identified", 2,
         " of 1009: the patron is not registered (house#patron)"},
        {"prize-identified", "\"born\":\"1990-01-01\"", "\"born\":\"2005-11-03\"", "prize-identified", 2,
         " of 1002: the person is 20 years old, and must be at least 21 (" BONUS},
        {"patron-recorded", ROBERT, ROBERT_WORKS("on duty"), "prize-paid", 2,
         " of 1002: employees may win: off duty (" BONUS "#46)"},
    };
    const bool *postgres = *state;
    static struct audit audit;
    struct store_place place = play_two_prizes(*postgres);
    for (size_t i = 0; i < sizeof altered / sizeof altered[0]; i++) {
        struct altering altering = {.kind = altered[i].kind,
                                    .old = altered[i].old,
                                    .new = altered[i].new,
                                    .expected = altered[i].expected,
                                    .prize = altered[i].prize};
        char words[256];
        (void)snprintf(words, sizeof words, "event %s that cannot have happened here: prize %u%s",
                       altered[i].expected, altered[i].prize, altered[i].words);
        assert_only_finding(&place, &altering, words, &audit);
        assert_int_equal(audit.findings[0].sequence, altering.expected_at);
    }
    place_remove(&place);
}

/* An event in which one text stands in the place of another, and what is said of it. */
struct altered {
    const char *kind, *old, *new, *words;
};

static struct altering altering_of(const struct altered *altered)
{
    return (struct altering){
        .kind = altered->kind, .old = altered->old, .new = altered->new, .expected = altered->kind};
}

/* Each is found where it stands, and nothing else is. */
static void assert_each_is_found(bool postgres, const struct altered *altered, size_t count)
{
    static struct audit audit;
    struct store_place place = play_two_prizes(postgres);
    for (size_t i = 0; i < count; i++) {
        struct altering altering = altering_of(&altered[i]);
        assert_only_finding(&place, &altering, altered[i].words, &audit);
        assert_non_null(strstr(audit.findings[0].words, altered[i].kind));
        assert_int_equal(audit.findings[0].sequence, altering.altered_at);
    }
    place_remove(&place);
}

/* I6 and I13, in a log whose hashes are right. */
static void whoever_signs_without_the_right_to_and_money_without_a_clause_are_found(void **state)
{
    static const struct altered altered[] = {
        {"awarded", "\"verified-by\":\"sam\"", "\"verified-by\":\"mallory\"",
         "mallory has not verified the hand (house#two-persons)"},
        {"awarded", "\"authorised-by\":\"sue\"", "\"authorised-by\":\"dana\"",
         "dana has authorised what another brought (house#two-persons)"},
        {"awarded", "\"by\":\"sue\"", "\"by\":\"dana\"", "dana may not authorise here (house#permission)"},
        {"awarded", "\"authorised-by\":\"sue\"", "\"authorised-by\":\"sam\"", "not two persons"},
        {"hand-verified", "\"by\":\"sam\"", "\"by\":\"dana\"", "dana may not verify here (house#permission)"},
        {"prize-paid", "\"by\":\"cy\"", "\"by\":\"dana\"", "dana may not pay here (house#permission)"},
        {"appointed", "\"by\":\"olga\"", "\"by\":\"dana\"", "dana may not appoint here (house#permission)"},
        {"round-started", "\"by\":\"dana\"", "\"by\":\"mallory\"",
         "mallory may not start rounds here (house#permission)"},
        {"awarded", "\"award\",\"" BONUS "#29\"", "\"award\",\"\"", "a movement of money without a clause"},
    };
    const bool *postgres = *state;
    assert_each_is_found(*postgres, altered, sizeof altered / sizeof altered[0]);
}

/* I14: the books balance whatever is written there, and the documents still say how a fee is split and that it goes back. */
static void a_fee_that_is_split_otherwise_is_found(void **state)
{
    static const struct altered altered[] = {
        {"round-started", ",33,\"contribution\"", ",32,\"contribution\"",
         "a contribution of $0.33 to prize pool is missing, or not in its place (" BONUS "#91)"},
        {"round-started", ",267,\"contribution\"", ",266,\"contribution\"",
         "a contribution of $2.67 to reserve is missing, or not in its place (" BONUS "#92)"},
        {"round-started", ",267,\"contribution\",\"" BONUS "#92\"", ",267,\"contribution\",\"" BONUS "#91\"",
         "a contribution of $2.67 to reserve is missing"},
        {"round-started", ",300,\"fee\"", ",400,\"fee\"", "a fee of $3.00 to fee box is missing"},
        {"round-started", "\"fees\":[1,2,3]", "\"fees\":[1,2]", "a fee of $2.00 to fee box is missing"},
        {"round-started", ",\"fees\":[1,2,3]", "", "money moves that no document orders"},
        {"fees-returned", ",267,\"returned fee\"", ",266,\"returned fee\"",
         "a returned fee of $2.67 to fee box is missing, or not in its place (house#round)"},
    };
    const bool *postgres = *state;
    assert_each_is_found(*postgres, altered, sizeof altered / sizeof altered[0]);
}

/* I15, in a log whose hashes are right; without `new` the event is not there at all. */
static void what_the_house_would_not_have_decided_is_found(void **state)
{
    static const struct altered altered[] = {
        {"seeded", ",500000,\"seed\"", ",500001,\"seed\"",
         "a seed of $5,000.00 to prize pool is missing, or not in its place (" BONUS "#85)"},
        {"seeded", "#85\"", "#84\"", "a seed of $5,000.00 to prize pool is missing"},
        {"seeded", "", NULL, "event round-started that cannot have happened here"},
        {"hour-completed", "", NULL, "event clock that cannot have happened here: something was due before"},
        {"hour-completed", "T21:00", "T21:01", "its \"at\" is not what the house decides"},
        {"hour-completed", ",1000,1000]", ",1001,1001]", "its \"fees\" is not what the house decides"},
        {"appointed", "\"dealer\"", "\"wizard\"", "the house has no role \"wizard\" (house#permission)"},
        {"fees-returned", "T20:00:00", "T19:59:59", "the clock of the house does not show that time"},
        {"fees-returned", "T20:00:00", "T21:00:00", "something was due before, and has not happened"},
        {"seated", "\"seat\":2", "\"seat\":1", "seat 1 of C4-1 is taken (house#table)"},
        {"round-started", "\"round\":2", "\"round\":3", "it is not the next round of its table"},
        {"round-started", "[1,2,3],\"fees\"", "[1,2,3,4],\"fees\"", "a seat that is dealt in is empty"},
        {"round-started", "\"dealt\":[1,2", "\"dealt\":[2,1", "a whole number from 3 to 31 expected"},
        {"round-ended", "\"round\":1", "\"round\":2", "no round of that number runs"},
        {"hand-verified", "9s 9h 9d 9c 2s", "9s 9h 9d 8c 2s",
         "the hand wins nothing by the chart in force (" BONUS "#29)"},
        {"hand-verified", "#29\"", "#30\"", "its \"clause\" is not what the house decides"},
        {"hand-verified", "\"A3\"", "\"A1\"", "its \"row\" is not what the house decides"},
        {"awarded", "\"patron\":\"1001\"", "\"patron\":\"1002\"",
         "its \"prizes\" is not what the house decides"},
        {"awarded", ",29733,\"award\"", ",29732,\"award\"",
         "an award of $297.33 to held is missing, or not in its place (" BONUS "#29)"},
        {"prize-paid", "#50\"", "#51\"", "a payment of $5,000.22 to"},
        {"fees-returned", "\"round\":3", "\"round\":2", "it is not the round of its table"},
    };
    const bool *postgres = *state;
    static struct audit audit;
    struct store_place place = play_two_prizes(*postgres);
    for (size_t i = 0; i < sizeof altered / sizeof altered[0]; i++) {
        struct altering altering = altering_of(&altered[i]);
        assert_only_finding(&place, &altering, altered[i].words, &audit);
        if (altered[i].new)
            assert_int_equal(audit.findings[0].sequence, altering.altered_at);
    }
    place_remove(&place);
}

/* What the club records of somebody is told by the rounds that he plays: it is found at the first of them. */
static void somebody_who_could_not_have_won_is_found(void **state)
{
    static const struct {
        const char *old, *new, *words;
    } altered[] = {
        {BORN, "\"born\":\"2005-11-03\"", RECORDED},
        {BORN, "\"born\":\"2005-11-02\"", RECORDED},
        {ANN, ANN ",\"employee\":\"on duty\"", RECORDED},
        {ANN, ANN ",\"employee\":\"off duty\"", RECORDED},
        {ANN, ANN ",\"proposition-player\":true", RECORDED},
        {ANN, ANN ",\"excluded-as\":\"an uncle of the dealer\"", RECORDED},
        {ROBERT, ROBERT_WORKS("off duty"), RECORDED},
        {ANN, ANN ",\"excluded\":true", "1001 is on the exclusion list and may not play (house#exclusion)"},
    };
    const bool *postgres = *state;
    static struct audit audit;
    struct store_place place = play_two_prizes(*postgres);
    for (size_t i = 0; i < sizeof altered / sizeof altered[0]; i++) {
        struct altering altering = {
            .kind = "patron-recorded", .old = altered[i].old, .new = altered[i].new, .expected = "awarded"};
        assert_only_finding(&place, &altering, altered[i].words, &audit);
    }
    place_remove(&place);
}

/* The neighbours of those: the rows of the tables are not there, and nothing else is said. */
static void a_prize_of_somebody_who_just_may_win_is_none(void **state)
{
    static const struct altered altered[] = {
        {"prize-identified", "\"patron\":\"1002\"", "\"patron\":\"1001\"", NULL},
        {"prize-identified", "\"born\":\"1990-01-01\"", "\"born\":\"2005-11-02\"", NULL},
    };
    const bool *postgres = *state;
    static struct audit audit;
    struct store_place place = play_two_prizes(*postgres);
    for (size_t i = 0; i < sizeof altered / sizeof altered[0]; i++) {
        struct altering altering = altering_of(&altered[i]);
        audit_altered(&place, &altering, &audit);
        assert_int_equal(audit.events, altering.sequence);
        for (unsigned k = 0; k < audit.finding_count; k++)
            if (!strstr(audit.findings[k].words, " made is missing"))
                fail_msg("%s: %s", altered[i].new, audit.findings[k].words);
    }
    place_remove(&place);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(a_prize_of_somebody_who_may_not_win_is_found),
        cmocka_unit_test(a_prize_of_somebody_who_just_may_win_is_none),
        cmocka_unit_test(a_fee_that_is_split_otherwise_is_found),
        cmocka_unit_test(what_the_house_would_not_have_decided_is_found),
        cmocka_unit_test(somebody_who_could_not_have_won_is_found),
        cmocka_unit_test(whoever_signs_without_the_right_to_and_money_without_a_clause_are_found),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
