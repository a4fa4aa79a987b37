import { api } from '@laurel/contract/routes'
import { call } from '../../../app/call.ts'
import { ReasonDialog } from '../OfficeDialog.tsx'
import { withStop } from '../office-words.ts'
import type { OrderDialogProps } from './ApproveDialog.tsx'

export function ReleaseDialog({ office: { order, heldReason, isHeldByStaff }, ...dialog }: OrderDialogProps) {
  return (
    <ReasonDialog
      title={`Release order ${order.number}?`}
      lead={
        <>
          <p>Reason for the hold: {withStop(heldReason)}</p>
          <p>
            {isHeldByStaff
              ? 'The order continues from where it stopped. Say what you found out.'
              : 'The order continues as if it were paid. Say how the payment was settled.'}
          </p>
        </>
      }
      submit="Release order"
      hint="Kept in the order’s history."
      maxLength={500}
      decide={(reason, idempotencyKey) =>
        call(api.releaseOrder, { params: { id: order.id }, body: { reason }, idempotencyKey })
      }
      done={`Order ${order.number} goes on`}
      {...dialog}
    />
  )
}
