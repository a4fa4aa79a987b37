import { api } from '@laurel/contract/routes'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

const EVERY_MINUTE_MS = 60_000
const SHOWN_AT_ONCE = 20
const UNSEEN = ['notices', 'unseen'] as const

/** Keys: ['notices'] is all of them, ['notices', 'unseen'] the number at the bell, ['notices', 'list'] what it opens. */
export const noticeQueries = {
  /** Asked again each minute, and only while the page is looked at. */
  unseen: () =>
    queryOptions({
      queryKey: UNSEEN,
      queryFn: () => call(api.countUnseenNotices),
      refetchInterval: EVERY_MINUTE_MS,
      refetchIntervalInBackground: false,
    }),
  /** Opened by hand, so what is shown is what there is now; the number at the bell goes along. */
  list: () =>
    infiniteQueryOptions({
      queryKey: ['notices', 'list'],
      queryFn: async ({ client, pageParam }) => {
        const page = await call(api.listNotices, { query: { page: pageParam, pageSize: SHOWN_AT_ONCE } })
        client.setQueryData(UNSEEN, { unseenCount: page.unseenCount })
        return page
      },
      initialPageParam: 1,
      getNextPageParam: (last, _, page) => (last.next === null ? null : page + 1),
      staleTime: 0,
      refetchOnMount: true,
    }),
}
