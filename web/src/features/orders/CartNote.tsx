import { formatCents } from '@laurel/domain/money'
import { useQuery } from '@tanstack/react-query'
import { openCartPanel } from '../../app/cart-panel-store.ts'
import { orderQueries } from '../../app/orders.queries.ts'
import { Button } from '../../parts/Button.tsx'
import { plural } from '../../parts/format.ts'
import { goToHostedPage } from '../../parts/HostedPageForm.tsx'
import { Note } from '../../parts/Note.tsx'
import { openHostedPage } from './payment-words.ts'

/** What waits in the cart, and the way on: to the payment page when one is open. */
export function CartNote() {
  const { data: cart } = useQuery(orderQueries.current())
  const items = cart?.cardItems.filter((item) => item.state === 'in_cart') ?? []
  if (!cart || items.length === 0) return null

  const cards = items.reduce((all, item) => all + item.cardCount, 0)
  const page = cart.frozenUntil === null ? undefined : openHostedPage(cart)
  const isOne = cards === 1
  return (
    <Note
      className="mb-8 items-center! narrow:items-start!"
      action={
        page ? (
          <Button size="compact" onClick={() => goToHostedPage(page)}>
            Go on to the payment page
          </Button>
        ) : (
          <Button size="compact" onClick={openCartPanel}>
            Open the cart
          </Button>
        )
      }
    >
      <b className="font-semibold">{plural(cards, 'card')} in your cart.</b>{' '}
      {cart.frozenUntil === null
        ? `${formatCents(cart.totalCents)} so far. ${isOne ? 'It goes' : 'They go'} out once you check out.`
        : `${formatCents(cart.totalCents)} is being paid; nothing is sent until that is through.`}
    </Note>
  )
}
