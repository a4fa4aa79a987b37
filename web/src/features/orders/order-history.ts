import { formatCents } from '@laurel/domain/money'
import { isCanceledByCustomer } from '@laurel/domain/order-status'
import { WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { coversOrder } from '@laurel/domain/payment-state'
import type { AnswerOf } from '../../app/call.ts'
import { pageTexts } from '../../app/texts.ts'
import type { Order } from '../../parts/delivery-text.ts'
import { count } from '../../parts/format.ts'
import { heldTypes } from './order-words.ts'

export type HistoryLine = { text: string; at: string; note: string }
export type Activity = AnswerOf<'getOrderActivity'>['happened'][number]

type Told = Pick<Order, 'history' | 'payments' | 'cardItems' | 'declineReason' | 'isOwn' | 'placedBy'>

/** An order's history in words, newest first. */
export function historyLines(
  order: Told,
  organization: string,
  activity: readonly Activity[] = [],
): HistoryLine[] {
  const moves = order.history
    .map((move, index) => ({ text: moveText(order, index, organization), at: move.at, note: move.note }))
    .reverse()
  const others = activity.map((one) => ({
    text: activityText(one, organization),
    at: one.at,
    note: one.text,
  }))
  return [...moves, ...others].toSorted((a, b) => b.at.localeCompare(a.at))
}

/** `Ada Lovelace’s address changed by you`, `$50.00 refunded by Northwind`. */
function activityText(
  { event, by, amountCents, count: many, recipient }: Activity,
  organization: string,
): string {
  const i18n = pageTexts()

  const amount = formatCents(amountCents ?? 0)
  const withWho = (event: string) => {
    if (by === 'customer') return i18n.t('{event} by you', { event })
    return by === 'organization' ? i18n.t('{event} by {organization}', { event, organization }) : event
  }
  const name = recipient || i18n.t('one recipient')
  switch (event) {
    case 'refund.approved':
      return withWho(i18n.t('Refund of {amount} started', { amount }))
    case 'refund.done':
      return i18n.t('{amount} refunded', { amount })
    case 'refund.failed':
      return i18n.t('Refund of {amount} didn’t go through. {organization} will look into it', {
        amount,
        organization,
      })
    case 'bounced':
      return many === 1
        ? i18n.t('Email to {name} bounced', { name })
        : i18n.t('{many} emails bounced', { many: count(many) })
    case 'returned':
      return many === 1
        ? i18n.t('Mail to {name} returned', { name })
        : i18n.t('{many} letters returned', { many: count(many) })
    case 'replaced':
      return withWho(
        many === 1
          ? i18n.t('Card for {name} replaced', { name })
          : i18n.t('{many} cards replaced', { many: count(many) }),
      )
    case 'converted':
      return withWho(
        many === 1
          ? i18n.t('Card for {name} sent by email instead', { name })
          : i18n.t('{many} cards sent by email instead', { many: count(many) }),
      )
    case 'fixed':
      return withWho(
        many === 1
          ? i18n.t('{name}’s address changed', { name })
          : i18n.t('{many} addresses changed', { many: count(many) }),
      )
    case 'mailed':
      return many === 1
        ? i18n.t('Card for {name} shipped', { name })
        : i18n.t('{many} cards shipped', { many: count(many) })
    case 'message':
      return i18n.t('Message from {organization}', { organization })
    case 'queued':
      return withWho(
        many === 1
          ? i18n.t('Card for {name} sent again', { name })
          : i18n.t('{many} cards sent again', { many: count(many) }),
      )
  }
}

function moveText(order: Told, index: number, organization: string): string {
  const i18n = pageTexts()

  const isFirst = index === 0
  switch (order.history[index]!.status) {
    case 'pending_payment': {
      // The customer may have chosen another way to pay since.
      const placedBy = order.payments.findLast(({ createdAt }) => createdAt <= order.history[index]!.at)
      const method = (placedBy ?? order.payments.at(-1))?.methodCode
      if (isFirst && method === 'elavon_ach') return i18n.t('Placed, bank debit clearing')
      if (!isFirst) return i18n.t('Waiting for payment')
      return method
        ? i18n.t('Placed, to be paid {by}', { by: i18n.t(WAYS_TO_PAY[method].by) })
        : i18n.t('Placed, to be paid')
    }
    case 'in_review':
      // It's paid later, and the payment then says so.
      if (isFirst && order.payments.some(isOnInvoice)) return i18n.t('Placed on invoice')
      return paidText(order, isFirst)
    case 'approved':
      return i18n.t('Approved by {organization}', { organization })
    case 'fulfilled':
      return heldTypes(order.cardItems).every((type) => type === 'digital')
        ? i18n.t('All emails sent')
        : i18n.t('All cards issued')
    case 'declined':
      if (!isCanceledByCustomer(order.declineReason))
        return i18n.t('Rejected by {organization}', { organization })
      return order.isOwn
        ? i18n.t('Canceled by you')
        : i18n.t('Canceled by {placedBy}', { placedBy: order.placedBy })
    case 'awaiting_approval':
      return i18n.t('Sent for approval')
    case 'cart':
      return i18n.t('Started')
  }
}

function isOnInvoice({ methodCode, state }: Told['payments'][number]): boolean {
  return methodCode === 'company_terms' && ['submitted', 'paid'].includes(state)
}

function paidText({ payments }: Told, isPlaced: boolean): string {
  const i18n = pageTexts()
  const paid = payments.find(({ state }) => coversOrder(state))
  if (!paid) return isPlaced ? i18n.t('Placed and paid') : i18n.t('Paid')
  // Keep "VISA •••• 4242" on one line.
  const account = paid.maskedAccount ? `, ${paid.maskedAccount.replaceAll(' ', '\u00a0')}` : ''
  const by = `${i18n.t(WAYS_TO_PAY[paid.methodCode].by)}${account}`
  return isPlaced ? i18n.t('Placed and paid {by}', { by }) : i18n.t('Paid {by}', { by })
}
