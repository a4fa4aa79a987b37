import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { LinkButton } from '../../../parts/Button.tsx'
import { ColumnsButton } from '../../../parts/ColumnsButton.tsx'
import { count } from '../../../parts/format.ts'
import { Older } from '../../../parts/LongList.tsx'
import { EmptyState } from '../../../parts/Note.tsx'
import { Cell, Table } from '../../../parts/Table.tsx'
import { Chip, Chips, Tag } from '../../../parts/Tag.tsx'
import type { Column } from '../../../parts/table-columns.ts'
import { Loaded, ScreenHead } from '../ListParts.tsx'
import { SearchBox } from '../SearchBox.tsx'
import type { CustomersSearch } from '../screen-searches.ts'
import { officeDay } from '../times.ts'
import { type CustomerLine, customersQueries, type OfficeCustomer } from './customers.queries.ts'

const ONLY = [
  { only: 'disabled', label: 'Blocked' },
  { only: 'closed', label: 'Closed' },
] as const

/** All customers. The URL keeps the filters and the sort. */
export function CustomersScreen({ search }: { search: CustomersSearch }) {
  const navigate = useNavigate()
  const read = useQuery(customersQueries.list(search))
  const { before, ...sought } = search
  const isFiltered = search.search !== undefined || search.only !== undefined
  const go = (next: CustomersSearch) =>
    void navigate({ to: '/office/customers', search: next, resetScroll: false })
  const goOlder = (last: CustomerLine | undefined) => {
    if (last) void navigate({ to: '/office/customers', search: { ...sought, before: last.id } })
  }
  return (
    <>
      <ScreenHead title="Customers">
        <SearchBox
          label="Search customers"
          placeholder="Name, business, or email"
          searched={search.search}
          onSearch={(text) => {
            const { search: _, ...rest } = sought
            go({ ...rest, ...(text && { search: text }) })
          }}
        />
      </ScreenHead>
      <div className="flex items-start justify-between gap-3">
        <Chips label="Show only">
          {ONLY.map(({ only, label }) => (
            <Chip
              key={only}
              isSelected={search.only === only}
              onPress={() => {
                const { only: _, ...rest } = sought
                go(search.only === only ? rest : { ...rest, only })
              }}
            >
              {label}
            </Chip>
          ))}
        </Chips>
        <ColumnsButton of="customers" columns={COLUMNS} />
      </div>
      <div
        className={`mt-5 ${read.isPlaceholderData ? 'opacity-60' : ''}`}
        aria-busy={read.isPlaceholderData}
      >
        <h2 className="sr-only">Customers found</h2>
        <Loaded label="Customers" read={read}>
          {({ results, hasMore }) => (
            <>
              {results.length > 0 ? (
                <Rows
                  customers={results}
                  sort={search.sort === 'oldest' ? 'since' : '-since'}
                  onSort={(sort) => {
                    const { sort: _, ...rest } = sought
                    go(sort === 'since' ? { ...rest, sort: 'oldest' } : rest)
                  }}
                />
              ) : (
                <NoCustomer isFiltered={isFiltered} />
              )}
              <Older
                label="Pages of customers"
                isOldestFirst={search.sort === 'oldest'}
                onNewest={before ? () => go(sought) : undefined}
                onOlder={hasMore ? () => goOlder(results.at(-1)) : undefined}
              />
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}

function NoCustomer({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) {
    return (
      <EmptyState title="No customers yet">New customers appear here as soon as they sign up.</EmptyState>
    )
  }
  return (
    <EmptyState
      title="No customers found"
      action={
        <LinkButton to="/office/customers" search={{}}>
          Show all customers
        </LinkButton>
      }
    >
      Search by any part of a name, business, or email.
    </EmptyState>
  )
}

const COLUMNS: readonly Column[] = [
  { title: 'Customer' },
  { title: 'Email', choice: 'shown' },
  { title: 'Status', choice: 'shown' },
  { title: 'Orders', isNumber: true, choice: 'shown' },
  { title: 'Since', isNumber: true, sort: '-since', choice: 'shown' },
]

type RowsProps = { customers: readonly CustomerLine[]; sort: string; onSort: (sort: string) => void }

function Rows({ customers, ...sorting }: RowsProps) {
  return (
    <Table stacks aria-label="Customers" columns={COLUMNS} remembers="customers" {...sorting}>
      {customers.map((one) => (
        <tr key={one.id} className="hover:bg-canvas">
          <Cell className="narrow:order-1">
            <Link
              to="/office/customers/$id"
              params={{ id: String(one.id) }}
              className="inline-flex min-h-9 items-center font-semibold text-ink underline-offset-3 hover:underline touch:min-h-11"
            >
              {one.company || one.name || one.email || `Customer ${one.id}`}
            </Link>
            {one.company && one.name && <span className="block text-muted text-small">{one.name}</span>}
          </Cell>
          <Cell
            of="Email"
            className="wrap-anywhere narrow:order-3 narrow:col-span-2 narrow:text-muted narrow:text-small"
          >
            {one.email}
          </Cell>
          <Cell of="Status" className="narrow:order-2 narrow:self-center">
            <CustomerState customer={one} />
          </Cell>
          <Cell of="Orders" isNumber className="narrow:hidden">
            {count(one.orderCount)}
          </Cell>
          <Cell of="Since" isNumber className="narrow:hidden">
            <time dateTime={one.createdAt}>{officeDay(one.createdAt)}</time>
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

/** The state of an account that isn't simply active. */
export function CustomerState({
  customer: { state, registrationComplete },
}: {
  customer: Pick<OfficeCustomer, 'state' | 'registrationComplete'>
}) {
  if (state === 'closed') return <Tag>Closed</Tag>
  if (state === 'disabled') return <Tag tone="bad">Blocked</Tag>
  return registrationComplete ? <Tag tone="good">Active</Tag> : <Tag tone="wait">Registering</Tag>
}
