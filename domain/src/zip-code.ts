import { type StateCode, stateName } from './us-states.ts'
import { statesOfZip } from './zip-prefixes.ts'

/** Five digits, or ZIP+4 with its hyphen. */
export function isZipCode(text: string): boolean {
  return /^\d{5}(-\d{4})?$/.test(text)
}

export const ZIP_INVALID = 'A ZIP code has five digits.'

/**
 * Reads a ZIP code as people and spreadsheets write it: blanks go, ZIP+4 gets its hyphen, and
 * leading zeros a spreadsheet dropped come back when the state agrees with the restored code.
 *
 * @param state where the address is, when known: without it no zero is restored
 * @returns the ZIP code as it is kept, and whether zeros were restored; unreadable text comes back trimmed
 */
export function readZipCode(
  text: string,
  state: StateCode | undefined,
): { zip: string; zerosRestored: boolean } {
  const trimmed = text.replace(/\s+/g, '')
  const [, five = '', four = ''] = /^(\d{3,5})-?(\d{4})?$/.exec(splitNine(trimmed)) ?? []
  if (!five) return { zip: text.trim(), zerosRestored: false }

  const zip = five.padStart(5, '0') + (four && `-${four}`)
  if (five.length === 5) return { zip, zerosRestored: false }
  if (state && statesOfZip(zip).includes(state)) return { zip, zerosRestored: true }
  return { zip: text.trim(), zerosRestored: false }
}

/**
 * What to say when a ZIP code and a state disagree. Both may be right (ZIP codes cross borders): it is
 * said, never stopped.
 *
 * @param zip a whole ZIP code; of any other there is nothing to say
 */
export function zipStateDoubt(zip: string, state: StateCode): string | undefined {
  if (!isZipCode(zip)) return undefined
  const states = statesOfZip(zip)
  if (states.includes(state)) return undefined
  if (states.length === 0) return `No ZIP code begins with ${zip.slice(0, 3)}.`
  return `${zip} is in ${states.map(stateName).join(' or ')}, not in ${stateName(state)}.`
}

/** Nine digits, or eight of which a spreadsheet dropped the zero, are ZIP+4 without the hyphen. */
function splitNine(digits: string): string {
  return /^\d{8,9}$/.test(digits) ? `${digits.slice(0, -4)}-${digits.slice(-4)}` : digits
}
