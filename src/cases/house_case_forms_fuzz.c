/*
 * Any lines of a case behind its header, with one law and no offer: either a fault with its place in the text, or payments
 * and what is due for them, the same when it is played again; and no money moves.
 */
#include "cases/house_case.h"
#include "games/case_check_test.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_MAX = 4096 };

static const char header[] = "case F: fuzz\ncites: fuzz/law#1\ngame: house\n";

static const char law[] =
    "# A Law\n\n"
    "1. It binds the large. [money]\n\n"
    "   ```yaml\n"
    "   law: {country: United States, revenue: \"over $1,000,000\"}\n"
    "   settings: {log: {choices: [a, b], default: a}}\n"
    "   thresholds:\n"
    "     prizes until 2025: {form: Prize, until: 2025-12-31, amount: at least $600}\n"
    "     prizes from 2026: {form: Prize, from: 2026-01-01, amount: \"at least $2,000\", indexed from: "
    "2027-01-01}\n"
    "     wagers: {form: Wager, for: [wager, jackpot], counts: the payment less the wager, times the wager: "
    "at "
    "least 300x, withheld: 24%}\n"
    "     backup: {form: backup, payee: without a taxpayer number, beside: [Prize], withheld: 24%}\n"
    "     currency: {form: currency, counts: currency of the gaming day, amount: \"over $10,000\"}\n"
    "     suspicious: {form: suspicious, counts: everything of the gaming day, flag: suspicious}\n"
    "     year: {form: year, counts: prizes of the calendar year, amount: at least $600, reading: {log: b}}\n"
    "   ```\n";

/* The law is read once and outlives all inputs. */
static struct library *library_with_law(void)
{
    static struct library library;
    static struct rulebook rulebook;
    if (library.rulebook_count == 0) {
        library_init(&library);
        enum status status = rulebook_read(text_of(law), "law.md", text_of("fuzz/law"), &library.arena,
                                           &library.findings, &rulebook);
        CHECK(status == STATUS_OK && rulebook.is_law && !rulebook.has_errors);
        library.rulebooks = &rulebook;
        library.rulebook_count = 1;
    }
    return &library;
}

/* A number that is the same if the same came out. */
static size_t play(struct text text)
{
    struct arena arena;
    struct case_file file;
    struct case_fault fault = {0};
    struct case_result result;
    struct house_case house = {0};
    arena_init(&arena, CASE_ARENA_SIZE);
    case_result_init(&result, &arena);
    enum status status = case_read(text, &arena, &file, &fault);
    if (status == STATUS_OK)
        status = house_case_play(&file, library_with_law(), NULL, &house, &result, &fault);
    size_t outcome = house.judgement_count + (size_t)1000 * result.difference_count;
    CHECK_OP(house.movement_count, ==, 0);
    if (status != STATUS_OK) {
        case_check_fault(&fault, text);
        outcome = fault.line + (size_t)1000000 * fault.fault.position;
    }
    arena_release(&arena);
    return outcome;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[sizeof header + INPUT_MAX];
    if (size > INPUT_MAX)
        return 0;
    memcpy(text, header, sizeof header - 1);
    if (size > 0)
        memcpy(text + sizeof header - 1, data, size);
    struct text whole = {text, sizeof header - 1 + size};
    size_t outcome = play(whole);
    CHECK_OP(play(whole), ==, outcome);
    return 0;
}
