import type { OutputOf } from '@laurel/contract/wire-types'
import type { Camelized } from '../../../app/case.ts'
import { count, plural } from '../../../parts/format.ts'

export type ManyAction = 'approve' | 'hold' | 'release' | 'note'
export type Outcome = Camelized<OutputOf<'decideAboutOrders'>> & { action: ManyAction }

type Words = { title: (orders: string) => string; submit: string; lead: string; done: string; label: string }

export const MANY_WORDS: Readonly<Record<ManyAction, Words>> = {
  approve: {
    title: (orders) => `Approve ${orders}?`,
    submit: 'Approve',
    lead: 'Each is judged by itself: what is held, not paid or decided by now stays as it is.',
    done: 'approved',
    label: 'Note (optional)',
  },
  hold: {
    title: (orders) => `Hold ${orders}?`,
    submit: 'Hold',
    lead: 'Nothing more of them is approved, sent or printed until they are released.',
    done: 'held',
    label: 'Reason',
  },
  release: {
    title: (orders) => `Release ${orders}?`,
    submit: 'Release',
    lead: 'They go on as if they had never been held. Say how it was settled.',
    done: 'released',
    label: 'Reason',
  },
  note: {
    title: (orders) => `Add a note to ${orders}`,
    submit: 'Add note',
    lead: 'Colleagues read it at each of them; customers never see it.',
    done: 'noted',
    label: 'Note',
  },
}

/** `7 approved; 2 not` */
export function outcomeWords({ action, results }: Outcome): string {
  const done = results.filter(({ isDone }) => isDone).length
  const not = results.length - done
  const { done: word } = MANY_WORDS[action]
  if (not === 0) return `${plural(done, 'order')} ${word}.`
  return `${count(done)} ${word}; ${count(not)} not.`
}
