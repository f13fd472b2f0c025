/*
 * Runs a fuzz target once over every file of the given corpus folders, so that every build tests the inputs that fuzzing
 * found.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_SIZE_MAX = 1 << 20 };

static int replay_file(const char *path)
{
    static uint8_t data[INPUT_SIZE_MAX];
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return 0;
    }
    size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    /* A copy of exactly the input's size lets the address sanitizer see a read past its end. */
    uint8_t *copy = malloc(size > 0 ? size : 1);
    if (!copy)
        return 0;
    memcpy(copy, data, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
    return 1;
}

static int replay_folder(const char *folder, int *count)
{
    DIR *directory = opendir(folder);
    if (!directory) {
        fprintf(stderr, "%s: no such corpus folder\n", folder);
        return 0;
    }
    int good = 1;
    for (struct dirent *entry; (entry = readdir(directory));) {
        if (entry->d_name[0] == '.')
            continue;
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        good &= replay_file(path);
        ++*count;
    }
    closedir(directory);
    return good;
}

int main(int argc, char **argv)
{
    int count = 0;
    int good = argc > 1;
    for (int i = 1; i < argc; i++)
        good &= replay_folder(argv[i], &count);
    if (count == 0)
        good = 0;
    printf("1..1\n%s 1 - %d inputs of the corpus\n", good ? "ok" : "not ok", count);
    return good ? 0 : 1;
}
