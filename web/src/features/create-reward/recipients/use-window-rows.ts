import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  windowScroll,
} from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

const OVERSCAN = 8
/** Covers the top and bottom of the page: the grid's head and the bar at the foot. */
const COVERED_TOP_PX = 52
const COVERED_BOTTOM_PX = 96

type WindowRowsOptions = {
  count: number
  /** Height of a row until it is measured. */
  rowPx: number
  /** The active row is rendered even when it is scrolled out of sight, so that it keeps the focus. */
  activeRow?: number
  onLook: (first: number, last: number) => void
}

/** The visible rows of a list that scrolls with the page. */
export function useWindowRows(
  ref: RefObject<HTMLElement | null>,
  { count, rowPx, activeRow, onLook }: WindowRowsOptions,
) {
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    scrollMargin: useTopPx(ref),
    scrollPaddingStart: COVERED_TOP_PX,
    scrollPaddingEnd: COVERED_BOTTOM_PX,
    rangeExtractor: useCallback((range: Range) => withRow(activeRow, range), [activeRow]),
    // A correction moves the page by its size, so that scrolling since the last event isn't undone.
    scrollToFn: (offsetPx, options, instance) => {
      if (options.adjustments) window.scrollBy(0, options.adjustments)
      else windowScroll(offsetPx, options, instance)
    },
  })
  // Rows below stay in place when rows above turn out higher than estimated, whichever way the page scrolls.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ start }, _deltaPx, { scrollOffset }) =>
    start < (scrollOffset ?? 0)

  const items = virtualizer.getVirtualItems()
  const { startIndex: first, endIndex: last } = virtualizer.range ?? { startIndex: 0, endIndex: 0 }
  useEffect(() => onLook(first, last), [onLook, first, last])

  return {
    /** From top to bottom; `topPx` is measured from the top of the list. */
    items: items.map(({ index, start }) => ({ index, topPx: start - virtualizer.options.scrollMargin })),
    totalPx: virtualizer.getTotalSize(),
    /** The ref of every row; the row also needs `data-index`. */
    measure: virtualizer.measureElement,
    /** Scrolls as little as possible. */
    show: virtualizer.scrollToIndex,
  }
}

function withRow(row: number | undefined, range: Range): number[] {
  const indexes = defaultRangeExtractor(range)
  if (row === undefined || row >= range.count || indexes.includes(row)) return indexes
  return row < range.startIndex ? [row, ...indexes] : [...indexes, row]
}

/** Where the list begins on the page; what is above it grows and shrinks. */
function useTopPx(ref: RefObject<HTMLElement | null>): number {
  const [topPx, setTopPx] = useState(0)
  useLayoutEffect(() => {
    const read = () => {
      const box = ref.current?.getBoundingClientRect()
      if (box) setTopPx(Math.round(box.top + window.scrollY))
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(document.body)
    window.addEventListener('resize', read)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', read)
    }
  }, [ref])
  return topPx
}

// biome-ignore lint/suspicious/noExplicitAny: handlers of any type
type Handlers = Record<string, (...given: any[]) => void>

/**
 * Handlers with a stable identity that call the latest ones, so that memoized rows aren't
 * rendered again.
 */
export function useStable<Given extends Handlers>(handlers: Given): Given {
  const latest = useRef(handlers)
  latest.current = handlers
  const [stable] = useState(() => {
    const calls = Object.keys(handlers).map((name) => [
      name,
      (...given: unknown[]) => latest.current[name]?.(...given),
    ])
    return Object.fromEntries(calls) as Given
  })
  return stable
}
