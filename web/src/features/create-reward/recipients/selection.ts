import { useCallback, useEffect, useRef, useState } from 'react'
import type { ListView } from './recipients.queries.ts'
import type { CardRecipients } from './use-recipient-list.ts'

/** The selected people: these, or with `isAll` everyone in view except these. Works for lists of any length. */
export type Selection = { isAll: boolean; ids: ReadonlySet<number> }

export const NOBODY: Selection = { isAll: false, ids: new Set() }
export const EVERYBODY: Selection = { isAll: true, ids: new Set() }

export function hasSelected({ isAll, ids }: Selection, id: number): boolean {
  return isAll !== ids.has(id)
}

/** @param total the number of people in view */
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

export type RecipientSelection = ReturnType<typeof useSelection>

/** The selection in a view. A new view clears it, because selected people must be visible. */
export function useSelection(list: CardRecipients, { only, search }: Pick<ListView, 'only' | 'search'>) {
  const [selection, setSelection] = useState<Selection>(NOBODY)
  const [isChoosing, setChoosing] = useState(false)
  /** The index at which a range begins. */
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

  /** Selects from the beginning of the range to here. Loads rows that are not on screen. */
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
    /** The next range begins at the then active row. */
    endRange: () => {
      anchor.current = null
    },
    selectAll: () => setSelection(EVERYBODY),
    clear,
    /** On phones: whether a tap selects instead of opening the person. */
    isChoosing,
    choose: () => setChoosing(true),
    /** Clears the selection, and a tap opens people again. */
    end: () => {
      clear()
      setChoosing(false)
    },
  }
}
