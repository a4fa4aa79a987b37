import type { ReactNode } from 'react'
import { count } from './format.ts'

export type TagTone = 'plain' | 'good' | 'wait' | 'warn' | 'bad'

const TONES: Record<TagTone, string> = {
  plain: 'bg-sunken text-ink',
  good: 'bg-good-tint text-good',
  wait: 'bg-wait-tint text-wait',
  warn: 'bg-warn-tint text-warn',
  bad: 'bg-bad-tint text-bad',
}

/** A dot and a word for a state. */
export function Tag({ tone = 'plain', children }: { tone?: TagTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex min-h-[26px] items-center gap-1.5 whitespace-nowrap rounded-pill pr-[11px] pl-2.5 font-medium text-small leading-none before:size-[7px] before:rounded-full before:bg-current before:forced-color-adjust-none ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}

type ChipProps = {
  isSelected: boolean
  onPress: () => void
  children: ReactNode
  /** How many results it would leave. */
  number?: number
}

/** A filter that is on or off. */
export function Chip({ isSelected, onPress, children, number }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      onClick={onPress}
      className="inline-flex min-h-11 shrink-0 items-center gap-2 whitespace-nowrap rounded-pill bg-surface px-3.5 text-label shadow-hairline transition-shadow duration-(--fast) hover:shadow-hairline-strong aria-pressed:bg-accent-tint aria-pressed:text-ink aria-pressed:shadow-chosen"
    >
      {children}
      {number !== undefined && (
        <span className={isSelected ? 'font-medium' : 'font-medium text-muted'}>{count(number)}</span>
      )}
    </button>
  )
}

/** A row of chips that scrolls sideways on phones. */
export function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and take a legend
    <div
      role="group"
      aria-label={label}
      className="flex flex-wrap gap-2 narrow:-mx-(--gutter) narrow:flex-nowrap narrow:overflow-x-auto narrow:px-(--gutter) narrow:py-0.5 narrow:[scrollbar-width:none]"
    >
      {children}
    </div>
  )
}
