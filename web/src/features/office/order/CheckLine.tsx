import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../../parts/Icon.tsx'

type CheckLineProps = { isGood: boolean; title: string; aside?: ReactNode; children: ReactNode }

/** One thing that was looked at, and whether it is in order. */
export function CheckLine({ isGood, title, aside, children }: CheckLineProps) {
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 border-line border-b py-3.5 last:border-b-0">
      <Icon
        of={isGood ? CircleCheck : TriangleAlert}
        className={`mt-0.5 ${isGood ? 'text-good' : 'text-warn'}`}
        label={isGood ? 'In order:' : 'To look at:'}
      />
      <b className="font-semibold">{title}</b>
      <span className="text-small">{aside}</span>
      <p className="col-span-2 col-start-2 text-muted text-small">{children}</p>
    </li>
  )
}
