import { MAX_PROGRAM_AMOUNTS, type ProgramAmount, type ProgramKind } from '@laurel/domain/programs'
import { Plus, X } from 'lucide-react'
import { useTexts } from '../../../app/texts.ts'
import { Button } from '../../../parts/Button.tsx'
import { ErrorText } from '../../../parts/FieldText.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { NumberField } from '../../../parts/NumberField.tsx'

/** An amount that's being entered. */
export type AmountDraft = { key: number; years: number | null; cents: number | null }

export function amountDraft(amounts: readonly ProgramAmount[] | undefined): AmountDraft[] {
  if (amounts === undefined) return [{ key: 0, years: 1, cents: null }]
  return amounts.map(({ years, cents }, key) => ({ key, years: Math.max(1, years), cents }))
}

/** @returns undefined while something is missing */
export function amountsOf(kind: ProgramKind, drafts: readonly AmountDraft[]): ProgramAmount[] | undefined {
  const all = kind === 'anniversary' ? drafts : drafts.slice(0, 1).map((one) => ({ ...one, years: 0 }))
  const whole = all.flatMap(({ years, cents }) =>
    years === null || cents === null || cents === 0 ? [] : [{ years, cents }],
  )
  const isWhole = whole.length === all.length && new Set(whole.map(({ years }) => years)).size === all.length
  return isWhole ? whole : undefined
}

type AmountFieldsProps = {
  kind: ProgramKind
  amounts: readonly AmountDraft[]
  onChange: (amounts: AmountDraft[]) => void
  error: string | undefined
}

/** One amount, or one for each number of years of service. */
export function AmountFields({ kind, amounts, onChange, error }: AmountFieldsProps) {
  const i18n = useTexts()
  const change = (key: number, changed: Partial<AmountDraft>) =>
    onChange(amounts.map((one) => (one.key === key ? { ...one, ...changed } : one)))
  if (kind !== 'anniversary') {
    const first = amounts[0]!
    return (
      <MoneyField
        label={i18n.t('Amount for each person')}
        name="amounts"
        cents={first.cents}
        onChangeCents={(cents) => change(first.key, { cents })}
      />
    )
  }
  const last = amounts.at(-1)!
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1.5 text-label">{i18n.t('Amount by years of service')}</legend>
      {amounts.map(({ key, years, cents }, index) => (
        <div key={key} className="grid grid-cols-[1fr_1fr_44px] items-end gap-3">
          <NumberField
            label={i18n.t('From years')}
            aria-label={i18n.t('From years, amount {number}', { number: index + 1 })}
            minValue={1}
            maxValue={80}
            value={years ?? Number.NaN}
            onChange={(next) => change(key, { years: Number.isNaN(next) ? null : next })}
          />
          <MoneyField
            label={i18n.t('Amount')}
            name={index === 0 ? 'amounts' : `amount-${index}`}
            cents={cents}
            onChangeCents={(next) => change(key, { cents: next })}
          />
          {amounts.length > 1 && (
            <Button
              look="plain"
              size="round"
              aria-label={i18n.t('Remove amount {number}', { number: index + 1 })}
              onClick={() => onChange(amounts.filter((one) => one.key !== key))}
            >
              <Icon of={X} size={18} />
            </Button>
          )}
        </div>
      ))}
      {error && <ErrorText>{error}</ErrorText>}
      <p className="text-muted text-small">
        {i18n.t('An amount applies until the next one. Fewer years get no card.')}
      </p>
      {amounts.length < MAX_PROGRAM_AMOUNTS && (
        <Button
          look="outlined"
          className="justify-self-start"
          onClick={() =>
            onChange([...amounts, { key: last.key + 1, years: (last.years ?? 0) + 1, cents: last.cents }])
          }
        >
          <Icon of={Plus} size={18} />
          {i18n.t('Add amount')}
        </Button>
      )}
    </fieldset>
  )
}
