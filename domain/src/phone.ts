import { DEFAULT_DIAL_CODE, findDialCode } from './dial-codes.ts'

/** Any 7 to 15 digits can be a number somewhere (ITU-T E.164). */
const ANYWHERE = /^\+\d{7,15}$/
/** Ten digits; no area code begins with 0 or 1. */
const NORTH_AMERICAN = /^\+1[2-9]\d{9}$/

const NORTH_AMERICAN_INVALID = /*i18n*/ 'Enter 10 digits after +1, such as (937) 555-0110.'
const PHONE_INVALID = /*i18n*/ 'Enter 7 to 15 digits, including the country code.'

/**
 * The number as it's sent: the dial code and what was typed, without spaces, hyphens, and brackets.
 *
 * @returns '' when nothing was typed
 * @see docs/spec.md §3, "The phone number sent is the country code plus digits"
 */
export function joinPhone(dialCode: string, typed: string): string {
  const national = typed.replace(/[^\p{L}\p{N}]/gu, '')
  if (!national) return ''
  // "1 937 555 0110" after "+1" repeats the code.
  const isTwice = dialCode === DEFAULT_DIAL_CODE && /^1\d{10}$/.test(national)
  return dialCode + (isTwice ? national.slice(1) : national)
}

/**
 * Parses a phone number as people write it; without a dial code it's North American.
 *
 * @returns the number in one piece, "+19375550110"; undefined if it isn't one
 */
export function readPhone(text: string): string | undefined {
  const trimmed = text.trim()
  const joined = trimmed.startsWith('+')
    ? `+${joinPhone('', trimmed)}`
    : joinPhone(DEFAULT_DIAL_CODE, trimmed)
  if (!ANYWHERE.test(joined)) return undefined
  const dialCode = findDialCode(joined)?.dialCode
  if (dialCode === DEFAULT_DIAL_CODE) return NORTH_AMERICAN.test(joined) ? joined : undefined
  // The code alone isn't a number.
  return dialCode !== undefined && joined.length > dialCode.length + 3 ? joined : undefined
}

/** The problem with a phone number, in a sentence; undefined if it's empty or valid. */
export function phoneProblem(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || readPhone(trimmed) !== undefined) return undefined
  const isNorthAmerican = !trimmed.startsWith('+') || trimmed.startsWith(DEFAULT_DIAL_CODE)
  return isNorthAmerican ? NORTH_AMERICAN_INVALID : PHONE_INVALID
}

/** The stored form of a number, in one piece. Unreadable text stays as typed, for `phoneProblem` to report. */
export function normalizePhone(text: string): string {
  return readPhone(text) ?? text.trim()
}

/** The part after the dial code in its usual format: "(937) 555-0110", or bare digits elsewhere. */
export function nationalPhone(number: string): string {
  const dialCode = findDialCode(number)?.dialCode
  if (dialCode === undefined) return number
  const national = number.slice(dialCode.length)
  const [, area, first, last] = /^(\d{3})(\d{3})(\d{4})$/.exec(national) ?? []
  return dialCode === DEFAULT_DIAL_CODE && area ? `(${area}) ${first}-${last}` : national
}

/** A stored number for display: "(937) 555-0110", "+44 2079460958". */
export function formatPhone(text: string): string {
  const number = readPhone(text)
  if (number === undefined) return text
  const dialCode = findDialCode(number)!.dialCode
  return dialCode === DEFAULT_DIAL_CODE ? nationalPhone(number) : `${dialCode} ${nationalPhone(number)}`
}
