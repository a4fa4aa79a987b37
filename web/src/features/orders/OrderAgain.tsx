import { api } from '@laurel/contract/routes'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { ApiProblem, formError } from '../../app/api-problem.ts'
import { call, freshKey } from '../../app/call.ts'
import { openCartPanel } from '../../app/modal-store.ts'
import { orderQueries } from '../../app/orders.queries.ts'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import type { CardItem } from '../../parts/card/CardItemCanvas.tsx'
import type { Order } from '../../parts/delivery-text.ts'
import { Icon } from '../../parts/Icon.tsx'
import { IfMayOrder } from '../../parts/IfMayOrder.tsx'
import { Note } from '../../parts/Note.tsx'

/** Copies an order into the cart. `children` are shown beside the button. */
export function OrderAgain({ order, children }: { order: Order; children: ReactNode }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  // The same key until there is an answer, so that a retry doesn't copy the cards twice.
  const key = useRef(freshKey())
  const again = useMutation({
    mutationFn: () => addAgain(queryClient, order.id, key.current),
    onSuccess: (added) => {
      key.current = freshKey()
      // Short, because on a phone the toast covers the cart's last button.
      showToast({ title: i18n.t('In your cart again'), text: addedText(added), durationMs: 4_000 })
      openCartPanel()
    },
    // A refusal is an answer, so the next click gets a new key.
    onError: (problem) => {
      if (problem instanceof ApiProblem && problem.status > 0 && problem.status < 500)
        key.current = freshKey()
    },
  })
  return (
    <div className="not-printed grid justify-items-start gap-4">
      <div className="flex flex-wrap gap-3">
        <IfMayOrder>
          <Button isPending={again.isPending} onClick={() => again.mutate()}>
            <Icon of={RotateCcw} size={18} />
            {i18n.t('Order again')}
          </Button>
        </IfMayOrder>
        {children}
      </div>
      {again.error && <Refused problem={again.error} />}
    </div>
  )
}

function Refused({ problem }: { problem: Error }) {
  const i18n = useTexts()

  if (!(problem instanceof ApiProblem) || problem.code !== 'order_is_frozen') {
    return <Note tone="bad">{formError(problem)}</Note>
  }
  return (
    <div role="status">
      <Note
        tone="warn"
        action={
          <Button size="compact" onClick={openCartPanel}>
            {i18n.t('Open the cart')}
          </Button>
        }
      >
        {i18n.t(
          'You’re paying for your cart, so you can’t add to it. Try again after the payment is finished.',
        )}
      </Note>
    </div>
  )
}

/** The copies in the cart, and those that stay drafts because the site has changed. */
type Added = { inCart: CardItem[]; drafts: CardItem[] }

/**
 * Copies an order's cards and recipients into the cart.
 *
 * @throws {ApiProblem} `order_is_frozen` while the cart is being paid; `limit_exceeded` if it would be too full
 */
async function addAgain(queryClient: QueryClient, orderId: number, idempotencyKey: string): Promise<Added> {
  const before = await queryClient.fetchQuery(orderQueries.current())
  const known = new Set(before?.cardItems.map(({ id }) => id))
  const cart = await call(api.reorder, { params: { id: orderId }, idempotencyKey })
  queryClient.setQueryData(orderQueries.current().queryKey, cart)
  void queryClient.invalidateQueries({ queryKey: ['orders'] })
  const added = cart.cardItems.filter(({ id }) => !known.has(id))
  return {
    inCart: added.filter(({ state }) => state === 'in_cart'),
    drafts: added.filter(({ state }) => state === 'draft'),
  }
}

/** `3 designs, 5,266 cards.`, plus people who need attention and designs that stay drafts. */
export function addedText({ inCart, drafts }: Added): string {
  const i18n = pageTexts()

  const cards = inCart.reduce((all, item) => all + item.cardCount, 0)
  const came =
    inCart.length > 0
      ? [
          i18n.t(
            '{designs, plural, one {# design} other {# designs}}, {cards, plural, one {# card} other {# cards}}.',
            { designs: inCart.length, cards },
          ),
        ]
      : []
  const unsure = inCart.reduce((all, item) => all + item.attentionCount, 0)
  if (unsure > 0)
    came.push(
      i18n.t('{people, plural, one {# person needs} other {# people need}} attention before you pay.', {
        people: unsure,
      }),
    )
  if (drafts.length === 0) return came.join(' ')
  const stay = i18n.t(
    '{designs, plural, one {# design has changed on this site. Review it under Drafts.} other {# designs have changed on this site. Review them under Drafts.}}',
    { designs: drafts.length },
  )
  return [...came, stay].join(' ')
}
