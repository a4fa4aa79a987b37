import { openCartPanel } from '../../app/cart-panel-store.ts'
import { Button } from '../../parts/Button.tsx'
import type { Order } from '../../parts/delivery-text.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Note } from '../../parts/Note.tsx'

/** The address named an order that is still a cart. */
export function NotPlacedYet({ order }: { order: Order }) {
  const isFrozen = order.frozenUntil !== null
  return (
    <Note
      className="mt-6 items-center! narrow:items-start!"
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
      {isFrozen
        ? 'You started to pay for this order and haven’t finished. We place it when you’ve paid.'
        : 'This order isn’t placed yet. Check out to place it.'}
    </Note>
  )
}
