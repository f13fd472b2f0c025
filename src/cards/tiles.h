/*
 * The 32 Chinese domino tiles and the hands of pai gow tiles.
 *
 * A tile has two halves of one to six pips. All 21 combinations exist: eleven of them twice, ten once. They
 * make sixteen ranks of two tiles each; where the two look different (4-5 and 3-6) they are worth the same:
 *
 *      rank   name     tiles      pair        rank   name       tiles      pair
 *       15    teen     6-6 6-6      2           7    ping       4-6 4-6     10
 *       14    day      1-1 1-1      3           6    tit        1-6 1-6     11
 *       13    yun      4-4 4-4      4           5    look       1-5 1-5     12
 *       12    gor      1-3 1-3      5           4    gow        4-5 3-6     13
 *       11    mooy     5-5 5-5      6           3    bot        3-5 2-6     14
 *       10    chong    3-3 3-3      7           2    chit       3-4 2-5     15
 *        9    bon      2-2 2-2      8           1    ng         2-3 1-4     16
 *        8    foo      5-6 5-6      9           0    gee joon   2-4 1-2      1
 *
 * (The column "pair" is the place among the sixteen pairs: gee joon is the lowest tile and the highest pair.)
 *
 * A hand is two tiles. From the best:
 *   pair    one of the sixteen pairs, in the order above; gee joon is the 2-4 with the 1-2;
 *   wong    a teen or a day with any nine (4-5, 3-6);
 *   gong    a teen or a day with any eight (4-4, 3-5, 2-6);
 *   points  the last digit of all pips; a gee joon tile counts 3 or 6, whichever gives more.
 *
 * Invariants
 *  T1  A `struct tile` holds one of the TILE_KINDS codes; there are tile_copies() of it in the set.
 *  T2  Wongs, gongs and points from 9 to 1 are decided by the higher tile of the hand; the other tile never
 *      matters. All hands of no points are equal, whatever their tiles.
 *  T3  Equal values are a copy. That the banker wins copies is a rule of the game and is not decided here.
 *  T4  In a setting the low hand is not above the high hand.
 *
 * Nothing here allocates; everything may be called from any thread.
 */
#ifndef CARDS_TILES_H
#define CARDS_TILES_H

#include "base/status.h"
#include "base/text.h"
#include "cards/ranking.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    TILE_KINDS = 21,
    TILE_SET = 32,
    TILE_HAND_MAX = 4, /* what a player is dealt */
    TILE_SETTINGS = 3, /* ways to part four tiles in two and two */
    TILE_TEXT_SIZE = 16
};

/* The rank of a single tile, lowest first. */
enum tile_rank {
    TILE_RANK_GEE_JOON,
    TILE_RANK_NG,
    TILE_RANK_CHIT,
    TILE_RANK_BOT,
    TILE_RANK_GOW,
    TILE_RANK_LOOK,
    TILE_RANK_TIT,
    TILE_RANK_PING,
    TILE_RANK_FOO,
    TILE_RANK_BON,
    TILE_RANK_CHONG,
    TILE_RANK_MOOY,
    TILE_RANK_GOR,
    TILE_RANK_YUN,
    TILE_RANK_DAY,
    TILE_RANK_TEEN,
    TILE_RANK_COUNT
};

struct tile {
    uint8_t code;
};

struct tile_hand {
    uint8_t count;
    struct tile tiles[TILE_HAND_MAX];
};

bool tile_is_valid(struct tile tile);
struct tile tile_of_pips(unsigned one, unsigned other); /* each 1 to 6, in either order */
unsigned tile_small_half(struct tile tile);
unsigned tile_large_half(struct tile tile);
unsigned tile_pips(struct tile tile); /* of both halves, 2 to 12 */
enum tile_rank tile_rank(struct tile tile);
unsigned tile_copies(struct tile tile); /* in the set: 1 or 2 */

static inline bool tile_equal(struct tile left, struct tile right)
{
    return left.code == right.code;
}

/* The set in order, for shuffling and counting: number 0 and 1 are the teens, 31 is the 1-2. */
struct tile tile_of_number(unsigned number);

/* ------------------------------------------------------------------------------------------ two tiles */

enum tile_class { TILE_CLASS_POINTS, TILE_CLASS_GONG, TILE_CLASS_WONG, TILE_CLASS_PAIR };

/* The value of a hand of two tiles; the larger number is the better hand, equal numbers are a copy (T3).
 *
 *      bits 10-11 class | 5-8 points | 0-4 the tile that decides
 */
struct tile_value {
    uint16_t bits;
};

struct tile_value tile_value_of(struct tile one, struct tile other);
enum tile_class tile_value_class(struct tile_value value);

/* 0 to 9 for a hand of points, and 0 for the classes above it. */
unsigned tile_value_points(struct tile_value value);

/* The tile of the pair, or the higher tile of wongs, gongs and points. Not defined for hands of no points. */
enum tile_rank tile_value_rank(struct tile_value value);

/* The least hand of a class; `points` only for TILE_CLASS_POINTS. "At least a gong" is `>=` against it. */
struct tile_value tile_value_least(enum tile_class class, unsigned points);

/* The place of a hand in the list of all different hands: 1 is gee joon, 2 to 16 the other pairs, 17 the wong
 * with teen, ... and the last, TILE_PLACES, no points. */
enum { TILE_PLACES = 102 };
unsigned tile_value_place(struct tile_value value);

/* "pair of teen", "wong with day", "9 points, yun high" */
void tile_value_write(struct text_out *out, struct tile_value value);

/* ------------------------------------------------------------------------------------------ four tiles */

struct tile_setting {
    struct tile low[2], high[2];
    struct tile_value low_value, high_value;
};

/* The setting of the four tiles into these two hands, the lesser as the low hand. */
struct tile_setting tile_setting_of(const struct tile one[2], const struct tile other[2]);

/* May a player put `front` before `back`? Only if the front hand is not above the back hand. */
bool tile_setting_is_legal(const struct tile front[2], const struct tile back[2]);

/* All three, the best first: by the low hand, then by the high hand. That is an order of worth for lists and
 * for `ranking_tiles`, not advice: how a house sets its hand is its house way. */
void tile_settings(const struct tile four[TILE_HAND_MAX], struct tile_setting settings[TILE_SETTINGS]);

/*
 * The rows that charts know, read as low hand / high hand (bay101/prize-wheel R7). Asked of a setting they
 * judge the hand as it was set; asked through tile_dealt() they judge the four tiles as they were dealt.
 */
bool tile_is_pair_pair(const struct tile_setting *setting);           /* both hands pairs */
bool tile_is_gong_pair_or_better(const struct tile_setting *setting); /* low at least a gong, high a pair */
bool tile_is_gong_gong_or_better(const struct tile_setting *setting); /* both at least a gong */
bool tile_is_nine_gong_or_better(
    const struct tile_setting *setting); /* low at least 9, high at least a gong */

/* Any pair in front and the best of all hands, gee joon, behind (hawaiian-gardens/ca-asian-jackpot-1#41). */
bool tile_is_pair_before_gee_joon(const struct tile_setting *setting);

/*
 * The front (low) hand is at most at that place of the list of hands, see tile_value_place(). "8th or better
 * ranked hand in front" (hawaiian-gardens/ca-asian-progressive-bad-beat#32) asks for place 8: the list begins
 * with the sixteen pairs, gee joon first, so the 8th is the pair of bon. The approved rules leave the list to
 * the base game (G8, R14); a house whose list counts otherwise asks for another place.
 */
bool tile_is_low_at_place(const struct tile_setting *setting, unsigned place_max);
enum { TILE_PLACE_EIGHTH = 8 };

/* Does it hold for any of the three settings, however the tiles were set?
 * (hawaiian-gardens/beat-the-dealer#30) */
bool tile_dealt(const struct tile four[TILE_HAND_MAX], bool (*holds)(const struct tile_setting *setting));

/* ------------------------------------------------------------------------------------------ text */

const char *tile_rank_name(enum tile_rank rank); /* "teen", "gee joon" */

/* The tile by name, with its pips where a name has two faces: "teen", "gow-4-5". */
void tile_write(struct text_out *out, struct tile tile);
void tile_hand_write(struct text_out *out, const struct tile_hand *hand);

/*
 * Reads `count_min` to `count_max` tiles separated by spaces or commas, in either case of letters: by pips
 * ("6-6", "4-2"), by the names of the table above, by their English meanings ("heaven", "goose") or other
 * spellings in use ("yun/ren", "cheung sam"). A name with two faces means the one that is still there, the
 * first of the table first; "gow-3-6" names it exactly. "gee" is the 2-4 and "joon" the 1-2, so "gee joon" is
 * the pair.
 *
 * The tiles of `taken` (NULL for none) are gone from the set: another player holds them. `origin` is added to
 * every position in a fault. On failure `hand` is unchanged.
 */
MUST_USE enum status tile_hand_parse(struct text text, size_t origin, unsigned count_min, unsigned count_max,
                                     const struct tile_hand *taken, struct tile_hand *hand,
                                     struct fault *fault);

/*
 * `tiles`: two tiles are ranked as a hand, four by their best setting in the order of tile_settings(). The
 * two kinds do not compare with each other.
 */
extern const struct ranking ranking_tiles;

#endif
