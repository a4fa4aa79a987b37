import { formatCents } from '@laurel/domain/money'
import { isByHand, isRecorded, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { remittanceLabel } from '@laurel/domain/remittance-words'
import { REWARD_TYPE_TITLES, REWARD_TYPES } from '@laurel/domain/reward-type'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Copy, type LucideIcon, Mail, Mailbox, Package, Printer } from 'lucide-react'
import { useState } from 'react'
import { formError } from '../../app/api-problem.ts'
import { customerQueries } from '../../app/customer.queries.ts'
import { paths } from '../../app/paths.ts'
import { useSite } from '../../app/site.ts'
import { pageTexts, translated, useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button, LinkButton } from '../../parts/Button.tsx'
import { CardItemCanvas } from '../../parts/card/CardItemCanvas.tsx'
import { DocumentButton, hasReceipt, OrderDocuments } from '../../parts/DocumentButton.tsx'
import { beginsWords, deliverySentence, type Order, type OrderPayment } from '../../parts/delivery-text.ts'
import { moment } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Note } from '../../parts/Note.tsx'
import { Loading, Skeleton } from '../../parts/Progress.tsx'
import { type OrderSummary, SummaryLines, summaryGroups } from '../../parts/SummaryLines.tsx'
import { siteDay } from '../../parts/site-time.ts'
import { receiptQueries } from './confirmation.queries.ts'
import { FollowOrder, OrderFacts } from './confirmation-parts.tsx'
import { accountEnding, type ReturnedValues } from './confirmation-search.ts'
import { arrivalSentence, hasOnlyEmails, type RoadStop, roadOf } from './outcome.ts'
import './confirmation.css'

type OrderedProps = { order: Order; payment: OrderPayment | undefined; returned: ReturnedValues }

/** The order is placed: its number, the next steps, and the receipt. */
export function Ordered({ order, payment, returned }: OrderedProps) {
  const i18n = useTexts()
  const { timeZone } = useSite()
  const [item] = order.cardItems
  return (
    <div className="confirmation">
      <section className="done-hero pt-12 pb-16 text-center print:p-0 print:text-start">
        <div className="page">
          {item && (
            <CardItemCanvas
              item={item}
              ofFirstPerson
              leaning
              className="done-card not-printed mx-auto mb-12 w-[min(440px,82vw)]!"
            />
          )}
          <h1 className="text-headline [word-spacing:0.03em] print:text-h1">
            {i18n.t('Your {cardCount, plural, one {# card is} other {# cards are}} ordered.', {
              cardCount: order.cardCount,
            })}
          </h1>
          <p className="mx-auto mt-4 mb-8 max-w-[48ch] text-lead text-muted print:mx-0">
            {i18n.t('Your order number is {number}.', { number: order.number })}{' '}
            <NewsPromise order={order} payment={payment} />
          </p>
          <div className="not-printed flex flex-wrap justify-center gap-3 narrow:*:w-full">
            <FollowOrder order={order} />
            <LinkButton to={paths.myRewards} search={{ createNew: true } as never} size="big">
              {i18n.t('Design another card')}
            </LinkButton>
          </div>
        </div>
      </section>
      <div className="page grid gap-16 pb-24">
        {payment?.remittance && <RemittanceSlip order={order} payment={payment} />}
        <section className="not-printed">
          <h2 className="mb-6">{i18n.t('What happens next')}</h2>
          <Road stops={roadOf(order, payment, timeZone)} />
          <Travels order={order} />
        </section>
        <div className="grid grid-cols-2 gap-16 mid:grid-cols-1 narrow:gap-8">
          <Receipt order={order} />
          <PaymentFacts order={order} payment={payment} returned={returned} />
        </div>
      </div>
    </div>
  )
}

/** Says which emails we'll send, and to which address. */
function NewsPromise({ order, payment }: { order: Order; payment: OrderPayment | undefined }) {
  const i18n = useTexts()
  const { data: customer } = useSuspenseQuery(customerQueries.me())
  const isWaiting = order.status === 'pending_payment'
  if (order.status === 'fulfilled') return <>{i18n.t('We’ve sent everything.')}</>
  const isEmailed = hasOnlyEmails(order)
  const { email } = customer
  if (payment?.methodCode === 'elavon_ach' && isWaiting) {
    return (
      <>
        {isEmailed
          ? i18n.t(
              'Your bank accepted the payment. It clears in about 4 business days. We’ll email {email} then, and again when the first card is sent.',
              { email },
            )
          : i18n.t(
              'Your bank accepted the payment. It clears in about 4 business days. We’ll email {email} then, and again when the first card ships.',
              { email },
            )}
      </>
    )
  }
  return (
    <>
      {isWaiting
        ? isEmailed
          ? i18n.t('We’ll email {email} when your payment arrives and again when the first card is sent.', {
              email,
            })
          : i18n.t('We’ll email {email} when your payment arrives and again when the first card ships.', {
              email,
            })
        : isEmailed
          ? i18n.t('We’ll email {email} when the first card is sent.', { email })
          : i18n.t('We’ll email {email} when the first card ships.', { email })}
    </>
  )
}

/** The order's stages: done, current, and ahead. */
function Road({ stops }: { stops: readonly RoadStop[] }) {
  const i18n = useTexts()

  return (
    <ol className="road">
      {stops.map(({ title, text, state }) => (
        <li key={title} className={`road-${state}`} aria-current={state === 'now' ? 'step' : undefined}>
          <strong className="block font-semibold">
            {title}
            {state === 'did' && <span className="sr-only"> {i18n.t('(done)')}</span>}
          </strong>
          <p className="text-muted text-small">{text}</p>
        </li>
      ))}
    </ol>
  )
}

const ICONS: Record<(typeof REWARD_TYPES)[number], LucideIcon> = {
  bulk: Package,
  direct: Mailbox,
  digital: Mail,
}

/** The delivery method of each reward type. */
function Travels({ order }: { order: Order }) {
  const i18n = useTexts()
  const { timeZone } = useSite()
  const { data: options = [] } = useQuery(receiptQueries.deliveries())
  const kinds = REWARD_TYPES.flatMap((type) => {
    const items = order.cardItems.filter((item) => item.rewardTypeData.name === type)
    const cards = items.reduce((sum, item) => sum + item.cardCount, 0)
    const sentence = deliverySentence(order, type, cards, timeZone)
    if (items.length === 0 || !sentence) return []
    return [{ type, sentence: `${sentence} ${arrivalSentence(order, type, options)}`.trim() }]
  })
  return (
    <ul className="mt-10 grid gap-3">
      {kinds.map(({ type, sentence }) => (
        <li key={type} className="flex gap-3">
          <Icon of={ICONS[type]} size={22} className="mt-px text-accent-text" />
          <span>
            <b className="font-semibold">{i18n.t(REWARD_TYPE_TITLES[type])}</b>
            <span className="text-muted"> {sentence}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

type PaymentFactsProps = { order: Order; payment: OrderPayment | undefined; returned: ReturnedValues }

/** How the order was paid. The browser's values fill in only where the server has none. */
function PaymentFacts({ order, payment, returned }: PaymentFactsProps) {
  const i18n = useTexts()

  return (
    <section>
      <h2 className="mb-4">{i18n.t('Payment')}</h2>
      <OrderFacts
        facts={[
          { label: i18n.t('Method'), value: payment ? i18n.t(WAYS_TO_PAY[payment.methodCode].title) : '' },
          {
            label: i18n.t('Account'),
            value: accountEnding(payment?.maskedAccount ?? '') || returned.account,
          },
          { label: i18n.t('Status'), value: payment ? stateSentence(payment) : '' },
          { label: i18n.t('Due'), value: order.dueOn ? siteDay(`${order.dueOn}T12:00:00Z`, 'UTC') : '' },
          { label: i18n.t('Reference'), value: payment?.remittance?.reference ?? '' },
          { label: i18n.t('Order'), value: order.number },
          { label: i18n.t('Placed'), value: order.placedAt ? moment(order.placedAt) : '' },
          { label: i18n.t('Your PO'), value: order.poNumber },
          ...order.fields.map(({ name, value }) => ({ label: name, value })),
        ]}
      />
      {payment?.message && (
        <div className="mt-4">
          <Note>{payment.message}</Note>
        </div>
      )}
      <div className="not-printed mt-5 flex flex-wrap gap-3">
        <OrderDocuments order={order} />
        <Button onClick={() => window.print()}>
          <Icon of={Printer} />
          {i18n.t('Print this page')}
        </Button>
      </div>
    </section>
  )
}

function stateSentence({ state, methodCode, message }: OrderPayment): string {
  const i18n = pageTexts()

  switch (state) {
    case 'paid':
      return isRecorded(methodCode) ? i18n.t('Received') : i18n.t('Accepted by the bank')
    case 'settled':
      return i18n.t('Received')
    case 'refunded':
      return i18n.t('Refunded')
    case 'submitted':
      if (methodCode === 'elavon_ach') return i18n.t('Clearing, which takes about 4 business days')
      if (methodCode === 'elavon_cc') return i18n.t('In review')
      if (methodCode === 'company_terms')
        return message === '' ? i18n.t('On invoice') : i18n.t('On invoice, partly paid')
      return message === '' ? i18n.t('Not received yet') : i18n.t('Partly received')
    default:
      return ''
  }
}

/** How to pay by check or transfer, to copy from or to print and mail with a check. */
function RemittanceSlip({ order, payment }: { order: Order; payment: OrderPayment }) {
  const i18n = useTexts()
  const { remittance, methodCode } = payment
  if (!remittance || !isByHand(methodCode)) return null
  const { noun, isMailed } = WAYS_TO_PAY[methodCode]
  const lines = remittance.lines
    .filter(({ value }) => value !== remittance.reference)
    .map(({ label, value }) => ({ label: remittanceLabel(i18n, label), value }))
  return (
    <section
      aria-labelledby="remittance"
      className="remittance-slip grid max-w-[760px] gap-6 justify-self-center rounded-panel bg-canvas p-8 w-full print:max-w-none narrow:p-6"
    >
      <div>
        <h2 id="remittance">
          {isMailed ? i18n.t('Mail us your {noun}', { noun: i18n.t(noun) }) : i18n.t('Send your transfer')}
        </h2>
        <p className="mt-2 max-w-[60ch] text-muted">
          {isMailed
            ? i18n.t(
                'Print the remittance slip and mail it with your {noun}. Write the reference on the {noun} so we can match it to your order.',
                { noun: i18n.t(noun) },
              )
            : i18n.t(
                'Transfer the amount to this account and include the reference so we can match it to your order.',
              )}{' '}
          {i18n.t('{begins} when your money arrives.', { begins: beginsWords(order) })}
        </p>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-4 rounded-control bg-surface px-5 py-4">
        <div>
          <p className="text-label text-muted">{i18n.t('Reference')}</p>
          <p className="text-figure">{remittance.reference}</p>
        </div>
        <Button className="not-printed" onClick={() => void copy(remittance.reference)}>
          <Icon of={Copy} size={18} />
          {i18n.t('Copy the reference')}
        </Button>
      </div>
      <OrderFacts facts={[...lines, { label: i18n.t('Order'), value: order.number }]} />
      {remittance.note && <p className="text-muted text-small">{translated(i18n, remittance.note)}</p>}
      {payment.message && <p className="font-medium">{translated(i18n, payment.message)}</p>}
      <div className="not-printed">
        <DocumentButton order={order} kind="remittanceSlip" look={isMailed ? 'primary' : 'outlined'} />
      </div>
    </section>
  )
}

async function copy(reference: string): Promise<void> {
  const i18n = pageTexts()

  try {
    await navigator.clipboard.writeText(reference)
    showToast({ title: i18n.t('Copied'), text: reference })
  } catch (cause) {
    console.error('Failed to copy the reference', cause)
    showToast({
      tone: 'bad',
      title: i18n.t('We couldn’t copy the reference'),
      text: i18n.t('The reference is {reference}.', { reference }),
    })
  }
}

/** Three sums, with every cent one click away. Printed in full. */
function Receipt({ order }: { order: Order }) {
  const i18n = useTexts()
  const summary = useQuery(receiptQueries.summary(order.id))
  const isPaid = hasReceipt(order)
  return (
    <section>
      <h2 className="mb-4">{isPaid ? i18n.t('Receipt') : i18n.t('Your total')}</h2>
      {summary.data ? (
        <Sums summary={summary.data} />
      ) : summary.isError ? (
        <Note
          tone="bad"
          action={
            <Button size="compact" onClick={() => void summary.refetch()}>
              {i18n.t('Retry')}
            </Button>
          }
        >
          {formError(summary.error)}
        </Note>
      ) : (
        <Loading label={isPaid ? i18n.t('Loading the receipt') : i18n.t('Loading your total')}>
          <Skeleton />
          <Skeleton />
          <Skeleton className="h-8 w-full" />
        </Loading>
      )}
    </section>
  )
}

function Sums({ summary }: { summary: OrderSummary }) {
  const i18n = useTexts()
  const [isWhole, setWhole] = useState(false)
  const groups = summaryGroups(summary)
  const total = { label: i18n.t('Total'), cents: summary.totalCents }
  const whole = <SummaryLines groups={groups} total={total} />
  return (
    <>
      {isWhole ? (
        whole
      ) : (
        <>
          <dl className="not-printed grid gap-2.5">
            {groups.map(({ title, cents, sum }) => (
              <div key={title} className="flex justify-between gap-4">
                <dt>{title}</dt>
                <dd>{sum ?? formatCents(cents)}</dd>
              </div>
            ))}
            <div className="mt-1 flex items-baseline justify-between gap-4 border-line border-t pt-3.5 font-semibold">
              <dt>{total.label}</dt>
              <dd className="text-figure">{formatCents(total.cents)}</dd>
            </div>
          </dl>
          <div className="only-printed">{whole}</div>
        </>
      )}
      <Button
        look="link"
        className="not-printed mt-2"
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? i18n.t('Hide price details') : i18n.t('View price details')}
      </Button>
    </>
  )
}
