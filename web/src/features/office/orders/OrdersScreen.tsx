import { api } from '@laurel/contract/routes'
import { OFFICE_STATUS_LABELS, OFFICE_STATUSES } from '@laurel/domain/office-status'
import { PAYMENT_METHODS, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { REWARD_TYPES, type RewardType } from '@laurel/domain/reward-type'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../app/call.ts'
import { Button, LinkButton } from '../../../parts/Button.tsx'
import { ColumnsButton } from '../../../parts/ColumnsButton.tsx'
import { plural } from '../../../parts/format.ts'
import { ExportButton } from '../../../parts/LongList.tsx'
import { EmptyState } from '../../../parts/Note.tsx'
import { Select } from '../../../parts/Select.tsx'
import { Chip, Chips } from '../../../parts/Tag.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { PagedList, ScreenHead } from '../ListParts.tsx'
import { useMay } from '../office.queries.ts'
import { SearchBox } from '../SearchBox.tsx'
import { ManyBar } from './many-orders.tsx'
import { ORDER_COLUMNS, OrderRows, useChoice } from './OrderRows.tsx'
import { OrderViews } from './OrderViews.tsx'
import { type OrderView, ordersQueries } from './orders.queries.ts'
import {
  askedOf,
  isFiltered,
  type OrdersSearch,
  readOrdersSearch,
  searchOf,
  withFilter,
} from './orders-search.ts'

/** All placed orders. The URL keeps the filters and the sort. */
export function OrdersScreen({ search }: { search: OrdersSearch }) {
  const { page, search: searched } = search
  const navigate = useNavigate()
  const may = useMay()
  const views = useQuery(ordersQueries.views())
  const saved = views.isPending ? undefined : (views.data ?? [])
  const isWaiting = useBeginView(saved, search)
  const read = useQuery({ ...ordersQueries.list(search), enabled: !isWaiting })
  const { data } = read
  const choice = useChoice(data?.results ?? [])

  return (
    <>
      <ScreenHead title="Orders" text={data && plural(data.count, 'order')}>
        {data !== undefined && data.count > 0 && (
          <ExportButton
            name="orders.csv"
            fetchFile={() => call(api.exportOfficeOrders, { query: askedOf(search) })}
          />
        )}
        <SearchBox
          label="Search orders"
          placeholder="Order, customer, or recipient"
          searched={searched}
          onSearch={(text) =>
            void navigate({ to: '/office/orders', search: withFilter(search, 'search', text || undefined) })
          }
        />
      </ScreenHead>
      <OrderViews views={saved ?? []} search={search} />
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <OrderFilters search={search} />
        </div>
        <ColumnsButton of="orders" columns={ORDER_COLUMNS} />
      </div>
      <div className={`mt-5 ${choice.chosen.size > 0 ? '[--table-top:--spacing(12)]' : ''}`}>
        <h2 className="sr-only">Orders found</h2>
        <PagedList
          label="Orders"
          read={read}
          page={page}
          onPage={(next) => void navigate({ to: '/office/orders', search: { ...search, page: next } })}
          empty={<NoOrder search={search} />}
        >
          {(orders) => (
            <>
              {may('orders.note') && <ManyBar orders={orders} choice={choice} />}
              <OrderRows
                label="Orders"
                orders={orders}
                choice={may('orders.note') ? choice : undefined}
                isReview={search.status === 'in_review'}
                sorting={{
                  sort: search.sort ?? '-placed',
                  onSort: (sort) =>
                    void navigate({
                      to: '/office/orders',
                      search: readOrdersSearch({ ...search, sort, page: undefined }),
                      resetScroll: false,
                    }),
                }}
              />
            </>
          )}
        </PagedList>
      </div>
    </>
  )
}

function NoOrder({ search }: { search: OrdersSearch }) {
  if (!isFiltered(search)) {
    return (
      <EmptyState title="No orders yet">Your first order appears here once a customer places it.</EmptyState>
    )
  }
  const isShort = search.search !== undefined && !/^\d+$/.test(search.search) && search.search.length < 3
  return (
    <EmptyState
      title="No orders found"
      action={
        <LinkButton to="/office/orders" search={{}}>
          Show all orders
        </LinkButton>
      }
    >
      {isShort
        ? 'Enter at least three letters of a name or email.'
        : 'Search by a full order, tracking, delivery, or batch number, a card’s last four digits, or an amount such as $101.95. For people, enter part of a customer’s name, company, or email, or the start of a recipient’s last name or email.'}
    </EmptyState>
  )
}

/**
 * Opens the default view if the URL has no filters. Only on arrival, so that all filters can be removed
 * afterwards.
 *
 * @param views undefined while they are being read
 * @returns true while it is not known yet what the list begins with
 */
function useBeginView(views: readonly OrderView[] | undefined, search: OrdersSearch): boolean {
  const navigate = useNavigate()
  const isOpen = useRef(isFiltered(search) || search.page !== undefined)
  const begin = views?.find(({ isDefault }) => isDefault)
  const isWaiting = !isOpen.current && (views === undefined || begin !== undefined)
  useEffect(() => {
    if (views === undefined || isOpen.current) return
    isOpen.current = true
    if (begin) void navigate({ to: '/office/orders', search: searchOf(begin.filters), replace: true })
  }, [views, begin, navigate])
  return isWaiting
}

const ONLY = [
  { only: 'held', label: 'On hold' },
  { only: 'flagged', label: 'Flagged' },
  { only: 'overpaid', label: 'Overpaid' },
] as const
const TYPES: Readonly<Record<RewardType, string>> = { bulk: 'Bulk', direct: 'Direct', digital: 'Digital' }

type SetFilter = <Key extends keyof OrdersSearch>(key: Key, value: OrdersSearch[Key] | undefined) => void

/** Filters by status and by reason. Clicking one again removes it. The URL keeps all filters. */
function OrderFilters({ search }: { search: OrdersSearch }) {
  const navigate = useNavigate({ from: '/office/orders/' })
  const { status, only, type, method, from, to } = search
  const hasMore = [type, method, from, to].some((one) => one !== undefined)
  const [isOpen, setOpen] = useState(hasMore)
  // Reads the latest URL, because two clicks may come before the next render.
  const change = (next: (now: OrdersSearch) => OrdersSearch) =>
    void navigate({ to: '/office/orders', search: next, resetScroll: false })
  const set: SetFilter = (key, value) => change((now) => withFilter(now, key, value))
  return (
    <>
      <Chips label="Show only">
        {OFFICE_STATUSES.map((one) => (
          <Chip
            key={one}
            isSelected={one === status}
            onPress={() => change((now) => withFilter(now, 'status', otherThan(now.status, one)))}
          >
            {OFFICE_STATUS_LABELS[one]}
          </Chip>
        ))}
        {ONLY.map((one) => (
          <Chip
            key={one.only}
            isSelected={one.only === only}
            onPress={() => change((now) => withFilter(now, 'only', otherThan(now.only, one.only)))}
          >
            {one.label}
          </Chip>
        ))}
        <Button
          look="link"
          size="compact"
          aria-expanded={isOpen}
          aria-controls="more-filters"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Fewer filters' : 'More filters'}
        </Button>
      </Chips>
      {isOpen && <MoreFilters search={search} set={set} />}
    </>
  )
}

function MoreFilters({ search: { type, method, from, to }, set }: { search: OrdersSearch; set: SetFilter }) {
  const ANY = 'any' as const
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and take a legend
    <div
      id="more-filters"
      role="group"
      aria-label="More filters"
      className="mt-4 grid grid-cols-4 gap-4 mid:grid-cols-2 tiny:grid-cols-1"
    >
      <Select
        label="Card type"
        options={[
          { value: ANY, label: 'Any type' },
          ...REWARD_TYPES.map((value) => ({ value, label: TYPES[value] })),
        ]}
        value={type ?? ANY}
        onChange={(value) => set('type', value === ANY || value === null ? undefined : value)}
      />
      <Select
        label="Paid by"
        options={[
          { value: ANY, label: 'Any method' },
          ...PAYMENT_METHODS.map((value) => ({ value, label: WAYS_TO_PAY[value].name })),
        ]}
        value={method ?? ANY}
        onChange={(value) => set('method', value === ANY || value === null ? undefined : value)}
      />
      <DayField label="Placed from" day={from} onDay={(day) => set('from', day)} />
      <DayField label="Placed to" day={to} onDay={(day) => set('to', day)} />
    </div>
  )
}

type DayFieldProps = { label: string; day: string | undefined; onDay: (day: string | undefined) => void }

/** Keeps the list unchanged until a complete date is typed. */
function DayField({ label, day = '', onDay }: DayFieldProps) {
  const [typed, setTyped] = useState(day)
  const [shown, setShown] = useState(day)
  if (shown !== day) {
    setShown(day)
    setTyped(day)
  }
  return (
    <TextField
      label={label}
      type="date"
      value={typed}
      onChange={(text) => {
        setTyped(text)
        if (text === '' || Number(text.slice(0, 4)) >= 2000) onDay(text === '' ? undefined : text)
      }}
    />
  )
}

/** Clicking the active value again removes it. */
function otherThan<Value>(now: Value | undefined, pressed: Value): Value | undefined {
  return now === pressed ? undefined : pressed
}
