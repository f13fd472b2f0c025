#include "cli/mutate_workers.h"

#include "base/check.h"

#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LOOK_MS = 1000, MEMORY_KEPT = 256 << 20 };
#define NO_TRIAL UINT32_MAX

struct worker {
    pid_t process; /* 0: there is none */
    int socket;
    uint32_t trial; /* that it has; NO_TRIAL if it has none */
};

struct answer {
    uint32_t trial;
    struct trial_verdict verdict;
};

struct team {
    struct mutate_work *work;
    struct worker workers[MUTATE_WORKERS_MAX];
    unsigned running;
    uint32_t next, done;
};

_Noreturn static void serve(const struct mutate_work *work, int socket)
{
    static struct answer answer;
    (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
    /* A case takes some megabytes and gives them back: they are kept for the next one. */
    (void)mallopt(M_MMAP_THRESHOLD, MEMORY_KEPT);
    (void)mallopt(M_TRIM_THRESHOLD, MEMORY_KEPT);
    while (recv(socket, &answer.trial, sizeof answer.trial, 0) == (ssize_t)sizeof answer.trial) {
        alarm(MUTATE_SECONDS_MAX); /* its signal ends the process */
        work->judge(work->context, answer.trial, &answer.verdict);
        alarm(0);
        if (send(socket, &answer, sizeof answer, MSG_NOSIGNAL) != (ssize_t)sizeof answer)
            break;
    }
    _exit(0);
}

static enum status start(struct team *team, struct worker *worker, struct fault *fault)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) != 0)
        return fault_set(fault, STATUS_IO, 0, "there is no socket to another process");
    pid_t process = fork();
    if (process == 0) {
        close(pair[0]);
        for (unsigned i = 0; i < MUTATE_WORKERS_MAX; i++)
            if (team->workers[i].process > 0)
                close(team->workers[i].socket);
        serve(team->work, pair[1]);
    }
    close(pair[1]);
    if (process < 0) {
        close(pair[0]);
        return fault_set(fault, STATUS_IO, 0, "there is no further process to be had");
    }
    *worker = (struct worker){process, pair[0], NO_TRIAL};
    team->running++;
    return STATUS_OK;
}

static void stop(struct team *team, struct worker *worker)
{
    close(worker->socket);
    while (waitpid(worker->process, NULL, 0) < 0) {
    }
    *worker = (struct worker){.trial = NO_TRIAL};
    team->running--;
}

/* The next trial, or the end. */
static void hand_out(struct team *team, struct worker *worker)
{
    if (team->next == team->work->count) {
        stop(team, worker);
        return;
    }
    worker->trial = team->next++;
    /* A worker that has ended is detected at its end of the socket. */
    (void)send(worker->socket, &worker->trial, sizeof worker->trial, MSG_NOSIGNAL);
}

static enum status hear(struct team *team, struct worker *worker, struct fault *fault)
{
    static struct answer answer;
    struct mutate_work *work = team->work;
    ssize_t size = recv(worker->socket, &answer, sizeof answer, 0);
    uint32_t trial = worker->trial;
    CHECK_OP(trial, <, work->count);
    team->done++;
    if (size == (ssize_t)sizeof answer && answer.trial == trial) {
        work->verdicts[trial] = answer.verdict;
        hand_out(team, worker);
        return STATUS_OK;
    }
    work->broken[trial] = true;
    work->verdicts[trial] =
        (struct trial_verdict){.result = TRIAL_KILLED_BY_CASE, .words = "the program stopped"};
    stop(team, worker);
    if (team->next == work->count)
        return STATUS_OK;
    enum status status = start(team, worker, fault);
    if (status == STATUS_OK)
        hand_out(team, worker);
    return status;
}

enum status mutate_work(struct mutate_work *work, struct fault *fault)
{
    static struct team team;
    enum status status = STATUS_OK;
    team = (struct team){.work = work};
    for (unsigned i = 0; i < work->workers && i < work->count && status == STATUS_OK; i++) {
        status = start(&team, &team.workers[i], fault);
        if (status == STATUS_OK)
            hand_out(&team, &team.workers[i]);
    }
    while (team.running > 0 && status == STATUS_OK) {
        struct pollfd waiting[MUTATE_WORKERS_MAX];
        unsigned of[MUTATE_WORKERS_MAX], count = 0;
        for (unsigned i = 0; i < MUTATE_WORKERS_MAX; i++)
            if (team.workers[i].process > 0) {
                of[count] = i;
                waiting[count++] = (struct pollfd){team.workers[i].socket, POLLIN, 0};
            }
        (void)poll(waiting, count, LOOK_MS);
        for (unsigned i = 0; i < count && status == STATUS_OK; i++)
            if (waiting[i].revents != 0)
                status = hear(&team, &team.workers[of[i]], fault);
        if (work->progress)
            work->progress(work->context, team.done);
    }
    for (unsigned i = 0; i < MUTATE_WORKERS_MAX; i++)
        if (team.workers[i].process > 0)
            stop(&team, &team.workers[i]);
    return status;
}
