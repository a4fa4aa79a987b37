import {
  COMPANY_CAPABILITY_WORDS,
  COMPANY_ROLE_WORDS,
  isCompanyRole,
  mayGiveRole,
} from '@laurel/domain/company-roles'
import type { AnswerOf } from '../../app/call.ts'
import type { Company } from '../../app/company.queries.ts'
import { pageTexts } from '../../app/texts.ts'
import { day } from '../../parts/format.ts'

export type CompanyPerson = AnswerOf<'getCompanyPeople'>['people'][number]
export type Invitation = AnswerOf<'getCompanyPeople'>['invitations'][number]

export type CompanyTeam = AnswerOf<'getCompanyPeople'>['teams'][number]
export type CompanyRole = AnswerOf<'getCompanyPeople'>['roles'][number]

/** What a role may do, in a sentence. */
export function roleSays({ key, capabilities }: Pick<CompanyRole, 'key' | 'capabilities'>): string {
  const i18n = pageTexts()

  if (isCompanyRole(key)) return i18n.t(COMPANY_ROLE_WORDS[key].says)
  if (capabilities.length === 0) return i18n.t('Sees orders.')
  return `${capabilities.map((one) => i18n.t(COMPANY_CAPABILITY_WORDS[one])).join('. ')}.`
}

/** The roles that a person can give, as a choice. */
export function rolesToGive({ role, capabilities }: Company, roles: readonly CompanyRole[]) {
  return roles
    .filter((one) => mayGiveRole({ role, capabilities }, { role: one.key, capabilities: one.capabilities }))
    .map((one) => ({ value: one.key, label: roleTitle(one), detail: roleSays(one) }))
}

/** `Admin, buyer, approver, finance, viewer, and 1 custom role.` */
export function rolesSentence(roles: readonly CompanyRole[]): string {
  const i18n = pageTexts()

  const own = roles.filter(({ isCustom }) => isCustom).length
  const names = roles.filter(({ isCustom }) => !isCustom).map((one) => roleTitle(one).toLowerCase())
  const all = new Intl.ListFormat(i18n.locale).format([
    ...names,
    ...(own === 0
      ? []
      : [i18n.t('{roles, plural, one {# custom role} other {# custom roles}}', { roles: own })]),
  ])
  return `${all.charAt(0).toUpperCase()}${all.slice(1)}.`
}

/** The roles that every company has are translated; its own stay as they are. */
export function roleTitle({ key, name }: Pick<CompanyRole, 'key' | 'name'>): string {
  const i18n = pageTexts()

  return isCompanyRole(key) ? i18n.t(name) : name
}

export function roleName(roles: readonly CompanyRole[], key: string): string {
  const i18n = pageTexts()

  const role = roles.find((one) => one.key === key)
  return role ? roleTitle(role) : i18n.t('No role')
}

/** `5 people, 2 invitations. Everyone sees the company’s orders.` */
export function peopleSentence(people: number, invitations: number): string {
  const i18n = pageTexts()

  const invited =
    invitations === 0
      ? ''
      : `, ${i18n.t('{invitations, plural, one {# invitation} other {# invitations}}', { invitations })}`
  const sees = people === 1 ? '' : ` ${i18n.t('Everyone sees the company’s orders.')}`
  return `${i18n.t('{people, plural, one {# person} other {# people}}', { people })}${invited}.${sees}`
}

/** `Sent today, expires Nov 28`, or undefined once it has expired. */
export function sentText({ sentAt, expiresAt }: Invitation, now = new Date()): string | undefined {
  const i18n = pageTexts()

  if (Date.parse(expiresAt) <= now.getTime()) return undefined
  const sent = day(sentAt, now)
  const expires = day(expiresAt, now)
  return sent === day(now.toISOString(), now)
    ? i18n.t('Sent today, expires {expires}', { expires })
    : i18n.t('Sent {date}, expires {expires}', { date: sent, expires })
}

export function matches({ name, email }: CompanyPerson, typed: string): boolean {
  const wanted = typed.trim().toLowerCase()
  return name.toLowerCase().includes(wanted) || email.toLowerCase().includes(wanted)
}
