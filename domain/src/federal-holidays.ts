/** A calendar day without time zone; months count from 1. */
type CalendarDay = { year: number; month: number; day: number }

const SUNDAY = 0
const MONDAY = 1
const THURSDAY = 4
const SATURDAY = 6

/** The first year in which Juneteenth is a federal holiday. */
const JUNETEENTH_SINCE = 2021

/**
 * Is it a weekday on which mail and banks are closed: a US federal holiday, or the day it's observed? A
 * Saturday holiday is observed the Friday before, a Sunday one the Monday after.
 *
 * @see https://www.law.cornell.edu/uscode/text/5/6103 5 U.S.C. 6103
 */
export function isFederalHoliday({ year, month, day }: CalendarDay): boolean {
  // New Year's Day on a Saturday is observed on December 31.
  const near = [...observedHolidays(year), ...observedHolidays(year + 1)]
  return near.includes(keyOf(year, month, day))
}

/** Is it a day on which review, printing, and carriers work? */
export function isBusinessDay(date: CalendarDay): boolean {
  const weekday = weekdayOf(date.year, date.month, date.day)
  return weekday !== SATURDAY && weekday !== SUNDAY && !isFederalHoliday(date)
}

function observedHolidays(year: number): string[] {
  return [
    observed(year, 1, 1),
    nth(3, MONDAY, year, 1),
    nth(3, MONDAY, year, 2),
    lastMondayOfMay(year),
    ...(year >= JUNETEENTH_SINCE ? [observed(year, 6, 19)] : []),
    observed(year, 7, 4),
    nth(1, MONDAY, year, 9),
    nth(2, MONDAY, year, 10),
    observed(year, 11, 11),
    nth(4, THURSDAY, year, 11),
    observed(year, 12, 25),
  ]
}

function observed(year: number, month: number, day: number): string {
  const weekday = weekdayOf(year, month, day)
  const shift = weekday === SATURDAY ? -1 : weekday === SUNDAY ? 1 : 0
  return keyOf(year, month, day + shift)
}

/** The nth occurrence of a weekday in a month. */
function nth(count: number, weekday: number, year: number, month: number): string {
  const first = 1 + ((weekday - weekdayOf(year, month, 1) + 7) % 7)
  return keyOf(year, month, first + (count - 1) * 7)
}

function lastMondayOfMay(year: number): string {
  return keyOf(year, 5, 31 - ((weekdayOf(year, 5, 31) - MONDAY + 7) % 7))
}

function weekdayOf(year: number, month: number, day: number): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay()
}

/** `2026-11-26`; days outside the month roll over. */
function keyOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}
