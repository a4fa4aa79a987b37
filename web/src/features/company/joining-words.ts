import { JOIN_MODE_WORDS, JOIN_MODES, type JoinMode } from '@laurel/domain/company-domains'
import type { AnswerOf } from '../../app/call.ts'
import { pageTexts } from '../../app/texts.ts'
import { day } from '../../parts/format.ts'
import type { TagTone } from '../../parts/Tag.tsx'

export type Joining = AnswerOf<'getCompanyJoining'>
export type CompanyDomain = Joining['domains'][number]
export type JoinRequest = Joining['requests'][number]
export type Proposal = AnswerOf<'listCompanyProposals'>[number]

const MODE_DETAILS: Readonly<Record<JoinMode, string>> = {
  off: 'People join by invitation only.',
  approval: 'They ask, and you approve or decline.',
  open: 'They join without asking. People who left or were declined still have to ask.',
}

export const MODE_CHOICES = JOIN_MODES.map((mode) => ({
  value: mode,
  label: JOIN_MODE_WORDS[mode],
  detail: MODE_DETAILS[mode],
}))

type DomainState = { tone: TagTone; tag: string; text: string | undefined; needsRecord: boolean }

/** What is known of a domain's record, and what to do about it. */
export function domainState(one: CompanyDomain): DomainState {
  const { domain, isVerified, outcome, isWatched, verifiedUntil } = one
  if (isVerified) {
    return verifiedUntil === null
      ? { tone: 'good', tag: 'Verified', text: undefined, needsRecord: false }
      : {
          tone: 'warn',
          tag: 'Record missing',
          text: `Add the TXT record to ${domain} again by ${day(verifiedUntil)}. After that, people can’t join with this domain.`,
          needsRecord: true,
        }
  }
  if (outcome === 'taken') {
    return {
      tone: 'warn',
      tag: 'In use',
      text: 'We found your record, but another company here has this domain. You get it once their record is gone.',
      needsRecord: false,
    }
  }
  if (!isWatched) {
    return {
      tone: 'plain',
      tag: 'Not verified',
      text: `We didn’t find this TXT record and stopped looking. Add it to ${domain}, then check again.`,
      needsRecord: true,
    }
  }
  return outcome === 'unreachable'
    ? {
        tone: 'warn',
        tag: 'No answer',
        text: `The name servers of ${domain} didn’t answer. Add this TXT record, and we’ll keep checking.`,
        needsRecord: true,
      }
    : {
        tone: 'wait',
        tag: 'Checking DNS',
        text: `Add this TXT record to ${domain}. We check every 10 minutes.`,
        needsRecord: true,
      }
}

/** `Anyone with a verified address at these domains can ask to join.` */
export function joiningSentence({ mode, domains }: Pick<Joining, 'mode' | 'domains'>): string {
  if (domains.length === 0)
    return 'Verify your domain, and colleagues with an address there can find your company.'
  const where = domains.length === 1 ? 'this domain' : 'these domains'
  if (mode === 'off') return `People with an address at ${where} need an invitation.`
  const what = mode === 'open' ? 'can join immediately' : 'can ask to join'
  return `Anyone with a verified address at ${where} ${what}. Subdomains don’t count.`
}

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
