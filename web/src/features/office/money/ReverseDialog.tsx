import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { call } from '../../../app/call.ts'
import type { Funds } from '../office.queries.ts'
import { ReasonDialog } from '../ReasonDialog.tsx'

/** A check bounced, or was recorded by mistake. */
export function ReverseDialog({ funds, onClose }: { funds: Funds; onClose: () => void }) {
  const amount = formatCents(funds.amountCents)
  return (
    <ReasonDialog
      title={`Take ${amount} out of the books?`}
      lead={
        <p>
          {funds.orderId === null
            ? 'It was not matched to an order yet.'
            : `Order ${funds.orderNumber} is owed that much again; if it has gone on already, it is held.`}
        </p>
      }
      submit={`Take back ${amount}`}
      isDanger
      hint="The check bounced, or it was recorded twice, for example."
      maxLength={200}
      decide={(reason, idempotencyKey) =>
        call(api.reverseFunds, { params: { id: funds.id }, body: { reason }, idempotencyKey })
      }
      done={`${amount} is out of the books`}
      onClose={onClose}
    />
  )
}
