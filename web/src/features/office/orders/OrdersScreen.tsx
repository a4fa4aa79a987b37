import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { plural } from '../../../parts/format.ts'
import { LinkButton } from '../../../parts/LinkButton.tsx'
import { officeQueries } from '../office.queries.ts'
import { Paging } from '../Paging.tsx'
import { ReadProblem } from '../ReadProblem.tsx'
import { RowsLoading } from '../RowsLoading.tsx'
import { DeskHead } from '../shell/DeskHead.tsx'
import { OrderFilters } from './OrderFilters.tsx'
import { OrderRows } from './OrderRows.tsx'
import type { OrdersSearch } from './orders-search.ts'
import { SearchOrders } from './SearchOrders.tsx'

/** Every placed order, newest first; what is looked for stands in the address. */
export function OrdersScreen({ search }: { search: OrdersSearch }) {
  const { status, only, page, search: searched } = search
  const navigate = useNavigate()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    officeQueries.orders({ status: status && [status], only, page, search: searched }),
  )
  const isFiltered = status !== undefined || only !== undefined || searched !== undefined

  return (
    <>
      <DeskHead title="Orders" text={data && plural(data.count, 'order')}>
        <SearchOrders key={searched} searched={searched} />
      </DeskHead>
      <OrderFilters search={search} />
      <div className={`mt-5 ${isPlaceholderData ? 'opacity-60' : ''}`} aria-busy={isPlaceholderData}>
        <h2 className="sr-only">Orders found</h2>
        {data === undefined && error !== null && (
          <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />
        )}
        {data === undefined && error === null && <RowsLoading label="Orders" />}
        {data && data.results.length > 0 && <OrderRows label="Orders" orders={data.results} />}
        {data?.results.length === 0 && (
          <EmptyState
            title={isFiltered ? 'No order fits' : 'No order yet'}
            action={
              isFiltered && (
                <LinkButton to="/office/orders" search={{}}>
                  Show all orders
                </LinkButton>
              )
            }
          >
            {isFiltered
              ? 'A number and a reference must be whole; of a name, a company or an email any part will do.'
              : 'The first one shows here as soon as it is placed.'}
          </EmptyState>
        )}
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
