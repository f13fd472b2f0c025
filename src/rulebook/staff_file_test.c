#include "rulebook/staff_file.h"

#include "rulebook/findings_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static enum status parse(struct scene *scene, const char *yaml, bool sign_in, struct staff *staff)
{
    return staff_parse(text_of(yaml), "staff.yaml", sign_in, &scene->arena, &scene->findings, staff);
}

static void people_need_a_role_and_a_login_only_where_they_sign_in(void **state)
{
    static const char yaml[] = "staff: [{person: olga}, {person: dana, role: dealer}]\n";
    struct staff staff = {0};
    assert_int_equal(parse(*state, yaml, false, &staff), STATUS_OK);
    assert_int_equal(staff.count, 2);
    assert_int_equal(staff.guest_count, 0);
    assert_true(text_equal(staff.people[0].person, text_of("olga")));
    assert_int_equal(staff.people[0].role.length, 0);
    assert_true(text_equal(staff.people[1].role, text_of("dealer")));
    assert_int_equal(parse(*state, yaml, true, &staff), STATUS_INVALID);
    assert_int_equal(staff.count, 2); /* as before */
    assert_non_null(strstr(findings_text(*state), "somebody has no password"));
}

static void a_person_stands_once_and_has_known_keys(void **state)
{
    static const struct {
        const char *yaml, *words;
    } rows[] = {
        {"staff: [{person: dana}, {person: dana}]\n", "stands twice"},
        {"staff: [{role: dealer}]\n", "somebody has no person"},
        {"staff: [{person: dana, role: [dealer]}]\n", "somebody has no role"},
        {"staff: [{person: dana, shift: late}]\n", "nobody of the staff has a shift"},
        {"staff: [{person: dana}]\ntables: []\n", "this is no staff"},
        {"staff: [{person: dana}]\npatrons: [{patron: 1001}, {patron: 1001}]\n", "stands twice"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scene *scene = *state;
        struct staff staff;
        findings_init(&scene->findings, &scene->arena, SCENE_FINDINGS_MAX);
        assert_int_equal(parse(scene, rows[i].yaml, false, &staff), STATUS_INVALID);
        if (!strstr(findings_text(scene), rows[i].words))
            fail_msg("%s: %s", rows[i].yaml, findings_text(scene));
    }
}

static void the_first_and_the_second_of_a_role_are_found(void **state)
{
    struct staff staff;
    assert_int_equal(parse(*state,
                           "staff: [{person: sam, role: supervisor}, {person: cy, role: cage}, "
                           "{person: sue, role: supervisor}]\n",
                           false, &staff),
                     STATUS_OK);
    assert_ptr_equal(staff_with_role(&staff, text_of("supervisor"), false), &staff.people[0]);
    assert_ptr_equal(staff_with_role(&staff, text_of("supervisor"), true), &staff.people[2]);
    assert_ptr_equal(staff_with_role(&staff, text_of("cage"), false), &staff.people[1]);
    assert_null(staff_with_role(&staff, text_of("cage"), true));
    assert_null(staff_with_role(&staff, text_of("dealer"), false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(people_need_a_role_and_a_login_only_where_they_sign_in, open_scene,
                                        close_scene),
        cmocka_unit_test_setup_teardown(a_person_stands_once_and_has_known_keys, open_scene, close_scene),
        cmocka_unit_test_setup_teardown(the_first_and_the_second_of_a_role_are_found, open_scene,
                                        close_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
