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
} from './FieldText.tsx'
import { UNREADABLE } from './unreadable-field.ts'

type MoneyFieldProps = Omit<
  TextFieldProps,
  'children' | 'className' | 'style' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'type' | 'inputMode'
> &
  FieldTextProps & {
    cents: number | null
    onChangeCents: (cents: number | null) => void
    minCents?: number
    maxCents?: number
    /** What was typed on an earlier visit and is not a price. */
    unreadable?: string | undefined
    /** Told what was typed when the field is left and it is not a price. */
    onUnreadable?: (text: string) => void
    className?: string
  }

const NOT_A_PRICE = 'Type an amount like 1,234.50'
const STEP_CENTS = 100
const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: STEP_CENTS,
  PageUp: STEP_CENTS,
  ArrowDown: -STEP_CENTS,
  PageDown: -STEP_CENTS,
}

/** What stands in the field until it is an amount, and the amount it stood beside. */
type Typed = { text: string; isLeft: boolean; cents: number | null }

/**
 * An amount in US dollars, kept in integer cents, read when the field is left or Enter is pressed. What is
 * not a price stays as typed, counts as no amount, and keeps its form from being sent. It leaves limits to
 * the caller's own sentence: nobody's $5,000 silently becomes $1,000.
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
  // Another amount was given meanwhile, by a button beside it: what was typed is gone.
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
      // Never a plain false: that would hide what the server says of the field.
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
