/*
 * Inside the cases of the floor: the stage on which one is played, and what is expected of it.
 */
#ifndef CASES_FLOOR_CASE_INTERNAL_H
#define CASES_FLOOR_CASE_INTERNAL_H

#include "cases/floor_case.h"
#include "cases/house_case_internal.h"
#include "house/kernel/floor.h"

struct floor_stage {
    const struct case_file *file;
    struct library *library;
    const struct floor_case_files *files;
    struct case_books books;
    const struct library_house *house; /* NULL: none is open yet */
    struct floor floor;
    struct decision decision;
    struct arena lines;     /* of one statement */
    char *json;             /* of one event */
    struct local_time time; /* the last that a line named */
    bool posted;            /* an offer is */
    uint32_t offer;         /* that was posted last */
    unsigned tables;        /* that a case has filled with players */
};

/* A line below `expect:`. */
MUST_USE enum status floor_case_compare(void *stage, const struct case_line *line, bool some,
                                        struct case_fault *fault);

#endif
