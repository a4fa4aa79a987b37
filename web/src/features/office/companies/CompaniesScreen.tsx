import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button, LinkButton } from '../../../parts/Button.tsx'
import { count } from '../../../parts/format.ts'
import { EmptyState } from '../../../parts/Note.tsx'
import { Cell, Table } from '../../../parts/Table.tsx'
import { Chip, Chips } from '../../../parts/Tag.tsx'
import { Loaded, RecordLink, ScreenHead } from '../ListParts.tsx'
import { SearchBox } from '../SearchBox.tsx'
import type { CompaniesSearch } from '../screen-searches.ts'
import { officeDay } from '../times.ts'
import { type CompanyLine, companiesQueries } from './companies.queries.ts'

/** All companies, newest first or by name. The URL keeps the search, the sort, and the page. */
export function CompaniesScreen({ search }: { search: CompaniesSearch }) {
  const navigate = useNavigate()
  const read = useQuery(companiesQueries.list(search))
  const { after, ...sought } = search
  const { sort, ...unsorted } = sought
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
      <Chips label="Sort by">
        <Chip isSelected={!sort} onPress={() => go(unsorted)}>
          Newest
        </Chip>
        <Chip isSelected={sort === 'name'} onPress={() => go({ ...unsorted, sort: 'name' })}>
          Name
        </Chip>
      </Chips>
      <div
        className={`mt-5 ${read.isPlaceholderData ? 'opacity-60' : ''}`}
        aria-busy={read.isPlaceholderData}
      >
        <h2 className="sr-only">Companies found</h2>
        <Loaded label="Companies" read={read}>
          {({ results, hasMore }) => (
            <>
              {results.length > 0 ? (
                <Rows companies={results} />
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

function Rows({ companies }: { companies: readonly CompanyLine[] }) {
  return (
    <Table
      stacks
      aria-label="Companies"
      columns={[
        'Company',
        { title: 'People', isNumber: true },
        { title: 'Orders', isNumber: true },
        { title: 'Last order', isNumber: true },
        { title: 'Since', isNumber: true },
      ]}
    >
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
          <Cell isNumber className="narrow:order-2 narrow:self-center">
            {count(one.peopleCount)}
            <span className="not-narrow:hidden">{one.peopleCount === 1 ? ' person' : ' people'}</span>
          </Cell>
          <Cell isNumber className="narrow:hidden">
            {count(one.orderCount)}
          </Cell>
          <Cell isNumber className="narrow:hidden">
            {one.lastOrderAt && <time dateTime={one.lastOrderAt}>{officeDay(one.lastOrderAt)}</time>}
          </Cell>
          <Cell isNumber className="narrow:hidden">
            <time dateTime={one.createdAt}>{officeDay(one.createdAt)}</time>
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
