/*
 * Commands: what somebody asks the house to do.
 *
 * A command is a record (record.h) with the name of its kind, an id that whoever asks has made, so that asking again is
 * harmless, and the person who asks. Its three forms are in docs/formats/events.md:
 *
 *      start-round C4-1 dealt 1,2,3 fees 1,3 by dana                                     readable
 *      {"do":"start-round","id":"k7-104","by":"dana","table":"C4-1","dealt":[1,2,3],"fees":[1,3]}   JSON
 *
 * Whether it may be done is for floor_decide() (floor.h) to say.
 */
#ifndef HOUSE_KERNEL_COMMAND_H
#define HOUSE_KERNEL_COMMAND_H

#include "record/record.h"

enum command_kind {
    COMMAND_OPEN_HOUSE,
    COMMAND_FILE_DOCUMENT,
    COMMAND_POST_OFFER,
    COMMAND_WITHDRAW_OFFER,
    COMMAND_CLOCK,
    COMMAND_APPOINT,
    COMMAND_DISMISS,
    COMMAND_REGISTER,
    COMMAND_EXCLUDE,
    COMMAND_READMIT,
    COMMAND_OPEN_TABLE,
    COMMAND_CLOSE_TABLE,
    COMMAND_SIT,
    COMMAND_LEAVE,
    COMMAND_BANK,
    COMMAND_EQUIPMENT,
    COMMAND_START_ROUND,
    COMMAND_IRREGULARITY,
    COMMAND_CALL_FLOOR,
    COMMAND_ANSWER_CALL,
    COMMAND_RETURN_FEES,
    COMMAND_END_ROUND,
    COMMAND_CLAIM_HAND,
    COMMAND_VERIFY_HAND,
    COMMAND_REJECT_HAND,
    COMMAND_WITHDRAW_HAND,
    COMMAND_AUTHORISE,
    COMMAND_AWARD_PRIZE,
    COMMAND_IDENTIFY,
    COMMAND_PAY,
    COMMAND_REIMBURSE_TRAY,
    COMMAND_REDEEM,
    COMMAND_FORFEIT,
    COMMAND_REVERSE,
    COMMAND_ADJUST,
    COMMAND_RAISE,
    COMMAND_KINDS
};

/* Of a name, a note, a reason: of every text but those of documents. */
enum { COMMAND_TEXT_MAX = 4096 };

/* What every command has. */
struct command_head {
    struct text id; /* made by whoever asks; empty: the command is not repeated */
    struct text by; /* the person */
};

struct open_house {
    struct command_head head;
    struct text house; /* "demo" */
    struct instant at; /* what the clock shows */
    struct text text;  /* of house.yaml */
};

struct file_document {
    struct command_head head;
    struct text activity; /* "bay101/blazing-7s" */
    struct text text;     /* of the document */
};

struct post_offer {
    struct command_head head;
    struct text offer; /* "blazing-7s" */
    struct text text;  /* of the offer */
};

struct withdraw_offer {
    struct command_head head;
    struct text offer;
};

struct clock_moves {
    struct command_head head;
    struct instant at;
    bool far; /* it is meant though it is more than CLOCK_DAYS_MAX away */
};

struct appoint {
    struct command_head head;
    struct text person, name, role;
};

struct dismiss {
    struct command_head head;
    struct text person;
};

/* Who a patron is. What is not said stays as it was. */
struct register_patron {
    struct command_head head;
    struct text patron; /* club number */
    struct text name;
    struct date born;
    uint8_t identified;      /* index of patron_identity_words */
    uint8_t employee;        /* enum employee_state */
    uint8_t proposition;     /* index of yes_no_words: a third-party proposition player */
    struct text excluded_as; /* one of the further persons whom documents exclude, in their words; "none" */
};

/* Also readmit. */
struct exclude {
    struct command_head head;
    struct text patron, reason;
};

struct at_table {
    struct command_head head;
    struct text table;
};

struct sit {
    struct command_head head;
    struct text table;
    uint32_t seat;
    struct text patron; /* empty: nobody whom the club knows */
    bool hold_button;
};

/* Also who banks: seat 0 is nobody of the seats. */
struct at_seat {
    struct command_head head;
    struct text table;
    uint32_t seat;
};

struct equipment {
    struct command_head head;
    struct text table;
    uint8_t device; /* index of device_words */
    uint32_t seat;  /* of a sensor; 0: the whole table's */
    bool works;
};

/* A bet behind a seat. */
struct backline_bet {
    uint32_t seat;
    struct text patron;
    int64_t wager;
    bool fee, dealer_fee; /* on the hand of the seat, and on the player-dealer's */
};

/* The prize that a free player named before the deal. */
struct prize_choice {
    uint32_t seat;
    struct text row; /* by name or number */
};

/* Who paid the fee of one offer, where offers at the table differ. */
struct fee_payers {
    struct text offer;
    uint32_t seats;
};

struct start_round {
    struct command_head head;
    struct text table;
    uint32_t dealt;         /* seats; none: all that are taken */
    uint32_t fees;          /* sensors that are lit */
    uint32_t marked;        /* by button, because the sensor fails */
    uint32_t dealer_fees;   /* on the player-dealer's hand */
    uint32_t played_behind; /* seats whose own player has not bet */
    const struct fee_payers *payers;
    uint32_t payer_count;
    const struct backline_bet *backline;
    uint32_t backline_count;
    const struct prize_choice *chosen;
    uint32_t chosen_count;
    bool tournament;
};

struct irregularity {
    struct command_head head;
    struct text table;
    uint8_t what; /* index of irregularity_words */
    struct text note;
};

/* A call to the floor, and its answer. */
struct table_note {
    struct command_head head;
    struct text table, note;
};

struct return_fees {
    struct command_head head;
    struct text table, reason;
    struct text offer; /* whose fees alone; empty: of the round, or of jackpots that a device has stopped */
    struct text
        authorised_by; /* who countersigns it for somebody whose role does not allow it; may be empty */
};

struct end_round {
    struct command_head head;
    struct text table;
    int64_t pot;
};

struct claim_hand {
    struct command_head head;
    struct text table;
    uint32_t seat; /* 0: a hand that is everybody's, or the player-dealer's where nobody of the seats banks */
    struct text offer;
    struct text row;    /* the button; may be empty */
    struct text patron; /* a bettor behind the seat; empty: who sits there */
};

struct verify_hand {
    struct command_head head;
    uint32_t hand;
    struct text row;                          /* by name or number, where the cards are not entered */
    struct text cards, board, banker, winner; /* as `cardroom qualify` takes them */
    uint32_t winners;                         /* seats that beat the hand */
    uint32_t holders;                         /* of a hand that is everybody's: seats that have part in it */
    int64_t pot;
    int64_t wager;   /* on the base game */
    uint8_t outcome; /* enum hand_outcome */
    uint8_t folded;  /* enum folded */
    bool no_showdown, bets_incomplete, beaten_by_incomplete, all_in, missed_rounds, no_wager, bonus_bets_only,
        no_collection;
    uint32_t multiple; /* a multiplier that runs; 0: none */
};

struct about_hand {
    struct command_head head;
    uint32_t hand;
    struct text reason;        /* of a rejection or withdrawal */
    struct text authorised_by; /* of a rejection, as of fees that are returned */
};

/* A prize that no hand wins: the posted prize of a drawing to a table's pot, a named prize. */
struct award_prize {
    struct command_head head;
    struct text offer, prize, table;
    uint32_t seats; /* who share it; none: those who were dealt in */
    struct text verified_by;
};

struct identify {
    struct command_head head;
    uint32_t prize;
    struct text patron; /* who it is, where that was not known */
    struct text document;
    struct text name;
    struct date born;
    bool no_photo, other_name; /* on what was shown */
};

struct pay_prize {
    struct command_head head;
    uint32_t prize;
    uint8_t form; /* index of payment_words */
    uint8_t from; /* index of payment_place_words */
    uint8_t
        without; /* index of payment_need_words (funds/payment.h): what has not been done; 0: nothing is open */
    struct text handed_by;            /* the person who hands it to the winner; empty: nobody is named */
    bool absent, no_stub, to_another; /* the winner is not there, lacks the stub, is somebody else */
    bool no_tax_number, nonresident, suspicious, for_others; /* what the laws ask for */
    int64_t withheld;                                        /* of it for the tax office; 0: nothing */
};

/* The cage gives a tray what was paid from it. */
struct reimburse_tray {
    struct command_head head;
    struct text table;
    uint32_t prize; /* that was paid from the tray; 0: everything that the tray is owed */
};

/* A voucher pays a cost of its winner. */
struct redeem {
    struct command_head head;
    uint32_t prize;
    struct text cost;   /* what is to be paid, by the name that the document has for one of them */
    uint32_t count;     /* how many; 0: one */
    int64_t each;       /* what one costs */
    bool unspent;       /* what is left is wanted in money */
    bool cancelled;     /* the event that it was given for */
    struct text patron; /* who uses it; empty: the winner */
};

/* A prize whose winner may not have it, for good. */
struct forfeit {
    struct command_head head;
    uint32_t prize;
    struct text patron; /* whose it turned out to be, where nobody knew */
    struct text reason, authorised_by;
};

/* A recorded award is backed out, or one prize of it. */
struct reverse {
    struct command_head head;
    uint32_t award;
    uint32_t prize; /* 0: the whole award */
    struct text reason, authorised_by;
};

/* Money is moved by hand. */
struct adjust {
    struct command_head head;
    struct text offer;
    struct text from, to; /* accounts by name */
    int64_t amount;
    struct text reason, authorised_by;
};

struct raise_pool {
    struct command_head head;
    struct text offer, pool;
    int64_t amount;
};

struct command {
    enum command_kind kind;
    union {
        struct command_head head;
        struct open_house open_house;
        struct file_document file_document;
        struct post_offer post_offer;
        struct withdraw_offer withdraw_offer;
        struct clock_moves clock;
        struct appoint appoint;
        struct dismiss dismiss;
        struct register_patron register_patron;
        struct exclude exclude; /* and readmit */
        struct at_table table;  /* open and close */
        struct sit sit;
        struct at_seat at_seat; /* leave and bank */
        struct equipment equipment;
        struct start_round start_round;
        struct irregularity irregularity;
        struct table_note table_note; /* call-floor, answer-call */
        struct return_fees return_fees;
        struct end_round end_round;
        struct claim_hand claim_hand;
        struct verify_hand verify_hand;
        struct about_hand about_hand; /* reject, withdraw and authorise */
        struct award_prize award_prize;
        struct identify identify;
        struct pay_prize pay;
        struct reimburse_tray reimburse_tray;
        struct redeem redeem;
        struct forfeit forfeit;
        struct reverse reverse;
        struct adjust adjust;
        struct raise_pool raise;
    };
};

extern const char *const device_words[];          /* "", sensor, reader, keypad, dice cup, sign */
extern const char *const irregularity_words[];    /* "", misdeal, wrong deck, talk, exposed card, other */
extern const char *const employee_words[];        /* enum employee_state */
extern const char *const outcome_words[];         /* enum hand_outcome */
extern const char *const folded_words[];          /* enum folded */
extern const char *const payment_words[];         /* the forms of the vocabulary */
extern const char *const payment_place_words[];   /* cage, tray */
extern const char *const yes_no_words[];          /* "", no, yes */
extern const char *const patron_identity_words[]; /* "", seen, failed */

enum {
    IRREGULARITY_MISDEAL = 1,
    IRREGULARITY_WRONG_DECK,
    IRREGULARITY_TALK,
    IRREGULARITY_EXPOSED,
    IRREGULARITY_OTHER
};
enum { DEVICE_SENSOR = 1, DEVICE_READER, DEVICE_KEYPAD, DEVICE_DICE_CUP, DEVICE_SIGN };
enum { SAID_NO = 1, SAID_YES };

/* Of the items above. */
extern const struct record_shape payers_shape, backline_shape, choice_shape;

const struct record_shape *command_shape(enum command_kind kind);

/* The field in which commands of the kind record a second person; NULL: they have none. */
const struct field *command_second_field(enum command_kind kind);

/* Who stands in it: empty if nobody does. Only a command that has the field can be given one. */
struct text command_second(const struct command *command);
void command_set_second(struct command *command, struct text person);

/* One line: JSON if it opens with a brace, else the readable form. `zone` is of times without an offset. */
MUST_USE enum status command_parse(struct text line, const struct zone *zone, struct arena *arena,
                                   struct command *command, struct fault *fault);

/* The JSON form of a document that was parsed already. Copies its texts into the arena. */
MUST_USE enum status command_parse_document(json_t *document, struct arena *arena, struct command *command,
                                            struct fault *fault);

void command_write(struct text_out *out, const struct command *command); /* JSON */
void command_write_words(struct text_out *out, const struct command *command,
                         const struct zone *zone); /* readable */

#endif
