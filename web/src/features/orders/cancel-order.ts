import { api } from '@laurel/contract/routes'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../app/call.ts'
import { freshKey } from '../../app/fresh-key.ts'
import { openModal } from '../../app/modal-store.ts'
import { orderQueries } from '../../app/orders.queries.ts'
import { showToast } from '../../app/toast-store.ts'
import type { Order } from '../../parts/delivery-text.ts'

/** Asks once more, then cancels an order of which no money is here. */
export function askToCancel(queryClient: QueryClient, { id, number }: Order): void {
  const idempotencyKey = freshKey()
  openModal('confirm-dialog', {
    title: `Cancel order ${number}?`,
    text: 'We won’t make any cards, and you won’t pay anything. You can’t reopen it, but you can order the same cards again.',
    confirm: 'Cancel the order',
    cancel: 'Keep it',
    danger: true,
    onConfirm: async () => {
      try {
        const canceled = await call(api.cancelOrder, { params: { id }, idempotencyKey })
        queryClient.setQueryData(orderQueries.one(id).queryKey, canceled)
        showToast({ title: `Order ${number} is canceled` })
      } finally {
        // Also when it was refused: money has come meanwhile.
        void queryClient.invalidateQueries({ queryKey: ['orders'] })
      }
    },
  })
}
