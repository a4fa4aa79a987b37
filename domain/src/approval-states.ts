/**
 * A request is open until it's approved by every step, returned by one, or withdrawn by its buyer. Without an answer, or
 * a payment once it's approved, it expires.
 */
export const APPROVAL_STATES = ['open', 'approved', 'returned', 'withdrawn', 'expired'] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

/** Steps wait for those before them. */
export const APPROVAL_STEP_STATES = ['waiting', 'open', 'approved', 'returned'] as const
export type ApprovalStepState = (typeof APPROVAL_STEP_STATES)[number]

/** How long a request can be answered and paid. */
export const APPROVAL_DAYS = 30
