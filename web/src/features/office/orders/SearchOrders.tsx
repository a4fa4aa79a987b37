import { useNavigate } from '@tanstack/react-router'
import { SearchBox } from '../SearchBox.tsx'

/** Finds orders from wherever one is. Give it the searched text as its `key`. */
export function SearchOrders({ searched }: { searched?: string | undefined }) {
  const navigate = useNavigate()
  return (
    <SearchBox
      label="Search orders"
      placeholder="Order, customer or recipient"
      searched={searched}
      onSearch={(search) => void navigate({ to: '/office/orders', search: search === '' ? {} : { search } })}
    />
  )
}
