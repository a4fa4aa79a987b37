import type { ReactNode } from 'react'
import { count } from './format.ts'

type ChipProps = {
  isSelected: boolean
  onPress: () => void
  children: ReactNode
  /** How many it would leave. */
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

/** A row of chips; on a phone it scrolls sideways to the edges of the screen. */
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
