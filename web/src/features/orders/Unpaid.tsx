import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../parts/Button.tsx'
import type { Order } from '../../parts/delivery-text.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { askToCancel } from './cancel-order.ts'
import { unpaidOrder } from './unpaid-order.ts'

type UnpaidProps = { order: Order; waysToPay: ReactNode }

/** What can still be chosen about a placed order whose money is not here: another way to pay, or none of it. */
export function Unpaid({ order, waysToPay }: UnpaidProps) {
  switch (unpaidOrder(order)) {
    case 'promised':
      return <Promised order={order} waysToPay={waysToPay} />
    case 'to-pay':
      return (
        <Part title="Pay for this order" text={order.payments.at(-1)?.message ?? ''}>
          {waysToPay}
          <CancelButton order={order} />
        </Part>
      )
    case 'open':
      return (
        <Part
          title="Payment not finished"
          text="You started to pay for this order. Finish the payment, or pay another way."
        >
          <LinkButton
            to={'/order-confirmation' as string}
            search={{ cpi_order_id: order.id } as never}
            look="primary"
            className="justify-self-start narrow:justify-self-stretch"
          >
            See the payment
          </LinkButton>
        </Part>
      )
    default:
      return null
  }
}

function Promised({ order, waysToPay }: UnpaidProps) {
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  const what = order.payments.at(-1)?.methodCode === 'self_hosted_check' ? 'check' : 'transfer'
  return (
    <Part
      title="Changed your mind?"
      text={`Until your ${what} is here you can pay another way or cancel the order. If it is on its way already, leave everything as it is.`}
    >
      <div className="flex flex-wrap gap-3">
        <Button aria-expanded={isOpen} aria-controls={panel} onClick={() => setOpen(!isOpen)}>
          Pay another way
        </Button>
        <CancelButton order={order} />
      </div>
      <div id={panel} hidden={!isOpen}>
        {isOpen && waysToPay}
      </div>
    </Part>
  )
}

function CancelButton({ order }: { order: Order }) {
  const queryClient = useQueryClient()
  return (
    <Button look="plain" className="justify-self-start" onClick={() => askToCancel(queryClient, order)}>
      Cancel this order
    </Button>
  )
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="not-printed mt-10 grid gap-4">
      <div>
        <h2 id={heading} className="text-h3">
          {title}
        </h2>
        {text && <p className="mt-1.5 max-w-[60ch] text-muted">{text}</p>}
      </div>
      {children}
    </section>
  )
}
