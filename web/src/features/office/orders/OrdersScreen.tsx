import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { plural } from '../../../parts/format.ts'
import { LinkButton } from '../../../parts/LinkButton.tsx'
import { Paging, ReadProblem, RowsLoading } from '../ListParts.tsx'
import { useMay } from '../office.queries.ts'
import { SearchBox } from '../SearchBox.tsx'
import { DeskHead } from '../shell/DeskHead.tsx'
import { ExportOrders } from './ExportOrders.tsx'
import { ManyBar } from './ManyBar.tsx'
import { OrderFilters } from './OrderFilters.tsx'
import { OrderRows } from './OrderRows.tsx'
import { OrderViews } from './OrderViews.tsx'
import { ordersQueries } from './orders.queries.ts'
import { isFiltered, type OrdersSearch, withFilter } from './orders-search.ts'
import { useBeginView } from './use-begin-view.ts'
import { useChoice } from './use-choice.ts'

/** Every placed order, newest first; what is looked for stands in the address. */
export function OrdersScreen({ search }: { search: OrdersSearch }) {
  const { page, search: searched } = search
  const navigate = useNavigate()
  const may = useMay()
  const views = useQuery(ordersQueries.views())
  const saved = views.isPending ? undefined : (views.data ?? [])
  const isWaiting = useBeginView(saved, search)
  const read = useQuery({ ...ordersQueries.list(search), enabled: !isWaiting })
  const { data, error, isFetching, isPlaceholderData, refetch } = read
  const choice = useChoice(data?.results ?? [])

  return (
    <>
      <DeskHead title="Orders" text={data && plural(data.count, 'order')}>
        {data !== undefined && data.count > 0 && <ExportOrders search={search} />}
        <SearchBox
          label="Search orders"
          placeholder="Order, customer or recipient"
          searched={searched}
          onSearch={(text) =>
            void navigate({ to: '/office/orders', search: withFilter(search, 'search', text || undefined) })
          }
        />
      </DeskHead>
      <OrderViews views={saved ?? []} search={search} />
      <OrderFilters search={search} />
      <div className={`mt-5 ${isPlaceholderData ? 'opacity-60' : ''}`} aria-busy={isPlaceholderData}>
        <h2 className="sr-only">Orders found</h2>
        {data === undefined && error !== null && (
          <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />
        )}
        {data === undefined && error === null && <RowsLoading label="Orders" />}
        {data && data.results.length > 0 && may('orders.note') && (
          <ManyBar orders={data.results} choice={choice} />
        )}
        {data && data.results.length > 0 && (
          <OrderRows label="Orders" orders={data.results} choice={may('orders.note') ? choice : undefined} />
        )}
        {data?.results.length === 0 && <NoOrder search={search} />}
        {data && (
          <Paging
            label="Pages of orders"
            page={page}
            total={data.count}
            onPage={(next) => void navigate({ to: '/office/orders', search: { ...search, page: next } })}
          />
        )}
      </div>
    </>
  )
}

function NoOrder({ search }: { search: OrdersSearch }) {
  if (!isFiltered(search)) {
    return <EmptyState title="No order yet">The first one shows here as soon as it is placed.</EmptyState>
  }
  const isShort = search.search !== undefined && !/^\d+$/.test(search.search) && search.search.length < 3
  return (
    <EmptyState
      title="No order fits"
      action={
        <LinkButton to="/office/orders" search={{}}>
          Show all orders
        </LinkButton>
      }
    >
      {isShort
        ? 'Names and emails are looked for from three letters on.'
        : 'Search by a whole order, tracking, delivery or batch number, a card’s last four digits, or an amount such as $101.95. For people, try any part of a customer’s name, company or email, or the beginning of a recipient’s last name, email or street.'}
    </EmptyState>
  )
}
