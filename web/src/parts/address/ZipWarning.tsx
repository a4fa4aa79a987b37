import { useState } from 'react'
import { Note } from '../Note.tsx'
import { zipDoubt } from './zip-doubt.ts'

type Warning = { text: string | undefined; stops: () => boolean }

/**
 * Holds a save once for a ZIP code that lies outside its state. Saving the same again goes through: a ZIP
 * code that crosses a border is warned about, never refused.
 */
export function useZipWarning(zip: string, state: string): Warning {
  const doubt = zipDoubt(zip, state)
  const [seen, setSeen] = useState<string>()
  return {
    text: doubt !== undefined && doubt === seen ? doubt : undefined,
    stops() {
      if (doubt === undefined || doubt === seen) return false
      setSeen(doubt)
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
