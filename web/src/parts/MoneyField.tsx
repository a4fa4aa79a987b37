import { centsFromTyped, formatCents } from '@laurel/domain/money'
import { type KeyboardEvent, useState } from 'react'
import { Input } from 'react-aria-components/Input'
import { TextField, type TextFieldProps } from 'react-aria-components/TextField'
import {
  FIELD_BOX,
  FIELD_INPUT,
  FIELD_STACK,
  FieldFoot,
  FieldHead,
  type FieldTextProps,
  UNREADABLE,
} from './FieldText.tsx'

type MoneyFieldProps = Omit<
  TextFieldProps,
  'children' | 'className' | 'style' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'type' | 'inputMode'
> &
  FieldTextProps & {
    cents: number | null
    onChangeCents: (cents: number | null) => void
    minCents?: number
    maxCents?: number
    /** Unreadable text from an earlier visit. */
    unreadable?: string | undefined
    /** Called on blur with text that is not an amount. */
    onUnreadable?: (text: string) => void
    className?: string
  }

const NOT_A_PRICE = /*i18n*/ 'Enter an amount like 1,234.50'
const STEP_CENTS = 100
const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: STEP_CENTS,
  PageUp: STEP_CENTS,
  ArrowDown: -STEP_CENTS,
  PageDown: -STEP_CENTS,
}

/** The text until it is an amount, and the amount at the time of typing. */
type Typed = { text: string; isLeft: boolean; cents: number | null }

/**
 * An amount in US dollars, kept in integer cents, parsed on blur or Enter. Other
 * text stays as typed, counts as no amount, and keeps the form from being sent. The caller checks
 * limits, so that $5,000 never silently becomes $1,000.
 */
export function MoneyField({
  cents,
  onChangeCents,
  minCents,
  maxCents,
  unreadable,
  onUnreadable,
  label,
  aside,
  hint,
  error,
  className = '',
  ...rest
}: MoneyFieldProps) {
  const [kept, setTyped] = useState<Typed | undefined>(() =>
    unreadable === undefined ? undefined : { text: unreadable, isLeft: true, cents },
  )
  // A button has set another amount, which replaces the typed text.
  const typed = kept !== undefined && kept.cents === cents ? kept : undefined
  const text = typed?.text ?? (cents === null ? '' : formatCents(cents))
  const isBlank = text.trim() === ''
  const read = isBlank ? null : centsFromTyped(text)
  const problem = typed?.isLeft && read === undefined ? NOT_A_PRICE : error
  const isOutside =
    cents !== null &&
    ((minCents !== undefined && cents < minCents) || (maxCents !== undefined && cents > maxCents))

  function take() {
    if (typed === undefined) return
    setTyped(read === undefined ? { text, isLeft: true, cents: null } : undefined)
    if ((read ?? null) !== cents) onChangeCents(read ?? null)
    if (read === undefined) onUnreadable?.(text)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') return take()
    const step = STEPS[event.key]
    const isHeld = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    if (step === undefined || isHeld || read === undefined || rest.isDisabled || rest.isReadOnly) return
    event.preventDefault()
    setTyped(undefined)
    onChangeCents(read === null ? (minCents ?? 0) : Math.max(0, read + step))
  }

  return (
    <TextField
      {...rest}
      value={text}
      onChange={(next) => setTyped({ text: next, isLeft: false, cents })}
      onBlur={take}
      onKeyDown={onKeyDown}
      inputMode="decimal"
      autoComplete="off"
      // Undefined rather than false, which would hide the server's error.
      isInvalid={problem !== undefined || isOutside || rest.isInvalid}
      validationBehavior="aria"
      className={`${FIELD_STACK} ${className}`}
    >
      <FieldHead label={label} aside={aside} />
      <div className={`${FIELD_BOX} min-h-12 px-3.5`}>
        <Input className={FIELD_INPUT} {...(read === undefined && { [UNREADABLE]: '' })} />
      </div>
      <FieldFoot hint={hint} error={problem} />
    </TextField>
  )
}
