import { tidyLine } from '@laurel/domain/printable-text'
import type { FieldProblem } from '@laurel/domain/refusal'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { findStateCode } from '@laurel/domain/us-states'
import { isZipCode, readZipCode, ZIP_INVALID } from '@laurel/domain/zip-code'

export type AddressText = {
  name: string
  company: string
  address1: string
  address2: string
  city: string
  state: string
  zip: string
}

/** The stored form of an address: single spaces, the state in capitals, ZIP+4 with its hyphen. */
export function tidyAddress<A extends AddressText>(typed: A): A {
  const state = findStateCode(typed.state)
  return {
    ...typed,
    name: tidyLine(typed.name),
    company: tidyLine(typed.company),
    address1: tidyLine(typed.address1),
    address2: tidyLine(typed.address2),
    city: tidyLine(typed.city),
    state: state ?? typed.state,
    zip: readZipCode(typed.zip, state).zip,
  }
}

/** What is wrong with a tidy address, one sentence per field. */
export function addressProblems(address: AddressText): FieldProblem[] {
  const problems: FieldProblem[] = (['name', 'address1', 'city'] as const)
    .filter((field) => address[field] === '')
    .map((field) => ({ field, code: 'required', message: FIELD_REQUIRED }))
  if (findStateCode(address.state) === undefined) {
    problems.push({ field: 'state', code: 'invalid', message: /*i18n*/ 'Choose a state from the list.' })
  }
  if (!isZipCode(address.zip)) problems.push({ field: 'zip', code: 'invalid', message: ZIP_INVALID })
  return problems
}
