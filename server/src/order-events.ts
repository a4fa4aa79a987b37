import type { OrderEvent } from '@laurel/domain/order-events'
import type { Db, Pool } from './database/database.ts'
import { poolOf } from './database/site-transaction.ts'

export type EventOf<Type extends OrderEvent['type']> = Extract<OrderEvent, { type: Type }>

/** What follows from each event, first to last. */
export type Listeners = {
  [Type in OrderEvent['type']]: ReadonlyArray<(db: Db, event: EventOf<Type>) => Promise<void> | void>
}

const connected = new WeakMap<Pool, Listeners>()

/** Connects the listeners of a server; its transactions raise to these, and to no other server's. */
export function connectListeners(pool: Pool, listeners: Listeners): void {
  connected.set(pool, listeners)
}

/**
 * Tells the features above, in the caller's transaction: when a listener throws, what was told is rolled back too.
 *
 * @throws {Refusal} that of a listener who refuses
 */
export async function raise(db: Db, event: OrderEvent): Promise<void> {
  const listeners = connected.get(poolOf(db))
  if (listeners === undefined) throw new Error(`${event.type} is raised before listeners are connected`)
  for (const listener of listeners[event.type]) await listener(db, event as never)
}
