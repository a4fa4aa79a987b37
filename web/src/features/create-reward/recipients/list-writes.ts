import type { QueryClient } from '@tanstack/react-query'

export type ListWrites = ReturnType<typeof makeListWrites>

const writesByClient = new WeakMap<QueryClient, Map<number, ListWrites>>()

/** The writes of one list: the grid that sends them and the pages that are read beside them share it. */
export function writesOf(queryClient: QueryClient, itemId: number): ListWrites {
  const byItem = writesByClient.get(queryClient) ?? new Map<number, ListWrites>()
  writesByClient.set(queryClient, byItem)
  const writes = byItem.get(itemId) ?? makeListWrites()
  byItem.set(itemId, writes)
  return writes
}

/**
 * Sends changes of one list one after another, so that the server has them in the order they were made,
 * and answers no read that overlapped a change: its rows may be older than those on screen.
 */
export function makeListWrites() {
  let last: Promise<unknown> = Promise.resolve()
  let begun = 0
  let waiting = 0

  return {
    /** Sends a change once those before it are answered, whatever the answers are. */
    write<Answer>(send: () => Promise<Answer>): Promise<Answer> {
      begun += 1
      waiting += 1
      const answer = last.then(send).finally(() => {
        waiting -= 1
      })
      last = answer.catch(() => undefined)
      return answer
    },
    /** Reads once nothing is being written, and again when something was written meanwhile. */
    async read<Answer>(get: () => Promise<Answer>): Promise<Answer> {
      for (;;) {
        while (waiting > 0) await last
        const seen = begun
        const answer = await get()
        if (begun === seen) return answer
      }
    },
  }
}
