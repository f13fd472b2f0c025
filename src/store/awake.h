/*
 * Keeps a core awake while a writer waits for the disk.
 *
 * An idle core halts. Waking it takes some microseconds, more than ten in a virtual machine, and its caches are cold. A
 * writer that commits one command after another pays this at every commit: the disk takes 70 us, and 20 us of computing
 * become 40. So while commits follow each other, a second thread busy-waits on the same core. It runs with SCHED_IDLE, which
 * needs no privilege, so it uses only time that no other thread wants. After AWAKE_US without a commit it sleeps.
 *
 * Only one writer at a time may use it.
 */
#ifndef STORE_AWAKE_H
#define STORE_AWAKE_H

#include <stdint.h>

enum { AWAKE_US = 300 };

struct awake;

/* NULL if the system cannot start a thread: the core then sleeps between commits. */
struct awake *awake_start(void);

/* Keeps the calling core awake for AWAKE_US from `at_ns`, a reading of CLOCK_MONOTONIC. */
void awake_keep(struct awake *awake, uint64_t at_ns);

void awake_stop(struct awake *awake);

#endif
