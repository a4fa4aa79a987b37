import type { SiteLimits } from '@laurel/domain/limits'
import type { RewardType } from '@laurel/domain/reward-type'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { makeRowEdits, type RowEdits } from './row-edits.ts'
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
  const [edits] = useState(() =>
    makeRowEdits({
      queryClient,
      itemId,
      everyoneCents: () => latest.current.everyoneCents,
      judge: (row, change) => changedRow(row, change, rewardType, latest.current.limits),
    }),
  )
  useEffect(() => {
    window.addEventListener('online', edits.retryOffline)
    return () => window.removeEventListener('online', edits.retryOffline)
  }, [edits])

  return edits
}
