import { api } from '@laurel/contract/routes'
import { call } from '../../../app/call.ts'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { useDecision } from '../use-decision.ts'
import type { Delivery } from './deliveries.queries.ts'
import { placeOf, recipientName } from './delivery-words.ts'

type ResendDialogProps = { delivery: Delivery; onClose: () => void; onChanged: () => void }

export function ResendDialog({ delivery, onClose, onChanged }: ResendDialogProps) {
  const resend = useDecision({
    decide: (idempotencyKey) =>
      call(api.resendOfficeDelivery, {
        params: { id: delivery.id },
        body: { seenUpdatedAt: delivery.updatedAt },
        idempotencyKey,
      }),
    done: `Sent again to ${recipientName(delivery)}`,
    onClose,
    onChanged,
  })
  return (
    <OfficeDialog
      title="Send it again?"
      lead={<p className="wrap-anywhere">It goes once more to {placeOf(delivery)}.</p>}
      submit="Send again"
      isPending={resend.isPending}
      problem={resend.error}
      onSubmit={() => resend.mutate()}
      onClose={onClose}
    />
  )
}
