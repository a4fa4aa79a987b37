import { formatCents } from '@laurel/domain/money'
import type { ReactNode } from 'react'
import type { ApprovalDetail } from '../../../app/approval.queries.ts'
import { useTexts } from '../../../app/texts.ts'
import { LinkButton } from '../../../parts/Button.tsx'
import type { Order } from '../../../parts/delivery-text.ts'
import { EditRequested } from '../../../parts/EditRequested.tsx'
import { Note } from '../../../parts/Note.tsx'

type OwnRequestProps = { request: ApprovalDetail; waysToPay: (order: Order) => ReactNode }

/** What the buyer can do about their request: pay, change the order, or look at it once it's placed. */
export function OwnRequest({ request, waysToPay }: OwnRequestProps) {
  const i18n = useTexts()
  const { state, comment, needsPayment, order, amountCents, orderId } = request
  if (state === 'approved' && !needsPayment) {
    return (
      <LinkButton to="/my-rewards" search={{ openDetails: orderId }} look="primary">
        {i18n.t('View order')}
      </LinkButton>
    )
  }
  return (
    <>
      {state === 'expired' && (
        <Note>
          {comment || i18n.t('No one answered in time.')} {i18n.t('You can send it for approval again.')}
        </Note>
      )}
      {needsPayment && order && (
        <section aria-labelledby="pay" className="grid gap-4">
          <h3 id="pay" className="text-h3">
            {i18n.t('Pay {amount}', { amount: formatCents(amountCents) })}
          </h3>
          {order.frozenUntil === null ? (
            waysToPay(order)
          ) : (
            <LinkButton
              to={'/order-confirmation' as string}
              search={{ cpi_order_id: order.id } as never}
              look="primary"
            >
              {i18n.t('View payment')}
            </LinkButton>
          )}
        </section>
      )}
      {request.canEdit && <EditRequested request={request} />}
      {(state === 'open' || needsPayment) && (
        <p className="text-muted text-small">
          {i18n.t(
            'The approval covers this cost, these people, and this design. If you change any of them, we’ll ask again.',
          )}
        </p>
      )}
    </>
  )
}
