import { CircleCheck, CircleDashed, Clock, type LucideIcon, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../app/texts.ts'
import { Icon } from './Icon.tsx'

export type ChainStep = {
  id: string
  state: 'done' | 'now' | 'ahead' | 'returned'
  title: ReactNode
  detail?: ReactNode
  /** What the person who decided wrote. */
  comment?: string | undefined
}

const LOOKS: Readonly<Record<ChainStep['state'], { icon: LucideIcon; color: string; said: string }>> = {
  done: { icon: CircleCheck, color: 'text-good', said: /*i18n*/ 'done' },
  now: { icon: Clock, color: 'text-ink', said: /*i18n*/ 'now' },
  ahead: { icon: CircleDashed, color: 'text-muted', said: /*i18n*/ 'upcoming' },
  returned: { icon: Undo2, color: 'text-warn', said: /*i18n*/ 'returned' },
}

/** Who decides one after another, with what has been decided. */
export function Chain({ label, steps }: { label: string; steps: readonly ChainStep[] }) {
  const i18n = useTexts()

  return (
    <ol aria-label={label}>
      {steps.map(({ id, state, title, detail, comment }) => {
        const { icon, color, said } = LOOKS[state]
        return (
          <li
            key={id}
            aria-current={state === 'now' ? 'step' : undefined}
            className="relative grid grid-cols-[24px_minmax(0,1fr)] gap-x-3 pb-4 not-last:before:absolute not-last:before:top-[26px] not-last:before:bottom-0.5 not-last:before:left-[11px] not-last:before:w-0.5 not-last:before:bg-line last:pb-0"
          >
            <Icon of={icon} size={22} label={i18n.t(said)} className={`mt-0.5 ${color}`} />
            <div className={`min-w-0 break-words ${state === 'ahead' ? 'text-muted' : ''}`}>
              <p className={state === 'now' ? 'font-semibold' : ''}>{title}</p>
              {detail && <p className="text-muted text-small">{detail}</p>}
              {comment && (
                <blockquote className="mt-1 border-line-mid border-s-2 ps-3 text-small">
                  “{comment}”
                </blockquote>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
