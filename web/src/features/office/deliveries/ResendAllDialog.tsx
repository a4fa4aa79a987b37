import { api } from '@laurel/contract/routes'
import { call } from '../../../app/call.ts'
import { count, plural } from '../../../parts/format.ts'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { useDecision } from '../order/use-decision.ts'

type ResendAllDialogProps = { orderId: number; number: number; onClose: () => void }

/** Everything of an order that bounced or came back goes out once more, as it is. */
export function ResendAllDialog({ orderId, number, onClose }: ResendAllDialogProps) {
  const resend = useDecision({
    decide: (idempotencyKey) =>
      call(api.resendOfficeDeliveries, { body: { orderId, group: 'needs_a_hand' }, idempotencyKey }),
    done: ({ found, resent }) => `Sent again: ${count(resent)} of ${count(found)}`,
    onClose,
  })
  return (
    <OfficeDialog
      title={`Send ${plural(number, 'delivery', 'deliveries')} again?`}
      lead={
        <p>
          They go to where they went before. Letters are printed again with new card numbers. Put a wrong
          address right first.
        </p>
      }
      submit="Send again"
      isPending={resend.isPending}
      problem={resend.error}
      onSubmit={() => resend.mutate()}
      onClose={onClose}
    />
  )
}
