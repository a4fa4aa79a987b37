import { isMoneyHere } from '@laurel/domain/payment-state'
import type { Order } from './delivery-text.ts'
import { PaperButton } from './PaperButton.tsx'

/** What there is on paper about a placed order: the invoice always, the receipt once it is paid. */
export function OrderPapers({ order }: { order: Order }) {
  if (order.status === 'cart') return null
  const isPaid = order.payments.some(({ methodCode, state }) => isMoneyHere(methodCode, state))
  return (
    <>
      <PaperButton order={order} paper="invoice" />
      {isPaid && <PaperButton order={order} paper="receipt" />}
    </>
  )
}
