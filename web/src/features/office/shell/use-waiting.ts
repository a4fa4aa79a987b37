import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { officeQueries } from '../office.queries.ts'
import { PLACES, type PlaceId } from './places.ts'

/** The office is left open all day: what comes meanwhile shows by itself. */
const LOOK_AGAIN_MS = 60_000
/** Whoever goes from place to place reads numbers that are not older than this. */
const OLD_MS = 5_000

/** How much waits at each place; nothing is said of a place before it is known. */
export function useWaiting(): Partial<Record<PlaceId, number>> {
  const { data, dataUpdatedAt, refetch } = useQuery({
    ...officeQueries.today(),
    refetchInterval: LOOK_AGAIN_MS,
    refetchIntervalInBackground: true,
  })
  const { pathname } = useLocation()
  const isOld = () => dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > OLD_MS
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is what asks, not another answer
  useEffect(() => {
    if (isOld()) void refetch()
  }, [pathname])
  if (data === undefined) return {}
  const countOf = new Map(data.hands.map(({ kind, count }) => [kind, count]))
  return Object.fromEntries(
    PLACES.map(({ id, waits = [] }) => [id, waits.reduce((sum, kind) => sum + (countOf.get(kind) ?? 0), 0)]),
  )
}
