/** A site's rules about money, besides its limits per order; all amounts in cents. */
export type MoneyRules = {
  /** What one customer can order in 24 hours without review. */
  dayLimitCents: number
  /** How long an account is new, and what it can order at once during that time. */
  newAccountDays: number
  newAccountOrderCents: number
  /** Payment attempts per hour, by customer or by network address. */
  attemptsPerHour: number
}

export type OrderFacts = {
  totalCents: number
  /** Ordered by the same customer in the 24 hours before, without this order. */
  dayCents: number
  accountAgeDays: number
  /** Failed payment attempts in the last hour. */
  recentFailures: number
  /** Of each card that paid, also for the balance it was paid from: a letter of its address check, or empty. */
  avsResponses: readonly string[]
}

/** Why staff have to review an order before it's approved. */
export const REVIEW_REASONS = ['day_limit', 'new_account', 'many_attempts', 'address_check'] as const
export type ReviewReason = (typeof REVIEW_REASONS)[number]

export const REVIEW_WORDS: Readonly<Record<ReviewReason, string>> = {
  day_limit: 'Above this customer’s daily limit',
  new_account: 'A large order from a new account',
  many_attempts: 'Many earlier payment attempts failed',
  address_check: 'The card’s billing address doesn’t match',
}

/** The address didn't match, or only in part. A missing answer is no reason: many banks give none. */
const DOUBTFUL_AVS = new Set(['A', 'C', 'N', 'W', 'Z'])
/** This many failures suggest card testing. */
const MANY_FAILURES = 3

/** The site's rules that an order trips, in the order of the table; none if it needs no review. */
export function reviewReasons(rules: MoneyRules, order: OrderFacts): ReviewReason[] {
  const trips: Record<ReviewReason, boolean> = {
    day_limit: order.dayCents + order.totalCents > rules.dayLimitCents,
    new_account: order.accountAgeDays < rules.newAccountDays && order.totalCents > rules.newAccountOrderCents,
    many_attempts: order.recentFailures >= MANY_FAILURES,
    address_check: order.avsResponses.some((avs) => DOUBTFUL_AVS.has(avs.trim().toUpperCase())),
  }
  return REVIEW_REASONS.filter((reason) => trips[reason])
}
