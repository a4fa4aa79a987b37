import { channel } from 'node:diagnostics_channel'

/** Told to whoever counts (metrics.ts); without a listener, telling costs nothing. */
export type Signal<T> = { publish(what: T): void; listen(hear: (what: T) => void): void }

function signal<T>(name: string): Signal<T> {
  const told = channel(`laurel.${name}`)
  return {
    publish: (what) => {
      if (told.hasSubscribers) told.publish(what)
    },
    listen: (hear) => told.subscribe((what) => hear(what as T)),
  }
}

export const jobEnded = signal<{
  name: string
  outcome: 'completed' | 'unfinished' | 'failed'
  seconds: number
}>('job')
export const mailEnded = signal<{ outcome: 'sent' | 'failed' }>('mail')
