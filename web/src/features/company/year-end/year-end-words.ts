import type { CountsAs } from '@laurel/domain/year-end'
import { W9_WORDS } from '@laurel/domain/year-end'
import type { YearEndPerson } from '../../../app/company.queries.ts'
import { dayWords } from '../programs/program-words.ts'

type Marks = Pick<YearEndPerson, 'isEmployee' | 'employeeNumber' | 'w9' | 'w9On'>

/** `Employee 0042`, or `W-9 received Feb 1`. */
export function marksWords({ isEmployee, employeeNumber, w9, w9On }: Marks): string {
  if (isEmployee) return employeeNumber ? `Employee ${employeeNumber}` : 'Employee'
  if (w9 === 'received' && w9On) return `W-9 received ${dayWords(w9On)}`
  return `W-9 ${W9_WORDS[w9].toLowerCase()}`
}

export const COUNTS_AS_WORDS: Readonly<Record<CountsAs, string>> = {
  received: 'Received',
  unclaimed: 'Unclaimed',
  refunded: 'Canceled or refunded',
}
