import type { ReactNode } from 'react'

export type TagTone = 'plain' | 'good' | 'wait' | 'warn' | 'bad'

const TONES: Record<TagTone, string> = {
  plain: 'bg-sunken text-ink',
  good: 'bg-good-tint text-good',
  wait: 'bg-wait-tint text-wait',
  warn: 'bg-warn-tint text-warn',
  bad: 'bg-bad-tint text-bad',
}

/** A dot and a word: the state of one thing. */
export function Tag({ tone = 'plain', children }: { tone?: TagTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex min-h-[26px] items-center gap-1.5 whitespace-nowrap rounded-pill pr-[11px] pl-2.5 font-medium text-small leading-none before:size-[7px] before:rounded-full before:bg-current before:forced-color-adjust-none ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}
