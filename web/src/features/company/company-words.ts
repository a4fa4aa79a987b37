import {
  COMPANY_CAPABILITY_WORDS,
  COMPANY_ROLE_WORDS,
  isCompanyRole,
  mayGiveRole,
} from '@laurel/domain/company-roles'
import type { AnswerOf } from '../../app/call.ts'
import type { Company } from '../../app/company.queries.ts'
import { day, plural } from '../../parts/format.ts'

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

export type CompanyPerson = AnswerOf<'getCompanyPeople'>['people'][number]
export type Invitation = AnswerOf<'getCompanyPeople'>['invitations'][number]

export type CompanyTeam = AnswerOf<'getCompanyPeople'>['teams'][number]
export type CompanyRole = AnswerOf<'getCompanyPeople'>['roles'][number]

/** What a role may do, in a sentence. */
export function roleSays({ key, capabilities }: Pick<CompanyRole, 'key' | 'capabilities'>): string {
  if (isCompanyRole(key)) return COMPANY_ROLE_WORDS[key].says
  if (capabilities.length === 0) return 'Sees orders.'
  return `${capabilities.map((one) => COMPANY_CAPABILITY_WORDS[one]).join('. ')}.`
}

/** The roles that a person can give, as a choice. */
export function rolesToGive({ role, capabilities }: Company, roles: readonly CompanyRole[]) {
  return roles
    .filter((one) => mayGiveRole({ role, capabilities }, { role: one.key, capabilities: one.capabilities }))
    .map((one) => ({ value: one.key, label: one.name, detail: roleSays(one) }))
}

/** `Admin, buyer, approver, finance, viewer, and 1 custom role.` */
export function rolesSentence(roles: readonly CompanyRole[]): string {
  const own = roles.filter(({ isCustom }) => isCustom).length
  const names = roles.filter(({ isCustom }) => !isCustom).map(({ name }) => name.toLowerCase())
  const all = list.format([...names, ...(own === 0 ? [] : [plural(own, 'custom role')])])
  return `${all.charAt(0).toUpperCase()}${all.slice(1)}.`
}

export function roleName(roles: readonly CompanyRole[], key: string): string {
  return roles.find((one) => one.key === key)?.name ?? 'No role'
}

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
