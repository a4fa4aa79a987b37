import type { Texts } from '@laurel/domain/texts'

/** More than these aren't listed in a sentence: the API reference has them. */
const LISTED = 8

const CHOICES = /^Invalid (?:option: expected one of|input: expected)(?= ["\d]) (.+)$/

const PLAIN: readonly (readonly [words: RegExp, plain: string])[] = [
  [/^Invalid input: expected int, .*$/, /*i18n*/ 'This should be a whole number.'],
  [/^Invalid input: expected object, .*$/, /*i18n*/ 'This should be an object.'],
  [/^Invalid input: expected array, .*$/, /*i18n*/ 'This should be a list.'],
  [/^Invalid ISO datetime$/, /*i18n*/ 'Use a time in UTC, such as 2026-12-24T14:00:00Z.'],
  [/^Too small: expected (?:number|int) to be >=(-?[\d.]+)$/, /*i18n*/ 'Enter a number of at least {bound}.'],
  [/^Too big: expected (?:number|int) to be <=(-?[\d.]+)$/, /*i18n*/ 'Enter a number up to {bound}.'],
  [/^Too big: expected string to have <=(\d+) characters$/, /*i18n*/ 'Use up to {bound} characters.'],
  [/^Too big: expected array to have <=(\d+) items$/, /*i18n*/ 'Send up to {bound}.'],
  [/^Invalid input: expected (\w+), received .*$/, /*i18n*/ 'This should be a {bound}.'],
]

/**
 * A validation message without words of its own, in plain words. A missing or wrongly typed value is in the
 * specification's (docs/spec.md §5).
 */
export function plainMessage(keyword: string, message: string, i18n: Texts): string {
  if (keyword === 'invalid_type' && message.includes('received undefined')) {
    return i18n.t('This field is required')
  }
  const [, options] = CHOICES.exec(message) ?? []
  if (options !== undefined) {
    return chooseWords(
      i18n,
      options.split('|').map((one) => one.replaceAll('"', '')),
    )
  }
  for (const [words, plain] of PLAIN) {
    const found = words.exec(message)
    if (found) return i18n.t(plain, { bound: found[1] })
  }
  return message
}

function chooseWords(i18n: Texts, values: readonly string[]): string {
  if (values.length > LISTED) return i18n.t('Choose a value from the list.')
  const options = new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(values.filter(Boolean))
  return i18n.t('Choose {options}.', { options })
}
