import type { PredefinedMessage } from '../create-reward.queries.ts'

/** Ready-made messages of one occasion, in the site's order. */
export type Occasion = { name: string; messages: readonly PredefinedMessage[] }

export function byOccasion(messages: readonly PredefinedMessage[]): Occasion[] {
  return [...Map.groupBy(messages, ({ occasion }) => occasion)].map(([name, of]) => ({ name, messages: of }))
}

/** What pressing an occasion puts in: its first message, or the next after the one that stands there. */
export function nextMessage({ messages }: Occasion, standing: string): PredefinedMessage | undefined {
  const at = messages.findIndex(({ text }) => text === standing)
  return messages[(at + 1) % messages.length]
}
