/** How often a card may be sent by e-mail in all: by its customer, and by staff who help. */
export const MOST_SENDINGS = { customer: 10, staff: 30 } as const

/** Nobody gets the same mail again before this has passed. */
export const RESEND_REST_MS = 10 * 60_000

/** Does the mail go to somebody who did not get it yet? Then nobody has to wait. */
export type ResendAsked = { attempt: number; sentAt: Date | null; isOtherAddress: boolean }

/**
 * May a card be sent by e-mail once more?
 *
 * @returns `too_often` when it was sent as often as is allowed, `too_soon` within {@link RESEND_REST_MS}
 */
export function resendLimit(
  by: keyof typeof MOST_SENDINGS,
  { attempt, sentAt, isOtherAddress }: ResendAsked,
  at: Date,
): 'too_often' | 'too_soon' | undefined {
  if (attempt >= MOST_SENDINGS[by]) return 'too_often'
  if (isOtherAddress || sentAt === null) return undefined
  return at.getTime() - sentAt.getTime() < RESEND_REST_MS ? 'too_soon' : undefined
}
