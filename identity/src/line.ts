import { TooMany } from './cognito-error.ts'
import { networkOf } from './network-of.ts'

type Line = { inTurn<T>(work: () => Promise<T>): Promise<T>; isEmpty(): boolean }

/**
 * Limits concurrency; the rest wait in order.
 *
 * @throws {CognitoError} TooManyRequestsException when the queue is full
 */
export function makeLine({ atOnce, maxWaiting = Infinity }: { atOnce: number; maxWaiting?: number }): Line {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    isEmpty: () => running === 0,
    async inTurn(work) {
      if (running >= atOnce) {
        if (waiting.length >= maxWaiting)
          throw new TooMany(
            'TooManyRequestsException',
            'Too many requests. Wait a minute, then try again.',
            60,
          )
        await new Promise<void>((resolve) => waiting.push(resolve))
      } else {
        running += 1
      }
      try {
        return await work()
      } finally {
        // Passes the slot on directly, so that a newcomer can't take it.
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}

const lines = new Map<string, Line>()

/** Limits a network's concurrent requests of a kind: a burst of 500 colleagues waits instead of being refused. */
export async function inTurnOf<T>(
  kind: string,
  ip: string,
  atOnce: number,
  work: () => Promise<T>,
): Promise<T> {
  const key = `${kind} ${networkOf(ip)}`
  const line = lines.get(key) ?? makeLine({ atOnce })
  lines.set(key, line)
  try {
    return await line.inTurn(work)
  } finally {
    if (line.isEmpty()) lines.delete(key)
  }
}
