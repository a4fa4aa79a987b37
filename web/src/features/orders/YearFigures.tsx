import { useQuery } from '@tanstack/react-query'
import { type Figure, Figures } from '../../parts/Figures.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import type { OrderList } from './MyRewards.tsx'
import { orderListQueries } from './order-lists.queries.ts'
import { yearFigures } from './year-figures.ts'

/** The year in four numbers, over all orders and not only those the lists have brought so far. */
export function YearFigures({ pending, completed }: { pending: OrderList; completed: OrderList }) {
  const year = new Date().getFullYear()
  const isAllHere = isWhole(pending) && isWhole(completed)
  const { data, isError } = useQuery({ ...orderListQueries.ofYear(year), enabled: !isAllHere })
  if (isAllHere) return <Figures figures={yearFigures([...pending.orders, ...completed.orders], year)} />
  // Better no numbers than numbers of half the orders.
  if (isError) return null
  return <Figures figures={data ? yearFigures(data, year) : stillCounting(year)} />
}

function isWhole({ orders, count }: OrderList): boolean {
  return orders.length >= count
}

function stillCounting(year: number): Figure[] {
  return yearFigures([], year).map(({ label }) => ({
    label,
    value: <Skeleton className="h-[1.15em] w-32" />,
    note: <Skeleton className="h-3.5 w-20" />,
  }))
}
