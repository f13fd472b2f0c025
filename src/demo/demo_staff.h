/*
 * The staff of a demo, and one or two patrons: people with public passwords and PINs, so that a visitor can sign in as
 * anybody. They come from the staff.yaml of the house (rulebook/staff_file.h); the demonstration makes up the other patrons.
 *
 * Credentials from it are marked as demo credentials, and are invalid when the program runs without --demo (access.h, D3).
 *
 * Ownership: texts are in the arena that the file was read into.
 */
#ifndef DEMO_DEMO_STAFF_H
#define DEMO_DEMO_STAFF_H

#include "books/keeper.h"
#include "rulebook/library.h"
#include "rulebook/staff_file.h"
#include "server/access/access.h"

/* The staff.yaml beside the house.yaml of the house. Errors are among the findings, and STATUS_INVALID is returned. */
MUST_USE enum status demo_staff_read(const struct house *house, struct arena *arena,
                                     struct findings *findings, struct staff *staff);

/* The same of bytes that were read. The house must have the roles, and the access control accept passwords and PINs. */
MUST_USE enum status demo_staff_parse(struct text yaml, const char *file, const struct house *house,
                                      struct arena *arena, struct findings *findings, struct staff *staff);

/* Appoints those who do not have their role yet. */
MUST_USE enum status demo_staff_appoint(struct keeper *keeper, const struct staff *staff, struct text by,
                                        struct fault *fault);

/* Sets passwords, badges and PINs of staff, and PINs of patrons, where there are none. Access control must have been opened
 * in demo mode. */
MUST_USE enum status demo_staff_admit(struct access *access, const struct staff *staff, struct instant now,
                                      struct fault *fault);

#endif
