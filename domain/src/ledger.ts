import {
  BY_HAND_METHODS,
  type ByHandMethod,
  CASH_ACCOUNTS,
  type CashAccount,
  type PaymentMethod,
  WAYS_TO_PAY,
} from './payment-method.ts'
import type { OrderPrice } from './pricing.ts'

/**
 * The accounts of an order's money. `receivable` is what the customer owes: positive is outstanding, negative
 * is owed to the customer. What is owed for an order on invoice is in `company_terms`, which its company's credit limit
 * bounds: it covers the order until the money comes.
 */
export const LEDGER_ACCOUNTS = [
  'receivable',
  'card_value',
  'card_fees',
  'delivery',
  ...CASH_ACCOUNTS,
  'company_terms',
  'refunds_given',
] as const
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]

/** One side of a posting in cents: positive is debit, negative is credit, never zero. */
export type LedgerLine = { account: LedgerAccount; cents: number }

/** Lines that add up to zero. */
export type Posting = readonly LedgerLine[]

/** An order is placed: the customer now owes its total. */
export function postPlacedOrder(
  price: Pick<OrderPrice, 'value' | 'fees' | 'delivery' | 'totalCents'>,
): Posting {
  return posting([
    { account: 'receivable', cents: price.totalCents },
    { account: 'card_value', cents: -price.value.cents },
    { account: 'card_fees', cents: -price.fees.cents },
    { account: 'delivery', cents: -price.delivery.cents },
  ])
}

/** A payment was received. An overpayment is owed to the customer. */
export function postMoneyReceived(method: PaymentMethod, cents: number): Posting {
  return posting([
    { account: WAYS_TO_PAY[method].account, cents },
    { account: 'receivable', cents: -cents },
  ])
}

/** A payment was reversed by the bank: a returned debit, a bounced check. */
export function postMoneyReturned(method: PaymentMethod, cents: number): Posting {
  return reverse(postMoneyReceived(method, cents))
}

/**
 * An order is declined: nothing is owed for it, and payments that weren't refunded yet are owed to the
 * customer.
 *
 * @param lines all postings of the order
 */
export function postDeclinedOrder(lines: readonly LedgerLine[]): Posting {
  const sold = (['card_value', 'card_fees', 'delivery', 'refunds_given'] as const).map((account) => ({
    account,
    cents: 0 - balanceOf(lines, account),
  }))
  return posting([
    ...sold,
    { account: 'receivable', cents: -sold.reduce((sum, { cents }) => sum + cents, 0) },
  ])
}

/** A refund on an order that continues: the amount is now owed to the customer. */
export function postAllowance(cents: number): Posting {
  return posting([
    { account: 'refunds_given', cents },
    { account: 'receivable', cents: -cents },
  ])
}

/**
 * Money of a top-up is added to its company's balance, or, if negative, taken from it. It was received like any
 * payment, so the customer is owed it until then.
 */
export function postTopUp(cents: number): Posting {
  return posting([
    { account: 'company_balance', cents: -cents },
    { account: 'receivable', cents },
  ])
}

/** What an order on invoice owes is carried by its company's account; the rest is owed at once, or to the customer. */
export function postTerms(cents: number): Posting {
  return posting([
    { account: 'company_terms', cents },
    { account: 'receivable', cents: 0 - cents },
  ])
}

/** A refund was paid the way the money came. */
export function postMoneyPaidBack(method: PaymentMethod, cents: number): Posting {
  return posting([
    { account: WAYS_TO_PAY[method].account, cents: -cents },
    { account: 'receivable', cents },
  ])
}

/**
 * A check or transfer was refunded. The money leaves the account that received it, whatever method was
 * promised: a transfer may arrive instead of a check.
 *
 * @param lines all postings of the order
 */
export function postPaidBackByHand(
  lines: readonly LedgerLine[],
  promised: ByHandMethod,
  cents: number,
): Posting {
  const heldBy = (method: ByHandMethod) => Math.max(0, balanceOf(lines, WAYS_TO_PAY[method].account))
  const missing = Math.max(0, cents - heldBy(promised))
  let fromOthers = 0
  const others = BY_HAND_METHODS.filter((method) => method !== promised).map((method) => {
    const taken = Math.min(missing - fromOthers, heldBy(method))
    fromOthers += taken
    return { account: WAYS_TO_PAY[method].account, cents: 0 - taken }
  })
  return posting([
    { account: WAYS_TO_PAY[promised].account, cents: fromOthers - cents },
    ...others,
    { account: 'receivable', cents },
  ])
}

export function isCash<Line extends LedgerLine>(line: Line): line is Line & { account: CashAccount } {
  return isCashAccount(line.account)
}

export function isCashAccount(account: LedgerAccount): account is CashAccount {
  return CASH_ACCOUNTS.some((one) => one === account)
}

/** The balance of one account after these lines. */
export function balanceOf(lines: readonly LedgerLine[], account: LedgerAccount): number {
  return lines.filter((line) => line.account === account).reduce((sum, { cents }) => sum + cents, 0)
}

/** What is owed for an order, now or on invoice; negative is owed to the customer. */
export function owedCents(lines: readonly LedgerLine[]): number {
  return balanceOf(lines, 'receivable') + balanceOf(lines, 'company_terms')
}

function reverse(lines: Posting): Posting {
  return lines.map(({ account, cents }) => ({ account, cents: -cents }))
}

/** @throws {RangeError} if it doesn't balance, or a line isn't whole cents: a caller's bug */
function posting(lines: readonly LedgerLine[]): Posting {
  const sum = lines.reduce((all, { cents }) => all + cents, 0)
  if (sum !== 0 || lines.some(({ cents }) => !Number.isSafeInteger(cents))) {
    throw new RangeError(`a posting that doesn’t balance: ${JSON.stringify(lines)}`)
  }
  return lines.filter(({ cents }) => cents !== 0)
}
