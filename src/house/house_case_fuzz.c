/*
 * Any bytes as a case of the house: either a fault with a line and a column inside the text, or postings, judgements and
 * differences that point at lines. The money balances after every line, which house_case_play() checks itself.
 */
#include "house/case_room_test.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t line_count(struct text text)
{
    size_t count = 1;
    for (size_t i = 0; i < text.length; i++)
        count += text.bytes[i] == '\n';
    return count;
}

static void expect_fault(const struct case_fault *fault, enum status status, struct text text)
{
    CHECK(fault->fault.status == status || status == STATUS_NO_SPACE);
    CHECK_OP(fault->line, >=, 1);
    CHECK_OP(fault->line, <=, line_count(text));
    CHECK_OP(fault->fault.position, >=, 1);
    CHECK_OP(fault->fault.position, <=, text.length + 1);
    CHECK(strlen(fault->fault.words) > 0);
}

static void expect_result(const struct house_case *played, const struct case_result *result, struct text text)
{
    unsigned postings = 0, judgements = 0;
    for (const struct house_case_posting *posting = played->postings; posting; posting = posting->next) {
        postings++;
        CHECK_OP(posting->amount.cents, >, 0);
    }
    CHECK_OP(postings, ==, played->posting_count);
    for (const struct house_case_judgement *judgement = played->judgements; judgement;
         judgement = judgement->next) {
        judgements++;
        CHECK(judgement->asked.length > 0);
        CHECK_OP(judgement->line, <=, line_count(text));
        CHECK(judgement->allowed || (judgement->clause.length > 0 && judgement->words.length > 0));
    }
    CHECK_OP(judgements, ==, played->judgement_count);
    for (const struct case_difference *difference = result->differences; difference;
         difference = difference->next)
        CHECK_OP(difference->line, <=, line_count(text));
}

/* Reading the documents takes far longer than a case: they are read anew only when cases have left much in the library. */
static struct library *room(void)
{
    enum { SIZE_MOST = 32 << 20, FINDINGS_MOST = 64 };
    static struct library library;
    static bool open;
    if (open && library.arena.size_taken < SIZE_MOST && library.findings.count < FINDINGS_MOST)
        return &library;
    if (open)
        library_release(&library);
    room_open(&library);
    open = true;
    return &library;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text text = {(const char *)data, size};
    struct case_fault fault = {0};
    struct case_file file;
    struct case_result result;
    struct house_case played;
    struct library *library = room();
    struct arena arena;
    arena_init(&arena, CASE_ARENA_SIZE);
    case_result_init(&result, &arena);
    enum status status = case_read(text, &arena, &file, &fault);
    if (status == STATUS_OK)
        status = house_case_play(&file, library, &played, &result, &fault);
    if (status == STATUS_OK)
        expect_result(&played, &result, text);
    else
        expect_fault(&fault, status, text);
    arena_release(&arena);
    return 0;
}
