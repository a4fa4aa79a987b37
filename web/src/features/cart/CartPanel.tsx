import { formatCents } from '@laurel/domain/money'
import { priceOrder } from '@laurel/domain/pricing'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formError } from '../../app/api-problem.ts'
import { orderQueries } from '../../app/orders.queries.ts'
import { paths } from '../../app/paths.ts'
import { useSite } from '../../app/site.ts'
import { useTexts } from '../../app/texts.ts'
import { ApprovalHint } from '../../parts/ApprovalHint.tsx'
import { isOnPage, useLeavePayment } from '../../parts/ask-bank.ts'
import { BudgetsLeft } from '../../parts/BudgetsLeft.tsx'
import { Button, LinkButton } from '../../parts/Button.tsx'
import type { CardItem } from '../../parts/card/CardItemCanvas.tsx'
import { IfMayOrder } from '../../parts/IfMayOrder.tsx'
import { Drawer } from '../../parts/Modal.tsx'
import { EmptyState, Note } from '../../parts/Note.tsx'
import { Loading, Skeleton } from '../../parts/Progress.tsx'
import { CartItem } from './CartItem.tsx'
import {
  finishRemovals,
  offerUndoInToasts,
  removeFromCart,
  undoRemoval,
  useRemovedItems,
} from './removals.ts'

export function CartPanel({ onClose }: { onClose: () => void }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { cardFeeCents } = useSite()
  const [isLeaving, setLeaving] = useState(false)
  const current = useQuery(orderQueries.current())
  const removed = useRemovedItems()

  // Other screens change the cart while this panel is closed.
  useEffect(() => {
    queryClient.fetchQuery(orderQueries.current()).catch(() => undefined)
  }, [queryClient])

  useEffect(() => offerUndoInToasts, [])

  if (current.data === undefined) {
    return (
      <Drawer isOpen onClose={onClose} title={i18n.t('Your cart')}>
        {current.isError ? (
          <CartProblem problem={current.error} onRetry={() => void current.refetch()} />
        ) : (
          <CartLoading />
        )}
      </Drawer>
    )
  }

  const order = current.data
  const removedIds = new Set(removed.map(({ id }) => id))
  const items = (order?.cardItems ?? []).filter(
    (item) => item.state === 'in_cart' && !removedIds.has(item.id),
  )
  const totals = cartTotals(items, cardFeeCents)

  async function checkOut() {
    setLeaving(true)
    await finishRemovals()
    // Close first: the panel returns the focus, then the new screen takes it.
    onClose()
    await navigate({ to: '/checkout' })
  }

  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={i18n.t('Your cart')}
      subtitle={
        items.length > 0 &&
        i18n.t(
          '{items, plural, one {# design} other {# designs}}, {cardCount, plural, one {# card} other {# cards}}',
          { items: items.length, cardCount: totals.cardCount },
        )
      }
      footer={
        items.length > 0 && (
          <CartFoot
            orderId={order?.id}
            totals={totals}
            isPending={isLeaving}
            onCheckOut={checkOut}
            onLeave={onClose}
          />
        )
      }
    >
      {order?.frozenUntil && <FrozenNote orderId={order.id} onLeave={onClose} />}
      <CartList items={items} removed={removed} isFrozen={order?.frozenUntil != null} onLeave={onClose} />
      {items.length === 0 && <EmptyCart onLeave={onClose} />}
    </Drawer>
  )
}

function EmptyCart({ onLeave }: { onLeave: () => void }) {
  const i18n = useTexts()

  return (
    <EmptyState
      title={i18n.t('Nothing in your cart yet')}
      action={
        <IfMayOrder>
          <LinkButton
            to={paths.myRewards}
            search={{ createNew: true } as never}
            look="primary"
            onClick={onLeave}
          >
            {i18n.t('Design a card')}
          </LinkButton>
        </IfMayOrder>
      }
    >
      {i18n.t('Cards you finish stay here until you check out.')}
    </EmptyState>
  )
}

/** A payment was started but not finished. Giving it up unlocks the cart. */
function FrozenNote({ orderId, onLeave }: { orderId: number; onLeave: () => void }) {
  const i18n = useTexts()
  const leaving = useLeavePayment(orderId)
  const isKept = leaving.data !== undefined && isOnPage(leaving.data)
  const waits = i18n.t(
    'The bank hasn’t confirmed your payment yet, so you can’t change your cart. Try again in a minute.',
  )
  return (
    <>
      {leaving.isError && <Note tone="bad">{formError(leaving.error)}</Note>}
      <Note
        action={
          <>
            <Button size="compact" isPending={leaving.isPending} onClick={() => leaving.mutate()}>
              {i18n.t('Change your cart')}
            </Button>
            <LinkButton to="/checkout/payment-confirmation" size="compact" look="plain" onClick={onLeave}>
              {i18n.t('Finish paying')}
            </LinkButton>
          </>
        }
      >
        {isKept
          ? waits
          : i18n.t('You’ve started paying for this cart. To change it, cancel the payment first.')}
      </Note>
    </>
  )
}

function CartProblem({ problem, onRetry }: { problem: unknown; onRetry: () => void }) {
  const i18n = useTexts()

  return (
    <Note
      tone="bad"
      action={
        <Button size="compact" onClick={onRetry}>
          {i18n.t('Retry')}
        </Button>
      }
    >
      {formError(problem)}
    </Note>
  )
}

function CartLoading() {
  const i18n = useTexts()

  return (
    <Loading label={i18n.t('Loading your cart')}>
      {[1, 2].map((row) => (
        <div key={row} className="grid grid-cols-[132px_1fr] gap-4 py-6">
          <Skeleton className="aspect-[1.5842] w-full" />
          <div className="grid content-start gap-3">
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-4 w-full" />
          </div>
        </div>
      ))}
    </Loading>
  )
}

type CartFootProps = {
  orderId?: number | undefined
  totals: ReturnType<typeof cartTotals>
  isPending: boolean
  onCheckOut: () => void
  onLeave: () => void
}

export function CartFoot({ orderId, totals, isPending, onCheckOut, onLeave }: CartFootProps) {
  const i18n = useTexts()

  return (
    <>
      <dl className="grid gap-2.5">
        <Sum label={i18n.t('Card value')} cents={totals.valueCents} />
        <Sum label={i18n.t('Card fees')} cents={totals.feeCents} />
        <div className="mt-1 flex items-baseline justify-between gap-4 border-line border-t pt-3.5 font-semibold">
          <dt>{i18n.t('Before delivery')}</dt>
          <dd className="text-figure">{formatCents(totals.beforeDeliveryCents)}</dd>
        </div>
      </dl>
      <BudgetsLeft orderCents={totals.beforeDeliveryCents} />
      {orderId !== undefined && <ApprovalHint orderId={orderId} />}
      <IfMayOrder>
        <Button look="primary" size="big" isPending={isPending} onClick={onCheckOut}>
          {i18n.t('Check out')}
        </Button>
        <LinkButton to={paths.myRewards} search={{ createNew: true } as never} look="plain" onClick={onLeave}>
          {i18n.t('Design another card')}
        </LinkButton>
      </IfMayOrder>
    </>
  )
}

function Sum({ label, cents }: { label: string; cents: number }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{label}</dt>
      <dd>{formatCents(cents)}</dd>
    </div>
  )
}

type Fees = Parameters<typeof priceOrder>[0]['cardFeeCents']

/** The cart's price before delivery, computed by the same function as on the server. */
export function cartTotals(items: readonly CardItem[], cardFeeCents: Fees) {
  const { value, fees, totalCents, cardCount } = priceOrder({
    items: items.map((item) => ({
      id: item.id,
      name: item.name,
      rewardType: item.rewardTypeData.name,
      amounts: item.amounts.map(({ count, eachCents }) => ({ count, denominationCents: eachCents })),
    })),
    cardFeeCents,
    shipping: {},
  })
  return { valueCents: value.cents, feeCents: fees.cents, beforeDeliveryCents: totalCents, cardCount }
}

type CartListProps = {
  items: readonly CardItem[]
  removed: readonly CardItem[]
  isFrozen: boolean
  onLeave: () => void
}

/** The cart's designs in order. A removed one leaves a line with Undo in its place. */
export function CartList({ items, removed, isFrozen, onLeave }: CartListProps) {
  const queryClient = useQueryClient()
  const list = useRef<HTMLUListElement>(null)

  /** Moves the focus to the item that returns. */
  function putBack(itemId: number) {
    flushSync(() => undoRemoval(itemId))
    list.current?.querySelector<HTMLElement>(`[data-item="${itemId}"] button`)?.focus()
  }

  const rows = [
    ...items.map((item) => ({ item, isRemoved: false })),
    ...removed.map((item) => ({ item, isRemoved: true })),
  ].sort((a, b) => a.item.id - b.item.id)
  return (
    <ul ref={list} className="divide-y divide-line">
      {rows.map(({ item, isRemoved }) => (
        <li key={item.id} data-item={item.id}>
          {isRemoved ? (
            <RemovedItem item={item} onUndo={() => putBack(item.id)} />
          ) : (
            <CartItem
              item={item}
              isFrozen={isFrozen}
              onRemove={() => removeFromCart(queryClient, item)}
              onLeave={onLeave}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

type RemovedItemProps = { item: CardItem; onUndo: () => void }

/** Replaces a removed item and takes the focus, because the keyboard can't reach a toast from a dialog. */
export function RemovedItem({ item, onUndo }: RemovedItemProps) {
  const i18n = useTexts()
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => undo.current?.focus(), [])
  return (
    <p className="flex items-center justify-between gap-4 py-3 text-muted">
      <span className="min-w-0 truncate">{i18n.t('{name} was removed.', { name: item.name })}</span>
      <Button
        ref={undo}
        look="link"
        onClick={onUndo}
        aria-label={i18n.t('Undo: put {name} back', { name: item.name })}
      >
        {i18n.t('Undo')}
      </Button>
    </p>
  )
}
