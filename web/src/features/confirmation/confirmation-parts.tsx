import { isCanceledByCustomer } from '@laurel/domain/order-status'
import type { ReactNode } from 'react'
import { useSite } from '../../app/site.ts'
import { useTexts } from '../../app/texts.ts'
import { LinkButton } from '../../parts/Button.tsx'
import { CardItemCanvas } from '../../parts/card/CardItemCanvas.tsx'
import type { Order } from '../../parts/delivery-text.ts'
import { inText, SLOT } from '../../parts/in-text.tsx'

/** Text beside the order's first card, for every outcome but a placed order. */
export function Scene({ order, children }: { order: Order; children: ReactNode }) {
  const [item] = order.cardItems.filter(({ state }) => state === 'in_cart')
  return (
    <div className="confirmation done-hero">
      <div className="page grid grid-cols-[minmax(0,1fr)_380px] items-start gap-16 py-24 mid:grid-cols-1 mid:gap-10 narrow:py-10">
        <div className="grid justify-items-start gap-6">{children}</div>
        {item && (
          <CardItemCanvas
            item={item}
            ofFirstPerson
            leaning
            className="done-card mid:-order-1 mid:max-w-[320px] narrow:max-w-[240px]"
          />
        )}
      </div>
    </div>
  )
}

/** The order was declined or canceled. */
export function Rejected({ order }: { order: Order }) {
  const i18n = useTexts()
  const { supportEmail } = useSite()
  if (isCanceledByCustomer(order.declineReason)) {
    return (
      <Scene order={order}>
        <h1>{i18n.t('You canceled order {number}', { number: order.number })}</h1>
        <p className="max-w-[52ch] text-lead text-muted">
          {i18n.t('We won’t issue any cards, and you don’t owe anything.')}
        </p>
        <FollowOrder order={order} />
      </Scene>
    )
  }
  return (
    <Scene order={order}>
      <h1>{i18n.t('Order {number} was declined', { number: order.number })}</h1>
      {order.declineReason && <p className="max-w-[52ch] text-lead">{order.declineReason}</p>}
      <p className="max-w-[52ch] text-muted">
        {inText(
          i18n.t('We’ll refund your payment to the original method. Questions? Contact us at {email}.', {
            email: SLOT,
          }),
          <a href={`mailto:${supportEmail}`}>{supportEmail}</a>,
        )}
      </p>
      <FollowOrder order={order} />
    </Scene>
  )
}

export function FollowOrder({ order }: { order: Order }) {
  const i18n = useTexts()

  return (
    <LinkButton
      to={'/my-rewards' as string}
      search={{ openDetails: order.id } as never}
      look="primary"
      size="big"
    >
      {i18n.t('Track order')}
    </LinkButton>
  )
}

/** Labels and values. Leaves out empty values. */
export function OrderFacts({ facts }: { facts: readonly { label: string; value: string }[] }) {
  return (
    <dl className="grid gap-1.5">
      {facts
        .filter(({ value }) => value !== '')
        .map(({ label, value }) => (
          <div key={label} className="flex gap-3">
            <dt className="w-[112px] shrink-0 text-muted">{label}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
