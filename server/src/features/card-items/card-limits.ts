import { type SiteLimits, valueProblem } from '@laurel/domain/limits'
import type { LimitsRecord } from '../sites/site-records.ts'

/** What both the site and the reward allow on one card. */
export function limitsOfReward(
  limits: LimitsRecord,
  reward: { min_value_cents: number; max_value_cents: number },
): SiteLimits {
  return {
    minValueCents: Math.max(limits.min_value_cents, reward.min_value_cents),
    maxValueCents: Math.min(limits.max_value_cents, reward.max_value_cents),
    maxQuantity: limits.max_quantity,
    maxRecipients: limits.max_recipients,
    maxOrderCents: limits.max_order_cents,
  }
}

export function isValueAllowed(cents: number | null, limits: SiteLimits): boolean {
  return valueProblem('denominationCents', cents, limits) === undefined
}
