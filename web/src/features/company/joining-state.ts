import { JOIN_MODE_WORDS, JOIN_MODES, type JoinMode } from '@laurel/domain/company-domains'
import { pageTexts } from '../../app/texts.ts'
import { day } from '../../parts/format.ts'
import type { TagTone } from '../../parts/Tag.tsx'
import type { CompanyDomain, Joining } from './joining-words.ts'

const MODE_DETAILS: Readonly<Record<JoinMode, string>> = {
  off: /*i18n*/ 'People join by invitation only.',
  approval: /*i18n*/ 'They ask, and you approve or decline.',
  open: /*i18n*/ 'They join without asking. People who left or were declined still have to ask.',
}

export function modeChoices() {
  const i18n = pageTexts()

  return JOIN_MODES.map((mode) => ({
    value: mode,
    label: i18n.t(JOIN_MODE_WORDS[mode]),
    detail: i18n.t(MODE_DETAILS[mode]),
  }))
}

type DomainState = { tone: TagTone; tag: string; text: string | undefined; needsRecord: boolean }

/** What is known of a domain's record, and what to do about it. */
export function domainState(one: CompanyDomain): DomainState {
  const i18n = pageTexts()
  const { domain, isVerified, outcome, isWatched, verifiedUntil } = one
  if (isVerified) {
    return verifiedUntil === null
      ? { tone: 'good', tag: i18n.t('Verified'), text: undefined, needsRecord: false }
      : {
          tone: 'warn',
          tag: i18n.t('Record missing'),
          text: i18n.t(
            'Add the TXT record to {domain} again by {date}. After that, people can’t join with this domain.',
            { domain, date: day(verifiedUntil) },
          ),
          needsRecord: true,
        }
  }
  if (outcome === 'taken') {
    return {
      tone: 'warn',
      tag: i18n.t('In use'),
      text: i18n.t(
        'We found your record, but another company here has this domain. You’ll get it once their record is gone.',
      ),
      needsRecord: false,
    }
  }
  if (!isWatched) {
    return {
      tone: 'plain',
      tag: i18n.t('Not verified'),
      text: i18n.t(
        'We didn’t find this TXT record and stopped looking. Add it to {domain}, then check again.',
        { domain },
      ),
      needsRecord: true,
    }
  }
  return outcome === 'unreachable'
    ? {
        tone: 'warn',
        tag: i18n.t('No answer'),
        text: i18n.t(
          'The name servers of {domain} didn’t answer. Add this TXT record, and we’ll keep checking.',
          { domain },
        ),
        needsRecord: true,
      }
    : {
        tone: 'wait',
        tag: i18n.t('Checking DNS'),
        text: i18n.t('Add this TXT record to {domain}. We check every 10 minutes.', { domain }),
        needsRecord: true,
      }
}

/** `Anyone with a verified address at these domains can ask to join.` */
export function joiningSentence({ mode, domains }: Pick<Joining, 'mode' | 'domains'>): string {
  const i18n = pageTexts()
  const count = { domains: domains.length }
  if (domains.length === 0)
    return i18n.t('Verify your domain, and colleagues with an address there can find your company.')
  if (mode === 'off')
    return i18n.t(
      'People with an address at {domains, plural, one {this domain} other {these domains}} need an invitation.',
      count,
    )
  return mode === 'open'
    ? i18n.t(
        'Anyone with a verified address at {domains, plural, one {this domain} other {these domains}} can join immediately. Subdomains don’t count.',
        count,
      )
    : i18n.t(
        'Anyone with a verified address at {domains, plural, one {this domain} other {these domains}} can ask to join. Subdomains don’t count.',
        count,
      )
}
