/*
 * Parses the bodies of requests: commands, names with their secrets, and moves at a free-play table.
 *
 * Nothing here uses the house, access control or a clock: bytes become a value, or a fault with a message for the sender.
 */
#ifndef SERVER_API_API_BODY_H
#define SERVER_API_API_BODY_H

#include "base/arena.h"
#include "base/json.h"
#include "house/kernel/command.h"
#include "play/room.h"
#include "server/access/access.h"

enum { API_BODY_MAX = 1 << 20, API_LOGIN_MAX = 4096 }; /* bytes of a command; of the rest */

/* A command from somebody who has signed in. */
struct command_body {
    struct command command; /* in the arena; its second person is empty */
    json_t *countersign;    /* the credential of that person; NULL: none. The caller's (json_decref) */
};

/*
 * `who` has signed in and is `by`, which may be left out. If a command records a second person, that person is not named but
 * countersigns: `countersign` is then there, unless the command may be done without, and the field for the name is empty.
 * STATUS_INVALID or, without memory, STATUS_NO_MEMORY; `countersign` is then NULL.
 */
MUST_USE enum status command_body_read(struct text body, struct text who, struct arena *arena,
                                       struct command_body *read, struct fault *fault);

/* An object that holds a credential; the caller's. */
MUST_USE enum status login_body_read(struct text body, json_t **document, struct fault *fault);

/* The content of such an object: texts are views into it, `from` is empty. Patrons are accepted only if they may sign in
 * there. */
struct access_login login_of(const json_t *document, bool patrons);

/* A free-play table and a move there. The texts are in the document, which is the caller's; NULL if the body is invalid. */
MUST_USE enum status play_wish_read(struct text body, json_t **document, struct play_wish *wish,
                                    struct fault *fault);
MUST_USE enum status play_act_read(struct text body, json_t **document, struct room_act *act,
                                   struct fault *fault);

#endif
