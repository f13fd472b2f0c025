/*
 * cardroom random: the two collectors that a test lab asks for, the raw output of the generator and the
 * shuffled shoes made from it.
 */
#include "cards/random.h"
#include "cards/shoe.h"
#include "cards/shuffle_bits.h"
#include "cli/command.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char random_help[] =
    "cardroom random raw     [--bytes N] [--seed HEX] [--from N] [--force]\n"
    "cardroom random shuffle [--decks 1..8] [--jokers 0..2] [--count N] [--seed HEX] [--from N]\n"
    "                        [--text | --json | --binary | --bits] [--force]\n"
    "\n"
    "Streams the output of the random generator, for statistical tests. The generator is\n"
    "ChaCha20 with a 256-bit seed from the system. The stream ends when the reader closes the\n"
    "pipe, or after --bytes or --count.\n"
    "\n"
    "raw        the bytes of the generator\n"
    "  --bytes N   stop after N bytes\n"
    "\n"
    "shuffle    shuffled shoes; each shuffle starts from factory order\n"
    "  --decks N   decks in the shoe, 1 to 8; 1 by default\n"
    "  --jokers N  jokers in each deck, 0 to 2; 0 by default\n"
    "  --count N   stop after N shoes; 1 by default on a terminal\n"
    "  --text      one shoe a line, the top card first (the default)\n"
    "  --json      one object a line: seed, from, decks, jokers, cards; seed and from replay\n"
    "              the shoe\n"
    "  --binary    one byte a card, no separator: 0 is the 2 of clubs, 1 the 3 of clubs, 13\n"
    "              the 2 of diamonds, 51 the ace of spades, 52 and 53 the jokers\n"
    "  --bits      fair bits from the order of the cards, eight to a byte, for tests that need\n"
    "              a stream of bits; one deck only (see docs/random-battery.md)\n"
    "\n"
    "both\n"
    "  --seed HEX  a recorded seed, 64 hexadecimal digits: gives the same output again\n"
    "  --from N    start at byte N of the generator's stream, counted from 0\n"
    "  --force     write binary output even to a terminal\n"
    "\n"
    "Exit status: 0 done; 2 invalid arguments; 3 system error.\n"
    "\n"
    "  cardroom random raw | dieharder -a -g 200\n"
    "  cardroom random shuffle --json --count 1\n";

enum form { FORM_TEXT, FORM_JSON, FORM_BINARY, FORM_BITS };

struct options {
    bool raw; /* or shuffle */
    bool force;
    bool seeded;
    bool limited; /* `limit` was given */
    bool formed;  /* `form` was given */
    bool forms_clash;
    uint64_t limit; /* bytes of raw, shoes of shuffle */
    uint64_t from;
    uint64_t decks, jokers;
    enum form form;
    struct random_seed seed;
};

/* ------------------------------------------------------------------------------------------ options */

/* No run reaches 2^62 bytes, and a sum of two such numbers does not overflow. */
static const uint64_t amount_max = UINT64_C(1) << 62;

struct number_option {
    const char *word;
    uint64_t min, max;
    uint64_t *number;
};

/* An option that stands alone. */
static bool option_flag(struct options *options, struct text word)
{
    static const struct {
        const char *word;
        enum form form;
    } forms[] = {
        {"--text", FORM_TEXT}, {"--json", FORM_JSON}, {"--binary", FORM_BINARY}, {"--bits", FORM_BITS}};
    if (text_equal(word, text_of("--force"))) {
        options->force = true;
        return true;
    }
    for (size_t i = 0; !options->raw && i < sizeof forms / sizeof forms[0]; i++)
        if (text_equal(word, text_of(forms[i].word))) {
            options->forms_clash = options->formed && options->form != forms[i].form;
            options->form = forms[i].form;
            options->formed = true;
            return true;
        }
    return false;
}

static bool number_option_find(struct options *options, struct text word, struct number_option *found)
{
    const struct number_option all[] = {
        {"--from", 0, amount_max, &options->from},
        {options->raw ? "--bytes" : "--count", 0, amount_max, &options->limit},
        {options->raw ? "" : "--decks", 1, SHOE_DECKS_MAX, &options->decks},
        {options->raw ? "" : "--jokers", 0, DECK_JOKERS_MAX, &options->jokers},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (word.length > 0 && text_equal(word, text_of(all[i].word))) {
            *found = all[i];
            return true;
        }
    return false;
}

/* An option and its value; NULL is no value. */
static int option_value(struct options *options, const char *word, const char *value)
{
    struct fault fault;
    struct number_option number;
    bool seed = text_equal(text_of(word), text_of("--seed"));
    if (!seed && !number_option_find(options, text_of(word), &number))
        return command_usage("random", "%s cannot be used with '%s'", word, options->raw ? "raw" : "shuffle");
    if (!value)
        return command_usage("random", "%s needs a value", word);
    if (seed && random_seed_parse(text_of(value), 0, &options->seed, &fault) != STATUS_OK)
        return command_bad_input("random", value, &fault);
    if (seed) {
        options->seeded = true;
        return EXIT_CODE_OK;
    }
    if (command_number(text_of(value), number.word, number.min, number.max, number.number, &fault) !=
        STATUS_OK)
        return command_bad_input("random", value, &fault);
    options->limited = options->limited || number.number == &options->limit;
    return EXIT_CODE_OK;
}

static int options_read(struct options *options, int argc, char **argv)
{
    *options = (struct options){.decks = 1};
    if (argc < 2)
        return command_usage("random", "the task is missing; give raw or shuffle");
    options->raw = strcmp(argv[1], "raw") == 0;
    if (!options->raw && strcmp(argv[1], "shuffle") != 0)
        return command_usage("random", "unknown task '%s'; give raw or shuffle", argv[1]);
    for (int i = 2; i < argc; i++) {
        if (option_flag(options, text_of(argv[i])))
            continue;
        int answer = option_value(options, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
        if (answer != EXIT_CODE_OK)
            return answer;
        i++;
    }
    if (options->forms_clash)
        return command_usage("random", "give only one of --text, --json, --binary and --bits");
    if (options->form == FORM_BITS && options->decks > 1)
        return command_usage("random", "--bits needs a shoe of one deck");
    bool binary = options->raw || options->form == FORM_BINARY || options->form == FORM_BITS;
    if (binary && !options->force && isatty(STDOUT_FILENO))
        return command_usage("random",
                             "this is binary and not for a terminal; send it to a file or a program, "
                             "or add --force");
    return EXIT_CODE_OK;
}

/* ------------------------------------------------------------------------------------------ output */

/* True when all was written. False ends the stream: the reader has gone, or the output failed. */
static bool put(const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, stdout) == size;
}

/* A reader that has seen enough closes the pipe; that is how an endless stream is meant to end. */
static int stream_end(bool written)
{
    int reason = written && fflush(stdout) == 0 ? 0 : errno;
    if (reason == EPIPE)
        return EXIT_CODE_OK;
    return command_finish("random");
}

static int stream_raw(const struct options *options, struct random *random)
{
    uint8_t bytes[64 * 1024];
    uint64_t left = options->limit;
    bool written = true;
    while (written && (left > 0 || !options->limited)) {
        size_t size = options->limited && left < sizeof bytes ? (size_t)left : sizeof bytes;
        random_fill(random, bytes, size);
        written = put(bytes, size);
        left -= options->limited ? size : 0;
    }
    return stream_end(written);
}

static bool put_text(const struct shoe *shoe)
{
    char line[SHOE_CARDS_MAX * CARD_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, line, sizeof line);
    for (unsigned i = 0; i < shoe->count; i++) {
        card_write(&out, shoe->cards[i], CARD_STYLE_LETTERS);
        text_out_add_text(&out, text_of(i + 1 < shoe->count ? " " : "\n"));
    }
    return put(out.bytes, out.length);
}

/* Nothing in it needs escaping: a seed is digits, a card is letters and digits. */
static bool put_json(const struct shoe *shoe, const struct random_seed *seed, uint64_t from)
{
    char line[512 + SHOE_CARDS_MAX * (CARD_TEXT_SIZE + 3)];
    struct text_out out;
    text_out_init(&out, line, sizeof line);
    text_out_add(&out, "{\"seed\":\"");
    random_seed_write(&out, seed);
    text_out_add(&out, "\",\"from\":%" PRIu64 ",\"decks\":%u,\"jokers\":%u,\"cards\":[", from,
                 (unsigned)shoe->decks, (unsigned)shoe->jokers);
    for (unsigned i = 0; i < shoe->count; i++) {
        text_out_add(&out, i == 0 ? "\"" : ",\"");
        card_write(&out, shoe->cards[i], CARD_STYLE_LETTERS);
        text_out_add(&out, "\"");
    }
    text_out_add(&out, "]}\n");
    return put(out.bytes, out.length);
}

static bool put_binary(const struct shoe *shoe)
{
    uint8_t numbers[SHOE_CARDS_MAX];
    for (unsigned i = 0; i < shoe->count; i++)
        numbers[i] = (uint8_t)card_number(shoe->cards[i]);
    return put(numbers, shoe->count);
}

static bool put_bits(const struct shoe *shoe, struct bit_queue *queue)
{
    uint8_t bytes[SHUFFLE_BYTES_MAX];
    return put(bytes, shuffle_bits(queue, shoe->cards, shoe->count, bytes));
}

static bool put_shoe(const struct options *options, const struct shoe *shoe, uint64_t from,
                     struct bit_queue *queue)
{
    switch (options->form) {
    case FORM_TEXT:
        return put_text(shoe);
    case FORM_JSON:
        return put_json(shoe, &options->seed, from);
    case FORM_BINARY:
        return put_binary(shoe);
    case FORM_BITS:
        return put_bits(shoe, queue);
    }
    return false;
}

static int stream_shuffles(const struct options *options, struct random *random)
{
    /* A person who only looks gets one shoe. */
    bool limited = options->limited || isatty(STDOUT_FILENO);
    uint64_t left = options->limited ? options->limit : 1;
    struct bit_queue queue = {0};
    bool written = true;
    struct shoe fresh;
    shoe_init(&fresh, (unsigned)options->decks, (unsigned)options->jokers);
    while (written && (left > 0 || !limited)) {
        struct shoe shoe = fresh;
        struct fault fault;
        uint64_t from = random->drawn;
        if (shoe_shuffle(&shoe, random, &fault) != STATUS_OK)
            return command_bad_input("random", NULL, &fault);
        written = put_shoe(options, &shoe, from, &queue);
        left -= limited ? 1 : 0;
    }
    return stream_end(written);
}

static int random_run(int argc, char **argv)
{
    struct options options;
    struct fault fault;
    int answer = options_read(&options, argc, argv);
    if (answer != EXIT_CODE_OK)
        return answer;
    if (!options.seeded && random_seed_draw(&options.seed, &random_system_sodium, &fault) != STATUS_OK) {
        fprintf(stderr, "cardroom random: %s\n", fault.words);
        return EXIT_CODE_WORLD;
    }
    /* A closed pipe then shows as EPIPE. */
    signal(SIGPIPE, SIG_IGN);
    struct random_secure secure;
    random_secure_init(&secure, &options.seed);
    random_secure_seek(&secure, options.from);
    answer = options.raw ? stream_raw(&options, &secure.random) : stream_shuffles(&options, &secure.random);
    random_secure_release(&secure);
    random_seed_release(&options.seed);
    return answer;
}

const struct subcommand command_random = {
    .name = "random",
    .summary = "stream raw random bytes or shuffled shoes, for statistical tests",
    .help = random_help,
    .run = random_run,
};
