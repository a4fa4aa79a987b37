/**
 * Names the person or program behind a recorded action.
 *
 * @param ownId the signed-in person's staff ID
 * @param name the colleague's name, if known
 */
export function byWords(by: string, ownId: number, name = ''): string {
  if (by === `staff:${ownId}`) return 'you'
  if (name !== '') return name
  if (by === 'system' || by === '') return 'the system'
  const [kind, own] = by.split(':')
  return kind === 'staff' ? `a colleague (no. ${own})` : (own ?? by)
}

/** A person's text as a sentence: ends with exactly one period unless it already ends itself. */
export function withStop(words: string): string {
  const said = words.trim()
  return /[.!?…]$/.test(said) ? said : `${said}.`
}
