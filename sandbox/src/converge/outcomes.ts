import type { PaymentKind } from './token-request.ts'

/** The bank's decision. `review` is an approval that the provider holds. */
export type Outcome = { approved: boolean; message: string; review?: true }

const APPROVAL: Outcome = { approved: true, message: 'APPROVAL' }
const DECLINED: Outcome = { approved: false, message: 'DECLINED' }

export type TestCard = { number: string; brand: string; label: string; outcome: Outcome }
export type TestAccount = { aba: string; account: string; label: string; outcome: Outcome }

/** Cards with fixed outcomes; any other valid number is approved. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4124939999999990', brand: 'Visa', label: 'Approved', outcome: APPROVAL },
  { number: '5454545454545454', brand: 'Mastercard', label: 'Approved', outcome: APPROVAL },
  { number: '378282246310005', brand: 'Amex', label: 'Approved', outcome: APPROVAL },
  { number: '4000000000000002', brand: 'Visa', label: 'Declined', outcome: DECLINED },
  {
    number: '4000000000000127',
    brand: 'Visa',
    label: 'Declined, wrong code',
    outcome: { approved: false, message: 'DECLINED CVV2' },
  },
  {
    number: '4000000000009235',
    brand: 'Visa',
    label: 'Approved, held for review',
    outcome: { approved: true, message: 'APPROVAL', review: true },
  },
]

/** Bank accounts with fixed outcomes; any other valid pair is approved. */
export const TEST_ACCOUNTS: readonly TestAccount[] = [
  { aba: '490000018', account: '1234567890', label: 'Approved', outcome: APPROVAL },
  { aba: '490000018', account: '1000000002', label: 'Declined', outcome: DECLINED },
]

/** Amounts ending in these cents are always declined. */
export const DECLINED_CENTS = 5

/**
 * Decides a payment as the bank would: by its cents first, then by the card or account.
 *
 * @param paidWith card or account number, digits only
 */
export function decide(kind: PaymentKind, amountCents: number, paidWith: string): Outcome {
  if (amountCents % 100 === DECLINED_CENTS) return DECLINED
  if (kind === 'ccsale') return TEST_CARDS.find(({ number }) => number === paidWith)?.outcome ?? APPROVAL
  return TEST_ACCOUNTS.find(({ account }) => account === paidWith)?.outcome ?? APPROVAL
}
