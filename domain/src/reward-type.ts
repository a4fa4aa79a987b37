/** The three ways a card reaches its recipient, in checkout order. */
export const REWARD_TYPES = ['bulk', 'direct', 'digital'] as const

export type RewardType = (typeof REWARD_TYPES)[number]

/** What each reward type means, as shown to customers. docs/spec.md §1, word for word. */
export const REWARD_TYPE_DESCRIPTIONS: Readonly<Record<RewardType, string>> = {
  bulk: /*i18n*/ 'Cards will be shipped via UPS to one location.',
  direct:
    /*i18n*/ "Cards will be personalized with the recipient's name, mailed via USPS and delivered to their address.",
  digital: /*i18n*/ 'Cards will be delivered via email to each recipient.',
}

/** Short names for chips, tables, and summaries. */
export const REWARD_TYPE_TITLES: Readonly<Record<RewardType, string>> = {
  bulk: /*i18n*/ 'Bulk',
  direct: /*i18n*/ 'Direct',
  digital: /*i18n*/ 'Digital',
}

/** Is this one of the three reward types? */
export function isRewardType(value: unknown): value is RewardType {
  return REWARD_TYPES.some((type) => type === value)
}
