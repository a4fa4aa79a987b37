import { formatCents } from '@laurel/domain/money'
import { isOpenPayment } from '@laurel/domain/payment-state'
import { useEffect, useRef, useState } from 'react'
import { formError } from '../app/api-problem.ts'
import { Button } from './Button.tsx'
import type { Order } from './delivery-text.ts'
import { HostedPageForm } from './HostedPageForm.tsx'
import { Note } from './Note.tsx'
import { PAYMENT_METHODS } from './payment-methods.ts'
import { useAskBank } from './use-ask-bank.ts'
import { useHasPassed } from './use-clock.ts'

/** The provider's page closes a minute before the attempt ends. */
const PAGE_ENDS_BEFORE_MS = 60_000

type OpenPaymentProps = {
  order: Order
  title: string
  /** The buyer may be back from a page that took the payment: then nothing is left to go on with. */
  asksAtOnce?: boolean
  onAnswer?: (order: Order) => Promise<void> | void
}

/**
 * A payment that was begun and whose end nobody knows yet: it is continued, not replaced
 * (docs/decisions/0006). Once its time is over the provider is asked, and the order is free again.
 */
export function OpenPayment({ order, title, asksAtOnce = false, onAnswer }: OpenPaymentProps) {
  const payment = order.payments.findLast(({ state }) => isOpenPayment(state))
  const endsAt = order.frozenUntil ?? payment?.expiresAt ?? null
  const closesAt = endsAt && new Date(Date.parse(endsAt) - PAGE_ENDS_BEFORE_MS).toISOString()
  const isClosed = useHasPassed(closesAt) || !payment?.hostedPage
  const isOver = useHasPassed(endsAt)
  const asking = useAskBank(order.id, onAnswer)
  const [wasPressed, setPressed] = useState(false)
  useOnce(asksAtOnce, asking.mutate)
  useOnce(isOver, asking.mutate)

  if (!payment) return null
  return (
    <div className="grid justify-items-start gap-6">
      <div className="grid gap-3">
        <h1>{title}</h1>
        <p className="max-w-[56ch] text-lead text-muted">
          You began to pay {formatCents(payment.amountCents)} {PAYMENT_METHODS[payment.methodCode].by} at{' '}
          {clock(payment.createdAt)}. Until that has ended the order stays as it is, so that nothing can be
          charged twice.
        </p>
      </div>
      {payment.message && <Note>{payment.message}</Note>}
      {isClosed ? (
        <ClosedPage endsAt={endsAt} isOver={isOver} />
      ) : (
        <>
          <HostedPageForm page={payment.hostedPage!}>Go on to the payment page</HostedPageForm>
          <p className="max-w-[60ch] text-muted">
            The page stays open until {clock(closesAt!)}. If you do not pay there, you can change the order or
            pay another way from {clock(endsAt!)} on.
          </p>
        </>
      )}
      {asking.isError && <Note tone="bad">{formError(asking.error)}</Note>}
      <Button
        isPending={asking.isPending}
        onClick={() => {
          setPressed(true)
          asking.mutate()
        }}
      >
        {isClosed ? 'Ask the bank now' : 'I have paid already'}
      </Button>
      {wasPressed && asking.isSuccess && (
        <p role="status" className="text-muted">
          Asked at {clock(new Date(asking.submittedAt).toISOString())}: no payment is known yet.
        </p>
      )}
    </div>
  )
}

function ClosedPage({ endsAt, isOver }: { endsAt: string | null; isOver: boolean }) {
  return (
    <Note>
      The payment page has closed.{' '}
      {isOver || !endsAt
        ? 'We ask the bank whether anything was paid there; as soon as it answers, the order is free again.'
        : `If nothing was paid there, you can change the order or pay another way from ${clock(endsAt)} on.`}
    </Note>
  )
}

function clock(iso: string): string {
  return new Date(iso).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
}

function useOnce(isTime: boolean, run: () => void): void {
  const hasRun = useRef(false)
  useEffect(() => {
    if (!isTime || hasRun.current) return
    hasRun.current = true
    run()
  }, [isTime, run])
}
