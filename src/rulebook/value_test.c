#include "rulebook/value.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct value value_of(enum value_type type, const char *words)
{
    struct value value = {0};
    struct fault fault = {0};
    if (value_read(type, text_of(words), &value, &fault) != STATUS_OK)
        fail_msg("%s: \"%s\": column %zu: %s", value_type_name(type), words, fault.position, fault.words);
    return value;
}

static bool within(enum value_type type, const char *posted, const char *approved)
{
    struct value inner = value_of(type, posted), outer = value_of(type, approved);
    return value_within(&inner, &outer);
}

static bool equal(enum value_type type, const char *left, const char *right)
{
    struct value a = value_of(type, left), b = value_of(type, right);
    return value_equal(&a, &b);
}

static bool fixed(enum value_type type, const char *words)
{
    struct value value = value_of(type, words);
    return value_is_fixed(&value);
}

/* ------------------------------------------------------------------------------------------ texts */

static const struct {
    enum value_type type;
    const char *words, *normal;
} texts[] = {
    {VALUE_MONEY, "$1", "$1"},
    {VALUE_MONEY, "$0.11", "$0.11"},
    {VALUE_MONEY, "$1.50", "$1.50"},
    {VALUE_MONEY, "$25.00", "$25"},
    {VALUE_MONEY, "$0", "$0"},
    {VALUE_MONEY, "$1,000 to $101,000", "$1,000 to $101,000"},
    {VALUE_MONEY, "$1000 TO $101000", "$1,000 to $101,000"},
    {VALUE_MONEY, "  $5   to  $50 ", "$5 to $50"},
    {VALUE_MONEY, "$5 to $5", "$5"},
    {VALUE_MONEY, "$0 to $5", "at most $5"},
    {VALUE_MONEY, "at least $1,000", "at least $1,000"},
    {VALUE_MONEY, "at most $599", "at most $599"},
    {VALUE_MONEY, "under $600", "at most $599.99"},
    {VALUE_MONEY, "over $600", "at least $600.01"},
    {VALUE_MONEY, "under $0.01", "$0"},
    {VALUE_MONEY, "posted", "posted"},
    {VALUE_MONEY, "$1,000,000,000,000", "$1,000,000,000,000"},
    {VALUE_MONEY_OR_NONE, "none", "none"},
    {VALUE_MONEY_OR_NONE, "$1 to $5", "$1 to $5"},
    {VALUE_COUNT, "5", "5"},
    {VALUE_COUNT, "0", "0"},
    {VALUE_COUNT, "1 to 10", "1 to 10"},
    {VALUE_COUNT, "at least 2", "at least 2"},
    {VALUE_COUNT, "at most 64", "at most 64"},
    {VALUE_COUNT, "under 10", "at most 9"},
    {VALUE_COUNT, "over 10", "at least 11"},
    {VALUE_MONEY, "any amount", "any amount"},
    {VALUE_MONEY, "at least $0", "any amount"},
    {VALUE_MONEY_OR_NONE, "any amount", "any amount"},
    {VALUE_COUNT, "any number", "any number"},
    {VALUE_COUNT, "at least 0", "any number"},
    {VALUE_COUNT, "None", "none"},
    {VALUE_COUNT, "posted", "posted"},
    {VALUE_COUNT, "10000", "10,000"},
    {VALUE_COUNT, "1,234,567", "1,234,567"},
    {VALUE_PERCENT, "40%", "40%"},
    {VALUE_PERCENT, "0%", "0%"},
    {VALUE_PERCENT, "12.5%", "12.5%"},
    {VALUE_PERCENT, "12.50%", "12.5%"},
    {VALUE_PERCENT, "0.05%", "0.05%"},
    {VALUE_PERCENT, "10% to 20%", "10% to 20%"},
    {VALUE_PERCENT, "at most 50%", "at most 50%"},
    {VALUE_PERCENT, "1000%", "1000%"},
    {VALUE_MULTIPLE, "2x", "2x"},
    {VALUE_MULTIPLE, "2x to 4x", "2x to 4x"},
    {VALUE_MULTIPLE, "10X", "10x"},
    {VALUE_MULTIPLE, "1x to 3x", "at most 3x"},
    {VALUE_DURATION, "15 minutes", "15 minutes"},
    {VALUE_DURATION, "30 days", "30 days"},
    {VALUE_DURATION, "3 minutes", "3 minutes"},
    {VALUE_DURATION, "24 hours", "24 hours"},
    {VALUE_DURATION, "1 to 90 days", "1 to 90 days"},
    {VALUE_DURATION, "4 weeks", "4 weeks"},
    {VALUE_DURATION, "7 years", "7 years"},
    {VALUE_DURATION, "90 seconds", "90 seconds"},
    {VALUE_DURATION, "1 minutes", "1 minute"},
    {VALUE_DURATION, "1 day to 4 weeks", "1 day to 4 weeks"},
    {VALUE_DURATION, "1 day to 90 days", "1 to 90 days"},
    {VALUE_DURATION, "at least 1 hour", "at least 1 hour"},
    {VALUE_DURATION, "at most 7 years", "at most 7 years"},
    {VALUE_DURATION, "no limit", "no limit"},
    {VALUE_DURATION, "posted", "posted"},
    {VALUE_TIME_OF_DAY, "06:00", "06:00"},
    {VALUE_TIME_OF_DAY, "00:00", "00:00"},
    {VALUE_TIME_OF_DAY, "23:59", "23:59"},
    {VALUE_TIME_OF_DAY, "posted", "posted"},
    {VALUE_DATE, "2026-11-01", "2026-11-01"},
    {VALUE_DATE, "march 1", "March 1"},
    {VALUE_DATE, "February 29", "February 29"},
    {VALUE_DATE, "posted", "posted"},
    {VALUE_YES_NO, "yes", "yes"},
    {VALUE_YES_NO, "No", "no"},
    {VALUE_YES_NO, "posted", "posted"},
    {VALUE_ODDS, "50 to 1", "50 to 1"},
    {VALUE_ODDS, "3 to 2", "3 to 2"},
    {VALUE_ODDS, "300 for 1", "300 for 1"},
    {VALUE_ODDS, "1000 to 1", "1,000 to 1"},
    {VALUE_ODDS, "push", "push"},
    {VALUE_AWARD, "100% of prize pool", "100% of prize pool"},
    {VALUE_AWARD, "10% to 20% of Prize Pool", "10% to 20% of Prize Pool"},
    {VALUE_AWARD, "$500", "$500"},
    {VALUE_AWARD, "$10 to $1,000", "$10 to $1,000"},
    {VALUE_AWARD, "at most $599", "at most $599"},
    {VALUE_AWARD, "$250 in free play", "$250 in free play"},
    {VALUE_AWARD, "$10 to $100,000 in chips or $1 to $1,000 in merchandise",
     "$10 to $100,000 in chips or $1 to $1,000 in merchandise"},
    {VALUE_AWARD, "1 ticket", "1 ticket"},
    {VALUE_AWARD, "1 to 10 tickets", "1 to 10 tickets"},
    {VALUE_AWARD, "at least 2 tickets", "at least 2 tickets"},
    {VALUE_AWARD, "2 points", "2 points"},
    {VALUE_AWARD, "3 credits", "3 credits"},
    {VALUE_AWARD, "2x prize", "2x prize"},
    {VALUE_AWARD, "2X to 4X prize", "2x to 4x prize"},
    {VALUE_AWARD, "40 to 1", "40 to 1"},
    {VALUE_AWARD, "300 for 1", "300 for 1"},
    {VALUE_AWARD, "push", "push"},
    {VALUE_AWARD, "an entry", "1 entry"},
    {VALUE_AWARD, "a spin", "1 spin"},
    {VALUE_AWARD, "2 entries", "2 entries"},
    {VALUE_AWARD, "1 key", "1 key"},
    {VALUE_AWARD, "\"travel voucher\" worth $1,000", "\"travel voucher\" worth $1,000"},
    {VALUE_AWARD, "\"hat\"", "\"hat\""},
    {VALUE_AWARD, "\"hat\" worth at least $0", "\"hat\""},
    {VALUE_AWARD, "\"salt and pepper\" worth $5 and a ticket", "\"salt and pepper\" worth $5 and 1 ticket"},
    {VALUE_AWARD, "an item worth $5 to $500", "an item worth $5 to $500"},
    {VALUE_AWARD, "40 to 1 and 10% of meter", "40 to 1 and 10% of meter"},
    {VALUE_AWARD, "$500 and 1 ticket and 2 points and a spin", "$500 and 1 ticket and 2 points and 1 spin"},
    {VALUE_AWARD, "$5 or 1 ticket", "$5 or 1 ticket"},
    {VALUE_AWARD, "posted", "posted"},
    {VALUE_LIMITS, "$5", "$5"},
    {VALUE_LIMITS, "$5 to $5", "$5"},
    {VALUE_LIMITS, "$5 to $50", "$5 to $50"},
    {VALUE_LIMITS, "$25.00 and higher", "$25 and higher"},
    {VALUE_LIMITS, "$0 to $50", "$0 to $50"},
    {VALUE_LIMITS, "no limit", "no limit"},
    {VALUE_LIMITS, "posted", "posted"},
};

static void every_text_has_one_normal_text(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct value value = value_of(texts[i].type, texts[i].words);
        char normal[VALUE_TEXT_SIZE];
        struct text_out out;
        text_out_init(&out, normal, sizeof normal);
        value_write(&out, &value);
        assert_string_equal(normal, texts[i].normal);
        struct value again = value_of(texts[i].type, normal);
        assert_true(value_equal(&value, &again));
        assert_true(value_within(&value, &value));
    }
}

/* ------------------------------------------------------------------------------------------ wrong texts */

static const struct {
    enum value_type type;
    const char *words;
    size_t position;
    const char *fault;
} wrong[] = {
    {VALUE_MONEY, "", 1,
     "an amount of money expected, found the end; write it like $5, $10 to $1,000, at least $10, under $600 "
     "or posted"},
    {VALUE_MONEY, "5", 1, "an amount begins with a dollar sign; write $5"},
    {VALUE_MONEY, "1,000 to $5", 1, "an amount begins with a dollar sign; write $1,000"},
    {VALUE_MONEY, "-$5", 1, "an amount is not below zero; write it without the minus"},
    {VALUE_MONEY, "$1,00", 6, "three digits after each comma expected, found the end"},
    {VALUE_MONEY, "$01", 2, "an amount does not begin with 01"},
    {VALUE_MONEY, "$5.5", 5, "two digits of cents expected, found the end"},
    {VALUE_MONEY, "$1,000 to $10", 1, "the range runs backwards; write $10 to $1,000"},
    {VALUE_MONEY, "$5 to", 6,
     "an amount of money expected, found the end; write it like $5, $10 to $1,000, at least $10, under $600 "
     "or posted"},
    {VALUE_MONEY, "$5 to 10", 7, "an amount begins with a dollar sign; write $10"},
    {VALUE_MONEY, "$5 $6", 4, "nothing more expected after \"$5\", found \"$6\""},
    {VALUE_MONEY, "$5 per hand", 4, "nothing more expected after \"$5\", found \"per\""},
    {VALUE_MONEY, "$5, $6", 3, "nothing more expected after \"$5\", found \",\""},
    {VALUE_MONEY, "postd", 1, "\"postd\" is not an amount of money; did you mean \"posted\"?"},
    {VALUE_MONEY, "atleast $5", 1, "\"atleast\" is not an amount of money; did you mean \"at least\"?"},
    {VALUE_MONEY, "at least", 9,
     "an amount of money expected, found the end; write it like $5, $10 to $1,000, at least $10, under $600 "
     "or posted"},
    {VALUE_MONEY, "none", 1, "none is not possible here; write an amount like $5, or posted"},
    {VALUE_MONEY, "five dollars", 1,
     "\"five\" is not an amount of money; write it like $5, $10 to $1,000, at least $10, under $600 or "
     "posted"},
    {VALUE_MONEY, "under $0", 7, "nothing is under that; write \"at most\" in its place"},
    {VALUE_MONEY, "over $1,000,000,000,000", 6, "nothing is over that; write \"at least\" in its place"},
    {VALUE_MONEY, "$1,000,000,000,000.01", 1, "the amount is too large; amounts go up to $1,000,000,000,000"},
    {VALUE_MONEY, "$99,999,999,999,999,999,999", 1,
     "the amount is too large; amounts go up to $1,000,000,000,000"},
    {VALUE_MONEY, "at least $5 to $10", 13, "nothing more expected after \"at least $5\", found \"to\""},
    {VALUE_MONEY, "no limit", 1,
     "\"no\" is not an amount of money; write it like $5, $10 to $1,000, at least $10, under $600 or posted"},
    {VALUE_MONEY_OR_NONE, "nne", 1, "\"nne\" is not an amount of money; did you mean \"none\"?"},
    {VALUE_COUNT, "", 1,
     "a number expected, found the end; write it like 5, 1 to 10, at least 2, any number or posted"},
    {VALUE_COUNT, "05", 1, "\"05\" is not a number; write it without zeros in front, like 5, 1000 or 1,000"},
    {VALUE_COUNT, "1,00", 1,
     "\"1,00\" is not a number; write it without zeros in front, like 5, 1000 or 1,000"},
    {VALUE_COUNT, "1000000000", 1, "the number is too large; numbers go up to 999,999,999"},
    {VALUE_COUNT, "10 to 1", 1, "the range runs backwards; write 1 to 10"},
    {VALUE_COUNT, "1 to ten", 6,
     "\"ten\" is not a number; write it like 5, 1 to 10, at least 2, any number or posted"},
    {VALUE_COUNT, "any nubmer", 1, "\"any\" is not a number; did you mean \"any number\"?"},
    {VALUE_COUNT, "-3", 1,
     "\"-3\" is not a number; write it like 5, 1 to 10, at least 2, any number or posted"},
    {VALUE_COUNT, "2.5", 1,
     "\"2.5\" is not a number; write it like 5, 1 to 10, at least 2, any number or posted"},
    {VALUE_COUNT, "5 players", 3, "nothing more expected after \"5\", found \"players\""},
    {VALUE_COUNT, "over 999,999,999", 6, "nothing is over that; write \"at least\" in its place"},
    {VALUE_PERCENT, "40", 1, "a percentage ends with a percent sign; write it like 40% or 12.5%"},
    {VALUE_PERCENT, "40 %", 1, "a percentage ends with a percent sign; write it like 40% or 12.5%"},
    {VALUE_PERCENT, "12.345%", 6, "one or two digits behind the point expected, found \"5\""},
    {VALUE_PERCENT, "12.%", 4, "one or two digits behind the point expected, found \"%\""},
    {VALUE_PERCENT, "20% to 10%", 1, "the range runs backwards; write 10% to 20%"},
    {VALUE_PERCENT, "1000.01%", 1, "the percentage is too large; percentages go up to 1000%"},
    {VALUE_PERCENT, "12345%", 5, "at most four digits and a percent sign expected, found \"5\""},
    {VALUE_PERCENT, "half", 1,
     "\"half\" is not a percentage; write it like 40%, 12.5%, 10% to 20% or posted"},
    {VALUE_PERCENT, "under 40%", 1,
     "\"under\" is not a percentage; write it like 40%, 12.5%, 10% to 20% or posted"},
    {VALUE_MULTIPLE, "2", 1, "a multiple is a whole number with an x behind it; write it like 2x"},
    {VALUE_MULTIPLE, "0x", 1, "a multiple is 1x or more"},
    {VALUE_MULTIPLE, "1.5x", 1, "a multiple is a whole number with an x behind it; write it like 2x"},
    {VALUE_MULTIPLE, "x2", 1, "\"x2\" is not a multiple; write it like 2x, 2x to 4x or posted"},
    {VALUE_MULTIPLE, "4x to 2x", 1, "the range runs backwards; write 2x to 4x"},
    {VALUE_MULTIPLE, "12345x", 5, "at most four digits and an x expected, found \"5\""},
    {VALUE_DURATION, "fortnight", 1,
     "\"fortnight\" is not a length of time; write it like 15 minutes, 1 to 90 days, at most 7 years, no "
     "limit, "
     "none "
     "or posted"},
    {VALUE_DURATION, "1 fortnight", 3,
     "\"fortnight\" is not a unit of time; use seconds, minutes, hours, days, weeks or years"},
    {VALUE_DURATION, "15 minuets", 4, "\"minuets\" is not a unit of time; did you mean \"minutes\"?"},
    {VALUE_DURATION, "15", 3,
     "a unit of time expected, found the end; use seconds, minutes, hours, days, weeks or years"},
    {VALUE_DURATION, "1 to 90", 8,
     "a unit of time expected, found the end; use seconds, minutes, hours, days, weeks or years"},
    {VALUE_DURATION, "90 to 1 days", 1, "the range runs backwards; write 1 to 90 days"},
    {VALUE_DURATION, "2 hours to 30 minutes", 1, "the range runs backwards; write 30 minutes to 2 hours"},
    {VALUE_DURATION, "1 day to 48 hours", 1,
     "days and hours do not compare; write both ends in one unit, like 1 to 90 days"},
    {VALUE_DURATION, "no limits", 1, "\"no\" is not a length of time; did you mean \"no limit\"?"},
    {VALUE_DURATION, "at most days", 9,
     "\"days\" is not a length of time; write it like 15 minutes, 1 to 90 days, at most 7 years, no limit, "
     "none "
     "or "
     "posted"},
    {VALUE_DURATION, "30 days after", 9, "nothing more expected after \"30 days\", found \"after\""},
    {VALUE_TIME_OF_DAY, "6:00", 1,
     "\"6:00\" is not a time of day; write hours and minutes in two digits each, from 00:00 to 23:59"},
    {VALUE_TIME_OF_DAY, "25:00", 1,
     "\"25:00\" is not a time of day; write hours and minutes in two digits each, from 00:00 to 23:59"},
    {VALUE_TIME_OF_DAY, "24:00", 1, "24:00 is only the end of a period; write 00:00"},
    {VALUE_TIME_OF_DAY, "12:60", 1,
     "\"12:60\" is not a time of day; write hours and minutes in two digits each, from 00:00 to 23:59"},
    {VALUE_TIME_OF_DAY, "noon", 1,
     "\"noon\" is not a time of day; write hours and minutes in two digits each, from 00:00 to 23:59"},
    {VALUE_TIME_OF_DAY, "06:00 to 07:00", 7, "nothing more expected after \"06:00\", found \"to\""},
    {VALUE_DATE, "2026-13-01", 6, "the month must be from 01 to 12"},
    {VALUE_DATE, "2026-02-29", 9, "2026-02 has only 28 days"},
    {VALUE_DATE, "26-11-01", 1, "\"26-11-01\" is not a date; write it like 2026-11-01 or March 1"},
    {VALUE_DATE, "Feb 3", 1, "\"Feb\" is not a date; write it like 2026-11-01 or March 1"},
    {VALUE_DATE, "Febuary 3", 1, "\"Febuary\" is not a date; did you mean \"February\"?"},
    {VALUE_DATE, "February 30", 10, "February 30 does not exist; February has 29 days at most"},
    {VALUE_DATE, "April 31", 7, "April 31 does not exist; April has 30 days"},
    {VALUE_DATE, "March", 6, "a day of the month expected, found the end; write it like March 1"},
    {VALUE_DATE, "March first", 7, "\"first\" is not a day of the month; write it like March 1"},
    {VALUE_DATE, "March 0", 7, "March 0 does not exist; March has 31 days"},
    {VALUE_DATE, "2026-11-01 or later", 12, "nothing more expected after \"2026-11-01\", found \"or\""},
    {VALUE_YES_NO, "true", 1, "\"true\" is not an answer; write yes, no or posted"},
    {VALUE_YES_NO, "", 1, "an answer expected, found the end; write yes, no or posted"},
    {VALUE_YES_NO, "yes please", 5, "nothing more expected after \"yes\", found \"please\""},
    {VALUE_ODDS, "50", 3, "\"to\" or \"for\", as in 50 to 1, expected, found the end"},
    {VALUE_ODDS, "50 to", 6,
     "a payment by odds expected, found the end; write it like 50 to 1, 300 for 1 or push"},
    {VALUE_ODDS, "50:1", 1, "\"50:1\" is not a payment by odds; write it like 50 to 1, 300 for 1 or push"},
    {VALUE_ODDS, "0 to 1", 1, "odds have no 0; write push where the wager only comes back"},
    {VALUE_ODDS, "50 at 1", 4, "\"to\" or \"for\", as in 50 to 1, expected, found \"at\""},
    {VALUE_ODDS, "psh", 1, "\"psh\" is not a payment by odds; did you mean \"push\"?"},
    {VALUE_AWARD, "", 1,
     "an award expected, found the end; write it like $500, 100% of prize pool, 2 tickets, 40 to 1 or "
     "\"hat\" worth $20"},
    {VALUE_AWARD, "everything", 1,
     "\"everything\" is not an award; write it like $500, 100% of prize pool, 2 tickets, 40 to 1 or \"hat\" "
     "worth $20"},
    {VALUE_AWARD, "100%", 5,
     "\"of\" and the name of a fund, as in 10% of prize pool, expected, found the end"},
    {VALUE_AWARD, "100% of", 8, "the name of a fund, as in 10% of prize pool, expected, found the end"},
    {VALUE_AWARD, "100% of and $5", 9,
     "the name of a fund, as in 10% of prize pool, expected, found \"and\""},
    {VALUE_AWARD, "2x", 3, "what is multiplied, as in 2x prize, expected, found the end"},
    {VALUE_AWARD, "$5 in", 6, "what is paid, as in $250 in free play, expected, found the end"},
    {VALUE_AWARD, "3 tikcets", 3,
     "\"tikcets\" is not a thing that is awarded by number; did you mean \"tickets\"?"},
    {VALUE_AWARD, "3 horses", 3,
     "\"horses\" is not a thing that is awarded by number; use tickets, points, credits, entries, spins or "
     "keys"},
    {VALUE_AWARD, "3", 2,
     "a thing that is awarded by number expected, found the end; use tickets, points, credits, entries, "
     "spins or keys"},
    {VALUE_AWARD, "a car", 3,
     "\"car\" is not a thing that is awarded by number; use tickets, points, credits, entries, spins or "
     "keys"},
    {VALUE_AWARD, "\"car", 1, "the quotation mark is not closed; write a second one behind the name"},
    {VALUE_AWARD, "\"\" worth $5", 1, "nothing stands between the quotation marks; write a name there"},
    {VALUE_AWARD, "\"car\" worth", 12,
     "an amount of money expected, found the end; write it like $5, $10 to $1,000, at least $10, under $600 "
     "or posted"},
    {VALUE_AWARD, "\"car\" worth 5", 13, "an amount begins with a dollar sign; write $5"},
    {VALUE_AWARD, "an item", 8,
     "\"worth\" and an amount, as in an item worth $5 to $500, expected, found the end"},
    {VALUE_AWARD, "$1,000 to $10", 1, "the range runs backwards; write $10 to $1,000"},
    {VALUE_AWARD, "10 to 1 tickets", 1, "the range runs backwards; write 1 to 10"},
    {VALUE_AWARD, "$5 and 1 ticket or 2 points", 17,
     "an award is joined by \"and\" or by \"or\", not by both; write two rows"},
    {VALUE_AWARD, "$1 and $2 and $3 and $4 and $5", 25, "an award has at most 4 parts"},
    {VALUE_AWARD, "$5 and", 7,
     "an award expected, found the end; write it like $500, 100% of prize pool, 2 tickets, 40 to 1 or "
     "\"hat\" worth $20"},
    {VALUE_AWARD, "$5, 1 ticket", 3, "nothing more expected after \"$5\", found \",\""},
    {VALUE_AWARD, "20% to 10% of prize pool", 1, "the range runs backwards; write 10% to 20%"},
    {VALUE_LIMITS, "$50 to $5", 1, "the range runs backwards; write $5 to $50"},
    {VALUE_LIMITS, "$5 and lower", 4, "nothing more expected after \"$5\", found \"and\""},
    {VALUE_LIMITS, "5 to 50", 1, "an amount begins with a dollar sign; write $5"},
    {VALUE_LIMITS, "unlimited", 1,
     "\"unlimited\" is not a betting limit; write $5 to $50, $25 and higher, no limit or posted"},
    {VALUE_LIMITS, "no limt", 1, "\"no\" is not a betting limit; did you mean \"no limit\"?"},
};

static void every_wrong_text_is_answered_with_its_place_and_what_would_be_right(void **state)
{
    (void)state;
    unsigned others = 0;
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct value value = {.form = VALUE_IS_NONE};
        struct fault fault = {0};
        enum status status = value_read(wrong[i].type, text_of(wrong[i].words), &value, &fault);
        assert_int_equal(value.form, VALUE_IS_NONE);
        if (status != STATUS_OK && fault.position == wrong[i].position &&
            strcmp(fault.words, wrong[i].fault) == 0)
            continue;
        others++;
        print_error("%s: \"%s\": %zu: %s\n", value_type_name(wrong[i].type), wrong[i].words, fault.position,
                    status == STATUS_OK ? "was read" : fault.words);
    }
    assert_int_equal(others, 0);
}

static void a_text_may_be_as_long_as_the_maximum_and_not_longer(void **state)
{
    (void)state;
    char words[VALUE_TEXT_MAX + 2];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "%-*s", VALUE_TEXT_MAX + 1, "$5");
    struct value value;
    struct fault fault;
    assert_int_equal(value_read(VALUE_MONEY, (struct text){words, VALUE_TEXT_MAX}, &value, &fault),
                     STATUS_OK);
    assert_int_equal(value_read(VALUE_MONEY, (struct text){words, VALUE_TEXT_MAX + 1}, &value, &fault),
                     STATUS_NO_SPACE);
    assert_int_equal(fault.position, VALUE_TEXT_MAX + 1);
    assert_string_equal(fault.words, "too long: at most 1024 bytes expected");
    assert_int_equal(value_read(VALUE_MONEY, text_of("five"), &value, NULL), STATUS_INVALID);
}

static void a_name_may_be_as_long_as_the_maximum_and_not_longer(void **state)
{
    (void)state;
    static const char *const kinds[][2] = {
        {"10% of ", ""}, {"2x ", ""}, {"$5 in ", ""}, {"\"", "\" worth $5"}};
    for (unsigned i = 0; i < 4; i++)
        for (int length = AWARD_NAME_MAX; length <= AWARD_NAME_MAX + 1; length++) {
            char words[VALUE_TEXT_SIZE], name[AWARD_NAME_MAX + 1];
            memset(name, 'n', sizeof name);
            struct text_out out;
            text_out_init(&out, words, sizeof words);
            text_out_add(&out, "%s%.*s%s", kinds[i][0], length, name, kinds[i][1]);
            struct value value;
            struct fault fault = {0};
            assert_int_equal(value_read(VALUE_AWARD, text_out_text(&out), &value, &fault),
                             length > AWARD_NAME_MAX ? STATUS_NO_SPACE : STATUS_OK);
            if (length > AWARD_NAME_MAX)
                assert_string_equal(fault.words, "the name is too long; a name has at most 128 bytes");
        }
}

/* ------------------------------------------------------------------------------------------ data */

static void a_value_holds_what_its_text_says(void **state)
{
    (void)state;
    struct value money = value_of(VALUE_MONEY, "$1,000 to $101,000");
    assert_int_equal(range_low_money(money.range).cents, 100000);
    assert_int_equal(range_high_money(money.range).cents, 10100000);
    assert_int_equal(value_of(VALUE_MONEY, "under $600").range.high, 59999);
    assert_int_equal(value_of(VALUE_MONEY, "under $600").range.low, 0);
    assert_true(value_of(VALUE_MONEY, "at least $5").range.high == RANGE_NO_END);
    assert_int_equal(value_of(VALUE_PERCENT, "12.5%").range.low, 1250);
    assert_int_equal(value_of(VALUE_TIME_OF_DAY, "06:30").minute, 390);
    struct value days = value_of(VALUE_DURATION, "1 to 90 days");
    assert_int_equal(days.duration.low.count, 1);
    assert_int_equal(days.duration.low.unit, DURATION_DAYS);
    assert_int_equal(days.duration.high.count, 90);
    struct value odds = value_of(VALUE_ODDS, "300 for 1");
    assert_int_equal(odds.odds.kind, ODDS_FOR);
    assert_int_equal(odds.odds.pays, 300);
    assert_int_equal(odds.odds.wager, 1);
    assert_int_equal(value_of(VALUE_DATE, "March 1").date.year, 0);
}

static void an_award_holds_its_parts_and_their_names(void **state)
{
    (void)state;
    struct value value = value_of(VALUE_AWARD, "10% of prize pool and \"travel voucher\" worth $1,000");
    assert_int_equal(value.award.count, 2);
    assert_false(value.award.alternatives);
    assert_int_equal(value.award.parts[0].kind, AWARD_SHARE);
    assert_int_equal(value.award.parts[0].range.low, 1000);
    assert_true(text_equal(value.award.parts[0].name, text_of("prize pool")));
    assert_int_equal(value.award.parts[1].kind, AWARD_ITEM);
    assert_int_equal(value.award.parts[1].range.high, 100000);
    assert_true(text_equal(value.award.parts[1].name, text_of("travel voucher")));
}

/* ------------------------------------------------------------------------------------------ within */

static void an_amount_is_within_a_range_at_its_ends_and_not_a_cent_beside(void **state)
{
    (void)state;
    assert_false(within(VALUE_MONEY, "$9.99", "$10 to $1,000"));
    assert_true(within(VALUE_MONEY, "$10", "$10 to $1,000"));
    assert_true(within(VALUE_MONEY, "$10.01", "$10 to $1,000"));
    assert_true(within(VALUE_MONEY, "$999.99", "$10 to $1,000"));
    assert_true(within(VALUE_MONEY, "$1,000", "$10 to $1,000"));
    assert_false(within(VALUE_MONEY, "$1,000.01", "$10 to $1,000"));
    assert_true(within(VALUE_MONEY, "$599.99", "under $600"));
    assert_false(within(VALUE_MONEY, "$600", "under $600"));
    assert_false(within(VALUE_MONEY, "$600", "over $600"));
    assert_true(within(VALUE_MONEY, "$600.01", "over $600"));
    assert_true(within(VALUE_MONEY, "$20 to $30", "$10 to $1,000"));
    assert_false(within(VALUE_MONEY, "$20 to $2,000", "$10 to $1,000"));
    assert_false(within(VALUE_MONEY, "at least $20", "$10 to $1,000"));
    assert_true(within(VALUE_MONEY, "at least $20", "at least $10"));
}

static void what_is_posted_freely_lies_only_within_posted(void **state)
{
    (void)state;
    assert_true(within(VALUE_MONEY, "$5", "posted"));
    assert_true(within(VALUE_MONEY, "posted", "posted"));
    assert_false(within(VALUE_MONEY, "posted", "at least $0"));
    assert_true(within(VALUE_DATE, "2026-11-01", "posted"));
    assert_false(within(VALUE_DURATION, "posted", "no limit"));
}

static void none_is_no_amount_of_zero(void **state)
{
    (void)state;
    assert_true(within(VALUE_MONEY_OR_NONE, "none", "none"));
    assert_true(within(VALUE_MONEY_OR_NONE, "none", "posted"));
    assert_false(within(VALUE_MONEY_OR_NONE, "none", "$0 to $5"));
    assert_false(within(VALUE_MONEY_OR_NONE, "$0", "none"));
    struct value money = value_of(VALUE_MONEY, "$5"), optional = value_of(VALUE_MONEY_OR_NONE, "$5");
    assert_false(value_equal(&money, &optional));
}

static void counts_percentages_and_multiples_end_where_they_say(void **state)
{
    (void)state;
    assert_true(within(VALUE_COUNT, "64", "at most 64"));
    assert_false(within(VALUE_COUNT, "65", "at most 64"));
    assert_false(within(VALUE_COUNT, "1", "at least 2"));
    assert_true(within(VALUE_COUNT, "2", "at least 2"));
    assert_true(within(VALUE_COUNT, "0", "any number"));
    assert_true(within(VALUE_COUNT, "999,999,999", "any number"));
    assert_false(within(VALUE_COUNT, "any number", "at least 1"));
    assert_false(within(VALUE_PERCENT, "9.99%", "10% to 20%"));
    assert_true(within(VALUE_PERCENT, "10%", "10% to 20%"));
    assert_true(within(VALUE_PERCENT, "20%", "10% to 20%"));
    assert_false(within(VALUE_PERCENT, "20.01%", "10% to 20%"));
    assert_false(within(VALUE_MULTIPLE, "1x", "2x to 4x"));
    assert_true(within(VALUE_MULTIPLE, "4x", "2x to 4x"));
    assert_false(within(VALUE_MULTIPLE, "5x", "2x to 4x"));
}

static void durations_compare_within_a_family_of_units(void **state)
{
    (void)state;
    assert_true(within(VALUE_DURATION, "90 days", "1 to 90 days"));
    assert_false(within(VALUE_DURATION, "91 days", "1 to 90 days"));
    assert_true(within(VALUE_DURATION, "12 weeks", "1 to 90 days"));
    assert_false(within(VALUE_DURATION, "13 weeks", "1 to 90 days"));
    assert_false(within(VALUE_DURATION, "24 hours", "1 to 90 days"));
    assert_false(within(VALUE_DURATION, "1 year", "at least 1 day"));
    assert_true(within(VALUE_DURATION, "120 minutes", "at most 2 hours"));
    assert_false(within(VALUE_DURATION, "7201 seconds", "at most 2 hours"));
    assert_true(within(VALUE_DURATION, "7 years", "no limit"));
    assert_true(within(VALUE_DURATION, "no limit", "no limit"));
    assert_false(within(VALUE_DURATION, "no limit", "1 to 90 days"));
    assert_true(equal(VALUE_DURATION, "60 minutes", "1 hour"));
    assert_true(equal(VALUE_DURATION, "2 weeks", "14 days"));
    assert_false(equal(VALUE_DURATION, "24 hours", "1 day"));
}

static void dates_answers_times_and_odds_are_within_their_equals(void **state)
{
    (void)state;
    assert_true(within(VALUE_DATE, "2026-03-01", "March 1"));
    assert_false(within(VALUE_DATE, "2026-03-02", "March 1"));
    assert_false(within(VALUE_DATE, "March 1", "2026-03-01"));
    assert_true(within(VALUE_DATE, "2026-03-01", "2026-03-01"));
    assert_false(within(VALUE_YES_NO, "no", "yes"));
    assert_true(within(VALUE_YES_NO, "no", "posted"));
    assert_false(within(VALUE_TIME_OF_DAY, "06:01", "06:00"));
    assert_true(within(VALUE_ODDS, "3 to 2", "3 to 2"));
    assert_false(within(VALUE_ODDS, "300 to 1", "300 for 1"));
    assert_false(within(VALUE_ODDS, "push", "1 to 1"));
}

static void a_tables_limits_lie_within_wider_ones(void **state)
{
    (void)state;
    assert_true(within(VALUE_LIMITS, "$5 to $50", "$5 to $50"));
    assert_false(within(VALUE_LIMITS, "$4 to $50", "$5 to $50"));
    assert_true(within(VALUE_LIMITS, "$25 to $500", "$25 and higher"));
    assert_false(within(VALUE_LIMITS, "$24.99 to $500", "$25 and higher"));
    assert_false(within(VALUE_LIMITS, "$5 to $50", "no limit"));
    assert_false(within(VALUE_LIMITS, "no limit", "$25 and higher"));
    assert_true(within(VALUE_LIMITS, "no limit", "no limit"));
}

static void an_award_is_within_part_by_part(void **state)
{
    (void)state;
    assert_true(within(VALUE_AWARD, "$300", "$10 to $1,000"));
    assert_false(within(VALUE_AWARD, "$1,000.01", "$10 to $1,000"));
    assert_false(within(VALUE_AWARD, "$300 in free play", "$10 to $1,000"));
    assert_true(within(VALUE_AWARD, "100% of prize pool", "100% of prize pool"));
    assert_false(within(VALUE_AWARD, "100% of reserve", "100% of prize pool"));
    assert_false(within(VALUE_AWARD, "1 point", "1 to 10 tickets"));
    assert_true(within(VALUE_AWARD, "$5 and a ticket", "$1 to $5 and 1 to 10 tickets"));
    assert_false(within(VALUE_AWARD, "$5", "$1 to $5 and 1 to 10 tickets"));
    assert_false(within(VALUE_AWARD, "a ticket and $5", "$1 to $5 and 1 to 10 tickets"));
    assert_true(within(VALUE_AWARD, "$5", "1 ticket or $1 to $5"));
    assert_true(within(VALUE_AWARD, "$5 or $3", "1 ticket or $1 to $5"));
    assert_false(within(VALUE_AWARD, "$5 and 1 ticket", "1 ticket or $1 to $5"));
    assert_false(within(VALUE_AWARD, "$5 or 1 ticket", "$5"));
    assert_true(within(VALUE_AWARD, "\"hat\" worth $20", "an item worth $5 to $500"));
    assert_false(within(VALUE_AWARD, "\"hat\" worth $4.99", "an item worth $5 to $500"));
    assert_false(within(VALUE_AWARD, "\"hat\"", "an item worth $5 to $500"));
    assert_false(within(VALUE_AWARD, "an item worth $20", "\"hat\" worth $20"));
    assert_true(within(VALUE_AWARD, "40 to 1", "40 to 1"));
    assert_false(within(VALUE_AWARD, "41 to 1", "40 to 1"));
}

/* ------------------------------------------------------------------------------------------ fixed */

static void a_value_is_fixed_when_it_leaves_no_choice(void **state)
{
    (void)state;
    assert_true(fixed(VALUE_MONEY, "$5"));
    assert_true(fixed(VALUE_MONEY, "$5 to $5"));
    assert_false(fixed(VALUE_MONEY, "$5 to $5.01"));
    assert_false(fixed(VALUE_MONEY, "posted"));
    assert_true(fixed(VALUE_MONEY_OR_NONE, "none"));
    assert_false(fixed(VALUE_COUNT, "any number"));
    assert_true(fixed(VALUE_DURATION, "60 minutes to 1 hour"));
    assert_false(fixed(VALUE_DURATION, "1 to 90 days"));
    assert_true(fixed(VALUE_DURATION, "no limit"));
    assert_true(fixed(VALUE_DATE, "2026-11-01"));
    assert_false(fixed(VALUE_DATE, "March 1"));
    assert_true(fixed(VALUE_YES_NO, "no"));
    assert_true(fixed(VALUE_ODDS, "push"));
    assert_true(fixed(VALUE_TIME_OF_DAY, "06:00"));
    assert_true(fixed(VALUE_LIMITS, "$5 to $50"));
    assert_false(fixed(VALUE_LIMITS, "posted"));
    assert_true(fixed(VALUE_AWARD, "$500 and 1 ticket and 40 to 1"));
    assert_false(fixed(VALUE_AWARD, "$500 and 1 to 2 tickets"));
    assert_false(fixed(VALUE_AWARD, "$500 or 1 ticket"));
    assert_false(fixed(VALUE_AWARD, "an item worth $5"));
    assert_true(fixed(VALUE_AWARD, "\"hat\" worth $5"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_text_has_one_normal_text),
        cmocka_unit_test(every_wrong_text_is_answered_with_its_place_and_what_would_be_right),
        cmocka_unit_test(a_text_may_be_as_long_as_the_maximum_and_not_longer),
        cmocka_unit_test(a_name_may_be_as_long_as_the_maximum_and_not_longer),
        cmocka_unit_test(a_value_holds_what_its_text_says),
        cmocka_unit_test(an_award_holds_its_parts_and_their_names),
        cmocka_unit_test(an_amount_is_within_a_range_at_its_ends_and_not_a_cent_beside),
        cmocka_unit_test(what_is_posted_freely_lies_only_within_posted),
        cmocka_unit_test(none_is_no_amount_of_zero),
        cmocka_unit_test(counts_percentages_and_multiples_end_where_they_say),
        cmocka_unit_test(durations_compare_within_a_family_of_units),
        cmocka_unit_test(dates_answers_times_and_odds_are_within_their_equals),
        cmocka_unit_test(a_tables_limits_lie_within_wider_ones),
        cmocka_unit_test(an_award_is_within_part_by_part),
        cmocka_unit_test(a_value_is_fixed_when_it_leaves_no_choice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
