/** Methods whose money staff record by hand: the customer sends a check or transfer. Nothing is hosted. */
export const BY_HAND_METHODS = [
  'self_hosted_check',
  'self_hosted_bank',
] as const satisfies readonly `self_hosted_${string}`[]
export type ByHandMethod = (typeof BY_HAND_METHODS)[number]

/** Methods whose account is entered on the provider's own page. */
export const HOSTED_PAGE_METHODS = ['elavon_cc', 'elavon_ach'] as const
export type HostedPageMethod = (typeof HOSTED_PAGE_METHODS)[number]

/** Methods that a site sets up and offers. docs/spec.md §9, "Payment method codes". */
export const PROVIDER_METHODS = [...BY_HAND_METHODS, ...HOSTED_PAGE_METHODS] as const
export type ProviderMethod = (typeof PROVIDER_METHODS)[number]

/** How a company pays: from its balance, or later, on invoice. There is nothing to set up for them. */
export const COMPANY_METHODS = ['company_balance', 'company_terms'] as const
export type CompanyMethod = (typeof COMPANY_METHODS)[number]

export function isCompanyMethod(method: string): method is CompanyMethod {
  return COMPANY_METHODS.some((one) => one === method)
}

export const PAYMENT_METHODS = [...PROVIDER_METHODS, ...COMPANY_METHODS] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

type WayToPay = {
  /** For staff, in lists and files. */
  name: string
  /** For customers. A site may have another title and other instructions. */
  title: string
  instructions: string
  /** In "Pay $25.00 by card". */
  by: string
  /** The ledger account that its money comes in to, and the account's name. No two methods share one. */
  account: `cash_${string}` | CompanyMethod
  accountName: string
  /** Typical business days until the money clears and cards are made. */
  clearsInDays: number
}
type WayToPayByHand = WayToPay & {
  /** What the customer sends, within a sentence. No two methods share one. */
  noun: string
  /** Is it paper that is mailed with the remittance slip? If not, the money is sent to an account. */
  isMailed: boolean
}

/** All that differs from method to method; icons are the web app's (`web/src/parts/payment-methods.ts`). */
export const WAYS_TO_PAY = {
  self_hosted_check: {
    name: /*i18n*/ 'Check',
    title: /*i18n*/ 'Check',
    instructions: /*i18n*/ 'Print a remittance slip and mail it with your check',
    by: /*i18n*/ 'by check',
    account: 'cash_check',
    accountName: 'Checks',
    clearsInDays: 7,
    noun: /*i18n*/ 'check',
    isMailed: true,
  },
  self_hosted_bank: {
    name: /*i18n*/ 'Bank transfer',
    title: /*i18n*/ 'Bank transfer',
    instructions: /*i18n*/ 'We’ll show you our account and a reference to include',
    by: /*i18n*/ 'by transfer',
    account: 'cash_bank',
    accountName: 'Transfers',
    clearsInDays: 2,
    noun: /*i18n*/ 'transfer',
    isMailed: false,
  },
  elavon_cc: {
    name: /*i18n*/ 'Card',
    title: /*i18n*/ 'Credit or debit card',
    instructions: /*i18n*/ 'We start on your cards after review, usually the same day',
    by: /*i18n*/ 'by card',
    account: 'cash_card',
    accountName: 'Card money',
    clearsInDays: 0,
  },
  elavon_ach: {
    name: /*i18n*/ 'Bank debit',
    title: /*i18n*/ 'Bank account (ACH)',
    instructions: /*i18n*/ 'We start on your cards when the payment arrives, in about 4 business days',
    by: /*i18n*/ 'from your bank account',
    account: 'cash_ach',
    accountName: 'Bank debits',
    clearsInDays: 4,
  },
  company_balance: {
    name: /*i18n*/ 'Company balance',
    title: /*i18n*/ 'Company balance',
    instructions: /*i18n*/ 'Paid immediately. We start on your cards after review, usually the same day',
    by: /*i18n*/ 'from your company balance',
    account: 'company_balance',
    accountName: 'Company balances',
    clearsInDays: 0,
  },
  company_terms: {
    name: /*i18n*/ 'On invoice',
    title: /*i18n*/ 'Pay on invoice',
    instructions: /*i18n*/ 'Pay later. We start on your cards after review, usually the same day',
    by: /*i18n*/ 'on invoice',
    account: 'company_terms',
    accountName: 'Open invoices',
    clearsInDays: 0,
  },
} as const satisfies Readonly<
  Record<ByHandMethod, WayToPayByHand> & Record<HostedPageMethod | CompanyMethod, WayToPay>
>

/** Methods that pay at once or soon. On invoice, money comes later by another method. */
export type PayingMethod = Exclude<PaymentMethod, 'company_terms'>

/**
 * The ledger accounts that money for orders comes in to. The last is what the organization owes to its companies: an
 * order paid from a balance takes from it, and a top-up adds to it.
 */
export const CASH_ACCOUNTS = PAYMENT_METHODS.filter(isPaying).map((method) => WAYS_TO_PAY[method].account)
export type CashAccount = (typeof WAYS_TO_PAY)[PayingMethod]['account']

function isPaying(method: PaymentMethod): method is PayingMethod {
  return method !== 'company_terms'
}

export function isPaymentMethod(value: unknown): value is PaymentMethod {
  return PAYMENT_METHODS.some((method) => method === value)
}

/** Is it one that a site sets up? */
export function isProviderMethod(method: PaymentMethod): method is ProviderMethod {
  return !COMPANY_METHODS.some((one) => one === method)
}

export function isByHand(method: PaymentMethod): method is ByHandMethod {
  return BY_HAND_METHODS.some((one) => one === method)
}

/** Do staff record its money? A check or transfer pays an invoice, too. */
export function isRecorded(method: PaymentMethod): method is ByHandMethod | 'company_terms' {
  return isByHand(method) || method === 'company_terms'
}

export function isHostedPage(method: PaymentMethod): method is HostedPageMethod {
  return HOSTED_PAGE_METHODS.some((one) => one === method)
}

/** The method whose money is in an account. */
export function methodOf(account: CashAccount): PayingMethod {
  return PAYMENT_METHODS.filter(isPaying).find((method) => WAYS_TO_PAY[method].account === account)!
}
