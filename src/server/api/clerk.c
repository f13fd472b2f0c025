#include "server/api/clerk.h"

#include "base/check.h"

#include <pthread.h>
#include <stdlib.h>

struct clerk {
    pthread_t thread;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t work;
    struct clerk_task *first, **last;
    unsigned count, tasks_max;
    bool stopping;
};

static void *work(void *argument)
{
    struct clerk *clerk = argument;
    (void)pthread_mutex_lock(&clerk->lock);
    for (;;) {
        while (!clerk->first && !clerk->stopping)
            (void)pthread_cond_wait(&clerk->work, &clerk->lock);
        struct clerk_task *task = clerk->first;
        if (!task)
            break;
        clerk->first = task->next;
        if (!clerk->first)
            clerk->last = &clerk->first;
        (void)pthread_mutex_unlock(&clerk->lock);
        task->work(task);
        task->done(task);
        (void)pthread_mutex_lock(&clerk->lock);
        clerk->count--;
    }
    (void)pthread_mutex_unlock(&clerk->lock);
    return NULL;
}

enum status clerk_open(unsigned tasks_max, struct clerk **opened, struct fault *fault)
{
    struct clerk *clerk = calloc(1, sizeof *clerk);
    if (!clerk)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for a clerk");
    clerk->tasks_max = tasks_max;
    clerk->last = &clerk->first;
    (void)pthread_mutex_init(&clerk->lock, NULL);
    (void)pthread_cond_init(&clerk->work, NULL);
    if (pthread_create(&clerk->thread, NULL, work, clerk) != 0) {
        free(clerk);
        return fault_set(fault, STATUS_NO_MEMORY, 0, "the system cannot start a thread for a clerk");
    }
    *opened = clerk;
    return STATUS_OK;
}

void clerk_close(struct clerk *clerk)
{
    if (!clerk)
        return;
    (void)pthread_mutex_lock(&clerk->lock);
    clerk->stopping = true;
    (void)pthread_cond_signal(&clerk->work);
    (void)pthread_mutex_unlock(&clerk->lock);
    CHECK(pthread_join(clerk->thread, NULL) == 0);
    (void)pthread_cond_destroy(&clerk->work);
    (void)pthread_mutex_destroy(&clerk->lock);
    free(clerk);
}

bool clerk_ask(struct clerk *clerk, struct clerk_task *task)
{
    (void)pthread_mutex_lock(&clerk->lock);
    bool taken = clerk->count < clerk->tasks_max && !clerk->stopping;
    if (taken) {
        task->next = NULL;
        *clerk->last = task;
        clerk->last = &task->next;
        clerk->count++;
        (void)pthread_cond_signal(&clerk->work);
    }
    (void)pthread_mutex_unlock(&clerk->lock);
    return taken;
}
