import type { ReactNode } from 'react'

/** One line or block that is still on its way. Give it its size: `<Skeleton className="h-4 w-2/3" />`. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={`min-h-3.5 animate-shimmer rounded-small bg-[length:300%_100%] bg-[linear-gradient(90deg,var(--sunken)_30%,var(--line)_50%,var(--sunken)_70%)] ${className}`}
    />
  )
}

/** A group of skeletons; says once that something is loading. */
export function Loading({ label = 'Loading', children }: { label?: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy="true" aria-label={label} className="grid content-start gap-4">
      {children}
    </div>
  )
}
