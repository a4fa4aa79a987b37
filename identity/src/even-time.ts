import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than creating and enqueueing a code takes, so that timing doesn't reveal whether one was sent. */
const EVEN_MS = 60

/** Takes a fixed minimum time, also to refuse (no timing oracle). */
export async function inEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), sleep(EVEN_MS)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
