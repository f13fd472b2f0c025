#include "server/demo.h"

enum status demo_furnish(struct text store, json_t **logins, struct fault *fault)
{
    (void)store;
    (void)fault;
    *logins = json_array();
    return STATUS_OK;
}

enum status demo_start(struct service *service, struct demo **demo, struct fault *fault)
{
    (void)service;
    (void)fault;
    *demo = NULL;
    return STATUS_OK;
}

void demo_stop(struct demo *demo)
{
    (void)demo;
}
