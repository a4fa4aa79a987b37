export type SaveState = 'idle' | 'waiting' | 'saving' | 'saved' | 'failed'

type DraftSaverOptions<Change extends object> = {
  /** Carries changes to the server. Called again with the same and newer ones after a failure. */
  send: (change: Change) => Promise<void>
  onState: (state: SaveState) => void
  /** How long the customer must pause before a change travels. */
  delayMs: number
}

/**
 * Saves while the customer works: changes are gathered, sent one request at a time, and kept when
 * a request fails, so that the next one carries them too.
 */
export function makeDraftSaver<Change extends object>({ send, onState, delayMs }: DraftSaverOptions<Change>) {
  let waiting: Change | null = null
  let running: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  async function sendWaiting(): Promise<void> {
    while (running || waiting) {
      if (running) await running
      else await sendOnce(waiting!)
    }
  }

  function sendOnce(change: Change): Promise<void> {
    waiting = null
    onState('saving')
    running = send(change).then(
      () => {
        running = null
        onState(waiting ? 'waiting' : 'saved')
      },
      (cause: unknown) => {
        running = null
        waiting = { ...change, ...waiting }
        onState('failed')
        throw cause
      },
    )
    return running
  }

  return {
    /** Notes a change; it travels after a pause. */
    queue(change: Change): void {
      waiting = { ...waiting, ...change }
      onState('waiting')
      clearTimeout(timer)
      // A failure is told by the state; whoever must know calls flush.
      timer = setTimeout(() => void sendWaiting().catch(() => undefined), delayMs)
    },
    /** Sends what is waiting now. @throws what `send` threw */
    async flush(): Promise<void> {
      clearTimeout(timer)
      await sendWaiting()
    },
    /** Lets go of what is waiting. */
    discard(): void {
      clearTimeout(timer)
      waiting = null
      onState('idle')
    },
  }
}
