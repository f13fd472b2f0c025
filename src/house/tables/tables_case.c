/* The words of the tables desk in cases of the floor: a table with players. */
#include "house/tables/tables_internal.h"

#include "house/kernel/case_words.h"
#include "house/people/people_shapes.h"
#include "house/tables/tables_shapes.h"

enum { TABLE_PATRONS = 100 }; /* patrons of the first table are 101, 102 ..., of the second 201, 202 ... */

/* An adult whom the club knows takes a seat. */
static enum status seat_patron(struct case_floor *on, const struct case_cursor *cursor, struct text table,
                               unsigned seat, struct case_fault *fault)
{
    char number[16];
    struct text_out out;
    struct command known = {.kind = COMMAND_REGISTER}, sits = {.kind = COMMAND_SIT};
    text_out_init(&out, number, sizeof number);
    text_out_add(&out, "%u", on->tables * TABLE_PATRONS + seat);
    COMMAND_AS(&known, register_patron)->patron = COMMAND_AS(&sits, sit)->patron = text_out_text(&out);
    COMMAND_AS(&known, register_patron)->born = (struct date){1980, 1, 1};
    COMMAND_AS(&sits, sit)->table = table;
    COMMAND_AS(&sits, sit)->seat = seat;
    enum status status = on->set_up(on, cursor, &known, fault);
    return status == STATUS_OK ? on->set_up(on, cursor, &sits, fault) : status;
}

/* `table: NL-1, 7 players` */
static enum status take_table(struct case_floor *on, struct case_cursor *cursor, struct case_fault *fault)
{
    struct case_cursor start = *cursor;
    struct command command = {.kind = COMMAND_OPEN_TABLE};
    unsigned players = 0;
    COMMAND_AS(&command, at_table)->table = case_take_to_comma(cursor);
    if (case_take(cursor, ',')) {
        enum status status = case_number(cursor, FLOOR_SEATS_MAX, &players, fault);
        if (status == STATUS_OK && !case_take_words(cursor, "players"))
            status = case_expected(cursor, fault, "\"players\"");
        if (status != STATUS_OK)
            return status;
    }
    enum status status = case_end(cursor, fault);
    if (status == STATUS_OK)
        status = on->set_up(on, &start, &command, fault);
    on->tables++;
    for (unsigned seat = 1; seat <= players && status == STATUS_OK; seat++)
        status = seat_patron(on, &start, COMMAND_AS(&command, at_table)->table, seat, fault);
    return status;
}

const struct desk_statement tables_statements[TABLES_STATEMENTS] = {
    {"table:", take_table},
};
