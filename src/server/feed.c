#include "server/feed.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

enum { ID_SIZE = 48, ROOM_BESIDE = 128, ASIDE_MAX = 256 };

struct message {
    char *bytes; /* as sent */
    size_t size;
    uint64_t number;
};

/* The last messages of a topic; the i-th of them all is in slots[i % FEED_RING]. */
struct ring {
    struct message slots[FEED_RING];
    uint64_t count;
    uint64_t gone; /* number of the last overwritten message */
};

struct client {
    struct feed *feed;
    struct http_stream *stream;
    unsigned topics;
    uint64_t at[FEED_TOPICS]; /* the next message to read of each ring */
    size_t offset;            /* of the ring with the smallest number */
    bool reset, greeted, alive, ends;
    char ticket[FEED_TICKET_SIZE];
    struct client *following, **before;
};

struct feed {
    struct ring rings[FEED_TOPICS];
    uint64_t begun; /* start time; part of the ids, which tells those of another run apart */
    uint64_t count; /* messages so far: the number of the last */
    uint64_t lost;  /* `count` when a message was lost; a client at or below it has missed it */
    bool has_lost;
    uint64_t sequence;  /* of the last event */
    unsigned published; /* topics, since the last flush */
    /* Separate for signs, because there are many of them and many events. */
    struct client *sign_clients, *staff_clients;
};

enum status feed_open(uint64_t begun, uint64_t sequence, struct feed **feed, struct fault *fault)
{
    *feed = calloc(1, sizeof **feed);
    if (!*feed)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the feed");
    (*feed)->begun = begun;
    (*feed)->sequence = sequence;
    return STATUS_OK;
}

void feed_close(struct feed *feed)
{
    if (!feed)
        return;
    CHECK(!feed->sign_clients && !feed->staff_clients);
    for (unsigned topic = 0; topic < FEED_TOPICS; topic++)
        for (unsigned i = 0; i < FEED_RING; i++)
            free(feed->rings[topic].slots[i].bytes);
    free(feed);
}

static uint64_t oldest(const struct ring *ring)
{
    return ring->count > FEED_RING ? ring->count - FEED_RING : 0;
}

static const struct message *message_at(const struct ring *ring, uint64_t index)
{
    return &ring->slots[index % FEED_RING];
}

static void write_id(struct text_out *out, const struct feed *feed, uint64_t number)
{
    text_out_add(out, "%llx-%llu", (unsigned long long)feed->begun, (unsigned long long)number);
}

/* ------------------------------------------------------------------------------------------ places */

static void place_at_end(struct client *client)
{
    for (unsigned topic = 0; topic < FEED_TOPICS; topic++)
        client->at[topic] = client->feed->rings[topic].count;
}

/* Positions the client after a message; false if a later message is no longer kept. */
static bool place_behind(struct client *client, uint64_t number)
{
    const struct feed *feed = client->feed;
    if (feed->has_lost && number <= feed->lost)
        return false;
    for (unsigned topic = 0; topic < FEED_TOPICS; topic++) {
        const struct ring *ring = &feed->rings[topic];
        if ((client->topics >> topic & 1) == 0)
            continue;
        if (number < ring->gone)
            return false;
        uint64_t low = oldest(ring), high = ring->count;
        while (low < high) {
            uint64_t middle = low + (high - low) / 2;
            if (message_at(ring, middle)->number <= number)
                low = middle + 1;
            else
                high = middle;
        }
        client->at[topic] = low;
    }
    return true;
}

/* The number in an id of this run; false if it is not one. */
static bool read_id(const struct feed *feed, struct text id, uint64_t *number)
{
    char same[ID_SIZE];
    struct text_out out;
    *number = 0;
    for (size_t i = 0; i < id.length; i++)
        if (id.bytes[i] == '-')
            *number = 0;
        else if (id.bytes[i] >= '0' && id.bytes[i] <= '9')
            *number = *number * 10 + (uint64_t)(id.bytes[i] - '0');
    text_out_init(&out, same, sizeof same);
    write_id(&out, feed, *number);
    return *number <= feed->count && text_equal(text_out_text(&out), id);
}

/* The topic of the client's next message; FEED_TOPICS if there is none. */
static unsigned next_topic(const struct client *client)
{
    unsigned found = FEED_TOPICS;
    uint64_t least = UINT64_MAX;
    for (unsigned topic = 0; topic < FEED_TOPICS; topic++) {
        const struct ring *ring = &client->feed->rings[topic];
        if ((client->topics >> topic & 1) == 0 || client->at[topic] == ring->count)
            continue;
        uint64_t number = message_at(ring, client->at[topic])->number;
        if (number < least) {
            least = number;
            found = topic;
        }
    }
    return found;
}

static bool is_behind(const struct client *client)
{
    for (unsigned topic = 0; topic < FEED_TOPICS; topic++)
        if (client->topics >> topic & 1 && client->at[topic] < oldest(&client->feed->rings[topic]))
            return true;
    return false;
}

/* ------------------------------------------------------------------------------------------ clients */

/*
 * Blocks that are not messages: a greeting that sets the reconnect time of a browser, a keep-alive, a reset. Greeting and
 * reset have an id, so that a client that reconnects before the first message, or after a reset, gets what came since.
 */
static size_t read_aside(struct client *client, char *buffer)
{
    const struct feed *feed = client->feed;
    struct text_out out;
    text_out_init(&out, buffer, ASIDE_MAX);
    if (!client->greeted) {
        text_out_add(&out, "retry: 1000\n");
        if (!client->reset && next_topic(client) == FEED_TOPICS) {
            text_out_add(&out, "id: ");
            write_id(&out, feed, feed->count);
            text_out_add(&out, "\n");
        }
        text_out_add(&out, "\n");
    } else if (client->alive) {
        text_out_add(&out, ":\n\n");
    }
    client->greeted = true;
    client->alive = false;
    if (client->reset) {
        text_out_add(&out, "event: reset\nid: ");
        write_id(&out, feed, feed->count);
        text_out_add(&out, "\ndata: {\"sequence\":%llu}\n\n", (unsigned long long)feed->sequence);
        place_at_end(client); /* the state that the client loads now includes it */
        client->reset = false;
    }
    CHECK(!out.truncated);
    return out.length;
}

static size_t client_read(void *context, char *buffer, size_t size)
{
    struct client *client = context;
    size_t count = 0;
    if (client->ends)
        return HTTP_STREAM_ENDS;
    if (is_behind(client)) {
        if (client->offset > 0)
            return HTTP_STREAM_ENDS; /* the rest of a message is no longer kept; the client reconnects and gets a reset */
        client->reset = true;
    }
    if (client->offset == 0 && size >= ASIDE_MAX)
        count = read_aside(client, buffer);
    else if (client->offset == 0 && client->reset)
        return HTTP_STREAM_ENDS; /* it can never fit */
    for (unsigned topic; count < size && (!client->reset || client->offset > 0) &&
                         (topic = next_topic(client)) < FEED_TOPICS;) {
        const struct message *message = message_at(&client->feed->rings[topic], client->at[topic]);
        size_t part = message->size - client->offset;
        if (part > size - count)
            part = size - count;
        memcpy(buffer + count, message->bytes + client->offset, part);
        count += part;
        client->offset += part;
        if (client->offset == message->size) {
            client->at[topic]++;
            client->offset = 0;
        }
    }
    return count;
}

static void client_closed(void *context)
{
    struct client *client = context;
    *client->before = client->following;
    if (client->following)
        client->following->before = client->before;
    free(client);
}

static void join(struct client *client)
{
    struct feed *feed = client->feed;
    struct client **list = client->topics == FEED_SIGNS ? &feed->sign_clients : &feed->staff_clients;
    client->following = *list;
    client->before = list;
    if (client->following)
        client->following->before = &client->following;
    *list = client;
}

void feed_answer(struct feed *feed, struct exchange *exchange, unsigned topics, struct text ticket,
                 struct text last)
{
    struct client *client = calloc(1, sizeof *client);
    if (client) {
        uint64_t number;
        struct text_out out;
        *client = (struct client){.feed = feed, .topics = topics};
        text_out_init(&out, client->ticket, sizeof client->ticket);
        text_out_add_text(&out, ticket);
        place_at_end(client);
        client->reset = last.length > 0 && !(read_id(feed, last, &number) && place_behind(client, number));
        client->stream = http_stream(exchange, "text/event-stream",
                                     &(struct http_stream_reader){client_read, client_closed, client});
    }
    if (!client || !client->stream) {
        free(client);
        http_answer(exchange, &(struct http_answer){.code = 503, .bytes = text_of(""), .bytes_last = true});
        return;
    }
    join(client);
}

/* ------------------------------------------------------------------------------------------ publishing */

static unsigned topic_number(enum feed_topic topic)
{
    return topic == FEED_SIGNS ? 0 : topic == FEED_EVENTS ? 1 : 2;
}

static void keep(struct ring *ring, const struct message *message)
{
    struct message *slot = &ring->slots[ring->count % FEED_RING];
    if (slot->bytes)
        ring->gone = slot->number;
    free(slot->bytes);
    *slot = *message;
    ring->count++;
}

void feed_publish(struct feed *feed, enum feed_topic topic, const char *name, uint64_t sequence,
                  struct text data)
{
    size_t room = data.length + strlen(name) + ROOM_BESIDE;
    char *bytes = malloc(room);
    feed->sequence = sequence;
    if (!bytes) {
        feed_lost(feed);
        return;
    }
    struct text_out out;
    text_out_init(&out, bytes, room);
    text_out_add(&out, "event: %s\nid: ", name);
    write_id(&out, feed, feed->count + 1);
    text_out_add(&out, "\ndata: ");
    text_out_add_text(&out, data);
    text_out_add(&out, "\n\n");
    CHECK(!out.truncated);
    feed->count++;
    feed->published |= topic;
    keep(&feed->rings[topic_number(topic)], &(struct message){bytes, out.length, feed->count});
}

void feed_lost(struct feed *feed)
{
    struct client *lists[] = {feed->sign_clients, feed->staff_clients};
    feed->has_lost = true;
    feed->lost = feed->count;
    feed->published |= FEED_SIGNS | FEED_EVENTS;
    for (unsigned i = 0; i < 2; i++)
        for (struct client *client = lists[i]; client; client = client->following)
            client->reset = true;
}

void feed_flush(struct feed *feed)
{
    if (feed->published & FEED_SIGNS)
        for (struct client *client = feed->sign_clients; client; client = client->following)
            http_stream_wake(client->stream);
    if (feed->published)
        for (struct client *client = feed->staff_clients; client; client = client->following)
            http_stream_wake(client->stream);
    feed->published = 0;
}

void feed_keep_alive(struct feed *feed)
{
    struct client *lists[] = {feed->sign_clients, feed->staff_clients};
    for (unsigned i = 0; i < 2; i++)
        for (struct client *client = lists[i]; client; client = client->following) {
            client->alive = true;
            http_stream_wake(client->stream);
        }
}

void feed_review(struct feed *feed, bool (*is_good)(void *context, struct text ticket), void *context)
{
    for (struct client *client = feed->staff_clients; client; client = client->following) {
        if (client->ticket[0] == '\0' || client->ends || is_good(context, text_of(client->ticket)))
            continue;
        client->ends = true;
        http_stream_wake(client->stream);
    }
}
