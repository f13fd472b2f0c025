#include "cli/game_rules.h"

#include "cli/command.h"
#include "cli/library_place.h"
#include "rulebook/table_games.h"

#include <stdio.h>

static enum status read_tables(struct game_rules *rules, const struct rulebook *rulebook,
                               enum game_rules_of game)
{
    struct library *library = &rules->library;
    switch (game) {
    case GAME_RULES_CRAZY4:
        return crazy4_tables_read(rulebook, &library->arena, &library->findings, &rules->crazy4);
    case GAME_RULES_FOUR_CARD:
        return four_card_tables_read(rulebook, &library->arena, &library->findings, &rules->four_card);
    default:
        return hi_lo_promotion_read(rulebook, &library->findings, &rules->hi_lo);
    }
}

/* The document may be good and yet say nothing of the game. */
static int refuse(const char *command, struct library *library, const struct rulebook *rulebook)
{
    (void)library_print_errors(library, rulebook->document.file);
    return command_usage(command, "the rules of %.*s cannot be used",
                         TEXT_ARGUMENTS(rulebook->document.identity));
}

int game_rules_read(const char *command, unsigned which, struct game_rules *rules)
{
    static const struct {
        enum game_rules_of game;
        const char *plays; /* the word of `game/plays` */
    } all[] = {
        {GAME_RULES_CRAZY4, "crazy-4-poker"},
        {GAME_RULES_FOUR_CARD, "four-card-poker"},
        {GAME_RULES_HI_LO, "hi-lo"},
    };
    library_init(&rules->library);
    int code = library_read_rulebooks(command, &rules->library);
    for (size_t i = 0; i < sizeof all / sizeof all[0] && code == EXIT_CODE_OK; i++) {
        if (!(which & all[i].game))
            continue;
        const struct rulebook *rulebook = library_game(&rules->library, all[i].plays);
        if (!rulebook) {
            (void)library_print_errors(&rules->library, NULL);
            return command_usage(command, "no document has the rules of %s", all[i].plays);
        }
        enum status status =
            rulebook->has_errors ? STATUS_INVALID : read_tables(rules, rulebook, all[i].game);
        if (status == STATUS_INVALID)
            return refuse(command, &rules->library, rulebook);
        if (status != STATUS_OK) {
            fprintf(stderr, "cardroom %s: out of memory for the rules\n", command);
            return EXIT_CODE_WORLD;
        }
    }
    return code;
}

void game_rules_release(struct game_rules *rules)
{
    library_release(&rules->library);
}

struct case_rules game_rules_cases(const struct game_rules *rules)
{
    return (struct case_rules){&rules->crazy4, &rules->four_card, &rules->hi_lo};
}
