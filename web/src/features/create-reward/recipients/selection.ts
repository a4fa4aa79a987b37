import { useCallback, useEffect, useRef, useState } from 'react'
import type { ListView } from './recipients.queries.ts'
import type { RecipientList } from './use-recipient-list.ts'

/** Who is selected: these people, or everybody in view but these. However long the list, nobody is counted out. */
export type Selection = { isAll: boolean; ids: ReadonlySet<number> }

export const NOBODY: Selection = { isAll: false, ids: new Set() }
export const EVERYBODY: Selection = { isAll: true, ids: new Set() }

export function hasSelected({ isAll, ids }: Selection, id: number): boolean {
  return isAll !== ids.has(id)
}

/** @param total how many are in view */
export function countSelected({ isAll, ids }: Selection, total: number): number {
  return isAll ? Math.max(0, total - ids.size) : ids.size
}

export function withToggled({ isAll, ids }: Selection, id: number): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { isAll, ids: next }
}

export function withSelected({ isAll, ids }: Selection, more: Iterable<number>): Selection {
  const next = new Set(ids)
  for (const id of more) {
    if (isAll) next.delete(id)
    else next.add(id)
  }
  return { isAll, ids: next }
}

export type SelectionAtHand = ReturnType<typeof useSelection>

/** Who of the view is selected. Another view begins with nobody: who is selected must be in sight. */
export function useSelection(list: RecipientList, { only, search }: Pick<ListView, 'only' | 'search'>) {
  const [selection, setSelection] = useState<Selection>(NOBODY)
  const [isChoosing, setChoosing] = useState(false)
  /** Where a range begins, by its place in the view. */
  const anchor = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is the reason
  useEffect(() => {
    setSelection(NOBODY)
    anchor.current = null
  }, [only, search])

  const clear = useCallback(() => {
    setSelection(NOBODY)
    anchor.current = null
  }, [])

  /** Selects from where the range began to here; rows that are not on screen are fetched. */
  async function extendTo(index: number, from: number): Promise<void> {
    anchor.current ??= from
    const rows = await list.readRows(Math.min(anchor.current, index), Math.max(anchor.current, index))
    setSelection((before) =>
      withSelected(
        before.isAll ? before : NOBODY,
        rows.map(({ id }) => id),
      ),
    )
  }

  return {
    selection,
    size: countSelected(selection, list.count),
    has: (id: number) => hasSelected(selection, id),
    toggle: (index: number, id: number) => {
      anchor.current = index
      setSelection((before) => withToggled(before, id))
    },
    extendTo,
    /** The next range begins where one then stands. */
    endRange: () => {
      anchor.current = null
    },
    selectAll: () => setSelection(EVERYBODY),
    clear,
    /** On a phone a press selects only while one chooses; else it opens the person. */
    isChoosing,
    choose: () => setChoosing(true),
    /** Nobody is selected any more, and a press opens people again. */
    end: () => {
      clear()
      setChoosing(false)
    },
  }
}
