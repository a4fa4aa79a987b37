/** More than these aren't listed in a sentence: the API reference has them. */
const LISTED = 8

const CHOICES = /^Invalid (?:option: expected one of|input: expected)(?= ["\d]) (.+)$/

const PLAIN: readonly (readonly [words: RegExp, plain: string])[] = [
  [/^Invalid input: expected int, .*$/, 'This should be a whole number.'],
  [/^Invalid input: expected object, .*$/, 'This should be an object.'],
  [/^Invalid input: expected array, .*$/, 'This should be a list.'],
  [/^Invalid ISO datetime$/, 'Use a time in UTC, such as 2026-12-24T14:00:00Z.'],
  [/^Too small: expected (?:number|int) to be >=(-?[\d.]+)$/, 'Enter a number from $1.'],
  [/^Too big: expected (?:number|int) to be <=(-?[\d.]+)$/, 'Enter a number up to $1.'],
  [/^Too big: expected string to have <=(\d+) characters$/, 'Use up to $1 characters.'],
  [/^Too big: expected array to have <=(\d+) items$/, 'Send up to $1.'],
]

/**
 * A validation message without words of its own, in plain words. A missing or wrongly typed value is in the
 * specification's (docs/spec.md §5).
 */
export function plainMessage(keyword: string, message: string): string {
  if (keyword === 'invalid_type' && message.includes('received undefined')) return 'This field is required'
  const [, options] = CHOICES.exec(message) ?? []
  if (options !== undefined) return chooseWords(options.split('|').map((one) => one.replaceAll('"', '')))
  for (const [words, plain] of PLAIN) {
    if (words.test(message)) return message.replace(words, plain)
  }
  return message.replace(/^Invalid input: expected (\w+), received .*$/, 'This should be a $1.')
}

function chooseWords(options: readonly string[]): string {
  if (options.length > LISTED) return 'Choose a value from the list.'
  const list = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(options.filter(Boolean))
  return `Choose ${list}.`
}
