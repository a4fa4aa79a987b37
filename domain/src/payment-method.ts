/** Methods whose money staff record by hand: the customer sends a check or transfer. Nothing is hosted. */
export const BY_HAND_METHODS = ['self_hosted_check', 'self_hosted_bank'] as const
export type ByHandMethod = (typeof BY_HAND_METHODS)[number]

/** Methods whose account is entered on the provider's own page. */
export const HOSTED_PAGE_METHODS = ['elavon_cc', 'elavon_ach'] as const
export type HostedPageMethod = (typeof HOSTED_PAGE_METHODS)[number]

/** docs/spec.md §9, "Payment method codes". */
export const PAYMENT_METHODS = [...BY_HAND_METHODS, ...HOSTED_PAGE_METHODS] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** Each method's name in lists and files. */
export const PAYMENT_METHOD_NAMES: Readonly<Record<PaymentMethod, string>> = {
  self_hosted_check: 'Check',
  self_hosted_bank: 'Bank transfer',
  elavon_cc: 'Card',
  elavon_ach: 'Bank debit',
}

/** What the customer sends, within a sentence. */
export const BY_HAND_NOUNS = {
  self_hosted_check: 'check',
  self_hosted_bank: 'transfer',
} as const satisfies Readonly<Record<ByHandMethod, string>>

export function isPaymentMethod(value: unknown): value is PaymentMethod {
  return PAYMENT_METHODS.some((method) => method === value)
}

export function isByHand(method: PaymentMethod): method is ByHandMethod {
  return BY_HAND_METHODS.some((one) => one === method)
}

export function isHostedPage(method: PaymentMethod): method is HostedPageMethod {
  return HOSTED_PAGE_METHODS.some((one) => one === method)
}
