import { formatCents } from '@laurel/domain/money'
import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { count as counted } from '../../../parts/format.ts'
import type { ListView } from './recipients.queries.ts'

/** The kinds of problems that everyone's value answers. */
const VALUE_KINDS = ['amount_unreadable', 'too_small', 'too_large']

type ValueForKindProps = {
  view: Pick<ListView, 'only'>
  count: number
  everyoneCents: number | null
  onGive: () => Promise<void>
}

/** Values that cannot stand give way to everyone's, all of a kind with one press. */
export function ValueForKind({ view, count, everyoneCents, onGive }: ValueForKindProps) {
  const [isGiving, setGiving] = useState(false)
  if (!VALUE_KINDS.includes(view.only) || everyoneCents === null || count === 0) return null

  async function give() {
    setGiving(true)
    await onGive()
    setGiving(false)
  }

  return (
    <p className="-mt-1 mb-3.5">
      <Button size="compact" isPending={isGiving} onClick={give}>
        {count === 1 ? 'Use' : `Give all ${counted(count)}`} everyone’s {formatCents(everyoneCents)}
      </Button>
    </p>
  )
}
