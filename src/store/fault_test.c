/*
 * SQLite on a disk that fails.
 *
 * The file layer of SQLite is replaced by one of our own on top of the system's. It counts operations (writes, syncs,
 * truncations) and at the one that the test names it lets something happen:
 *
 *      WRITE_FAILS     the write is refused
 *      WRITE_SHORT     only the first half of it gets to the file, then it is refused
 *      DISK_FULL       from then on the disk is full, until it is reopened
 *      SYNC_FAILS      from then on no sync succeeds, until it is reopened
 *      POWER_LOSS      nothing more gets to the disk, and of what was written since the last sync of a file any sector
 *                      may be there or not: a torn page, a commit in the wrong order
 *
 * Each is tried at every operation of a short life of a store. After each, the store is opened again on a good disk, and
 * must have every append that was acknowledged, once and whole, and of the others each wholly or not at all.
 */
#include "store/place_test.h"

#include "store/committer.h"

/* --------------------------------------------------------------------------------------- file layer */

enum mishap { NONE, WRITE_FAILS, WRITE_SHORT, DISK_FULL, SYNC_FAILS, POWER_LOSS, MISHAP_COUNT };

enum { SECTOR = 512, UNDO_MAX = 4096, FILES_MAX = 8 };

/* What a sector held before a write that is not synced yet. */
struct undo {
    unsigned file;
    sqlite3_int64 offset;
    int length; /* of what was there; the rest is beyond the end */
    uint8_t before[SECTOR];
};

struct disk {
    enum mishap mishap;
    unsigned at;      /* the operation at which it happens, from 1; 0 is never */
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

static uint64_t chance(void)
{
    /* xorshift64*: any mixture of sectors will do, as long as it is the same each time. */
    disk.seed ^= disk.seed >> 12;
    disk.seed ^= disk.seed << 25;
    disk.seed ^= disk.seed >> 27;
    return disk.seed * UINT64_C(2685821657736338717);
}

static sqlite3_file *real_of(sqlite3_file *file)
{
    return ((struct disk_file *)file)->real;
}

static void remember(const struct disk_file *file, sqlite3_int64 offset, int size)
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

static void forget(unsigned file)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < disk.undo_count; i++)
        if (disk.undo[i].file != file)
            disk.undo[kept++] = disk.undo[i];
    disk.undo_count = kept;
}

/* The power goes: each sector that was not synced is there or not. Taken back from the last, so that one written twice may
 * be at any of its three states. */
static void lose_power(void)
{
    while (disk.undo_count > 0) {
        const struct undo *undo = &disk.undo[--disk.undo_count];
        sqlite3_file *real = disk.files[undo->file];
        if (chance() % 2 == 0 || !real)
            continue;
        /* Beyond the former end there is no nothing to go back to, so there are zeros. */
        CHECK(real->pMethods->xWrite(real, undo->before, SECTOR, undo->offset) == SQLITE_OK);
    }
}

/* Counts an operation; true if this is the one, or if its mishap lasts. */
static bool mishap_now(bool sync)
{
    bool lasts = disk.mishap == DISK_FULL || disk.mishap == SYNC_FAILS || disk.mishap == POWER_LOSS;
    if (disk.happened)
        return lasts && !(disk.mishap == SYNC_FAILS && !sync) && !(disk.mishap == DISK_FULL && sync);
    if (++disk.counted != disk.at)
        return false;
    bool fits = sync ? disk.mishap == SYNC_FAILS || disk.mishap == POWER_LOSS : disk.mishap != SYNC_FAILS;
    /* At an operation of the other sort it waits for the next. */
    if (!fits) {
        disk.at++;
        return false;
    }
    disk.happened = true;
    if (disk.mishap == POWER_LOSS)
        lose_power();
    return true;
}

static int disk_close(sqlite3_file *file)
{
    disk.files[((struct disk_file *)file)->number] = NULL;
    return real_of(file)->pMethods->xClose(real_of(file));
}

static int disk_read(sqlite3_file *file, void *bytes, int size, sqlite3_int64 offset)
{
    return real_of(file)->pMethods->xRead(real_of(file), bytes, size, offset);
}

static int disk_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset)
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

static int disk_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    if (mishap_now(false))
        return SQLITE_IOERR_TRUNCATE;
    /* What is cut off cannot be torn any more. */
    if (disk.mishap == POWER_LOSS)
        forget(((struct disk_file *)file)->number);
    return real_of(file)->pMethods->xTruncate(real_of(file), size);
}

/* The page cache of the system outlives us, so that the real sync would only take time. */
static int disk_sync(sqlite3_file *file, int flags)
{
    (void)flags;
    if (mishap_now(true))
        return SQLITE_IOERR_FSYNC;
    forget(((struct disk_file *)file)->number);
    return SQLITE_OK;
}

static int disk_file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int disk_lock(sqlite3_file *file, int level)
{
    return real_of(file)->pMethods->xLock(real_of(file), level);
}

static int disk_unlock(sqlite3_file *file, int level)
{
    return real_of(file)->pMethods->xUnlock(real_of(file), level);
}

static int disk_check_lock(sqlite3_file *file, int *locked)
{
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), locked);
}

static int disk_control(sqlite3_file *file, int what, void *argument)
{
    return real_of(file)->pMethods->xFileControl(real_of(file), what, argument);
}

/* A disk of today promises whole sectors at best; that is what the losses of power assume. */
static int disk_sector(sqlite3_file *file)
{
    (void)file;
    return SECTOR;
}

/* With whole sectors a write does no harm to the bytes beside it. Where that is not promised the log is padded. */
static int disk_characteristics(sqlite3_file *file)
{
    (void)file;
    return disk.promises_little ? 0 : SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static int disk_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory)
{
    return real_of(file)->pMethods->xShmMap(real_of(file), page, size, extend, memory);
}

static int disk_shm_lock(sqlite3_file *file, int offset, int count, int flags)
{
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

static void disk_shm_barrier(sqlite3_file *file)
{
    real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static int disk_shm_unmap(sqlite3_file *file, int remove)
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

static int disk_open(sqlite3_vfs *layer, const char *name, sqlite3_file *file, int flags, int *flags_out)
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

static int disk_delete(sqlite3_vfs *layer, const char *name, int sync)
{
    sqlite3_vfs *real = layer->pAppData;
    if (mishap_now(false))
        return SQLITE_IOERR_DELETE;
    (void)sync; /* as for disk_sync() */
    return real->xDelete(real, name, 0);
}

static int disk_access(sqlite3_vfs *layer, const char *name, int flags, int *result)
{
    sqlite3_vfs *real = layer->pAppData;
    return real->xAccess(real, name, flags, result);
}

static int disk_full_name(sqlite3_vfs *layer, const char *name, int size, char *full)
{
    sqlite3_vfs *real = layer->pAppData;
    return real->xFullPathname(real, name, size, full);
}

static int disk_randomness(sqlite3_vfs *layer, int size, char *bytes)
{
    (void)layer;
    for (int i = 0; i < size; i++)
        bytes[i] = (char)chance();
    return size;
}

static void disk_install(void)
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

static void disk_set(enum mishap mishap, unsigned at, uint64_t seed)
{
    for (unsigned i = 0; i < FILES_MAX; i++)
        CHECK(!disk.files[i]);
    disk = (struct disk){.mishap = mishap, .at = at, .seed = seed, .promises_little = disk.promises_little};
}

/* ----------------------------------------------------------------------------------- a life of a store */

static const struct store_column posting_columns[] = {{"cents", STORE_INTEGER}};
static const struct store_table posting_table[] = {{"posting", posting_columns, 1, 0}};
static const struct store_options options = {.mode = STORE_CREATE, .tables = posting_table, .table_count = 1};

enum { APPENDS = 10, EVENTS_A_BATCH = 3 };

/* One append of three events and a row, the second event too long for a page. */
static enum status append(struct store *store, unsigned number, struct store_receipt *receipt,
                          struct fault *fault)
{
    static char payload[6000];
    memset(payload, 'a' + (int)number, sizeof payload);
    char command[16];
    snprintf(command, sizeof command, "c%u", number);
    const struct store_event events[EVENTS_A_BATCH] = {{text_of("a"), text_of(command), text_of("{}")},
                                                       {text_of("b"), text_of(""), {payload, sizeof payload}},
                                                       {text_of("c"), text_of(""), text_of("[]")}};
    const struct store_value value = {.type = STORE_INTEGER, .integer = number};
    const struct store_row row = {0, 2, &value};
    const struct store_batch batch = {.stream = text_of("house"),
                                      .expected = STORE_ANYWHERE,
                                      .events = events,
                                      .event_count = EVENTS_A_BATCH,
                                      .rows = &row,
                                      .row_count = 1};
    return store_append(store, &batch, receipt, fault);
}

/* Which of the appends were acknowledged. A store that fails goes on, as a shop would that tries again. */
struct life {
    bool acknowledged[APPENDS];
    unsigned failures;
};

static void live(const struct store_place *place, struct life *life)
{
    *life = (struct life){0};
    for (unsigned i = 0; i < APPENDS; i++) {
        struct store *store = NULL;
        struct fault fault = {0};
        enum status status = store_open(text_of(place->address), &options, &store, &fault);
        for (; status == STATUS_OK && i < APPENDS; i++) {
            struct store_receipt receipt;
            status = append(store, i, &receipt, &fault);
            life->acknowledged[i] = status == STATUS_OK;
            /* Half of the time it is closed and opened again, which brings a checkpoint. */
            if (i % 4 == 3)
                break;
        }
        if (status != STATUS_OK) {
            life->failures++;
            assert_true(status == STATUS_IO || status == STATUS_NO_MEMORY);
            assert_true(fault.words[0] != '\0');
        }
        store_close(store);
    }
}

/* S1, S2 and S4, on a good disk. */
static void assert_recovered(const struct store_place *place, const struct life *life)
{
    struct store *store = place_open_with(place, &options);
    struct store_damage damage = verified(store, "house");
    assert_int_equal(damage.kind, STORE_WHOLE);
    uint64_t sequence = damage.sequence;
    assert_int_equal(sequence % EVENTS_A_BATCH, 0);
    assert_int_equal(place_sql(place, "SELECT count(*) FROM posting"), sequence / EVENTS_A_BATCH);
    assert_int_equal(place_sql(place, "SELECT count(*) FROM event WHERE command IS NOT NULL"),
                     sequence / EVENTS_A_BATCH);
    uint64_t there = 0;
    for (unsigned i = 0; i < APPENDS; i++) {
        struct store_receipt receipt;
        assert_int_equal(append(store, i, &receipt, NULL), STATUS_OK);
        if (life->acknowledged[i])
            assert_int_equal(receipt.outcome, STORE_REPEATED);
        there += receipt.outcome == STORE_REPEATED;
    }
    assert_int_equal(there, sequence / EVENTS_A_BATCH);
    assert_int_equal(verified(store, "house").sequence, APPENDS * EVENTS_A_BATCH);
    assert_int_equal(place_sql(place, "SELECT count(*) FROM posting"), APPENDS);
    store_close(store);
}

/* Every operation of the life in turn, until one is beyond its end. */
static void try_everywhere(enum mishap mishap, unsigned step)
{
    unsigned tried = 0, felt = 0;
    for (unsigned at = 1;; at += step) {
        struct store_place place = place_make(false, "fault_test");
        struct life life;
        disk_set(mishap, at, at * UINT64_C(0x9e3779b97f4a7c15));
        live(&place, &life);
        bool happened = disk.happened;
        disk_set(NONE, 0, 1);
        if (happened)
            assert_recovered(&place, &life);
        place_remove(&place);
        tried += happened;
        felt += life.failures > 0;
        if (!happened)
            break;
    }
    assert_true(tried > 20);
    /* A checkpoint that fails is tried again later, and nobody need know. */
    assert_true(felt > tried / 3);
}

/* Everything takes a minute, so that by default some operations are left out. */
static unsigned step(unsigned otherwise)
{
    return getenv("CARDROOM_EXHAUSTIVE") ? 1 : otherwise;
}

static void a_life_without_mishap_loses_nothing(void **state)
{
    (void)state;
    struct store_place place = place_make(false, "fault_test");
    struct life life;
    disk_set(NONE, 0, 1);
    live(&place, &life);
    assert_int_equal(life.failures, 0);
    for (unsigned i = 0; i < APPENDS; i++)
        assert_true(life.acknowledged[i]);
    assert_recovered(&place, &life);
    place_remove(&place);
}

static void a_write_that_fails_loses_nothing(void **state)
{
    (void)state;
    try_everywhere(WRITE_FAILS, step(5));
}

static void a_write_cut_short_loses_nothing(void **state)
{
    (void)state;
    try_everywhere(WRITE_SHORT, step(5));
}

static void a_full_disk_loses_nothing(void **state)
{
    (void)state;
    try_everywhere(DISK_FULL, step(5));
}

static void a_sync_that_fails_loses_nothing(void **state)
{
    (void)state;
    try_everywhere(SYNC_FAILS, 1);
}

static void a_loss_of_power_loses_nothing(void **state)
{
    (void)state;
    try_everywhere(POWER_LOSS, step(2));
}

static void a_disk_that_promises_little_loses_nothing(void **state)
{
    (void)state;
    disk.promises_little = true;
    try_everywhere(WRITE_FAILS, step(11));
    try_everywhere(POWER_LOSS, step(5));
    disk.promises_little = false;
}

/* ------------------------------------------------------------------------------------------- committer */

static void count_done(struct commit *commit)
{
    ++*(unsigned *)commit->context;
}

static void a_committer_stops_at_the_first_failure(void **state)
{
    (void)state;
    struct store_place place = place_make(false, "fault_test");
    disk_set(NONE, 0, 1);
    struct store *store = place_open_with(&place, &options);
    append_one(store, "house", 0, "c0", "{}");
    disk.mishap = SYNC_FAILS;
    disk.at = disk.counted + 1;
    struct committer *committer = NULL;
    assert_int_equal(committer_start(store, 10, &committer, NULL), STATUS_OK);
    struct store_event event = {text_of("told"), text_of("c1"), text_of("{}")};
    struct store_batch batch = {
        .stream = text_of("house"), .expected = 1, .events = &event, .event_count = 1};
    struct store_receipt receipt;
    struct fault first, second;
    assert_int_equal(committer_append(committer, &batch, &receipt, &first), STATUS_IO);
    assert_non_null(strstr(first.words, "making events durable"));
    /* The disk would do again, but who decided ahead of it has to begin again. */
    disk.mishap = NONE;
    assert_int_equal(committer_append(committer, &batch, &receipt, &second), STATUS_IO);
    assert_string_equal(first.words, second.words);
    unsigned done = 0;
    struct commit commit = {.batch = batch, .done = count_done, .context = &done};
    assert_int_equal(committer_submit(committer, &commit), STATUS_OK);
    committer_stop(committer);
    assert_int_equal(done, 1);
    assert_int_equal(commit.status, STATUS_IO);
    assert_int_equal(head_of(store, "house").sequence, 1);
    assert_int_equal(append_batch(store, &batch).outcome, STORE_APPENDED);
    store_close(store);
    place_remove(&place);
}

/* ---------------------------------------------------------------------------------------------- memory */

/* SQLite's own allocations, of which one in turn fails. */
static struct {
    sqlite3_mem_methods real;
    unsigned at, counted;
} memory;

static bool memory_fails(void)
{
    return memory.at > 0 && ++memory.counted == memory.at;
}

static void *memory_allocate(int size)
{
    return memory_fails() ? NULL : memory.real.xMalloc(size);
}

static void *memory_change(void *bytes, int size)
{
    return memory_fails() ? NULL : memory.real.xRealloc(bytes, size);
}

static void memory_install(void)
{
    CHECK(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &memory.real) == SQLITE_OK);
    sqlite3_mem_methods methods = memory.real;
    methods.xMalloc = memory_allocate;
    methods.xRealloc = memory_change;
    CHECK(sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) == SQLITE_OK);
}

static void memory_that_runs_out_anywhere_loses_nothing(void **state)
{
    (void)state;
    unsigned failures = 0;
    for (unsigned at = 1;; at += step(61)) {
        struct store_place place = place_make(false, "fault_test");
        struct life life;
        disk_set(NONE, 0, 1);
        memory.counted = 0;
        memory.at = at;
        live(&place, &life);
        bool beyond = memory.counted < at;
        memory.at = 0;
        assert_recovered(&place, &life);
        place_remove(&place);
        failures += life.failures > 0;
        if (beyond)
            break;
    }
    assert_true(failures > 10);
}

int main(void)
{
    memory_install();
    disk_install();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_life_without_mishap_loses_nothing),
        cmocka_unit_test(a_write_that_fails_loses_nothing),
        cmocka_unit_test(a_write_cut_short_loses_nothing),
        cmocka_unit_test(a_full_disk_loses_nothing),
        cmocka_unit_test(a_sync_that_fails_loses_nothing),
        cmocka_unit_test(a_loss_of_power_loses_nothing),
        cmocka_unit_test(a_disk_that_promises_little_loses_nothing),
        cmocka_unit_test(a_committer_stops_at_the_first_failure),
        cmocka_unit_test(memory_that_runs_out_anywhere_loses_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
