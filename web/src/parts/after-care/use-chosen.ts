import { useState } from 'react'
import { failedForGood } from './failed-for-good.ts'

type ToSend = { id: number; status: string; problemCode: string }

/** Whom one sends to again: everybody but those whose address would fail as before, until one decides otherwise. */
export function useChosen(deliveries: readonly ToSend[]) {
  const [decided, setDecided] = useState<ReadonlyMap<number, boolean>>(new Map())
  const ids = deliveries.filter((one) => decided.get(one.id) ?? !failedForGood(one)).map(({ id }) => id)
  return {
    ids,
    choose: (id: number, isChosen: boolean) => setDecided((all) => new Map(all).set(id, isChosen)),
  }
}
