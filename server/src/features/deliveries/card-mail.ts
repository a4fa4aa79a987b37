import { cardMailSubject } from '@laurel/domain/card-mail-subject'
import { type MessageRecipient, mergeMessage } from '@laurel/domain/message-merge'
import { formatCents } from '@laurel/domain/money'
import type { MailContent } from '../mail/mail-page.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

/** What the mail with a digital card is written from. */
export type CardToMail = {
  first_name: string
  last_name: string
  value_cents: number
  /** The recipient's own message, or their card's; merge fields are still in it. */
  message: string
  sender_name: string
  reward_name: string
  url: string
  expires_at: Date
}

export const CARD_CID = 'card@laurel'

/** The mail that brings somebody their card. */
export function cardMail(site: SiteRow, card: CardToMail): MailContent {
  const amount = formatCents(card.value_cents)
  const from = card.sender_name === '' ? site.name : card.sender_name
  const message = mergedMessage(card)
  return {
    subject: cardMailSubject(site.card_mail_subject, recipientOf(card)),
    title: title(card, `${from} sent you ${amount}.`),
    parts: [
      picture(card, from),
      ...(message === '' ? [] : [{ kind: 'quote' as const, text: message, from: card.sender_name }]),
      {
        kind: 'text',
        text: `Your ${card.reward_name} holds ${amount}. The link shows its number and PIN, so keep it to yourself. It works until ${dayOf(card.expires_at, site)}.`,
      },
      { kind: 'link', label: 'See your card', url: card.url },
    ],
  }
}

/** The one reminder to somebody who has not looked at their card. */
export function reminderMail(site: SiteRow, card: CardToMail): MailContent {
  const amount = formatCents(card.value_cents)
  const until = dayOf(card.expires_at, site)
  const from = card.sender_name === '' ? site.name : card.sender_name
  return {
    subject: `${amount} is still waiting for you, until ${until}`,
    title: title(card, `${amount} is still waiting for you.`),
    parts: [
      picture(card, from),
      {
        kind: 'text',
        text: `${from} sent you a card with ${amount} on it, and nobody has looked at its number yet. The link works until ${until}. This is the only reminder.`,
      },
      { kind: 'link', label: 'See your card', url: card.url },
    ],
  }
}

/** The message as this recipient reads it. */
export function mergedMessage(card: CardToMail): string {
  return mergeMessage(card.message, recipientOf(card))
}

function recipientOf({ first_name, last_name, value_cents }: CardToMail): MessageRecipient {
  return { firstName: first_name, lastName: last_name, amountCents: value_cents }
}

function title({ first_name }: CardToMail, sentence: string): string {
  return first_name === '' ? sentence : `${first_name}, ${sentence}`
}

function picture({ value_cents }: CardToMail, from: string) {
  return {
    kind: 'picture' as const,
    cid: CARD_CID,
    alt: `A card with ${formatCents(value_cents)} from ${from}`,
  }
}

const days = new Map<string, Intl.DateTimeFormat>()

function dayOf(at: Date, { time_zone: timeZone }: SiteRow): string {
  let format = days.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone })
    days.set(timeZone, format)
  }
  return format.format(at)
}
