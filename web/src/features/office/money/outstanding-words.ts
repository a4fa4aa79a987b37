import type { OutstandingAge } from '@laurel/domain/outstanding-age'
import { plural } from '../../../parts/format.ts'
import type { OutstandingOrder } from '../office.queries.ts'
import { officeDay } from '../times.ts'

export const AGE_WORDS: Readonly<Record<OutstandingAge, string>> = {
  '0_7': '0–7 days',
  '8_30': '8–30 days',
  '31_60': '31–60 days',
  over_60: 'Over 60 days',
}

/** Outstanding for so long that staff should write or call. */
export const LONG_OUTSTANDING: readonly OutstandingAge[] = ['31_60', 'over_60']

type Reminded = Pick<OutstandingOrder, 'isUnderWay' | 'canRemind' | 'remindersSent' | 'remindedAt'>

/** `2, last Nov 14`, or why the customer isn’t reminded. */
export function remindedWords({ isUnderWay, canRemind, remindersSent, remindedAt }: Reminded): string {
  if (!isUnderWay) return 'No payment in progress'
  if (!canRemind && remindersSent === 0) return 'Arrives automatically'
  if (remindersSent === 0) return 'None yet'
  return remindedAt === null
    ? plural(remindersSent, 'reminder')
    : `${remindersSent}, last ${officeDay(remindedAt)}`
}
