import type { QueryClient } from '@tanstack/react-query'
import { refreshOrders } from '../../../app/orders.queries.ts'
import type { ProblemCount, Recipient, RecipientPage } from './recipients.queries.ts'

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
  const isReady = (row: Recipient) => !row.needsAttention && worth(row) > 0
  const moreReady = Number(isReady(next)) - Number(isReady(before))
  const moreWithoutValue = Number(worth(next) === 0) - Number(worth(before) === 0)
  const moreAttention = Number(next.needsAttention) - Number(before.needsAttention)
  const moreDoubt = Number(isDoubtful(next)) - Number(isDoubtful(before))
  const moreSuggested = Number(isSuggested(next)) - Number(isSuggested(before))
  queryClient.setQueriesData<RecipientPage>(
    { queryKey: pagesOf(itemId) },
    (page) =>
      page && {
        ...page,
        attentionCount: page.attentionCount + moreAttention,
        readyCount: page.readyCount + moreReady,
        withoutValueCount: page.withoutValueCount + moreWithoutValue,
        warningCount: page.warningCount + moreDoubt,
        suggestedCount: page.suggestedCount + moreSuggested,
        valueCents: page.valueCents + moreCents,
        problemCounts: countedAgain(page.problemCounts, before, next),
        results: page.results.map((row) => (row.id === next.id ? next : row)),
      },
  )
}

function isDoubtful({ problems }: Recipient): boolean {
  return problems.some(({ severity }) => severity === 'warning')
}

function isSuggested({ problems }: Recipient): boolean {
  return problems.some(({ isSure }) => isSure)
}

/** The people per kind of problem, after one of them has others. */
function countedAgain(counts: readonly ProblemCount[], before: Recipient, next: Recipient): ProblemCount[] {
  const byCode = new Map(counts.map((one) => [one.code, { ...one }]))
  for (const [row, by] of [[before, -1] as const, [next, 1] as const]) {
    // A person counts once for a kind, however many fields suffer from it.
    for (const { code, severity } of new Map(row.problems.map((one) => [one.code, one])).values()) {
      const counted = byCode.get(code) ?? { code, severity, count: 0, suggestedCount: 0 }
      const isSure = row.problems.some((one) => one.code === code && one.isSure)
      const suggestedCount = counted.suggestedCount + (isSure ? by : 0)
      byCode.set(code, { ...counted, count: counted.count + by, suggestedCount })
    }
  }
  return [...byCode.values()].filter(({ count }) => count > 0)
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
  void refreshOrders(queryClient)
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['recipients', itemId] }),
    queryClient.invalidateQueries({ queryKey: ['card-items'] }),
  ])
}

function pagesOf(itemId: number) {
  return ['recipients', itemId, 'page']
}
