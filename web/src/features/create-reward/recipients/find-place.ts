import type { QueryClient } from '@tanstack/react-query'
import { EVERYONE, PAGE_SIZE, recipientQueries } from './recipients.queries.ts'

/**
 * Where the row with a number stands in the whole list, from 0. People who were removed leave gaps
 * in the numbers, so a row stands at its number or before; a few pages are read to find it.
 *
 * @returns undefined when it has left the list
 */
export async function findPlace(
  queryClient: QueryClient,
  itemId: number,
  position: number,
): Promise<number | undefined> {
  const read = (page: number) => queryClient.fetchQuery(recipientQueries.page(itemId, EVERYONE, page))
  const { count } = await read(1)
  let low = 1
  let high = Math.ceil(Math.min(count, position) / PAGE_SIZE)
  while (low <= high) {
    const page = high - low > 2 ? Math.ceil((low + high) / 2) : high
    const { results } = await read(page)
    const at = results.findIndex((row) => row.position === position)
    if (at !== -1) return (page - 1) * PAGE_SIZE + at
    if ((results[0]?.position ?? Number.POSITIVE_INFINITY) > position) high = page - 1
    else if ((results.at(-1)?.position ?? 0) < position) low = page + 1
    else return undefined
  }
  return undefined
}
