import { COMPANY_ROLE_WORDS, COMPANY_ROLES } from '@laurel/domain/company-roles'
import type { AnswerOf } from '../../app/call.ts'
import { day, plural } from '../../parts/format.ts'

export type CompanyPerson = AnswerOf<'getCompanyPeople'>['people'][number]
export type Invitation = AnswerOf<'getCompanyPeople'>['invitations'][number]

export const ROLES = COMPANY_ROLES.map((value) => {
  const { label, says } = COMPANY_ROLE_WORDS[value]
  return { value, label, detail: says }
})

/** `5 people, 2 invitations. Everyone sees the company’s orders.` */
export function peopleSentence(people: number, invitations: number): string {
  const invited = invitations === 0 ? '' : `, ${plural(invitations, 'invitation')}`
  const sees = people === 1 ? '' : ' Everyone sees the company’s orders.'
  return `${plural(people, 'person', 'people')}${invited}.${sees}`
}

/** `Sent today, expires Nov 28`, or undefined once it has expired. */
export function sentText({ sentAt, expiresAt }: Invitation, now = new Date()): string | undefined {
  if (Date.parse(expiresAt) <= now.getTime()) return undefined
  const sent = day(sentAt, now)
  return `Sent ${sent === day(now.toISOString(), now) ? 'today' : sent}, expires ${day(expiresAt, now)}`
}

export function matches({ name, email }: CompanyPerson, typed: string): boolean {
  const wanted = typed.trim().toLowerCase()
  return name.toLowerCase().includes(wanted) || email.toLowerCase().includes(wanted)
}
