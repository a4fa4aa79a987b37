import { useCallback, useEffect, useRef, useState } from 'react'
import type { ListView } from './recipients.queries.ts'
import {
  countSelected,
  EVERYBODY,
  hasSelected,
  NOBODY,
  type Selection,
  withSelected,
  withToggled,
} from './selection.ts'
import type { RecipientList } from './use-recipient-list.ts'

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
