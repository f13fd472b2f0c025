#include "books/slip_event.h"

const char slip_stream[] = "slips";

const char *const slip_kind_words[] = {"prize-slip", "win-page", "tray-slip", NULL};

static const struct field printed_fields[] = {
    FIELD_REQUIRED(struct slip_event, at, FIELD_TIME, "at", "the time"),
    FIELD_REQUIRED(struct slip_event, by, FIELD_TEXT, "by", "the person who printed it"),
    FIELD_REQUIRED(struct slip_event, number, FIELD_COUNT, "number",
                   "the number of the slip: 1, 2, 3 and so on"),
    {.name = "kind",
     .kind = FIELD_WORD,
     .offset = offsetof(struct slip_event, kind),
     .required = true,
     .words = slip_kind_words,
     .meaning = "what was printed"},
    FIELD(struct slip_event, prize, FIELD_COUNT, "prize", "for a slip: the number of the prize"),
    FIELD(struct slip_event, award, FIELD_COUNT, "award", "for a win page: the number of the award"),
    FIELD(struct slip_event, reprint, FIELD_FLAG, "reprint", "it was printed before"),
};

const struct record_shape slip_printed_shape =
    SHAPE("slip-printed", struct slip_event, printed_fields, "a page was printed, or printed again");

enum status slip_event_read(struct text kind, struct text payload, struct arena *arena,
                            struct slip_event *event, struct fault *fault)
{
    if (!text_equal(kind, text_of(slip_printed_shape.name)))
        return fault_set(
            fault, STATUS_INVALID, 0,
            "this version does not know the event %.*s of the slips: a newer version of cardroom "
            "wrote it. Use that version",
            TEXT_ARGUMENTS(text_clipped(kind, 40)));
    enum status status = record_read(&slip_printed_shape, payload, arena, event, fault);
    bool is_prize = event->kind != SLIP_WIN_PAGE;
    if (status == STATUS_OK && (event->number == 0 || (is_prize ? event->prize : event->award) == 0 ||
                                (is_prize ? event->award : event->prize) != 0))
        status = fault_set(fault, STATUS_INVALID, 0, "a slip has a number, and one prize or award");
    return status;
}
