/** Minutes until a mail is offered again, by how often the mail server could not take it. */
const MINUTES = [1, 2, 5, 10, 20, 30, 60, 120, 180] as const

/** After so many tries, more than three days, nobody tries any more. */
export const MOST_MAIL_TRIES = 32

/**
 * How long to wait before a mail that was put off is offered again.
 *
 * @param tries how often it was offered already, one or more
 * @returns milliseconds
 */
export function mailBackoffMs(tries: number): number {
  const minutes = MINUTES[Math.min(tries, MINUTES.length) - 1] ?? MINUTES[0]
  return minutes * 60_000
}
