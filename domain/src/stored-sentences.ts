import type { Texts } from './texts.ts'

/** English sentences with facts that are stored, or written before the reader is known. */
const SENTENCES: readonly string[] = [
  /*i18n*/ 'We received {received}. {due} is still due.',
  /*i18n*/ 'No ZIP code starts with {start}.',
  /*i18n*/ '{zip} is in {states}, not in {state}.',
  /*i18n*/ 'Password must have at least {length} characters',
  /*i18n*/ '{people} people need attention before checkout.',
  /*i18n*/ '{people} people have no value. Set one for each or for everyone.',
  /*i18n*/ 'Use at most {max} characters.',
  /*i18n*/ 'Enter a value from {min} to {max}.',
  /*i18n*/ 'Order 1 to {max} cards at a time.',
  /*i18n*/ 'A list can have up to {max} people. This one has {people}.',
  /*i18n*/ 'An order can total up to {max}. This one totals {total}.',
  /*i18n*/ 'Each of your company’s orders can total up to {max}. This one totals {total}.',
  /*i18n*/ 'Your company can place {max} orders in 24 hours. Try again later, or contact us to change the limit.',
]

const PATTERNS = SENTENCES.map(patternOf)

function patternOf(sentence: string) {
  const names = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const pattern = sentence.replaceAll(/[.?*+^$()[\]|\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '(.+?)')
  return { sentence, names, pattern: new RegExp(`^${pattern}$`, 's') }
}

/** Adds the sentences of one part of the product, which the first load doesn't need. */
export function learnSentences(sentences: readonly string[]): void {
  PATTERNS.push(...sentences.map(patternOf))
}

/**
 * A sentence of the domain in the reader's language: looked up as it is, or read back into its text and its facts.
 *
 * @returns the sentence itself if it has no translation
 */
export function storedSentence(i18n: Texts, said: string): string {
  const exact = i18n.t(said)
  if (exact !== said || i18n.locale === 'en-US') return exact
  for (const { sentence, names, pattern } of PATTERNS) {
    const facts = pattern.exec(said)?.slice(1)
    if (facts) return i18n.t(sentence, Object.fromEntries(facts.map((fact, index) => [names[index], fact])))
  }
  return said
}

/** The same for a problem and what to do about it, or several problems. */
export function storedSentences(i18n: Texts, said: string): string {
  const sentences = said.split(/(?<=[.!?]) /)
  const each = sentences.map((one) => storedSentence(i18n, one))
  // A fact of the first sentence could swallow the others.
  if (each.every((one, nth) => one !== sentences[nth])) return each.join(' ')
  const whole = storedSentence(i18n, said)
  return whole === said ? each.join(' ') : whole
}
