/*
 * The data of rule documents and offers: YAML as a tree in which every value knows where it stands.
 *
 *      pools:                      map
 *        prize pool:                 pools: map
 *          seed: $1,000                prize pool: map
 *          cap: $250,000                 seed: scalar, cap: scalar
 *
 * We take of YAML what a floor manager can read: maps, lists and text. Anchors, aliases, tags, directives, further
 * documents, keys that are lists or maps, tabs in the indentation, a key twice and a key without a value are refused.
 * Nothing is interpreted: yes, 007 and 1e3 are texts, and what they mean is asked by the part that needs them.
 *
 * Invariants
 *  N1  A scalar has no children; an item of a list has no key; `count` is the number of children.
 *  N2  No key is in a map twice. "The last one wins" does not exist, neither in a text nor in node_merge().
 *  N3  No tree is deeper than NODE_DEPTH_MAX and no list or map longer than NODE_CHILDREN_MAX.
 *
 * Ownership: nodes and texts are in the arena; `origin.file` and `origin.clause` are those of the origin handed in.
 */
#ifndef RULEBOOK_NODE_H
#define RULEBOOK_NODE_H

#include "base/arena.h"
#include "base/growing.h"
#include "base/status.h"
#include "base/text.h"
#include "rulebook/finding.h"

enum {
    NODE_DEPTH_MAX = 16,      /* lists and maps inside each other */
    NODE_CHILDREN_MAX = 1024, /* looking for a key twice takes the square of it */
    NODE_TEXT_MAX = 1 << 20,  /* bytes */
    NODE_SHOWN_MAX = 60,      /* bytes of a key or value in a message */
};

enum node_kind { NODE_SCALAR, NODE_LIST, NODE_MAP };

struct node {
    enum node_kind kind;
    struct text scalar;
    bool quoted, folded; /* of a scalar: between quotes; over several lines */
    struct origin origin;
    struct text key; /* of a member of a map; so the next */
    struct origin key_origin;
    struct node *first_child, *next;
    unsigned count;
};

/*
 * `origin` is where the text begins in its file. All lines of the text begin in that column, as those of a fence do,
 * and all nodes inherit its clause. Returns NULL after at least one finding.
 */
MUST_USE struct node *node_read(struct text yaml, struct origin origin, struct arena *arena,
                                struct findings *findings);

/* A map without members, to merge into. NULL if the arena has no room. */
MUST_USE struct node *node_new_map(struct arena *arena, struct origin origin);

/* Where the byte `position` of a scalar stands (1-based, as in a fault); where the scalar begins if it is folded. */
struct origin node_byte_origin(const struct node *node, size_t position);

/* "list", "map" or "value", for a message. */
const char *node_kind_name(enum node_kind kind);

/* NULL if there is none, or `map` is none or NULL. */
const struct node *node_member(const struct node *map, const char *key);
const struct node *node_member_called(const struct node *map, struct text key);

/* The same from map to map: node_path(map, "pools/prize pool/seed"). A name may have slashes of its own: of those that are there the
 * shortest is taken. */
const struct node *node_path(const struct node *map, const char *path);

/* Whether it is there and is exactly these words. */
bool node_says(const struct node *node, const char *words);

/* Whether it is a list that has these words, or is exactly them. */
bool node_lists(const struct node *node, const char *words);

/*
 * Puts copies of the members of the map `from` into the map `into`, recursively where both have a map; where both have a list of
 * maps its rows follow those that are there. A value or another list that both have is a finding with both places, and `into`
 * keeps its own. `from` is unchanged, and later merges into `into` do not reach it. STATUS_INVALID after a finding; STATUS_NO_SPACE or STATUS_NO_MEMORY if the arena has no
 * room, and `into` then has some of the members.
 */
MUST_USE enum status node_merge(struct node *into, const struct node *from, struct arena *arena,
                                struct findings *findings);

/*
 * The YAML of a map as people write it, which node_read() reads as the same tree: a key a line, maps indented by two, lists of
 * single values in brackets, quotes where they are needed. A scalar or a list is written as a value is.
 */
void node_write(struct growing *out, const struct node *node);

#endif
