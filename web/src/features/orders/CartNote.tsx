import { formatCents } from '@laurel/domain/money'
import { useQuery } from '@tanstack/react-query'
import { openCartPanel } from '../../app/cart-panel-store.ts'
import { orderQueries } from '../../app/orders.queries.ts'
import { Button } from '../../parts/Button.tsx'
import { plural } from '../../parts/format.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Note } from '../../parts/Note.tsx'

/** What waits in the cart, and the way on: to a payment that was begun and not finished. */
export function CartNote() {
  const { data: cart } = useQuery(orderQueries.current())
  const items = cart?.cardItems.filter((item) => item.state === 'in_cart') ?? []
  if (!cart || items.length === 0) return null

  const cards = items.reduce((all, item) => all + item.cardCount, 0)
  const isOne = cards === 1
  const isFrozen = cart.frozenUntil !== null
  return (
    <Note
      className="mb-8 items-center! narrow:items-start!"
      action={
        isFrozen ? (
          <LinkButton to="/checkout/payment-confirmation" size="compact">
            Finish paying
          </LinkButton>
        ) : (
          <Button size="compact" onClick={openCartPanel}>
            Open the cart
          </Button>
        )
      }
    >
      <b className="font-semibold">{plural(cards, 'card')} in your cart.</b>{' '}
      {isFrozen
        ? `You started to pay ${formatCents(cart.totalCents)} and haven’t finished.`
        : `${formatCents(cart.totalCents)} so far. ${isOne ? 'It goes' : 'They go'} out once you check out.`}
    </Note>
  )
}
