import { findStateCode, type StateCode } from './us-states.ts'
import { isZipCode } from './zip-code.ts'
import { statesOfZip } from './zip-prefixes.ts'

/** Letters that are typed or scanned instead of a digit. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  I: '1',
  L: '1',
  '|': '1',
  Z: '2',
  S: '5',
  B: '8',
}
const SUGGESTED_AT_MOST = 3

/**
 * Likely corrections of a ZIP code: with the zero a spreadsheet dropped, without letters that look like digits,
 * without extra text, without a repeated digit, or with two digits swapped. Only ZIP codes whose first three
 * digits are in use, and in the state if it's known.
 *
 * @returns none when the ZIP code fits as it is
 */
export function suggestZips(typed: string, state: StateCode | undefined): string[] {
  const fits = (zip: string) => {
    const states = isZipCode(zip) ? statesOfZip(zip) : []
    return state === undefined ? states.length > 0 : states.includes(state)
  }
  if (fits(typed)) return []
  for (const read of [besides, asDigits, withZeros, withoutRepeated, swapped]) {
    const found = [...new Set(read(typed))].filter(fits)
    if (found.length > 0) return found.slice(0, SUGGESTED_AT_MOST)
  }
  return []
}

/** "OR 97214", "97214.0", and "97214-12". */
function besides(typed: string): string[] {
  const [, word = '', five = '', four = ''] =
    /^([a-z. ]*?)[\s,]*(\d{5})(?:-?(\d{4}))?(?:\.0+|-\d{0,3})?[\s,]*(?:usa?)?$/i.exec(typed.trim()) ?? []
  if (word && !findStateCode(word)) return []
  return [five + (four && `-${four}`)]
}

function asDigits(typed: string): string[] {
  const digits = [...typed.toUpperCase().replace(/\s/g, '')].map((each) => LOOKALIKES[each] ?? each).join('')
  const isMostlyDigits = (typed.match(/\d/g)?.length ?? 0) >= 3
  return isMostlyDigits ? [digits, ...withZeros(digits)] : []
}

function withZeros(typed: string): string[] {
  const [, few = '', four = ''] = /^(\d{3,4})(?:-(\d{4}))?(?:\.0+)?$/.exec(typed) ?? []
  return few === '' ? [] : [few.padStart(5, '0') + (four && `-${four}`)]
}

function withoutRepeated(typed: string): string[] {
  if (!/^\d{6}$/.test(typed)) return []
  return [...typed].flatMap((digit, at) =>
    digit === typed[at + 1] ? [typed.slice(0, at) + typed.slice(at + 1)] : [],
  )
}

function swapped(typed: string): string[] {
  const [, five = '', rest = ''] = /^(\d{5})(-\d{4})?$/.exec(typed) ?? []
  return [...five.slice(1)].map(
    (second, at) => five.slice(0, at) + second + five.charAt(at) + five.slice(at + 2) + rest,
  )
}
