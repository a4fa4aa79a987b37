import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

export type NoteTone = 'info' | 'warn' | 'bad'

const TONES: Record<NoteTone, { ground: string; icon: LucideIcon; color: string }> = {
  info: { ground: 'bg-accent-tint', icon: Info, color: 'text-accent-text' },
  warn: { ground: 'bg-warn-tint', icon: TriangleAlert, color: 'text-warn' },
  bad: { ground: 'bg-bad-tint', icon: CircleAlert, color: 'text-bad' },
}

type NoteProps = {
  tone?: NoteTone
  children: ReactNode
  /** The button that mends it. */
  action?: ReactNode
  className?: string
}

/** A sentence beside the thing it is about. A `bad` note is spoken at once. */
export function Note({ tone = 'info', children, action, className = '' }: NoteProps) {
  const { ground, icon, color } = TONES[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : undefined}
      className={`flex flex-wrap items-start gap-x-3 gap-y-2 rounded-control px-4 py-3.5 text-ink ${ground} ${className}`}
    >
      <Icon of={icon} className={`mt-0.5 ${color}`} />
      <div className="min-w-0 flex-1 basis-48">{children}</div>
      {action && <div className="narrow:ms-8">{action}</div>}
    </div>
  )
}
