import { plural } from '@laurel/domain/plural'
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
export function codeContent(site: SiteRow, shopOrigin: string, told: CodeToTell): MailContent {
  const { code, purpose } = told
  if (purpose === 'invitation') return invitation(site, shopOrigin, told)
  if (purpose === 'account-exists') return accountExists(site, shopOrigin, told)
  const [subject, title, sentence] = WORDS[purpose]
  return {
    subject: `${subject} for ${site.name}`,
    title,
    parts: [
      { kind: 'text', text: `${sentence} It works for ${lifeWords(told.lifeMs)}.` },
      { kind: 'code', code },
      ...notAskedFor(shopOrigin, told),
    ],
    reason: `You got this email because someone entered ${told.destination} at ${site.name}.`,
  }
}

/** A sign-in asks for its code after the right password, so its owner requested it. */
function notAskedFor(shopOrigin: string, { purpose, destination }: CodeToTell): MailPart[] {
  if (purpose !== 'sign-in') {
    return [{ kind: 'note', text: 'If you didn’t request this code, you can ignore this email.' }]
  }
  const url = `${shopOrigin}/reset-password/?email=${encodeURIComponent(destination)}`
  return [
    {
      kind: 'note',
      text: 'Not you? Someone knows your password.',
      link: { label: 'Change it now', url },
    },
  ]
}

const WORDS: Record<
  Exclude<CodeMessage['purpose'], 'invitation' | 'account-exists'>,
  [subject: string, title: string, sentence: string]
> = {
  'sign-up': ['Your code', 'Confirm your email', 'Enter this code where you signed up.'],
  'reset-password': [
    'Your password code',
    'Set a new password',
    'Enter this code where you asked for a new password.',
  ],
  'verify-attribute': ['Your code', 'Confirm your email', 'Enter this code in your account.'],
  'first-factor': [
    'Your sign-in code',
    'Sign in',
    'Enter this code where you’re signing in. Don’t share it: our team never asks for it.',
  ],
  'sign-in': [
    'Your sign-in code',
    'Sign in',
    'Enter this code where you’re signing in. We’ll never ask you for it.',
  ],
}

function invitation(
  site: SiteRow,
  shopOrigin: string,
  { code, destination, lifeMs }: CodeToTell,
): MailContent {
  return {
    subject: `Your account at ${site.name}`,
    title: `You have an account at ${site.name}`,
    parts: [
      { kind: 'text', text: 'Sign in with this email address and the temporary password below.' },
      { kind: 'code', code },
      { kind: 'text', text: `It works for ${lifeWords(lifeMs)}. You’ll choose your own when you sign in.` },
      { kind: 'link', label: 'Sign in', url: `${shopOrigin}/?login=signIn` },
    ],
    reason: `You got this email because ${site.name} created an account for ${destination}.`,
  }
}

/** Sent in place of a code: the sign-up screen doesn't tell that the address has an account. */
function accountExists(site: SiteRow, shopOrigin: string, { destination }: CodeToTell): MailContent {
  const email = encodeURIComponent(destination)
  return {
    subject: `You already have an account at ${site.name}`,
    title: 'You already have an account',
    parts: [
      {
        kind: 'text',
        text: `Someone tried to create an account at ${site.name} with this email address. You already have one, so there’s no code to enter. Sign in instead.`,
      },
      { kind: 'link', label: 'Sign in', url: `${shopOrigin}/?login=signIn` },
      {
        kind: 'note',
        text: 'Forgot your password?',
        link: { label: 'Reset your password', url: `${shopOrigin}/reset-password/?email=${email}` },
      },
      { kind: 'note', text: 'If this wasn’t you, ignore this email. Your account hasn’t changed.' },
    ],
    reason: `You got this email because someone entered ${destination} at ${site.name}.`,
  }
}

/** A text message with a code, and without a link, so that people don't learn to follow links in texts. */
export function codeText(site: SiteRow, { code, purpose, lifeMs }: CodeToTell): string {
  const what = purpose === 'invitation' ? 'your temporary password' : 'your code'
  const text = `${site.name}: ${code} is ${what}. It works for ${lifeWords(lifeMs)}.`
  return purpose === 'sign-in' ? `${text} Not you? Someone knows your password. Change it now.` : text
}

function lifeWords(lifeMs: number): string {
  const minutes = Math.max(1, Math.round(lifeMs / MINUTE_MS))
  if (minutes >= MINUTES_OF_A_DAY && minutes % MINUTES_OF_A_DAY === 0) {
    return plural(minutes / MINUTES_OF_A_DAY, 'day')
  }
  return minutes >= 60 && minutes % 60 === 0 ? plural(minutes / 60, 'hour') : plural(minutes, 'minute')
}
