import type { Order } from './delivery-text.ts'
import { hasReceipt } from './has-receipt.ts'
import { PaperButton } from './PaperButton.tsx'

type OrderPapersProps = {
  order: Order
  /** The office fetches them by its own doors. */
  forOffice?: boolean
}

/** What there is on paper about a placed order: the invoice always, the receipt once it is paid. */
export function OrderPapers({ order, forOffice = false }: OrderPapersProps) {
  if (order.status === 'cart') return null
  return (
    <>
      <PaperButton order={order} paper={forOffice ? 'officeInvoice' : 'invoice'} />
      {hasReceipt(order) && <PaperButton order={order} paper={forOffice ? 'officeReceipt' : 'receipt'} />}
    </>
  )
}
