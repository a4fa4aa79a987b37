import { valueProblem } from '@laurel/domain/limits'
import { formatDollars } from '@laurel/domain/money'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { changeSetup, keepUnsaved, unsavedOf, useSetupStore } from '../../../app/setup-store.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { catalogQueries } from '../create-reward.queries.ts'
import { SetupFrame } from '../SetupFrame.tsx'
import { saveDraft } from '../save-draft.ts'
import { AmountStage, AmountTools } from './AmountStage.tsx'
import { useValueLimits } from './value-limits.ts'

const NEEDED = 'Choose what each card is worth.'

/** Bulk cards: what each is worth. */
export function ValueScreen() {
  const limits = useValueLimits()
  const { data: amounts } = useSuspenseQuery(catalogQueries.amounts())
  const cents = useSetupStore((setup) => setup.denominationCents)
  const [isChecked, setChecked] = useState(false)
  const problem =
    valueProblem('denominationCents', cents, limits)?.message ??
    (cents === null && isChecked ? NEEDED : undefined)

  function change(next: number | null) {
    const fits = !valueProblem('denominationCents', next, limits)
    changeSetup({ denominationCents: next })
    keepUnsaved({ denominationCents: fits ? undefined : (next ?? undefined), valueText: undefined })
    if (fits) saveDraft({ denominationCents: next })
  }

  return (
    <SetupFrame
      step="value"
      rewardType="bulk"
      className="grid grid-cols-[1fr_436px] mid:grid-cols-1 mid:content-start"
      missing={cents === null ? NEEDED : problem}
      onAttempt={() => setChecked(true)}
    >
      <AmountStage />
      <AmountTools title="Value" lead="The same amount on every card.">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and take a legend */}
        <div role="group" aria-label="Value of each card" className="grid grid-cols-3 gap-3">
          {amounts
            .filter(({ valueCents }) => !valueProblem('value', valueCents, limits))
            .map(({ id, valueCents }) => (
              <button
                key={id}
                type="button"
                aria-pressed={valueCents === cents}
                onClick={() => change(valueCents)}
                className="group relative min-h-16 rounded-control bg-surface text-center font-semibold text-h3 shadow-hairline transition-shadow duration-(--fast) hover:shadow-hairline-strong aria-pressed:bg-canvas aria-pressed:shadow-chosen"
              >
                {formatDollars(valueCents)}
                <Icon
                  of={Check}
                  size={16}
                  className="absolute top-2 right-2 hidden! text-accent-text group-aria-pressed:block!"
                />
              </button>
            ))}
        </div>
        <MoneyField
          label="Another amount"
          name="denominationCents"
          cents={cents}
          hint={`${formatDollars(limits.minValueCents)} to ${formatDollars(limits.maxValueCents)} on a card`}
          error={problem}
          onChangeCents={change}
          unreadable={unsavedOf().valueText}
          onUnreadable={(text) => keepUnsaved({ valueText: text })}
        />
      </AmountTools>
    </SetupFrame>
  )
}
