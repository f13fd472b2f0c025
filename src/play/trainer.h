/*
 * The trainer: a round as a series of questions to the trainee, who deals it.
 *
 * No rule of a game is repeated here. The next step is that of the state machine, a wrong answer is refused with its ruling,
 * and the value of a wager is the line of its settlement. Wrong answers come from elsewhere in the game: steps that are
 * refused now, other seats, other rows of the paytable.
 *
 * A question is answered once. Then the round goes on, whether the answer was right or not.
 */
#ifndef PLAY_TRAINER_H
#define PLAY_TRAINER_H

#include "play/table.h"

enum train_topic {
    TRAIN_PROCEDURE,  /* what the dealer does next */
    TRAIN_DEAL,       /* who gets a card */
    TRAIN_CARDS,      /* what the cards are */
    TRAIN_ORDER,      /* who and what comes first */
    TRAIN_SETTLEMENT, /* take, push or pay */
    TRAIN_PAYMENT,    /* how much */
    TRAIN_TOPICS
};

const char *train_topic_name(enum train_topic topic);

enum {
    TRAIN_CHOICES_MAX = 8,
    TRAIN_KEY_SIZE = 24,
    TRAIN_WORDS_SIZE = 96,
    TRAIN_QUESTION_SIZE = 208,
    TRAIN_QUEUE_MAX =
        48, /* the result of one step: the lines of a seat, or one of every seat, and further questions */
    TRAIN_MISTAKES_MAX = 20
};

struct train_choice {
    char key[TRAIN_KEY_SIZE], words[TRAIN_WORDS_SIZE];
    enum play_step_kind step; /* of TRAIN_PROCEDURE */
};

struct train_task {
    unsigned number;
    enum train_topic topic;
    char question[TRAIN_QUESTION_SIZE];
    unsigned choice_count; /* 0: an amount is asked for */
    struct train_choice choices[TRAIN_CHOICES_MAX];
    unsigned right; /* place in choices */
    struct money amount;
    bool of_wager; /* seat, wager and stake mean something */
    unsigned seat;
    enum wager wager;
    struct money stake;
    const char *clause;
    char why[RULING_WORDS_SIZE];
    unsigned shown; /* steps of the round that may be shown while it is asked */
};

struct train_judged {
    unsigned number; /* 0: nothing was judged */
    char question[TRAIN_QUESTION_SIZE];
    bool right;
    char given[TRAIN_WORDS_SIZE], answer[TRAIN_WORDS_SIZE], words[RULING_WORDS_SIZE];
    const char *clause;
};

struct train_score {
    unsigned asked, right, streak, best_streak;
    struct {
        unsigned asked, right;
    } topics[TRAIN_TOPICS];
    unsigned mistake_count;
    struct train_judged mistakes[TRAIN_MISTAKES_MAX]; /* the last */
};

struct trainer {
    struct random_insecure random; /* of wagers and wrong answers; the cards have their own source */
    unsigned number;
    unsigned first, count;
    struct train_task queue[TRAIN_QUEUE_MAX];
    struct train_judged judged; /* the last answer */
    struct train_score score;

    /* Of the round. */
    bool asked_step, asked_first_card, asked_dealer_card, asked_turn;
    unsigned order_seat;
};

/* The player of the seats: decides for the seat whose turn it is. */
struct train_seats {
    void (*decide)(void *context, unsigned seat);
    void *context;
    const unsigned *step_count; /* steps that were told in this round */
};

void trainer_init(struct trainer *trainer, uint64_t seed);
void trainer_begin_round(struct trainer *trainer);

/* Continues until there is a question or the round is over. */
void trainer_go_on(struct trainer *trainer, struct play_table *table, const struct train_seats *seats);

/* The current question; NULL if there is none. */
const struct train_task *trainer_task(const struct trainer *trainer);

/* Whether a question about the dealer's hand is open, so that it must not be shown. */
bool trainer_hides_hand(const struct trainer *trainer);

/* Judges the answer to the task by a key, or by an amount where one is asked for. A key that is not offered is refused. */
struct ruling trainer_answer(struct trainer *trainer, const struct play_table *table, struct text key,
                             struct money amount);

#endif
