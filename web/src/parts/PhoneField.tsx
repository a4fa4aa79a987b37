import { DEFAULT_DIAL_CODE, DIAL_CODES, dialCodesIn, findDialCode } from '@laurel/domain/dial-codes'
import { joinPhone, nationalPhone, readPhone } from '@laurel/domain/phone'
import { ChevronDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTexts } from '../app/texts.ts'
import { Icon } from './Icon.tsx'
import { TextField, type TextFieldProps } from './TextField.tsx'

type PhoneFieldProps = Pick<
  TextFieldProps,
  'label' | 'hint' | 'error' | 'isRequired' | 'autoFocus' | 'className'
> & {
  name: string
  /** The full number, "+19375550110", or the saved text; '' while empty. */
  value: string
  onChange: (number: string) => void
}

/** docs/spec.md §3, "country dial code default +1". */
export function PhoneField({ value, onChange, ...rest }: PhoneFieldProps) {
  const i18n = useTexts()
  const places = useMemo(() => dialCodesIn(i18n.locale), [i18n.locale])
  const [entry, setEntry] = useState(() => entryOf(value))
  // The value changed from outside, which replaces the typed text.
  const shown = numberOf(entry) === value || entry.from === value ? entry : entryOf(value)

  function change(to: { country: string; typed: string }) {
    const number = numberOf(to)
    setEntry({ ...to, from: number })
    onChange(number)
  }

  return (
    <TextField
      {...rest}
      type="tel"
      autoComplete="tel-national"
      inputMode="tel"
      maxLength={30}
      value={shown.typed}
      onChange={(typed) => change(typed.trim().startsWith('+') ? entryOf(typed) : { ...shown, typed })}
      before={
        <span className="relative -ms-1 flex min-h-11 items-center gap-1 rounded-small px-1 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent-line">
          <span aria-hidden="true">{dialCodeOf(shown.country)}</span>
          <Icon of={ChevronDown} size={16} />
          {/* The native list finds countries by typing and opens the picker on phones. */}
          <select
            aria-label={i18n.t('Country code')}
            autoComplete="tel-country-code"
            value={shown.country}
            onChange={({ target }) => change({ ...shown, country: target.value })}
            className="absolute inset-0 w-full cursor-pointer opacity-0"
          >
            {places.map(({ country, name, dialCode }) => (
              <option key={country} value={country}>
                {name} {dialCode}
              </option>
            ))}
          </select>
        </span>
      }
    />
  )
}

type Entry = { country: string; typed: string; from: string }

/** Splits a number into dial code and digits. An unreadable one is kept whole, to be fixed. */
function entryOf(value: string): Entry {
  const number = readPhone(value)
  const place = number === undefined ? undefined : findDialCode(number)
  return {
    country: place?.country ?? DIAL_CODES[0]!.country,
    typed: number === undefined ? value : nationalPhone(number),
    from: value,
  }
}

function numberOf({ country, typed }: Pick<Entry, 'country' | 'typed'>): string {
  return typed.trim().startsWith('+') ? typed : joinPhone(dialCodeOf(country), typed)
}

function dialCodeOf(country: string): string {
  return DIAL_CODES.find((place) => place.country === country)?.dialCode ?? DEFAULT_DIAL_CODE
}
