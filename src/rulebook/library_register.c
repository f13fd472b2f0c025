/* The registers of approved documents that lie beside the documents of a library. */
#include "rulebook/approval.h"
#include "rulebook/files.h"
#include "rulebook/library.h"

#include <stdio.h>
#include <string.h>

enum { REGISTERS_MAX = 64, REGISTER_FINDINGS = 4, REGISTER_SIZE_MAX = 1 << 20, REGISTER_PATH_SIZE = 1024 };

/* "rulebooks/bay101/approvals" of a document in that folder; NULL if there is no memory. */
static const char *path_beside(struct library *library, const char *file, const char *name)
{
    const char *slash = strrchr(file, '/');
    char path[REGISTER_PATH_SIZE];
    struct text_out out;
    struct text copy;
    text_out_init(&out, path, sizeof path);
    text_out_add_text(&out, (struct text){file, slash ? (size_t)(slash - file) + 1 : 0});
    text_out_add(&out, "%s", name);
    return !out.truncated && arena_copy_text(&library->arena, text_out_text(&out), &copy) == STATUS_OK
               ? copy.bytes
               : NULL;
}

static const char *line_of_finding(struct library *library, const struct findings *findings)
{
    char line[FINDING_LINE_SIZE];
    struct text_out out;
    struct text copy;
    text_out_init(&out, line, sizeof line);
    if (findings->count > 0)
        finding_write(&out, &findings->items[0]);
    return arena_copy_text(&library->arena, text_out_text(&out), &copy) == STATUS_OK ? copy.bytes
                                                                                     : "it cannot be read";
}

const struct library_register *library_register(struct library *library, const struct rulebook *rulebook)
{
    const char *file = rulebook->document.file, *path = path_beside(library, file, APPROVALS_FILE),
               *signature = path_beside(library, file, APPROVALS_SIGNATURE_FILE);
    for (unsigned i = 0; i < library->register_count && path; i++)
        if (strcmp(library->registers[i].path, path) == 0)
            return &library->registers[i];
    if (!library->registers)
        library->registers = ARENA_ARRAY(&library->arena, struct library_register, REGISTERS_MAX);
    if (!library->registers || library->register_count == REGISTERS_MAX || !path || !signature ||
        !files_is_file(path))
        return NULL;
    struct library_register read = {.path = path, .issuer = activity_issuer(rulebook->document.identity)};
    struct findings findings;
    findings_init(&findings, &library->arena, REGISTER_FINDINGS);
    if (files_read(path, REGISTER_SIZE_MAX, &library->arena, &findings, &read.text) != STATUS_OK ||
        (files_is_file(signature) && files_read(signature, REGISTER_SIZE_MAX, &library->arena, &findings,
                                                &read.signature) != STATUS_OK) ||
        approvals_read(read.text, path, &library->arena, &findings, &read.approvals) != STATUS_OK)
        read.wrong = line_of_finding(library, &findings);
    library->registers[library->register_count] = read;
    return &library->registers[library->register_count++];
}
