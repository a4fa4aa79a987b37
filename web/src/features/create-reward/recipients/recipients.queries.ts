import { api } from '@laurel/contract/routes'
import type { OutputOf } from '@laurel/contract/wire-types'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../app/call.ts'
import type { Camelized } from '../../../app/case.ts'

export type RecipientPage = Camelized<OutputOf<'listRecipients'>>
export type Recipient = RecipientPage['results'][number]
export type RecipientImport = Camelized<OutputOf<'importRecipients'>>

/** Which people of a list are shown. */
export type ListView = { only: 'everyone' | 'attention'; search: string }

export const PAGE_SIZE = 100
const LARGEST_PAGE = 200

/** Keys: ['recipients', 7] is everything about card item 7's list, … 'page' its pages, … 'at' one person. */
export const recipientQueries = {
  page: (itemId: number, view: ListView, page: number) =>
    queryOptions({
      queryKey: ['recipients', itemId, 'page', view, page],
      queryFn: ({ signal }) =>
        call(api.listRecipients, { query: pageQuery(itemId, view, page, PAGE_SIZE), signal }),
    }),
  /** The n-th person, from 1; undefined past the end. */
  at: (itemId: number, n: number) =>
    queryOptions({
      queryKey: ['recipients', itemId, 'at', n],
      queryFn: async () => {
        const query = { cardItemId: itemId, page: n, pageSize: 1 }
        const { results } = await call(api.listRecipients, { query })
        return results[0] ?? null
      },
    }),
}

/** The ids of everybody a view shows, for choosing them all. */
export async function listAllIds(itemId: number, view: ListView): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; ; page++) {
    const answer = await call(api.listRecipients, { query: pageQuery(itemId, view, page, LARGEST_PAGE) })
    ids.push(...answer.results.map(({ id }) => id))
    if (answer.next === null || answer.results.length === 0) return ids
  }
}

function pageQuery(itemId: number, { only, search }: ListView, page: number, pageSize: number) {
  return {
    cardItemId: itemId,
    page,
    pageSize,
    ...(search !== '' && { search }),
    ...(only === 'attention' && { only }),
  } as const
}
