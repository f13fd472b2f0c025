/*
 * What comes in the bodies of requests: commands, names with their secrets, and what is asked at a table to play at.
 *
 * Nothing is asked of the house, the door or a clock here: bytes become a value, or a fault with words for whoever sent them.
 */
#ifndef SERVER_API_API_BODY_H
#define SERVER_API_API_BODY_H

#include "base/arena.h"
#include "base/json.h"
#include "house/kernel/command.h"
#include "play/room.h"
#include "server/access/access.h"

enum { API_BODY_MAX = 1 << 20, API_LOGIN_MAX = 4096 }; /* bytes of a command; of the rest */

/* A command as somebody sent it who has signed in. */
struct command_body {
    struct command command; /* in the arena; its second person is empty */
    json_t *countersign;    /* how that person signs; NULL: it has none. The caller's (json_decref) */
};

/*
 * `who` has signed in and is `by`, which may be left out. Of commands that record a second person, that person is not named but
 * signs: `countersign` is then there, unless the command may be done without, and nothing stands where the name would. STATUS_INVALID or, without memory, STATUS_NO_MEMORY;
 * there is then no countersign.
 */
MUST_USE enum status command_body_read(struct text body, struct text who, struct arena *arena,
                                       struct command_body *read, struct fault *fault);

/* An object that holds a credential; the caller's. */
MUST_USE enum status login_body_read(struct text body, json_t **document, struct fault *fault);

/* What such an object says: texts are in it, `from` is empty. Patrons are looked for only if they may sign in there. */
struct access_login login_of(const json_t *document, bool patrons);

/* A table to play at, and what is done there. The texts are in the document, which is the caller's; NULL if the body is not good. */
MUST_USE enum status play_wish_read(struct text body, json_t **document, struct play_wish *wish,
                                    struct fault *fault);
MUST_USE enum status play_act_read(struct text body, json_t **document, struct room_act *act,
                                   struct fault *fault);

#endif
