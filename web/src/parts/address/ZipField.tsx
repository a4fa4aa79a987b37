import { findStateCode, stateName } from '@laurel/domain/us-states'
import { readZipCode, zipStateWarning } from '@laurel/domain/zip-code'
import { statesOfZip } from '@laurel/domain/zip-prefixes'
import { TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../Button.tsx'
import { Icon } from '../Icon.tsx'
import { Note } from '../Note.tsx'
import { TextField, type TextFieldProps } from '../TextField.tsx'

type ZipFieldProps = Pick<TextFieldProps, 'name' | 'value' | 'onChange' | 'autoComplete' | 'isRequired'> & {
  /** The state beside it, two letters, or ''. */
  state: string
  /** Takes the ZIP code's own state with one click. */
  onState?: (state: string) => void
}

/** A ZIP code. One that lies outside the state gets a warning and is never refused: ZIP codes cross borders. */
export function ZipField({ state, onState, ...field }: ZipFieldProps) {
  const mismatch = zipWarning(field.value ?? '', state)
  const box = useRef<HTMLDivElement>(null)
  const states = mismatch && onState ? zipStates(field.value ?? '', state) : []

  function changeZip() {
    const input = box.current?.querySelector('input')
    input?.focus()
    input?.select()
  }

  return (
    <div ref={box} className="grid content-start gap-1">
      <TextField
        label="ZIP code"
        autoComplete="postal-code"
        inputMode="numeric"
        maxLength={10}
        isRequired
        {...field}
        hint={
          mismatch && (
            <span className="flex gap-1.5 font-medium text-warn">
              <Icon of={TriangleAlert} size={18} className="mt-px" />
              <span>{mismatch}</span>
            </span>
          )
        }
      />
      {states.map(({ code, name }) => (
        <Button key={code} look="link" className="justify-self-start" onClick={() => onState?.(code)}>
          Use {name}
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
 * Holds a save once for a ZIP code that lies outside its state. Saving the same again goes through: a ZIP
 * code that crosses a border is warned about, never refused.
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

/** Says it before the fields; the fix is beside the ZIP code. */
export function ZipWarning({ warning }: { warning: Warning }) {
  if (!warning.text) return null
  return (
    <div role="alert">
      <Note tone="warn">{warning.text} Correct the address, or save it again if it’s right.</Note>
    </div>
  )
}

/** What to say under a typed ZIP code that lies outside the chosen state; nothing while either is open. */
function zipWarning(typed: string, state: string): string | undefined {
  const code = findStateCode(state)
  return code && zipStateWarning(readZipCode(typed, code).zip, code)
}

/** The states a typed ZIP code lies in: each could be the one that was meant. */
function zipStates(typed: string, state: string): { code: string; name: string }[] {
  const { zip } = readZipCode(typed, findStateCode(state))
  return statesOfZip(zip).map((code) => ({ code, name: stateName(code) }))
}

/** The other answer to the same warning: the state is right. */
export function keepStateLabel(state: string): string {
  return `Keep ${stateName(state)} and fix the ZIP`
}
