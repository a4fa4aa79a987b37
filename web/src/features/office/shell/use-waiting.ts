import { useQuery } from '@tanstack/react-query'
import { officeQueries } from '../office.queries.ts'
import { PLACES, type PlaceId } from './places.ts'

/** The office is left open all day: what comes meanwhile shows by itself. */
const LOOK_AGAIN_MS = 60_000

/** How much waits at each place; nothing is said of a place before it is known. */
export function useWaiting(): Partial<Record<PlaceId, number>> {
  const { data } = useQuery({ ...officeQueries.today(), refetchInterval: LOOK_AGAIN_MS })
  if (data === undefined) return {}
  const countOf = new Map(data.hands.map(({ kind, count }) => [kind, count]))
  return Object.fromEntries(
    PLACES.map(({ id, waits = [] }) => [id, waits.reduce((sum, kind) => sum + (countOf.get(kind) ?? 0), 0)]),
  )
}
