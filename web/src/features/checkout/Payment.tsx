import { stepTitle } from '@laurel/domain/checkout-steps'
import { isHostedPage, type PaymentMethod } from '@laurel/domain/payment-method'
import { isProductSetupStep } from '@laurel/domain/product-setup-flow'
import { endSentence } from '@laurel/domain/sentence'
import { NO_TAX_ADVICE, warningWords } from '@laurel/domain/year-end'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type SyntheticEvent, useRef, useState } from 'react'
import { ApiProblem, fieldErrors } from '../../app/api-problem.ts'
import { companyQueries } from '../../app/company.queries.ts'
import { openCartPanel, openModal } from '../../app/modal-store.ts'
import { paths } from '../../app/paths.ts'
import { FlowHeader } from '../../app/shell/FlowHeader.tsx'
import { Checkbox } from '../../parts/Checkbox.tsx'
import { CardItemCanvas } from '../../parts/card/CardItemCanvas.tsx'
import { Duplicates, hasDuplicates } from '../../parts/Duplicates.tsx'
import { beginsWords, type Order } from '../../parts/delivery-text.ts'
import { Note } from '../../parts/Note.tsx'
import { OpenPayment } from '../../parts/OpenPayment.tsx'
import type { OrderSummary } from '../../parts/SummaryLines.tsx'
import { ApprovalNeeded, afterApproval, NOTE_MAX, SubmitButton, useSubmit } from './AskApproval.tsx'
import { CheckoutFrame, SendingList, useSummary, WithOrder } from './CheckoutFrame.tsx'
import { choosePaymentMethod, usePoNumber, writePoNumber } from './cart-selections.ts'
import { checkoutQueries } from './checkout.queries.ts'
import { orderSteps } from './enter-checkout.ts'
import { InvoiceCopies, useInvoiceCopies } from './InvoiceCopies.tsx'
import { OrderFields, useOrderFields } from './OrderFields.tsx'
import { PayButton, usePay } from './PayButton.tsx'
import { PaymentMethods } from './PaymentMethods.tsx'
import { PayProblem } from './PayProblem.tsx'
import { useWaysToPay } from './ways-to-pay.ts'

const STEP = 'payment-confirmation'

/** Reviews the order and pays. docs/spec.md §2, "Checkout". */
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
  const { ways, method } = useWaysToPay(summary?.totalCents ?? order.totalCents)
  // What the company asks is shown at its fields.
  const missing = summary?.missing.filter(({ code }) => code !== 'order_field_missing') ?? []
  const isOpen = missing.length > 0 || items.some(hasDuplicates)
  const poNumber = usePoNumber(order.id)
  const [hasReadTerms, setReadTerms] = useState(false)
  const [wantsToPay, setWantsToPay] = useState(false)
  const paying = usePay()
  const submitting = useSubmit()
  const [note, setNote] = useState('')
  const needs = useRef<HTMLDivElement>(null)
  const terms = useRef<HTMLElement>(null)
  const copies = useInvoiceCopies()
  const { data: billing } = useQuery(companyQueries.billing())
  const invoice = useRef<HTMLElement>(null)
  const filling = useOrderFields(order, summary)
  const asked = useRef<HTMLElement>(null)
  const approval = summary?.approval ?? null
  const approvers = useRef<HTMLElement>(null)

  async function pay() {
    setWantsToPay(true)
    if (!summary || method === null) return
    if (isOpen) return show(needs.current)
    if (filling.fields.length > 0 && !(await filling.forPaying())) return show(asked.current)
    if (!hasReadTerms) return show(terms.current)
    const also = copies.forPaying()
    if (also === undefined) return show(invoice.current)
    const intent = {
      orderId: order.id,
      methodCode: method,
      poNumber: poNumber.trim(),
      seenTotalCents: summary.totalCents,
      ...also,
    }
    if (approval === null) return paying.pay(intent)
    if (Array.from(note).length > NOTE_MAX) return show(approvers.current)
    submitting.submit({ ...intent, note: note.trim() })
  }

  const problem = submitting.problem ?? paying.problem ?? filling.problem
  const isMethodRefused = problem instanceof ApiProblem && problem.code === 'payment_method_unavailable'
  return (
    <CheckoutFrame
      step={STEP}
      order={order}
      lead={
        approval
          ? 'Review your order, then submit it for approval.'
          : 'Review your order. We won’t charge you until you confirm.'
      }
      summary={summary}
      totalLabel={isOpen ? 'So far' : 'You pay'}
      notice={!isMethodRefused && <PayProblem problem={problem} />}
      action={(place) =>
        approval ? (
          <SubmitButton
            cents={summary?.totalCents ?? order.totalCents}
            place={place}
            isPending={submitting.isPending}
            isDisabled={isOpen || method === null || approval.isBlocked}
            onSubmit={() => void pay()}
          />
        ) : (
          <PayButton
            method={method}
            cents={summary?.totalCents ?? order.totalCents}
            place={place}
            isPending={paying.isPending}
            isDisabled={isOpen || method === null}
            onPay={() => void pay()}
          />
        )
      }
      assurance={
        isOpen
          ? 'Finish what’s listed under “What you’re sending” to pay.'
          : approval
            ? afterApproval(method)
            : assuranceOf(method, order)
      }
    >
      <section>
        <h2 className="mb-4">What you’re sending</h2>
        <div ref={needs} tabIndex={-1} className="scroll-mt-6 rounded-control outline-none">
          <Needs order={order} missing={missing} />
          {items.map((item) => (
            <Duplicates key={item.id} item={item} from="payment" onDecided={() => needs.current?.focus()} />
          ))}
        </div>
        <SendingList order={order} items={items} tellsDelivery />
        <YearEndWarning orderId={order.id} />
      </section>
      {filling.fields.length > 0 && (
        <section ref={asked} tabIndex={-1} className="scroll-mt-6 outline-none">
          <h2 className="mb-4">Company details</h2>
          <OrderFields filling={filling} />
        </section>
      )}
      {approval && (
        <section ref={approvers} className="scroll-mt-6">
          <h2 className="mb-2">Who approves this order</h2>
          <p className="mb-4 text-muted">Your company requires approval before an order is paid.</p>
          <ApprovalNeeded approval={approval} note={note} onNote={setNote} />
        </section>
      )}
      <section>
        <h2 className="mb-4">How would you like to pay?</h2>
        <PaymentMethods
          needsApproval={approval !== null}
          providers={ways}
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
        <h2 className="mb-4">Where should we send the invoice?</h2>
        <p className="mb-4 text-muted">
          {approval
            ? 'We’ll email it once the order is approved and paid.'
            : 'We’ll email it as soon as you place the order.'}
          {billing && ` It’s billed to ${endSentence(billing.legalBusinessName)}`}
          {billing?.email && ` A copy goes to ${billing.email}.`}
        </p>
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

/** What clicking the button does. */
function assuranceOf(method: PaymentMethod | null, order: Order): string {
  if (method !== null && isHostedPage(method)) {
    return 'You’ll pay on Converge. You can’t be charged twice.'
  }
  if (method === 'company_balance')
    return 'We’ll charge your company balance immediately. You can’t be charged twice.'
  if (method === 'company_terms')
    return 'You won’t be charged now. You can’t place the order twice by accident.'
  return `Nothing is charged now. ${beginsWords(order)} when your money arrives.`
}

/** The server's error for an invoice address, which it names by its index. */
function invoiceProblem(problem: unknown): string | undefined {
  const found = Object.entries(fieldErrors(problem)).find(([field]) => field.startsWith('invoiceEmails'))
  return found?.[1]
}

/** Scrolls to and focuses what must be fixed, for eyes and screen readers. */
function show(element: HTMLElement | null): void {
  const field =
    element?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] button') ??
    element?.querySelector<HTMLElement>('input') ??
    element
  field?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'center' })
}

/** Who would pass the threshold of the year. It loads on its own, and keeps no one from paying. */
function YearEndWarning({ orderId }: { orderId: number }) {
  const { data } = useQuery(checkoutQueries.yearEndWarning(orderId))
  const warning = data && warningWords(data)
  return (
    <div aria-live="polite">
      {warning && (
        <Note className="mt-4">
          <p className="wrap-anywhere">{warning}.</p>
          <p className="mt-1 text-muted text-small">{NO_TAX_ADVICE} You can still place this order.</p>
        </Note>
      )}
    </div>
  )
}

type NeedsProps = { order: Order; missing: OrderSummary['missing'] }

/** What must be decided before the order can be paid, with links. */
function Needs({ order, missing }: NeedsProps) {
  if (missing.length === 0) return null
  return (
    <Note tone="warn">
      <p className="font-semibold">
        {missing.length === 1 ? 'Finish 1 step to pay' : `Finish ${missing.length} steps to pay`}
      </p>
      <ul className="mt-1 grid gap-1">
        {missing.map((need) => {
          const place = placeOfNeed(need, order)
          return (
            <li key={`${need.field} ${need.message}`}>
              {need.message}{' '}
              {place && (
                <Link to={place.to} search={place.search as never} className="link whitespace-nowrap">
                  {place.label}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </Note>
  )
}

type OrderTermsProps = { isRead: boolean; onChange: (isRead: boolean) => void; error: string | undefined }

/** Clicking the link opens the terms without ticking the box. */
function OrderTerms({ isRead, onChange, error }: OrderTermsProps) {
  return (
    <Checkbox isSelected={isRead} onChange={onChange} error={error}>
      I have read the{' '}
      <button
        type="button"
        className="link"
        onPointerDown={stopPropagation}
        onMouseDown={stopPropagation}
        onKeyDown={stopPropagation}
        onKeyUp={stopPropagation}
        onClick={(event) => {
          stopPropagation(event)
          event.preventDefault()
          openModal('legal', { kind: 'terms' })
        }}
      >
        order terms
      </button>
      . Undelivered cards can be sent again or refunded.
    </Checkbox>
  )
}

function stopPropagation(event: SyntheticEvent): void {
  event.stopPropagation()
}

type Need = OrderSummary['missing'][number]

/** A link to where a missing decision is made. */
type NeedPlace = {
  to: string
  search?: { item: number; from: 'payment'; only?: 'attention' }
  label: string
}

/**
 * Where a missing decision is made: in a card item's flow or a shipping step. Undefined for what
 * concerns the whole order.
 */
function placeOfNeed({ field, code }: Need, order: Pick<Order, 'cardItems'>): NeedPlace | undefined {
  const itemId = Number(/^card_items\.(\d+)$/.exec(field)?.[1])
  const item = order.cardItems.find(({ id }) => id === itemId)
  if (item) {
    const isList = code === 'card_items_need_attention' && item.rewardTypeData.name !== 'bulk'
    const step = isList ? 'recipients' : (stepOf(item) ?? 'card-design')
    const search = { item: item.id, from: 'payment' as const, ...(isList && { only: 'attention' as const }) }
    return { to: `/create-reward/${step}`, search, label: 'Fix it' }
  }
  if (field.endsWith('-shipping-method')) return { to: `/checkout/${field}`, label: 'Choose' }
  return undefined
}

/** The step for the first missing entry that the server names. */
function stepOf({ missing }: Order['cardItems'][number]): string | undefined {
  const byField: Record<string, string> = {
    template_id: 'card-design',
    quantity: 'quantity',
    denomination_cents: 'value',
    recipients: 'recipients',
    amount_cents: 'recipients',
  }
  const [first] = missing
  const step = first && (byField[first.field] ?? first.field)
  return isProductSetupStep(step) ? step : undefined
}

/** Replaces the last step while a payment is open. */
function OpenPaymentScreen({ order }: { order: Order }) {
  const navigate = useNavigate()
  const steps = orderSteps(order)
  async function showPlaced({ status }: Order) {
    if (status !== 'cart') await navigate({ to: '/order-confirmation', search: { cpi_order_id: order.id } })
  }
  const [item] = order.cardItems.filter(({ state }) => state === 'in_cart')
  return (
    <>
      <FlowHeader
        // No links to steps that can't change now.
        steps={steps.map((step) => ({ label: stepTitle(step) }))}
        at={steps.length - 1}
        leave={{ label: 'Back to cart', to: paths.myRewards, onPress: openCartPanel }}
      />
      <main className="page grid min-h-[calc(100dvh-76px)] grid-cols-[minmax(0,1fr)_380px] content-start items-start gap-16 py-16 mid:grid-cols-1 narrow:gap-8 narrow:py-8">
        <OpenPayment
          order={order}
          title="Payment not finished"
          asksAtOnce
          onAnswer={showPlaced}
          // Once the payment is given up, the last step replaces this screen.
          onPayAnotherWay={showPlaced}
          onChangeCart={async () => {
            await navigate({ to: paths.myRewards as string })
            openCartPanel()
          }}
        />
        {item && (
          <CardItemCanvas item={item} className="mid:max-w-[320px] mid:-order-1 narrow:max-w-[240px]" />
        )}
      </main>
    </>
  )
}
