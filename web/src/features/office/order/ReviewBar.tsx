import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { BackLink, LinkButton } from '../../../parts/Button.tsx'
import { count } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Keys } from '../search/Keys.tsx'
import { useKeys } from '../search/shortcuts.ts'
import { officeOrderQueries } from './order.queries.ts'

/** An order's position in the review queue, with links to its neighbors. */
export function ReviewBar({ orderId }: { orderId: number }) {
  const navigate = useNavigate()
  const { data } = useQuery(officeOrderQueries.reviewQueue(orderId))
  const goTo = (id: number | null | undefined) =>
    id
      ? () => void navigate({ to: '/office/orders/$id', params: { id: String(id) }, search: QUEUE })
      : undefined
  useKeys({ j: goTo(data?.nextId), k: goTo(data?.previousId) })
  return (
    <nav
      aria-label="Review queue"
      className="-mt-2 mb-3 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1"
    >
      <BackLink to="/office/orders" search={{ status: 'in_review' }} className="">
        Review queue
      </BackLink>
      <span className="font-medium" aria-live="polite">
        {data && placeWords(data)}
      </span>
      <span className="flex gap-1">
        <Step id={data?.previousId} label="Previous order" icon={ArrowUp} />
        <Step id={data?.nextId} label="Next order" icon={ArrowDown} />
      </span>
      <span aria-hidden="true" className="touch:hidden">
        <Keys keys={['K', 'J']} />
      </span>
    </nav>
  )
}

const QUEUE = { queue: 'review' } as const

function placeWords({ position, count: all }: { position: number | null; count: number }): string {
  if (position !== null) return `${count(position)} of ${count(all)}`
  return all === 0 ? 'All reviewed' : `${count(all)} left`
}

type StepProps = { id: number | null | undefined; label: string; icon: typeof ArrowUp }

function Step({ id, label, icon }: StepProps) {
  return (
    <LinkButton
      to="/office/orders/$id"
      params={{ id: String(id ?? '') }}
      search={QUEUE}
      disabled={!id}
      size="compact"
      aria-label={label}
      className="w-9 px-0! touch:w-11 aria-disabled:opacity-50"
    >
      <Icon of={icon} size={17} />
    </LinkButton>
  )
}
