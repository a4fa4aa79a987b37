import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { pageTexts } from '../../../app/texts.ts'
import {
  type ListView,
  RECIPIENTS_PAGE_SIZE,
  type Recipient,
  recipientQueries,
} from './recipients.queries.ts'

export type CardRecipients = ReturnType<typeof useRecipientList>

/** While scrolling fast, pages are requested at most this often, and when scrolling stops. */
const ASK_EVERY_MS = 150
/** Rows loaded ahead of the visible ones. */
const AHEAD = 40
const PAGES_AT_ONCE = 4

/**
 * A list of any length, of which only visible pages are loaded. A jump
 * to the end loads only the last page.
 */
export function useRecipientList(itemId: number, view: ListView) {
  const queryClient = useQueryClient()
  const [wanted, setWanted] = useState<readonly number[]>([1])
  const summary = useQuery({
    ...recipientQueries.page(itemId, view, 1),
    placeholderData: keepPreviousData,
  })
  const count = summary.data?.count ?? 0
  const lastPage = Math.max(1, Math.ceil(count / RECIPIENTS_PAGE_SIZE))
  const pages = wanted.filter((page) => page <= lastPage)
  const results = useQueries({ queries: pages.map((page) => recipientQueries.page(itemId, view, page)) })

  // A fixed person stays in a filtered view until the view is opened again.
  const viewKey = JSON.stringify(view)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is the reason
  useEffect(() => {
    queryClient.removeQueries({ queryKey: ['recipients', itemId, 'page'], type: 'inactive' })
  }, [queryClient, itemId, viewKey])

  const asked = useRef({ at: 0, timer: undefined as ReturnType<typeof setTimeout> | undefined })
  useEffect(() => () => clearTimeout(asked.current.timer), [])
  /** Reports the visible rows, from 0. */
  const look = useCallback((first: number, last: number) => {
    const from = Math.floor(Math.max(0, first - AHEAD) / RECIPIENTS_PAGE_SIZE) + 1
    const to = Math.floor((last + AHEAD) / RECIPIENTS_PAGE_SIZE) + 1
    const ask = () => {
      setWanted((before) => {
        if (before[0] === from && before.at(-1) === to) return before
        asked.current.at = performance.now()
        return Array.from({ length: to - from + 1 }, (_, index) => from + index)
      })
    }
    clearTimeout(asked.current.timer)
    const sinceMs = performance.now() - asked.current.at
    if (sinceMs >= ASK_EVERY_MS) ask()
    else asked.current.timer = setTimeout(ask, ASK_EVERY_MS - sinceMs)
  }, [])

  function rowAt(index: number): Recipient | undefined {
    const page = Math.floor(index / RECIPIENTS_PAGE_SIZE) + 1
    const known =
      results[pages.indexOf(page)]?.data ??
      (page === 1
        ? summary.data
        : queryClient.getQueryData(recipientQueries.page(itemId, view, page).queryKey))
    return known?.results[index % RECIPIENTS_PAGE_SIZE]
  }

  /** The rows of a range, inclusive. Loads missing pages. */
  async function readRows(first: number, last: number): Promise<Recipient[]> {
    const from = Math.floor(first / RECIPIENTS_PAGE_SIZE) + 1
    const to = Math.floor(Math.min(last, count - 1) / RECIPIENTS_PAGE_SIZE) + 1
    const rows: Recipient[] = []
    for (let page = from; page <= to; page += PAGES_AT_ONCE) {
      const some = Array.from({ length: Math.min(PAGES_AT_ONCE, to - page + 1) }, (_, more) => page + more)
      const read = await Promise.all(
        some.map((one) => queryClient.fetchQuery(recipientQueries.page(itemId, view, one))),
      )
      rows.push(...read.flatMap(({ results: people }) => people))
    }
    const skipped = (from - 1) * RECIPIENTS_PAGE_SIZE
    return rows.slice(first - skipped, last - skipped + 1)
  }

  const { totalCount = 0, attentionCount = 0, readyCount = 0, withoutValueCount = 0 } = summary.data ?? {}
  // Keep the previous view's sums until the new view has loaded.
  const countedAt = useRef(0)
  countedAt.current = Math.max(countedAt.current, summary.dataUpdatedAt)
  const failed = results.find((result) => result.isError) ?? (summary.isError ? summary : undefined)
  return {
    count,
    rowAt,
    readRows,
    look,
    isPending: summary.isPending,
    /** The sums are being read again. */
    isRefreshing: summary.isFetching,
    isSwitching: summary.isPlaceholderData,
    totalCount,
    attentionCount,
    /** When the sums were last loaded, in milliseconds; 0 before. */
    countedAt: countedAt.current,
    readyCount,
    /** People whose card has no value. */
    withoutValueCount,
    warningCount: summary.data?.warningCount ?? 0,
    suggestedCount: summary.data?.suggestedCount ?? 0,
    valueCents: summary.data?.valueCents ?? 0,
    problemCounts: summary.data?.problemCounts ?? [],
    problem: failed?.error ?? null,
    retry: () => {
      if (summary.isError) summary.refetch()
      for (const result of results) if (result.isError) result.refetch()
    },
  }
}

/** "3 of 250 people". Excludes removed people whose rows are still visible. */
export function shownPeople({ count, totalCount }: Pick<CardRecipients, 'count' | 'totalCount'>): string {
  const i18n = pageTexts()

  return count < totalCount
    ? i18n.t('{shown, number} of {all, plural, one {# person} other {# people}}', {
        shown: count,
        all: totalCount,
      })
    : i18n.t('{people, plural, one {# person} other {# people}}', { people: totalCount })
}
