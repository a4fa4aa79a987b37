import { formatCents } from '@laurel/domain/money'
import type { OrderGroup } from '@laurel/domain/order-status'
import { useQuery, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Search } from 'lucide-react'
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useMayOrder, useShareableCompany } from '../../app/company.queries.ts'
import { openCartPanel } from '../../app/modal-store.ts'
import { orderQueries } from '../../app/orders.queries.ts'
import { useTexts } from '../../app/texts.ts'
import { Button, LinkButton } from '../../parts/Button.tsx'
import { CardCanvas, type CardLook } from '../../parts/card/CardCanvas.tsx'
import { CardItemCanvas } from '../../parts/card/CardItemCanvas.tsx'
import type { Order } from '../../parts/delivery-text.ts'
import { count } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { IfMayOrder } from '../../parts/IfMayOrder.tsx'
import { Note } from '../../parts/Note.tsx'
import { StatusTag } from '../../parts/StatusTag.tsx'
import { Cell, Table } from '../../parts/Table.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { TextField } from '../../parts/TextField.tsx'
import { useSettled } from '../../parts/use-settled.ts'
import { CARD_COLUMN, DraftTable, ORDER_ROW, ROW_CARD, ROW_LINK, SUM_CELL } from './DraftTable.tsx'
import { NeedsAttention, OrdersOverview } from './OrdersOverview.tsx'
import { OwnRequests } from './OwnRequests.tsx'
import { orderListQueries } from './order-lists.queries.ts'
import { orderName, placedText, sentAs } from './order-words.ts'
import { SharedDrafts } from './SharedDrafts.tsx'

/** Fewer orders are seen at a glance. */
const SEARCH_FROM = 9

export type RewardsTab = OrderGroup | 'drafts'

type MyRewardsProps = {
  /** Kept by the route while an order is open. */
  tab: RewardsTab | undefined
  onTab: (tab: RewardsTab) => void
  /** The order that the customer returns from. */
  cameFrom: number | undefined
  /** News about the customer's company. */
  notes: ReactNode
}

/** All of a customer's orders and drafts. docs/spec.md §2, "/my-rewards/". */
export function MyRewards({ tab, onTab, cameFrom, notes }: MyRewardsProps) {
  const i18n = useTexts()
  const [typed, setTyped] = useState('')
  // The lists stay on screen while the next ones load.
  const search = useDeferredValue(useSettled(typed.trim()))
  const pending = useOrderGroup('pending', search)
  const completed = useOrderGroup('completed', search)
  const { data: begun } = useSuspenseQuery(orderListQueries.drafts())
  const company = useShareableCompany()
  const { data: shared = [] } = useQuery({
    ...orderListQueries.sharedDrafts(),
    enabled: company !== undefined,
  })
  // The list of shared drafts has the customer's too.
  const drafts = company ? begun.filter(({ isShared }) => !isShared) : begun
  const draftCount = drafts.length + shared.length
  const [firstFull] = useState(() => firstFullTab(pending.count, completed.count, draftCount))
  const orderCount = pending.count + completed.count
  const hasOrders = orderCount > 0 || search !== ''
  const isEmpty = !hasOrders && draftCount === 0

  return (
    <div className="page pb-24">
      <header className="flex flex-wrap items-end gap-4 pt-12 pb-6 narrow:pt-8 narrow:pb-4">
        <div className="min-w-[min(100%,320px)] flex-1">
          <h1>{i18n.t('My rewards')}</h1>
          <p className="mt-2 text-muted">{i18n.t('Everything you’ve sent, and where it is.')}</p>
        </div>
        {!isEmpty && <DesignButton />}
      </header>
      {!isEmpty && <NeedsAttention drafts={drafts} />}
      {notes}
      <CartNote />
      <OwnRequests />
      {hasOrders && <OrdersOverview />}
      {isEmpty ? (
        <NothingSent />
      ) : (
        <div className={hasOrders ? 'mt-14' : 'mt-4'}>
          {(orderCount >= SEARCH_FROM || typed !== '') && (
            <TextField
              label={i18n.t('Find an order')}
              type="search"
              value={typed}
              onChange={setTyped}
              maxLength={60}
              placeholder={i18n.t('Order number, PO number, or custom field')}
              before={<Icon of={Search} size={18} className="text-muted" />}
              className="mb-6 max-w-[420px]"
            />
          )}
          <Tabs
            label={i18n.t('Your orders')}
            selected={tab ?? firstFull}
            onSelect={(id) => onTab(id as RewardsTab)}
            tabs={[
              {
                id: 'pending',
                label: i18n.t('Pending'),
                number: pending.count,
                content:
                  pending.count > 0 ? (
                    <OrderTable list={pending} label={i18n.t('Pending orders')} cameFrom={cameFrom} />
                  ) : (
                    <NothingUnder tab="pending" search={search} />
                  ),
              },
              {
                id: 'completed',
                label: i18n.t('Completed'),
                number: completed.count,
                content:
                  completed.count > 0 ? (
                    <OrderTable list={completed} label={i18n.t('Completed orders')} cameFrom={cameFrom} />
                  ) : (
                    <NothingUnder tab="completed" search={search} />
                  ),
              },
              {
                id: 'drafts',
                label: i18n.t('Drafts'),
                number: draftCount,
                content:
                  draftCount > 0 ? (
                    <div className="grid gap-4">
                      {drafts.length > 0 && <DraftTable drafts={drafts} />}
                      {shared.length > 0 && <SharedDrafts drafts={shared} />}
                    </div>
                  ) : (
                    <NothingUnder tab="drafts" />
                  ),
              },
            ]}
          />
        </div>
      )}
    </div>
  )
}

type OrderList = ReturnType<typeof useOrderGroup>

function useOrderGroup(group: OrderGroup, search: string) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useSuspenseInfiniteQuery(orderListQueries.group(group, search))
  return {
    orders: data.pages.flatMap(({ results }) => results),
    count: data.pages.at(-1)?.count ?? 0,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    hasFailed: isFetchNextPageError,
    loadMore: () => void fetchNextPage(),
  }
}

/** Opens the first tab with content. */
function firstFullTab(pending: number, completed: number, drafts: number): RewardsTab {
  if (pending > 0) return 'pending'
  if (completed > 0) return 'completed'
  return drafts > 0 ? 'drafts' : 'pending'
}

/** Links to the cart, or to its unfinished payment. */
function CartNote() {
  const i18n = useTexts()
  const { data: cart } = useQuery(orderQueries.current())
  const items = cart?.cardItems.filter((item) => item.state === 'in_cart') ?? []
  if (!cart || items.length === 0) return null

  const cards = items.reduce((all, item) => all + item.cardCount, 0)
  const isOne = cards === 1
  const isFrozen = cart.frozenUntil !== null
  const total = formatCents(cart.totalCents)
  return (
    <Note
      className="mb-8 items-center! narrow:items-start!"
      action={
        isFrozen ? (
          <LinkButton to="/checkout/payment-confirmation" size="compact">
            {i18n.t('Finish paying')}
          </LinkButton>
        ) : (
          <Button size="compact" onClick={openCartPanel}>
            {i18n.t('Open the cart')}
          </Button>
        )
      }
    >
      <b className="font-semibold">
        {i18n.t('{cards, plural, one {# card} other {# cards}} in your cart.', { cards })}
      </b>{' '}
      {isFrozen
        ? i18n.t('You started to pay {total} and haven’t finished.', { total })
        : isOne
          ? i18n.t('{total} so far. We’ll send it once you check out.', { total })
          : i18n.t('{total} so far. We’ll send them once you check out.', { total })}
    </Note>
  )
}

const SAMPLE: CardLook = {
  art: 'laurel',
  tone: 'deep',
  gradient: 'soft',
  line1: 'Thank you',
  line2: 'For everything this year',
  rewardType: 'bulk',
}

/** Shown before the first order. */
function NothingSent() {
  const i18n = useTexts()
  const mayOrder = useMayOrder()
  return (
    <section className="mt-4 grid justify-items-center rounded-scene bg-[radial-gradient(50%_38%_at_50%_38%,var(--accent-wash),transparent)] pt-14 pb-16 text-center">
      <CardCanvas
        look={SAMPLE}
        leaning
        label={i18n.t('A sample card: Thank you')}
        className="max-w-[360px] narrow:max-w-[300px]"
      />
      <h2 className="mt-12">{i18n.t('No orders yet')}</h2>
      <p className="mt-3 max-w-[46ch] text-muted">
        {mayOrder
          ? i18n.t('Design a card to place your first order. Your orders appear here.')
          : i18n.t('Your company’s orders appear here.')}
      </p>
      <div className="mt-6">
        <DesignButton />
      </div>
    </section>
  )
}

function DesignButton() {
  const i18n = useTexts()

  return (
    <IfMayOrder>
      <LinkButton to="/my-rewards" search={{ createNew: true }} look="primary" size="big" resetScroll={false}>
        <Icon of={Plus} />
        {i18n.t('Design a card')}
      </LinkButton>
    </IfMayOrder>
  )
}

const WORDS: Readonly<Record<RewardsTab, string>> = {
  pending:
    /*i18n*/ 'No orders in progress. Orders appear here once you place them, until their cards are issued.',
  completed:
    /*i18n*/ 'No completed orders yet. Orders appear here once their cards are issued, or if they’re rejected.',
  drafts: /*i18n*/ 'No drafts. Cards you start are saved here until you add them to your cart.',
}

function NothingUnder({ tab, search = '' }: { tab: RewardsTab; search?: string }) {
  const i18n = useTexts()
  const words = search === '' ? i18n.t(WORDS[tab]) : i18n.t('No orders here match “{search}”.', { search })
  return <p className="max-w-[56ch] py-10 text-muted">{words}</p>
}

type OrderTableProps = { list: OrderList; label: string; cameFrom: number | undefined }

/** Orders, newest first. On a phone each is a block with its total beside its name. */
function OrderTable({ list, label, cameFrom }: OrderTableProps) {
  const i18n = useTexts()
  const { orders, count: all, hasMore, isLoadingMore, hasFailed, loadMore } = list
  return (
    <>
      <Table
        stacks
        aria-label={label}
        columns={[
          { title: i18n.t('Card'), isUnseen: true },
          i18n.t('Order'),
          i18n.t('Card type'),
          { title: i18n.t('Cards'), isNumber: true },
          { title: i18n.t('Total'), isNumber: true },
          i18n.t('Where it is'),
          { title: i18n.t('Open'), isUnseen: true },
        ]}
      >
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} isCameFrom={order.id === cameFrom} />
        ))}
      </Table>
      {hasFailed && (
        <Note tone="bad" className="mt-4">
          {i18n.t('We couldn’t load more orders. Check your connection, then try again.')}
        </Note>
      )}
      {hasMore && (
        <div className="mt-6 flex flex-wrap items-center gap-4">
          <Button isPending={isLoadingMore} onClick={loadMore}>
            {i18n.t('Show more')}
          </Button>
          <span className="text-muted text-small">
            {i18n.t('{shown} of {all, plural, one {# order} other {# orders}}', {
              shown: count(orders.length),
              all,
            })}
          </span>
        </div>
      )}
    </>
  )
}

function OrderRow({ order, isCameFrom }: { order: Order; isCameFrom: boolean }) {
  const i18n = useTexts()
  const [firstItem] = order.cardItems
  const { name, others } = orderName(order.cardItems)
  const link = useRef<HTMLAnchorElement>(null)
  // Returns to the row that the customer came from, with the keyboard focus.
  useEffect(() => {
    if (isCameFrom) link.current?.focus()
  }, [isCameFrom])

  return (
    <tr className={ORDER_ROW}>
      <Cell className={CARD_COLUMN}>
        {firstItem && <CardItemCanvas item={firstItem} thumb className={ROW_CARD} />}
      </Cell>
      <Cell className="break-words">
        <Link ref={link} to="/my-rewards" search={{ openDetails: order.id }} className={ROW_LINK}>
          {name}
        </Link>{' '}
        {others && <span className="whitespace-nowrap text-muted">{others}</span>}
        <span className="block text-muted text-small">{placedText(order)}</span>
        {!order.isOwn && (
          <span className="block text-muted text-small">
            {i18n.t('Placed by {placedBy}', { placedBy: order.placedBy })}
          </span>
        )}
      </Cell>
      <Cell className="narrow:hidden">{sentAs(order.cardItems)}</Cell>
      <Cell isNumber className="narrow:hidden">
        {count(order.cardCount)}
      </Cell>
      <Cell isNumber className={SUM_CELL}>
        {formatCents(order.totalCents)}
      </Cell>
      <Cell className="narrow:col-start-2 narrow:col-end-[-1]">
        <span className="flex flex-wrap gap-1.5">
          <StatusTag order={order} />
        </span>
      </Cell>
      <Cell isNumber className="narrow:hidden">
        <LinkButton
          to="/my-rewards"
          search={{ openDetails: order.id }}
          size="compact"
          aria-label={i18n.t('Open order {number}', { number: order.number })}
          className="z-1"
        >
          {i18n.t('Open')}
        </LinkButton>
      </Cell>
    </tr>
  )
}
