/*
 * cardroom simulate floor: a house driven by chance under the eyes of the auditor model.
 */
#ifndef CLI_SIMULATE_FLOOR_H
#define CLI_SIMULATE_FLOOR_H

/* The words behind `floor`. Returns an exit code. */
int simulate_floor_words(int argc, char **argv);

#endif
