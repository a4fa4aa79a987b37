import type { SiteRow } from '../sites/sites.repo.ts'
import type { MailContent, MailPart } from './mail-page.ts'

/** What changed in an account. Signing in is no change, and not told. */
export type Change =
  | 'password'
  | 'password-reset'
  | 'email'
  | 'phone'
  | 'factor-added'
  | 'factor-removed'
  | 'authenticator'
  | 'social'
  | 'deleted'

/** @param event the accounts service's name of what happened */
export function changeOf(event: string): Change | undefined {
  return CHANGES[event]
}

const CHANGES: Readonly<Record<string, Change>> = {
  password_changed: 'password',
  password_reset: 'password-reset',
  email_changed: 'email',
  phone_number_changed: 'phone',
  mfa_enabled: 'factor-added',
  mfa_disabled: 'factor-removed',
  authenticator_replaced: 'authenticator',
  social_linked: 'social',
  user_deleted: 'deleted',
}

const WORDS: Record<Change, [title: string, sentence: string]> = {
  password: ['Your password was changed', 'The old one opens nothing any more.'],
  'password-reset': [
    'Your password was changed',
    'The old one opens nothing any more. Services you signed in with are disconnected; entering with one connects it again.',
  ],
  email: [
    'Your email was changed',
    'Your account has another email address now. You sign in with that one. Services you signed in with under the old one are disconnected.',
  ],
  phone: ['Your phone number was changed', 'Codes by text message go to the new number.'],
  'factor-added': [
    'A second step at sign-in was added',
    'Beside your password you are asked for one thing more from now on.',
  ],
  'factor-removed': [
    'A second step at sign-in was removed',
    'You are asked for one thing less beside your password from now on.',
  ],
  authenticator: [
    'Your authenticator app was replaced',
    'Codes of the app you used before open nothing any more.',
  ],
  social: ['Another way to sign in was added', 'Your account can be opened by another service as well now.'],
  deleted: ['Your account was deleted', 'We keep your orders, as bookkeeping asks of us, and nothing else.'],
}

/** The mail that tells of a change, and what to do when somebody else made it. */
export function noticeContent(site: SiteRow, shopOrigin: string, to: string, change: Change): MailContent {
  const [title, sentence] = WORDS[change]
  return {
    subject: `${title} at ${site.name}`,
    title,
    parts: [
      { kind: 'text', text: sentence },
      { kind: 'text', text: 'Was it you? Then there is nothing to do.' },
      ...whatToDo(site, shopOrigin, to, change),
    ],
  }
}

/** A reset reaches the account's own address, so it is of no use once that, or the account, is gone. */
function whatToDo(site: SiteRow, shopOrigin: string, to: string, change: Change): MailPart[] {
  if (change === 'email' || change === 'deleted') {
    return [{ kind: 'text', text: `Was it not you? Write to us at once: ${site.support_email}` }]
  }
  return [
    {
      kind: 'text',
      text: 'Was it not you? Reset your password: it signs everybody else out and disconnects other services.',
    },
    {
      kind: 'link',
      label: 'Reset your password',
      url: `${shopOrigin}/reset-password/?email=${encodeURIComponent(to)}`,
    },
  ]
}
