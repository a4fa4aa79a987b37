import { type StateCode, stateName } from './us-states.ts'
import { statesOfZip } from './zip-prefixes.ts'

/** Five digits, or ZIP+4 with its hyphen. */
export function isZipCode(text: string): boolean {
  return /^\d{5}(-\d{4})?$/.test(text)
}

export const ZIP_INVALID = /*i18n*/ 'Enter a five-digit ZIP code.'

/**
 * Parses a ZIP code as people and spreadsheets write it: spaces are removed, ZIP+4 gets its hyphen, and leading
 * zeros that a spreadsheet dropped are restored if the state matches the restored code.
 *
 * @param state the address's state, if known: without it no zero is restored
 * @returns the stored form, and whether zeros were restored; unreadable text is returned trimmed
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
 * The warning when a ZIP code and a state disagree. Both may be right (ZIP codes cross borders), so it never
 * blocks.
 *
 * @param zip a complete ZIP code; others have no warning
 */
export function zipStateWarning(zip: string, state: StateCode): string | undefined {
  if (!isZipCode(zip)) return undefined
  const states = statesOfZip(zip)
  if (states.includes(state)) return undefined
  if (states.length === 0) return `No ZIP code starts with ${zip.slice(0, 3)}.`
  return `${zip} is in ${states.map(stateName).join(' or ')}, not in ${stateName(state)}.`
}

/** ZIP+4 without a hyphen: nine digits, or eight if a spreadsheet dropped the zero. */
function splitNine(digits: string): string {
  return /^\d{8,9}$/.test(digits) ? `${digits.slice(0, -4)}-${digits.slice(-4)}` : digits
}
