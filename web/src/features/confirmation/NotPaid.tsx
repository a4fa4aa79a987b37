import type { ReactNode } from 'react'
import { Button } from '../../parts/Button.tsx'
import type { Order } from '../../parts/delivery-text.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import type { Outcome } from './outcome.ts'
import { Returned } from './Returned.tsx'
import { accountEnding, type ReturnedValues } from './returned-values.ts'
import { Scene } from './Scene.tsx'

type NotPaidOutcome = Exclude<Outcome, { kind: 'ordered' | 'money-on-its-way' | 'open' | 'rejected' }>
type NotPaidProps = {
  order: Order
  outcome: NotPaidOutcome
  returned: ReturnedValues
  payAgain: ReactNode
  onChangeCart: () => void
}

/** What happened, as the server tells it; in our words where it says nothing. */
const TOLD: Record<NotPaidOutcome['kind'], { title: string; text: string }> = {
  declined: {
    title: 'The payment was declined',
    text: 'The bank declined the payment. Nothing was charged. Try another way to pay.',
  },
  'run-out': {
    title: 'The payment ran out of time',
    text: 'The payment page ran out before anything was paid. Nothing was charged.',
  },
  left: {
    title: 'You haven’t paid yet',
    text: 'You left the payment page. Nothing was charged, and everything you chose is still there.',
  },
  returned: {
    title: 'The bank returned your payment',
    text: 'The bank returned this payment. Choose another way to pay.',
  },
  unpaid: {
    title: 'This order isn’t paid yet',
    text: 'Nothing was charged. Everything you chose is still there.',
  },
}

/** Nothing was charged, or it went back: why, and the way on. */
export function NotPaid({ order, outcome, returned, payAgain, onChangeCart }: NotPaidProps) {
  const { title, text } = TOLD[outcome.kind]
  const { payment } = outcome
  const account = payment?.maskedAccount ? accountEnding(payment.maskedAccount) : returned.account
  return (
    <Scene order={order}>
      <div role="alert" className="grid gap-3">
        <h1>{title}</h1>
        <p className="max-w-[52ch] text-lead text-muted">{payment?.message || text}</p>
      </div>
      <Returned values={{ answer: declinedWord(outcome, returned), account }} />
      {order.status === 'cart' ? (
        <div className="flex flex-wrap gap-3">
          <LinkButton to="/checkout/payment-confirmation" look="primary" size="big">
            {outcome.kind === 'declined' ? 'Try another way to pay' : 'Choose how to pay'}
          </LinkButton>
          <Button size="big" onClick={onChangeCart}>
            Change your cart
          </Button>
        </div>
      ) : (
        payAgain
      )}
    </Scene>
  )
}

/** The page's own word only where it agrees with the server: no "approval" beside a declined payment. */
function declinedWord({ kind }: NotPaidOutcome, { answer }: ReturnedValues): string {
  return kind === 'declined' && !/^(approv|success)/i.test(answer) ? answer : ''
}
