/** The outcome of one mail given to the mail server. */
export type MailOutcome =
  | { kind: 'sent' }
  /** This recipient will not get it: `code` is the server's own, `words` a sentence for people. */
  | { kind: 'bounced'; code: string; words: string }
  /** Not now. `isServerDown`: it is the mail server that does not answer, so others need not be tried. */
  | { kind: 'later'; code: string; words: string; isServerDown: boolean }

type SmtpFailure = {
  code?: string
  command?: string
  responseCode?: number
  response?: string
  message?: string
}

/** The server could not be reached, or hung up in mid-sentence. */
const UNREACHABLE = new Set([
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EAUTH',
  'ENOAUTH',
  'EPROXY',
  'EPROTOCOL',
])

/**
 * Interprets a mail server's answer. Only a permanent rejection of this recipient or message is final; a
 * rejection of us (sender, sign-in, connection) says nothing about the recipient and is retried.
 */
export function readMailFailure(cause: unknown): MailOutcome {
  const { code = '', command = '', responseCode, response } = (cause ?? {}) as SmtpFailure
  const isAboutRecipient = command === 'RCPT TO' || (command === 'DATA' && code === 'EMESSAGE')
  if (responseCode !== undefined && responseCode >= 500 && isAboutRecipient) {
    const enhanced = enhancedCode(response)
    return {
      kind: 'bounced',
      code: enhanced === '' ? String(responseCode) : enhanced,
      words: wordsOfStatus(enhanced, responseCode),
    }
  }
  if (responseCode !== undefined && command !== '' && !UNREACHABLE.has(code)) {
    const words = 'The mail server asked us to try again later. We’ll retry automatically.'
    return { kind: 'later', code: String(responseCode), words, isServerDown: responseCode === 421 }
  }
  const isServerDown = UNREACHABLE.has(code)
  const words = isServerDown
    ? 'The mail server isn’t answering. We’ll keep trying.'
    : 'We couldn’t create the email. We’ll look into it and try again.'
  return { kind: 'later', code: code === '' ? 'fault' : code, words, isServerDown }
}

/** RFC 3463's code out of an answer: `550 5.1.1 No such user` has 5.1.1. */
function enhancedCode(response = ''): string {
  return /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? ''
}

/**
 * Why a mail did not arrive, for people.
 *
 * @param enhanced RFC 3463's code, empty when there is none
 */
export function wordsOfStatus(enhanced: string, replyCode = 550): string {
  const [, subject, detail] = enhanced.split('.')
  if (subject === '1') {
    return detail === '2'
      ? 'No mail server accepts email for this address.'
      : 'This address doesn’t exist. Check the spelling.'
  }
  if (subject === '2') {
    return detail === '2' ? 'The mailbox is full.' : 'The mailbox isn’t accepting email right now.'
  }
  if (subject === '3' || replyCode === 552) return 'The email was too large for the mailbox.'
  if (subject === '4') return 'We couldn’t reach the mail server for this address.'
  if (subject === '7') return 'The mail server for this address rejected the email because of its policies.'
  if (replyCode === 550 || replyCode === 551 || replyCode === 553) {
    return 'The mail server doesn’t accept email for this address. Check the spelling.'
  }
  return 'The mail server for this address rejected the email.'
}
