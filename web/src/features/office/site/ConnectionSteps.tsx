import type { OutputOf } from '@laurel/contract/wire-types'
import { Circle, CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react'
import type { Camelized } from '../../../app/case.ts'
import { Icon } from '../../../parts/Icon.tsx'

type Tested = Camelized<OutputOf<'testCarrierAccount'>>
type Outcome = Tested['steps'][number]['outcome']

const OUTCOMES: Readonly<Record<Outcome, { icon: LucideIcon; color: string; word: string }>> = {
  right: { icon: CircleCheck, color: 'text-good', word: 'Right:' },
  refused: { icon: CircleX, color: 'text-bad', word: 'Refused:' },
  silent: { icon: Clock, color: 'text-warn', word: 'No answer:' },
  not_asked: { icon: Circle, color: 'text-muted', word: 'Not asked:' },
}

/** What a carrier said when the connection was tried, question by question. */
export function ConnectionSteps({ tested: { works, steps } }: { tested: Tested }) {
  return (
    <div className="rounded-control bg-canvas px-4 py-3.5">
      <p className="font-medium">{works ? 'The connection works.' : 'The connection does not work yet.'}</p>
      <ul className="mt-1.5 grid gap-1.5 text-small">
        {steps.map(({ step, outcome, words }) => {
          const { icon, color, word } = OUTCOMES[outcome]
          return (
            <li key={step} className="flex items-start gap-2">
              <Icon of={icon} size={18} label={word} className={`mt-px ${color}`} />
              <span className="min-w-0">{words}</span>
            </li>
          )
        })}
      </ul>
      <p className="mt-1.5 text-muted text-small">Nothing was bought.</p>
    </div>
  )
}
