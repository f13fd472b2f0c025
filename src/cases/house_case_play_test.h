/*
 * For tests of cases of the house and of the floor: lines are put behind a header, read and played in the room of
 * case_room_test.h, and what came of it is compared.
 */
#ifndef CASES_HOUSE_CASE_PLAY_TEST_H
#define CASES_HOUSE_CASE_PLAY_TEST_H

#include "cases/case_room_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct room {
    struct library library;
    struct arena arena;
    struct case_file file;
    struct case_result result;
    struct house_case played;
    struct case_fault fault;
    char text[4096];
    size_t header_lines;
};

/* Defined by the test, with room_read_case() first: how its cases begin and are played. */
enum status play(struct room *room, const char *lines);

static inline enum status room_read_case(struct room *room, const char *header, const char *lines)
{
    struct text_out out;
    room_open(&room->library);
    for (size_t i = 0; i < room->library.findings.count; i++)
        print_error("%.*s\n", TEXT_ARGUMENTS(room->library.findings.items[i].words));
    assert_int_equal(room->library.findings.counted[FINDING_ERROR], 0);
    for (const char *byte = header; *byte; byte++)
        room->header_lines += *byte == '\n';
    text_out_init(&out, room->text, sizeof room->text);
    text_out_add(&out, "%s%s", header, lines);
    assert_false(out.truncated);
    arena_init(&room->arena, CASE_ARENA_SIZE);
    case_result_init(&room->result, &room->arena);
    return case_read(text_out_text(&out), &room->arena, &room->file, &room->fault);
}

static inline void close_room(struct room *room)
{
    arena_release(&room->arena);
    library_release(&room->library);
}

/* The case is understood. */
static inline void play_well(struct room *room, const char *lines)
{
    if (play(room, lines) != STATUS_OK)
        fail_msg("%zu:%zu: %s", room->fault.line, room->fault.fault.position, room->fault.fault.words);
}

/* It is understood and comes out as it says. */
static inline void assert_plays(const char *lines)
{
    struct room room = {0};
    play_well(&room, lines);
    for (const struct case_difference *difference = room.result.differences; difference;
         difference = difference->next)
        print_error("%zu: %.*s\n", difference->line, TEXT_ARGUMENTS(difference->words));
    assert_int_equal(room.result.difference_count, 0);
    close_room(&room);
}

/* It is understood, and the one difference is in these words. */
static inline void assert_differs(const char *lines, const char *words)
{
    struct room room = {0};
    play_well(&room, lines);
    assert_int_equal(room.result.difference_count, 1);
    struct text found = room.result.differences->words;
    if (!text_equal(found, text_of(words)))
        fail_msg("\"%.*s\", not \"%s\"", TEXT_ARGUMENTS(found), words);
    close_room(&room);
}

/* It cannot be understood: line (of the lines given), column and words. */
static inline void assert_faults(const char *lines, size_t line, size_t column, const char *words)
{
    struct room room = {0};
    assert_true(play(&room, lines) != STATUS_OK);
    assert_string_equal(room.fault.fault.words, words);
    assert_int_equal(room.fault.line, room.header_lines + line);
    assert_int_equal(room.fault.fault.position, column);
    close_room(&room);
}

#endif
