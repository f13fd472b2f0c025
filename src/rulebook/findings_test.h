/*
 * For tests: an arena with findings, opened before a test and closed behind it, and what was found as text.
 */
#ifndef RULEBOOK_FINDINGS_TEST_H
#define RULEBOOK_FINDINGS_TEST_H

#include "base/arena.h"
#include "rulebook/finding.h"

enum { SCENE_ARENA_SIZE_MAX = 64 << 20, SCENE_FINDINGS_MAX = 50 };

struct scene {
    struct arena arena;
    struct findings findings;
};

static inline int open_scene(void **state)
{
    static struct scene scene;
    arena_init(&scene.arena, SCENE_ARENA_SIZE_MAX);
    findings_init(&scene.findings, &scene.arena, SCENE_FINDINGS_MAX);
    *state = &scene;
    return 0;
}

static inline int close_scene(void **state)
{
    struct scene *scene = *state;
    arena_release(&scene->arena);
    return 0;
}

/* All findings as lines, sorted. */
static inline const char *findings_text(struct scene *scene)
{
    static char lines[SCENE_FINDINGS_MAX * FINDING_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, lines, sizeof lines);
    findings_sort(&scene->findings);
    for (size_t i = 0; i < scene->findings.count; i++) {
        finding_write(&out, &scene->findings.items[i]);
        text_out_add(&out, "\n");
    }
    return lines;
}

#endif
