import { formatCents } from '@laurel/domain/money'
import type { ReactNode } from 'react'
import type { ApprovalDetail } from '../../../app/approval.queries.ts'
import { LinkButton } from '../../../parts/Button.tsx'
import type { Order } from '../../../parts/delivery-text.ts'
import { EditRequested } from '../../../parts/EditRequested.tsx'
import { Note } from '../../../parts/Note.tsx'

type OwnRequestProps = { request: ApprovalDetail; waysToPay: (order: Order) => ReactNode }

/** What the buyer can do about their request: pay, change the order, or look at it once it's placed. */
export function OwnRequest({ request, waysToPay }: OwnRequestProps) {
  const { state, comment, needsPayment, order, amountCents, orderId } = request
  if (state === 'approved' && !needsPayment) {
    return (
      <LinkButton to="/my-rewards" search={{ openDetails: orderId }} look="primary">
        View order
      </LinkButton>
    )
  }
  return (
    <>
      {state === 'expired' && (
        <Note>{comment || 'No one answered in time.'} You can send it for approval again.</Note>
      )}
      {needsPayment && order && (
        <section aria-labelledby="pay" className="grid gap-4">
          <h3 id="pay" className="text-h3">
            Pay {formatCents(amountCents)}
          </h3>
          {order.frozenUntil === null ? (
            waysToPay(order)
          ) : (
            <LinkButton
              to={'/order-confirmation' as string}
              search={{ cpi_order_id: order.id } as never}
              look="primary"
            >
              View payment
            </LinkButton>
          )}
        </section>
      )}
      {request.canEdit && <EditRequested request={request} />}
      {(state === 'open' || needsPayment) && (
        <p className="text-muted text-small">
          The approval covers this cost, these people, and this design. If you change one, we ask again.
        </p>
      )}
    </>
  )
}
