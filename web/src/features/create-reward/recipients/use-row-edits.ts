import type { SiteLimits } from '@laurel/domain/limits'
import type { RewardType } from '@laurel/domain/reward-type'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { keepUnsaved, unsavedOf } from '../../../app/setup-store.ts'
import { COLUMN_KEYS } from './columns.ts'
import { makeRowEdits, type RowEdit, type RowEdits } from './row-edits.ts'
import { changedRow } from './row-problems.ts'

/** The changes of this visit. */
export function useRowEdits(
  itemId: number,
  rewardType: RewardType,
  limits: Pick<SiteLimits, 'minValueCents' | 'maxValueCents'>,
  everyoneCents: number | null,
): RowEdits {
  const queryClient = useQueryClient()
  const latest = useRef({ limits, everyoneCents })
  latest.current = { limits, everyoneCents }
  const [edits] = useState(() => {
    const made = makeRowEdits({
      queryClient,
      itemId,
      everyoneCents: () => latest.current.everyoneCents,
      judge: (row, change) => changedRow(row, change, rewardType, latest.current.limits),
    })
    restoreCells(made, itemId)
    return made
  })
  useEffect(() => edits.store.subscribe(({ byId }) => keepCells(byId)), [edits])
  useEffect(() => {
    window.addEventListener('online', edits.retryOffline)
    return () => window.removeEventListener('online', edits.retryOffline)
  }, [edits])

  return edits
}

/** What was typed into cells and could not be saved is kept for the next visit. */
function keepCells(byId: Readonly<Record<number, RowEdit>>): void {
  const cells = Object.entries(byId).flatMap(([id, { failure }]) =>
    failure
      ? [[id, { column: failure.column, typed: failure.typed, message: failure.message }] as const]
      : [],
  )
  if (cells.length > 0 || unsavedOf().rows) keepUnsaved({ rows: Object.fromEntries(cells) })
}

function restoreCells(edits: RowEdits, itemId: number): void {
  const cells = Object.entries(unsavedOf(itemId).rows ?? {}).flatMap(([id, cell]) => {
    const column = COLUMN_KEYS.find((key) => key === cell.column)
    return column ? [[id, { mark: 'edited', failure: { ...cell, column } }] as const] : []
  })
  if (cells.length > 0) edits.store.setState({ byId: Object.fromEntries(cells) })
}
