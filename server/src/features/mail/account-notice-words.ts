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
  SOFTWARE_TOKEN_MFA: { name: 'An authenticator app', code: 'a code from an authenticator app', verb: 'was' },
  EMAIL_OTP: { name: 'Codes by email', code: 'a code we email you', verb: 'were' },
  SMS_MFA: { name: 'Codes by text message', code: 'a code we text you', verb: 'were' },
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
  password: ['Your password was changed', 'The old one no longer works.'],
  'password-reset': [
    'Your password was changed',
    'The old one no longer works. We disconnected the services you signed in with. To connect one again, sign in with it.',
  ],
  email: [
    'Your email was changed',
    'You now sign in with another email address. We disconnected the services you signed in with under the old one.',
  ],
  'phone-added': [
    'A phone number was added',
    'We can text codes to it once you turn that on in your settings.',
  ],
  phone: ['Your phone number was changed', 'Codes by text message go to the new number.'],
  'phone-removed': ['Your phone number was removed', 'We no longer text codes to it.'],
  authenticator: [
    'Your authenticator app was replaced',
    'Codes from the app you used before no longer work.',
  ],
  'recovery-made': [
    'New recovery codes were created',
    'Each one signs in once without your authenticator app. Any codes you had before no longer work.',
  ],
  'factors-reset': [
    'Your second step was removed',
    'Our support team removed it at the account owner’s request. Your password alone signs you in until you set up a new second step. You were signed out everywhere.',
  ],
  social: [
    'Another way to sign in was added',
    'You can now sign in to your account with another service, too.',
  ],
  closed: ['Your account was closed', 'We keep only your orders, for our accounting records.'],
}

function wordsOf({ kind, factor, left = 0, service = '' }: Change): Words {
  if (kind === 'social-removed') {
    return [
      `${service} was unlinked from your account`,
      `Your other ways to sign in still work. To link it again, sign in with ${service}.`,
    ]
  }
  if (kind === 'recovery-used') {
    const codes = left === 1 ? '1 recovery code' : `${left} recovery codes`
    const more = left <= 3 ? ' Create new ones in your settings.' : ''
    return [
      'A recovery code was used to sign in',
      left === 0 ? `It was your last one.${more}` : `You have ${codes} left.${more}`,
    ]
  }
  if (kind !== 'factor-added' && kind !== 'factor-removed') return WORDS[kind]
  const { name, code, verb } = factor ? FACTORS[factor] : UNNAMED
  return kind === 'factor-added'
    ? [
        `${name} ${verb} added to your sign-in`,
        `When you sign in, we may ask for ${code} after your password.`,
      ]
    : [
        `${name} ${verb} removed from your sign-in`,
        `When you sign in, we no longer ask for ${code} after your password.`,
      ]
}

const UNNAMED = { name: 'A second step', code: 'a second step', verb: 'was' }

/** The mail about a change, and what to do if another person made it. */
export function noticeContent(site: SiteRow, shopOrigin: string, to: string, change: Change): MailContent {
  const [title, sentence] = wordsOf(change)
  return {
    subject: `${title} at ${site.name}`,
    title,
    parts: [
      { kind: 'text', text: sentence },
      { kind: 'text', text: 'If this was you, you don’t need to do anything.' },
      ...whatToDo(site, shopOrigin, to, change),
    ],
    reason: `You got this email because you have an account at ${site.name}.`,
  }
}

/** A reset reaches the account's own address, so it is of no use once that, or the account, is gone. */
function whatToDo(site: SiteRow, shopOrigin: string, to: string, change: Change): MailPart[] {
  if (change.kind === 'email' || change.kind === 'closed') {
    return [{ kind: 'text', text: `Not you? Contact us right away: ${support(site)}.` }]
  }
  const url = `${shopOrigin}/reset-password/?email=${encodeURIComponent(to)}`
  return [
    {
      kind: 'text',
      text: 'Not you? Reset your password right away. That signs everyone else out and disconnects other services.',
    },
    ...whatStays(site, change),
    { kind: 'link', label: 'Reset your password', url },
  ]
}

/** A reset proves only the mailbox: a second step or number set by a stranger outlives it. */
function whatStays(site: SiteRow, { kind, factor }: Change): MailPart[] {
  if (kind === 'recovery-made' || kind === 'recovery-used') {
    const text = `Your recovery codes keep working after that, so create new ones in your settings. If you can’t sign in, contact us: ${support(site)}.`
    return [{ kind: 'text', text }]
  }
  if (kind === 'factors-reset') {
    return [{ kind: 'text', text: `Then contact us: ${support(site)}.` }]
  }
  const isStrangers = kind === 'authenticator' || (kind === 'factor-added' && factor !== 'EMAIL_OTP')
  if (isStrangers || kind === 'phone') {
    const stays = kind === 'phone' ? 'The new number stays' : 'The second step stays on'
    const text = `${stays} after that, and you may be asked for a code you don’t receive. Contact us, too: ${support(site)}.`
    return [{ kind: 'text', text }]
  }
  if (kind === 'factor-added') {
    return [{ kind: 'text', text: 'Then turn off what you didn’t add in your settings.' }]
  }
  if (kind === 'phone-added') return [{ kind: 'text', text: 'Then remove the number in your settings.' }]
  return []
}

function support({ support_email, support_phone }: SiteRow): string {
  return [support_email, support_phone].filter((way) => way).join(' or ')
}
