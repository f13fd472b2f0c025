#include "store/brief.h"

#include "base/check.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    SLICE_NS = 100 * 1000, /* the shortest slice that Linux grants */
    REST_NS =
        100 *
        1000, /* longer than a commit computes with cold caches; otherwise the thread also waits at its end */
    LONG_NS = BRIEF_LONG_US * 1000
};

void brief_thread(void)
{
    /* struct sched_attr of the kernel, which the C library does not declare. */
    struct {
        uint32_t size, policy;
        uint64_t flags;
        int32_t nice;
        uint32_t priority;
        uint64_t runtime_ns, deadline_ns, period_ns;
    } attributes = {.size = sizeof attributes,
                    .flags = 0x08, /* keep the policy: the thread may have a better one */
                    .nice = getpriority(PRIO_PROCESS, 0),
                    .runtime_ns = SLICE_NS};
    _Static_assert(sizeof attributes == 48, "the first form of struct sched_attr");
    (void)syscall(SYS_sched_setattr, 0, &attributes, 0);
}

static uint64_t now_ns(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* How long the calling thread has been ready to run without a core, in total: the second number of its schedstat. 0 if the
 * system keeps none. */
static uint64_t queued_ns(void)
{
    char account[96];
    int file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    ssize_t length = read(file, account, sizeof account - 1);
    close(file);
    account[length > 0 ? length : 0] = '\0';
    char *rest;
    (void)strtoull(account, &rest, 10);
    return strtoull(rest, NULL, 10);
}

/* Linux adds 50 us of slack to a sleep unless the thread asks for an exact one. */
static void take_rest(void)
{
    int slack = prctl(PR_GET_TIMERSLACK);
    (void)prctl(PR_SET_TIMERSLACK, 1);
    (void)nanosleep(&(struct timespec){0, REST_NS}, NULL);
    if (slack > 0)
        (void)prctl(PR_SET_TIMERSLACK, slack);
}

struct brief_wait brief_wait_begin(const struct brief_pace *pace)
{
    CHECK_OP(pace->rests, <=, BRIEF_RESTS);
    if (pace->rests > 0)
        take_rest();
    uint64_t now = now_ns();
    return (struct brief_wait){.began_ns = now,
                               .queued_ns = pace->doubtful ? queued_ns() : 0,
                               .follows = pace->rests == 0 && now - pace->ended_ns < LONG_NS};
}

void brief_wait_end(struct brief_pace *pace, struct brief_wait wait)
{
    uint64_t now = now_ns(), took_ns = now - wait.began_ns;
    CHECK_OP(now, >=, wait.began_ns);
    uint64_t waited_ns = pace->doubtful ? queued_ns() - wait.queued_ns : 0;
    brief_learn(pace, took_ns / 1000, waited_ns / 1000);
    pace->ended_ns = took_ns < LONG_NS ? now : 0;
}

void brief_learn(struct brief_pace *pace, uint64_t took_us, uint64_t queued_us)
{
    if (pace->rests > 0)
        pace->rests--;
    else if (pace->doubtful && queued_us >= BRIEF_LONG_US)
        pace->rests = BRIEF_RESTS;
    pace->doubtful = pace->rests == 0 && took_us >= BRIEF_LONG_US;
}
