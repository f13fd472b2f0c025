import assert from "node:assert/strict";
import { test } from "node:test";
import { drawnTime, momentOf, setZone, dateAndTime, dayOf, dayPlus, dayWords, parseDay, storedDay, timeOfDay, timesShown, timesStored, timeToTheSecond, untilWords } from "./time";

const zone = "America/Los_Angeles";

test("times and days are those of the house", () => {
    assert.equal(timeOfDay("2026-11-17T04:05:09Z", zone), "8:05 PM");
    assert.equal(timeToTheSecond("2026-11-17T04:05:09Z", zone), "8:05:09 PM");
    assert.equal(dayOf("2026-11-17T04:05:09Z", zone), "Nov 16, 2026");
    assert.equal(dateAndTime("2026-11-17T04:05:09Z", zone), "Nov 16, 2026, 8:05 PM");
    assert.equal(storedDay("2026-11-17T04:05:09Z", zone), "2026-11-16");
    assert.equal(dateAndTime("2026-11-17T04:05:09Z", "UTC"), "Nov 17, 2026, 4:05 AM");
});

test("midnight is 12 AM and noon is 12 PM", () => {
    assert.equal(timeOfDay("2026-07-01T00:00:00Z", "UTC"), "12:00 AM");
    assert.equal(timeOfDay("2026-07-01T12:00:00Z", "UTC"), "12:00 PM");
    assert.equal(timeOfDay("2026-07-01T11:59:59Z", "UTC"), "11:59 AM");
    assert.equal(dateAndTime("2026-07-01T06:59:59Z", zone), "Jun 30, 2026, 11:59 PM");
    assert.equal(dateAndTime("2026-07-01T07:00:00Z", zone), "Jul 1, 2026, 12:00 AM");
});

test("on the days that clocks change, an hour comes twice or not at all", () => {
    assert.equal(timeOfDay("2026-11-01T08:59:00Z", zone), "1:59 AM");
    assert.equal(timeOfDay("2026-11-01T09:00:00Z", zone), "1:00 AM");
    assert.equal(timeOfDay("2026-11-01T10:00:00Z", zone), "2:00 AM");
    assert.equal(timeOfDay("2026-03-08T09:59:00Z", zone), "1:59 AM");
    assert.equal(timeOfDay("2026-03-08T10:00:00Z", zone), "3:00 AM");
    assert.equal(dateAndTime("2026-03-08T07:59:00Z", zone), "Mar 7, 2026, 11:59 PM");
    assert.equal(dateAndTime("2026-11-02T07:59:00Z", zone), "Nov 1, 2026, 11:59 PM");
});

test("a time that is none is shown as nothing", () => {
    assert.equal(timeOfDay("", zone), "");
    assert.equal(dayOf("nonsense", zone), "");
});

test("a day of the calendar is shown in the same format, whatever the zone", () => {
    assert.equal(dayWords("2026-11-18"), "Nov 18, 2026");
    assert.equal(dayWords("1980-05-06"), "May 6, 1980");
    assert.equal(dayWords(""), "");
    assert.equal(dayWords("2026-02-30"), "2026-02-30");
    assert.equal(dayWords("soon"), "soon");
});

test("a day is read as it is shown, and as people here type it", () => {
    for (const typed of ["Nov 18, 2026", "nov 18 2026", "November 18, 2026", " Nov. 18, 2026 ", "11/18/2026", "2026-11-18"]) assert.equal(parseDay(typed), "2026-11-18", typed);
    assert.equal(parseDay("Sept 9, 2026"), "2026-09-09");
    assert.equal(parseDay("2/29/2028"), "2028-02-29");
    for (const wrong of ["", "Nov 18", "18/11/2026", "Feb 29, 2026", "11/31/2026", "Nov 0, 2026", "Foo 1, 2026", "2026-13-01", "11/18/26", "0000-01-01"]) assert.equal(parseDay(wrong), null, wrong);
    for (const day of ["2026-01-01", "2026-12-31", "2028-02-29", "1999-09-09"]) assert.equal(parseDay(dayWords(day)), day);
});

test("days are counted over the ends of months and years, and over days of 23 and 25 hours", () => {
    assert.equal(dayPlus("2026-12-31", 1), "2027-01-01");
    assert.equal(dayPlus("2028-03-01", -1), "2028-02-29");
    assert.equal(dayPlus("2026-11-16", 0), "2026-11-16");
    assert.equal(dayPlus("2026-03-07", 1), "2026-03-08");
    assert.equal(dayPlus("2026-11-02", -1), "2026-11-01");
});

test("the words of an offer have times and days in the same format", () => {
    assert.equal(timesShown("daily 10:00 to 02:00"), "daily 10:00 AM to 2:00 AM");
    assert.equal(timesShown("Monday 00:00 to 24:00"), "Monday 12:00 AM to 12:00 AM");
    assert.equal(timesShown("every hour on the hour 12:00 to 21:00"), "every hour on the hour 12:00 PM to 9:00 PM");
    assert.equal(timesShown("2026-12-01 to 2026-12-24, daily at 20:00"), "Dec 1, 2026 to Dec 24, 2026, daily at 8:00 PM");
    assert.equal(timesShown("10:00 AM to 2:00 PM"), "10:00 AM to 2:00 PM", "what is in the format stays");
    assert.equal(timesShown("6-3 gor / GEGA-001983 / 10 to 1 / 12:345"), "6-3 gor / GEGA-001983 / 10 to 1 / 12:345", "nothing else is a time");
});

test("what is typed for an offer is written as offers have it", () => {
    assert.equal(timesStored("daily 10:00 AM to 2:00 AM"), "daily 10:00 to 02:00");
    assert.equal(timesStored("daily 6 pm to 12:30 am"), "daily 18:00 to 00:30");
    assert.equal(timesStored("12:00 PM"), "12:00");
    assert.equal(timesStored("12:00 AM"), "00:00");
    assert.equal(timesStored("Nov 1, 2026"), "2026-11-01");
    assert.equal(timesStored("daily 18:30 to 02:00"), "daily 18:30 to 02:00");
    for (const words of ["daily 10:00 to 02:00", "Monday to Friday 11:00 to 15:00", "2026-12-01 to 2026-12-24, daily at 20:00", "every 3 hours on the hour"]) {
        assert.equal(timesStored(timesShown(words)), words);
    }
});

test("the time that is left is said in the unit that matters", () => {
    assert.equal(untilWords(-5), "0:00");
    assert.equal(untilWords(0), "0:00");
    assert.equal(untilWords(1), "0:01");
    assert.equal(untilWords(9_000), "0:09");
    assert.equal(untilWords(15 * 60_000), "15:00");
    assert.equal(untilWords(60 * 60_000 - 1_000), "59:59");
    assert.equal(untilWords(60 * 60_000), "1 h 00 min");
    assert.equal(untilWords(24 * 3_600_000 - 60_000), "23 h 59 min");
    assert.equal(untilWords(24 * 3_600_000), "1 d 0 h");
    assert.equal(untilWords(30 * 24 * 3_600_000), "30 d 0 h");
});

test("times are shown as the books say, whatever the browser knows of the zone", () => {
    // A rule that no browser knows by name, and a change of an hour forward on 2026-03-08 and back on 2026-11-01.
    setZone("PST8PDT,M3.2.0,M11.1.0", [["2016-01-01T00:00:00Z", -480], ["2026-03-08T10:00:00Z", -420], ["2026-11-01T09:00:00Z", -480]]);
    assert.equal(dateAndTime("2026-03-08T09:59:00Z"), "Mar 8, 2026, 1:59 AM");
    assert.equal(dateAndTime("2026-03-08T10:00:00Z"), "Mar 8, 2026, 3:00 AM");
    assert.equal(dateAndTime("2026-07-01T19:00:00Z"), "Jul 1, 2026, 12:00 PM");
    assert.equal(dateAndTime("1999-12-31T20:00:00Z"), "Dec 31, 1999, 12:00 PM", "before the first the first holds");
    assert.equal(drawnTime(Date.parse("2026-07-01T19:00:00Z"), () => new Date(0)).getHours(), 12);
    setZone("UTC");
    assert.equal(dateAndTime("2026-07-01T19:00:00Z"), "Jul 1, 2026, 7:00 PM");
});

test("a moment is found from what the clocks of the house show", () => {
    setZone("America/Los_Angeles", [["2016-01-01T00:00:00Z", -480], ["2026-03-08T10:00:00Z", -420], ["2026-11-01T09:00:00Z", -480]]);
    assert.equal(momentOf("2026-03-08", "01:59"), "2026-03-08T09:59:00Z");
    assert.equal(momentOf("2026-03-08", "02:30"), null, "the clocks skip it");
    assert.equal(momentOf("2026-03-08", "3:00"), "2026-03-08T10:00:00Z");
    assert.equal(momentOf("2026-11-01", "01:30"), "2026-11-01T08:30:00Z", "of two the first");
    assert.equal(momentOf("2026-12-01", "06:00"), "2026-12-01T14:00:00Z");
    assert.equal(momentOf("2026-12-01", "six"), null);
    setZone("UTC");
});
