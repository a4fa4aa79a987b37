import type { QueryClient } from '@tanstack/react-query'
import type { Recipient, RecipientPage } from './recipients.queries.ts'

/**
 * Shows another version of one row wherever it is listed, and what that does to the list's sums.
 *
 * @param everyoneCents what a row without an amount of its own holds
 */
export function replaceRow(
  queryClient: QueryClient,
  itemId: number,
  next: Recipient,
  everyoneCents: number | null,
): void {
  const before = findRow(queryClient, itemId, next.id)
  if (!before) return
  const worth = (row: Recipient) => row.amountCents ?? everyoneCents ?? 0
  const moreCents = worth(next) - worth(before)
  const moreAttention = Number(next.needsAttention) - Number(before.needsAttention)
  queryClient.setQueriesData<RecipientPage>(
    { queryKey: pagesOf(itemId) },
    (page) =>
      page && {
        ...page,
        attentionCount: page.attentionCount + moreAttention,
        valueCents: page.valueCents + moreCents,
        results: page.results.map((row) => (row.id === next.id ? next : row)),
      },
  )
}

/** A row from whichever page holds it. */
export function findRow(queryClient: QueryClient, itemId: number, id: number): Recipient | undefined {
  const pages = queryClient.getQueriesData<RecipientPage>({ queryKey: pagesOf(itemId) })
  for (const [, page] of pages) {
    const row = page?.results.find((one) => one.id === id)
    if (row) return row
  }
  return undefined
}

/**
 * People were added or have left: what is on screen is read again, what is not is dropped. A page
 * that is only marked stale would be shown as it was when somebody scrolls to it.
 */
export async function refreshList(queryClient: QueryClient, itemId: number): Promise<void> {
  queryClient.removeQueries({ queryKey: ['recipients', itemId], type: 'inactive' })
  queryClient.invalidateQueries({ queryKey: ['orders'] })
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['recipients', itemId] }),
    queryClient.invalidateQueries({ queryKey: ['card-items'] }),
  ])
}

function pagesOf(itemId: number) {
  return ['recipients', itemId, 'page']
}
