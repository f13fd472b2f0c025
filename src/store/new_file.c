#include "store/new_file.h"

#include "base/check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MODE = 0600 };

/* What SQLite may have left beside an unfinished file. */
static void remove_beside(const struct new_file *file)
{
    static const char *const endings[] = {"-wal", "-shm", "-journal"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char name[STORE_PLACE_SIZE + 16];
        struct text_out out;
        text_out_init(&out, name, sizeof name);
        text_out_add(&out, "%s%s", file->unfinished, endings[i]);
        (void)unlink(name);
    }
}

/* The folder of the file; "." if the name has none. */
static void folder_of(const char *path, char folder[STORE_PLACE_SIZE])
{
    struct text_out out;
    text_out_init(&out, folder, STORE_PLACE_SIZE);
    const char *slash = strrchr(path, '/');
    if (!slash)
        text_out_add(&out, ".");
    else
        text_out_add(&out, "%.*s", slash == path ? 1 : (int)(slash - path), path);
}

static enum status check_folder(const char *path, struct fault *fault)
{
    char folder[STORE_PLACE_SIZE];
    struct stat found;
    folder_of(path, folder);
    if (stat(folder, &found) == 0 && S_ISDIR(found.st_mode))
        return STATUS_OK;
    return fault_set(fault, STATUS_INVALID, 0, "there is no folder %.150s; make it first", folder);
}

enum status new_file_begin(struct new_file *file, const char *path, struct fault *fault)
{
    struct text_out final, unfinished;
    struct stat found;
    file->lock = -1;
    text_out_init(&final, file->path, sizeof file->path);
    text_out_init(&unfinished, file->unfinished, sizeof file->unfinished);
    text_out_add(&final, "%s", path);
    text_out_add(&unfinished, "%s.unfinished", path);
    if (unfinished.truncated)
        return fault_set(fault, STATUS_RANGE, 0, "the name of a file has at most %d bytes",
                         STORE_PLACE_SIZE - 16);
    enum status status = check_folder(path, fault);
    if (status != STATUS_OK)
        return status;
    if (lstat(path, &found) == 0)
        return fault_set(fault, STATUS_INVALID, 0, "%.150s is there already; choose another name", path);
    int lock = open(file->unfinished, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, FILE_MODE);
    if (lock < 0)
        return fault_set(fault, STATUS_IO, 0, "%.120s cannot be made: %s", file->unfinished, strerror(errno));
    if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
        status = errno == EWOULDBLOCK
                     ? fault_set(fault, STATUS_INVALID, 0, "another program is writing %.150s", path)
                     : fault_set(fault, STATUS_IO, 0, "%.120s cannot be locked: %s", file->unfinished,
                                 strerror(errno));
        close(lock);
        return status;
    }
    file->lock = lock;
    remove_beside(file);
    if (ftruncate(lock, 0) == 0)
        return STATUS_OK;
    status =
        fault_set(fault, STATUS_IO, 0, "%.120s cannot be written: %s", file->unfinished, strerror(errno));
    new_file_abandon(file);
    return status;
}

static enum status sync_folder(const char *path, struct fault *fault)
{
    char name[STORE_PLACE_SIZE];
    folder_of(path, name);
    int folder = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool synced = folder >= 0 && fsync(folder) == 0;
    int reason = errno;
    if (folder >= 0)
        close(folder);
    return synced ? STATUS_OK
                  : fault_set(fault, STATUS_IO, 0, "the folder of %.120s cannot be synced: %s", path,
                              strerror(reason));
}

/* A second name, and then without the first: so no other file is replaced, even if it was made a moment ago. File systems without
 * links, as on many memory sticks, cannot do that. */
static bool give_name(const struct new_file *file)
{
    struct stat found;
    if (link(file->unfinished, file->path) == 0)
        return unlink(file->unfinished) == 0;
    if (errno == EEXIST || lstat(file->path, &found) == 0) {
        errno = EEXIST;
        return false;
    }
    return rename(file->unfinished, file->path) == 0;
}

enum status new_file_finish(struct new_file *file, struct fault *fault)
{
    CHECK_OP(file->lock, >=, 0);
    enum status status = STATUS_OK;
    remove_beside(file);
    if (fsync(file->lock) != 0 || !give_name(file))
        status = errno == EEXIST
                     ? fault_set(fault, STATUS_INVALID, 0,
                                 "another program has made %.150s meanwhile; choose another name", file->path)
                     : fault_set(fault, STATUS_IO, 0, "%.120s cannot be finished: %s", file->path,
                                 strerror(errno));
    if (status != STATUS_OK) {
        new_file_abandon(file);
        return status;
    }
    close(file->lock);
    file->lock = -1;
    return sync_folder(file->path, fault);
}

void new_file_abandon(struct new_file *file)
{
    if (file->lock < 0)
        return;
    remove_beside(file);
    (void)unlink(file->unfinished);
    close(file->lock);
    file->lock = -1;
}
