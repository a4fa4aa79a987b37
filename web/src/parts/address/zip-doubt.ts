import { findStateCode } from '@laurel/domain/us-states'
import { readZipCode, zipStateDoubt } from '@laurel/domain/zip-code'

/** What to say under a typed ZIP code that lies outside the chosen state; nothing while either is open. */
export function zipDoubt(typed: string, state: string): string | undefined {
  const code = findStateCode(state)
  return code && zipStateDoubt(readZipCode(typed, code).zip, code)
}
