import { formatCents } from './money.ts'

export type GiverNames = {
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
export function cardGiver({ senderName, businessName, siteName }: GiverNames): string {
  return [senderName, businessName, siteName].map((name) => name.trim()).find((name) => name !== '') ?? ''
}

/** How the mail with a card begins. @param amountCents what the card is worth */
export function cardMailTitle(firstName: string, giver: string, amountCents: number): string {
  const sentence = `${giver} sent you ${formatCents(amountCents)}.`
  return firstName === '' ? sentence : `${firstName}, ${sentence}`
}

/** What the mail says about the card and its link. @param until the last day of the link, in words */
export function cardMailTerms(rewardName: string, amountCents: number, until: string): string {
  return `Your ${rewardName} holds ${formatCents(amountCents)}. The link shows its number and PIN, so keep it to yourself. ${openBy(until)}`
}

/**
 * How long a digital card waits, in its mail, its reminder, and on its page. The link expires; the value
 * doesn't, as the cardholder agreement says.
 *
 * @param until the last day, in words
 */
export function openBy(until: string): string {
  return `Open your card by ${until}. The money on it doesn’t expire.`
}

/** The button in the mail with a card. */
export const CARD_MAIL_LINK = 'See your card'

/**
 * The text of a card's letter, and its signature. Without a message, one sentence names the sender, and there's
 * no signature.
 *
 * @param message as this recipient reads it
 */
export function letterWords(message: string, giver: string): { text: string; signature: string } {
  if (message.trim() === '') return { text: `${giver} sent you this card.`, signature: '' }
  return { text: message, signature: giver }
}

/** What the letter says next to its card, after the amount. */
export function letterTerms(networkName: string): string {
  return `is on this card. Use it wherever ${networkName} is accepted. The number and code are on the back: treat them like cash. Peel it off gently and sign the back.`
}
