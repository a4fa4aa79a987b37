import type { AnswerOf } from '../../app/call.ts'
import { pageTexts } from '../../app/texts.ts'

export type Joining = AnswerOf<'getCompanyJoining'>
export type CompanyDomain = Joining['domains'][number]
export type JoinRequest = Joining['requests'][number]
export type Proposal = AnswerOf<'listCompanyProposals'>[number]

/** What a proposed company is to the customer, and what joining does. */
export function proposalWords({ name, joins, state, roleName, isSameBusiness }: Proposal): {
  title: string
  text: string
  button: string | undefined
} {
  const i18n = pageTexts()
  if (state === 'asked') {
    return {
      title: i18n.t('You asked to join {name}', { name }),
      text: i18n.t('An admin will review your request, and we’ll email you.'),
      button: undefined,
    }
  }
  const what =
    joins === 'at_once'
      ? i18n.t('You’ll join as {role} and see the company’s orders.', { role: i18n.t(roleName) })
      : i18n.t('An admin reviews your request. Once approved, you’ll see the company’s orders.')
  if (state !== 'new') {
    return { title: i18n.t('Ask to join {name} again', { name }), text: what, button: i18n.t('Ask to join') }
  }
  const why = isSameBusiness
    ? i18n.t('You registered under its name, and your email address is at its domain.')
    : i18n.t('Your email address is at its domain.')
  return {
    title: i18n.t('{name} is on this site', { name }),
    text: `${why} ${what}`,
    button: joins === 'at_once' ? i18n.t('Join {name}', { name }) : i18n.t('Ask to join'),
  }
}
