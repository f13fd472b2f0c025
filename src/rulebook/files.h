/*
 * The one place of this room that reads files and folders. A file that cannot be read gives a
 * finding of the grade FINDING_UNREADABLE that names it.
 *
 * Ownership: what is read is in the arena. Paths handed in must outlive the findings, which name them.
 */
#ifndef RULEBOOK_FILES_H
#define RULEBOOK_FILES_H

#include "base/arena.h"
#include "base/status.h"
#include "base/text.h"
#include "rulebook/finding.h"

#include <stdbool.h>
#include <stddef.h>

enum { FOLDER_ENTRIES_MAX = 4096 };

struct folder_entry {
    const char *name; /* "aces-cracked.md" */
    const char *path; /* "rulebooks/bay101/aces-cracked.md" */
    bool is_folder;
};

struct folder {
    struct folder_entry *entries; /* by name, byte by byte */
    size_t count;
};

/* The whole of a regular file of at most `size_max` bytes, with a zero byte behind it. On failure `bytes` is
 * unchanged. */
MUST_USE enum status files_read(const char *path, size_t size_max, struct arena *arena,
                                struct findings *findings, struct text *bytes);

/*
 * The files and folders in a folder, without those whose names begin with a full stop. Links count as what they lead
 * to; what is neither file nor folder is left out. On failure `folder` is unchanged.
 */
MUST_USE enum status files_list(const char *path, struct arena *arena, struct findings *findings,
                                struct folder *folder);

/* Whether there is a folder, or a regular file, at `path`; no finding if not. */
bool files_is_folder(const char *path);
bool files_is_file(const char *path);

#endif
