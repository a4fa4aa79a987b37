import { cardMailSubject } from '@laurel/domain/card-mail-subject'
import { CARD_MAIL_LINK, cardGiver, cardMailTerms, cardMailTitle, openBy } from '@laurel/domain/card-words'
import { type MessageRecipient, mergeMessage } from '@laurel/domain/message-merge'
import { formatCents } from '@laurel/domain/money'
import { siteDay } from '../../http/site-time.ts'
import type { CardItemRow } from '../card-items/card-item-row.ts'
import type { MailContent } from '../mail/mail-page.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

/** What the mail with a digital card is written from. */
export type CardToMail = {
  first_name: string
  last_name: string
  value_cents: number
  /** The recipient's own message, or their card's; merge fields are still in it. */
  message: string
  /** The sender's name: {@link giverOf}. */
  giver: string
  reward_name: string
  url: string
  expires_at: Date
}

export const CARD_CID = 'card@laurel'

/** The sender of an item's cards, as recipients read it. */
export function giverOf(
  site: Pick<SiteRow, 'name'>,
  { sender_name, business_name }: Pick<CardItemRow, 'sender_name' | 'business_name'>,
): string {
  return cardGiver({ senderName: sender_name, businessName: business_name, siteName: site.name })
}

/** The mail that delivers a card. */
export function cardMail(site: SiteRow, card: CardToMail): MailContent {
  const { giver, value_cents } = card
  const message = mergedMessage(card)
  return {
    subject: cardMailSubject(site.card_mail_subject, recipientOf(card)),
    title: cardMailTitle(card.first_name, giver, value_cents),
    parts: [
      picture(card),
      ...(message === '' ? [] : [{ kind: 'quote' as const, text: message, from: giver }]),
      {
        kind: 'text',
        text: cardMailTerms(card.reward_name, value_cents, siteDay(card.expires_at, site)),
      },
      { kind: 'link', label: CARD_MAIL_LINK, url: card.url },
    ],
  }
}

/** The one reminder to a recipient who hasn't opened their card. */
export function reminderMail(site: SiteRow, card: CardToMail): MailContent {
  const amount = formatCents(card.value_cents)
  const until = siteDay(card.expires_at, site)
  return {
    subject: `${amount} is still waiting for you, until ${until}`,
    title: title(card, `${amount} is still waiting for you.`),
    parts: [
      picture(card),
      {
        kind: 'text',
        text: `${card.giver} sent you a card with ${amount} on it, and you haven’t opened it yet. ${openBy(until)} This is your only reminder.`,
      },
      { kind: 'link', label: CARD_MAIL_LINK, url: card.url },
    ],
  }
}

/** The message as this recipient reads it. */
export function mergedMessage(card: Recipient & Pick<CardToMail, 'message'>): string {
  return mergeMessage(card.message, recipientOf(card))
}

type Recipient = Pick<CardToMail, 'first_name' | 'last_name' | 'value_cents'>

function recipientOf({ first_name, last_name, value_cents }: Recipient): MessageRecipient {
  return { firstName: first_name, lastName: last_name, amountCents: value_cents }
}

function title({ first_name }: CardToMail, sentence: string): string {
  return first_name === '' ? sentence : `${first_name}, ${sentence}`
}

function picture({ value_cents, giver }: CardToMail) {
  return {
    kind: 'picture' as const,
    cid: CARD_CID,
    alt: `A card with ${formatCents(value_cents)} from ${giver}`,
  }
}
