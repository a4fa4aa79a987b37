import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

const OVERSCAN = 10
/** What covers the page's edges: the grid's head, the bar at the foot. */
const COVERED_TOP_PX = 52
const COVERED_BOTTOM_PX = 96

type WindowRowsOptions = {
  count: number
  rowHeightPx: number
  keyOf: (index: number) => number | string
  onLook: (first: number, last: number) => void
}

/** The rows in sight of a list that scrolls with the page. */
export function useWindowRows(
  ref: RefObject<HTMLElement | null>,
  { count, rowHeightPx, keyOf, onLook }: WindowRowsOptions,
) {
  const [top, setTop] = useState(0)
  // What stands above the list grows and shrinks.
  useLayoutEffect(() => {
    const read = () => {
      const element = ref.current
      if (element) setTop(Math.round(element.getBoundingClientRect().top + window.scrollY))
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [ref])

  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeightPx,
    getItemKey: keyOf,
    overscan: OVERSCAN,
    scrollMargin: top,
    scrollPaddingStart: COVERED_TOP_PX,
    scrollPaddingEnd: COVERED_BOTTOM_PX,
  })
  const items = rows.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => onLook(first, last), [onLook, first, last])

  return { rows, items, top }
}
