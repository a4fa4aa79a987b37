import { api } from '@laurel/contract/routes'
import { call } from '../../../app/call.ts'
import { ReasonDialog } from '../OfficeDialog.tsx'
import type { OrderDialogProps } from './ApproveDialog.tsx'

export function HoldDialog({ office: { order }, ...dialog }: OrderDialogProps) {
  return (
    <ReasonDialog
      title={`Hold order ${order.number}?`}
      lead={<p>Nothing more of it is approved, sent or printed until somebody releases it.</p>}
      submit="Hold order"
      hint="Colleagues read it; kept in the order’s history."
      maxLength={500}
      decide={(reason, idempotencyKey) =>
        call(api.holdOrder, { params: { id: order.id }, body: { reason }, idempotencyKey })
      }
      done={`Order ${order.number} is held`}
      {...dialog}
    />
  )
}
