import { plural } from '../../../parts/format.ts'
import { siteDay } from '../../../parts/site-time.ts'

/** `Dec 27`, of a day without a time. */
export function dayOf(day: string): string {
  return siteDay(`${day}T12:00:00Z`, 'UTC')
}

/** `12 days overdue`, or when it will be due. */
export function dueWords({ dueOn, daysOverdue }: { dueOn: string; daysOverdue: number }): string {
  return daysOverdue > 0 ? `${plural(daysOverdue, 'day')} overdue` : `Due ${dayOf(dueOn)}`
}
