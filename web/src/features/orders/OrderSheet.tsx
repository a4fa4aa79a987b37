import { mergeMessage } from '@laurel/domain/message-merge'
import { formatCents } from '@laurel/domain/money'
import { CANCELED_IN_REVIEW, isCanceledByCustomer, isUnplaced } from '@laurel/domain/order-status'
import { type ByHandMethod, isByHand, isRecorded, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { remittanceLabel } from '@laurel/domain/remittance-words'
import type { Texts } from '@laurel/domain/texts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Copy, Printer } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { openCartPanel } from '../../app/modal-store.ts'
import { useSite } from '../../app/site.ts'
import { pageTexts, translated, useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button, LinkButton } from '../../parts/Button.tsx'
import { CardCanvas } from '../../parts/card/CardCanvas.tsx'
import { type CardItem, cardItemLook, templatesQuery } from '../../parts/card/CardItemCanvas.tsx'
import { DocumentButton, OrderDocuments } from '../../parts/DocumentButton.tsx'
import type { Order, OrderPayment } from '../../parts/delivery-text.ts'
import { day, moment } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Note } from '../../parts/Note.tsx'
import { Loading, Skeleton } from '../../parts/Progress.tsx'
import { PAYMENT_METHOD_ICONS } from '../../parts/payment-methods.ts'
import { ReadProblem } from '../../parts/ReadProblem.tsx'
import { StatusTag } from '../../parts/StatusTag.tsx'
import { SummaryLines, summaryGroups } from '../../parts/SummaryLines.tsx'
import { siteDay } from '../../parts/site-time.ts'
import { Tag } from '../../parts/Tag.tsx'
import { WhereCardsAre } from './cards-under-way/WhereCardsAre.tsx'
import { OrderAgain } from './OrderAgain.tsx'
import { OrderItems } from './OrderItems.tsx'
import { AwaitsApproval } from './OwnRequests.tsx'
import { historyLines } from './order-history.ts'
import { orderListQueries } from './order-lists.queries.ts'
import { cardsSentence, fullName, isUnderWay, orderName, paymentWord } from './order-words.ts'
import { Unpaid } from './Unpaid.tsx'
import { Deliveries, WhereItIs } from './WhereItIs.tsx'
import './order-sheet.css'

type OrderSheetProps = {
  order: Order
  /** Shown for an order that is placed but not paid. */
  waysToPay: ReactNode
}

export function OrderSheet({ order, waysToPay }: OrderSheetProps) {
  const i18n = useTexts()
  const items = order.cardItems.filter((item) => item.state === 'in_cart')
  const isPlaced = !isUnplaced(order.status)
  const isCart = order.status === 'cart'
  const { name, others } = orderName(items)
  const [firstItem] = items
  const remittance = order.payments.find((payment) => payment.remittance !== null)
  const heading = useRef<HTMLHeadingElement>(null)
  // The order replaces the list on screen, so focus moves to its name.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  return (
    <div className="order-sheet grid grid-cols-[minmax(0,1fr)_340px] gap-16 pt-1 mid:grid-cols-[minmax(0,1fr)] mid:gap-12">
      <div>
        <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
          <h1 ref={heading} tabIndex={-1} className="min-w-0 break-words outline-none">
            {isCart ? i18n.t('Your cart') : name}{' '}
            {!isCart && others && <span className="font-normal text-muted">{others}</span>}
          </h1>
          {!isCart && <StatusTag order={order} />}
        </div>
        <p className="mt-2 text-muted">
          {[
            order.number &&
              order.placedAt &&
              i18n.t('Order {number}, placed {date}.', { number: order.number, date: day(order.placedAt) }),
            isPlaced && !order.isOwn && i18n.t('Placed by {placedBy}.', { placedBy: order.placedBy }),
            cardsSentence(items),
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
        {isCart && <NotPlacedYet order={order} />}
        {order.status === 'awaiting_approval' && <AwaitsApproval order={order} />}
        {order.displayStatus === 'rejected' && <WhyNot order={order} />}
        {isPlaced && <WhereItIs order={order} />}
        {isUnderWay(order) && <WhereCardsAre order={order} />}
        {remittance?.remittance && (
          <Remittance order={order} payment={remittance} remittance={remittance.remittance} />
        )}
        {order.isOwn && <Unpaid order={order} waysToPay={waysToPay} />}
        {items.length > 0 && <OrderItems order={order} items={items} />}
        {order.shippingOrders.length > 0 && <Deliveries order={order} items={items} />}
        {order.payments.length > 0 && <Payments order={order} />}
      </div>
      <aside
        aria-label={i18n.t('Card, history, and price')}
        className="grid content-start gap-10 mid:max-w-[440px] mid:md:max-w-none mid:md:grid-cols-2 mid:md:gap-16"
      >
        <div className="grid content-start gap-10">
          {firstItem && <FirstCard orderId={order.id} item={firstItem} />}
          {order.history.length > 0 && <OrderHistory order={order} />}
        </div>
        <div className="grid content-start gap-10">
          <OrderPrice orderId={order.id} />
          {isPlaced && (
            <OrderAgain order={order}>
              <OrderDocuments order={order} />
              <Button onClick={() => window.print()}>
                <Icon of={Printer} size={18} />
                {i18n.t('Print this page')}
              </Button>
            </OrderAgain>
          )}
        </div>
      </aside>
    </div>
  )
}

/** Who canceled or declined an order, and why. */
function WhyNot({ order: { declineReason, isOwn, placedBy } }: { order: Order }) {
  const i18n = useTexts()
  const site = useSite()
  if (isCanceledByCustomer(declineReason)) {
    const isInReview = declineReason === CANCELED_IN_REVIEW
    return (
      <Note className="mt-6">
        {isOwn
          ? isInReview
            ? i18n.t('You canceled this order before it was approved.')
            : i18n.t('You canceled this order before it was paid.')
          : isInReview
            ? i18n.t('{placedBy} canceled this order before it was approved.', { placedBy })
            : i18n.t('{placedBy} canceled this order before it was paid.', { placedBy })}
      </Note>
    )
  }
  return (
    <Note tone="warn" className="mt-6">
      <b className="font-semibold">
        {i18n.t('{organizationName} rejected this order.', { organizationName: site.organizationName })}
      </b>{' '}
      {declineReason || i18n.t('No reason was given.')}
    </Note>
  )
}

/** Shown if the URL leads to an order that is still a cart. */
function NotPlacedYet({ order }: { order: Order }) {
  const i18n = useTexts()
  const isFrozen = order.frozenUntil !== null
  return (
    <Note
      className="mt-6 items-center! narrow:items-start!"
      action={
        isFrozen ? (
          <LinkButton to="/checkout/payment-confirmation" size="compact">
            {i18n.t('Finish paying')}
          </LinkButton>
        ) : (
          <Button size="compact" onClick={openCartPanel}>
            {i18n.t('Open the cart')}
          </Button>
        )
      }
    >
      {isFrozen
        ? i18n.t('You started to pay for this order and haven’t finished. We place it when you’ve paid.')
        : i18n.t('This order isn’t placed yet. Check out to place it.')}
    </Note>
  )
}

/** The order's first card, with the name of its first recipient unless it is a bulk card. */
function FirstCard({ orderId, item }: { orderId: number; item: CardItem }) {
  const type = item.rewardTypeData.name
  const { data: templates } = useQuery(templatesQuery)
  const { data: lists } = useInfiniteQuery({
    ...orderListQueries.recipients(orderId, item.id, ''),
    enabled: type !== 'bulk',
  })
  const template = templates?.find(({ id }) => id === item.rewardCardTemplateId)
  const look = cardItemLook(item, template?.background.image)
  const person = lists?.pages[0]?.results[0]
  if (type === 'bulk' || !person) return <CardCanvas look={look} leaning />

  const amountCents = person.amountCents ?? item.denominationCents ?? 0
  const words = { ...person, amountCents }
  return (
    <CardCanvas
      leaning
      look={{
        ...look,
        line1: mergeMessage(item.design.line1, words),
        line2: mergeMessage(item.design.line2, words),
        recipientName: fullName(person),
      }}
    />
  )
}

/** The order's history, newest first. */
function OrderHistory({ order }: { order: Order }) {
  const i18n = useTexts()
  const { organizationName } = useSite()
  const { data } = useQuery(orderListQueries.activity(order.id))
  return (
    <section aria-labelledby="what-happened">
      <h2 id="what-happened" className="sr-only">
        {i18n.t('Activity')}
      </h2>
      <ol className="text-note">
        {historyLines(order, organizationName, data?.happened).map(({ text, at, note }, index, all) => (
          <li
            key={`${at} ${text}`}
            className={`relative ps-6 after:absolute after:start-0 after:top-[7px] after:size-[9px] after:rounded-full after:bg-line-strong ${index === all.length - 1 ? '' : 'pb-[18px] before:absolute before:start-1 before:top-2 before:-bottom-2 before:w-px before:bg-line'}`}
          >
            {text}
            {note && note !== order.declineReason && (
              <span className="block whitespace-pre-line break-words text-small">{note}</span>
            )}
            <time dateTime={at} className="block text-muted text-small">
              {moment(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The price, down to count × each. */
function OrderPrice({ orderId }: { orderId: number }) {
  const i18n = useTexts()
  const read = useQuery(orderListQueries.summary(orderId))
  const { data, error } = read
  return (
    <section aria-labelledby="what-it-costs">
      <h2 id="what-it-costs" className="sr-only">
        {i18n.t('Price')}
      </h2>
      {data && (
        <SummaryLines
          groups={summaryGroups(data)}
          total={{ label: i18n.t('Total'), cents: data.totalCents }}
        />
      )}
      {!data && error && <ReadProblem read={read} />}
      {!data && !error && (
        <Loading label={i18n.t('Loading the price')}>
          <Skeleton className="h-5" />
          <Skeleton className="h-5" />
          <Skeleton className="h-9" />
        </Loading>
      )}
    </section>
  )
}

/** Every payment attempt, newest first. */
function Payments({ order: { payments, poNumber, fields } }: { order: Order }) {
  const i18n = useTexts()

  return (
    <section className="mt-12" aria-labelledby="how-it-is-paid">
      <h2 id="how-it-is-paid">{i18n.t('Payment')}</h2>
      {poNumber && (
        <p className="mt-1.5 break-words text-muted">{i18n.t('Your PO number: {poNumber}', { poNumber })}</p>
      )}
      {fields.map(({ id, name, value }) => (
        <p key={id} className="mt-1.5 break-words text-muted">
          {name}: {value}
        </p>
      ))}
      <ul className="mt-1">
        {payments.toReversed().map((payment) => (
          <li key={payment.id} className="flex gap-4 border-line border-b py-5 last:border-0">
            <PaymentLine payment={payment} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function PaymentLine({ payment }: { payment: OrderPayment }) {
  const i18n = useTexts()
  const { tone, word } = paymentWord(payment)
  return (
    <>
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-wash text-accent-text">
        <Icon of={PAYMENT_METHOD_ICONS[payment.methodCode]} size={22} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3>{i18n.t(WAYS_TO_PAY[payment.methodCode].title)}</h3>
          <Tag tone={tone}>{word}</Tag>
        </div>
        <p className="text-muted text-small">
          {[payment.maskedAccount, moment(payment.createdAt)].filter(Boolean).join(', ')}
        </p>
        {payment.message && <p className="mt-1.5 break-words">{translated(i18n, payment.message)}</p>}
      </div>
      <b className="whitespace-nowrap font-semibold leading-[1.575rem]">{formatCents(payment.amountCents)}</b>
    </>
  )
}

type RemittanceProps = {
  order: Order
  payment: OrderPayment
  remittance: NonNullable<OrderPayment['remittance']>
}

/** How to pay by check or transfer, or an invoice. Shown until the money has arrived. */
function Remittance({ order, payment, remittance }: RemittanceProps) {
  const i18n = useTexts()
  const { methodCode } = payment
  if (!isRecorded(methodCode)) return null
  const { reference, lines, note } = remittance
  return (
    <section className="mt-10 rounded-panel bg-canvas p-8 narrow:p-6" aria-labelledby="how-to-pay">
      <h2 id="how-to-pay" className="text-h3">
        {remittanceTitle(i18n, methodCode, order.dueOn)}
      </h2>
      {note && <p className="mt-1.5 max-w-[60ch] text-muted">{translated(i18n, note)}</p>}
      {payment.message && <p className="mt-3 font-medium">{translated(i18n, payment.message)}</p>}
      <dl className="mt-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-8 gap-y-2.5 narrow:grid-cols-1 narrow:gap-y-0">
        {lines.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="text-muted narrow:mt-3 narrow:text-small">{remittanceLabel(i18n, label)}</dt>
            <dd className={`break-words ${value === reference ? 'font-semibold' : ''}`}>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="not-printed mt-6 flex flex-wrap gap-3">
        <Button onClick={() => copyReference(reference)}>
          <Icon of={Copy} size={18} />
          {i18n.t('Copy the reference')}
        </Button>
        <DocumentButton order={order} kind={isByHand(methodCode) ? 'remittanceSlip' : 'invoice'} />
      </div>
    </section>
  )
}

function remittanceTitle(i18n: Texts, method: ByHandMethod | 'company_terms', dueOn: string | null): string {
  if (isByHand(method)) {
    const noun = i18n.t(WAYS_TO_PAY[method].noun)
    return WAYS_TO_PAY[method].isMailed
      ? i18n.t('Send your {noun}', { noun })
      : i18n.t('Make your {noun}', { noun })
  }
  return dueOn
    ? i18n.t('Pay the invoice by {date}', { date: siteDay(`${dueOn}T12:00:00Z`, 'UTC') })
    : i18n.t('Pay the invoice by its due date')
}

/** Without HTTPS there is no clipboard; the reference can still be read on the page. */
async function copyReference(reference: string): Promise<void> {
  const i18n = pageTexts()

  try {
    await navigator.clipboard.writeText(reference)
    showToast({ title: i18n.t('Reference copied'), text: reference })
  } catch {
    showToast({
      tone: 'bad',
      title: i18n.t('We couldn’t copy the reference'),
      text: i18n.t('The reference is {reference}.', { reference }),
    })
  }
}
