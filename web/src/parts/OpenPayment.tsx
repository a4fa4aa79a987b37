import { formatCents } from '@laurel/domain/money'
import { WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { isOpenPayment } from '@laurel/domain/payment-state'
import { useEffect, useRef, useState } from 'react'
import { formError } from '../app/api-problem.ts'
import { pageTexts, translated, useTexts } from '../app/texts.ts'
import { goToHostedPage, isOnPage, useAskBank, useLeavePayment } from './ask-bank.ts'
import { Button } from './Button.tsx'
import type { Order } from './delivery-text.ts'
import { Note } from './Note.tsx'

/** The provider's page closes a minute before the attempt ends. */
const PAGE_ENDS_BEFORE_MS = 60_000

type OpenPaymentProps = {
  order: Order
  title: string
  /** Asks on mount, because the customer may have paid on the page they came from. */
  asksAtOnce?: boolean
  onAnswer?: (order: Order) => Promise<void> | void
  /** Opens the choice of payment methods. */
  onPayAnotherWay: (order: Order) => Promise<void> | void
  /** Opens the cart. Undefined for an order that is placed. */
  onChangeCart?: (() => void) | undefined
}

/**
 * An unfinished payment. The customer returns to the payment page, or leaves it and
 * pays another way or changes the cart (docs/decisions/0029). The order waits only while the payment's
 * state is unknown.
 */
export function OpenPayment({
  order,
  title,
  asksAtOnce = false,
  onAnswer,
  onPayAnotherWay,
  onChangeCart,
}: OpenPaymentProps) {
  const i18n = useTexts()
  const payment = order.payments.findLast(({ state }) => isOpenPayment(state))
  const endsAt = order.frozenUntil ?? payment?.expiresAt ?? null
  const closesAt = endsAt && new Date(Date.parse(endsAt) - PAGE_ENDS_BEFORE_MS).toISOString()
  const isClosed = useHasPassed(closesAt)
  const isOver = useHasPassed(endsAt)
  const asking = useAskBank(order.id, onAnswer)
  const paying = useLeavePayment(order.id, onPayAnotherWay)
  const changing = useLeavePayment(order.id, onChangeCart)
  useOnce(asksAtOnce, asking.mutate)
  useOnce(isOver, asking.mutate)

  if (!payment) return null
  const page = isClosed ? null : payment.hostedPage
  const problem = paying.error ?? changing.error ?? asking.error
  const isKept = [paying.data, changing.data].some((answer) => answer && isOnPage(answer))
  const isBusy = paying.isPending || changing.isPending
  return (
    <div className="grid justify-items-start gap-6">
      <div className="grid gap-3">
        <h1>{title}</h1>
        <p className="max-w-[56ch] text-lead text-muted">
          {i18n.t('You started to pay {amount} {byMethod} at {time}.', {
            amount: formatCents(payment.amountCents),
            byMethod: i18n.t(WAYS_TO_PAY[payment.methodCode].by),
            time: clock(payment.createdAt),
          })}{' '}
          {payment.message === ''
            ? i18n.t('We haven’t received a payment yet.')
            : translated(i18n, payment.message)}
        </p>
      </div>
      {problem && <Note tone="bad">{formError(problem)}</Note>}
      {isKept && !problem && (
        <Note>
          {i18n.t(
            'The bank hasn’t confirmed your payment yet. We’ll keep checking, and hold your order so you aren’t charged twice.',
          )}
        </Note>
      )}
      <div className="flex flex-wrap gap-3 narrow:grid narrow:w-full">
        <Button
          look="primary"
          size="big"
          isPending={isBusy || asking.isPending}
          onClick={() => paying.mutate()}
        >
          {i18n.t('Pay another way')}
        </Button>
        {onChangeCart && (
          <Button size="big" isPending={isBusy} onClick={() => changing.mutate()}>
            {i18n.t('Change your cart')}
          </Button>
        )}
        {page && (
          <Button size="big" onClick={() => goToHostedPage(page, order.id)}>
            {i18n.t('Back to the payment page')}
          </Button>
        )}
      </div>
      <p className="max-w-[60ch] text-muted">
        {page && i18n.t('If you pay another way or change your cart, we’ll cancel this payment.')}{' '}
        {i18n.t('Already paid?')}{' '}
        <button type="button" className="link" disabled={asking.isPending} onClick={() => asking.mutate()}>
          {i18n.t('Check with the bank')}
        </button>
      </p>
      {asking.isSuccess && !isBusy && !isKept && (
        <p role="status" className="text-muted">
          {i18n.t('Checked at {time}. The bank has no record of a payment.', {
            time: clock(new Date(asking.submittedAt).toISOString()),
          })}
        </p>
      )}
    </div>
  )
}

function clock(iso: string): string {
  return new Date(iso).toLocaleTimeString(pageTexts().locale, { hour: 'numeric', minute: '2-digit' })
}

function useOnce(isTime: boolean, run: () => void): void {
  const hasRun = useRef(false)
  useEffect(() => {
    if (!isTime || hasRun.current) return
    hasRun.current = true
    run()
  }, [isTime, run])
}

/** Longer timers overflow 32 bits and fire at once. */
const LONGEST_WAIT_MS = 2_000_000_000

/** Whether a time has passed; renders again when it does. */
function useHasPassed(iso: string | null): boolean {
  const at = iso === null ? Number.POSITIVE_INFINITY : Date.parse(iso)
  const [now, setNow] = useState(Date.now)
  const leftMs = at - now
  useEffect(() => {
    if (leftMs <= 0 || leftMs > LONGEST_WAIT_MS) return
    const timer = setTimeout(() => setNow(Date.now()), leftMs + 50)
    return () => clearTimeout(timer)
  }, [leftMs])
  return leftMs <= 0
}
