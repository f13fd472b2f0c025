/*
 * What the tasks of `cardroom store` share.
 */
#ifndef CLI_STORE_COMMAND_H
#define CLI_STORE_COMMAND_H

#include "cli/house.h"

/* Each gets the arguments behind its name. */
int store_task_rebuild(int argc, char **argv);
int store_task_copy(int argc, char **argv);

#endif
