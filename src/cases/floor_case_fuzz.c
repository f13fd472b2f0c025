/*
 * Any bytes as a case of the floor: either a fault with a line and a column inside the text, or movements, rulings and
 * differences that point at lines. The books hold after every event, which house_case_play() checks itself: that they do not
 * is a fault which must not come.
 */
#include "cases/house_case_check_test.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct house_case_files files = {NULL, room_read};
    struct text text = {(const char *)data, size};
    struct case_fault fault = {0};
    struct case_file file;
    struct case_result result;
    struct house_case played;
    struct library *library = room_kept_open();
    struct arena arena;
    arena_init(&arena, CASE_ARENA_SIZE);
    case_result_init(&result, &arena);
    enum status status = case_read(text, &arena, &file, &fault);
    if (status == STATUS_OK)
        status = house_case_play(&file, library, &files, &played, &result, &fault);
    if (status == STATUS_OK) {
        house_case_check(&played, &result, text);
    } else {
        case_check_fault(&fault, text);
        CHECK(!text_starts_with(text_of(fault.fault.words), text_of("the books are wrong")));
        CHECK(!text_starts_with(text_of(fault.fault.words), text_of("the event ")));
    }
    arena_release(&arena);
    return 0;
}
