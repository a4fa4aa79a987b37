import { AsyncLocalStorage } from 'node:async_hooks'
import type { Customer } from './actor.ts'

/** A connected assistant's call, made inside this process for the person who connected it. */
export type AssistantCall = {
  actor: Customer
  /** How its requests are counted: as the person's own. */
  account: string
}

const current = new AsyncLocalStorage<AssistantCall>()

/** Makes calls as an assistant. Requests from outside never run in here, so no header can pretend to be one. */
export function asAssistant<T>(call: AssistantCall, work: () => T): T {
  return current.run(call, work)
}

export function assistantCall(): AssistantCall | undefined {
  return current.getStore()
}
