/**
 * Words that staff review before printing: names of card networks and banks' promises, which the customer can't
 * make; authorities, in whose name only they may write; and insults. They're not forbidden: a bakery may well
 * be called Discover Bread.
 */
const FLAGGED = [
  ...['visa', 'mastercard', 'master card', 'american express', 'amex', 'discover', 'maestro', 'paypal'],
  ...['apple pay', 'google pay', 'western union', 'moneygram', 'bitcoin'],
  ...['fdic', 'fdic insured', 'legal tender', 'guaranteed winner', 'cash back', 'credit card', 'debit card'],
  ...['irs', 'internal revenue', 'us treasury', 'federal reserve', 'social security', 'medicare', 'police'],
  ...['fuck', 'fucking', 'shit', 'bitch', 'bastard', 'asshole', 'cunt', 'whore', 'slut', 'faggot', 'nigger'],
  ...['retard', 'nazi', 'heil', 'porn', 'sex', 'xxx', 'cocaine', 'kill yourself'],
]

/**
 * Finds words that staff review before printing. Case, accents, and surrounding characters don't matter.
 *
 * @returns each once, in the order of the list; none for clean words
 * @example flaggedWords('Your VISA card') // ['visa']
 */
export function flaggedWords(...texts: readonly string[]): string[] {
  const words = ` ${texts.join(' | ').normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()} `
  const plain = words.replaceAll(/[^\p{L}\p{N}|]+/gu, ' ')
  return FLAGGED.filter((flagged) => plain.includes(` ${flagged} `))
}
