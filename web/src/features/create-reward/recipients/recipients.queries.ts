import { api } from '@laurel/contract/routes'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../../app/call.ts'
import { useSetupStore } from '../../../app/setup-store.ts'
import { catalogQueries, writesOf } from '../create-reward.queries.ts'
import type { ListStart } from '../enter-step.ts'

export type RecipientPage = AnswerOf<'listRecipients'>
export type Recipient = RecipientPage['results'][number]
export type ProblemCount = RecipientPage['problemCounts'][number]

/** The server's orders; `position` is the one of the file. */
export type SortKey = 'position' | 'name' | 'email' | 'city' | 'state' | 'zip' | 'amount' | 'problems'
export type ListSort = { by: SortKey; isDescending: boolean }

/** `everyone`, `attention`, `warning`, or the code of one problem. */
export type Only = 'everyone' | 'attention' | 'warning' | (string & {})

/** A filter and an order of the list. */
export type ListView = { only: Only; search: string; sort: ListSort }

export const FILE_ORDER: ListSort = { by: 'position', isDescending: false }
export const EVERYONE: ListView = { only: 'everyone', search: '', sort: FILE_ORDER }
export const RECIPIENTS_PAGE_SIZE = 100

/** The view that a list opens with. */
export function firstView(only: ListStart | undefined): ListView {
  return only ? { ...EVERYONE, only } : EVERYONE
}

/** Keys: ['recipients', 7] is all of card item 7's list, … 'page' its pages, … 'at' one person. */
export const recipientQueries = {
  page: (itemId: number, view: ListView, page: number) =>
    queryOptions({
      queryKey: ['recipients', itemId, 'page', view, page],
      queryFn: ({ signal, client }) =>
        writesOf(client, itemId).read(() =>
          call(api.listRecipients, {
            query: {
              cardItemId: itemId,
              page,
              pageSize: RECIPIENTS_PAGE_SIZE,
              sort: sortOf(view),
              ...filterOf(view),
            },
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

/**
 * Asks for a list's first people, and for the catalog, while the customer and the card are still on their way.
 *
 * @param itemId the current card by default
 */
export function readAhead(
  queryClient: QueryClient,
  { itemId, only }: { itemId?: number | undefined; only?: ListStart | undefined },
): void {
  void queryClient.prefetchQuery(catalogQueries.templates())
  void queryClient.prefetchQuery(catalogQueries.amounts())
  const id = itemId ?? useSetupStore.getState().cardItemId
  if (id !== null) void queryClient.prefetchQuery(recipientQueries.page(id, firstView(only), 1))
}

/** A view's filter as query parameters. */
export function filterOf({ only, search }: Pick<ListView, 'only' | 'search'>) {
  return { ...(search !== '' && { search }), ...(only !== 'everyone' && { only }) }
}

function sortOf({ sort }: ListView) {
  return sort.isDescending ? (`-${sort.by}` as const) : sort.by
}
