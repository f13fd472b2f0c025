/*
 * For tests that tell stories of the floor: one room, a house of the tree in it before every story, and closed behind it.
 */
#ifndef HOUSE_STORIES_STORY_TEST_H
#define HOUSE_STORIES_STORY_TEST_H

#include "house/stories/floor_test.h"

static struct room room;

static inline int open_demo(void **state)
{
    (void)state;
    room_open_house(&room, "demo");
    return 0;
}

static inline int open_bay(void **state)
{
    (void)state;
    room_open_house(&room, "bay101");
    return 0;
}

static inline int open_gardens(void **state)
{
    (void)state;
    room_open_house(&room, "hawaiian-gardens");
    return 0;
}

static inline int close_room(void **state)
{
    (void)state;
    room_release(&room);
    return 0;
}

#define STORY(test, open) cmocka_unit_test_setup_teardown(test, open, close_room)

#endif
