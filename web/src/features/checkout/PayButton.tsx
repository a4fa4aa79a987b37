import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { isHostedPage, type PaymentMethod, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiProblem } from '../../app/api-problem.ts'
import { call, freshKey } from '../../app/call.ts'
import { companyQueries, refreshBalance } from '../../app/company.queries.ts'
import { useTexts } from '../../app/texts.ts'
import { goToHostedPage } from '../../parts/ask-bank.ts'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { forgetPoNumber } from './cart-selections.ts'

type PayButtonProps = {
  method: PaymentMethod | null
  cents: number
  place: 'panel' | 'bar'
  /** True if the order is already placed and only needs a payment. */
  isPlaced?: boolean
  isPending: boolean
  isDisabled?: boolean
  onPay: () => void
}

/** Names the sum and the method. On a phone's bar, the sum is beside the button. */
export function PayButton({
  method,
  cents,
  place,
  isPlaced = false,
  isPending,
  isDisabled = false,
  onPay,
}: PayButtonProps) {
  const i18n = useTexts()
  const isHosted = method === null || isHostedPage(method)
  const whole = isHosted
    ? i18n.t('Pay {amount}', { amount: formatCents(cents) })
    : method === 'company_terms'
      ? i18n.t('Place order, {amount} on invoice', { amount: formatCents(cents) })
      : isPlaced
        ? i18n.t('Pay {amount} {byMethod}', {
            amount: formatCents(cents),
            byMethod: i18n.t(WAYS_TO_PAY[method].by),
          })
        : i18n.t('Place order, pay {amount} {byMethod}', {
            amount: formatCents(cents),
            byMethod: i18n.t(WAYS_TO_PAY[method].by),
          })
  const short = isHosted ? i18n.t('Pay') : i18n.t('Place order')
  return (
    <Button
      look="primary"
      size="big"
      isPending={isPending}
      isDisabled={isDisabled}
      onClick={onPay}
      aria-label={place === 'bar' ? whole : undefined}
      className="whitespace-normal!"
    >
      {isHosted && <Icon of={Lock} />}
      {place === 'bar' ? short : whole}
    </Button>
  )
}

type Intent = {
  orderId: number
  methodCode: PaymentMethod
  poNumber: string
  /** The price the customer saw. The server refuses a different one. */
  seenTotalCents?: number
  /** If missing, the saved list stays. */
  invoiceEmails?: string[]
}

/** The order was paid in another tab: show its confirmation instead. */
const OVERTAKEN = ['order_already_paid', 'order_not_payable', 'payment_outstanding']

/** What is left of the credit limit changed since it was shown. */
const ON_INVOICE = ['terms_overdue', 'over_credit_limit', 'payment_method_unavailable']

/**
 * Pays an order. For a card or bank account, the browser leaves for the provider's page; otherwise the
 * order is placed. Each intent keeps its key, so a double click or a retry pays only once.
 */
export function usePay() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  const intent = useRef({ of: '', key: '' })
  useReturnFromHistory(() => setLeaving(false))

  function keyOf(asked: Intent): string {
    const of = JSON.stringify(asked)
    if (intent.current.of !== of) intent.current = { of, key: freshKey() }
    return intent.current.key
  }

  const paying = useMutation({
    mutationFn: (asked: Intent) => call(api.createPayment, { body: asked, idempotencyKey: keyOf(asked) }),
    onSuccess: async (payment) => {
      setLeaving(true)
      forgetPoNumber()
      void queryClient.invalidateQueries({ queryKey: ['customer'] })
      if (payment.hostedPage) {
        goToHostedPage(payment.hostedPage, payment.orderId)
        return
      }
      await navigate({ to: '/order-confirmation', search: { cpi_order_id: payment.orderId } })
      if (payment.methodCode === 'company_balance') await refreshBalance(queryClient)
      if (payment.methodCode === 'company_terms') await queryClient.invalidateQueries(companyQueries.terms())
      await queryClient.invalidateQueries({ queryKey: ['orders'], refetchType: 'all' })
    },
    onError: async (problem, { orderId }) => {
      console.error('Failed to start the payment', problem)
      if (problem instanceof ApiProblem && OVERTAKEN.includes(problem.code)) {
        // Navigate first: without a cart, this screen redirects to My rewards.
        await navigate({ to: '/order-confirmation', search: { cpi_order_id: orderId } })
      }
      if (problem instanceof ApiProblem && problem.code === 'balance_too_low') {
        void refreshBalance(queryClient)
      }
      if (problem instanceof ApiProblem && ON_INVOICE.includes(problem.code)) {
        void queryClient.invalidateQueries(companyQueries.terms())
      }
      // Also after a lost answer, because the payment may have started.
      await queryClient.invalidateQueries({ queryKey: ['orders'] })
    },
  })
  return { pay: paying.mutate, problem: paying.error, isPending: paying.isPending || isLeaving }
}

/** The browser's Back restores this page from its cache: reload the order, whose payment is now open. */
function useReturnFromHistory(onReturn: () => void) {
  const queryClient = useQueryClient()
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      onReturn()
      void queryClient.invalidateQueries({ queryKey: ['orders'] })
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  })
}
