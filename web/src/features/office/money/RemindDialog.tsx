import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { call } from '../../../app/call.ts'
import { plural } from '../../../parts/format.ts'
import { OfficeDialog } from '../OfficeDialog.tsx'
import type { AwaitedOrder } from '../office.queries.ts'
import { customerName } from '../orders/order-words.ts'
import { day } from '../times.ts'
import { useDecision } from '../use-decision.ts'

type RemindDialogProps = { order: AwaitedOrder; onClose: () => void; onChanged: () => void }

/** Mails the customer that the money is still to come, now instead of on the site's next day. */
export function RemindDialog({ order, onClose, onChanged }: RemindDialogProps) {
  const { orderId, orderNumber, customer, awaitedCents, remindersSent, remindedAt } = order
  const remind = useDecision({
    decide: (idempotencyKey) =>
      call(api.remindOrder, {
        params: { id: orderId },
        body: { seenReminders: remindersSent },
        idempotencyKey,
      }),
    done: `Reminder for order ${orderNumber} sent`,
    onClose,
    onChanged,
  })
  return (
    <OfficeDialog
      title={`Remind ${customerName(customer)}?`}
      lead={
        <>
          <p>
            We’ll email {customer.email} that {formatCents(awaitedCents)} is due for order {orderNumber}, with
            the invoice and the remittance slip.
          </p>
          {remindersSent > 0 && (
            <p>
              {plural(remindersSent, 'reminder was', 'reminders were')} sent
              {remindedAt && `, the last on ${day(remindedAt)}`}.
            </p>
          )}
        </>
      }
      submit="Send reminder"
      isPending={remind.isPending}
      problem={remind.error}
      onSubmit={() => remind.mutate()}
      onClose={onClose}
    />
  )
}
