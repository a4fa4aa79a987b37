import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { formError } from '../../app/api-problem.ts'
import { orderQueries } from '../../app/orders.queries.ts'
import { paths } from '../../app/paths.ts'
import { useSite } from '../../app/site.ts'
import { isOnPage } from '../../parts/ask-bank.ts'
import { Button } from '../../parts/Button.tsx'
import { Drawer } from '../../parts/Drawer.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { plural } from '../../parts/format.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Note } from '../../parts/Note.tsx'
import { Loading, Skeleton } from '../../parts/Skeleton.tsx'
import { useLeavePayment } from '../../parts/use-ask-bank.ts'
import { CartFoot } from './CartFoot.tsx'
import { CartList } from './CartList.tsx'
import { cartTotals } from './cart-totals.ts'
import { finishRemovals, offerUndoInToasts, useRemovedItems } from './removals.ts'

/** The shopping cart: what is in it, what it comes to, and the way to check out. */
export function CartPanel({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { cardFeeCents } = useSite()
  const [isLeaving, setLeaving] = useState(false)
  const current = useQuery(orderQueries.current())
  const removed = useRemovedItems()

  // Other screens change the cart while nobody watches it.
  useEffect(() => {
    queryClient.fetchQuery(orderQueries.current()).catch(() => undefined)
  }, [queryClient])

  useEffect(() => offerUndoInToasts, [])

  if (current.data === undefined) {
    return (
      <Drawer isOpen onClose={onClose} title="Your cart">
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
    // First the panel gives the focus back, then the new screen takes it.
    onClose()
    await navigate({ to: '/checkout' })
  }

  return (
    <Drawer
      isOpen
      onClose={onClose}
      title="Your cart"
      subtitle={items.length > 0 && `${plural(items.length, 'design')}, ${plural(totals.cardCount, 'card')}`}
      footer={
        items.length > 0 && (
          <CartFoot totals={totals} isPending={isLeaving} onCheckOut={checkOut} onLeave={onClose} />
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
  return (
    <EmptyState
      title="Nothing in your cart yet"
      action={
        <LinkButton
          to={paths.myRewards}
          search={{ createNew: true } as never}
          look="primary"
          onClick={onLeave}
        >
          Design a card
        </LinkButton>
      }
    >
      Cards you finish wait here, of all three kinds, until you check out.
    </EmptyState>
  )
}

/** A payment was begun and not finished: the cart changes again as soon as its customer gives it up. */
function FrozenNote({ orderId, onLeave }: { orderId: number; onLeave: () => void }) {
  const leaving = useLeavePayment(orderId)
  const isKept = leaving.data !== undefined && isOnPage(leaving.data)
  const waits =
    'The bank hasn’t told us yet whether you paid, so your cart can’t change. Try again in a minute.'
  return (
    <>
      {leaving.isError && <Note tone="bad">{formError(leaving.error)}</Note>}
      <Note
        action={
          <>
            <Button size="compact" isPending={leaving.isPending} onClick={() => leaving.mutate()}>
              Change your cart
            </Button>
            <LinkButton to="/checkout/payment-confirmation" size="compact" look="plain" onClick={onLeave}>
              Finish paying
            </LinkButton>
          </>
        }
      >
        {isKept ? waits : 'You started to pay for this cart. To change it, leave the payment first.'}
      </Note>
    </>
  )
}

function CartProblem({ problem, onRetry }: { problem: unknown; onRetry: () => void }) {
  return (
    <Note
      tone="bad"
      action={
        <Button size="compact" onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {formError(problem)}
    </Note>
  )
}

function CartLoading() {
  return (
    <Loading label="Loading your cart">
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
