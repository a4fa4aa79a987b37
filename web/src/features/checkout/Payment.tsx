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
import { pageTexts, translated, useTexts } from '../../app/texts.ts'
import { Checkbox } from '../../parts/Checkbox.tsx'
import { CardItemCanvas } from '../../parts/card/CardItemCanvas.tsx'
import { Duplicates, hasDuplicates } from '../../parts/Duplicates.tsx'
import { beginsWords, type Order } from '../../parts/delivery-text.ts'
import { inText, SLOT } from '../../parts/in-text.tsx'
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
  const i18n = useTexts()
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
          ? i18n.t('Review your order, then submit it for approval.')
          : i18n.t('Review your order. We won’t charge you until you confirm.')
      }
      summary={summary}
      totalLabel={isOpen ? i18n.t('So far') : i18n.t('You pay')}
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
          ? i18n.t('Finish what’s listed under “What you’re sending” to pay.')
          : approval
            ? afterApproval(method)
            : assuranceOf(method, order)
      }
    >
      <section>
        <h2 className="mb-4">{i18n.t('What you’re sending')}</h2>
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
          <h2 className="mb-4">{i18n.t('Company details')}</h2>
          <OrderFields filling={filling} />
        </section>
      )}
      {approval && (
        <section ref={approvers} className="scroll-mt-6">
          <h2 className="mb-2">{i18n.t('Who approves this order')}</h2>
          <p className="mb-4 text-muted">
            {i18n.t('Your company requires approval before an order is paid.')}
          </p>
          <ApprovalNeeded approval={approval} note={note} onNote={setNote} />
        </section>
      )}
      <section>
        <h2 className="mb-4">{i18n.t('How would you like to pay?')}</h2>
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
        <h2 className="mb-4">{i18n.t('Where should we send the invoice?')}</h2>
        <p className="mb-4 text-muted">
          {approval
            ? i18n.t('We’ll email it once the order is approved and paid.')
            : i18n.t('We’ll email it as soon as you place the order.')}
          {billing && ` ${i18n.t('It’s billed to {name}', { name: endSentence(billing.legalBusinessName) })}`}
          {billing?.email && ` ${i18n.t('A copy goes to {email}.', { email: billing.email })}`}
        </p>
        <InvoiceCopies copies={copies} refused={invoiceProblem(problem)} />
      </section>
      <section ref={terms} tabIndex={-1} className="scroll-mt-6 outline-none">
        <OrderTerms
          isRead={hasReadTerms}
          onChange={setReadTerms}
          error={
            wantsToPay && !hasReadTerms
              ? i18n.t('Read the order terms and check the box to continue.')
              : undefined
          }
        />
      </section>
    </CheckoutFrame>
  )
}

/** What clicking the button does. */
function assuranceOf(method: PaymentMethod | null, order: Order): string {
  const i18n = pageTexts()

  if (method !== null && isHostedPage(method)) {
    return i18n.t('You’ll pay on Converge. You can’t be charged twice.')
  }
  if (method === 'company_balance')
    return i18n.t('We’ll charge your company balance immediately. You can’t be charged twice.')
  if (method === 'company_terms')
    return i18n.t('You won’t be charged now. You can’t place the order twice by accident.')
  return i18n.t('Nothing is charged now. {begins} when your money arrives.', { begins: beginsWords(order) })
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
  const i18n = useTexts()
  const { data } = useQuery(checkoutQueries.yearEndWarning(orderId))
  const warning = data && warningWords(data)
  return (
    <div aria-live="polite">
      {warning && (
        <Note className="mt-4">
          <p className="wrap-anywhere">{warning}.</p>
          <p className="mt-1 text-muted text-small">
            {i18n.t(NO_TAX_ADVICE)} {i18n.t('You can still place this order.')}
          </p>
        </Note>
      )}
    </div>
  )
}

type NeedsProps = { order: Order; missing: OrderSummary['missing'] }

/** What must be decided before the order can be paid, with links. */
function Needs({ order, missing }: NeedsProps) {
  const i18n = useTexts()

  if (missing.length === 0) return null
  return (
    <Note tone="warn">
      <p className="font-semibold">
        {i18n.t('Finish {steps, plural, one {# step} other {# steps}} to pay', { steps: missing.length })}
      </p>
      <ul className="mt-1 grid gap-1">
        {missing.map((need) => {
          const place = placeOfNeed(need, order)
          return (
            <li key={`${need.field} ${need.message}`}>
              {translated(i18n, need.message)}{' '}
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
  const i18n = useTexts()

  return (
    <Checkbox isSelected={isRead} onChange={onChange} error={error}>
      {inText(
        i18n.t('I have read the {terms}. Undelivered cards can be sent again or refunded.', { terms: SLOT }),
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
          {i18n.t('order terms')}
        </button>,
      )}
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
  const i18n = pageTexts()

  const itemId = Number(/^card_items\.(\d+)$/.exec(field)?.[1])
  const item = order.cardItems.find(({ id }) => id === itemId)
  if (item) {
    const isList = code === 'card_items_need_attention' && item.rewardTypeData.name !== 'bulk'
    const step = isList ? 'recipients' : (stepOf(item) ?? 'card-design')
    const search = { item: item.id, from: 'payment' as const, ...(isList && { only: 'attention' as const }) }
    return { to: `/create-reward/${step}`, search, label: i18n.t('Fix it') }
  }
  if (field.endsWith('-shipping-method')) return { to: `/checkout/${field}`, label: i18n.t('Choose') }
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
  const i18n = useTexts()
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
        steps={steps.map((step) => ({ label: i18n.t(stepTitle(step)) }))}
        at={steps.length - 1}
        leave={{ label: i18n.t('Back to cart'), to: paths.myRewards, onPress: openCartPanel }}
      />
      <main className="page grid min-h-[calc(100dvh-76px)] grid-cols-[minmax(0,1fr)_380px] content-start items-start gap-16 py-16 mid:grid-cols-1 narrow:gap-8 narrow:py-8">
        <OpenPayment
          order={order}
          title={i18n.t('Payment not finished')}
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
