/* What the files of the notary share. */
#ifndef BOOKS_NOTARY_INTERNAL_H
#define BOOKS_NOTARY_INTERNAL_H

#include "books/notary.h"

/* The whole of a file; the caller frees the bytes. */
struct notary_bytes {
    char *at;
    size_t length;
};

MUST_USE enum status notary_file_read(int file, const char *path, struct notary_bytes *bytes,
                                      struct fault *fault);
static inline struct text notary_bytes_text(const struct notary_bytes *bytes)
{
    return (struct text){bytes->at, bytes->length};
}

/* Writes and syncs. */
bool notary_file_write(int file, struct text bytes);
void notary_folder_sync(const char *path); /* so that a new file keeps its name */

/* Reads the secret key; false: there is none, or it is not one that may be used. */
bool notary_key_look(const struct notary_files *files, struct note_secret *secret);

/* Reads the secret key, or makes one if there are no checkpoints. */
MUST_USE enum status notary_key_open(const struct notary_files *files, struct text house,
                                     struct note_secret *secret, bool *made, struct fault *fault);

#endif
