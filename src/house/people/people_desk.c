/* The people desk: its commands and events, and what decides and applies them. */
#include "house/people/people_internal.h"

#include "funds/ledger.h"
#include "house/kernel/deciding.h"
#include "house/kernel/desk.h"
#include "house/kernel/program.h"
#include "house/people/people_shapes.h"

const char *const employee_words[] = {"", "on duty", "on standby", "off duty in uniform", "off duty", NULL};
const char *const employee_said_words[] = {"",         "on duty", "on standby", "off duty in uniform",
                                           "off duty", "no",      NULL};
const char *const yes_no_words[] = {"", "no", "yes", NULL};
const char *const patron_identity_words[] = {"", "seen", "failed", NULL};

/* ------------------------------------------------------------------------------------------ commands */

static const struct field appoint_fields[] = {
    FIELD_REQUIRED(struct appoint, person, FIELD_TEXT, "person", "the sign-in name of the employee"),
    FIELD_REQUIRED(struct appoint, role, FIELD_TEXT, "role", "the role of the employee"),
    FIELD(struct appoint, name, FIELD_TEXT, "name", "the full name"),
    COMMAND_HEAD(struct appoint),
};

static const struct field dismiss_fields[] = {
    FIELD_REQUIRED(struct dismiss, person, FIELD_TEXT, "person", "the sign-in name of the employee"),
    COMMAND_HEAD(struct dismiss),
};

static const struct field register_fields[] = {
    FIELD_REQUIRED(struct register_patron, patron, FIELD_TEXT, "patron", "the club number of the patron"),
    FIELD(struct register_patron, name, FIELD_TEXT, "name", "the full name"),
    FIELD(struct register_patron, born, FIELD_DATE, "born", "the date of birth"),
    FIELD_ONE_OF(struct register_patron, identified, patron_identity_words, "identification",
                 "whether an ID was checked"),
    FIELD_ONE_OF(struct register_patron, employee, employee_said_words, "employee",
                 "if the patron works for the house: the duty status"),
    FIELD_ONE_OF(struct register_patron, proposition, yes_no_words, "proposition-player",
                 "whether the patron is a third-party proposition player"),
    FIELD(struct register_patron, excluded_as, FIELD_TEXT, "excluded-as",
          "another group that a document excludes, in its words; \"none\" removes it"),
    COMMAND_HEAD(struct register_patron),
};

static const struct field amend_patron_fields[] = {
    FIELD_REQUIRED(struct register_patron, patron, FIELD_TEXT, "patron", "the club number of the patron"),
    FIELD(struct register_patron, name, FIELD_TEXT, "name", "the full name"),
    FIELD(struct register_patron, born, FIELD_DATE, "born", "the date of birth"),
    FIELD_ONE_OF(struct register_patron, identified, patron_identity_words, "identification",
                 "whether an ID was checked"),
    FIELD_ONE_OF(struct register_patron, employee, employee_said_words, "employee",
                 "if the patron works for the house: the duty status"),
    FIELD_ONE_OF(struct register_patron, proposition, yes_no_words, "proposition-player",
                 "whether the patron is a third-party proposition player"),
    FIELD(struct register_patron, excluded_as, FIELD_TEXT, "excluded-as",
          "another group that a document excludes, in its words; \"none\" removes it"),
    FIELD(struct register_patron, authorised_by, FIELD_TEXT, "authorised-by",
          "the second person, while the patron has a prize on its way"),
    COMMAND_HEAD(struct register_patron),
};

static const struct field exclude_fields[] = {
    FIELD_REQUIRED(struct exclude, patron, FIELD_TEXT, "patron", "the club number of the patron"),
    FIELD(struct exclude, reason, FIELD_TEXT, "reason", "the reason, in words"),
    FIELD(struct exclude, authorised_by, FIELD_TEXT, "authorised-by",
          "the second person, while the patron has a prize on its way"),
    COMMAND_HEAD(struct exclude),
};

static const struct field readmit_fields[] = {
    FIELD_REQUIRED(struct exclude, patron, FIELD_TEXT, "patron", "the club number of the patron"),
    FIELD(struct exclude, reason, FIELD_TEXT, "reason", "the reason, in words"),
    FIELD(struct exclude, authorised_by, FIELD_TEXT, "authorised-by", "the second person, who authorised it"),
    COMMAND_HEAD(struct exclude),
};

static const struct desk_command people_commands[] = {
    {COMMAND_APPOINT,
     SHAPE("appoint", struct appoint, appoint_fields, "adds an employee, or changes the role or the name"),
     .permission = "appoint", .usual_role = "manager", .decide = decide_appoint},
    {COMMAND_DISMISS, SHAPE("dismiss", struct dismiss, dismiss_fields, "removes an employee"),
     .permission = "appoint", .usual_role = "manager", .decide = decide_dismiss},
    {COMMAND_REGISTER,
     SHAPE("register", struct register_patron, register_fields, "adds a patron under a new club number"),
     .permission = "register patrons", .usual_role = "floor", .decide = decide_register},
    {COMMAND_AMEND_PATRON,
     SHAPE("amend-patron", struct register_patron, amend_patron_fields, "changes the data of a patron"),
     .permission = "register patrons", .second = "authorised-by", .usual_role = "floor",
     .decide = decide_amend_patron},
    {COMMAND_EXCLUDE, SHAPE("exclude", struct exclude, exclude_fields, "puts a patron on the exclusion list"),
     .permission = "verify", .second = "authorised-by", .usual_role = "floor", .decide = decide_exclude},
    {COMMAND_READMIT,
     SHAPE("readmit", struct exclude, readmit_fields, "takes a patron off the exclusion list"),
     .permission = "verify", .second = "authorised-by", .second_always = true,
     .second_since = DECISIONS_BY_TWO, .usual_role = "floor", .decide = decide_exclude},
};

/* ------------------------------------------------------------------------------------------ events */

static const struct field appointed_fields[] = {
    EVENT_HEAD(struct appointed),
    FIELD_REQUIRED(struct appointed, person, FIELD_TEXT, "person", "the sign-in name of the employee"),
    FIELD(struct appointed, name, FIELD_TEXT, "name", "the full name"),
    FIELD(struct appointed, role, FIELD_TEXT, "role", "the role of the employee"),
    FIELD(struct appointed, from, FIELD_DATE, "from",
          "the first gaming day of the role, which the person gave to oneself; left out: at once"),
};

static const struct field change_fields[] = {
    FIELD_REQUIRED(struct patron_change, what, FIELD_TEXT, "what", "the field that was changed"),
    FIELD(struct patron_change, was, FIELD_TEXT, "was", "the old value"),
    FIELD(struct patron_change, now, FIELD_TEXT, "now", "the new value"),
};
static const struct record_shape change_shape =
    SHAPE("change", struct patron_change, change_fields, "something about a patron that was changed");

static const struct field patron_fields[] = {
    EVENT_HEAD(struct patron_recorded),
    FIELD_REQUIRED(struct patron_recorded, patron, FIELD_TEXT, "patron", "the club number of the patron"),
    FIELD(struct patron_recorded, name, FIELD_TEXT, "name", "the full name"),
    FIELD(struct patron_recorded, born, FIELD_DATE, "born", "the date of birth"),
    FIELD_ONE_OF(struct patron_recorded, identified, patron_identity_words, "identification",
                 "whether an ID was checked"),
    FIELD_ONE_OF(struct patron_recorded, employee, employee_words, "employee",
                 "if the patron works for the house: the duty status"),
    FIELD(struct patron_recorded, proposition, FIELD_FLAG, "proposition-player",
          "whether the patron is a third-party proposition player"),
    FIELD(struct patron_recorded, excluded_as, FIELD_TEXT, "excluded-as",
          "another group that a document excludes, in its words"),
    FIELD(struct patron_recorded, excluded, FIELD_FLAG, "excluded", "the patron is on the exclusion list"),
    FIELD(struct patron_recorded, reason, FIELD_TEXT, "reason", "the reason for the exclusion"),
    FIELD(struct patron_recorded, authorised_by, FIELD_TEXT, "authorised-by",
          "the second person who signed; left out: nobody did"),
    FIELD_ITEMS(struct patron_recorded, changes, change_count, FIELD_LIST, &change_shape, "changes",
                "what was changed, with the old and the new value"),
};

static const struct desk_event people_events[] = {
    {EVENT_APPOINTED,
     SHAPE("appointed", struct appointed, appointed_fields, "an employee was added or changed"),
     .brought_by = COMMAND_APPOINT, .apply = apply_appointed, .command_again = appoint_again},
    {EVENT_DISMISSED, SHAPE("dismissed", struct appointed, appointed_fields, "an employee was removed"),
     .brought_by = COMMAND_DISMISS, .apply = apply_dismissed, .command_again = dismiss_again},
    {EVENT_PATRON_RECORDED,
     SHAPE("patron-recorded", struct patron_recorded, patron_fields, "the data of a patron was recorded"),
     .brought_by = COMMAND_REGISTER, .apply = apply_patron, .brought = patron_brought_by,
     .judge_signed = judge_patron_recorded},
};

const struct desk people_desk = {
    .name = "people",
    .commands = people_commands,
    .command_count = sizeof people_commands / sizeof people_commands[0],
    .events = people_events,
    .event_count = sizeof people_events / sizeof people_events[0],
    .sections = people_sections,
    .section_count = PEOPLE_SECTIONS,
    .views = people_views,
    .view_count = PEOPLE_VIEWS,
    .begin = people_begin,
};
