/**
 * Whoever did something, as the books name them, in words.
 *
 * @param ownId of the person at the screen
 */
export function byWords(by: string, ownId: number): string {
  if (by === `staff:${ownId}`) return 'you'
  if (by === 'system' || by === '') return 'the system'
  const [kind, name] = by.split(':')
  return kind === 'staff' ? `a colleague (no. ${name})` : (name ?? by)
}
