import { openCartPanel } from '../../app/cart-panel-store.ts'
import { Button } from '../../parts/Button.tsx'
import type { Order } from '../../parts/delivery-text.ts'
import { goToHostedPage } from '../../parts/HostedPageForm.tsx'
import { Note } from '../../parts/Note.tsx'
import { openHostedPage } from './payment-words.ts'

/** The address named an order that is still a cart. */
export function NotPlacedYet({ order }: { order: Order }) {
  const page = openHostedPage(order)
  return (
    <Note
      className="mt-6 items-center! narrow:items-start!"
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
      {order.frozenUntil === null
        ? 'This order is not placed yet: it is placed once you have checked out.'
        : 'This order is being paid. It is placed once the payment has gone through.'}
    </Note>
  )
}
