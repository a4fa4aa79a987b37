const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * How long after an attempt that failed the next one is due: the schedule Standard Webhooks
 * recommends, some three days in all.
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

/** Up to so much of its wait later: what failed together does not come back together. */
const SPREAD = 0.1

/** An endpoint that failed for so long without a success is switched off. */
export const FAILING_FOR_MS = 5 * DAY

/** Longer than any pause between two attempts: after so long without one a failure is the first again. */
const ANOTHER_FAILURE_AFTER_MS = 36 * HOUR

/** How long the secret before signs beside the new one. */
export const OLD_SECRET_FOR_MS = DAY

/**
 * When a message that failed is sent again.
 *
 * @param attempts how often it was sent by now, at least once
 * @param chance between 0 and 1
 * @returns undefined when it has been tried often enough
 */
export function nextAttemptAt(attempts: number, at: Date, chance: number): Date | undefined {
  const waitMs = RETRY_AFTER_MS[attempts - 1]
  return waitMs === undefined
    ? undefined
    : new Date(at.getTime() + Math.round(waitMs * (1 + SPREAD * chance)))
}

/** Since when an endpoint that fails now has been failing. */
export function failingSince(before: { failingSince: Date | null; failedAt: Date | null }, at: Date): Date {
  const { failingSince: since, failedAt } = before
  if (since === null || failedAt === null) return at
  return at.getTime() - failedAt.getTime() > ANOTHER_FAILURE_AFTER_MS ? at : since
}

export function hasFailedTooLong(since: Date, at: Date): boolean {
  return at.getTime() - since.getTime() >= FAILING_FOR_MS
}
