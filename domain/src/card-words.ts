import { formatCents } from './money.ts'

export type GiverNames = {
  /** What stands at "From"; empty where nothing was written. */
  senderName: string
  /** The customer's legal business name; empty where it is not known. */
  businessName: string
  siteName: string
}

/**
 * Who gives a card, as everybody who gets it reads it: what stands at "From", else the customer's legal
 * business name, else the site's name. Previews, mails, letters and the page behind a link name the same.
 */
export function cardGiver({ senderName, businessName, siteName }: GiverNames): string {
  return [senderName, businessName, siteName].map((name) => name.trim()).find((name) => name !== '') ?? ''
}

/** What the mail with a card begins with. @param amountCents what the card holds */
export function cardMailTitle(firstName: string, giver: string, amountCents: number): string {
  const sentence = `${giver} sent you ${formatCents(amountCents)}.`
  return firstName === '' ? sentence : `${firstName}, ${sentence}`
}

/** What the mail says of the card and its link. @param until the last day of the link, in words */
export function cardMailTerms(rewardName: string, amountCents: number, until: string): string {
  return `Your ${rewardName} holds ${formatCents(amountCents)}. The link shows its number and PIN, so keep it to yourself. ${openBy(until)}`
}

/**
 * How long a digital card waits, in its mail, its reminder and on its page: the link has a last day, the
 * value has none, as the cardholder agreement says.
 *
 * @param until the last day, in words
 */
export function openBy(until: string): string {
  return `Open your card by ${until}. The money on it doesn’t expire.`
}

/** What is written on the button of the mail with a card. */
export const CARD_MAIL_LINK = 'See your card'

/**
 * The words of the letter that carries a card, and who signs them. Where nobody wrote any, one sentence
 * names the giver, and nobody signs.
 *
 * @param message as this recipient reads it
 */
export function letterWords(message: string, giver: string): { text: string; signature: string } {
  if (message.trim() === '') return { text: `${giver} sends you this card.`, signature: '' }
  return { text: message, signature: giver }
}

/** What the letter says beside its card, after the sum. */
export function letterTerms(networkName: string): string {
  return `is on this card. Use it wherever ${networkName} is taken. Number and code are on its back: treat them like cash. Peel it off gently and sign the back.`
}
