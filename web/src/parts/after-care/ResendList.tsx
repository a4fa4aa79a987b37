import { useState } from 'react'
import { Button } from '../Button.tsx'
import { Checkbox } from '../Checkbox.tsx'
import { failedForGood } from './failed-for-good.ts'

type Resendable = {
  id: number
  status: string
  problemCode: string
  problem: string
  mayFixEmail: boolean
  mayFixAddress: boolean
}
type ResendListProps<One extends Resendable> = {
  deliveries: readonly One[]
  chosen: readonly number[]
  nameOf: (delivery: One) => string
  placeOf: (delivery: One) => string
  onChoose: (id: number, isChosen: boolean) => void
  onChange: (delivery: One) => void
}

/** Who gets their card again, where it goes, and what went wrong there: each can be left out or changed. */
export function ResendList<One extends Resendable>({
  deliveries,
  chosen,
  nameOf,
  placeOf,
  onChoose,
  onChange,
}: ResendListProps<One>) {
  return (
    <ul
      aria-label="What is sent again"
      className="relative max-h-[44vh] overflow-auto border-line border-y [&>li+li]:border-line [&>li+li]:border-t"
    >
      {deliveries.map((delivery) => (
        <li key={delivery.id} className="flex items-start gap-3 py-1.5 pe-1">
          <div className="min-w-0 flex-1">
            <Checkbox
              isSelected={chosen.includes(delivery.id)}
              onChange={(isChosen) => onChoose(delivery.id, isChosen)}
            >
              <span className="block break-words font-semibold">{nameOf(delivery)}</span>
              <span className="block text-muted text-small wrap-anywhere">{placeOf(delivery)}</span>
              <span className="block break-words text-small">{delivery.problem}</span>
              {failedForGood(delivery) && (
                <span className="block text-small text-warn">Its address has not changed since.</span>
              )}
            </Checkbox>
          </div>
          {(delivery.mayFixEmail || delivery.mayFixAddress) && (
            <Button
              size="compact"
              aria-label={`Change: ${nameOf(delivery)}`}
              className="mt-2"
              onClick={() => onChange(delivery)}
            >
              Change
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

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
