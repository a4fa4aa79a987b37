import { endSentences } from '@laurel/domain/sentence'
import type { Texts } from '@laurel/domain/texts'
import { textsOf } from '../../texts.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { mailHtml, STOP_MAILS, senderLine } from './mail-html.ts'

/** What a mail says, part by part; both its text and its HTML are made of the same. */
export type MailPart =
  | { kind: 'text'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'rows'; rows: readonly MailRow[] }
  /** The mail's button. A mail has at most one. */
  | { kind: 'link'; label: string; url: string }
  /** Fine print, with a link at its end. */
  | { kind: 'note'; text: string; link?: { label: string; url: string } }
  /** A picture that travels with the mail, and what it shows. */
  | { kind: 'picture'; cid: string; alt: string }
  /** A person's own text, with its line breaks. */
  | { kind: 'quote'; text: string; from: string }
  /** An order's cards, or its people. */
  | { kind: 'items'; items: readonly MailItem[] }
  | { kind: 'amounts'; rows: readonly MailRow[]; total: MailRow }

type MailRow = { label: string; value: string; url?: string }

export type MailItem = {
  name: string
  /** The picture next to it. */
  cid?: string | undefined
  /** What's wrong, if something is. */
  problem?: string
  lines: readonly string[]
  amount: string
}

export type MailContent = {
  /** Its language; English without it. */
  i18n?: Texts
  subject: string
  title: string
  /** What mailboxes show after the subject. By default, the first text. */
  preheader?: string
  parts: MailPart[]
  /** The sentence that says why its reader got it. */
  reason: string
  /** Where its recipient stops mails of its kind, if they can. */
  unsubscribeUrl?: string
}

/** What every mail in a site's name has in common. */
export function siteMail(site: SiteRow, content: MailContent) {
  return {
    siteId: site.id,
    fromName: site.name,
    ...(content.i18n && { i18n: content.i18n }),
    subject: content.subject,
    text: mailText(site, content),
    html: mailHtml(site, content),
  }
}

function mailText(
  site: SiteRow,
  { i18n = textsOf('en'), title, parts, reason, unsubscribeUrl }: MailContent,
): string {
  const foot = [
    '--',
    endSentences(reason),
    ...(unsubscribeUrl ? [`${i18n.t(STOP_MAILS)}: ${unsubscribeUrl}`] : []),
    ...[senderLine(site), site.support_phone, site.support_email].filter((line) => line !== ''),
  ]
  return [title, ...parts.map(partText), foot.join('\n')].join('\n\n').concat('\n')
}

function partText(part: MailPart): string {
  switch (part.kind) {
    case 'text':
      return endSentences(part.text)
    case 'code':
      return part.code
    case 'rows':
      return part.rows.map(rowText).join('\n')
    case 'link':
      return `${part.label}: ${part.url}`
    case 'note': {
      const { text, link } = part
      return [endSentences(text), ...(link ? [`${link.label}: ${link.url}`] : [])].join('\n')
    }
    case 'picture':
      return `[${part.alt}]`
    case 'quote':
      return [part.text, part.from].filter(Boolean).join('\n\n')
    case 'items':
      return part.items
        .map(({ name, amount, problem, lines }) =>
          [`${name}: ${amount}`, ...(problem ? [problem] : []), ...lines].join('\n'),
        )
        .join('\n\n')
    case 'amounts':
      return [...part.rows, part.total].map(rowText).join('\n')
  }
}

function rowText({ label, value, url }: MailRow): string {
  return [`${label}: ${value}`, ...(url ? [url] : [])].join('\n')
}
