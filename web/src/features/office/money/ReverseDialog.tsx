import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { call } from '../../../app/call.ts'
import { ReasonDialog } from '../OfficeDialog.tsx'
import type { Funds } from '../office.queries.ts'

/** A check bounced, or was recorded by mistake. */
export function ReverseDialog({ funds, onClose }: { funds: Funds; onClose: () => void }) {
  const amount = formatCents(funds.amountCents)
  return (
    <ReasonDialog
      title={`Undo this payment of ${amount}?`}
      lead={
        <p>
          {funds.orderId === null
            ? 'It isn’t matched to an order. No money moves; only the record is corrected.'
            : `Order ${funds.orderNumber} becomes unpaid by that amount, and goes on hold if it was approved. No money moves; only the record is corrected.`}
        </p>
      }
      submit="Undo payment"
      isDanger
      hint="The check bounced, or it was recorded twice, for example."
      maxLength={200}
      decide={(reason, idempotencyKey) =>
        call(api.reverseFunds, { params: { id: funds.id }, body: { reason }, idempotencyKey })
      }
      done={`The payment of ${amount} is undone`}
      onClose={onClose}
    />
  )
}
