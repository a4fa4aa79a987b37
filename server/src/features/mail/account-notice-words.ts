import type { Texts } from '@laurel/domain/texts'
import type { SiteRow } from '../sites/sites.repo.ts'
import type { MailContent, MailPart } from './mail-page.ts'

/** A change to an account. Signing in isn't one. */
export type Change = {
  kind: Kind
  /** Which second step it was: an event of an earlier version does not tell. */
  factor?: Factor | undefined
  /** How many recovery codes are left. */
  left?: number
  /** Which service was unlinked. */
  service?: string
}

type Kind =
  | 'password'
  | 'password-reset'
  | 'email'
  | 'phone-added'
  | 'phone'
  | 'phone-removed'
  | 'factor-added'
  | 'factor-removed'
  | 'authenticator'
  | 'recovery-used'
  | 'recovery-made'
  | 'factors-reset'
  | 'social'
  | 'social-removed'
  | 'closed'

type Factor = keyof typeof FACTORS

const FACTORS = {
  SOFTWARE_TOKEN_MFA: {
    added: /*i18n*/ 'An authenticator app was added to your sign-in',
    removed: /*i18n*/ 'An authenticator app was removed from your sign-in',
    now: /*i18n*/ 'When you sign in, we may ask for a code from an authenticator app after your password.',
    noLonger:
      /*i18n*/ 'When you sign in, we no longer ask for a code from an authenticator app after your password.',
  },
  EMAIL_OTP: {
    added: /*i18n*/ 'Codes by email were added to your sign-in',
    removed: /*i18n*/ 'Codes by email were removed from your sign-in',
    now: /*i18n*/ 'When you sign in, we may ask for a code we email you after your password.',
    noLonger: /*i18n*/ 'When you sign in, we no longer ask for a code we email you after your password.',
  },
  SMS_MFA: {
    added: /*i18n*/ 'Codes by text message were added to your sign-in',
    removed: /*i18n*/ 'Codes by text message were removed from your sign-in',
    now: /*i18n*/ 'When you sign in, we may ask for a code we text you after your password.',
    noLonger: /*i18n*/ 'When you sign in, we no longer ask for a code we text you after your password.',
  },
} as const

/**
 * @param event the accounts service's event
 * @param about its subject: the second step that was turned on or off
 */
export function changeOf(event: string, about?: string): Change | undefined {
  const kind = KINDS[event]
  // Where a reset or a new address unlinks all services, its own notice says so.
  if (kind === 'social-removed' && about === undefined) return undefined
  return (
    kind && {
      kind,
      factor: about !== undefined && Object.hasOwn(FACTORS, about) ? (about as Factor) : undefined,
      ...(kind === 'recovery-used' && { left: Number(about) }),
      ...(kind === 'social-removed' && { service: about }),
    }
  )
}

const KINDS: Readonly<Record<string, Kind>> = {
  password_changed: 'password',
  password_reset: 'password-reset',
  email_changed: 'email',
  phone_number_added: 'phone-added',
  phone_number_changed: 'phone',
  phone_number_removed: 'phone-removed',
  mfa_enabled: 'factor-added',
  mfa_disabled: 'factor-removed',
  authenticator_replaced: 'authenticator',
  recovery_code_used: 'recovery-used',
  recovery_codes_made: 'recovery-made',
  second_factor_reset: 'factors-reset',
  social_linked: 'social',
  social_unlinked: 'social-removed',
  user_deleted: 'closed',
}

type Words = [title: string, sentence: string]

const WORDS: Record<
  Exclude<Kind, 'factor-added' | 'factor-removed' | 'recovery-used' | 'social-removed'>,
  Words
> = {
  password: [/*i18n*/ 'Your password was changed', /*i18n*/ 'The old one no longer works.'],
  'password-reset': [
    /*i18n*/ 'Your password was changed',
    /*i18n*/ 'The old one no longer works. We unlinked the services you signed in with. To link one again, sign in with it.',
  ],
  email: [
    /*i18n*/ 'Your email was changed',
    /*i18n*/ 'You now sign in with another email address. We unlinked the services you signed in with under the old one.',
  ],
  'phone-added': [
    /*i18n*/ 'A phone number was added',
    /*i18n*/ 'We can text codes to it once you turn that on in your settings.',
  ],
  phone: [/*i18n*/ 'Your phone number was changed', /*i18n*/ 'Codes by text message go to the new number.'],
  'phone-removed': [/*i18n*/ 'Your phone number was removed', /*i18n*/ 'We no longer text codes to it.'],
  authenticator: [
    /*i18n*/ 'Your authenticator app was replaced',
    /*i18n*/ 'Codes from the app you used before no longer work.',
  ],
  'recovery-made': [
    /*i18n*/ 'New recovery codes were created',
    /*i18n*/ 'Each one signs in once without your authenticator app. Any codes you had before no longer work.',
  ],
  'factors-reset': [
    /*i18n*/ 'Your second step was removed',
    /*i18n*/ 'Our support team removed it at the account owner’s request. Your password alone signs you in until you set up a new second step. You were signed out everywhere.',
  ],
  social: [
    /*i18n*/ 'Another way to sign in was added',
    /*i18n*/ 'You can now sign in to your account with another service, too.',
  ],
  closed: [
    /*i18n*/ 'Your account was closed',
    /*i18n*/ 'We keep only your orders, for our accounting records.',
  ],
}

function wordsOf(i18n: Texts, { kind, factor, left = 0, service = '' }: Change): Words {
  if (kind === 'social-removed') {
    return [
      i18n.t('{service} was unlinked from your account', { service }),
      i18n.t('Your other ways to sign in still work. To link it again, sign in with {service}.', { service }),
    ]
  }
  if (kind === 'recovery-used') {
    const codes =
      left === 0
        ? i18n.t('It was your last one.')
        : i18n.t(
            '{left, plural, one {You have # recovery code left.} other {You have # recovery codes left.}}',
            { left },
          )
    const more = left <= 3 ? [i18n.t('Create new ones in your settings.')] : []
    return [i18n.t('A recovery code was used to sign in'), [codes, ...more].join(' ')]
  }
  const { added, removed, now, noLonger } = factor ? FACTORS[factor] : UNNAMED
  const words: Words =
    kind === 'factor-added' ? [added, now] : kind === 'factor-removed' ? [removed, noLonger] : WORDS[kind]
  return [i18n.t(words[0]), i18n.t(words[1])]
}

const UNNAMED = {
  added: /*i18n*/ 'A second step was added to your sign-in',
  removed: /*i18n*/ 'A second step was removed from your sign-in',
  now: /*i18n*/ 'When you sign in, we may ask for a second step after your password.',
  noLonger: /*i18n*/ 'When you sign in, we no longer ask for a second step after your password.',
}

/** The mail about a change, and what to do if another person made it. */
export function noticeContent(
  i18n: Texts,
  site: SiteRow,
  shopOrigin: string,
  to: string,
  change: Change,
): MailContent {
  const { name: siteName } = site
  const [title, sentence] = wordsOf(i18n, change)
  return {
    i18n,
    subject: i18n.t('{title} at {siteName}', { title, siteName }),
    title,
    parts: [
      { kind: 'text', text: sentence },
      { kind: 'text', text: i18n.t('If this was you, you don’t need to do anything.') },
      ...whatToDo(i18n, site, shopOrigin, to, change),
    ],
    reason: i18n.t('You got this email because you have an account at {siteName}.', { siteName }),
  }
}

/** A reset reaches the account's own address, so it is of no use once that, or the account, is gone. */
function whatToDo(i18n: Texts, site: SiteRow, shopOrigin: string, to: string, change: Change): MailPart[] {
  if (change.kind === 'email' || change.kind === 'closed') {
    const text = i18n.t('Not you? Contact us right away: {ways}.', { ways: support(i18n, site) })
    return [{ kind: 'text', text }]
  }
  const url = `${shopOrigin}/reset-password/?email=${encodeURIComponent(to)}`
  return [
    {
      kind: 'text',
      text: i18n.t(
        'Not you? Reset your password right away. That signs everyone else out and unlinks other services.',
      ),
    },
    ...whatStays(i18n, site, change),
    { kind: 'link', label: i18n.t('Reset your password'), url },
  ]
}

/** A reset proves only the mailbox: a second step or number set by a stranger outlives it. */
function whatStays(i18n: Texts, site: SiteRow, { kind, factor }: Change): MailPart[] {
  const ways = support(i18n, site)
  if (kind === 'recovery-made' || kind === 'recovery-used') {
    const text = i18n.t(
      'Your recovery codes keep working after that, so create new ones in your settings. If you can’t sign in, contact us: {ways}.',
      { ways },
    )
    return [{ kind: 'text', text }]
  }
  if (kind === 'factors-reset') return [{ kind: 'text', text: i18n.t('Then contact us: {ways}.', { ways }) }]
  const isStrangers = kind === 'authenticator' || (kind === 'factor-added' && factor !== 'EMAIL_OTP')
  if (isStrangers) {
    const text = i18n.t(
      'The second step stays on after that, and you may be asked for a code you don’t receive. Contact us, too: {ways}.',
      { ways },
    )
    return [{ kind: 'text', text }]
  }
  if (kind === 'phone') {
    const text = i18n.t(
      'The new number stays after that, and you may be asked for a code you don’t receive. Contact us, too: {ways}.',
      { ways },
    )
    return [{ kind: 'text', text }]
  }
  if (kind === 'factor-added') {
    return [{ kind: 'text', text: i18n.t('Then turn off what you didn’t add in your settings.') }]
  }
  if (kind === 'phone-added') {
    return [{ kind: 'text', text: i18n.t('Then remove the number in your settings.') }]
  }
  return []
}

function support(i18n: Texts, { support_email, support_phone }: SiteRow): string {
  const ways = [support_email, support_phone].filter((way) => way !== '')
  return new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(ways)
}
