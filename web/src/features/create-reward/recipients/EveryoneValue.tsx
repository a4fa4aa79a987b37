import type { SiteLimits } from '@laurel/domain/limits'
import { formatCents, formatDollars } from '@laurel/domain/money'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { Chip, Chips } from '../../../parts/Chip.tsx'
import { count as counted } from '../../../parts/format.ts'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { catalogQueries } from '../create-reward.queries.ts'
import type { ListView } from './recipients.queries.ts'

const SHOWN = 5

type EveryoneValueProps = {
  cents: number | null
  limits: Pick<SiteLimits, 'minValueCents' | 'maxValueCents'>
  problem: string | undefined
  onChange: (cents: number | null) => void
}

/** One amount for everybody whose row has none of its own. */
export function EveryoneValue({ cents, limits, problem, onChange }: EveryoneValueProps) {
  const { data: amounts } = useSuspenseQuery(catalogQueries.amounts())
  const offered = amounts.filter(
    ({ valueCents }) => valueCents >= limits.minValueCents && valueCents <= limits.maxValueCents,
  )
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3 border-line border-t py-4">
      <MoneyField
        label="Value for everyone"
        name="denominationCents"
        cents={cents}
        onChangeCents={onChange}
        hint="A row with its own value keeps it."
        error={problem}
        className="w-[220px] narrow:w-full"
      />
      <div className="mt-6.5 min-w-0 narrow:mt-0">
        <Chips label="Common values">
          {offered.slice(0, SHOWN).map(({ id, valueCents }) => (
            <Chip key={id} isSelected={valueCents === cents} onPress={() => onChange(valueCents)}>
              {formatDollars(valueCents)}
            </Chip>
          ))}
        </Chips>
      </div>
    </div>
  )
}

/** The kinds of problems that everyone's value answers. */
const VALUE_KINDS = ['amount_unreadable', 'too_small', 'too_large']

type ValueForKindProps = {
  view: Pick<ListView, 'only'>
  count: number
  everyoneCents: number | null
  onGive: () => Promise<void>
}

/** Values that cannot stand give way to everyone's, all of a kind with one press. */
export function ValueForKind({ view, count, everyoneCents, onGive }: ValueForKindProps) {
  const [isGiving, setGiving] = useState(false)
  if (!VALUE_KINDS.includes(view.only) || everyoneCents === null || count === 0) return null

  async function give() {
    setGiving(true)
    await onGive()
    setGiving(false)
  }

  return (
    <p className="-mt-1 mb-3.5">
      <Button size="compact" isPending={isGiving} onClick={give}>
        {count === 1 ? 'Use' : `Give all ${counted(count)}`} everyone’s {formatCents(everyoneCents)}
      </Button>
    </p>
  )
}
