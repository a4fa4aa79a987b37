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
  changeSums(queryClient, itemId, { before: [before], after: [next] }, everyoneCents)
  queryClient.setQueriesData<RecipientPage>(
    { queryKey: pagesOf(itemId) },
    (page) => page && { ...page, results: page.results.map((row) => (row.id === next.id ? next : row)) },
  )
}

/** People whose rows stay on screen, and what the list's sums count them as. */
type Recounted = { before: readonly Recipient[]; after: readonly Recipient[] }

/** Takes people out of the list's sums, and counts others in their place. */
export function changeSums(
  queryClient: QueryClient,
  itemId: number,
  { before, after }: Recounted,
  everyoneCents: number | null,
): void {
  const worth = (row: Recipient) => row.amountCents ?? everyoneCents ?? 0
  const more = (of: (row: Recipient) => number | boolean) =>
    after.reduce((sum, row) => sum + Number(of(row)), 0) -
    before.reduce((sum, row) => sum + Number(of(row)), 0)
  queryClient.setQueriesData<RecipientPage>(
    { queryKey: pagesOf(itemId) },
    (page) =>
      page && {
        ...page,
        totalCount: page.totalCount + after.length - before.length,
        attentionCount: page.attentionCount + more(({ needsAttention }) => needsAttention),
        readyCount:
          page.readyCount + more((row) => !row.needsAttention && !hasWarning(row) && worth(row) > 0),
        withoutValueCount: page.withoutValueCount + more((row) => worth(row) === 0),
        warningCount: page.warningCount + more((row) => !row.needsAttention && hasWarning(row)),
        suggestedCount: page.suggestedCount + more(isSuggested),
        valueCents: page.valueCents + more(worth),
        problemCounts: countedAgain(page.problemCounts, { before, after }),
      },
  )
}

function hasWarning({ problems }: Recipient): boolean {
  return problems.some(({ severity }) => severity === 'warning')
}

function isSuggested({ problems }: Recipient): boolean {
  return problems.some(({ isSure }) => isSure)
}

/** The people per kind of problem, after some of them have others. */
function countedAgain(counts: readonly ProblemCount[], { before, after }: Recounted): ProblemCount[] {
  const byCode = new Map(counts.map((one) => [one.code, { ...one }]))
  const changed = [...before.map((row) => ({ row, by: -1 })), ...after.map((row) => ({ row, by: 1 }))]
  for (const { row, by } of changed) {
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
