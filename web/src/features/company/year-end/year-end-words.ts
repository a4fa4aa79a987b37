import type { CountsAs } from '@laurel/domain/year-end'
import { W9_WORDS } from '@laurel/domain/year-end'
import type { YearEndPerson } from '../../../app/company.queries.ts'
import { pageTexts } from '../../../app/texts.ts'
import { dayWords } from '../programs/program-words.ts'

type Marks = Pick<YearEndPerson, 'isEmployee' | 'employeeNumber' | 'w9' | 'w9On'>

/** `Employee 0042`, or `W-9 received Feb 1`. */
export function marksWords({ isEmployee, employeeNumber, w9, w9On }: Marks): string {
  const i18n = pageTexts()
  if (isEmployee) {
    return employeeNumber ? i18n.t('Employee {number}', { number: employeeNumber }) : i18n.t('Employee')
  }
  if (w9 === 'received' && w9On) return i18n.t('W-9 received {day}', { day: dayWords(w9On) })
  return i18n.t('W-9 {status}', { status: i18n.t(W9_WORDS[w9]).toLowerCase() })
}

export const COUNTS_AS_WORDS: Readonly<Record<CountsAs, string>> = {
  received: /*i18n*/ 'Received',
  unclaimed: /*i18n*/ 'Unclaimed',
  refunded: /*i18n*/ 'Canceled or refunded',
}
