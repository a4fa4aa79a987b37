import { type CheckoutStep, neighbours, stepPath, stepTitle } from '@laurel/domain/checkout-steps'
import { formatCents } from '@laurel/domain/money'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { openCartPanel } from '../../app/cart-panel-store.ts'
import { orderQueries } from '../../app/orders.queries.ts'
import { paths } from '../../app/paths.ts'
import { FlowHeader } from '../../app/shell/FlowHeader.tsx'
import { LinkButton } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Loading, Skeleton } from '../../parts/Skeleton.tsx'
import { StickyBar } from '../../parts/StickyBar.tsx'
import { type OrderSummary, SummaryLines, summaryGroups } from '../../parts/SummaryLines.tsx'
import { checkoutQueries, type Order } from './checkout.queries.ts'
import { orderSteps, reachableStep } from './reachable-step.ts'

const SUMMARY_ID = 'summary'

type CheckoutFrameProps = {
  step: CheckoutStep
  order: Order
  lead: ReactNode
  children: ReactNode
  summary: OrderSummary | undefined
  /** What the total is called while delivery is still being decided, or on the last step. */
  totalLabel: string
  /** The one way on; drawn under the summary, and again at the foot of a phone. */
  action: (place: 'panel' | 'bar') => ReactNode
  /** Stands above the action, where pressing it brings the eye. */
  notice?: ReactNode
  /** Under the action. */
  assurance?: ReactNode
}

/** The frame of every checkout step: where one is, what it comes to, back and on. */
export function CheckoutFrame(props: CheckoutFrameProps) {
  const { step, order, lead, children, summary, totalLabel, action, notice, assurance } = props
  const steps = orderSteps(order)
  const { previous } = neighbours(steps, step)
  return (
    <>
      <FlowHeader
        steps={steps.map((each) => ({ label: stepTitle(each), to: stepPath(each) }))}
        at={steps.indexOf(step)}
        leave={{ label: 'Back to cart', to: paths.myRewards, onPress: openCartPanel }}
      />
      <main className="page min-h-[calc(100dvh-76px)]">
        <div className="grid grid-cols-[minmax(0,1fr)_440px] gap-16 pt-6 pb-16 mid:grid-cols-[minmax(0,1fr)] mid:gap-12">
          <div className="grid content-start gap-12">
            <div className="-mb-6 grid gap-2 pt-6 narrow:pt-2">
              <h1>{stepTitle(step)}</h1>
              <p className="text-muted">{lead}</p>
            </div>
            {children}
            {previous && (
              <LinkButton to={stepPath(previous)} look="plain" className="-ml-[18px] justify-self-start">
                <Icon of={ArrowLeft} />
                Back to {stepTitle(previous).toLowerCase()}
              </LinkButton>
            )}
          </div>
          <aside id={SUMMARY_ID} aria-label="Order summary" className="scroll-mt-6 mid:static">
            <SummaryPanel summary={summary} totalLabel={totalLabel}>
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
              See every cent
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

/** The order may change under an open step (another tab, a payment begun): then the step gives way. */
export function WithOrder({ step, children }: WithOrderProps) {
  const order = useCheckoutOrder()
  const reachable = reachableStep(order, step)
  if (!order || reachable === undefined) return <Navigate to={paths.myRewards} replace />
  if (reachable !== step) return <Navigate to={stepPath(reachable)} replace />
  return children(order)
}

/** The order being checked out. The way in has loaded it, and lets nobody in without one. */
function useCheckoutOrder(): Order | null {
  return useSuspenseQuery(orderQueries.current()).data
}

/**
 * What the order comes to. With a delivery that is chosen and not kept yet, what it would come to;
 * the last known sum stays while the next is on its way.
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

/** Every cent of the order, and the way on beneath it: always in sight, a long list scrolls above the button. */
function SummaryPanel({ summary, totalLabel, children }: SummaryPanelProps) {
  return (
    <div className="sticky top-6 flex max-h-[calc(100dvh-76px-3rem)] min-h-80 flex-col rounded-panel bg-canvas p-7 mid:static mid:max-h-none narrow:p-6">
      <h2 className="sr-only">Order summary</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long summary is scrolled by keyboard too */}
      <section tabIndex={0} aria-label="Sums" className="-m-1 min-h-0 overflow-y-auto p-1">
        {summary ? (
          <SummaryLines
            groups={summaryGroups(summary)}
            total={{ label: totalLabel, cents: summary.totalCents }}
          />
        ) : (
          <Loading label="Adding it up">
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
