/** More than these aren't listed in a sentence: the API reference has them. */
const LISTED = 8

const CHOICES = /^Invalid (?:option: expected one of|input: expected)(?= ["\d]) (.+)$/

/**
 * A validation message without words of its own, in plain words. A missing or wrongly typed value is in the
 * specification's (docs/spec.md §5).
 */
export function plainMessage(keyword: string, message: string): string {
  if (keyword === 'invalid_type' && message.includes('received undefined')) return 'This field is required'
  const [, options] = CHOICES.exec(message) ?? []
  if (options !== undefined) return chooseWords(options.split('|').map((one) => one.replaceAll('"', '')))
  return message.replace(/^Invalid input: expected (\w+), received .*$/, 'This should be a $1.')
}

function chooseWords(options: readonly string[]): string {
  if (options.length > LISTED) return 'Choose a value from the list.'
  const list = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(options.filter(Boolean))
  return `Choose ${list}.`
}
