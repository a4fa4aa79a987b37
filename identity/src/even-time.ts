import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than making and promising a code takes, so that the clock does not tell whether one was made. */
const EVEN_MS = 60

/** Answers no sooner than after a fixed time, whatever there was to do, refusals too. */
export async function inEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), sleep(EVEN_MS)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
