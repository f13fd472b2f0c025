/* A hello world on the HTTP library of the server, with one thread: the yardstick of `cardroom load`. */
#include "cli/load_client.h"

#include <microhttpd.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static enum MHD_Result
answer(void *context, struct MHD_Connection *connection, const char *path, const char *method,
       const char *version, const char *upload,
       size_t *upload_size, // NOLINT(readability-non-const-parameter): as the library calls it
       void **state)
{
    static int seen;
    (void)path, (void)method, (void)version, (void)upload, (void)upload_size;
    if (!*state) { /* the head alone; an answer at this point would close the connection */
        *state = &seen;
        return MHD_YES;
    }
    return MHD_queue_response(connection, MHD_HTTP_OK, context);
}

/* In a process of its own, until it is told to end or its parent is gone. */
_Noreturn static void serve_hello(int told)
{
    static char hello[] = "hello, world\n";
    (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
    struct MHD_Response *response =
        MHD_create_response_from_buffer(sizeof hello - 1, hello, MHD_RESPMEM_PERSISTENT);
    struct MHD_Daemon *daemon = response ? MHD_start_daemon(MHD_USE_EPOLL, 0, NULL, NULL, answer, response,
                                                            MHD_OPTION_CONNECTION_LIMIT,
                                                            (unsigned)LOAD_CONNECTIONS_MAX, MHD_OPTION_END)
                                         : NULL;
    uint16_t port = daemon ? MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port : 0;
    if (write(told, &port, sizeof port) != (ssize_t)sizeof port || port == 0)
        _exit(1);
    /* As the server does it. A loop of the library's own would wait for ever when 128 requests, or a multiple of that, come
     * together: after a full batch it asks for more, and waits for them before it answers. */
    struct pollfd events = {MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd, POLLIN, 0};
    for (;;) {
        MHD_UNSIGNED_LONG_LONG wait = 1000;
        if (MHD_get_timeout(daemon, &wait) != MHD_YES || wait > 1000)
            wait = 1000;
        (void)poll(&events, 1, (int)wait);
        (void)MHD_run(daemon);
    }
}

enum status hello_start(pid_t *process, uint16_t *port, struct fault *fault)
{
    int told[2];
    if (pipe(told) != 0)
        return fault_set(fault, STATUS_IO, 0, "cannot open a pipe to the hello-world server");
    *process = fork();
    if (*process == 0) {
        close(told[0]);
        serve_hello(told[1]);
    }
    close(told[1]);
    bool started = *process > 0 && read(told[0], port, sizeof *port) == (ssize_t)sizeof *port && *port > 0;
    close(told[0]);
    if (started)
        return STATUS_OK;
    if (*process > 0)
        hello_stop(*process);
    return fault_set(fault, STATUS_IO, 0, "cannot start the hello-world server");
}

void hello_stop(pid_t process)
{
    (void)kill(process, SIGTERM);
    (void)waitpid(process, NULL, 0);
}
