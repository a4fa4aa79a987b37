import { api } from '@laurel/contract/routes'
import { isByHand, isCompanyMethod, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { isLivePayment } from '@laurel/domain/payment-state'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { call, freshKey } from '../../app/call.ts'
import { openModal } from '../../app/modal-store.ts'
import { orderQueries } from '../../app/orders.queries.ts'
import { pageTexts, translated, useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button, LinkButton } from '../../parts/Button.tsx'
import type { Order } from '../../parts/delivery-text.ts'

type UnpaidProps = { order: Order; waysToPay: ReactNode }

/** Choices for a placed order that isn't paid, or that its company paid: pay another way, or cancel it. */
export function Unpaid({ order, waysToPay }: UnpaidProps) {
  const i18n = useTexts()

  switch (unpaidOrder(order)) {
    case 'promised':
      return <Promised order={order} waysToPay={waysToPay} />
    case 'to-pay':
      return (
        <Part
          title={i18n.t('Pay for this order')}
          text={translated(i18n, order.payments.at(-1)?.message ?? '')}
        >
          {waysToPay}
          <CancelButton order={order} />
        </Part>
      )
    case 'open':
      return (
        <Part
          title={i18n.t('Payment not finished')}
          text={i18n.t('You started to pay for this order. Finish the payment, or pay another way.')}
        >
          <LinkButton
            to={'/order-confirmation' as string}
            search={{ cpi_order_id: order.id } as never}
            look="primary"
            className="justify-self-start narrow:justify-self-stretch"
          >
            {i18n.t('View payment')}
          </LinkButton>
        </Part>
      )
    case 'by-company':
      return (
        <Part
          title={i18n.t('Changed your mind?')}
          text={i18n.t(
            'You can cancel the order until it’s approved. We’ll return the amount to your company’s balance or credit.',
          )}
        >
          <CancelButton order={order} />
        </Part>
      )
    default:
      return null
  }
}

function Promised({ order, waysToPay }: UnpaidProps) {
  const i18n = useTexts()
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  const method = order.payments.map(({ methodCode }) => methodCode).findLast(isByHand)
  const what = i18n.t(method === undefined ? 'payment' : WAYS_TO_PAY[method].noun)
  return (
    <Part
      title={i18n.t('Changed your mind?')}
      text={i18n.t(
        'You can pay another way or cancel the order until your {what} arrives. If you’ve already sent it, you don’t need to do anything.',
        { what },
      )}
    >
      <div className="flex flex-wrap gap-3">
        <Button aria-expanded={isOpen} aria-controls={panel} onClick={() => setOpen(!isOpen)}>
          {i18n.t('Pay another way')}
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
  const i18n = useTexts()
  const queryClient = useQueryClient()
  return (
    <Button look="plain" className="justify-self-start" onClick={() => askToCancel(queryClient, order)}>
      {i18n.t('Cancel order')}
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

/**
 * What a customer can do about a placed order:
 * - `promised`: choose another way to pay than the promised check or transfer, or cancel
 * - `to-pay`: no payment is on its way
 * - `open`: a payment page is open
 * - `by-company`: cancel, because its company's balance or invoice pays for it, and it's in review
 *
 * @returns undefined if there is no choice, because money has arrived or is being transferred
 */
function unpaidOrder({
  status,
  payments,
}: Pick<Order, 'status' | 'payments'>): 'promised' | 'to-pay' | 'open' | 'by-company' | undefined {
  const live = payments.filter(({ state }) => isLivePayment(state))
  const isByCompany = live.length > 0 && live.every(({ methodCode }) => isCompanyMethod(methodCode))
  if (status === 'in_review' && isByCompany) return 'by-company'
  if (status !== 'pending_payment') return undefined
  const last = payments.at(-1)
  switch (last?.state) {
    case 'started':
      return 'open'
    case 'submitted':
      // The payment has a message once part of the money has arrived.
      return isByHand(last.methodCode) && last.message === '' ? 'promised' : undefined
    case 'failed':
    case 'expired':
    case 'abandoned':
      return 'to-pay'
    default:
      return undefined
  }
}

function askToCancel(queryClient: QueryClient, { id, number, status }: Order): void {
  const i18n = pageTexts()

  const idempotencyKey = freshKey()
  openModal('confirm-dialog', {
    title: i18n.t('Cancel order {number}?', { number }),
    text:
      status === 'in_review'
        ? i18n.t(
            'We won’t issue any cards, and we’ll return the amount to your company’s balance or credit. You can’t reopen it, but you can order the same cards again.',
          )
        : i18n.t(
            'We won’t issue any cards, and nothing is charged. You can’t reopen it, but you can order the same cards again.',
          ),
    confirm: i18n.t('Cancel order'),
    cancel: i18n.t('Keep order'),
    danger: true,
    onConfirm: async () => {
      try {
        const canceled = await call(api.cancelOrder, { params: { id }, idempotencyKey })
        queryClient.setQueryData(orderQueries.one(id).queryKey, canceled)
        showToast({ title: i18n.t('Order {number} was canceled', { number }) })
      } finally {
        // Also after a refusal, because money may have arrived in the meantime.
        void queryClient.invalidateQueries({ queryKey: ['orders'] })
      }
    },
  })
}
