/*
 * For tests of this room: an HTTP loop in its own thread, and a bell to run something in it.
 */
#ifndef SERVER_HTTP_LOOP_TEST_H
#define SERVER_HTTP_LOOP_TEST_H

#include "base/check.h"
#include "server/http.h"
#include "server/http_client_test.h"

#include <pthread.h>

struct loop {
    struct http *http;
    pthread_t thread;
    void (*handle)(struct loop *loop, struct exchange *exchange);
    void *context;

    pthread_mutex_t lock;
    pthread_cond_t finished;
    void (*work)(struct loop *loop); /* to be done in the loop's thread; NULL when it is */
    unsigned dropped, noted_limited, noted_failed;
    unsigned cut; /* how many were too slow; when it has ended */
};

static inline void loop_handle(void *context, struct exchange *exchange)
{
    struct loop *loop = context;
    loop->handle(loop, exchange);
}

static inline void loop_dropped(void *context, struct exchange *exchange)
{
    struct loop *loop = context;
    (void)exchange;
    loop->dropped++;
}

static inline void loop_noted(void *context, const struct exchange *exchange, unsigned code)
{
    struct loop *loop = context;
    (void)exchange;
    loop->noted_limited += code == 429;
    loop->noted_failed += code >= 500;
}

static inline void loop_wake(void *context)
{
    struct loop *loop = context;
    (void)pthread_mutex_lock(&loop->lock);
    if (loop->work)
        loop->work(loop);
    loop->work = NULL;
    (void)pthread_cond_broadcast(&loop->finished);
    (void)pthread_mutex_unlock(&loop->lock);
}

static inline unsigned loop_tick(void *context)
{
    (void)context;
    return 1000;
}

static inline void *loop_run(void *http)
{
    http_run(http);
    return NULL;
}

/* Has it done in the loop's thread, and waits. */
static inline void loop_do(struct loop *loop, void (*work)(struct loop *loop))
{
    (void)pthread_mutex_lock(&loop->lock);
    loop->work = work;
    http_ring(loop->http);
    while (loop->work)
        (void)pthread_cond_wait(&loop->finished, &loop->lock);
    (void)pthread_mutex_unlock(&loop->lock);
}

/* `loop->handle` and `context` are set. */
static inline void loop_begin(struct loop *loop, struct http_options options)
{
    struct fault fault;
    options.handle = loop_handle;
    options.dropped = loop_dropped;
    options.noted = loop_noted;
    options.wake = loop_wake;
    options.tick = loop_tick;
    options.context = loop;
    options.address = options.address ? options.address : "127.0.0.1";
    options.connections_max = 64;
    options.idle_seconds = options.idle_seconds ? options.idle_seconds : 30;
    (void)pthread_mutex_init(&loop->lock, NULL);
    (void)pthread_cond_init(&loop->finished, NULL);
    if (http_open(&options, &loop->http, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    assert_int_equal(pthread_create(&loop->thread, NULL, loop_run, loop->http), 0);
}

static inline void loop_stop(struct loop *loop)
{
    http_stop(loop->http);
    assert_int_equal(pthread_join(loop->thread, NULL), 0);
}

static inline void loop_end(struct loop *loop)
{
    loop_stop(loop);
    loop->cut = (unsigned)http_figures(loop->http)->cut;
    http_close(loop->http);
    (void)pthread_cond_destroy(&loop->finished);
    (void)pthread_mutex_destroy(&loop->lock);
}

#endif
