import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { translated, useTexts } from '../app/texts.ts'
import { Icon } from './Icon.tsx'

type NoteTone = 'info' | 'warn' | 'bad'

const TONES: Record<NoteTone, { ground: string; icon: LucideIcon; color: string }> = {
  info: { ground: 'bg-accent-tint', icon: Info, color: 'text-accent-text' },
  warn: { ground: 'bg-warn-tint', icon: TriangleAlert, color: 'text-warn' },
  bad: { ground: 'bg-bad-tint', icon: CircleAlert, color: 'text-bad' },
}

type NoteProps = {
  tone?: NoteTone
  children: ReactNode
  /** A button that fixes the problem. */
  action?: ReactNode
  className?: string
}

/** A message beside its subject. A `bad` note is announced at once. */
export function Note({ tone = 'info', children, action, className = '' }: NoteProps) {
  const i18n = useTexts()
  const { ground, icon, color } = TONES[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : undefined}
      className={`flex flex-wrap items-start gap-x-3 gap-y-2 rounded-control px-4 py-3.5 text-ink ${ground} ${className}`}
    >
      <Icon of={icon} className={`mt-0.5 ${color}`} />
      <div className="min-w-0 flex-1 basis-48">{translated(i18n, children)}</div>
      {action && <div className="narrow:ms-8">{action}</div>}
    </div>
  )
}

type EmptyStateProps = {
  title: string
  children: ReactNode
  /** What to do next: a `Button` or `LinkButton`. */
  action?: ReactNode
  /** A card or an icon: what will appear here. */
  picture?: ReactNode
}

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
