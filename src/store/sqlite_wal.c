#include "store/sqlite_wal.h"

#include "store/awake.h"
#include "store/brief.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    GATHERED_MAX = 1 << 16,
    GROWTH = 1 << 19,
    ZEROS = 1 << 15, /* written at a time */
};

struct wal_file {
    sqlite3_file base;
    sqlite3_file *real;  /* behind this struct */
    uint8_t *gathered;   /* NULL before the first write */
    sqlite3_int64 start; /* where what is gathered belongs in the file */
    int count;           /* bytes gathered */
    sqlite3_int64 size;  /* the file has at least so much; 0 if it is not known */
    struct brief_pace pace;
    struct awake *awake; /* NULL before syncs have followed each other */
};

static struct wal_file *wal_of(sqlite3_file *file)
{
    return (struct wal_file *)(void *)file;
}

/* What cannot be written is forgotten: the transaction that it belongs to fails. */
static int write_gathered(struct wal_file *wal)
{
    int count = wal->count;
    wal->count = 0;
    return count == 0 ? SQLITE_OK : wal->real->pMethods->xWrite(wal->real, wal->gathered, count, wal->start);
}

/* To the next multiple of GROWTH that `needed` fits into. */
static int grow(struct wal_file *wal, sqlite3_int64 needed)
{
    static const uint8_t zeros[ZEROS];
    sqlite3_int64 wanted = (needed + GROWTH - 1) / GROWTH * GROWTH;
    int code = wal->real->pMethods->xFileSize(wal->real, &wal->size);
    while (code == SQLITE_OK && wal->size < needed) {
        for (sqlite3_int64 at = wal->size; code == SQLITE_OK && at < wanted; at = wal->size) {
            int count = wanted - at < ZEROS ? (int)(wanted - at) : ZEROS;
            code = wal->real->pMethods->xWrite(wal->real, zeros, count, at);
            wal->size = at + count;
        }
    }
    if (code != SQLITE_OK)
        wal->size = 0;
    return code;
}

static int wal_close(sqlite3_file *file)
{
    struct wal_file *wal = wal_of(file);
    sqlite3_free(wal->gathered);
    if (wal->awake)
        awake_stop(wal->awake);
    return wal->real->pMethods->xClose(wal->real);
}

static int wal_read(sqlite3_file *file, void *bytes, int size, sqlite3_int64 offset)
{
    struct wal_file *wal = wal_of(file);
    int code = write_gathered(wal);
    return code != SQLITE_OK ? code : wal->real->pMethods->xRead(wal->real, bytes, size, offset);
}

/* Where a write may harm the bytes beside it SQLite fills a commit up to the end of a sector, and the last of that comes
 * behind the sync. So there nothing is gathered. */
static bool may_gather(const struct wal_file *wal, int size)
{
    int promises = wal->real->pMethods->xDeviceCharacteristics(wal->real);
    return (promises & SQLITE_IOCAP_POWERSAFE_OVERWRITE) != 0 && size <= GATHERED_MAX;
}

static int wal_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset)
{
    struct wal_file *wal = wal_of(file);
    /* A new round begins, before which someone else may have cut the file. */
    if (offset == 0)
        wal->size = 0;
    int code = SQLITE_OK;
    if (offset != wal->start + wal->count || size > GATHERED_MAX - wal->count)
        code = write_gathered(wal);
    if (code == SQLITE_OK && offset + size > wal->size)
        code = grow(wal, offset + size);
    if (code != SQLITE_OK)
        return code;
    if (!may_gather(wal, size))
        return wal->real->pMethods->xWrite(wal->real, bytes, size, offset);
    if (!wal->gathered)
        wal->gathered = sqlite3_malloc(GATHERED_MAX);
    if (!wal->gathered)
        return SQLITE_IOERR_NOMEM;
    if (wal->count == 0)
        wal->start = offset;
    memcpy(wal->gathered + wal->count, bytes, (size_t)size);
    wal->count += size;
    return SQLITE_OK;
}

static int wal_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    struct wal_file *wal = wal_of(file);
    wal->size = 0;
    int code = write_gathered(wal);
    return code != SQLITE_OK ? code : wal->real->pMethods->xTruncate(wal->real, size);
}

static void keep_awake(struct wal_file *wal, uint64_t now_ns)
{
    if (!wal->awake)
        wal->awake = awake_start();
    if (wal->awake)
        awake_keep(wal->awake, now_ns);
}

static int wal_sync(sqlite3_file *file, int flags)
{
    struct wal_file *wal = wal_of(file);
    struct brief_wait wait = brief_wait_begin(&wal->pace);
    if (wait.follows)
        keep_awake(wal, wait.began_ns);
    int code = write_gathered(wal);
    if (code == SQLITE_OK)
        code = wal->real->pMethods->xSync(wal->real, flags);
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
    *wal = (struct wal_file){.real = (sqlite3_file *)(void *)(wal + 1)};
    int code = real->xOpen(real, name, wal->real, flags, flags_out);
    if (code == SQLITE_OK)
        wal->base.pMethods = &wal_methods;
    return code;
}

static const char layer_name[] = "cardroom";

/* SQLite keeps a layer as long as the program runs; this one is filled in once and never changes. */
static void layer_register(void)
{
    static sqlite3_vfs layer;
    /* Nobody asks SQLite how much memory it has, and the counting takes a lock each time. Too late is no harm. */
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

const char *sqlite_wal_layer(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, layer_register);
    return sqlite3_vfs_find(layer_name) ? layer_name : NULL;
}
