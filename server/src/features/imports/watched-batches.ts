import type { JudgedBatch } from './judged-batches.ts'
import { unreadable } from './unreadable.ts'

export type Pace = {
  /** How often it is asked whether the list is still to be read. */
  lookMs: number
  /** How long a reader may work on its next people. */
  silentMs: number
}

/**
 * The people of a list as they're read, while they're wanted: a stopped list, or one that keeps its reader too
 * long, yields to the next.
 *
 * @param open starts reading, and ends at once on request
 * @param isWanted whether the list is still to be read
 * @throws {Refusal} `import_unreadable` after too long a silence
 */
export async function* watchedBatches(
  open: (ending: AbortSignal) => AsyncGenerator<JudgedBatch>,
  isWanted: () => Promise<boolean>,
  unwanted: () => Error,
  { lookMs, silentMs }: Pace,
): AsyncGenerator<JudgedBatch> {
  const ending = new AbortController()
  // Since when the reader is waited for; while its people are written it is not.
  let since: number | undefined = Date.now()
  const look = async () => {
    if (since === undefined) return
    if (Date.now() - since > silentMs) return ending.abort(tooSlow())
    if (!(await isWanted())) ending.abort(unwanted())
  }
  const looking = setInterval(() => void look().catch(() => {}), lookMs)
  looking.unref()
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason))
  })
  ended.catch(() => {})
  const batches = open(ending.signal)
  try {
    for (;;) {
      // Also races the stop signal, because a read from a hanging disk can't be stopped.
      const next = await Promise.race([batches.next(), ended])
      if (next.done) return
      since = undefined
      yield next.value
      since = Date.now()
    }
  } finally {
    clearInterval(looking)
    const closed = batches.return(undefined)
    if (ending.signal.aborted) closed.catch(() => {})
    else await closed
  }
}

function tooSlow() {
  const message = 'This file takes too long to read. Save it as CSV and choose that file.'
  return unreadable('reads_too_slowly', message)
}
