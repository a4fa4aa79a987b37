import type { QueryClient } from '@tanstack/react-query'
import { refreshOrders } from '../../../app/orders.queries.ts'
import type { ProblemCount, Recipient, RecipientPage } from './recipients.queries.ts'

/**
 * Replaces a row in every cached page and updates the list's sums.
 *
 * @param everyoneCents the value of rows without their own
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

/** People as the sums count them before and after. */
type Recounted = { before: readonly Recipient[]; after: readonly Recipient[] }

/** Replaces people in the list's sums. */
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

function countedAgain(counts: readonly ProblemCount[], { before, after }: Recounted): ProblemCount[] {
  const byCode = new Map(counts.map((one) => [one.code, { ...one }]))
  const changed = [...before.map((row) => ({ row, by: -1 })), ...after.map((row) => ({ row, by: 1 }))]
  for (const { row, by } of changed) {
    // A person counts once per kind, whatever the number of fields.
    for (const { code, severity } of new Map(row.problems.map((one) => [one.code, one])).values()) {
      const counted = byCode.get(code) ?? { code, severity, count: 0, suggestedCount: 0 }
      const isSure = row.problems.some((one) => one.code === code && one.isSure)
      const suggestedCount = counted.suggestedCount + (isSure ? by : 0)
      byCode.set(code, { ...counted, count: counted.count + by, suggestedCount })
    }
  }
  return [...byCode.values()].filter(({ count }) => count > 0)
}

/** Finds a row in the cached pages. */
export function findRow(queryClient: QueryClient, itemId: number, id: number): Recipient | undefined {
  const pages = queryClient.getQueriesData<RecipientPage>({ queryKey: pagesOf(itemId) })
  for (const [, page] of pages) {
    const row = page?.results.find((one) => one.id === id)
    if (row) return row
  }
  return undefined
}

/**
 * Call when people were added or removed: reloads visible pages and drops the others. A page
 * that is only marked stale would show old rows when scrolled to.
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
