const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * The delay after each failed attempt: the schedule that Standard Webhooks recommends, about three days in all.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks, "Deliverability and reliability"
 */
export const RETRY_AFTER_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/** Random extra delay, as a share of the wait, so that messages that failed together don't retry together. */
const SPREAD = 0.1

/** An endpoint is turned off after failing for this long without a success. */
export const FAILING_FOR_MS = 5 * DAY

/** Longer than any delay between attempts: after this long, a failure counts as the first again. */
const ANOTHER_FAILURE_AFTER_MS = 36 * HOUR

/** How long the previous secret keeps signing next to the new one. */
export const OLD_SECRET_FOR_MS = DAY

/**
 * When a failed message is sent again.
 *
 * @param attempts how often it was sent so far, at least once
 * @param chance between 0 and 1
 * @returns undefined after the last attempt
 */
export function nextAttemptAt(attempts: number, at: Date, chance: number): Date | undefined {
  const waitMs = RETRY_AFTER_MS[attempts - 1]
  return waitMs === undefined
    ? undefined
    : new Date(at.getTime() + Math.round(waitMs * (1 + SPREAD * chance)))
}

/** When the current run of failures of an endpoint began. */
export function failingSince(before: { failingSince: Date | null; failedAt: Date | null }, at: Date): Date {
  const { failingSince: since, failedAt } = before
  if (since === null || failedAt === null) return at
  return at.getTime() - failedAt.getTime() > ANOTHER_FAILURE_AFTER_MS ? at : since
}

export function hasFailedTooLong(since: Date, at: Date): boolean {
  return at.getTime() - since.getTime() >= FAILING_FOR_MS
}
