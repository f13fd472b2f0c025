/*
 * Whether the files of an open store are still the ones at their paths.
 *
 * A program goes on writing to a file that was removed or renamed, and everything seems well until it ends; then the file is
 * gone with all that was acknowledged. So the device and inode of each file are compared with those at its path. That takes a
 * microsecond a file.
 *
 * Other programs that use SQLite, to checkpoint, vacuum or copy a store, never change these files for others while it is open.
 */
#include "store/sqlite_internal.h"

#include "base/check.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* SQLite has resolved links in the names of the log and of its index; the store itself is looked up as it was asked for, so a
 * link that leads elsewhere is noticed, too. */
enum status sqlite_watch(struct store *store, const char *place, struct fault *fault)
{
    struct engine *engine = store->engine;
    const char *database = sqlite3_db_filename(engine->database, "main");
    CHECK(database && !engine->gone);
    const struct text paths[FILES] = {[FILE_DATABASE] = text_of(place),
                                      [FILE_LOG] = text_of(sqlite3_filename_wal(database)),
                                      [FILE_LOG_INDEX] = text_of(database)};
    for (unsigned i = 0; i < FILES; i++) {
        const char *ending = i == FILE_LOG_INDEX ? "-shm" : "";
        char *path = ARENA_ARRAY(&store->lifetime, char, paths[i].length + strlen(ending) + 1);
        struct stat found;
        if (!path)
            return fault_set(fault, store->lifetime.refusal, 0, "no memory for a store");
        memcpy(path, paths[i].bytes, paths[i].length);
        memcpy(path + paths[i].length, ending, strlen(ending) + 1);
        if (stat(path, &found) != 0)
            return fault_set(fault, STATUS_IO, 0, "the file %.100s cannot be found again: %s", path,
                             strerror(errno));
        engine->files[i] = (struct watched_file){path, found.st_dev, found.st_ino};
    }
    /* Between SQLite's opening and this the file may have been replaced. */
    int moved = 0;
    if (sqlite3_file_control(engine->database, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved)
        engine->gone = &engine->files[FILE_DATABASE];
    return sqlite_look(engine, fault);
}

static enum status tell_gone(const struct engine *engine, struct fault *fault)
{
    const char *path = engine->gone->path, *slash = strrchr(path, '/');
    bool is_database = engine->gone == &engine->files[FILE_DATABASE];
    return fault_set(fault, STATUS_IO, 0,
                     "the file %.80s was removed, renamed or replaced while it was open; nothing more is "
                     "written. %s",
                     slash ? slash + 1 : path,
                     is_database ? "Put the file back, then start the program again"
                                 : "Start the program again, then audit the store");
}

enum status sqlite_look(struct engine *engine, struct fault *fault)
{
    for (unsigned i = 0; i < FILES && !engine->gone; i++) {
        const struct watched_file *file = &engine->files[i];
        struct stat found;
        CHECK(file->path);
        bool there = stat(file->path, &found) == 0;
        /* Any other failure may pass. */
        if (!there && errno != ENOENT && errno != ENOTDIR)
            return fault_set(fault, STATUS_IO, 0, "the file of the store cannot be looked at: %s",
                             strerror(errno));
        if (!there || found.st_dev != file->device || found.st_ino != file->inode)
            engine->gone = file;
    }
    return engine->gone ? tell_gone(engine, fault) : STATUS_OK;
}
