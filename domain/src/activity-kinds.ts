/** What a company's activity is about, as its filter groups it. */
export const ACTIVITY_KINDS = ['orders', 'people', 'budgets', 'settings'] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

export const ACTIVITY_KIND_WORDS: Readonly<Record<ActivityKind, string>> = {
  orders: /*i18n*/ 'Orders',
  people: /*i18n*/ 'People',
  budgets: /*i18n*/ 'Balance and budgets',
  settings: /*i18n*/ 'Settings',
}

/** The screens that entries lead to. */
export const ACTIVITY_SCREENS = ['reports', 'year_end', 'list', 'program', 'api_keys', 'webhooks'] as const
export type ActivityScreen = (typeof ACTIVITY_SCREENS)[number]
