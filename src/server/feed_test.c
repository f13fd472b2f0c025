/* The live feed by itself: which messages a client gets, from where, and when it gets a reset. */
#include "server/feed.h"
#include "server/http_loop_test.h"

enum { BEGUN = 0xabc };

static struct feed *feed;
static unsigned published, topic_next;
static bool ticket_is_good;

static void handle(struct loop *loop, struct exchange *exchange)
{
    (void)loop;
    unsigned topics = text_equal(exchange->path, text_of("/signs")) ? FEED_SIGNS : FEED_SIGNS | FEED_EVENTS;
    feed_answer(feed, exchange, topics, text_of(topics == FEED_SIGNS ? "" : "ticket"),
                http_header(exchange, "Last-Event-ID"));
}

static void publish(struct loop *loop)
{
    char data[32];
    (void)loop;
    (void)snprintf(data, sizeof data, "{\"n\":%u}", ++published);
    feed_publish(feed, (enum feed_topic)topic_next, topic_next == FEED_SIGNS ? "meters" : "event", published,
                 text_of(data));
    feed_flush(feed);
}

static void publish_a_ring(struct loop *loop)
{
    for (unsigned i = 0; i < FEED_RING; i++)
        publish(loop);
}

static void lose(struct loop *loop)
{
    (void)loop;
    feed_lost(feed);
    feed_flush(feed);
}

static void live(struct loop *loop)
{
    (void)loop;
    feed_keep_alive(feed);
}

static bool is_good(void *context, struct text ticket)
{
    (void)context;
    assert_true(text_equal(ticket, text_of("ticket")));
    return ticket_is_good;
}

static void review(struct loop *loop)
{
    (void)loop;
    feed_review(feed, is_good, NULL);
}

static void begin_within(struct loop *loop, const struct http_options *options)
{
    struct fault fault;
    published = 0;
    assert_int_equal(feed_open(BEGUN, 7, &feed, &fault), STATUS_OK);
    *loop = (struct loop){.handle = handle};
    loop_begin(loop, *options);
}

static void begin(struct loop *loop)
{
    begin_within(loop, &(struct http_options){.spares_local = true});
}

static void end(struct loop *loop)
{
    loop_end(loop);
    feed_close(feed);
}

static void say(struct loop *loop, enum feed_topic topic)
{
    topic_next = topic;
    loop_do(loop, publish);
}

static void say_a_ring(struct loop *loop, enum feed_topic topic)
{
    topic_next = topic;
    loop_do(loop, publish_a_ring);
}

static void listen_from(struct client *client, const struct loop *loop, const char *path, const char *id,
                        struct told *told)
{
    client_open(client, http_port(loop->http));
    client_feed(client, path, id, told);
}

static void assert_told(struct client *client, const char *event, unsigned number)
{
    struct told told;
    char data[32];
    (void)snprintf(data, sizeof data, "{\"n\":%u}", number);
    assert_true(client_told(client, &told));
    assert_string_equal(told.event, event);
    assert_string_equal(told.data, data);
}

static const char *id_of(unsigned number)
{
    static char id[32];
    (void)snprintf(id, sizeof id, "%x-%u", BEGUN, number);
    return id;
}

static void each_gets_its_topics_in_order(void **state)
{
    (void)state;
    struct loop loop;
    struct client sign, staff;
    struct told told;
    begin(&loop);
    listen_from(&sign, &loop, "/signs", "", &told);
    assert_string_equal(told.id, id_of(0));
    listen_from(&staff, &loop, "/staff", "", &told);
    say(&loop, FEED_EVENTS);
    say(&loop, FEED_SIGNS);
    say(&loop, FEED_PATRONS);
    say(&loop, FEED_EVENTS);
    say(&loop, FEED_SIGNS);
    assert_told(&sign, "meters", 2);
    assert_told(&sign, "meters", 5);
    assert_told(&staff, "event", 1);
    assert_told(&staff, "meters", 2);
    assert_told(&staff, "event", 4);
    assert_told(&staff, "meters", 5);
    client_close(&sign);
    client_close(&staff);
    end(&loop);
}

static void who_comes_back_gets_what_was_missed_once(void **state)
{
    (void)state;
    struct loop loop;
    struct client client;
    struct told told;
    begin(&loop);
    for (unsigned i = 0; i < 6; i++)
        say(&loop, i % 2 ? FEED_SIGNS : FEED_EVENTS);
    for (unsigned had = 0; had <= 6; had++) {
        listen_from(&client, &loop, "/staff", id_of(had), &told);
        for (unsigned next = had + 1; next <= 6; next++)
            assert_told(&client, next % 2 ? "event" : "meters", next);
        say(&loop, FEED_PATRONS); /* a number that this client does not see */
        client_close(&client);
        published = 6 + had + 1;
    }
    end(&loop);
}

static void assert_reset(struct client *client, const struct loop *loop, const char *id, uint64_t sequence)
{
    struct told told;
    char data[40];
    listen_from(client, loop, "/signs", id, &told);
    (void)snprintf(data, sizeof data, "{\"sequence\":%llu}", (unsigned long long)sequence);
    client_told_of(client, "reset", &told);
    assert_string_equal(told.data, data);
    assert_string_equal(told.id, id_of(published));
    client_close(client);
}

static void an_id_of_another_run_or_none_of_ours_is_reset(void **state)
{
    (void)state;
    static const char *const ids[] = {
        "abd-0", "abc-2", "abc-01", "abc", "x", "-", "abc-99999999999999999999999999"};
    struct loop loop;
    struct client client;
    begin(&loop);
    say(&loop, FEED_SIGNS);
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
        assert_reset(&client, &loop, ids[i], 1);
    end(&loop);
}

/* The ring has room for FEED_RING: one more overwrites the first. A client that has read it misses nothing. */
static void what_is_gone_is_reset_at_one_message_and_not_before(void **state)
{
    (void)state;
    struct loop loop;
    struct client client;
    struct told told;
    begin(&loop);
    say_a_ring(&loop, FEED_SIGNS);
    listen_from(&client, &loop, "/signs", id_of(0), &told);
    assert_told(&client, "meters", 1);
    client_close(&client);
    say(&loop, FEED_SIGNS);
    listen_from(&client, &loop, "/signs", id_of(1), &told);
    for (unsigned i = 2; i <= FEED_RING + 1; i++)
        assert_told(&client, "meters", i);
    client_close(&client);
    assert_reset(&client, &loop, id_of(0), published);
    end(&loop);
}

static void many_events_do_not_reset_a_sign(void **state)
{
    (void)state;
    struct loop loop;
    struct client client, late;
    struct told told;
    begin(&loop);
    listen_from(&client, &loop, "/signs", "", &told);
    say_a_ring(&loop, FEED_EVENTS);
    say_a_ring(&loop, FEED_EVENTS);
    say(&loop, FEED_SIGNS);
    assert_told(&client, "meters", published);
    listen_from(&late, &loop, "/signs", id_of(0), &told);
    assert_told(&late, "meters", published);
    client_close(&client);
    client_close(&late);
    end(&loop);
}

static void a_message_that_was_lost_resets_everybody(void **state)
{
    (void)state;
    struct loop loop;
    struct client client, late;
    struct told told;
    begin(&loop);
    say(&loop, FEED_SIGNS);
    listen_from(&client, &loop, "/signs", "", &told);
    loop_do(&loop, lose);
    client_told_of(&client, "reset", &told);
    say(&loop, FEED_SIGNS);
    assert_told(&client, "meters", 2);
    assert_reset(&late, &loop, id_of(1), 2);
    listen_from(&late, &loop, "/signs", id_of(2), &told);
    say(&loop, FEED_SIGNS);
    assert_told(&late, "meters", 3);
    client_close(&client);
    client_close(&late);
    end(&loop);
}

static void a_sign_of_life_says_nothing(void **state)
{
    (void)state;
    struct loop loop;
    struct client client;
    struct told told;
    begin(&loop);
    listen_from(&client, &loop, "/signs", "", &told);
    loop_do(&loop, live);
    assert_true(client_told(&client, &told));
    assert_string_equal(told.event, "");
    assert_string_equal(told.data, "");
    client_close(&client);
    end(&loop);
}

static void a_ticket_that_is_good_no_more_ends_the_stream(void **state)
{
    (void)state;
    struct loop loop;
    struct client sign, staff;
    struct told told;
    begin(&loop);
    listen_from(&sign, &loop, "/signs", "", &told);
    listen_from(&staff, &loop, "/staff", "", &told);
    ticket_is_good = true;
    loop_do(&loop, review);
    say(&loop, FEED_EVENTS);
    assert_told(&staff, "event", 1);
    ticket_is_good = false;
    loop_do(&loop, review);
    say(&loop, FEED_SIGNS);
    assert_false(client_told(&staff, &told));
    assert_told(&sign, "meters", 2);
    client_close(&sign);
    client_close(&staff);
    end(&loop);
}

/* The client does not read while the rings wrap around; then it gets everything that was sent, or the stream ends and
 * reconnecting gives a reset. */
static void who_reads_too_slowly_is_told_so(void **state)
{
    (void)state;
    struct loop loop;
    struct client client;
    struct told told;
    begin(&loop);
    listen_from(&client, &loop, "/signs", "", &told);
    unsigned last = 0;
    for (unsigned i = 0; i < 30; i++)
        say_a_ring(&loop, FEED_SIGNS);
    bool reset = false;
    say(&loop, FEED_SIGNS);
    while (last < published && !reset && client_told(&client, &told)) {
        reset = strcmp(told.event, "reset") == 0;
        unsigned number = reset ? 0 : (unsigned)strtoul(told.data + strlen("{\"n\":"), NULL, 10);
        if (!reset)
            assert_int_equal(number, last + 1);
        last = reset ? last : number;
    }
    client_close(&client);
    assert_true(reset || last > 0);
    end(&loop);
}

static void a_feed_has_all_the_time_there_is(void **state)
{
    (void)state;
    struct loop loop;
    struct client client, silent;
    struct told told;
    begin_within(&loop, &(struct http_options){.request_ms = 1000, .answer_ms = 1000});
    listen_from(&client, &loop, "/signs", "", &told);
    for (unsigned i = 0; i < 2; i++) { /* when somebody else is cut, the time of before is over */
        client_open(&silent, http_port(loop.http));
        assert_false(client_head(&silent));
        client_close(&silent);
    }
    say(&loop, FEED_SIGNS);
    assert_told(&client, "meters", 1);
    client_close(&client);
    end(&loop);
    assert_int_equal(loop.cut, 2);
}

static void the_end_is_the_last_chunk(void **state)
{
    (void)state;
    struct loop loop;
    struct client clients[3];
    struct told told;
    begin(&loop);
    for (unsigned i = 0; i < 3; i++)
        listen_from(&clients[i], &loop, i ? "/signs" : "/staff", "", &told);
    say(&loop, FEED_SIGNS);
    end(&loop);
    for (unsigned i = 0; i < 3; i++) {
        assert_told(&clients[i], "meters", 1);
        assert_false(client_told(&clients[i], &told));
        assert_int_equal(strncmp(clients[i].bytes, "0\r\n\r\n", 5), 0);
        client_close(&clients[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_gets_its_topics_in_order),
        cmocka_unit_test(who_comes_back_gets_what_was_missed_once),
        cmocka_unit_test(an_id_of_another_run_or_none_of_ours_is_reset),
        cmocka_unit_test(what_is_gone_is_reset_at_one_message_and_not_before),
        cmocka_unit_test(many_events_do_not_reset_a_sign),
        cmocka_unit_test(a_message_that_was_lost_resets_everybody),
        cmocka_unit_test(a_sign_of_life_says_nothing),
        cmocka_unit_test(a_ticket_that_is_good_no_more_ends_the_stream),
        cmocka_unit_test(who_reads_too_slowly_is_told_so),
        cmocka_unit_test(a_feed_has_all_the_time_there_is),
        cmocka_unit_test(the_end_is_the_last_chunk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
