import type { ReactNode } from 'react'
import type { Factor } from '../../app/security-calls.ts'
import { useSite } from '../../app/site.ts'
import { Button } from '../../parts/Button.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { FACTORS } from './factors.ts'

type FactorRowProps = {
  factor: Factor
  isOn: boolean
  isPending: boolean
  /** Where the codes come from, or what is missing before they can. */
  detail: ReactNode
  /** False while what its codes need is missing. */
  isReady: boolean
  /** The last one of a site that asks everyone for one. */
  mustStay: boolean
  onTurnOn: () => void
  onTurnOff: () => void
  /** What else can be done while it is on. */
  more?: ReactNode
}

export function FactorRow({
  factor,
  isOn,
  isPending,
  detail,
  isReady,
  mustStay,
  onTurnOn,
  onTurnOff,
  more,
}: FactorRowProps) {
  const site = useSite()
  const { title, name } = FACTORS[factor]
  const [on, off] = factor === 'TOTP' ? ['Set up', 'Remove'] : ['Turn on', 'Turn off']
  const label = isOn ? off : on
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-line border-t py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <b className="font-semibold">{title}</b>
          {isOn && <Tag tone="good">On</Tag>}
        </p>
        <p className="break-words text-muted">{detail}</p>
        {mustStay && (
          <p className="pt-1">
            {site.name} asks everyone for a second step. Turn on another one before you turn this off.
          </p>
        )}
        {more}
      </div>
      {isReady && !mustStay && (
        <Button
          aria-label={`${label} ${name}`}
          isPending={isPending}
          onClick={isOn ? onTurnOff : onTurnOn}
          className="min-w-24"
        >
          {label}
        </Button>
      )}
    </li>
  )
}
