import { CANCELED_BY_CUSTOMER } from '@laurel/domain/order-status'
import { useSite } from '../../app/site.ts'
import { LinkButton } from '../../parts/Button.tsx'
import type { Order } from '../../parts/delivery-text.ts'
import { Scene } from './Scene.tsx'

/** The order itself was declined, with the reason its customer is told. */
export function Rejected({ order }: { order: Order }) {
  const { supportEmail } = useSite()
  if (order.declineReason === CANCELED_BY_CUSTOMER) {
    return (
      <Scene order={order}>
        <h1>You canceled order {order.number}</h1>
        <p className="max-w-[52ch] text-lead text-muted">No card is made, and there is nothing to pay.</p>
        <FollowOrder order={order} />
      </Scene>
    )
  }
  return (
    <Scene order={order}>
      <h1>Order {order.number} was declined</h1>
      {order.declineReason && <p className="max-w-[52ch] text-lead">{order.declineReason}</p>}
      <p className="max-w-[52ch] text-muted">
        What was paid goes back the way it came. Questions reach us at{' '}
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
      <FollowOrder order={order} />
    </Scene>
  )
}

export function FollowOrder({ order }: { order: Order }) {
  return (
    <LinkButton
      to={'/my-rewards' as string}
      search={{ openDetails: order.id } as never}
      look="primary"
      size="big"
    >
      Follow this order
    </LinkButton>
  )
}
