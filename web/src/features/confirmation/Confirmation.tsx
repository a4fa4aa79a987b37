import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { openCartPanel } from '../../app/cart-panel-store.ts'
import { paths } from '../../app/paths.ts'
import { useTitle } from '../../app/title-store.ts'
import type { Order } from '../../parts/delivery-text.ts'
import { OpenPayment } from '../../parts/OpenPayment.tsx'
import { accountEnding, type ReturnedValues } from './confirmation-search.ts'
import { Ordered } from './Ordered.tsx'
import { mustAskBank, type Outcome, outcomeOf } from './outcome.ts'
import { Rejected } from './Rejected.tsx'
import { Scene } from './Scene.tsx'
import './confirmation.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../../app/api-problem.ts'
import { orderQueries } from '../../app/orders.queries.ts'
import { askBank } from '../../parts/ask-bank.ts'
import { Button, LinkButton } from '../../parts/Button.tsx'
import { Spinner } from '../../parts/Spinner.tsx'
import { Facts } from './Facts.tsx'

type ConfirmationProps = {
  order: Order
  /** What the payment page sent along, shown where the server knows no better. */
  returned: ReturnedValues
  /** Another way to pay for an order that is placed and whose money went back. */
  payAgain: ReactNode
}

/** Where a buyer arrives after paying: what became of it, and what happens next. docs/spec.md §2. */
export function Confirmation({ order, returned, payAgain }: ConfirmationProps) {
  const bank = useBankAnswer(order, returned)
  const outcome = outcomeOf(order)
  const navigate = useNavigate()
  const changeCart = async () => {
    await navigate({ to: paths.myRewards as string })
    openCartPanel()
  }
  useTitle(order.number ? `Order ${order.number}` : 'Your payment')

  if (bank.state !== 'none' && mustAskBank(order)) {
    return <AskingBank order={order} bank={bank} returned={returned} />
  }
  switch (outcome.kind) {
    case 'ordered':
    case 'money-on-its-way':
      return <Ordered order={order} payment={outcome.payment} returned={returned} />
    case 'rejected':
      return <Rejected order={order} />
    case 'open':
      return (
        <Scene order={order}>
          <OpenPayment
            order={order}
            title="Payment not finished"
            onPayAnotherWay={async ({ status }) => {
              if (status === 'cart') await navigate({ to: '/checkout/payment-confirmation' })
            }}
            onChangeCart={order.status === 'cart' ? changeCart : undefined}
          />
        </Scene>
      )
    default:
      return (
        <NotPaid
          order={order}
          outcome={outcome}
          returned={returned}
          payAgain={payAgain}
          onChangeCart={changeCart}
        />
      )
  }
}

type AskingBankProps = { order: Order; bank: BankAnswer; returned: ReturnedValues }

/** The outcome is not known yet, and nothing else is said. */
function AskingBank({ order, bank, returned }: AskingBankProps) {
  if (bank.state === 'asking') {
    return (
      <Scene order={order}>
        <Spinner label="Asking the bank" />
        <h1>We are asking the bank</h1>
        <p className="max-w-[52ch] text-lead text-muted">
          It tells us in a moment whether your payment went through. There is nothing to press.
        </p>
        <Returned values={returned} />
      </Scene>
    )
  }
  return (
    <Scene order={order}>
      <h1>We are asking the bank</h1>
      <p role="status" className="max-w-[52ch] text-lead text-muted">
        It does not answer right now, so we do not know yet whether your payment went through. Your order is
        kept and cannot be charged twice. We keep asking, and write to you when we know.
      </p>
      <Returned values={returned} />
      <div className="flex flex-wrap gap-3">
        <Button look="primary" size="big" isPending={bank.isAskingAgain} onClick={bank.askAgain}>
          Retry
        </Button>
        <LinkButton to={'/my-rewards' as string} size="big">
          Go to my rewards
        </LinkButton>
      </div>
    </Scene>
  )
}

const ASKS_AGAIN_AT_MOST = 3
const FIRST_WAIT_MS = 2_000

/** No answer is no outcome: the provider is asked again, a little later each time. */
const UNKNOWN = [
  'payment_provider_unreachable',
  'payment_unknown',
  'offline',
  'fault',
  'unavailable',
  'too_many_requests',
]

type BankAnswer = {
  /** `none`: nothing had to be asked, or the answer is in the order. */
  state: 'asking' | 'unreachable' | 'none'
  askAgain: () => void
  isAskingAgain: boolean
}

/**
 * Asks, once for a page, what became of a payment that the order does not know of yet; also when the
 * browser brought an answer back to an order that is not placed, so that the server hears of it.
 */
function useBankAnswer(order: Order, { answer: returned }: ReturnedValues): BankAnswer {
  const queryClient = useQueryClient()
  const answer = useQuery({
    // Its own root: reading the orders anew does not ask the provider anew.
    queryKey: ['bank-answer', order.id],
    queryFn: async () => {
      const verified = await askBank(order.id, returned)
      queryClient.setQueryData(orderQueries.one(order.id).queryKey, verified)
      void queryClient.invalidateQueries({ queryKey: orderQueries.current().queryKey })
      return verified.status
    },
    enabled: mustAskBank(order) || (returned !== '' && mayHaveBeenPaid(order)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: (failures, problem) => failures < ASKS_AGAIN_AT_MOST && isUnknown(problem),
    retryDelay: (failures) => FIRST_WAIT_MS * 2 ** failures,
  })
  const askAgain = () => void answer.refetch()
  if (answer.isError) return { state: 'unreachable', askAgain, isAskingAgain: answer.isFetching }
  const isAsking = answer.isFetching && answer.data === undefined
  return { state: isAsking ? 'asking' : 'none', askAgain, isAskingAgain: false }
}

/** A result came back to an order that is not placed, or that has a page which its customer had left. */
function mayHaveBeenPaid({ status, payments }: Order): boolean {
  return status === 'cart' || payments.some(({ state }) => state === 'abandoned')
}

function isUnknown(problem: unknown): boolean {
  return problem instanceof ApiProblem && UNKNOWN.includes(problem.code)
}

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
function NotPaid({ order, outcome, returned, payAgain, onChangeCart }: NotPaidProps) {
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

/** What the payment page said on the way back. It is shown as its word, not as ours. */
function Returned({ values }: { values: ReturnedValues }) {
  if (!values.answer && !values.account) return null
  return (
    <Facts
      facts={[
        { label: 'Payment page', value: values.answer },
        { label: 'Account', value: values.account },
      ]}
    />
  )
}
