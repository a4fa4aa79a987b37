import { useNavigate } from '@tanstack/react-router'
import { SearchBox } from '../SearchBox.tsx'

/** Finds orders from wherever one is. */
export function SearchOrders() {
  const navigate = useNavigate()
  return (
    <SearchBox
      label="Search orders"
      placeholder="Order, customer or recipient"
      searched={undefined}
      isOnEnter
      onSearch={(search) => void navigate({ to: '/office/orders', search: search === '' ? {} : { search } })}
    />
  )
}
