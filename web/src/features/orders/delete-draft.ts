import { api } from '@laurel/contract/routes'
import type { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../../app/api-problem.ts'
import { call } from '../../app/call.ts'
import { showToast } from '../../app/toast-store.ts'
import type { CardItem } from '../../parts/card/card-item-look.ts'
import { orderListQueries } from './order-lists.queries.ts'
import { itemName } from './order-words.ts'

/**
 * Deletes a draft with its recipients. One that is gone already is as good as deleted.
 *
 * @throws {ApiProblem} `order_is_frozen` while the cart beside it is being paid
 */
export async function deleteDraft(queryClient: QueryClient, draft: CardItem): Promise<void> {
  await call(api.deleteCardItem, { params: { id: draft.id } }).catch((cause: unknown) => {
    if (!(cause instanceof ApiProblem) || cause.code !== 'not_found') throw cause
  })
  queryClient.setQueryData(orderListQueries.drafts().queryKey, (drafts) =>
    drafts?.filter(({ id }) => id !== draft.id),
  )
  queryClient.removeQueries({ queryKey: ['card-items', draft.id] })
  void queryClient.invalidateQueries({ queryKey: ['orders'] })
  showToast({ tone: 'plain', title: 'Draft deleted', text: itemName(draft) })
}
