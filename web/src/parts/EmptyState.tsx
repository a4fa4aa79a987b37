import type { ReactNode } from 'react'

type EmptyStateProps = {
  title: string
  children: ReactNode
  /** What to do next: a `Button` or `LinkButton`. */
  action?: ReactNode
  /** A card, an icon: what will stand here one day. */
  picture?: ReactNode
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({ title, children, action, picture }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 px-6 py-12 text-center">
      {picture && <div className="mb-4 w-[168px]">{picture}</div>}
      <h3>{title}</h3>
      <p className="max-w-[44ch] text-muted">{children}</p>
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
