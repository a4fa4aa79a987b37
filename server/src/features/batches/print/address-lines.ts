import type { PrintedLetter } from './printed-letters.repo.ts'

type Addressed = Pick<
  PrintedLetter,
  'first_name' | 'last_name' | 'company' | 'address1' | 'address2' | 'city' | 'state' | 'zip'
>

/** A letter's address, from the name to the last line. */
export function addressLines(to: Addressed): string[] {
  const name = `${to.first_name} ${to.last_name}`.trim()
  const last = `${to.city}, ${to.state} ${to.zip}`
  return [name, to.company, to.address1, to.address2, last].filter((line) => line.trim() !== '')
}
