/* Every accepted command is by the person who signed in and, if it has a second person, does not name one yet. Every refusal
 * has a message. */
#include "base/check.h"
#include "server/api/api_body.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_command(struct text body)
{
    struct arena arena;
    struct command_body read;
    struct fault fault = {0};
    arena_init(&arena, 64 << 20);
    if (command_body_read(body, text_of("dana"), &arena, &read, &fault) == STATUS_OK) {
        CHECK_OP(read.command.kind, <, COMMAND_KINDS);
        const struct field *second = command_second_field(read.command.kind);
        CHECK(second ? read.countersign || !second->required : !read.countersign);
        CHECK(command_second(&read.command).length == 0);
        if (read.countersign)
            CHECK(login_of(read.countersign, false).credential != CREDENTIAL_PATRON_PIN);
    } else {
        CHECK(fault.words[0] != '\0' && !read.countersign);
    }
    json_decref(read.countersign);
    arena_release(&arena);
}

static void try_login(struct text body)
{
    json_t *document;
    struct fault fault = {0};
    if (login_body_read(body, &document, &fault) == STATUS_OK) {
        struct access_login login = login_of(document, true);
        CHECK(login.name.bytes && login.secret.bytes && login.from.length == 0);
        CHECK_OP(login.name.length + login.secret.length, <=, API_LOGIN_MAX);
    } else {
        CHECK(fault.words[0] != '\0' && !document);
    }
    json_decref(document);
}

static void try_play(struct text body)
{
    json_t *document;
    struct play_wish wish;
    struct room_act act;
    struct fault fault = {0};
    if (play_wish_read(body, &document, &wish, &fault) == STATUS_OK)
        CHECK(wish.game && wish.seat_count >= 1 && wish.seat_count <= PLAY_SEATS_MAX && wish.stack.cents > 0);
    else
        CHECK(fault.words[0] != '\0' && !document);
    json_decref(document);
    fault = (struct fault){0};
    if (play_act_read(body, &document, &act, &fault) == STATUS_OK)
        CHECK(act.kind < ROOM_ACTS && act.seat <= PLAY_SEATS_MAX && act.antes <= 3);
    else
        CHECK(fault.words[0] != '\0' && !document);
    json_decref(document);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text body = {(const char *)data, size};
    try_command(body);
    try_login(body);
    try_play(body);
    return 0;
}
