/* Patrons: their names, and who is free to sit down. */
#include "demo/demo_play_internal.h"

#include "house/people/dealt.h"
#include "house/people/people.h"
#include "house/people/people_shapes.h"

enum { SIT_TRIES = 16, FIRST_PATRON = 1001 }; /* the second is a number */

static const char *const first_names[] = {
    "Ana", "Bao",  "Carla", "Dev",   "Elif",  "Felix", "Grace", "Hugo",   "Iris", "Jun",  "Kofi",  "Lena",
    "Mei", "Nils", "Omar",  "Priya", "Quinn", "Rosa",  "Sven",  "Teresa", "Uma",  "Viet", "Wanda", "Yusuf"};
static const char *const last_names[] = {"Abbott", "Bianchi", "Cheng",  "Dolan",  "Eriksen", "Fonseca",
                                         "Garza",  "Hoang",   "Ivanov", "Jensen", "Kimura",  "Lopez",
                                         "Mbeki",  "Novak",   "Okoye",  "Petrov", "Rossi",   "Singh",
                                         "Tran",   "Umar",    "Vega",   "Wong",   "Young"};
enum {
    FIRST_NAMES = sizeof first_names / sizeof first_names[0],
    LAST_NAMES = sizeof last_names / sizeof last_names[0]
};

static struct text written(struct playing *playing, const char *one, const char *other, unsigned number)
{
    char words[64];
    struct text_out out;
    struct text kept = text_of("");
    text_out_init(&out, words, sizeof words);
    if (one)
        text_out_add(&out, "%s %s", one, other);
    else
        text_out_add(&out, "%u", number);
    return arena_copy_text(&playing->play->texts, text_out_text(&out), &kept) == STATUS_OK ? kept
                                                                                           : text_of("");
}

/* Of every thirty patrons: one excluded, two who work here, three proposition players, one too young for some games. */
static void describe_patron(struct playing *playing, unsigned number, struct register_patron *asked)
{
    struct choosing *choosing = &playing->choosing;
    unsigned kind = number % 30;
    asked->patron = written(playing, NULL, NULL, FIRST_PATRON + number);
    asked->name = written(playing, first_names[number % FIRST_NAMES], last_names[number * 7 % LAST_NAMES], 0);
    asked->born =
        (struct date){(int16_t)(kind == 12 ? 2006 : 1945 + choose_below(choosing, 58)),
                      (uint8_t)(1 + choose_below(choosing, 12)), (uint8_t)(1 + choose_below(choosing, 28))};
    if (choose_chance(choosing, 60))
        asked->identified = 1; /* seen */
    if (kind == 9)
        asked->employee = EMPLOYEE_OFF_DUTY;
    else if (kind == 19)
        asked->employee = EMPLOYEE_ON_DUTY;
    if (kind == 4 || kind == 14 || kind == 24)
        asked->proposition = SAID_YES;
}

/* Every patron is registered, and the thirtieth of each thirty is then put on the exclusion list. */
bool demo_choose_patron(struct playing *playing, struct command *command)
{
    struct demo_play *play = playing->play;
    if (play->excluded < play->registered / 30) {
        command->kind = COMMAND_EXCLUDE;
        COMMAND_AS(command, exclude)->patron =
            written(playing, NULL, NULL, FIRST_PATRON + 30 * ++play->excluded - 1);
        COMMAND_AS(command, exclude)->reason = text_of("asked to be put on the list");
    } else if (play->registered == play->patrons) {
        return false;
    } else {
        command->kind = COMMAND_REGISTER;
        describe_patron(playing, play->registered++, COMMAND_AS(command, register_patron));
    }
    playing_sign(playing, command);
    return true;
}

static bool plays_somewhere(const struct floor *floor, uint32_t patron)
{
    for (unsigned i = 0; i < floor->table_count; i++) {
        const struct round *round = &floor->tables[i].round;
        for (uint32_t k = 0; k < round->player_count && round->runs; k++)
            if (round->players[k].behind && round->players[k].patron == patron)
                return true;
        for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX && floor->tables[i].open; seat++)
            if (floor->tables[i].seats[seat].taken && floor->tables[i].seats[seat].patron == patron)
                return true;
    }
    return false;
}

const struct patron *playing_free_patron(struct playing *playing)
{
    const struct floor *floor = playing->floor;
    for (unsigned i = 0; i < SIT_TRIES && floor->patron_count > 0; i++) {
        uint32_t number = choose_below(&playing->choosing, floor->patron_count);
        const struct patron *patron = &floor->patrons[number];
        if (!patron->excluded && patron->employee != EMPLOYEE_ON_DUTY && !plays_somewhere(floor, number))
            return patron;
    }
    return NULL;
}
