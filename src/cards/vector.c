#include "cards/vector.h"

#include "base/check.h"
#include "cards/vector_internal.h"

bool vector_path_available(enum vector_path path)
{
#ifdef CARDS_VECTOR_X86
    if (path == VECTOR_AVX2)
        return __builtin_cpu_supports("avx2") != 0;
    if (path == VECTOR_AVX512)
        return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0;
#endif
    return path == VECTOR_NONE;
}

static const struct vector_kernels *kernels_of(enum vector_path path)
{
#ifdef CARDS_VECTOR_X86
    if (path == VECTOR_AVX512)
        return &vector_avx512;
    if (path == VECTOR_AVX2)
        return &vector_avx2;
#endif
    CHECK_OP(path, ==, VECTOR_NONE);
    return NULL;
}

static enum vector_path path_in_use;
static const struct vector_kernels *kernels_in_use;

void vector_path_take(enum vector_path path)
{
    CHECK(vector_path_available(path));
    path_in_use = path;
    kernels_in_use = kernels_of(path);
}

/* Before main, so that no thread meets a half-made choice. */
__attribute__((constructor)) static void choose_path(void)
{
    enum vector_path path = VECTOR_AVX512;
    while (!vector_path_available(path))
        path--;
    vector_path_take(path);
}

enum vector_path vector_path(void)
{
    return path_in_use;
}

const struct vector_kernels *vector_kernels(void)
{
    return kernels_in_use;
}

const char *vector_path_name(enum vector_path path)
{
    static const char *const names[VECTOR_PATHS] = {"plain C", "AVX2", "AVX-512"};
    CHECK_OP(path, <, VECTOR_PATHS);
    return names[path];
}
