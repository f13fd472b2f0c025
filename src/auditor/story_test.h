/*
 * For tests that tell stories of the floor to the auditor model: it sees every event of the room.
 */
#ifndef AUDITOR_STORY_TEST_H
#define AUDITOR_STORY_TEST_H

#include "auditor/model.h"
#include "house/stories/story_test.h"

static struct auditor *auditor;
static struct fault objection;
static bool objected;

/* Every account that an event can name is told before it. */
static inline void tell(const struct floor *floor, const struct event *event)
{
    struct fault fault;
    for (unsigned i = auditor_account_count(auditor); i < floor->ledger.count; i++)
        assert_int_equal(auditor_account(auditor, floor->ledger.accounts[i].kind,
                                         floor->ledger.accounts[i].activity, floor->ledger.accounts[i].name,
                                         &fault),
                         STATUS_OK);
    if (!objected && auditor_see(auditor, text_of(""), event, &objection) != STATUS_OK)
        objected = true;
}

static inline void watch(void)
{
    objected = false;
    room.told = tell;
    assert_int_equal(auditor_open(&auditor, NULL, &objection), STATUS_OK);
}

static inline int open_audited(void **state)
{
    watch();
    return open_gardens(state);
}

static inline int open_audited_bay(void **state)
{
    watch();
    return open_bay(state);
}

/* Bay 101, which trusts the key for the documents of tests too. */
static inline int open_audited_samples(void **state)
{
    (void)state;
    watch();
    room_open_house_changed(&room, "bay101", "  bay101: ", "  every issuer: ");
    return 0;
}

static inline int close_audited(void **state)
{
    auditor_close(auditor);
    room.told = NULL;
    return close_room(state);
}

static inline void agrees(void)
{
    if (objected)
        fail_msg("%s", objection.words);
}

#define AUDITED(test)         cmocka_unit_test_setup_teardown(test, open_audited, close_audited)
#define AUDITED_BAY(test)     cmocka_unit_test_setup_teardown(test, open_audited_bay, close_audited)
#define AUDITED_SAMPLES(test) cmocka_unit_test_setup_teardown(test, open_audited_samples, close_audited)

#endif
