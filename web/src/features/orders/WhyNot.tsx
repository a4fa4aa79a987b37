import { CANCELED_BY_CUSTOMER } from '@laurel/domain/order-status'
import { useSite } from '../../app/site.ts'
import type { Order } from '../../parts/delivery-text.ts'
import { Note } from '../../parts/Note.tsx'

/** Why an order is not made: who ended it, and with which reason. */
export function WhyNot({ order: { declineReason } }: { order: Order }) {
  const site = useSite()
  if (declineReason === CANCELED_BY_CUSTOMER) {
    return <Note className="mt-6">You canceled this order before it was paid.</Note>
  }
  return (
    <Note tone="warn" className="mt-6">
      <b className="font-semibold">{site.organizationName} rejected this order.</b>{' '}
      {declineReason || 'No reason was given.'}
    </Note>
  )
}
