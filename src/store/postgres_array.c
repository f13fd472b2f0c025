#include "store/postgres_array.h"

#include "base/check.h"

#include <string.h>

enum { HEAD_SIZE = 20, LENGTH_SIZE = 4 };

static void add_u32(struct postgres_array *array, uint32_t number)
{
    CHECK_OP(array->length + 4, <=, array->size);
    for (unsigned i = 0; i < 4; i++)
        array->bytes[array->length++] = (uint8_t)(number >> (24 - 8 * i));
}

void postgres_number(uint8_t bytes[8], uint64_t number)
{
    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(number >> (56 - 8 * i));
}

uint64_t postgres_number_read(const void *bytes)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < 8; i++)
        number = number << 8 | ((const uint8_t *)bytes)[i];
    return number;
}

enum status postgres_array_init(struct postgres_array *array, enum postgres_type type, size_t count,
                                size_t size, struct arena *arena)
{
    CHECK(count < UINT32_MAX);
    *array = (struct postgres_array){.size = HEAD_SIZE + count * LENGTH_SIZE + size};
    array->bytes = arena_alloc(arena, array->size, 1);
    if (!array->bytes)
        return arena->refusal;
    add_u32(array, 1); /* dimensions */
    add_u32(array, 1); /* there may be nulls */
    add_u32(array, type);
    add_u32(array, (uint32_t)count);
    add_u32(array, 1); /* the index of the first */
    return STATUS_OK;
}

void postgres_array_add(struct postgres_array *array, struct text element)
{
    add_u32(array, (uint32_t)element.length);
    CHECK_OP(array->length + element.length, <=, array->size);
    if (element.length > 0)
        memcpy(array->bytes + array->length, element.bytes, element.length);
    array->length += element.length;
}

void postgres_array_add_number(struct postgres_array *array, uint64_t number)
{
    uint8_t bytes[8];
    postgres_number(bytes, number);
    postgres_array_add(array, (struct text){(const char *)bytes, sizeof bytes});
}

void postgres_array_add_null(struct postgres_array *array)
{
    add_u32(array, UINT32_MAX);
}
