#include "server/feed.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

enum { RING = 1 << 13, ID_SIZE = 48, ROOM_BESIDE = 128 };

struct message {
    char *bytes; /* as sent */
    size_t size;
    enum feed_topic topic;
};

struct client {
    struct feed *feed;
    struct http_stream *stream;
    unsigned topics;
    uint64_t next;              /* number of the message that it reads, or that will come */
    size_t offset;              /* in it */
    bool reset, greeted, alive; /* what it gets before that */
    struct client *following, **before;
};

struct feed {
    struct message ring[RING];
    uint64_t begun;    /* when; part of the ids, so that those of another run are known as such */
    uint64_t count;    /* messages so far; number n is in ring[n % RING] */
    uint64_t sequence; /* of the last */
    struct client *clients;
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
    CHECK(!feed->clients);
    for (unsigned i = 0; i < RING; i++)
        free(feed->ring[i].bytes);
    free(feed);
}

static uint64_t oldest(const struct feed *feed)
{
    return feed->count > RING ? feed->count - RING : 0;
}

static void write_id(struct text_out *out, const struct feed *feed, uint64_t number)
{
    text_out_add(out, "%llx-%llu", (unsigned long long)feed->begun, (unsigned long long)number);
}

/* ------------------------------------------------------------------------------------------ clients */

static size_t put(char *buffer, size_t size, const char *bytes)
{
    size_t length = strlen(bytes);
    CHECK_OP(length, <=, size);
    memcpy(buffer, bytes, length);
    return length;
}

/* What is not a message: a greeting that sets the time after which a browser tries again, a sign of life, a reset. */
static size_t read_aside(struct client *client, char *buffer, size_t size)
{
    size_t count = 0;
    if (!client->greeted)
        count += put(buffer, size, "retry: 1000\n\n");
    else if (client->alive)
        count += put(buffer, size, ":\n\n");
    client->greeted = true;
    client->alive = false;
    if (client->reset) {
        struct text_out out;
        char words[128];
        text_out_init(&out, words, sizeof words);
        text_out_add(&out, "event: reset\ndata: {\"sequence\":%llu}\n\n",
                     (unsigned long long)client->feed->sequence);
        count += put(buffer + count, size - count, words);
        client->reset = false;
    }
    return count;
}

static size_t client_read(void *context, char *buffer, size_t size)
{
    enum { ASIDE_MAX = 256 };
    struct client *client = context;
    struct feed *feed = client->feed;
    size_t count = 0;
    if (client->next < oldest(feed)) {
        if (client->offset > 0)
            return HTTP_STREAM_ENDS; /* the rest of a message is gone; the client comes back and is told */
        client->next = feed->count;
        client->reset = true;
    }
    if (client->offset == 0 && size >= ASIDE_MAX)
        count = read_aside(client, buffer, size);
    while (client->next < feed->count && count < size) {
        const struct message *message = &feed->ring[client->next % RING];
        size_t part = message->size - client->offset;
        if ((message->topic & client->topics) == 0)
            part = 0;
        if (part > size - count)
            part = size - count;
        if (part > 0)
            memcpy(buffer + count, message->bytes + client->offset, part);
        count += part;
        client->offset += part;
        if (client->offset == message->size || (message->topic & client->topics) == 0) {
            client->next++;
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

/* Behind the message that the client had last; if it is not known, or too long ago, a reset says that some are missing. */
static void set_place(struct client *client, struct text last)
{
    const struct feed *feed = client->feed;
    char id[ID_SIZE];
    struct text_out out;
    uint64_t first = oldest(feed);
    client->next = feed->count;
    if (last.length == 0)
        return;
    client->reset = true;
    uint64_t number = 0;
    for (size_t i = 0; i < last.length; i++)
        if (last.bytes[i] == '-')
            number = 0;
        else if (last.bytes[i] >= '0' && last.bytes[i] <= '9')
            number = number * 10 + (uint64_t)(last.bytes[i] - '0');
    text_out_init(&out, id, sizeof id);
    write_id(&out, feed, number);
    if (number < first || number >= feed->count || !text_equal(text_out_text(&out), last))
        return; /* of another run, too old, or no id of ours at all */
    client->next = number + 1;
    client->reset = false;
}

void feed_answer(struct feed *feed, struct exchange *exchange, unsigned topics, struct text last)
{
    struct client *client = calloc(1, sizeof *client);
    if (client) {
        *client = (struct client){.feed = feed, .topics = topics};
        set_place(client, last);
        client->stream = http_stream(exchange, "text/event-stream",
                                     &(struct http_stream_reader){client_read, client_closed, client});
    }
    if (!client || !client->stream) {
        free(client);
        http_answer(exchange, &(struct http_answer){.code = 503, .bytes = text_of(""), .bytes_last = true});
        return;
    }
    client->following = feed->clients;
    client->before = &feed->clients;
    if (client->following)
        client->following->before = &client->following;
    feed->clients = client;
}

/* ------------------------------------------------------------------------------------------ publishing */

void feed_publish(struct feed *feed, enum feed_topic topic, const char *name, uint64_t sequence,
                  struct text data)
{
    struct message *message = &feed->ring[feed->count % RING];
    size_t room = data.length + strlen(name) + ROOM_BESIDE;
    char *bytes = malloc(room);
    feed->sequence = sequence;
    if (bytes) {
        struct text_out out;
        text_out_init(&out, bytes, room);
        text_out_add(&out, "event: %s\nid: ", name);
        write_id(&out, feed, feed->count);
        text_out_add(&out, "\ndata: ");
        text_out_add_text(&out, data);
        text_out_add(&out, "\n\n");
        CHECK(!out.truncated);
        free(message->bytes);
        *message = (struct message){bytes, text_out_text(&out).length, topic};
        feed->count++;
    }
    for (struct client *client = feed->clients; client; client = client->following) {
        client->reset |= !bytes;
        if (topic & client->topics || !bytes)
            http_stream_wake(client->stream);
    }
}

void feed_keep_alive(struct feed *feed)
{
    for (struct client *client = feed->clients; client; client = client->following) {
        client->alive = true;
        http_stream_wake(client->stream);
    }
}
