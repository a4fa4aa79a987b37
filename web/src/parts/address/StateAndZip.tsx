import { findStateCode, stateName, US_STATES } from '@laurel/domain/us-states'
import { isZipCode, readZipCode, zipStateWarning } from '@laurel/domain/zip-code'
import { statesOfZip } from '@laurel/domain/zip-prefixes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { usStatesQuery, zipPlaceQuery } from '../../app/customer.queries.ts'
import { pageTexts, translated, useTexts } from '../../app/texts.ts'
import { Button } from '../Button.tsx'
import { Icon } from '../Icon.tsx'
import { inText, SLOT } from '../in-text.tsx'
import { Note } from '../Note.tsx'
import { Select } from '../Select.tsx'
import { TextField, type TextFieldProps } from '../TextField.tsx'

type StateFieldProps = {
  name: string
  /** Two letters, or ''. */
  value: string
  onChange: (code: string) => void
  autoComplete?: string
}

/** Shows states by name; autofill and typing find them. */
export function StateField({ name, value, onChange, autoComplete = 'address-level1' }: StateFieldProps) {
  const i18n = useTexts()

  // The site's list once it has loaded; all states until then, or without a network.
  const { data: states = US_STATES } = useQuery(usStatesQuery)
  return (
    <Select
      label={i18n.t('State')}
      name={name}
      autoComplete={autoComplete}
      placeholder={i18n.t('Choose a state')}
      options={states.map((state) => ({ value: state.code, label: state.name }))}
      value={value || null}
      onChange={(code) => onChange(code ?? '')}
    />
  )
}

type ZipFieldProps = Pick<TextFieldProps, 'name' | 'value' | 'onChange' | 'autoComplete' | 'isRequired'> & {
  /** The selected state, two letters, or ''. */
  state: string
  city: string
  /** Called with the city or state, or both, that the ZIP code fills in, and with '' when it is undone. */
  onFill: (place: FilledPlace) => void
}

type FilledPlace = { city?: string; state?: string }

/**
 * Fills in an empty city and state once a complete ZIP code is typed. What was filled in before for another ZIP
 * code is replaced, and what people typed is kept.
 */
function useZipFill({ city, state, onFill }: Pick<ZipFieldProps, 'city' | 'state' | 'onFill'>) {
  const queryClient = useQueryClient()
  const [filled, setFilled] = useState<FilledPlace>()
  const [undone, setUndone] = useState<string>()
  const latest = useRef({ zip: '', city, state, filled })
  latest.current = { ...latest.current, city, state, filled }

  async function fill(typed: string) {
    const zip = readZipCode(typed, undefined).zip.slice(0, 5)
    const isComplete = isZipCode(zip) && zip !== latest.current.zip
    latest.current.zip = zip
    if (!isComplete || zip === undone) return
    // Without an answer, city and state are typed as before.
    const place = await queryClient.fetchQuery(zipPlaceQuery(zip)).catch(() => undefined)
    const now = latest.current
    if (place === undefined || now.zip !== zip) return
    const isFree = (name: 'city' | 'state') => now[name] === '' || now[name] === now.filled?.[name]
    const filling: FilledPlace = {
      ...(isFree('city') && { city: place.city }),
      ...(isFree('state') && { state: place.state }),
    }
    if (Object.keys(filling).length === 0) return
    setFilled(filling)
    onFill(filling)
  }

  function undo() {
    setUndone(latest.current.zip)
    setFilled(undefined)
    onFill({ ...(filled?.city && { city: '' }), ...(filled?.state && { state: '' }) })
  }

  const isShown = filled && (filled.city ?? city) === city && (filled.state ?? state) === state
  return { fill, undo, filled: isShown ? filled : undefined }
}

/**
 * Fills in an empty city and state. Warns about a ZIP code outside its state, but accepts it: ZIP codes cross
 * borders.
 */
export function ZipField({ city, state, onFill, onChange, ...field }: ZipFieldProps) {
  const i18n = useTexts()
  const { fill, undo, filled } = useZipFill({ city, state, onFill })
  const mismatch = zipWarning(field.value ?? '', state)
  const box = useRef<HTMLDivElement>(null)
  const states = mismatch ? zipStates(field.value ?? '', state) : []

  function changeZip() {
    const input = box.current?.querySelector('input')
    input?.focus()
    input?.select()
  }

  return (
    <div ref={box} className="grid content-start gap-1">
      <TextField
        label={i18n.t('ZIP code')}
        autoComplete="postal-code"
        inputMode="numeric"
        maxLength={10}
        isRequired
        {...field}
        onChange={(zip) => {
          onChange?.(zip)
          void fill(zip)
        }}
        hint={
          mismatch && (
            <span className="flex gap-1.5 font-medium text-warn">
              <Icon of={TriangleAlert} size={18} className="mt-px" />
              <span>{translated(i18n, mismatch)}</span>
            </span>
          )
        }
      />
      {/* Always there, so that screen readers notice the change. */}
      <p role="status" className="flex items-baseline gap-1.5 text-muted text-small empty:sr-only">
        {filled && (
          <>
            <span>
              {inText(
                i18n.t('Filled in{place}.', { place: SLOT }),
                <span className="sr-only"> {placeText(filled)}</span>,
              )}
            </span>
            <Button look="link" className="text-small" onClick={undo}>
              {i18n.t('Undo')}
            </Button>
          </>
        )}
      </p>
      {states.map(({ code, name }) => (
        <Button key={code} look="link" className="justify-self-start" onClick={() => onFill({ state: code })}>
          {i18n.t('Use {name}', { name })}
        </Button>
      ))}
      {states.length > 0 && (
        <Button look="link" className="justify-self-start" onClick={changeZip}>
          {keepStateLabel(state)}
        </Button>
      )}
    </div>
  )
}

type Warning = { text: string | undefined; stops: () => boolean }

/**
 * Stops the first save of a ZIP code outside its state. Saving again goes through, because
 * ZIP codes cross borders.
 */
export function useZipWarning(zip: string, state: string): Warning {
  const mismatch = zipWarning(zip, state)
  const [seen, setSeen] = useState<string>()
  return {
    text: mismatch !== undefined && mismatch === seen ? mismatch : undefined,
    stops() {
      if (mismatch === undefined || mismatch === seen) return false
      setSeen(mismatch)
      return true
    },
  }
}

/** Shown above the fields; the fix is at the ZIP code. */
export function ZipWarning({ warning }: { warning: Warning }) {
  const i18n = useTexts()

  if (!warning.text) return null
  return (
    <div role="alert">
      <Note tone="warn">
        {translated(i18n, warning.text)} {i18n.t('Correct the address, or save it again if it’s right.')}
      </Note>
    </div>
  )
}

/** The warning for a ZIP code outside its state, once both are entered. */
function zipWarning(typed: string, state: string): string | undefined {
  const code = findStateCode(state)
  return code && zipStateWarning(readZipCode(typed, code).zip, code)
}

/** The states of a ZIP code, one of which may be the right one. */
function zipStates(typed: string, state: string): { code: string; name: string }[] {
  const { zip } = readZipCode(typed, findStateCode(state))
  return statesOfZip(zip).map((code) => ({ code, name: stateName(code) }))
}

/** `Dayton, Ohio` */
function placeText({ city, state }: FilledPlace): string {
  return [city, state && stateName(state)].filter(Boolean).join(', ')
}

/** The other fix: the state is right and the ZIP code is wrong. */
export function keepStateLabel(state: string): string {
  const i18n = pageTexts()

  return i18n.t('Keep {state} and fix the ZIP', { state: stateName(state) })
}
