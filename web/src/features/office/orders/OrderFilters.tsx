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
  const navigate = useNavigate({ from: '/office/orders/' })
  const { status, only } = search
  // From the address as it then is: two presses may come before it is drawn anew.
  const toggle = (pressed: Pick<OrdersSearch, 'status' | 'only'>) =>
    void navigate({
      to: '/office/orders',
      search: (now) => toggled(now, pressed),
      resetScroll: false,
    })
  return (
    <Chips label="Show only">
      {STATUSES.map((one) => (
        <Chip
          key={one.status}
          isSelected={one.status === status}
          onPress={() => toggle({ status: one.status })}
        >
          {one.label}
        </Chip>
      ))}
      {ONLY.map((one) => (
        <Chip key={one.only} isSelected={one.only === only} onPress={() => toggle({ only: one.only })}>
          {one.label}
        </Chip>
      ))}
    </Chips>
  )
}

function toggled({ search, status, only }: OrdersSearch, pressed: Pick<OrdersSearch, 'status' | 'only'>) {
  const next = {
    status: pressed.status === undefined ? status : otherThan(status, pressed.status),
    only: pressed.only === undefined ? only : otherThan(only, pressed.only),
  }
  return {
    ...(search && { search }),
    ...(next.status && { status: next.status }),
    ...(next.only && { only: next.only }),
  }
}

/** Pressed again it lets go. */
function otherThan<Value>(now: Value | undefined, pressed: Value): Value | undefined {
  return now === pressed ? undefined : pressed
}
