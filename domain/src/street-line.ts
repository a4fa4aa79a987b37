import { findStateCode, type StateCode } from './us-states.ts'

/** Followed by a number, or one letter: "Suite B" is a unit, "Unit Street" isn't. */
const UNIT =
  /[\s,]+((?:apartment|apt|suite|ste|unit|building|bldg|room|rm|floor|#)\.?\s*#?\s*(?:[a-z]|[a-z]?-?\d{1,4}[a-z]?))(?=\s*(?:,|$))/i

/**
 * A street without its apartment, suite, or floor. Searches leave the unit out, and it stays when a suggestion is
 * chosen.
 *
 * @example splitUnit('90 Foundry Road, Apt 4') // { street: '90 Foundry Road', unit: 'Apt 4' }
 */
export function splitUnit(line: string): { street: string; unit: string } {
  const [found, unit = ''] = UNIT.exec(line) ?? []
  if (found === undefined) return { street: line.trim(), unit: '' }
  return { street: line.replace(found, '').trim(), unit }
}

type AddressLine = { street: string; zip: string } | { street: string; city: string; state?: StateCode }

/**
 * Reads a street with what follows it: a ZIP code, or the beginning of a city after a comma, with or without its state.
 *
 * @returns undefined while there is only a street
 * @example readAddressLine('90 Foundry Road, Dayt') // { street: '90 Foundry Road', city: 'Dayt' }
 */
export function readAddressLine(line: string): AddressLine | undefined {
  const [, beforeZip = '', zip] = /^(.*[^\s,])[\s,]+(\d{5})(?:-\d{4})?$/.exec(line) ?? []
  const at = (zip === undefined ? line : beforeZip).indexOf(',')
  const street = (at < 0 ? beforeZip : line.slice(0, at)).trim()
  if (street === '') return undefined
  if (zip !== undefined) return { street, zip }
  const rest = line.slice(at + 1).trim()
  if (at < 0 || rest === '') return undefined
  const [, city = '', last = ''] = /^(.*[^\s,])[\s,]+(\S+)$/.exec(rest) ?? []
  const state = findStateCode(last)
  return state === undefined ? { street, city: rest } : { street, city, state }
}
