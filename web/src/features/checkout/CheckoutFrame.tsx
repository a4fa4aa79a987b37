import { type CheckoutStep, neighbours, stepPath, stepTitle } from '@laurel/domain/checkout-steps'
import { formatCents } from '@laurel/domain/money'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { openCartPanel } from '../../app/cart-panel-store.ts'
import { paths } from '../../app/paths.ts'
import { FlowHeader } from '../../app/shell/FlowHeader.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { StickyBar } from '../../parts/StickyBar.tsx'
import type { OrderSummary } from '../../parts/summary-groups.ts'
import type { Order } from './checkout.queries.ts'
import { orderSteps } from './reachable-step.ts'
import { SummaryPanel } from './SummaryPanel.tsx'

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
