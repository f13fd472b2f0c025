#include "rulebook/files.h"

#include "base/check.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_SIZE = 4096 };

static enum status refuse(struct findings *findings, const char *path, enum status status, const char *words,
                          const char *remedy)
{
    findings_add(findings, FINDING_UNREADABLE, (struct origin){.file = path}, "%s" REMEDY "%s", words,
                 remedy);
    return status;
}

static enum status refuse_error(struct findings *findings, const char *path, int error)
{
    switch (error) {
    case ENOENT:
    case ENOTDIR:
        return refuse(findings, path, STATUS_IO, "there is no such file or folder", "look at the spelling");
    case EACCES:
    case EPERM:
        return refuse(findings, path, STATUS_IO, "it may not be read", "give the permission to read it");
    default:
        return refuse(findings, path, STATUS_IO, strerror(error), "try again");
    }
}

static enum status refuse_memory(struct findings *findings, const char *path, const struct arena *arena)
{
    return refuse(findings, path, arena->refusal, "there is no memory to read it", "try with less at a time");
}

/* ------------------------------------------------------------------------------------------------------ files */

static enum status read_stream(FILE *stream, const char *path, size_t size, struct arena *arena,
                               struct findings *findings, struct text *bytes)
{
    char *memory = arena_alloc(arena, size + 1, 1);
    if (!memory)
        return refuse_memory(findings, path, arena);
    errno = 0;
    size_t length = fread(memory, 1, size, stream);
    if (ferror(stream))
        return refuse_error(findings, path, errno);
    *bytes = (struct text){memory, length};
    return STATUS_OK;
}

enum status files_read(const char *path, size_t size_max, struct arena *arena, struct findings *findings,
                       struct text *bytes)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return refuse_error(findings, path, errno);
    if (!S_ISREG(about.st_mode))
        return refuse(findings, path, STATUS_IO, "it is not a file", "name a file");
    if ((unsigned long long)about.st_size > size_max) {
        findings_add(findings, FINDING_UNREADABLE, (struct origin){.file = path},
                     "it has %lld bytes" REMEDY "a file of this kind has at most %zu",
                     (long long)about.st_size, size_max);
        return STATUS_NO_SPACE;
    }
    FILE *stream = fopen(path, "rb");
    if (!stream)
        return refuse_error(findings, path, errno);
    enum status status = read_stream(stream, path, (size_t)about.st_size, arena, findings, bytes);
    fclose(stream);
    return status;
}

/* ---------------------------------------------------------------------------------------------------- folders */

bool files_is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

bool files_is_file(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

static int compare_entries(const void *left, const void *right)
{
    return strcmp(((const struct folder_entry *)left)->name, ((const struct folder_entry *)right)->name);
}

/* STATUS_OK also for what is left out; then the folder is as before. */
static enum status take_entry(const char *folder_path, const char *name, struct arena *arena,
                              struct findings *findings, struct folder *folder)
{
    char buffer[PATH_SIZE];
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    text_out_add(&out, "%s/%s", folder_path, name);
    struct stat about;
    if (name[0] == '.' || out.truncated || stat(buffer, &about) != 0 ||
        (!S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode)))
        return STATUS_OK;
    if (folder->count == FOLDER_ENTRIES_MAX) {
        findings_add(findings, FINDING_UNREADABLE, (struct origin){.file = folder_path},
                     "the folder holds more than %d entries" REMEDY "part it into several folders",
                     FOLDER_ENTRIES_MAX);
        return STATUS_NO_SPACE;
    }
    struct text path;
    if (arena_copy_text(arena, text_out_text(&out), &path) != STATUS_OK)
        return refuse_memory(findings, folder_path, arena);
    folder->entries[folder->count++] = (struct folder_entry){.name = path.bytes + strlen(folder_path) + 1,
                                                             .path = path.bytes,
                                                             .is_folder = S_ISDIR(about.st_mode)};
    return STATUS_OK;
}

static enum status take_entries(DIR *directory, const char *path, struct arena *arena,
                                struct findings *findings, struct folder *folder)
{
    for (;;) {
        errno = 0;
        const struct dirent *entry = readdir(directory);
        if (!entry)
            return errno == 0 ? STATUS_OK : refuse_error(findings, path, errno);
        enum status status = take_entry(path, entry->d_name, arena, findings, folder);
        if (status != STATUS_OK)
            return status;
    }
}

enum status files_list(const char *path, struct arena *arena, struct findings *findings,
                       struct folder *folder)
{
    DIR *directory = opendir(path);
    if (!directory)
        return refuse_error(findings, path, errno);
    struct folder found = {.entries = ARENA_ARRAY(arena, struct folder_entry, FOLDER_ENTRIES_MAX)};
    enum status status = found.entries ? take_entries(directory, path, arena, findings, &found)
                                       : refuse_memory(findings, path, arena);
    closedir(directory);
    if (!found.entries || status != STATUS_OK)
        return status;
    qsort(found.entries, found.count, sizeof *found.entries, compare_entries);
    *folder = found;
    return STATUS_OK;
}
