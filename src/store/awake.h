/*
 * A core that does not fall asleep while a writer waits for the disk.
 *
 * A core with nothing to do halts. To wake it takes some microseconds, in a virtual machine more than ten, and it starts
 * cold. Who commits one command after the other goes through that for every one of them: the disk takes 70 us, and what would
 * be 20 us of computing becomes 40. So while commits follow each other a second thread turns on the spot on the same core.
 * It is of the class that runs only where nobody else wants to (SCHED_IDLE, no privilege is needed), so that it takes
 * nothing from anybody, least of all from the writer. Without a commit for AWAKE_US it sleeps.
 *
 * One writer at a time uses it.
 */
#ifndef STORE_AWAKE_H
#define STORE_AWAKE_H

#include <stdint.h>

enum { AWAKE_US = 300 };

struct awake;

/* NULL if the system has no thread to give: then cores sleep as they did before. */
struct awake *awake_start(void);

/* The core that calls stays awake for AWAKE_US from `at_ns`, a reading of CLOCK_MONOTONIC. */
void awake_keep(struct awake *awake, uint64_t at_ns);

void awake_stop(struct awake *awake);

#endif
