import type { OrderGroup } from '@laurel/domain/order-status'
import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Icon } from '../../parts/Icon.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { CartNote } from './CartNote.tsx'
import { DraftTable } from './DraftTable.tsx'
import { NothingSent, NothingUnder } from './NothingSent.tsx'
import { OrderTable } from './OrderTable.tsx'
import { orderListQueries } from './order-lists.queries.ts'
import { NeedsAttention } from './overview/NeedsAttention.tsx'
import { OrdersOverview } from './overview/OrdersOverview.tsx'

export type RewardsTab = OrderGroup | 'drafts'

type MyRewardsProps = {
  /** Kept by the route while an order is open. */
  tab: RewardsTab | undefined
  onTab: (tab: RewardsTab) => void
  /** The order one comes back from. */
  cameFrom: number | undefined
}

/** Everything a customer has sent, is sending or has begun. docs/spec.md §2, "/my-rewards/". */
export function MyRewards({ tab, onTab, cameFrom }: MyRewardsProps) {
  const pending = useOrderGroup('pending')
  const completed = useOrderGroup('completed')
  const { data: drafts } = useSuspenseQuery(orderListQueries.drafts())
  const [firstFull] = useState(() => firstFullTab(pending.count, completed.count, drafts.length))
  const hasOrders = pending.count + completed.count > 0
  const isEmpty = !hasOrders && drafts.length === 0

  return (
    <div className="page pb-24">
      <header className="flex flex-wrap items-end gap-4 pt-12 pb-6 narrow:pt-8 narrow:pb-4">
        <div className="min-w-[min(100%,320px)] flex-1">
          <h1>My rewards</h1>
          <p className="mt-2 text-muted">Everything you’ve sent, and where it is.</p>
        </div>
        {!isEmpty && (
          <LinkButton
            to="/my-rewards"
            search={{ createNew: true }}
            look="primary"
            size="big"
            resetScroll={false}
          >
            <Icon of={Plus} />
            Design a card
          </LinkButton>
        )}
      </header>
      {!isEmpty && <NeedsAttention drafts={drafts} />}
      <CartNote />
      {hasOrders && <OrdersOverview />}
      {isEmpty ? (
        <NothingSent />
      ) : (
        <div className={hasOrders ? 'mt-14' : 'mt-4'}>
          <Tabs
            label="Your orders"
            selected={tab ?? firstFull}
            onSelect={(id) => onTab(id as RewardsTab)}
            tabs={[
              {
                id: 'pending',
                label: 'Pending',
                number: pending.count,
                content:
                  pending.count > 0 ? (
                    <OrderTable list={pending} label="Pending orders" cameFrom={cameFrom} />
                  ) : (
                    <NothingUnder tab="pending" />
                  ),
              },
              {
                id: 'completed',
                label: 'Completed',
                number: completed.count,
                content:
                  completed.count > 0 ? (
                    <OrderTable list={completed} label="Completed orders" cameFrom={cameFrom} />
                  ) : (
                    <NothingUnder tab="completed" />
                  ),
              },
              {
                id: 'drafts',
                label: 'Drafts',
                number: drafts.length,
                content: drafts.length > 0 ? <DraftTable drafts={drafts} /> : <NothingUnder tab="drafts" />,
              },
            ]}
          />
        </div>
      )}
    </div>
  )
}

/** As much of one list as has been asked for. */
export type OrderList = ReturnType<typeof useOrderGroup>

function useOrderGroup(group: OrderGroup) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useSuspenseInfiniteQuery(orderListQueries.group(group))
  return {
    orders: data.pages.flatMap(({ results }) => results),
    count: data.pages.at(-1)?.count ?? 0,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    hasFailed: isFetchNextPageError,
    loadMore: () => void fetchNextPage(),
  }
}

/** One begins where there is something to see. */
function firstFullTab(pending: number, completed: number, drafts: number): RewardsTab {
  if (pending > 0) return 'pending'
  if (completed > 0) return 'completed'
  return drafts > 0 ? 'drafts' : 'pending'
}
