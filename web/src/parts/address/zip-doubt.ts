import { findStateCode, stateName } from '@laurel/domain/us-states'
import { readZipCode, zipStateDoubt } from '@laurel/domain/zip-code'
import { statesOfZip } from '@laurel/domain/zip-prefixes'

/** What to say under a typed ZIP code that lies outside the chosen state; nothing while either is open. */
export function zipDoubt(typed: string, state: string): string | undefined {
  const code = findStateCode(state)
  return code && zipStateDoubt(readZipCode(typed, code).zip, code)
}

/** The states a typed ZIP code lies in: each could be the one that was meant. */
export function zipStates(typed: string, state: string): { code: string; name: string }[] {
  const { zip } = readZipCode(typed, findStateCode(state))
  return statesOfZip(zip).map((code) => ({ code, name: stateName(code) }))
}

/** The other way out of the same doubt: the state is right. */
export function keepStateLabel(state: string): string {
  return `Keep ${stateName(state)} and fix the ZIP`
}
