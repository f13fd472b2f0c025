#include "server/pack.h"

#include "base/check.h"

#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

char *pack_gzip(struct text bytes, size_t *size)
{
    enum { WINDOW_WITH_GZIP_HEAD = 15 + 16, MEMORY_LEVEL = 8, LEVEL = 3 };
    z_stream stream = {.avail_in = (uInt)bytes.length};
    union {
        const char *ours;
        Bytef *theirs; /* which they do not change */
    } in = {bytes.bytes};
    CHECK_OP(bytes.length, <=, UINT32_MAX);
    stream.next_in = in.theirs;
    if (deflateInit2(&stream, LEVEL, Z_DEFLATED, WINDOW_WITH_GZIP_HEAD, MEMORY_LEVEL, Z_DEFAULT_STRATEGY) !=
        Z_OK)
        return NULL;
    size_t room = deflateBound(&stream, (uLong)bytes.length);
    char *packed = malloc(room);
    if (packed) {
        stream.next_out = (Bytef *)packed;
        stream.avail_out = (uInt)room;
        CHECK_OP(deflate(&stream, Z_FINISH), ==, Z_STREAM_END); /* there is room enough */
        *size = stream.total_out;
    }
    (void)deflateEnd(&stream);
    return packed;
}
