const DAY_MS = 86_400_000

export type PromisedPayment = { promisedAt: Date; remindedAt: Date | null }

/**
 * Which of the site's reminder days is due: the latest that has passed without a reminder. Earlier missed days
 * are skipped.
 *
 * @param days days after a check or transfer was promised, in any order
 * @returns the day, or undefined if none is due
 */
export function dueReminderDay(
  days: readonly number[],
  { promisedAt, remindedAt }: PromisedPayment,
  now: Date,
): number | undefined {
  const dayAt = (day: number) => promisedAt.getTime() + day * DAY_MS
  const latest = days
    .filter((day) => dayAt(day) <= now.getTime())
    .reduce<number | undefined>((most, day) => (most === undefined || day > most ? day : most), undefined)
  if (latest === undefined) return undefined
  return remindedAt !== null && remindedAt.getTime() >= dayAt(latest) ? undefined : latest
}
