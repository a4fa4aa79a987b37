import { formatCents } from './money.ts'
import type { Texts } from './texts.ts'

/** The most characters that a recipient's note to the sender can have. */
export const MAX_THANKS = 500

export type SenderNames = {
  /** The text of "From"; empty if none was entered. */
  senderName: string
  /** The customer's legal business name; empty if unknown. */
  businessName: string
  siteName: string
}

/**
 * The sender of a card as recipients read it: the text of "From", else the customer's legal business name, else
 * the site's name. The same in previews, mails, letters, and on the claim page.
 */
export function cardSender({ senderName, businessName, siteName }: SenderNames): string {
  return [senderName, businessName, siteName].map((name) => name.trim()).find((name) => name !== '') ?? ''
}

/** How the mail with a card begins. @param amountCents what the card is worth */
export function cardMailTitle(i18n: Texts, firstName: string, sender: string, amountCents: number): string {
  const amount = formatCents(amountCents)
  return firstName === ''
    ? i18n.t('{sender} sent you {amount}.', { sender, amount })
    : i18n.t('{firstName}, {sender} sent you {amount}.', { firstName, sender, amount })
}

/** What the mail says about the card and its link. @param until the last day of the link, in words */
export function cardMailTerms(i18n: Texts, rewardName: string, amountCents: number, until: string): string {
  const terms = i18n.t(
    'Your {rewardName} has {amount} on it. The link shows its number and PIN, so keep it to yourself.',
    { rewardName, amount: formatCents(amountCents) },
  )
  return `${terms} ${openBy(i18n, until)}`
}

/**
 * How long a digital card waits, in its mail, its reminder, and on its page. The link expires; the value
 * doesn't, as the cardholder agreement says.
 *
 * @param until the last day, in words
 */
export function openBy(i18n: Texts, until: string): string {
  return i18n.t('Open your card by {until}. The money on it doesn’t expire.', { until })
}

/** The button in the mail with a card. */
export function cardMailLink(i18n: Texts): string {
  return i18n.t('See your card')
}

/**
 * The text of a card's letter, and its signature. Without a message, one sentence names the sender, and there's
 * no signature.
 *
 * @param message as this recipient reads it
 */
export function letterWords(
  i18n: Texts,
  message: string,
  sender: string,
): { text: string; signature: string } {
  if (message.trim() === '')
    return { text: i18n.t('{sender} sent you this card.', { sender }), signature: '' }
  return { text: message, signature: sender }
}

/** What the letter says next to its card, after the amount. */
export function letterTerms(i18n: Texts, networkName: string): string {
  return i18n.t(
    'is on this card. Use it wherever {networkName} is accepted. The number and code are on the back: treat them like cash. Peel it off gently and sign the back.',
    { networkName },
  )
}
