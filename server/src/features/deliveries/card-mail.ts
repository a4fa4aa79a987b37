import { recipientSubject } from '@laurel/domain/card-mail-subject'
import { cardMailLink, cardMailTerms, cardMailTitle, cardSender, openBy } from '@laurel/domain/card-words'
import { type MessageRecipient, mergeMessage } from '@laurel/domain/message-merge'
import { formatCents } from '@laurel/domain/money'
import type { Texts } from '@laurel/domain/texts'
import { siteDay } from '../../http/site-time.ts'
import { languageFor, textsOf } from '../../texts.ts'
import type { CardItemRow } from '../card-items/card-item-row.ts'
import type { MailContent } from '../mail/mail-page.ts'
import { ownTexts } from '../mail/own-texts.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

/** What the mail with a digital card is written from. */
export type CardToMail = {
  first_name: string
  last_name: string
  value_cents: number
  /** The recipient's own message, or their card's; merge fields are still in it. */
  message: string
  /** The language on their list; the site's if it's missing or unsupported. */
  language: string
  /** The sender's name: {@link senderOf}. */
  sender: string
  reward_name: string
  url: string
  expires_at: Date
}

export const CARD_CID = 'card@laurel'

/** The sender of an item's cards, as recipients read it. */
export function senderOf(
  site: Pick<SiteRow, 'name'>,
  { sender_name, business_name }: Pick<CardItemRow, 'sender_name' | 'business_name'>,
): string {
  return cardSender({ senderName: sender_name, businessName: business_name, siteName: site.name })
}

/** The mail that delivers a card. */
export function cardMail(site: SiteRow, card: CardToMail): MailContent {
  const { sender, value_cents } = card
  const message = mergedMessage(card)
  const language = languageFor(site, card.language)
  const i18n = textsOf(language)
  const template = language === site.language ? site.card_mail_subject : undefined
  const own = ownCardTexts(i18n, site, 'card', card)
  return {
    i18n,
    subject: recipientSubject(i18n, template, recipientOf(card)),
    title: own?.heading ?? cardMailTitle(i18n, card.first_name, sender, value_cents),
    parts: [
      picture(i18n, card),
      ...(message === '' ? [] : [{ kind: 'quote' as const, text: message, from: sender }]),
      { kind: 'link', label: own?.button ?? cardMailLink(i18n), url: card.url },
      {
        kind: 'note',
        text:
          own?.text ??
          cardMailTerms(i18n, card.reward_name, value_cents, siteDay(card.expires_at, site, i18n.locale)),
      },
    ],
    reason: reasonOf(i18n, card),
  }
}

/** The one reminder to a recipient who hasn't opened their card. */
export function reminderMail(site: SiteRow, card: CardToMail): MailContent {
  const i18n = textsOf(languageFor(site, card.language))
  const { first_name: firstName, sender } = card
  const amount = formatCents(card.value_cents)
  const until = siteDay(card.expires_at, site, i18n.locale)
  const text = [
    i18n.t('{sender} sent you a card with {amount} on it, and you haven’t opened it yet.', {
      sender,
      amount,
    }),
    openBy(i18n, until),
    i18n.t('This is your only reminder.'),
  ].join(' ')
  const title =
    firstName === ''
      ? i18n.t('{amount} is still waiting for you.', { amount })
      : i18n.t('{firstName}, {amount} is still waiting for you.', { firstName, amount })
  const own = ownCardTexts(i18n, site, 'reminder', card)
  return {
    i18n,
    subject: own?.subject ?? i18n.t('{amount} is still waiting for you, until {until}', { amount, until }),
    title: own?.heading ?? title,
    parts: [
      picture(i18n, card),
      { kind: 'text', text: own?.text ?? text },
      { kind: 'link', label: own?.button ?? cardMailLink(i18n), url: card.url },
    ],
    reason: reasonOf(i18n, card),
  }
}

/** The site's own texts, for recipients in its language. */
function ownCardTexts(i18n: Texts, site: SiteRow, kind: 'card' | 'reminder', card: CardToMail) {
  return ownTexts(i18n, site, kind, {
    'first name': card.first_name,
    'last name': card.last_name,
    sender: card.sender,
    amount: formatCents(card.value_cents),
    card: card.reward_name,
    'last day': siteDay(card.expires_at, site, i18n.locale),
  })
}

function reasonOf(i18n: Texts, { sender }: Pick<CardToMail, 'sender'>): string {
  return i18n.t('You got this email because {sender} sent you a card.', { sender })
}

/** The message as this recipient reads it. */
export function mergedMessage(card: Recipient & Pick<CardToMail, 'message'>): string {
  return mergeMessage(card.message, recipientOf(card))
}

type Recipient = Pick<CardToMail, 'first_name' | 'last_name' | 'value_cents'>

function recipientOf({ first_name, last_name, value_cents }: Recipient): MessageRecipient {
  return { firstName: first_name, lastName: last_name, amountCents: value_cents }
}

function picture(i18n: Texts, { value_cents, sender }: CardToMail) {
  return {
    kind: 'picture' as const,
    cid: CARD_CID,
    alt: i18n.t('A card with {amount} from {sender}', { amount: formatCents(value_cents), sender }),
  }
}
