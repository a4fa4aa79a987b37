import type { ReactNode } from 'react'
import { useTexts } from '../app/texts.ts'

type ProgressProps = {
  label: string
  done: number
  /** Done, but need attention; not included in `done`. */
  warned?: number
  total: number
}

export function Progress({ label, done, warned = 0, total }: ProgressProps) {
  const share = (count: number) => `${total > 0 ? (100 * count) / total : 0}%`
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done + warned}
      className="flex h-2 gap-0.5 overflow-hidden rounded-[4px] bg-line"
    >
      <span className="block rounded-[4px] bg-accent-line" style={{ width: share(done) }} />
      {warned > 0 && <span className="block rounded-[4px] bg-warn-line" style={{ width: share(warned) }} />}
    </div>
  )
}

type SpinnerProps = { label?: string; className?: string }

export function Spinner({ label, className = '' }: SpinnerProps) {
  const i18n = useTexts()
  return (
    <span role="status" className={`inline-grid place-items-center ${className}`}>
      <span
        aria-hidden="true"
        className="size-6 animate-spin rounded-full border-2 border-accent-line border-e-transparent"
      />
      <span className="sr-only">{label ?? i18n.t('Loading')}</span>
    </span>
  )
}

/** A placeholder for a line or block. Give it its size: `<Skeleton className="h-4 w-2/3" />`. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={`min-h-3.5 animate-shimmer rounded-small bg-[length:300%_100%] bg-[linear-gradient(90deg,var(--sunken)_30%,var(--line)_50%,var(--sunken)_70%)] ${className}`}
    />
  )
}

/** A group of skeletons that announces loading once. */
export function Loading({ label, children }: { label?: string; children: ReactNode }) {
  const i18n = useTexts()
  return (
    <div
      role="status"
      aria-busy="true"
      aria-label={label ?? i18n.t('Loading')}
      className="grid content-start gap-4"
    >
      {children}
    </div>
  )
}
