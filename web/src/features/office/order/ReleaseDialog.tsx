import { api } from '@laurel/contract/routes'
import { call } from '../../../app/call.ts'
import { ReasonDialog } from '../ReasonDialog.tsx'
import type { OrderDialogProps } from './ApproveDialog.tsx'

export function ReleaseDialog({ office: { order, heldReason, isHeldByStaff }, ...dialog }: OrderDialogProps) {
  return (
    <ReasonDialog
      title={`Release order ${order.number}?`}
      lead={
        <>
          <p>It was held: {heldReason}</p>
          <p>
            {isHeldByStaff
              ? 'Released, it goes on from where it stood. Say what was found out.'
              : 'Released, it goes on as if its money were here. Say how it was settled.'}
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
