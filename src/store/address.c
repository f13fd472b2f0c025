#include "store/address.h"

#include "base/check.h"

static const char forms[] = "a store is sqlite:FILE or postgresql://HOST/DATABASE";

static enum status place_copy(struct text text, size_t start, enum store_kind kind,
                              struct store_address *address, struct fault *fault)
{
    CHECK_OP(start, <=, text.length);
    struct text place = text_from(text, start);
    if (place.length >= STORE_PLACE_SIZE)
        return fault_set(fault, STATUS_RANGE, STORE_PLACE_SIZE + start,
                         "the address of a store has at most %d bytes", STORE_PLACE_SIZE - 1);
    size_t good = text_utf8_length(place);
    if (good < place.length)
        return fault_set(fault, STATUS_INVALID, start + good + 1,
                         "the address of a store is UTF-8 without zero bytes");
    struct text_out out;
    text_out_init(&out, address->place, sizeof address->place);
    text_out_add_text(&out, place);
    CHECK(!out.truncated);
    address->kind = kind;
    return STATUS_OK;
}

enum status store_address_parse(struct text text, struct store_address *address, struct fault *fault)
{
    const struct text sqlite = text_of("sqlite:");
    if (text_starts_with(text, sqlite)) {
        struct text file = text_from(text, sqlite.length);
        if (file.length == 0)
            return fault_set(fault, STATUS_INVALID, sqlite.length + 1, "enter the name of a file; %s", forms);
        /* SQLite gives names that begin with a colon a meaning of its own, and none of those databases is permanent. */
        if (file.bytes[0] == ':')
            return fault_set(
                fault, STATUS_INVALID, sqlite.length + 1,
                "the name of a file cannot begin with \":\", which SQLite uses for databases in memory");
        return place_copy(text, sqlite.length, STORE_KIND_SQLITE, address, fault);
    }
    if (text_starts_with(text, text_of("postgresql://")) || text_starts_with(text, text_of("postgres://")))
        return place_copy(text, 0, STORE_KIND_POSTGRESQL, address, fault);
    return fault_set(fault, STATUS_INVALID, 1, "%s", forms);
}

void store_address_show(struct text_out *out, struct text address)
{
    static const char *const heads[] = {"postgresql://", "postgres://"};
    size_t first = 0, colon = 0, at = 0;
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        if (text_starts_with(address, text_of(heads[i])))
            first = text_of(heads[i]).length;
    if (first == 0) {
        text_out_add_text(out, address);
        return;
    }
    size_t end = first;
    while (end < address.length && address.bytes[end] != '/' && address.bytes[end] != '?')
        end++;
    for (size_t i = first; i < end; i++) {
        if (address.bytes[i] == ':' && colon == 0)
            colon = i;
        if (address.bytes[i] == '@')
            at = i;
    }
    size_t rest = first;
    if (at > 0) { /* a colon behind it is that of the port */
        text_out_add_text(out, text_slice(address, 0, colon > 0 && colon < at ? colon : at));
        rest = at;
    } else {
        text_out_add_text(out, text_slice(address, 0, first));
    }
    while (end < address.length && address.bytes[end] != '?')
        end++;
    CHECK(rest <= end && end <= address.length);
    text_out_add_text(out, text_slice(address, rest, end - rest));
}
