/** A site's rules about money beyond its limits per order; all sums in cents. */
export type MoneyRules = {
  /** What one customer may order in 24 hours before somebody looks. */
  dayLimitCents: number
  /** How long an account counts as new, and what it may order at once meanwhile. */
  newAccountDays: number
  newAccountOrderCents: number
  /** A refund above this takes two people. */
  twoPeopleAboveCents: number
  /** Attempts to pay in an hour, by one customer or from one address. */
  attemptsPerHour: number
}

export type OrderFacts = {
  totalCents: number
  /** Placed by the same customer in the 24 hours before, this order not among them. */
  dayCents: number
  accountAgeDays: number
  /** Attempts to pay that failed in the last hour. */
  recentFailures: number
  /** One letter of the card's address check, empty when there was none. */
  avsResponse: string
}

/** Why somebody must look at an order before it is approved. */
export const REVIEW_REASONS = ['day_limit', 'new_account', 'many_attempts', 'address_check'] as const
export type ReviewReason = (typeof REVIEW_REASONS)[number]

export const REVIEW_WORDS: Readonly<Record<ReviewReason, string>> = {
  day_limit: 'More than this customer usually may order in a day',
  new_account: 'A large order from a new account',
  many_attempts: 'Many attempts to pay failed before',
  address_check: 'The card’s address does not match',
}

/** The address did not match, or only in part. A missing answer is no reason: many banks give none. */
const DOUBTFUL_AVS = new Set(['A', 'C', 'N', 'W', 'Z'])
/** This many failures look like somebody trying stolen cards. */
const MANY_FAILURES = 3

/** What trips the site's rules, in the order of the table; nothing when the order may go on by itself. */
export function reviewReasons(rules: MoneyRules, order: OrderFacts): ReviewReason[] {
  const trips: Record<ReviewReason, boolean> = {
    day_limit: order.dayCents + order.totalCents > rules.dayLimitCents,
    new_account: order.accountAgeDays < rules.newAccountDays && order.totalCents > rules.newAccountOrderCents,
    many_attempts: order.recentFailures >= MANY_FAILURES,
    address_check: DOUBTFUL_AVS.has(order.avsResponse.trim().toUpperCase()),
  }
  return REVIEW_REASONS.filter((reason) => trips[reason])
}
