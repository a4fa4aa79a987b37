import type { Texts } from '@laurel/domain/texts'
import type { CodeMessage } from '@laurel/identity'
import type { SiteRow } from '../sites/sites.repo.ts'
import type { MailContent, MailPart } from './mail-page.ts'

const MINUTE_MS = 60_000
const MINUTES_OF_A_DAY = 1_440

export type CodeToTell = {
  purpose: CodeMessage['purpose']
  /** The address or number it goes to. */
  destination: string
  code: string
  lifeMs: number
}

/** The mail that carries a code. The code is not in the subject: that shows on locked screens. */
export function codeContent(i18n: Texts, site: SiteRow, shopOrigin: string, told: CodeToTell): MailContent {
  const { code, purpose } = told
  if (purpose === 'invitation') return invitation(i18n, site, shopOrigin, told)
  if (purpose === 'account-exists') return accountExists(i18n, site, shopOrigin, told)
  const { subject, title, sentence } = WORDS[purpose]
  return {
    i18n,
    subject: i18n.t(subject, { siteName: site.name }),
    title: i18n.t(title),
    parts: [
      { kind: 'text', text: `${i18n.t(sentence)} ${worksFor(i18n, told)}` },
      { kind: 'code', code },
      ...notAskedFor(i18n, shopOrigin, told),
    ],
    reason: enteredReason(i18n, site, told),
  }
}

function worksFor(i18n: Texts, { lifeMs }: Pick<CodeToTell, 'lifeMs'>): string {
  return i18n.t('It works for {life}.', { life: lifeWords(i18n, lifeMs) })
}

function enteredReason(i18n: Texts, site: SiteRow, { destination }: CodeToTell): string {
  return i18n.t('You got this email because someone entered {destination} at {siteName}.', {
    destination,
    siteName: site.name,
  })
}

/** A sign-in asks for its code after the right password, so its owner requested it. */
function notAskedFor(i18n: Texts, shopOrigin: string, { purpose, destination }: CodeToTell): MailPart[] {
  if (purpose !== 'sign-in') {
    const text = i18n.t('If you didn’t request this code, you can ignore this email.')
    return [{ kind: 'note', text }]
  }
  const url = `${shopOrigin}/reset-password/?email=${encodeURIComponent(destination)}`
  return [
    {
      kind: 'note',
      text: i18n.t('Not you? Someone knows your password.'),
      link: { label: i18n.t('Change it now'), url },
    },
  ]
}

type CodeWords = { subject: string; title: string; sentence: string }

const WORDS: Record<Exclude<CodeMessage['purpose'], 'invitation' | 'account-exists'>, CodeWords> = {
  'sign-up': {
    subject: /*i18n*/ 'Your code for {siteName}',
    title: /*i18n*/ 'Confirm your email',
    sentence: /*i18n*/ 'Enter this code where you signed up.',
  },
  'reset-password': {
    subject: /*i18n*/ 'Your password code for {siteName}',
    title: /*i18n*/ 'Set a new password',
    sentence: /*i18n*/ 'Enter this code where you asked for a new password.',
  },
  'verify-attribute': {
    subject: /*i18n*/ 'Your code for {siteName}',
    title: /*i18n*/ 'Confirm your email',
    sentence: /*i18n*/ 'Enter this code in your account.',
  },
  'first-factor': {
    subject: /*i18n*/ 'Your sign-in code for {siteName}',
    title: /*i18n*/ 'Sign in',
    sentence: /*i18n*/ 'Enter this code where you’re signing in. Don’t share it: our team never asks for it.',
  },
  'sign-in': {
    subject: /*i18n*/ 'Your sign-in code for {siteName}',
    title: /*i18n*/ 'Sign in',
    sentence: /*i18n*/ 'Enter this code where you’re signing in. We’ll never ask you for it.',
  },
}

function invitation(i18n: Texts, site: SiteRow, shopOrigin: string, told: CodeToTell): MailContent {
  const { name: siteName } = site
  const choose = i18n.t('You’ll choose your own when you sign in.')
  return {
    i18n,
    subject: i18n.t('Your account at {siteName}', { siteName }),
    title: i18n.t('You have an account at {siteName}', { siteName }),
    parts: [
      {
        kind: 'text',
        text: i18n.t('Sign in with this email address and the temporary password below.'),
      },
      { kind: 'code', code: told.code },
      { kind: 'text', text: `${worksFor(i18n, told)} ${choose}` },
      { kind: 'link', label: i18n.t('Sign in'), url: `${shopOrigin}/?login=signIn` },
    ],
    reason: i18n.t('You got this email because {siteName} created an account for {destination}.', {
      siteName,
      destination: told.destination,
    }),
  }
}

/** Sent in place of a code: the sign-up screen doesn't tell that the address has an account. */
function accountExists(i18n: Texts, site: SiteRow, shopOrigin: string, told: CodeToTell): MailContent {
  const { name: siteName } = site
  const email = encodeURIComponent(told.destination)
  return {
    i18n,
    subject: i18n.t('You already have an account at {siteName}', { siteName }),
    title: i18n.t('You already have an account'),
    parts: [
      {
        kind: 'text',
        text: i18n.t(
          'Someone tried to create an account at {siteName} with this email address. You already have one, so there’s no code to enter. Sign in instead.',
          { siteName },
        ),
      },
      { kind: 'link', label: i18n.t('Sign in'), url: `${shopOrigin}/?login=signIn` },
      {
        kind: 'note',
        text: i18n.t('Forgot your password?'),
        link: { label: i18n.t('Reset your password'), url: `${shopOrigin}/reset-password/?email=${email}` },
      },
      {
        kind: 'note',
        text: i18n.t('If this wasn’t you, ignore this email. Your account hasn’t changed.'),
      },
    ],
    reason: enteredReason(i18n, site, told),
  }
}

/** A text message with a code, and without a link, so that people don't learn to follow links in texts. */
export function codeText(i18n: Texts, site: SiteRow, told: CodeToTell): string {
  const { code, purpose } = told
  const facts = { siteName: site.name, code }
  const text =
    purpose === 'invitation'
      ? i18n.t('{siteName}: {code} is your temporary password.', facts)
      : i18n.t('{siteName}: {code} is your code.', facts)
  const warning = i18n.t('Not you? Someone knows your password. Change it now.')
  return [text, worksFor(i18n, told), ...(purpose === 'sign-in' ? [warning] : [])].join(' ')
}

function lifeWords({ locale }: Texts, lifeMs: number): string {
  const minutes = Math.max(1, Math.round(lifeMs / MINUTE_MS))
  const [unit, length] =
    minutes % MINUTES_OF_A_DAY === 0
      ? (['day', MINUTES_OF_A_DAY] as const)
      : minutes % 60 === 0
        ? (['hour', 60] as const)
        : (['minute', 1] as const)
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(locale, style).format(minutes / length)
}
