/*
 * Tests shuffled decks as permutations: reads decks of 52 from `cardroom random shuffle --binary` and compares the counts
 * with those of a fair shuffle, exactly, by chi-square.
 *
 *      shuffle_statistics [--table]    decks from standard input; --table prints rows of Markdown
 *      shuffle_statistics --self-test  a fair shuffle must pass, and three famous unfair ones must be found
 *      out
 *
 * The counts:
 *
 *  card by position    52 x 52 counts. Each row and column sums to the number of decks n, and the
 *  covariance of a
 *                      permutation matrix is a projection of rank 51^2 divided by 51; so 51/52 times the
 *                      usual sum is chi-square with 51^2 degrees of freedom.
 *  adjacent cards      which card lies on which: one pair from each deck, taken at a position that moves on
 *  from
 *                      deck to deck, so that the 52 * 51 pairs are independent and equally likely.
 *  successive decks    the top cards of two decks that follow each other: 52 * 52 equally likely pairs.
 *  fixed points        cards in their factory place. P(k) = 1/k! * sum over i <= 52 - k of (-1)^i / i!.
 *  cycles              P_n(k) = (P_{n-1}(k - 1) + (n - 1) P_{n-1}(k)) / n  (Stirling numbers, first kind).
 *  rising sequences    one more than the cards that lie somewhere above the card one number lower. With k
 *  such
 *                      cards, P_n(k) = ((k + 1) P_{n-1}(k) + (n - k) P_{n-1}(k - 1)) / n  (Eulerian numbers).
 *                      A deck that was riffled too few times has too few of them.
 *  inversions          pairs of cards in the wrong order: a sum of independent uniform 0..k-1 for k up to 52.
 *  parity              half of the orders are even.
 */
#include "base/check.h"
#include "cards/random.h"
#include "cards/shoe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    N = DECK_CARDS,
    INVERSIONS = N * (N - 1) / 2 + 1,
    EXPECTED_MIN = 20, /* smaller classes are merged with their neighbours */
    RESULTS = 8
};

struct statistics {
    uint64_t decks;
    uint64_t position[N][N], adjacent[N][N], successive[N][N];
    uint64_t fixed[N + 1], cycles[N + 1], rising[N + 1], inversions[INVERSIONS], parity[2];
    uint8_t top_before;
};

struct result {
    const char *name;
    double sum; /* chi-square */
    unsigned freedom;
    double p; /* the chance of a larger sum, were the shuffle fair */
};

/* ------------------------------------------------------------------------------------------ counting */

static unsigned cycles_of(const uint8_t deck[N])
{
    uint64_t seen = 0;
    unsigned cycles = 0;
    for (unsigned i = 0; i < N; i++) {
        cycles += (seen >> i & 1) == 0;
        for (unsigned at = i; (seen >> at & 1) == 0; at = deck[at])
            seen |= UINT64_C(1) << at;
    }
    return cycles;
}

static unsigned inversions_of(const uint8_t deck[N])
{
    uint64_t above = 0;
    unsigned inversions = 0;
    for (unsigned i = 0; i < N; i++) {
        inversions += (unsigned)__builtin_popcountll(above >> deck[i]);
        above |= UINT64_C(1) << deck[i];
    }
    return inversions;
}

static unsigned rising_of(const uint8_t deck[N])
{
    unsigned place[N], breaks = 0;
    for (unsigned i = 0; i < N; i++)
        place[deck[i]] = i;
    for (unsigned card = 1; card < N; card++)
        breaks += place[card] < place[card - 1];
    return breaks + 1;
}

static void statistics_add(struct statistics *s, const uint8_t deck[N])
{
    unsigned fixed = 0, inversions = inversions_of(deck), pair = (unsigned)(s->decks % (N - 1));
    for (unsigned i = 0; i < N; i++) {
        s->position[i][deck[i]]++;
        fixed += deck[i] == i;
    }
    s->adjacent[deck[pair]][deck[pair + 1]]++;
    if (s->decks % 2 == 1)
        s->successive[s->top_before][deck[0]]++;
    s->top_before = deck[0];
    s->fixed[fixed]++;
    s->cycles[cycles_of(deck)]++;
    s->rising[rising_of(deck)]++;
    s->inversions[inversions]++;
    s->parity[inversions % 2]++;
    s->decks++;
}

/* ------------------------------------------------------------------------------------------ expectations */

static void fixed_chances(double chances[N + 1])
{
    double factor = 1;
    for (unsigned k = 0; k <= N; k++) {
        double sum = 0, term = 1;
        for (unsigned i = 0; i <= N - k; i++) {
            sum += term;
            term /= -(double)(i + 1);
        }
        chances[k] = factor * sum;
        factor /= k + 1;
    }
}

static void cycle_chances(double chances[N + 1])
{
    memset(chances, 0, (N + 1) * sizeof chances[0]);
    chances[0] = 1;
    for (unsigned n = 1; n <= N; n++)
        for (unsigned k = n + 1; k-- > 0;)
            chances[k] = ((k > 0 ? chances[k - 1] : 0) + (n - 1) * chances[k]) / n;
}

static void rising_chances(double chances[N + 1])
{
    double breaks[N + 1] = {1};
    for (unsigned n = 2; n <= N; n++)
        for (unsigned k = n; k-- > 0;)
            breaks[k] = ((k + 1) * breaks[k] + (k > 0 ? (n - k) * breaks[k - 1] : 0)) / n;
    chances[0] = 0;
    for (unsigned k = 0; k < N; k++)
        chances[k + 1] = breaks[k];
}

static void inversion_chances(double chances[INVERSIONS])
{
    double before[INVERSIONS];
    memset(chances, 0, INVERSIONS * sizeof chances[0]);
    chances[0] = 1;
    for (unsigned n = 2; n <= N; n++) {
        memcpy(before, chances, sizeof before);
        for (unsigned k = 0; k < INVERSIONS; k++) {
            chances[k] = 0;
            for (unsigned digit = 0; digit < n && digit <= k; digit++)
                chances[k] += before[k - digit] / n;
        }
    }
}

/* ------------------------------------------------------------------------------------------ judging */

/*
 * The chance that chi-square exceeds `sum`: the upper incomplete gamma function Q(freedom / 2, sum / 2), by
 * its series below the mean and by its continued fraction (modified Lentz) above.
 */
static double chi_square_p(double sum, unsigned freedom)
{
    double a = freedom / 2.0, x = sum / 2, scale = exp(a * log(x) - x - lgamma(a));
    if (sum <= 0)
        return 1;
    if (x < a + 1) {
        double term = 1 / a, series = term;
        for (unsigned n = 1; term > series * 1e-16; n++) {
            term *= x / (a + n);
            series += term;
        }
        return 1 - scale * series;
    }
    double b = x + 1 - a, c = 1e300, d = 1 / b, fraction = d;
    for (unsigned n = 1; n < 100000; n++) {
        double factor = -(double)n * (n - a);
        b += 2;
        d = 1 / (factor * d + b);
        c = b + factor / c;
        fraction *= c * d;
        if (fabs(c * d - 1) < 1e-15)
            break;
    }
    return scale * fraction;
}

static struct result result_of(const char *name, double sum, unsigned freedom)
{
    return (struct result){.name = name, .sum = sum, .freedom = freedom, .p = chi_square_p(sum, freedom)};
}

/* Neighbouring classes are merged until each expects EXPECTED_MIN; what is left at the end joins the last. */
static struct result judge_classes(const char *name, const uint64_t *counts, const double *chances,
                                   unsigned classes, uint64_t total)
{
    double sum = 0, expected = 0, found = 0, expected_last = 0, found_last = 0;
    unsigned merged = 0;
    for (unsigned i = 0; i < classes; i++) {
        expected += chances[i] * (double)total;
        found += (double)counts[i];
        if (expected < EXPECTED_MIN)
            continue;
        if (merged++ > 0)
            sum += (found_last - expected_last) * (found_last - expected_last) / expected_last;
        expected_last = expected;
        found_last = found;
        expected = found = 0;
    }
    expected_last += expected;
    found_last += found;
    CHECK_OP(merged, >=, 2);
    sum += (found_last - expected_last) * (found_last - expected_last) / expected_last;
    return result_of(name, sum, merged - 1);
}

/* The sum over a square of counts; the diagonal is left out when a card cannot meet itself. */
static double square_sum(uint64_t counts[N][N], double expected, bool diagonal)
{
    double sum = 0;
    for (unsigned i = 0; i < N; i++)
        for (unsigned j = 0; j < N; j++) {
            double away = (double)counts[i][j] - expected;
            if (i != j || diagonal)
                sum += away * away / expected;
        }
    return sum;
}

static void statistics_judge(struct statistics *s, struct result results[RESULTS])
{
    double fixed[N + 1], cycles[N + 1], rising[N + 1], inversions[INVERSIONS];
    const double halves[] = {0.5, 0.5};
    uint64_t whole_pairs = s->decks / 2;
    double decks = (double)s->decks, pairs = (double)whole_pairs;
    fixed_chances(fixed);
    cycle_chances(cycles);
    rising_chances(rising);
    inversion_chances(inversions);
    unsigned at = 0;
    results[at++] = result_of("card by position", square_sum(s->position, decks / N, true) * (N - 1) / N,
                              (N - 1) * (N - 1));
    results[at++] =
        result_of("adjacent cards", square_sum(s->adjacent, decks / (N * (N - 1)), false), N * (N - 1) - 1);
    results[at++] =
        result_of("successive decks", square_sum(s->successive, pairs / (N * N), true), N * N - 1);
    results[at++] = judge_classes("fixed points", s->fixed, fixed, N + 1, s->decks);
    results[at++] = judge_classes("cycles", s->cycles, cycles, N + 1, s->decks);
    results[at++] = judge_classes("rising sequences", s->rising, rising, N + 1, s->decks);
    results[at++] = judge_classes("inversions", s->inversions, inversions, INVERSIONS, s->decks);
    results[at++] = judge_classes("parity", s->parity, halves, 2, s->decks);
    CHECK_OP(at, ==, RESULTS);
}

/* The limits that dieharder uses. */
static const char *assessment(double p)
{
    if (p < 1e-6 || p > 1 - 1e-6)
        return "FAILED";
    return p < 0.005 || p > 0.995 ? "WEAK" : "PASSED";
}

/* ------------------------------------------------------------------------------------------ the stream */

static bool is_deck(const uint8_t deck[N])
{
    uint64_t seen = 0;
    for (unsigned i = 0; i < N; i++) {
        if (deck[i] >= N || (seen >> deck[i] & 1) != 0)
            return false;
        seen |= UINT64_C(1) << deck[i];
    }
    return true;
}

static int judge_input(bool table)
{
    static struct statistics statistics;
    uint8_t deck[N];
    size_t size;
    while ((size = fread(deck, 1, sizeof deck, stdin)) == sizeof deck) {
        if (!is_deck(deck)) {
            fprintf(stderr, "shuffle_statistics: deck %llu is not 52 different bytes from 0 to 51\n",
                    (unsigned long long)statistics.decks + 1);
            return 2;
        }
        statistics_add(&statistics, deck);
    }
    enum { DECKS_MIN = 200000 };
    if (size > 0 || statistics.decks < DECKS_MIN) {
        fprintf(stderr, "shuffle_statistics: at least %d whole decks of 52 bytes are needed\n", DECKS_MIN);
        return 2;
    }
    struct result results[RESULTS];
    statistics_judge(&statistics, results);
    for (unsigned i = 0; i < RESULTS; i++)
        printf(table ? "| shuffle | permutation: %s (chi-square %.1f, %u df) | - | %llu | %.8f | %s |\n"
                     : "%-20s chi-square %10.1f  df %5u  decks %llu  p %.8f  %s\n",
               results[i].name, results[i].sum, results[i].freedom, (unsigned long long)statistics.decks,
               results[i].p, assessment(results[i].p));
    return 0;
}

/* ------------------------------------------------------------------------------------------ self-test */

typedef void shuffle_function(uint8_t deck[N], struct random *random);

static void swap(uint8_t deck[N], unsigned i, unsigned j)
{
    uint8_t card = deck[i];
    deck[i] = deck[j];
    deck[j] = card;
}

static void shuffle_ours(uint8_t deck[N], struct random *random)
{
    struct shoe shoe;
    shoe_init(&shoe, 1, 0);
    CHECK(shoe_shuffle(&shoe, random, NULL) == STATUS_OK);
    for (unsigned i = 0; i < N; i++)
        deck[i] = (uint8_t)card_number(shoe.cards[i]);
}

/* Any card with any card, 52 times: 52^52 sequences do not spread evenly over 52! orders. */
static void shuffle_naive(uint8_t deck[N], struct random *random)
{
    for (unsigned i = 0; i < N; i++)
        swap(deck, i, random_below(random, N));
}

/* One too few: Sattolo's algorithm never leaves a card in place and gives one single cycle. */
static void shuffle_cyclic(uint8_t deck[N], struct random *random)
{
    for (unsigned left = N; left > 1; left--)
        swap(deck, left - 1, random_below(random, left - 1));
}

/* Seven riffles (Gilbert, Shannon and Reeds), run backwards: sorted by a fair bit for each card. */
static void shuffle_riffled(uint8_t deck[N], struct random *random)
{
    for (unsigned riffle = 0; riffle < 7; riffle++) {
        uint64_t bits = random_u64(random);
        uint8_t sorted[N];
        unsigned at = 0;
        for (unsigned bit = 0; bit < 2; bit++)
            for (unsigned i = 0; i < N; i++)
                if ((bits >> i & 1) == bit)
                    sorted[at++] = deck[i];
        memcpy(deck, sorted, sizeof sorted);
    }
}

static unsigned failures_of(shuffle_function *shuffle, unsigned decks)
{
    static struct statistics statistics;
    struct random_insecure insecure;
    struct result results[RESULTS];
    memset(&statistics, 0, sizeof statistics);
    random_insecure_init(&insecure, 20);
    for (unsigned n = 0; n < decks; n++) {
        uint8_t deck[N];
        for (unsigned i = 0; i < N; i++)
            deck[i] = (uint8_t)i;
        shuffle(deck, &insecure.random);
        CHECK(is_deck(deck));
        statistics_add(&statistics, deck);
    }
    statistics_judge(&statistics, results);
    unsigned failures = 0;
    for (unsigned i = 0; i < RESULTS; i++) {
        printf("# %-20s chi-square %10.1f  df %5u  p %.8f\n", results[i].name, results[i].sum,
               results[i].freedom, results[i].p);
        failures += strcmp(assessment(results[i].p), "FAILED") == 0;
    }
    return failures;
}

static int self_test(void)
{
    enum { DECKS = 200000 };
    static const struct {
        const char *name;
        shuffle_function *shuffle;
        bool fair;
    } cases[] = {{"our shuffle passes", shuffle_ours, true},
                 {"swapping any card with any is found out", shuffle_naive, false},
                 {"a shuffle that moves every card is found out", shuffle_cyclic, false},
                 {"seven riffles are found out", shuffle_riffled, false}};
    enum { CASES = sizeof cases / sizeof cases[0] };
    int bad = 0;
    printf("1..%d\n", CASES + 1);
    for (unsigned i = 0; i < CASES; i++) {
        bool good = (failures_of(cases[i].shuffle, DECKS) == 0) == cases[i].fair;
        printf("%s %u - %s\n", good ? "ok" : "not ok", i + 1, cases[i].name);
        bad += !good;
    }
    /* Table values: the upper 0.95 point of 1, 0.001 point of 10 and 0.5 point of 100 degrees of freedom. */
    bool good = fabs(chi_square_p(0.0039321, 1) - 0.95) < 1e-6 &&
                fabs(chi_square_p(29.58830, 10) - 0.001) < 1e-8 &&
                fabs(chi_square_p(99.33413, 100) - 0.5) < 1e-6;
    printf("%s %d - chi-square agrees with the tables\n", good ? "ok" : "not ok", CASES + 1);
    return bad > 0 || !good;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--self-test") == 0)
        return self_test();
    if (argc == 1 || (argc == 2 && strcmp(argv[1], "--table") == 0))
        return judge_input(argc == 2);
    fprintf(stderr, "shuffle_statistics [--table | --self-test]\n");
    return 2;
}
