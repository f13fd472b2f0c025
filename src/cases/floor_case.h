/*
 * Cases of the floor: a house is opened, and people do at its tables what the commands of docs/formats/events.md say; then
 * the money, the prizes, the hands and the board are as the case expects (docs/formats/cases.md, "The floor"). Lines, header,
 * faults and differences are those of games/case.h; movements and judgements those of house_case.h.
 *
 * Every event goes through its JSON before it is applied, and floor_audit() must hold after each. Where it does not, that is
 * a fault at the line which brought the event.
 *
 * Ownership: movements and judgements are in the arena of the result. The floor lives while the case is played.
 */
#ifndef CASES_FLOOR_CASE_H
#define CASES_FLOOR_CASE_H

#include "cases/house_case.h"

extern const char floor_case_game[]; /* "floor", as in `game: floor` */

/* Where the texts are of house.yaml and of the documents and offers of the library: this room reads no files. */
struct floor_case_files {
    void *context;
    /* The whole file by the name that the library has of it, in memory that outlives the case. */
    enum status (*read)(void *context, const char *file, struct text *bytes);
};

/* `result` takes the differences. A case that cannot be understood is a fault with its place. */
MUST_USE enum status floor_case_play(const struct case_file *file, struct library *library,
                                     const struct floor_case_files *files, struct house_case *played,
                                     struct case_result *result, struct case_fault *fault);

#endif
