#include "store/sqlite_wal.h"

#include "base/check.h"
#include "store/awake.h"
#include "store/brief.h"

#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum {
    MIRROR_SIZE = 4 << 20, /* larger than a round, unless a reader holds it up or a transaction is large */
    BLOCK = 4096,          /* direct writes begin and end at a multiple */
    PIECE = 1 << 16,
    GROWTH = 1 << 19,
    ZEROS = 1 << 15, /* written at a time */
};

struct wal_file {
    sqlite3_file base;
    sqlite3_file *real;  /* behind this struct */
    const char *name;    /* the name to open for direct writes; NULL: not to be opened, or already tried */
    int direct;          /* opened with O_DIRECT; -1: not */
    sqlite3_int64 size;  /* the file has at least this size; 0 if unknown */
    uint8_t *mirror;     /* a copy of the file from the block of `from` on; NULL before the first write */
    void *allocated;     /* the offset of the mirror */
    sqlite3_int64 from;  /* the mirror holds the file from here, without a gap ... */
    sqlite3_int64 to;    /* ... to here; */
    sqlite3_int64 taken; /* pages from here on are buffered and not in the file yet */
    sqlite3_int64 end;   /* of all that was written in this round */
    bool lent;           /* the page cache may hold writes that are not synced yet */
    uint8_t salts[WAL_SALTS_SIZE]; /* of the round */
    struct brief_pace pace;
    struct awake *awake; /* NULL until syncs follow each other */
};

static struct wal_file *wal_of(sqlite3_file *file)
{
    return (struct wal_file *)(void *)file;
}

static sqlite3_int64 block_of(sqlite3_int64 offset)
{
    return offset / BLOCK * BLOCK;
}

static uint8_t *mirrored(const struct wal_file *wal, sqlite3_int64 offset)
{
    CHECK(wal->mirror && offset >= block_of(wal->from));
    CHECK_OP(offset - block_of(wal->from), <=, MIRROR_SIZE);
    return wal->mirror + (offset - block_of(wal->from));
}

/* Empties the mirror; the next write is expected at the offset. An earlier writer may not have synced. */
static void begin_mirror(struct wal_file *wal, sqlite3_int64 offset)
{
    CHECK_OP(offset, >=, 0);
    wal->from = wal->to = wal->taken = offset;
    wal->lent = true;
}

/* ------------------------------------------------------------------------------------ writing */

/* Writes with O_DIRECT and RWF_DSYNC. False: nothing was written, and from now on writes go through the page cache. Not every
 * file system supports direct writes; if the disk fails, the system's VFS reports it. */
static bool write_past_cache(struct wal_file *wal, sqlite3_int64 start, sqlite3_int64 stop)
{
    CHECK(start % BLOCK == 0 && stop % BLOCK == 0 && start < stop); /* O_DIRECT requires it */
    struct iovec bytes = {mirrored(wal, start), (size_t)(stop - start)};
    if (wal->name)
        wal->direct = open(wal->name, O_RDWR | O_DIRECT | O_CLOEXEC);
    wal->name = NULL;
    if (wal->direct < 0)
        return false;
    if (pwritev2(wal->direct, &bytes, 1, start, RWF_DSYNC) == stop - start)
        return true;
    (void)close(wal->direct);
    wal->direct = -1;
    return false;
}

/* The system's VFS takes less than 128 KiB at a time. */
static int write_through_cache(struct wal_file *wal, sqlite3_int64 start, sqlite3_int64 stop)
{
    CHECK_OP(start, <, stop);
    int code = SQLITE_OK;
    wal->lent = true;
    for (sqlite3_int64 at = start, next; at < stop && code == SQLITE_OK; at = next) {
        next = stop - at < PIECE ? stop : at + PIECE;
        code = wal->real->pMethods->xWrite(wal->real, mirrored(wal, at), (int)(next - at), at);
    }
    return code;
}

/* Pages that cannot be written are discarded: their transaction fails. */
static int write_gathered(struct wal_file *wal)
{
    CHECK(wal->from <= wal->taken && wal->taken <= wal->to);
    sqlite3_int64 start = wal->taken, stop = wal->to, first = block_of(start),
                  last = block_of(stop + BLOCK - 1);
    if (start == stop)
        return SQLITE_OK;
    if (stop == wal->end && first >= wal->from && last <= wal->size) {
        memset(mirrored(wal, stop), 0, (size_t)(last - stop)); /* W3 */
        start = first;
        stop = last;
    }
    int code = SQLITE_OK;
    if (!(start == first && stop == last && write_past_cache(wal, start, stop)))
        code = write_through_cache(wal, start, stop);
    wal->taken = wal->to;
    if (code != SQLITE_OK)
        begin_mirror(wal, 0);
    return code;
}

/* Grows the file to the next multiple of GROWTH that holds `needed`. */
static int grow(struct wal_file *wal, sqlite3_int64 needed)
{
    CHECK_OP(needed, >, 0);
    static const uint8_t zeros[ZEROS];
    sqlite3_int64 wanted = (needed + GROWTH - 1) / GROWTH * GROWTH;
    int code = wal->real->pMethods->xFileSize(wal->real, &wal->size);
    wal->lent = true;
    while (code == SQLITE_OK && wal->size < needed) {
        for (sqlite3_int64 at = wal->size; code == SQLITE_OK && at < wanted; at = wal->size) {
            int count = wanted - at < ZEROS ? (int)(wanted - at) : ZEROS;
            code = wal->real->pMethods->xWrite(wal->real, zeros, count, at);
            wal->size = at + count;
        }
    }
    CHECK_IMPLIES(code == SQLITE_OK, wal->size >= needed);
    if (code != SQLITE_OK)
        wal->size = 0;
    return code;
}

/* Without atomic sectors SQLite pads a commit to the end of a sector and writes the last part after the sync. So nothing is
 * buffered then. */
static bool may_gather(const struct wal_file *wal, int size)
{
    int promises = wal->real->pMethods->xDeviceCharacteristics(wal->real);
    return (promises & SQLITE_IOCAP_POWERSAFE_OVERWRITE) != 0 && size <= MIRROR_SIZE - BLOCK;
}

/* The salts in a header of the log or of a page. NULL: a page has none. If a transaction has written a page twice, the salts
 * of the following pages are written at its end. */
static const uint8_t *salts_in(const uint8_t *bytes, int size, sqlite3_int64 offset)
{
    static const uint8_t later[WAL_SALTS_SIZE];
    if (offset == 0 && size == WAL_HEADER_SIZE)
        return bytes + WAL_SALTS_AT;
    return size == WAL_FRAME_SIZE && memcmp(bytes + WAL_FRAME_SALTS_AT, later, WAL_SALTS_SIZE) != 0
               ? bytes + WAL_FRAME_SALTS_AT
               : NULL;
}

/* Each round has its own salts: other salts mean that another program started a new round and may have truncated the file. */
static int follow_round(struct wal_file *wal, const uint8_t *salts)
{
    if (!salts || memcmp(salts, wal->salts, WAL_SALTS_SIZE) == 0)
        return SQLITE_OK;
    int code = write_gathered(wal);
    memcpy(wal->salts, salts, WAL_SALTS_SIZE);
    wal->size = wal->end = 0;
    begin_mirror(wal, 0);
    return code;
}

static bool make_mirror(struct wal_file *wal)
{
    if (wal->mirror)
        return true;
    wal->allocated = sqlite3_malloc(MIRROR_SIZE + BLOCK);
    if (wal->allocated)
        wal->mirror = (uint8_t *)wal->allocated + (BLOCK - (uintptr_t)wal->allocated % BLOCK);
    return wal->allocated != NULL;
}

static int gather(struct wal_file *wal, const void *bytes, int size, sqlite3_int64 offset)
{
    if (!make_mirror(wal))
        return SQLITE_IOERR_NOMEM;
    CHECK_OP(offset, ==, wal->to); /* the mirror has no gap */
    CHECK_OP(offset + size, <=, block_of(wal->from) + MIRROR_SIZE);
    memcpy(mirrored(wal, offset), bytes, (size_t)size);
    wal->to += size;
    return SQLITE_OK;
}

static int wal_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset)
{
    CHECK(size > 0 && offset >= 0);
    struct wal_file *wal = wal_of(file);
    bool gathers = may_gather(wal, size);
    int code = follow_round(wal, salts_in(bytes, size, offset));
    if (code == SQLITE_OK &&
        (!gathers || offset != wal->to || offset + size > block_of(wal->from) + MIRROR_SIZE)) {
        code = write_gathered(wal);
        begin_mirror(wal, offset);
    }
    if (code == SQLITE_OK && offset + size > wal->size)
        code = grow(wal, offset + size);
    if (code != SQLITE_OK)
        return code;
    if (offset + size > wal->end)
        wal->end = offset + size;
    return gathers ? gather(wal, bytes, size, offset)
                   : wal->real->pMethods->xWrite(wal->real, bytes, size, offset);
}

/* ------------------------------------------------------------------------------------ reading */

/* Another program may have started a round since; it writes the header of the file to do so. */
static bool is_round_of_file(const struct wal_file *wal)
{
    uint8_t salts[WAL_SALTS_SIZE];
    return wal->real->pMethods->xRead(wal->real, salts, WAL_SALTS_SIZE, WAL_SALTS_AT) == SQLITE_OK &&
           memcmp(salts, wal->salts, WAL_SALTS_SIZE) == 0;
}

static int wal_read(sqlite3_file *file, void *bytes, int size, sqlite3_int64 offset)
{
    struct wal_file *wal = wal_of(file);
    int code = write_gathered(wal);
    if (code != SQLITE_OK)
        return code;
    CHECK_OP(wal->taken, ==, wal->to); /* nothing is read before it is in the file */
    if (offset < wal->from || offset + size > wal->to || !is_round_of_file(wal))
        return wal->real->pMethods->xRead(wal->real, bytes, size, offset);
    memcpy(bytes, mirrored(wal, offset), (size_t)size);
    return SQLITE_OK;
}

/* ------------------------------------------------------------------------------------ the rest */

static int wal_close(sqlite3_file *file)
{
    struct wal_file *wal = wal_of(file);
    sqlite3_free(wal->allocated);
    if (wal->awake)
        awake_stop(wal->awake);
    if (wal->direct >= 0)
        (void)close(wal->direct);
    return wal->real->pMethods->xClose(wal->real);
}

static int wal_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    struct wal_file *wal = wal_of(file);
    int code = write_gathered(wal);
    wal->size = wal->end = 0;
    begin_mirror(wal, 0);
    return code != SQLITE_OK ? code : wal->real->pMethods->xTruncate(wal->real, size);
}

static void keep_awake(struct wal_file *wal, uint64_t now_ns)
{
    if (!wal->awake)
        wal->awake = awake_start();
    if (wal->awake)
        awake_keep(wal->awake, now_ns);
}

/* write_past_cache() syncs what it writes. With nothing buffered, the sync is for writes of others. */
static int wal_sync(sqlite3_file *file, int flags)
{
    struct wal_file *wal = wal_of(file);
    wal->lent |= wal->taken == wal->to;
    struct brief_wait wait = brief_wait_begin(&wal->pace);
    if (wait.follows)
        keep_awake(wal, wait.began_ns);
    int code = write_gathered(wal);
    if (code == SQLITE_OK && wal->lent)
        code = wal->real->pMethods->xSync(wal->real, flags);
    if (code == SQLITE_OK)
        wal->lent = false;
    CHECK_IMPLIES(code == SQLITE_OK, wal->taken == wal->to && !wal->lent); /* S1 */
    brief_wait_end(&wal->pace, wait);
    return code;
}

static int wal_file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    struct wal_file *wal = wal_of(file);
    int code = write_gathered(wal);
    return code != SQLITE_OK ? code : wal->real->pMethods->xFileSize(wal->real, size);
}

/* ------------------------------------------------------------------------------------ passed on */

static int wal_lock(sqlite3_file *file, int level)
{
    return wal_of(file)->real->pMethods->xLock(wal_of(file)->real, level);
}

static int wal_unlock(sqlite3_file *file, int level)
{
    return wal_of(file)->real->pMethods->xUnlock(wal_of(file)->real, level);
}

static int wal_check_lock(sqlite3_file *file, int *locked)
{
    return wal_of(file)->real->pMethods->xCheckReservedLock(wal_of(file)->real, locked);
}

static int wal_control(sqlite3_file *file, int what, void *argument)
{
    return wal_of(file)->real->pMethods->xFileControl(wal_of(file)->real, what, argument);
}

static int wal_sector(sqlite3_file *file)
{
    return wal_of(file)->real->pMethods->xSectorSize(wal_of(file)->real);
}

static int wal_characteristics(sqlite3_file *file)
{
    return wal_of(file)->real->pMethods->xDeviceCharacteristics(wal_of(file)->real);
}

static const sqlite3_io_methods wal_methods = {
    .iVersion = 1,
    .xClose = wal_close,
    .xRead = wal_read,
    .xWrite = wal_write,
    .xTruncate = wal_truncate,
    .xSync = wal_sync,
    .xFileSize = wal_file_size,
    .xLock = wal_lock,
    .xUnlock = wal_unlock,
    .xCheckReservedLock = wal_check_lock,
    .xFileControl = wal_control,
    .xSectorSize = wal_sector,
    .xDeviceCharacteristics = wal_characteristics,
};

/* ----------------------------------------------------------------------------------------- layer */

static int layer_open(sqlite3_vfs *layer, const char *name, sqlite3_file *file, int flags, int *flags_out)
{
    sqlite3_vfs *real = layer->pAppData;
    if (!(flags & SQLITE_OPEN_WAL))
        return real->xOpen(real, name, file, flags, flags_out);
    struct wal_file *wal = wal_of(file);
    /* On another VFS than the system's the file may not have this name. */
    bool own = strcmp(real->zName, "unix") == 0;
    *wal =
        (struct wal_file){.real = (sqlite3_file *)(void *)(wal + 1), .name = own ? name : NULL, .direct = -1};
    int code = real->xOpen(real, name, wal->real, flags, flags_out);
    if (code == SQLITE_OK)
        wal->base.pMethods = &wal_methods;
    return code;
}

static const char layer_name[] = "cardroom";

/* SQLite keeps a VFS as long as the program runs; this one is filled in once and never changes. */
static void layer_register(void)
{
    static sqlite3_vfs layer;
    /* The program does not use SQLite's memory statistics, and they take a lock at each allocation. If it is too late to turn
     * them off, they stay on. */
    (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    sqlite3_vfs *real = sqlite3_vfs_find(NULL);
    if (!real)
        return;
    layer = *real;
    layer.zName = layer_name;
    layer.szOsFile = (int)sizeof(struct wal_file) + real->szOsFile;
    layer.pAppData = real;
    layer.xOpen = layer_open;
    (void)sqlite3_vfs_register(&layer, 0);
}

void sqlite_wal_forget(sqlite3 *database)
{
    sqlite3_file *file = NULL;
    if (!sqlite3_get_autocommit(database))
        return;
    (void)sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file);
    if (file && file->pMethods == &wal_methods)
        begin_mirror(wal_of(file), 0);
}

const char *sqlite_wal_layer(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, layer_register);
    return sqlite3_vfs_find(layer_name) ? layer_name : NULL;
}
