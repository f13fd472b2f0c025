/*
 * SQLite on a disk that fails, for tests.
 *
 * This replaces SQLite's file layer by one on top of the system's. It counts operations (writes, syncs, truncations) and
 * injects a fault at the operation that the test names:
 *
 *      WRITE_FAILS     the write fails
 *      WRITE_SHORT     only the first half is written, then the write fails
 *      DISK_FULL       the disk is full until it is reopened
 *      SYNC_FAILS      every sync fails until the disk is reopened
 *      POWER_LOSS      nothing more is written, and any sector written since the last sync of its file may be on disk or not:
 *                      a torn page, or commits out of order
 *
 * It can also fail SQLite's allocations, one in turn.
 */
#ifndef STORE_FAULTY_FILES_TEST_H
#define STORE_FAULTY_FILES_TEST_H

#include "base/check.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include <sqlite3.h>

/* --------------------------------------------------------------------------------------- file layer */

enum mishap { NONE, WRITE_FAILS, WRITE_SHORT, DISK_FULL, SYNC_FAILS, POWER_LOSS, MISHAP_COUNT };

enum { SECTOR = 512, UNDO_MAX = 4096, FILES_MAX = 8 };

/* The content of a sector before a write that is not synced yet. */
struct undo {
    unsigned file;
    sqlite3_int64 offset;
    int length; /* bytes that existed before; the rest is beyond the end */
    uint8_t before[SECTOR];
};

struct disk {
    enum mishap mishap;
    unsigned at;      /* the operation that fails, from 1; 0 is never */
    unsigned counted; /* operations so far */
    bool happened;
    bool promises_little;
    uint64_t seed;
    struct undo undo[UNDO_MAX];
    unsigned undo_count;
    sqlite3_file *files[FILES_MAX];
};

static struct disk disk;

struct disk_file {
    sqlite3_file base;
    unsigned number;
    sqlite3_file *real; /* behind this struct */
};

static inline uint64_t disk_chance(void)
{
    /* xorshift64*: any mixture of sectors will do if it is repeatable. */
    disk.seed ^= disk.seed >> 12;
    disk.seed ^= disk.seed << 25;
    disk.seed ^= disk.seed >> 27;
    return disk.seed * UINT64_C(2685821657736338717);
}

static inline sqlite3_file *real_of(sqlite3_file *file)
{
    return ((struct disk_file *)file)->real;
}

static inline void remember(const struct disk_file *file, sqlite3_int64 offset, int size)
{
    sqlite3_int64 end = offset + size, file_size = 0;
    file->real->pMethods->xFileSize(file->real, &file_size);
    for (sqlite3_int64 at = offset / SECTOR * SECTOR; at < end; at += SECTOR) {
        CHECK_OP(disk.undo_count, <, UNDO_MAX);
        struct undo *undo = &disk.undo[disk.undo_count++];
        *undo = (struct undo){.file = file->number, .offset = at};
        if (at < file_size) {
            undo->length = file_size - at < SECTOR ? (int)(file_size - at) : SECTOR;
            CHECK(file->real->pMethods->xRead(file->real, undo->before, undo->length, at) == SQLITE_OK);
        }
    }
}

static inline void forget(unsigned file)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < disk.undo_count; i++)
        if (disk.undo[i].file != file)
            disk.undo[kept++] = disk.undo[i];
    disk.undo_count = kept;
}

/* Power loss: each unsynced sector is kept or reverted. Reverts from the last write back, so that a sector written twice can
 * end in any of its three states. */
static inline void lose_power(void)
{
    while (disk.undo_count > 0) {
        const struct undo *undo = &disk.undo[--disk.undo_count];
        sqlite3_file *real = disk.files[undo->file];
        if (disk_chance() % 2 == 0 || !real)
            continue;
        /* Beyond the former end a sector cannot be reverted to nothing, so it becomes zeros. */
        CHECK(real->pMethods->xWrite(real, undo->before, SECTOR, undo->offset) == SQLITE_OK);
    }
}

/* Counts an operation. True if the fault happens at it, or still lasts. */
static inline bool mishap_now(bool sync)
{
    bool lasts = disk.mishap == DISK_FULL || disk.mishap == SYNC_FAILS || disk.mishap == POWER_LOSS;
    if (disk.happened)
        return lasts && !(disk.mishap == SYNC_FAILS && !sync) && !(disk.mishap == DISK_FULL && sync);
    if (++disk.counted != disk.at)
        return false;
    bool fits = sync ? disk.mishap == SYNC_FAILS || disk.mishap == POWER_LOSS : disk.mishap != SYNC_FAILS;
    /* The fault does not apply to this kind of operation; it waits for the next one. */
    if (!fits) {
        disk.at++;
        return false;
    }
    disk.happened = true;
    if (disk.mishap == POWER_LOSS)
        lose_power();
    return true;
}

static inline int disk_close(sqlite3_file *file)
{
    disk.files[((struct disk_file *)file)->number] = NULL;
    return real_of(file)->pMethods->xClose(real_of(file));
}

static inline int disk_read(sqlite3_file *file, void *bytes, int size, sqlite3_int64 offset)
{
    return real_of(file)->pMethods->xRead(real_of(file), bytes, size, offset);
}

static inline int disk_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset)
{
    sqlite3_file *real = real_of(file);
    if (!mishap_now(false)) {
        if (disk.mishap == POWER_LOSS)
            remember((struct disk_file *)file, offset, size);
        return real->pMethods->xWrite(real, bytes, size, offset);
    }
    if (disk.mishap == WRITE_SHORT || disk.mishap == DISK_FULL)
        CHECK(real->pMethods->xWrite(real, bytes, size / 2, offset) == SQLITE_OK);
    return disk.mishap == DISK_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static inline int disk_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    if (mishap_now(false))
        return SQLITE_IOERR_TRUNCATE;
    /* A sector that was cut off cannot be torn any more. */
    if (disk.mishap == POWER_LOSS)
        forget(((struct disk_file *)file)->number);
    return real_of(file)->pMethods->xTruncate(real_of(file), size);
}

/* The page cache survives the test process, so a real sync would only take time. */
static inline int disk_sync(sqlite3_file *file, int flags)
{
    (void)flags;
    if (mishap_now(true))
        return SQLITE_IOERR_FSYNC;
    forget(((struct disk_file *)file)->number);
    return SQLITE_OK;
}

static inline int disk_file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static inline int disk_lock(sqlite3_file *file, int level)
{
    return real_of(file)->pMethods->xLock(real_of(file), level);
}

static inline int disk_unlock(sqlite3_file *file, int level)
{
    return real_of(file)->pMethods->xUnlock(real_of(file), level);
}

static inline int disk_check_lock(sqlite3_file *file, int *locked)
{
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), locked);
}

static inline int disk_control(sqlite3_file *file, int what, void *argument)
{
    return real_of(file)->pMethods->xFileControl(real_of(file), what, argument);
}

/* Disks promise whole sectors at best; the simulated power losses assume that. */
static inline int disk_sector(sqlite3_file *file)
{
    (void)file;
    return SECTOR;
}

/* With atomic sectors a write does not damage the bytes beside it. Without that promise SQLite pads the log. */
static inline int disk_characteristics(sqlite3_file *file)
{
    (void)file;
    return disk.promises_little ? 0 : SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static inline int disk_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory)
{
    return real_of(file)->pMethods->xShmMap(real_of(file), page, size, extend, memory);
}

static inline int disk_shm_lock(sqlite3_file *file, int offset, int count, int flags)
{
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

static inline void disk_shm_barrier(sqlite3_file *file)
{
    real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static inline int disk_shm_unmap(sqlite3_file *file, int remove)
{
    return real_of(file)->pMethods->xShmUnmap(real_of(file), remove);
}

static const sqlite3_io_methods disk_methods = {
    .iVersion = 2,
    .xClose = disk_close,
    .xRead = disk_read,
    .xWrite = disk_write,
    .xTruncate = disk_truncate,
    .xSync = disk_sync,
    .xFileSize = disk_file_size,
    .xLock = disk_lock,
    .xUnlock = disk_unlock,
    .xCheckReservedLock = disk_check_lock,
    .xFileControl = disk_control,
    .xSectorSize = disk_sector,
    .xDeviceCharacteristics = disk_characteristics,
    .xShmMap = disk_shm_map,
    .xShmLock = disk_shm_lock,
    .xShmBarrier = disk_shm_barrier,
    .xShmUnmap = disk_shm_unmap,
};

static inline int disk_open(sqlite3_vfs *layer, const char *name, sqlite3_file *file, int flags,
                            int *flags_out)
{
    sqlite3_vfs *real = layer->pAppData;
    struct disk_file *opened = (struct disk_file *)file;
    *opened = (struct disk_file){.real = (sqlite3_file *)(void *)(opened + 1)};
    int code = real->xOpen(real, name, opened->real, flags, flags_out);
    if (code != SQLITE_OK)
        return code;
    while (disk.files[opened->number]) {
        opened->number++;
        CHECK_OP(opened->number, <, FILES_MAX);
    }
    disk.files[opened->number] = opened->real;
    opened->base.pMethods = &disk_methods;
    return code;
}

static inline int disk_delete(sqlite3_vfs *layer, const char *name, int sync)
{
    sqlite3_vfs *real = layer->pAppData;
    if (mishap_now(false))
        return SQLITE_IOERR_DELETE;
    (void)sync; /* as for disk_sync() */
    return real->xDelete(real, name, 0);
}

static inline int disk_access(sqlite3_vfs *layer, const char *name, int flags, int *result)
{
    sqlite3_vfs *real = layer->pAppData;
    return real->xAccess(real, name, flags, result);
}

static inline int disk_full_name(sqlite3_vfs *layer, const char *name, int size, char *full)
{
    sqlite3_vfs *real = layer->pAppData;
    return real->xFullPathname(real, name, size, full);
}

static inline int disk_randomness(sqlite3_vfs *layer, int size, char *bytes)
{
    (void)layer;
    for (int i = 0; i < size; i++)
        bytes[i] = (char)disk_chance();
    return size;
}

static inline void disk_install(void)
{
    static sqlite3_vfs layer;
    CHECK(sqlite3_initialize() == SQLITE_OK);
    sqlite3_vfs *real = sqlite3_vfs_find(NULL);
    layer = *real;
    layer.zName = "faulty";
    layer.szOsFile = (int)sizeof(struct disk_file) + real->szOsFile;
    layer.pAppData = real;
    layer.xOpen = disk_open;
    layer.xDelete = disk_delete;
    layer.xAccess = disk_access;
    layer.xFullPathname = disk_full_name;
    layer.xRandomness = disk_randomness;
    CHECK(sqlite3_vfs_register(&layer, 1) == SQLITE_OK);
}

static inline void disk_set(enum mishap mishap, unsigned at, uint64_t seed)
{
    for (unsigned i = 0; i < FILES_MAX; i++)
        CHECK(!disk.files[i]);
    disk = (struct disk){.mishap = mishap, .at = at, .seed = seed, .promises_little = disk.promises_little};
}

/* ------------------------------------------------------------------------------------------ memory */

/* SQLite's allocations, one of which in turn fails. */
static struct {
    sqlite3_mem_methods real;
    unsigned at, counted;
} memory;

static inline bool memory_fails(void)
{
    return memory.at > 0 && ++memory.counted == memory.at;
}

static inline void *memory_allocate(int size)
{
    return memory_fails() ? NULL : memory.real.xMalloc(size);
}

static inline void *memory_change(void *bytes, int size)
{
    return memory_fails() ? NULL : memory.real.xRealloc(bytes, size);
}

static inline void memory_install(void)
{
    CHECK(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &memory.real) == SQLITE_OK);
    sqlite3_mem_methods methods = memory.real;
    methods.xMalloc = memory_allocate;
    methods.xRealloc = memory_change;
    CHECK(sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) == SQLITE_OK);
}

/* Trying every operation takes minutes, so by default some are left out. */
static inline unsigned faults_step(unsigned otherwise)
{
    return getenv("CARDROOM_EXHAUSTIVE") ? 1 : otherwise;
}

#endif
