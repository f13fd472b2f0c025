#include "books/upkeep_event.h"

const char upkeep_stream[] = "upkeep";

static const struct field head_fields[] = {
    FIELD_REQUIRED(struct upkeep_head, stream, FIELD_TEXT, "stream", "the name of a stream"),
    FIELD_REQUIRED(struct upkeep_head, sequence, FIELD_NUMBER, "sequence", "its last event in the backup"),
    FIELD_REQUIRED(struct upkeep_head, hash, FIELD_TEXT, "hash",
                   "the hash of that event, 64 hexadecimal digits"),
};

const struct record_shape upkeep_head_shape =
    SHAPE("head", struct upkeep_head, head_fields, "how far a stream goes in a backup");

static const struct field made_fields[] = {
    FIELD_REQUIRED(struct backup_made, at, FIELD_TIME, "at", "the time"),
    FIELD_REQUIRED(struct backup_made, place, FIELD_TEXT, "place", "the file, with its whole path"),
    FIELD_REQUIRED(struct backup_made, bytes, FIELD_NUMBER, "bytes", "the size of the file"),
    {.name = "heads",
     .kind = FIELD_LIST,
     .offset = offsetof(struct backup_made, heads),
     .required = true,
     .count_offset = offsetof(struct backup_made, head_count),
     .items = &upkeep_head_shape,
     .meaning = "the last event of each stream in it"},
};

const struct record_shape backup_made_shape =
    SHAPE("backup-made", struct backup_made, made_fields,
          "a backup was made, and the audit found nothing wrong with it");

static bool is_head(const struct upkeep_head *head)
{
    bool good =
        head->stream.length > 0 && head->sequence > 0 && head->hash.length == 2 * (size_t)STORE_HASH_SIZE;
    for (size_t i = 0; i < head->hash.length; i++) {
        char digit = head->hash.bytes[i];
        good = good && ((digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f'));
    }
    return good;
}

enum status upkeep_event_read(struct text kind, struct text payload, struct arena *arena,
                              struct backup_made *event, struct fault *fault)
{
    if (!text_equal(kind, text_of(backup_made_shape.name)))
        return fault_set(fault, STATUS_INVALID, 0, "there is no event %.*s of the upkeep",
                         TEXT_ARGUMENTS(text_clipped(kind, 40)));
    enum status status = record_read(&backup_made_shape, payload, arena, event, fault);
    bool good = event->place.length > 0 && event->bytes > 0 && event->head_count > 0;
    for (uint32_t i = 0; i < event->head_count && status == STATUS_OK; i++)
        good = good && is_head(&event->heads[i]);
    if (status == STATUS_OK && !good)
        status = fault_set(fault, STATUS_INVALID, 0,
                           "a backup has a place, a size, and the sequence and hash of each stream");
    return status;
}
