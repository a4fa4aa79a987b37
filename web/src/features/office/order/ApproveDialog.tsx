import { api } from '@laurel/contract/routes'
import { call } from '../../../app/call.ts'
import { plural } from '../../../parts/format.ts'
import { TextArea } from '../../../parts/TextArea.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import type { OfficeOrder } from '../office.queries.ts'
import { useDecision } from '../use-decision.ts'

export type OrderDialogProps = {
  /** As it stood when the dialog was opened: what is decided is decided about that. */
  office: OfficeOrder
  onClose: () => void
  onChanged: (cause: unknown) => void
  /** What was typed stays when somebody else was faster. */
  draft: { text: string; onText: (text: string) => void }
}

export function ApproveDialog({
  office: { order, reviewReasons },
  onClose,
  onChanged,
  draft,
}: OrderDialogProps) {
  const { text: note, onText: setNote } = draft
  const approve = useDecision({
    decide: (idempotencyKey) =>
      call(api.approveOrder, {
        params: { id: order.id },
        body: { seenStatus: order.status, note: note.trim() },
        idempotencyKey,
      }),
    done: `Order ${order.number} is approved`,
    onClose,
    onChanged,
  })
  return (
    <OfficeDialog
      title={`Approve order ${order.number}?`}
      lead={<p>{plural(order.cardCount, 'card')} go on to fulfillment.</p>}
      submit="Approve order"
      isPending={approve.isPending}
      problem={approve.error}
      onSubmit={() => approve.mutate()}
      onClose={onClose}
    >
      <TextArea
        label={reviewReasons.length > 0 ? 'What did you find out? (optional)' : 'Note (optional)'}
        name="note"
        hint="Kept in the order’s history."
        value={note}
        onChange={setNote}
        rows={3}
        maxLength={500}
      />
    </OfficeDialog>
  )
}
