import { isHostedPage } from '@laurel/domain/payment-state'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiProblem, fieldErrors } from '../../app/api-problem.ts'
import { beginsWords } from '../../parts/begins-words.ts'
import { Duplicates, hasDuplicates } from '../../parts/Duplicates.tsx'
import { fastestFirst } from '../../parts/payment-methods.ts'
import { CheckoutFrame } from './CheckoutFrame.tsx'
import { choosePaymentMethod, useCartSelections, usePoNumber, writePoNumber } from './cart-selections.ts'
import { checkoutQueries, type Order } from './checkout.queries.ts'
import { InvoiceCopies } from './InvoiceCopies.tsx'
import { Needs } from './Needs.tsx'
import { OpenPaymentScreen } from './OpenPaymentScreen.tsx'
import { OrderTerms } from './OrderTerms.tsx'
import { PayButton } from './PayButton.tsx'
import { PaymentMethods } from './PaymentMethods.tsx'
import { PayProblem } from './PayProblem.tsx'
import { SendingList } from './SendingList.tsx'
import { useInvoiceCopies } from './use-invoice-copies.ts'
import { usePay } from './use-pay.ts'
import { useSummary } from './use-summary.ts'
import { WithOrder } from './WithOrder.tsx'

const STEP = 'payment-confirmation'

/** The last look, and paying. docs/spec.md §2, "Checkout". */
export function Payment() {
  return (
    <WithOrder step={STEP}>
      {(order) => (order.frozenUntil ? <OpenPaymentScreen order={order} /> : <PaymentStep order={order} />)}
    </WithOrder>
  )
}

function PaymentStep({ order }: { order: Order }) {
  const items = order.cardItems.filter((item) => item.state === 'in_cart')
  const summary = useSummary(order.id, null)
  const { data: providers } = useSuspenseQuery(checkoutQueries.providers())
  const remembered = useCartSelections((store) => store.methodCode)
  const method =
    (providers.find((one) => one.methodCode === remembered) ?? fastestFirst(providers)[0])?.methodCode ?? null
  const isOpen = summary !== undefined && (summary.missing.length > 0 || items.some(hasDuplicates))
  const poNumber = usePoNumber(order.id)
  const [hasReadTerms, setReadTerms] = useState(false)
  const [wantsToPay, setWantsToPay] = useState(false)
  const paying = usePay()
  const needs = useRef<HTMLDivElement>(null)
  const terms = useRef<HTMLElement>(null)
  const copies = useInvoiceCopies()
  const invoice = useRef<HTMLElement>(null)

  function pay() {
    setWantsToPay(true)
    if (!summary || method === null) return
    if (isOpen) return show(needs.current)
    if (!hasReadTerms) return show(terms.current)
    const also = copies.forPaying()
    if (also === undefined) return show(invoice.current)
    paying.pay({
      orderId: order.id,
      methodCode: method,
      poNumber: poNumber.trim(),
      seenTotalCents: summary.totalCents,
      ...also,
    })
  }

  const problem = paying.problem
  const isMethodRefused = problem instanceof ApiProblem && problem.code === 'payment_method_unavailable'
  return (
    <CheckoutFrame
      step={STEP}
      order={order}
      lead="Look it over once more. Nothing is charged until you say so."
      summary={summary}
      totalLabel={isOpen ? 'So far' : 'You pay'}
      notice={!isMethodRefused && <PayProblem problem={problem} />}
      action={(place) => (
        <PayButton
          method={method}
          cents={summary?.totalCents ?? order.totalCents}
          place={place}
          isPending={paying.isPending}
          isDisabled={isOpen}
          onPay={pay}
        />
      )}
      assurance={
        isOpen
          ? 'Finish what’s listed under “What you are sending” to pay.'
          : method !== null && isHostedPage(method)
            ? 'You go to Converge to pay. Pressing twice can’t charge twice.'
            : `Nothing is charged now. ${beginsWords(order)} when your money arrives.`
      }
    >
      <section>
        <h2 className="mb-4">What you are sending</h2>
        <div ref={needs} tabIndex={-1} className="scroll-mt-6 rounded-control outline-none">
          <Needs order={order} missing={summary?.missing ?? []} />
          {items.map((item) => (
            <Duplicates key={item.id} item={item} from="payment" onDecided={() => needs.current?.focus()} />
          ))}
        </div>
        <SendingList order={order} items={items} tellsDelivery />
      </section>
      <section>
        <h2 className="mb-4">How would you like to pay?</h2>
        <PaymentMethods
          providers={providers}
          value={method}
          onChange={choosePaymentMethod}
          error={isMethodRefused ? problem.message : undefined}
          po={{
            value: poNumber,
            onChange: (text) => writePoNumber(order.id, text),
            error: fieldErrors(problem).poNumber,
          }}
        />
      </section>
      <section ref={invoice} className="scroll-mt-6">
        <h2 className="mb-4">Where does the invoice go?</h2>
        <p className="mb-4 text-muted">You get it by email as soon as the order is placed.</p>
        <InvoiceCopies copies={copies} refused={invoiceProblem(problem)} />
      </section>
      <section ref={terms} tabIndex={-1} className="scroll-mt-6 outline-none">
        <OrderTerms
          isRead={hasReadTerms}
          onChange={setReadTerms}
          error={
            wantsToPay && !hasReadTerms ? 'Read the order terms and check the box to continue.' : undefined
          }
        />
      </section>
    </CheckoutFrame>
  )
}

/** The server names each address by its place in the list. */
function invoiceProblem(problem: unknown): string | undefined {
  const found = Object.entries(fieldErrors(problem)).find(([field]) => field.startsWith('invoiceEmails'))
  return found?.[1]
}

/** Brings what is in the way to the eye and to the screen reader. */
function show(element: HTMLElement | null): void {
  const field = element?.querySelector<HTMLElement>('input') ?? element
  field?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'center' })
}
