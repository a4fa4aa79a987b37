import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { type ListView, PAGE_SIZE, type Recipient, recipientQueries } from './recipients.queries.ts'

export type RecipientList = ReturnType<typeof useRecipientList>

/**
 * A list of any length by the pages one looks at: the rows in sight, found by their place. A jump
 * to the end reads the last page and none between.
 */
export function useRecipientList(itemId: number, view: ListView) {
  const [wanted, setWanted] = useState<readonly number[]>([1])
  const summary = useQuery({
    ...recipientQueries.page(itemId, view, 1),
    placeholderData: keepPreviousData,
  })
  const count = summary.data?.count ?? 0
  const lastPage = Math.max(1, Math.ceil(count / PAGE_SIZE))
  const pages = wanted.filter((page) => page <= lastPage)
  const results = useQueries({ queries: pages.map((page) => recipientQueries.page(itemId, view, page)) })

  /** Says which rows are in sight, from 0. */
  const look = useCallback((first: number, last: number) => {
    const from = Math.floor(first / PAGE_SIZE) + 1
    const to = Math.floor(last / PAGE_SIZE) + 1
    setWanted((before) => {
      if (before[0] === from && before.at(-1) === to) return before
      return Array.from({ length: to - from + 1 }, (_, index) => from + index)
    })
  }, [])

  function rowAt(index: number): Recipient | undefined {
    const page = Math.floor(index / PAGE_SIZE) + 1
    const known = results[pages.indexOf(page)]?.data ?? (page === 1 ? summary.data : undefined)
    return known?.results[index % PAGE_SIZE]
  }

  const failed = results.find((result) => result.isError) ?? (summary.isError ? summary : undefined)
  return {
    count,
    rowAt,
    look,
    isPending: summary.isPending,
    isSwitching: summary.isPlaceholderData,
    totalCount: summary.data?.totalCount ?? 0,
    attentionCount: summary.data?.attentionCount ?? 0,
    valueCents: summary.data?.valueCents ?? 0,
    problem: failed?.error ?? null,
    retry: () => {
      if (summary.isError) summary.refetch()
      for (const result of results) if (result.isError) result.refetch()
    },
  }
}
