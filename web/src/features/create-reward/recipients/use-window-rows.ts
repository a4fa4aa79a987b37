import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { makeRowHeights, type RowHeights } from './row-heights.ts'

const OVERSCAN = 8
/** What covers the page's edges: the grid's head, the bar at the foot. */
const COVERED_TOP_PX = 52
const COVERED_BOTTOM_PX = 96

/** From the first row to the last one, both included; an empty list has `last` -1. */
type Range = { first: number; last: number }

type WindowRowsOptions = {
  count: number
  rowPx: number
  /** Of which list the rows are: another one begins with rows of the usual height. */
  listKey: string
  /** Stays, though it be out of sight: the row one stands on. */
  staying?: number
  onLook: (first: number, last: number) => void
}

export type WindowRows = {
  /** What to draw, from top to bottom. */
  indexes: readonly number[]
  topOf: (index: number) => number
  totalPx: number
  /** Put on each row beside `data-index`, it tells how high the row is. */
  measure: (row: HTMLElement | null) => (() => void) | undefined
  /** Scrolls no further than it must. */
  show: (index: number) => void
}

/** The rows in sight of a list that scrolls with the page; drawn in the same frame as the scrolling. */
export function useWindowRows(
  ref: RefObject<HTMLElement | null>,
  { count, rowPx, listKey, staying, onLook }: WindowRowsOptions,
): WindowRows {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has other heights
  const heights = useMemo(() => makeRowHeights(count, rowPx), [count, rowPx, listKey])
  const [range, setRange] = useState<Range>({ first: 0, last: -1 })
  const [, redraw] = useState(0)
  const topPx = useRef(0)
  const current = useRef({ heights, count, range })
  current.current = { heights, count, range }

  const look = useCallback((): Range => {
    const { heights: known, count: rows, range: before } = current.current
    const from = window.scrollY - topPx.current
    const first = known.indexAt(from)
    const last = rows === 0 ? -1 : known.indexAt(from + window.innerHeight)
    return before.first === first && before.last === last ? before : { first, last }
  }, [])

  // What stands above the list grows and shrinks; so do rows.
  useLayoutEffect(() => {
    const read = () => {
      const box = ref.current?.getBoundingClientRect()
      if (box) topPx.current = Math.round(box.top + window.scrollY)
      setRange(look())
    }
    // A frame never shows a gap: the rows change before the browser paints what was scrolled.
    const scroll = () => {
      const next = look()
      if (next !== current.current.range) flushSync(() => setRange(next))
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(document.body)
    window.addEventListener('scroll', scroll, { passive: true })
    window.addEventListener('resize', read)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', scroll)
      window.removeEventListener('resize', read)
    }
  }, [ref, look])

  const { measure, measureAll } = useMeasuring(current, topPx, () => {
    redraw((times) => times + 1)
    setRange(look())
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: new heights know nothing of the rows on screen
  useLayoutEffect(() => {
    measureAll()
    setRange(look())
  }, [heights, look, measureAll])

  const last = Math.min(range.last, count - 1)
  const first = Math.min(range.first, Math.max(0, last))
  useEffect(() => onLook(first, Math.max(first, last)), [onLook, first, last])

  const show = useCallback(
    (index: number) => {
      const { heights: known } = current.current
      const top = topPx.current + known.topOf(index)
      const bottom = topPx.current + known.topOf(index + 1)
      if (top < window.scrollY + COVERED_TOP_PX) window.scrollTo({ top: top - COVERED_TOP_PX })
      else if (bottom > window.scrollY + window.innerHeight - COVERED_BOTTOM_PX) {
        window.scrollTo({ top: bottom - window.innerHeight + COVERED_BOTTOM_PX })
      } else return
      setRange(look())
    },
    [look],
  )

  return {
    indexes: drawn({ first, last }, count, staying),
    topOf: heights.topOf,
    totalPx: heights.topOf(count),
    measure,
    show,
  }
}

/** A few rows more than can be seen, so that a small step draws none. */
function drawn({ first, last }: Range, count: number, staying: number | undefined): number[] {
  if (count === 0) return []
  const from = Math.max(0, first - OVERSCAN)
  const to = Math.min(count - 1, last + OVERSCAN)
  const indexes = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  if (staying === undefined || staying >= count) return indexes
  if (staying < from) return [staying, ...indexes]
  return staying > to ? [...indexes, staying] : indexes
}

type Measured = RefObject<{ heights: RowHeights }>

function useMeasuring(current: Measured, topPx: RefObject<number>, onMoved: () => void) {
  const moved = useRef(onMoved)
  moved.current = onMoved
  const onScreen = useRef(new Set<HTMLElement>())

  const note = useCallback(
    (rows: Iterable<HTMLElement>) => {
      let deltaPx = 0
      let abovePx = 0
      for (const row of rows) {
        const index = Number(row.dataset.index)
        const top = topPx.current + current.current.heights.topOf(index)
        const grown = current.current.heights.set(index, row.offsetHeight)
        deltaPx += Math.abs(grown)
        if (top < window.scrollY) abovePx += grown
      }
      if (deltaPx === 0) return
      // What one reads stays where it is, though rows above it turn out higher than thought.
      if (abovePx !== 0) window.scrollBy(0, abovePx)
      moved.current()
    },
    [current, topPx],
  )
  const observer = useMemo(
    () => new ResizeObserver((entries) => note(entries.map(({ target }) => target as HTMLElement))),
    [note],
  )
  useEffect(() => () => observer.disconnect(), [observer])

  const measure = useCallback(
    (row: HTMLElement | null) => {
      if (!row) return undefined
      onScreen.current.add(row)
      observer.observe(row)
      return () => {
        onScreen.current.delete(row)
        observer.unobserve(row)
      }
    },
    [observer],
  )
  const measureAll = useCallback(() => note(onScreen.current), [note])
  return { measure, measureAll }
}
