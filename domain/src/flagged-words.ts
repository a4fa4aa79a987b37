/**
 * Words that somebody looks at before they are printed: names of card networks and banks' promises, which
 * are not the customer's to give; authorities, in whose name nobody else writes; and insults. Not forbidden:
 * a bakery may well be called Discover Bread.
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
 * Finds the words of a text that somebody looks at before it is printed; capitals, accents and what stands
 * around them make no difference.
 *
 * @returns each once, in the order of the list; none for clean words
 * @example flaggedWords('Your VISA card') // ['visa']
 */
export function flaggedWords(...texts: readonly string[]): string[] {
  const words = ` ${texts.join(' | ').normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()} `
  const plain = words.replaceAll(/[^\p{L}\p{N}|]+/gu, ' ')
  return FLAGGED.filter((flagged) => plain.includes(` ${flagged} `))
}
