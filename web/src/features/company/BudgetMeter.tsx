import { formatCents } from '@laurel/domain/money'
import type { ReactNode } from 'react'

export const HATCHED =
  'bg-[repeating-linear-gradient(115deg,var(--accent-line)_0_3px,color-mix(in_srgb,var(--accent-line)_36%,var(--surface))_3px_6px)]'

type BudgetMeterProps = {
  /** The bar for those who can't see it. */
  label: string
  /** In percent of the whole. */
  spent: number
  reserved: number
  isLow: boolean
  /** Below the bar: what is spent, and what is reserved. */
  start: ReactNode
  end: ReactNode
}

export function BudgetMeter({ label, spent, reserved, isLow, start, end }: BudgetMeterProps) {
  return (
    <>
      <div role="img" aria-label={label} className="flex h-2.5 gap-0.5 overflow-hidden rounded-[5px] bg-line">
        {spent > 0 && (
          <i
            className={`block ${isLow ? 'bg-warn-line' : 'bg-accent-line'}`}
            style={{ width: `${spent}%` }}
          />
        )}
        {reserved > 0 && <i className={`block ${HATCHED}`} style={{ width: `${reserved}%` }} />}
      </div>
      <p
        aria-hidden="true"
        className="mt-1.5 flex flex-wrap justify-between gap-x-3.5 gap-y-0.5 text-muted text-small"
      >
        <span>{start}</span>
        <span>{end}</span>
      </p>
    </>
  )
}

/** `$1,200.00 spent` */
export function Part({ cents, children }: { cents: number; children: ReactNode }) {
  return (
    <>
      <b className="font-medium text-ink">{formatCents(cents)}</b> {children}
    </>
  )
}
