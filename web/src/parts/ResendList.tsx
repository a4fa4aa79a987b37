import { useState } from 'react'
import { useTexts } from '../app/texts.ts'
import { Button } from './Button.tsx'
import { Checkbox } from './Checkbox.tsx'

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

/** Deliveries to send again, with their address and problem. Each can be left out or changed. */
export function ResendList<One extends Resendable>({
  deliveries,
  chosen,
  nameOf,
  placeOf,
  onChoose,
  onChange,
}: ResendListProps<One>) {
  const i18n = useTexts()

  return (
    <ul
      aria-label={i18n.t('Deliveries to resend')}
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
                <span className="block text-small text-warn">{i18n.t('The address hasn’t changed.')}</span>
              )}
            </Checkbox>
          </div>
          {(delivery.mayFixEmail || delivery.mayFixAddress) && (
            <Button
              size="compact"
              aria-label={i18n.t('Change: {delivery}', { delivery: nameOf(delivery) })}
              className="mt-2"
              onClick={() => onChange(delivery)}
            >
              {i18n.t('Change')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

type ToSend = { id: number; status: string; problemCode: string }

/** The selected deliveries. Those whose address would fail again start unselected. */
export function useChosen(deliveries: readonly ToSend[]) {
  const [decided, setDecided] = useState<ReadonlyMap<number, boolean>>(new Map())
  const ids = deliveries.filter((one) => decided.get(one.id) ?? !failedForGood(one)).map(({ id }) => id)
  return {
    ids,
    choose: (id: number, isChosen: boolean) => setDecided((all) => new Map(all).set(id, isChosen)),
  }
}

type Failed = { status: string; problemCode: string }

/** Temporary failures: a full mailbox, an unavailable server, a policy. */
const PASSING = /^(4|5\.[2347]\.|552)/

/**
 * Whether the address would fail again: it is unknown, or a letter was returned. A changed
 * address is not in the list, because changing it sends the card again.
 */
export function failedForGood({ status, problemCode }: Failed): boolean {
  return status === 'returned' || (status === 'bounced' && !PASSING.test(problemCode))
}
