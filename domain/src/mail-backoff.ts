/** Minutes until the next attempt, by how often the mail server deferred the mail. */
const MINUTES = [1, 2, 5, 10, 20, 30, 60, 120, 180] as const

/** We give up after this many attempts, more than three days. */
export const MOST_MAIL_TRIES = 32

/**
 * How long to wait before a deferred mail is sent again.
 *
 * @param tries attempts so far, one or more
 * @returns milliseconds
 */
export function mailBackoffMs(tries: number): number {
  const minutes = MINUTES[Math.min(tries, MINUTES.length) - 1] ?? MINUTES[0]
  return minutes * 60_000
}
