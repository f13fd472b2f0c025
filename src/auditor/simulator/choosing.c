#include "auditor/simulator/choosing_internal.h"

uint32_t choose_below(struct choosing *choosing, uint32_t bound)
{
    return random_below(choosing->random, bound);
}

bool choose_chance(struct choosing *choosing, uint32_t percent)
{
    return choose_below(choosing, 100) < percent;
}

/* A text made of a pattern with one number. */
struct text choose_numbered(struct choosing *choosing, const char *prefix, uint32_t number)
{
    char words[64];
    struct text_out out;
    struct text copy = text_of("");
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "%s%u", prefix, number);
    return arena_copy_text(choosing->arena, text_out_text(&out), &copy) == STATUS_OK ? copy : text_of("");
}

/* ------------------------------------------------------------------------------------------ nonsense */

/* Any command with fields that make no sense. */
static bool choose_nonsense(struct choosing *choosing, struct command *command)
{
    static const char *const words[] = {
        "", "ZZ-9", "\"", "{}", "HE-1", "bonus-hand", "reserve", "1001", "\xc3\xa9t\xc3\xa9"};
    uint32_t count = sizeof words / sizeof words[0];
    command->kind =
        (enum command_kind)(COMMAND_APPOINT + choose_below(choosing, COMMAND_KINDS - COMMAND_APPOINT));
    const struct record_shape *shape = command_shape(command->kind);
    for (unsigned i = 0; i < shape->field_count; i++) {
        const struct field *field = &shape->fields[i];
        unsigned char *at = (unsigned char *)command + offsetof(struct command, head) + field->offset;
        if (field->offset < sizeof(struct command_head))
            continue;
        if (field->kind == FIELD_TEXT)
            *(struct text *)(void *)at = text_of(words[choose_below(choosing, count)]);
        else if (field->kind == FIELD_COUNT || field->kind == FIELD_SEATS)
            *(uint32_t *)(void *)at =
                choose_chance(choosing, 50) ? choose_below(choosing, 40) : random_u32(choosing->random);
        else if (field->kind == FIELD_CENTS || field->kind == FIELD_NUMBER)
            *(int64_t *)(void *)at = (int64_t)choose_below(choosing, 1000000) - 500000;
        else if (field->kind == FIELD_FLAG)
            *(bool *)(void *)at = choose_chance(choosing, 50);
    }
    return true;
}

/* ------------------------------------------------------------------------------------------ which one */

static const struct {
    unsigned weight;
    chooser *choose;
} choices[] = {
    {6, choose_amendment},      {3, choose_exclude},       {4, choose_staff},
    {20, choose_open_table},    {3, choose_close_table},   {60, choose_sit},
    {8, choose_leave},          {8, choose_bank},          {6, choose_equipment},
    {90, choose_start_round},   {4, choose_irregularity},  {4, choose_return_fees},
    {25, choose_end_round},     {60, choose_claim_hand},   {90, choose_verify_hand},
    {40, choose_reject_hand},   {90, choose_authorise},    {10, choose_award_prize},
    {30, choose_identify},      {40, choose_pay},          {8, choose_reverse},
    {4, choose_adjust},         {3, choose_raise},         {3, choose_post_offer},
    {2, choose_withdraw_offer}, {8, choose_withdraw_hand}, {4, choose_reimburse_tray},
    {6, choose_nonsense},       {4, choose_call},          {30, choose_redeem},
    {5, choose_forfeit},        {3, choose_split_offer},   {4, choose_note},
    {1, choose_confirm_time},   {4, choose_amend_house},   {2, choose_withdraw_change},
};
enum { CHOICES = sizeof choices / sizeof choices[0] };

void choose_command(struct choosing *choosing, struct command *command)
{
    uint32_t all = 0;
    for (unsigned i = 0; i < CHOICES; i++)
        all += choices[i].weight;
    for (bool chosen = false; !chosen;) {
        uint32_t left = choose_below(choosing, all);
        unsigned number = 0;
        while (left >= choices[number].weight)
            left -= choices[number++].weight;
        *command = (struct command){.kind = COMMAND_KINDS};
        chosen = choices[number].choose(choosing, command);
    }
    if (command->head.by.length == 0)
        command->head.by = choose_person(choosing, floor_permission(command->kind));
}
