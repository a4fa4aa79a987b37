import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { Chip, Chips } from '../../../parts/Chip.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { LinkButton } from '../../../parts/LinkButton.tsx'
import { Paging, ReadProblem, RowsLoading } from '../ListParts.tsx'
import { useMay } from '../office.queries.ts'
import { SearchBox } from '../SearchBox.tsx'
import { DeskHead } from '../shell/DeskHead.tsx'
import { DeliveryRows } from './DeliveryRows.tsx'
import { deliveriesQueries } from './deliveries.queries.ts'
import { type DeliveriesSearch, groupOf } from './deliveries-search.ts'
import { GROUPS } from './delivery-words.ts'
import { ResendAllDialog } from './ResendAllDialog.tsx'

/** What is under way to everybody; bounces and returns stand first. */
export function DeliveriesScreen({ search }: { search: DeliveriesSearch }) {
  const navigate = useNavigate()
  const may = useMay()
  const [isResending, setResending] = useState(false)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(deliveriesQueries.list(search))
  const group = groupOf(search)
  const { page, ...sought } = search
  const { group: _, ...found } = sought
  const go = (next: DeliveriesSearch) =>
    void navigate({ to: '/office/deliveries', search: next, resetScroll: false })
  const orderNumber = data?.results.find(({ orderId }) => orderId === search.order)?.orderNumber
  const all = data && Object.values(data.counts).reduce((sum, number) => sum + number, 0)
  const mayResendAll =
    may('deliveries.work') && search.order !== undefined && data !== undefined && data.counts.needsAHand > 0
  return (
    <>
      <DeskHead
        title="Deliveries"
        text={search.order !== undefined && `Of order ${orderNumber ?? `no. ${search.order}`} only.`}
      >
        {search.order !== undefined && (
          <Button
            look="plain"
            onClick={() => {
              const { order: _order, ...rest } = sought
              go(rest)
            }}
          >
            All orders
          </Button>
        )}
        {mayResendAll && <Button onClick={() => setResending(true)}>Send again what needs attention</Button>}
        {may('deliveries.work') && search.order === undefined && (
          <LinkButton to="/office/deliveries/report">Mail that came back</LinkButton>
        )}
        <SearchBox
          label="Search deliveries"
          placeholder="Name, business or email"
          searched={search.search}
          onSearch={(text) => {
            const { search: _search, ...rest } = sought
            go({ ...rest, ...(text && { search: text }) })
          }}
        />
      </DeskHead>
      <Chips label="Show">
        {GROUPS.map(({ group: one, label, count }) => (
          <Chip
            key={one}
            isSelected={group === one}
            {...(data && { number: data.counts[count] })}
            onPress={() => go({ ...found, group: one })}
          >
            {label}
          </Chip>
        ))}
        <Chip
          isSelected={group === 'all'}
          {...(all !== undefined && { number: all })}
          onPress={() => go({ ...found, group: 'all' })}
        >
          All
        </Chip>
      </Chips>
      <div className={`mt-5 ${isPlaceholderData ? 'opacity-60' : ''}`} aria-busy={isPlaceholderData}>
        <h2 className="sr-only">Deliveries found</h2>
        {!data && error && <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />}
        {!data && !error && <RowsLoading label="Deliveries" />}
        {data && data.results.length > 0 && <DeliveryRows deliveries={data.results} />}
        {data?.results.length === 0 && <Nothing isNeedsAHand={group === 'needs_a_hand'} search={search} />}
        {data && (
          <Paging
            label="Pages of deliveries"
            page={page}
            total={data.count}
            onPage={(next) => go({ ...sought, page: next })}
          />
        )}
      </div>
      {isResending && search.order !== undefined && data && (
        <ResendAllDialog orderId={search.order} onClose={() => setResending(false)} />
      )}
    </>
  )
}

function Nothing({ isNeedsAHand, search }: { isNeedsAHand: boolean; search: DeliveriesSearch }) {
  const isSought = search.search !== undefined || search.order !== undefined
  return (
    <EmptyState
      title={
        isNeedsAHand ? 'Nothing needs attention' : isSought ? 'No delivery fits' : 'Nothing here right now'
      }
      action={
        isSought && (
          <LinkButton to="/office/deliveries" search={{}}>
            Show what needs attention
          </LinkButton>
        )
      }
    >
      {isNeedsAHand
        ? 'Emails that bounced and letters that came back would stand here.'
        : 'Any part of a name, a business or an email will do.'}
    </EmptyState>
  )
}
