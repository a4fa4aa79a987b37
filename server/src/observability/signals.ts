import { channel } from 'node:diagnostics_channel'

/** Events that metrics count (metrics.ts). Without a listener, publishing costs next to nothing. */
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
/** Files of the store that are missing, or that belong to nothing. */
export const filesCompared = signal<{ missing: number; unnamed: number }>('files')
