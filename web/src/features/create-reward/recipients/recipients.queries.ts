import { api } from '@laurel/contract/routes'
import type { OutputOf } from '@laurel/contract/wire-types'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../app/call.ts'
import type { Camelized } from '../../../app/case.ts'
import type { ColumnKey } from './columns.ts'
import { writesOf } from './list-writes.ts'

export type RecipientPage = Camelized<OutputOf<'listRecipients'>>
export type Recipient = RecipientPage['results'][number]
export type ProblemCount = RecipientPage['problemCounts'][number]

/** The columns a list can be sorted by; `row` is the order of the file. */
export type SortKey = Exclude<ColumnKey, 'street'> | 'row' | 'check'
export type ListSort = { by: SortKey; isDescending: boolean }

/** `everyone`, `attention`, `warning`, or the code of one problem. */
export type Only = 'everyone' | 'attention' | 'warning' | (string & {})

/** Which people of a list are shown, and in which order. */
export type ListView = { only: Only; search: string; sort: ListSort }

export const FILE_ORDER: ListSort = { by: 'row', isDescending: false }
export const EVERYONE: ListView = { only: 'everyone', search: '', sort: FILE_ORDER }
export const PAGE_SIZE = 100

const SORTS = {
  row: 'position',
  name: 'name',
  email: 'email',
  city: 'city',
  state: 'state',
  zip: 'zip',
  value: 'amount',
  check: 'problems',
} as const satisfies Record<SortKey, string>

/** Keys: ['recipients', 7] is everything about card item 7's list, … 'page' its pages, … 'at' one person. */
export const recipientQueries = {
  page: (itemId: number, view: ListView, page: number) =>
    queryOptions({
      queryKey: ['recipients', itemId, 'page', view, page],
      queryFn: ({ signal, client }) =>
        writesOf(client, itemId).read(() =>
          call(api.listRecipients, {
            query: { cardItemId: itemId, page, pageSize: PAGE_SIZE, sort: sortOf(view), ...filterOf(view) },
            signal,
          }),
        ),
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

/** What a view leaves out, as the wire says it. */
export function filterOf({ only, search }: Pick<ListView, 'only' | 'search'>) {
  return { ...(search !== '' && { search }), ...(only !== 'everyone' && { only }) }
}

function sortOf({ sort }: ListView) {
  return sort.isDescending ? (`-${SORTS[sort.by]}` as const) : SORTS[sort.by]
}
