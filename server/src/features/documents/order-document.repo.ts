import { billingAddress } from '@laurel/domain/company-billing'
import { isCash, owedCents } from '@laurel/domain/ledger'
import { type CashAccount, isHostedPage, methodOf, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { isMoneyHere } from '@laurel/domain/payment-state'
import type { Texts } from '@laurel/domain/texts'
import type { Db } from '../../database/database.ts'
import type { Kit } from '../../kit.ts'
import { textsOf } from '../../texts.ts'
import { ledgerOf } from '../ledger/ledger.repo.ts'
import { NOT_REFUNDED, type OrderRefundFacts, refundsByOrder } from '../ledger/refunded.ts'
import { languageOfCustomer } from '../mail/account-language.ts'
import type { BilledTo } from '../orders/bill-to.ts'
import type { OrderRow } from '../orders/orders.repo.ts'
import { findInvoice } from '../payments/follow-terms.ts'
import { type PaymentViewKit, paymentWire } from '../payments/payment-view.ts'
import { listPayments, listProviders, type PaymentRow } from '../payments/payments.repo.ts'
import { isPromised } from '../payments/promised-money.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import type { MoneyMove, OrderDocument, Remittance } from './order-document.ts'

type LedgerRows = Awaited<ReturnType<typeof ledgerOf>>

/**
 * Reads what the documents of an order say.
 *
 * @param known what was refunded, if that was read
 * @returns undefined for an order that is not placed
 */
export async function readOrderDocument(
  db: Db,
  kit: PaymentViewKit & Pick<Kit, 'config'>,
  site: SiteRow,
  order: OrderRow,
  known?: OrderRefundFacts,
): Promise<OrderDocument | undefined> {
  const { number, priced, placed_at: placedAt, bill_to: billed } = order
  if (number === null || priced === null || placedAt === null || billed === null) return undefined
  const [payments, providers, ledger, refund, language] = await Promise.all([
    listPayments(db, site.id, [order.id]),
    listProviders(db, site.id),
    ledgerOf(db, site.id, order.id),
    known ?? refundsByOrder(db, site.id, [order.id]).then((refunds) => refunds.get(order.id) ?? NOT_REFUNDED),
    languageOfCustomer(db, site, order.customer_id),
  ])
  const { value, fees, delivery, totalCents } = priced.price
  const balanceCents = owedCents(ledger)
  const promised = payments.findLast(isPromised)
  const invoice = findInvoice(payments)
  const remittanceOf = (payment: PaymentRow | undefined) =>
    payment && paymentWire(kit, payment, number, providers, balanceCents).remittance
  const remittance = remittanceOf(promised)
  return {
    site,
    language,
    isDemo: kit.config.demo,
    number,
    placedAt,
    poNumber: order.po_number,
    fields: order.fields ?? [],
    billTo: billToOf(billed),
    value,
    fees,
    delivery,
    totalCents,
    moves: movesOf(textsOf(language), ledger),
    balanceCents,
    hasReceived: ledger.some((line) => isCash(line) && line.cents > 0),
    isDeclined: order.status === 'declined',
    refundState: refund.refund_state,
    refundedCents: refund.refunded_cents,
    clearing: clearingOf(payments),
    promised:
      promised && remittance && order.status === 'pending_payment'
        ? { method: promised.method_code, ...remittance }
        : null,
    terms: termsOf(order, remittanceOf(invoice)),
  }
}

function termsOf(
  { due_on: dueOn, terms_days: days, status }: OrderRow,
  remittance: Remittance | null | undefined,
): OrderDocument['terms'] {
  if (dueOn === null || days === null || status === 'declined') return null
  return { days, dueOn, remittance: remittance ?? null }
}

function clearingOf(payments: readonly PaymentRow[]): OrderDocument['clearing'] {
  const underWay = payments.find(
    ({ method_code: method, state }) =>
      isHostedPage(method) && (state === 'submitted' || state === 'paid') && !isMoneyHere(method, state),
  )
  if (underWay === undefined) return null
  return underWay.method_code === 'elavon_ach' ? 'bank_debit' : 'card'
}

/** Every change of the amount due after the order was placed. Being on invoice changes nothing. */
function movesOf(i18n: Texts, ledger: LedgerRows): MoneyMove[] {
  const cash = ledger.filter(isCash)
  return ledger
    .filter(
      ({ account, event }) =>
        account === 'receivable' && event !== 'order.placed' && !event.startsWith('terms.'),
    )
    .map(({ at, cents, event, source }) => {
      const moved = cash.find((one) => one.source === source && one.event === event)
      return { at, cents, words: moveWords(i18n, event, moved && i18n.t(wayOf(moved.account))) }
    })
}

function moveWords(i18n: Texts, event: string, way: string | undefined): string {
  if (way === undefined) return event === 'order.declined' ? i18n.t('Order declined') : i18n.t('Credit')
  if (event.startsWith('money.received')) return i18n.t('{way} received', { way })
  if (event.startsWith('money.returned')) return i18n.t('{way} returned', { way })
  return i18n.t('{way} refunded', { way })
}

function wayOf(account: CashAccount): string {
  if (account === 'cash_card') return /*i18n*/ 'Card payment'
  return account === 'company_balance'
    ? /*i18n*/ 'Company balance payment'
    : WAYS_TO_PAY[methodOf(account)].name
}

export function billToOf(billed: BilledTo): OrderDocument['billTo'] {
  return {
    business: billed.legal_business_name,
    attention: billed.attention ?? '',
    person: [billed.first_name, billed.last_name].filter(Boolean).join(' '),
    email: billed.billing_email || billed.email,
    address: billingAddress({
      businessAddress1: billed.business_address1,
      businessAddress2: billed.business_address2,
      businessCity: billed.business_city,
      businessState: billed.business_state,
      businessZip: billed.business_zip,
    }),
  }
}
