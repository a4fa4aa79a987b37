import { isHostedPage } from '@laurel/domain/payment-state'
import type { Order } from '../../parts/delivery-text.ts'

/**
 * What the customer of a placed order that is not paid can do: `promised`: its check or transfer may be
 * exchanged or the order canceled; `to-pay`: nothing is awaited; `open`: a payment page is open.
 *
 * @returns undefined when nothing is left to choose: part of the money is here, or the bank is moving it
 */
export function unpaidOrder({
  status,
  payments,
}: Pick<Order, 'status' | 'payments'>): 'promised' | 'to-pay' | 'open' | undefined {
  if (status !== 'pending_payment') return undefined
  const last = payments.at(-1)
  switch (last?.state) {
    case 'started':
      return 'open'
    case 'submitted':
      // It says something as soon as part of the money has come in.
      return isHostedPage(last.methodCode) || last.message !== '' ? undefined : 'promised'
    case 'failed':
    case 'expired':
    case 'abandoned':
      return 'to-pay'
    default:
      return undefined
  }
}
