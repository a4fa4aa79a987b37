/** How often a card can be emailed in total, by its customer and by staff. */
export const MOST_SENDINGS = { customer: 10, staff: 30 } as const

/** The minimum time between two mails to the same address. */
export const RESEND_REST_MS = 10 * 60_000

/** A new address hasn't had the mail yet, so it doesn't have to wait. */
export type ResendAsked = { attempt: number; sentAt: Date | null; isOtherAddress: boolean }

/**
 * Can a card be emailed again?
 *
 * @returns `too_often` at the maximum, `too_soon` within {@link RESEND_REST_MS}
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
