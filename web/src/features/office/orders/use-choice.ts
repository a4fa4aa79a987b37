import { useRef, useState } from 'react'
import type { OfficeOrderLine } from '../office.queries.ts'

/** What the server takes at once. */
export const MOST_CHOSEN = 100

export type Choice = {
  chosen: ReadonlyMap<number, OfficeOrderLine>
  isChosen: (id: number) => boolean
  /** With Shift everything between the last one and this follows it. */
  choose: (order: OfficeOrderLine, withShift: boolean) => void
  chooseAll: (isChosen: boolean) => void
  clear: () => void
  /** Those of whom it is done are let go. */
  keep: (ids: readonly number[]) => void
}

/**
 * Which orders are chosen; they stay chosen from page to page, as they stood when they were chosen.
 *
 * @param shown the page's orders, in their order
 */
export function useChoice(shown: readonly OfficeOrderLine[]): Choice {
  const [chosen, setChosen] = useState<ReadonlyMap<number, OfficeOrderLine>>(new Map())
  const last = useRef<number>(undefined)

  function set(orders: readonly OfficeOrderLine[], isChosen: boolean) {
    setChosen((now) => {
      const next = new Map(now)
      for (const order of orders) {
        if (!isChosen) next.delete(order.id)
        else if (next.size < MOST_CHOSEN) next.set(order.id, order)
      }
      return next
    })
  }

  return {
    chosen,
    isChosen: (id) => chosen.has(id),
    choose(order, withShift) {
      const from = withShift ? shown.findIndex(({ id }) => id === last.current) : -1
      const to = shown.indexOf(order)
      const range = from === -1 ? [order] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
      set(range, !chosen.has(order.id))
      last.current = order.id
    },
    chooseAll: (isChosen) => set(shown, isChosen),
    clear: () => setChosen(new Map()),
    keep: (ids) => setChosen((now) => new Map([...now].filter(([id]) => ids.includes(id)))),
  }
}
