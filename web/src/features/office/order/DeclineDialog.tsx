import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { call } from '../../../app/call.ts'
import { ReasonDialog } from '../OfficeDialog.tsx'
import type { OrderMoney } from '../office.queries.ts'
import type { OrderDialogProps } from './ApproveDialog.tsx'
import { wayBack } from './money-words.ts'

type DeclineDialogProps = OrderDialogProps & {
  /** Not known to who may not look at money: the server gives it back all the same. */
  money: OrderMoney | undefined
}

export function DeclineDialog({ office: { order, customer }, money, ...dialog }: DeclineDialogProps) {
  return (
    <ReasonDialog
      title={`Decline order ${order.number}?`}
      lead={<WhatGoesBack money={money} />}
      submit="Decline order"
      isDanger
      hint={`${customer.name || customer.email} reads it in an email and in the order.`}
      maxLength={500}
      decide={(reason, idempotencyKey) =>
        call(api.declineOrder, {
          params: { id: order.id },
          body: { seenStatus: order.status, reason },
          idempotencyKey,
        })
      }
      done={`Order ${order.number} is declined`}
      {...dialog}
    />
  )
}

function WhatGoesBack({ money }: { money: OrderMoney | undefined }) {
  if (!money) return <p>No cards leave. We’ll refund everything that was paid.</p>
  const paid = money.payments.filter((payment) => payment.refundableCents > 0)
  if (paid.length === 0 && money.receivedCents > 0) {
    return (
      <p>
        No card leaves. <b className="font-semibold text-ink">{formatCents(money.receivedCents)}</b> has come
        in for it; that is yours to send back, by check or transfer.
      </p>
    )
  }
  const refunded = money.refundedCents
  if (paid.length === 0 && refunded > 0) {
    return (
      <p>
        No cards will be sent. <b className="font-semibold text-ink">{formatCents(refunded)}</b> was refunded
        already, so nothing more goes back.
      </p>
    )
  }
  if (paid.length === 0) return <p>No cards will be sent. Nothing was paid, so there’s nothing to refund.</p>
  return (
    <>
      <p>No card leaves, and the money goes back:</p>
      <ul className="grid gap-1.5 text-ink">
        {paid.map((payment) => (
          <li key={payment.id}>
            <b className="font-semibold">{formatCents(payment.refundableCents)}</b>{' '}
            {wayBack(payment, payment.refundableCents)}
          </li>
        ))}
      </ul>
      <p>A large sum waits until a second person agrees.</p>
    </>
  )
}
