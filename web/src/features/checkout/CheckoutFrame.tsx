import { type CheckoutStep, neighbours, stepPath, stepTitle } from '@laurel/domain/checkout-steps'
import { formatCents } from '@laurel/domain/money'
import { REWARD_TYPE_TITLES } from '@laurel/domain/reward-type'
import { endSentence } from '@laurel/domain/sentence'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { openCartPanel } from '../../app/modal-store.ts'
import { orderQueries } from '../../app/orders.queries.ts'
import { paths } from '../../app/paths.ts'
import { FlowHeader, StickyBar } from '../../app/shell/FlowHeader.tsx'
import { useSite } from '../../app/site.ts'
import { useTexts } from '../../app/texts.ts'
import { BudgetsLeft } from '../../parts/BudgetsLeft.tsx'
import { LinkButton } from '../../parts/Button.tsx'
import { type CardItem, CardItemCanvas } from '../../parts/card/CardItemCanvas.tsx'
import { deliverySentence, type Order } from '../../parts/delivery-text.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Loading, Skeleton } from '../../parts/Progress.tsx'
import { type OrderSummary, SummaryLines, summaryGroups } from '../../parts/SummaryLines.tsx'
import { checkoutQueries } from './checkout.queries.ts'
import { orderSteps, reachableStep } from './enter-checkout.ts'

const SUMMARY_ID = 'summary'

type CheckoutFrameProps = {
  step: CheckoutStep
  order: Order
  lead: ReactNode
  children: ReactNode
  summary: OrderSummary | undefined
  /** The label of the total, which isn't final before the last step. */
  totalLabel: string
  /** The step's main button, under the summary and at the bottom of a phone screen. */
  action: (place: 'panel' | 'bar') => ReactNode
  /** Errors, shown right above the button. */
  notice?: ReactNode
  /** Fine print under the button. */
  assurance?: ReactNode
}

/** The frame of every checkout step: progress, order summary, and the buttons to go back and on. */
export function CheckoutFrame(props: CheckoutFrameProps) {
  const i18n = useTexts()
  const { step, order, lead, children, summary, totalLabel, action, notice, assurance } = props
  const steps = orderSteps(order)
  const { previous } = neighbours(steps, step)
  return (
    <>
      <FlowHeader
        steps={steps.map((each) => ({ label: i18n.t(stepTitle(each)), to: stepPath(each) }))}
        at={steps.indexOf(step)}
        leave={{ label: i18n.t('Back to cart'), to: paths.myRewards, onPress: openCartPanel }}
      />
      <main className="page min-h-[calc(100dvh-76px)]">
        <div className="grid grid-cols-[minmax(0,1fr)_440px] gap-16 pt-6 pb-16 mid:grid-cols-[minmax(0,1fr)] mid:gap-12">
          <div className="grid content-start gap-12">
            <div className="-mb-6 grid gap-2 pt-6 narrow:pt-2">
              <h1>{i18n.t(stepTitle(step))}</h1>
              <p className="text-muted">{lead}</p>
            </div>
            {children}
            {previous && (
              <LinkButton to={stepPath(previous)} look="plain" className="-ml-[18px] justify-self-start">
                <Icon of={ArrowLeft} />
                {i18n.t('Back to {step}', { step: i18n.t(stepTitle(previous)).toLowerCase() })}
              </LinkButton>
            )}
          </div>
          <aside id={SUMMARY_ID} aria-label={i18n.t('Order summary')} className="scroll-mt-6 mid:static">
            <SummaryPanel summary={summary} totalLabel={totalLabel}>
              <BudgetsLeft orderCents={summary?.totalCents} className="mb-4" />
              {notice}
              {action('panel')}
              {assurance && <p className="mt-3 text-center text-muted text-small">{assurance}</p>}
            </SummaryPanel>
          </aside>
        </div>
      </main>
      <StickyBar
        phoneOnly
        status={
          <p>
            <b className="font-semibold">{summary ? formatCents(summary.totalCents) : ' '}</b>
            <br />
            <a href={`#${SUMMARY_ID}`} className="link text-small">
              {i18n.t('View price details')}
            </a>
          </p>
        }
      >
        {action('bar')}
      </StickyBar>
    </>
  )
}

type WithOrderProps = { step: CheckoutStep; children: (order: Order) => ReactNode }

/** Redirects if the order changes while a step is open, for example in another tab. */
export function WithOrder({ step, children }: WithOrderProps) {
  const order = useCheckoutOrder()
  const reachable = reachableStep(order, step)
  if (!order || reachable === undefined) return <Navigate to={paths.myRewards} replace />
  if (reachable !== step) return <Navigate to={stepPath(reachable)} replace />
  return children(order)
}

/** The order being checked out. The route has loaded it. */
function useCheckoutOrder(): Order | null {
  return useSuspenseQuery(orderQueries.current()).data
}

/**
 * The order's price, including a delivery method that is chosen but not saved yet. Keeps the previous
 * sum while the next one loads.
 */
export function useSummary(orderId: number, unsavedOptionId: number | null): OrderSummary | undefined {
  const kept = useQuery(checkoutQueries.summary(orderId))
  const preview = useQuery({
    ...checkoutQueries.preview(orderId, unsavedOptionId ?? 0),
    enabled: unsavedOptionId !== null,
    placeholderData: keepPreviousData,
  })
  return (unsavedOptionId !== null ? preview.data : undefined) ?? kept.data
}

type SummaryPanelProps = { summary: OrderSummary | undefined; totalLabel: string; children: ReactNode }

/** The price and the button beneath it. The button stays in view: a long list scrolls above it. */
function SummaryPanel({ summary, totalLabel, children }: SummaryPanelProps) {
  const i18n = useTexts()

  return (
    <div className="sticky top-6 flex max-h-[calc(100dvh-76px-3rem)] min-h-80 flex-col rounded-panel bg-canvas p-7 mid:static mid:max-h-none narrow:p-6">
      <h2 className="sr-only">{i18n.t('Order summary')}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long summary must scroll by keyboard */}
      <section tabIndex={0} aria-label={i18n.t('Totals')} className="-m-1 min-h-0 overflow-y-auto p-1">
        {summary ? (
          <SummaryLines
            groups={summaryGroups(summary)}
            total={{ label: totalLabel, cents: summary.totalCents }}
          />
        ) : (
          <Loading label={i18n.t('Calculating total')}>
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-3/4" />
            <Skeleton className="h-8 w-full" />
          </Loading>
        )}
      </section>
      <div className="mt-5 grid shrink-0 grid-cols-[minmax(0,1fr)]">{children}</div>
    </div>
  )
}

type SendingListProps = {
  order: Order
  items: readonly CardItem[]
  /** Also shows delivery methods, on the last step. */
  tellsDelivery?: boolean
}

/** The designs being sent, each with a link to change it. */
export function SendingList({ order, items, tellsDelivery = false }: SendingListProps) {
  const i18n = useTexts()

  return (
    <ul className="divide-y divide-line border-line border-b">
      {items.map((item) => (
        <li
          key={item.id}
          className="grid grid-cols-[108px_1fr_auto] items-center gap-x-6 gap-y-0.5 py-[18px] narrow:grid-cols-[84px_1fr] narrow:gap-x-4"
        >
          <CardItemCanvas item={item} thumb className="row-span-2 self-start narrow:row-span-3" />
          <b className="min-w-0 break-words font-semibold">
            {item.name},{' '}
            {i18n.t('{cardCount, plural, one {# card} other {# cards}}', { cardCount: item.cardCount })}
          </b>
          <Link
            to={'/create-reward/card-design' as string}
            search={{ item: item.id } as never}
            aria-label={i18n.t('Change {name}', { name: item.name })}
            className="link justify-self-start narrow:col-start-2"
          >
            {i18n.t('Change')}
          </Link>
          <p className="col-start-2 text-muted">
            {endSentence(item.reward.name)}{' '}
            <TravelLine order={order} item={item} tellsDelivery={tellsDelivery} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function TravelLine({ order, item, tellsDelivery }: Omit<SendingListProps, 'items'> & { item: CardItem }) {
  const i18n = useTexts()
  const { timeZone } = useSite()
  const { name: type } = item.rewardTypeData
  const title = i18n.t(REWARD_TYPE_TITLES[type])
  if (!tellsDelivery) {
    return type === 'bulk'
      ? i18n.t('{title}, in one parcel.', { title })
      : i18n.t('{title}, to {cardCount, plural, one {# person} other {# people}}.', {
          title,
          cardCount: item.cardCount,
        })
  }
  const sentence = deliverySentence(order, type, item.cardCount, timeZone)
  return `${title}: ${sentence ?? i18n.t('choose a delivery method.')}`
}
