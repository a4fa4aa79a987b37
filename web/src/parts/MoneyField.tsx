import { NumberField, type NumberFieldProps } from './NumberField.tsx'

type MoneyFieldProps = Omit<
  NumberFieldProps,
  'value' | 'defaultValue' | 'onChange' | 'minValue' | 'maxValue' | 'formatOptions' | 'step'
> & {
  cents: number | null
  onChangeCents: (cents: number | null) => void
  minCents?: number
  maxCents?: number
}

const DOLLARS = { style: 'currency', currency: 'USD', currencySign: 'standard' } as const

/**
 * An amount in US dollars, kept in integer cents. It leaves limits to the caller's own sentence:
 * a value outside them stays as typed, so that nobody's $5,000 silently becomes $1,000.
 */
export function MoneyField({ cents, onChangeCents, minCents, maxCents, error, ...rest }: MoneyFieldProps) {
  const outside =
    cents !== null &&
    ((minCents !== undefined && cents < minCents) || (maxCents !== undefined && cents > maxCents))
  return (
    <NumberField
      {...rest}
      formatOptions={DOLLARS}
      value={cents === null ? Number.NaN : cents / 100}
      onChange={(dollars) => onChangeCents(Number.isNaN(dollars) ? null : Math.round(dollars * 100))}
      isInvalid={outside || rest.isInvalid}
      error={error}
    />
  )
}
