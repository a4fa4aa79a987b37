import type { OrderStatus } from '@laurel/domain/order-status'
import { useNavigate } from '@tanstack/react-router'
import { Chip, Chips } from '../../../parts/Chip.tsx'
import type { OrdersSearch } from './orders-search.ts'

const STATUSES: readonly { status: Exclude<OrderStatus, 'cart'>; label: string }[] = [
  { status: 'in_review', label: 'In review' },
  { status: 'pending_payment', label: 'Pending payment' },
  { status: 'approved', label: 'Approved' },
  { status: 'fulfilled', label: 'Fulfilled' },
  { status: 'declined', label: 'Rejected' },
]
const ONLY = [
  { only: 'held', label: 'Held' },
  { only: 'flagged', label: 'Flagged' },
] as const

/** One status, and one reason to look: pressed again they let go. The address keeps them. */
export function OrderFilters({ search }: { search: OrdersSearch }) {
  const navigate = useNavigate()
  const { status, only, search: searched } = search
  const show = (next: OrdersSearch) =>
    void navigate({
      to: '/office/orders',
      search: { ...(searched && { search: searched }), ...next },
      resetScroll: false,
    })
  return (
    <Chips label="Show only">
      {STATUSES.map((one) => (
        <Chip
          key={one.status}
          isSelected={one.status === status}
          onPress={() =>
            show({ ...(one.status !== status && { status: one.status }), ...(only && { only }) })
          }
        >
          {one.label}
        </Chip>
      ))}
      {ONLY.map((one) => (
        <Chip
          key={one.only}
          isSelected={one.only === only}
          onPress={() => show({ ...(status && { status }), ...(one.only !== only && { only: one.only }) })}
        >
          {one.label}
        </Chip>
      ))}
    </Chips>
  )
}
