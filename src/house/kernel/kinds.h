/*
 * The kinds of commands and events, desk by desk: the kinds of one desk stand together, in the order of its table (house/kernel/desk.h).
 * The names under which they are stored are in the shapes of the desks, so that this order may change.
 *
 * The sections of a snapshot are in the order in which they are stored, so that their order is a part of the format.
 */
#ifndef HOUSE_KERNEL_KINDS_H
#define HOUSE_KERNEL_KINDS_H

enum command_kind {
    /* setup */
    COMMAND_OPEN_HOUSE,
    COMMAND_FILE_APPROVALS,
    COMMAND_FILE_DOCUMENT,
    COMMAND_POST_OFFER,
    COMMAND_WITHDRAW_OFFER,
    COMMAND_RAISE,
    COMMAND_AMEND_HOUSE,
    COMMAND_WITHDRAW_CHANGE,
    /* people */
    COMMAND_APPOINT,
    COMMAND_DISMISS,
    COMMAND_REGISTER,
    COMMAND_AMEND_PATRON,
    COMMAND_EXCLUDE,
    COMMAND_READMIT,
    /* tables */
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
    COMMAND_NOTE,
    /* hands */
    COMMAND_CLAIM_HAND,
    COMMAND_VERIFY_HAND,
    COMMAND_REJECT_HAND,
    COMMAND_WITHDRAW_HAND,
    /* prizes */
    COMMAND_AUTHORISE,
    COMMAND_AWARD_PRIZE,
    COMMAND_REVERSE,
    /* cage */
    COMMAND_IDENTIFY,
    COMMAND_PAY,
    COMMAND_REIMBURSE_TRAY,
    COMMAND_REDEEM,
    COMMAND_FORFEIT,
    COMMAND_ADJUST,
    /* clock */
    COMMAND_CLOCK,
    COMMAND_CONFIRM_TIME,
    COMMAND_KINDS
};

enum event_kind {
    /* setup */
    EVENT_HOUSE_OPENED,
    EVENT_APPROVALS_FILED,
    EVENT_DOCUMENT_FILED,
    EVENT_OFFER_POSTED,
    EVENT_OFFER_WITHDRAWN,
    EVENT_SEEDED,
    EVENT_INCREASED,
    EVENT_RAISED,
    EVENT_HOUSE_AMENDED,
    EVENT_AMENDMENT_FILED,
    EVENT_OFFER_FILED,
    EVENT_CHANGE_WITHDRAWN,
    EVENT_CHANGE_REFUSED,
    /* people */
    EVENT_APPOINTED,
    EVENT_DISMISSED,
    EVENT_PATRON_RECORDED,
    /* tables */
    EVENT_TABLE_OPENED,
    EVENT_TABLE_CLOSED,
    EVENT_SEATED,
    EVENT_LEFT,
    EVENT_BANKED,
    EVENT_EQUIPMENT_REPORTED,
    EVENT_ROUND_STARTED,
    EVENT_IRREGULARITY_NOTED,
    EVENT_FLOOR_CALLED,
    EVENT_CALL_ANSWERED,
    EVENT_FEES_RETURNED,
    EVENT_ROUND_ENDED,
    EVENT_HOUR_COMPLETED,
    EVENT_ADMINISTRATION_TAKEN,
    EVENT_NOTED,
    /* hands */
    EVENT_HAND_CLAIMED,
    EVENT_HAND_VERIFIED,
    EVENT_HAND_REJECTED,
    EVENT_HAND_WITHDRAWN,
    /* prizes */
    EVENT_AWARDED,
    EVENT_AWARD_REVERSED,
    /* boards */
    EVENT_HAND_ON_BOARD,
    EVENT_PERIOD_CLOSED,
    /* cage */
    EVENT_PRIZE_IDENTIFIED,
    EVENT_PRIZE_HELD,
    EVENT_PRIZE_LAPSED,
    EVENT_PRIZE_FORFEITED,
    EVENT_PRIZE_PAID,
    EVENT_TRAY_REIMBURSED,
    EVENT_VOUCHER_REDEEMED,
    EVENT_ADJUSTED,
    /* clock */
    EVENT_CLOCK,
    EVENT_DAY_BEGAN,
    EVENT_TIME_CONFIRMED,
    EVENT_PROGRAM_CHANGED,
    EVENT_KINDS
};

/* What a line refers to stands above it. Only awards stand below the pools, advances, rounds and hands that name them. */
enum snapshot_section {
    /* setup */
    SECTION_HOUSE, /* none before it was opened */
    SECTION_APPROVALS,
    SECTION_DOCUMENT,
    SECTION_ACCOUNT,
    /* people */
    SECTION_PERSON,
    SECTION_PATRON,
    /* setup */
    SECTION_OFFER,
    SECTION_POOL,
    SECTION_ADVANCE,
    SECTION_FORMER,
    SECTION_WAITING,
    /* tables */
    SECTION_TABLE,
    SECTION_OWED,
    SECTION_TABLE_OFFER,
    SECTION_SEAT,
    SECTION_ROUND,
    /* hands */
    SECTION_HAND,
    /* boards */
    SECTION_BOARD,
    /* prizes */
    SECTION_AWARD,
    SECTION_PRIZE,
    SECTIONS
};

#endif
