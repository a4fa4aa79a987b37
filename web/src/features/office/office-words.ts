/**
 * Whoever did something, as the books name them, in words.
 *
 * @param ownId of the person at the screen
 * @param name of the colleague, where it is known
 */
export function byWords(by: string, ownId: number, name = ''): string {
  if (by === `staff:${ownId}`) return 'you'
  if (name !== '') return name
  if (by === 'system' || by === '') return 'the system'
  const [kind, own] = by.split(':')
  return kind === 'staff' ? `a colleague (no. ${own})` : (own ?? by)
}

/** Somebody's own words as a sentence: with one full stop, whether or not they set it. */
export function withStop(words: string): string {
  const said = words.trim()
  return /[.!?…]$/.test(said) ? said : `${said}.`
}
