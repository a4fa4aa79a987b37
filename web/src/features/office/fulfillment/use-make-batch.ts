import { api } from '@laurel/contract/routes'
import type { BatchKind } from '@laurel/domain/batch-status'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../../app/call.ts'
import { useDecision } from '../use-decision.ts'

type Wanted = { kind: BatchKind; orderId?: number; deliveryIds?: number[] }

/** Makes a batch once and opens it; the second of two who take the same cards is told. */
export function useMakeBatch(wanted: () => Wanted, about: { onClose: () => void; onChanged: () => void }) {
  const navigate = useNavigate()
  return useDecision({
    decide: async (idempotencyKey) => {
      const batch = await call(api.createBatch, { body: wanted(), idempotencyKey })
      void navigate({ to: '/office/fulfillment/$id', params: { id: String(batch.id) } })
      return batch
    },
    done: ({ number }) => `Batch ${number} is being made`,
    ...about,
  })
}
