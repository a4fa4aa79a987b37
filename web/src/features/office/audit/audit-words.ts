/** `order.moved` as one reads it: `Order moved`. */
export function eventWords(event: string): string {
  const words = event.replaceAll(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const KINDS: Readonly<Record<string, string>> = {
  staff: 'Colleague',
  customer: 'Customer',
  account: 'Account',
  integrator: 'Program',
  key: 'Key',
}

/** Who did it: a colleague's name, else what the trail says. */
export function actorWords(actor: string, name: string): string {
  if (name !== '') return name
  if (actor === 'system') return 'The system'
  if (actor === 'visitor') return 'Somebody not signed in'
  if (actor === 'operator') return 'An operator'
  const [kind = '', id = ''] = actor.split(/:(.*)/s)
  return KINDS[kind] ? `${KINDS[kind]} ${id}` : actor
}
