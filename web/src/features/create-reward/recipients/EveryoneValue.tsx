import type { SiteLimits } from '@laurel/domain/limits'
import { formatDollars } from '@laurel/domain/money'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Chip, Chips } from '../../../parts/Chip.tsx'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { catalogQueries } from '../create-reward.queries.ts'

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
