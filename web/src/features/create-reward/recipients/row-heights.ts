export type RowHeights = ReturnType<typeof makeRowHeights>

/**
 * Where the rows of a long list stand, when nearly all are equally high: what a row is higher than
 * the others is kept in a Fenwick tree, so that every question costs log₂ of the rows, not their number.
 *
 * @param rowPx what a row is high until it says otherwise
 */
export function makeRowHeights(count: number, rowPx: number) {
  /** At n: how much higher than usual the rows are that end with row n - 1, as far back as n's lowest bit. */
  const tree = new Float64Array(count + 1)
  const extraOf = new Map<number, number>()
  const widest = count > 0 ? 2 ** Math.floor(Math.log2(count)) : 0

  return {
    /** @returns by how many px the rows below have moved */
    set(index: number, heightPx: number): number {
      const deltaPx = heightPx - rowPx - (extraOf.get(index) ?? 0)
      if (index >= count || deltaPx === 0) return 0
      if (heightPx === rowPx) extraOf.delete(index)
      else extraOf.set(index, heightPx - rowPx)
      for (let n = index + 1; n <= count; n += n & -n) tree[n]! += deltaPx
      return deltaPx
    },
    /** The upper edge of a row; of the row after the last: the height of all. */
    topOf(index: number): number {
      let extraPx = 0
      for (let n = Math.min(index, count); n > 0; n -= n & -n) extraPx += tree[n]!
      return index * rowPx + extraPx
    },
    /** The row at a distance from the top; the last one beyond the end. */
    indexAt(distancePx: number): number {
      let before = 0
      let left = distancePx
      for (let step = widest; step > 0; step >>= 1) {
        const to = before + step
        if (to > count) continue
        const heightPx = step * rowPx + tree[to]!
        if (heightPx > left) continue
        before = to
        left -= heightPx
      }
      return Math.max(0, Math.min(before, count - 1))
    },
  }
}
