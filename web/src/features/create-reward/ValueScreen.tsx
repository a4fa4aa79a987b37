import { valueProblem } from '@laurel/domain/limits'
import { formatCents, formatDollars } from '@laurel/domain/money'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { changeSetup, rememberUnsaved, unsavedOf, useSetupStore } from '../../app/setup-store.ts'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { CardCanvas } from '../../parts/card/CardCanvas.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { MoneyField } from '../../parts/MoneyField.tsx'
import { catalogQueries, useValueLimits } from './create-reward.queries.ts'
import { cardLook, useReward, useRewardType, useTemplate } from './current-card.ts'
import { SetupFrame } from './SetupFrame.tsx'
import { saveDraft } from './save-draft.ts'

const NEEDED = /*i18n*/ 'Choose a card value.'

/** The value of bulk cards. */
export function ValueScreen() {
  const i18n = useTexts()
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
    rememberUnsaved({ denominationCents: fits ? undefined : (next ?? undefined), valueText: undefined })
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
      <AmountTools title={i18n.t('Value')} lead={i18n.t('The same amount on every card.')}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and take a legend */}
        <div role="group" aria-label={i18n.t('Value of each card')} className="grid grid-cols-3 gap-3">
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
          label={i18n.t('Another amount')}
          name="denominationCents"
          cents={cents}
          hint={i18n.t('{minValue} to {maxValue} on a card', {
            minValue: formatDollars(limits.minValueCents),
            maxValue: formatDollars(limits.maxValueCents),
          })}
          error={problem}
          onChangeCents={change}
          unreadable={unsavedOf().valueText}
          onUnreadable={(text) => rememberUnsaved({ valueText: text })}
        />
      </AmountTools>
    </SetupFrame>
  )
}

/** The card and the total so far. */
export function AmountStage() {
  const i18n = useTexts()
  const rewardType = useRewardType()
  const template = useTemplate()
  const { reward } = useReward()
  const design = useSetupStore((setup) => setup.design)
  const quantity = useSetupStore((setup) => setup.quantity)
  const amountCents = useSetupStore((setup) => setup.denominationCents)
  return (
    <section
      aria-label={i18n.t('Your card')}
      className="stage grid content-start justify-items-center px-12 pt-16 pb-12 narrow:px-(--gutter) narrow:pt-4.5 narrow:pb-6"
    >
      <div className="sticky top-14 grid w-full max-w-[640px] gap-12 narrow:static narrow:max-w-[440px] narrow:gap-6">
        <CardCanvas
          look={cardLook({ design, template, rewardType, amountCents, networkName: reward?.network })}
          leaning
        />
        <p aria-live="polite" className="text-center text-muted narrow:text-small">
          {toTotal(quantity, amountCents)}
        </p>
      </div>
    </section>
  )
}

/** `250 cards × $50.00 = $12,500.00 on your cards`. */
function toTotal(typed: number | null, amountCents: number | null): string {
  const i18n = pageTexts()

  const quantity = typed !== null && Number.isInteger(typed) && typed > 0 ? typed : null
  if (quantity === null && amountCents === null) return ''
  if (quantity === null) return i18n.t('{amount} on each card', { amount: formatCents(amountCents ?? 0) })
  if (amountCents === null)
    return i18n.t('{quantity, plural, one {# card} other {# cards}}. Choose their value next.', { quantity })
  return i18n.t('{quantity, plural, one {# card} other {# cards}} × {amount} = {total} on your cards', {
    quantity,
    amount: formatCents(amountCents),
    total: formatCents(quantity * amountCents),
  })
}

type AmountToolsProps = { title: string; lead: string; children: ReactNode }

export function AmountTools({ title, lead, children }: AmountToolsProps) {
  return (
    <section
      aria-labelledby="amount-title"
      className="grid content-start gap-6 border-line border-s px-8 pt-12 pb-12 mid:border-0 narrow:px-(--gutter) narrow:pt-6 narrow:pb-8"
    >
      <div>
        <h1 id="amount-title">{title}</h1>
        <p className="mt-2 text-muted">{lead}</p>
      </div>
      {children}
    </section>
  )
}
