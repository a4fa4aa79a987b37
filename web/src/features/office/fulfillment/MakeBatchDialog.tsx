import type { BatchKind } from '@laurel/domain/batch-status'
import { count } from '../../../parts/format.ts'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { contentWords } from './batch-words.ts'
import type { WaitingOrder } from './fulfillment.queries.ts'
import { useMakeBatch } from './use-make-batch.ts'

type MakeBatchDialogProps = {
  kind: BatchKind
  /** Left out: whatever waits. */
  order?: WaitingOrder
  /** The most letters a batch takes. */
  limit: number
  onClose: () => void
  onChanged: () => void
}

/** Cards get their numbers when the batch is made, so that is asked first. */
export function MakeBatchDialog({ kind, order, limit, onClose, onChanged }: MakeBatchDialogProps) {
  const make = useMakeBatch(() => ({ kind, ...(order && { orderId: order.orderId }) }), {
    onClose,
    onChanged,
  })
  return (
    <OfficeDialog
      title={order ? `Make a batch of order ${order.orderNumber}?` : 'Make a batch of all direct cards?'}
      lead={
        <>
          <p>
            {order
              ? `${contentWords(kind, order.deliveryCount, order.cardCount)}.`
              : 'Every direct card that waits now goes into it, the oldest first.'}{' '}
            {kind === 'direct' && `A batch takes at most ${count(limit)} letters; the rest goes on waiting.`}
          </p>
          <p>
            The cards get their numbers, and the files to print are made. Addresses stay as they are then.
          </p>
        </>
      }
      submit="Make the batch"
      isPending={make.isPending}
      problem={make.error}
      onSubmit={() => make.mutate()}
      onClose={onClose}
    />
  )
}
