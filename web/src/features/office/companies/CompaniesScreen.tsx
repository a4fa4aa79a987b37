import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button, LinkButton } from '../../../parts/Button.tsx'
import { ColumnsButton } from '../../../parts/ColumnsButton.tsx'
import { count } from '../../../parts/format.ts'
import { EmptyState } from '../../../parts/Note.tsx'
import { Cell, Table } from '../../../parts/Table.tsx'
import type { Column } from '../../../parts/table-columns.ts'
import { Loaded, RecordLink, ScreenHead } from '../ListParts.tsx'
import { SearchBox } from '../SearchBox.tsx'
import type { CompaniesSearch } from '../screen-searches.ts'
import { officeDay } from '../times.ts'
import { type CompanyLine, companiesQueries } from './companies.queries.ts'

/** All companies. The URL keeps the search, the sort, and the page. */
export function CompaniesScreen({ search }: { search: CompaniesSearch }) {
  const navigate = useNavigate()
  const read = useQuery(companiesQueries.list(search))
  const { after, ...sought } = search
  const go = (next: CompaniesSearch) =>
    void navigate({ to: '/office/companies', search: next, resetScroll: false })
  return (
    <>
      <ScreenHead title="Companies">
        <SearchBox
          label="Search companies"
          placeholder="Name, person, or domain"
          searched={search.search}
          onSearch={(text) => {
            const { search: _, ...rest } = sought
            go({ ...rest, ...(text && { search: text }) })
          }}
        />
      </ScreenHead>
      <div className="flex justify-end">
        <ColumnsButton of="companies" columns={COLUMNS} />
      </div>
      <div
        className={`mt-1 ${read.isPlaceholderData ? 'opacity-60' : ''}`}
        aria-busy={read.isPlaceholderData}
      >
        <h2 className="sr-only">Companies found</h2>
        <Loaded label="Companies" read={read}>
          {({ results, hasMore }) => (
            <>
              {results.length > 0 ? (
                <Rows
                  companies={results}
                  sort={SORTED[search.sort ?? 'newest']}
                  onSort={(next) => {
                    const { sort: _, ...rest } = sought
                    const sort = SORTS.find((one) => SORTED[one] === next)
                    go(sort === undefined ? rest : { ...rest, sort })
                  }}
                />
              ) : (
                <NoCompany isFiltered={search.search !== undefined} />
              )}
              {(after || hasMore) && (
                <nav aria-label="Pages of companies" className="mt-5 flex justify-end gap-3">
                  {after && (
                    <Button size="compact" onClick={() => go(sought)}>
                      First page
                    </Button>
                  )}
                  <Button
                    size="compact"
                    isDisabled={!hasMore}
                    onClick={() => {
                      const last = results.at(-1)
                      if (last)
                        void navigate({ to: '/office/companies', search: { ...sought, after: last.id } })
                    }}
                  >
                    Next page
                  </Button>
                </nav>
              )}
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}

function NoCompany({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) {
    return (
      <EmptyState title="No companies yet">Every registered customer’s business appears here.</EmptyState>
    )
  }
  return (
    <EmptyState
      title="No companies found"
      action={
        <LinkButton to="/office/companies" search={{}}>
          Show all companies
        </LinkButton>
      }
    >
      Search by any part of a company’s name, a person’s name or email, or a domain.
    </EmptyState>
  )
}

const COLUMNS: readonly Column[] = [
  { title: 'Company', sort: 'name' },
  { title: 'People', isNumber: true, choice: 'shown' },
  { title: 'Orders', isNumber: true, choice: 'shown' },
  { title: 'Last order', isNumber: true, choice: 'shown' },
  { title: 'Since', isNumber: true, sort: '-since', choice: 'shown' },
]

const SORTS = ['oldest', 'name', '-name'] as const
const SORTED = { newest: '-since', oldest: 'since', name: 'name', '-name': '-name' }

type RowsProps = { companies: readonly CompanyLine[]; sort: string; onSort: (sort: string) => void }

function Rows({ companies, ...sorting }: RowsProps) {
  return (
    <Table stacks aria-label="Companies" columns={COLUMNS} remembers="companies" {...sorting}>
      {companies.map((one) => (
        <tr key={one.id} className="hover:bg-canvas">
          <Cell className="narrow:order-1">
            <RecordLink of="companies" id={one.id} className="wrap-anywhere font-semibold">
              {one.name || `Company ${one.id}`}
            </RecordLink>
            {one.mergedInto && (
              <span className="block text-muted text-small">Merged into {one.mergedInto.name}</span>
            )}
          </Cell>
          <Cell of="People" isNumber className="narrow:order-2 narrow:self-center">
            {count(one.peopleCount)}
            <span className="not-narrow:hidden">{one.peopleCount === 1 ? ' person' : ' people'}</span>
          </Cell>
          <Cell of="Orders" isNumber className="narrow:hidden">
            {count(one.orderCount)}
          </Cell>
          <Cell of="Last order" isNumber className="narrow:hidden">
            {one.lastOrderAt && <time dateTime={one.lastOrderAt}>{officeDay(one.lastOrderAt)}</time>}
          </Cell>
          <Cell of="Since" isNumber className="narrow:hidden">
            <time dateTime={one.createdAt}>{officeDay(one.createdAt)}</time>
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
