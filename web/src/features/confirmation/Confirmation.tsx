import { isUnplaced } from '@laurel/domain/order-status'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiProblem } from '../../app/api-problem.ts'
import { openCartPanel } from '../../app/modal-store.ts'
import { orderQueries } from '../../app/orders.queries.ts'
import { paths } from '../../app/paths.ts'
import { useTitle } from '../../app/shell/navigation.tsx'
import { translated, useTexts } from '../../app/texts.ts'
import { askBank } from '../../parts/ask-bank.ts'
import { Button, LinkButton } from '../../parts/Button.tsx'
import type { Order } from '../../parts/delivery-text.ts'
import { OpenPayment } from '../../parts/OpenPayment.tsx'
import { Spinner } from '../../parts/Progress.tsx'
import { OrderFacts, Rejected, Scene } from './confirmation-parts.tsx'
import { accountEnding, type ReturnedValues } from './confirmation-search.ts'
import { Ordered } from './Ordered.tsx'
import { mustAskBank, type Outcome, outcomeOf } from './outcome.ts'
import './confirmation.css'

type ConfirmationProps = {
  order: Order
  /** Values from the payment page, shown only where the server has none. */
  returned: ReturnedValues
  /** Another way to pay a placed order whose payment was returned. */
  payAgain: ReactNode
}

/** The page after a payment: its outcome, and what happens next. docs/spec.md §2. */
export function Confirmation({ order, returned, payAgain }: ConfirmationProps) {
  const i18n = useTexts()
  const bank = useBankAnswer(order, returned)
  const outcome = outcomeOf(order)
  const navigate = useNavigate()
  const changeCart = async () => {
    await navigate({ to: paths.myRewards as string })
    openCartPanel()
  }
  useTitle(order.number ? i18n.t('Order {number}', { number: order.number }) : i18n.t('Your payment'))

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
            title={i18n.t('Payment not finished')}
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

/** Shown until the outcome is known. */
function AskingBank({ order, bank, returned }: AskingBankProps) {
  const i18n = useTexts()

  if (bank.state === 'asking') {
    return (
      <Scene order={order}>
        <Spinner label={i18n.t('Checking with the bank')} />
        <h1>{i18n.t('Checking with the bank')}</h1>
        <p className="max-w-[52ch] text-lead text-muted">
          {i18n.t('We’ll know in a moment whether your payment went through. You don’t need to do anything.')}
        </p>
        <Returned values={returned} />
      </Scene>
    )
  }
  return (
    <Scene order={order}>
      <h1>{i18n.t('Checking with the bank')}</h1>
      <p role="status" className="max-w-[52ch] text-lead text-muted">
        {i18n.t(
          'We couldn’t reach the bank to confirm your payment. We’ll keep trying and email you the result. You won’t be charged twice.',
        )}
      </p>
      <Returned values={returned} />
      <div className="flex flex-wrap gap-3">
        <Button look="primary" size="big" isPending={bank.isAskingAgain} onClick={bank.askAgain}>
          {i18n.t('Retry')}
        </Button>
        <LinkButton to={'/my-rewards' as string} size="big">
          {i18n.t('Go to my rewards')}
        </LinkButton>
      </div>
    </Scene>
  )
}

const ASKS_AGAIN_AT_MOST = 3
const FIRST_WAIT_MS = 2_000

/** Errors that leave the outcome open: ask the provider again with backoff. */
const UNKNOWN = [
  'payment_provider_unreachable',
  'payment_unknown',
  'offline',
  'fault',
  'unavailable',
  'too_many_requests',
]

type BankAnswer = {
  /** `none`: there was nothing to ask, or the order has the answer. */
  state: 'asking' | 'unreachable' | 'none'
  askAgain: () => void
  isAskingAgain: boolean
}

/**
 * Asks the provider, once per page, about a payment whose outcome isn't in the order yet. Also asks if
 * the browser returned with a result for an unplaced order, so that the server learns of it.
 */
function useBankAnswer(order: Order, { answer: returned }: ReturnedValues): BankAnswer {
  const queryClient = useQueryClient()
  const answer = useQuery({
    // Not under ['orders'], so that reloading orders doesn't ask the provider again.
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

/** The order isn't placed, or the customer left one of its payment pages. */
function mayHaveBeenPaid({ status, payments }: Order): boolean {
  return isUnplaced(status) || payments.some(({ state }) => state === 'abandoned')
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

/** Titles and texts by outcome; the text is used if the server sends no message. */
const TOLD: Record<NotPaidOutcome['kind'], { title: string; text: string }> = {
  declined: {
    title: /*i18n*/ 'The payment was declined',
    text: /*i18n*/ 'The bank declined the payment. Nothing was charged. Try another payment method.',
  },
  'run-out': {
    title: /*i18n*/ 'Payment timed out',
    text: /*i18n*/ 'The payment page timed out. You weren’t charged.',
  },
  left: {
    title: /*i18n*/ 'You haven’t paid yet',
    text: /*i18n*/ 'You left the payment page. You weren’t charged, and we saved your order.',
  },
  returned: {
    title: /*i18n*/ 'The bank returned your payment',
    text: /*i18n*/ 'The bank returned this payment. Choose another payment method.',
  },
  unpaid: {
    title: /*i18n*/ 'This order isn’t paid yet',
    text: /*i18n*/ 'You weren’t charged, and we saved your order.',
  },
}

/** The payment failed or was returned: why, and what to do next. */
function NotPaid({ order, outcome, returned, payAgain, onChangeCart }: NotPaidProps) {
  const i18n = useTexts()
  const { title, text } = TOLD[outcome.kind]
  const { payment } = outcome
  const account = payment?.maskedAccount ? accountEnding(payment.maskedAccount) : returned.account
  return (
    <Scene order={order}>
      <div role="alert" className="grid gap-3">
        <h1>{i18n.t(title)}</h1>
        <p className="max-w-[52ch] text-lead text-muted">{translated(i18n, payment?.message || text)}</p>
      </div>
      <Returned values={{ answer: declinedWord(outcome, returned), account }} />
      {order.status === 'cart' ? (
        <div className="flex flex-wrap gap-3">
          <LinkButton to="/checkout/payment-confirmation" look="primary" size="big">
            {outcome.kind === 'declined' ? i18n.t('Try another payment method') : i18n.t('Choose how to pay')}
          </LinkButton>
          <Button size="big" onClick={onChangeCart}>
            {i18n.t('Change your cart')}
          </Button>
        </div>
      ) : (
        payAgain
      )}
    </Scene>
  )
}

/** The payment page's answer, unless it contradicts the server: no "approval" on a declined payment. */
function declinedWord({ kind }: NotPaidOutcome, { answer }: ReturnedValues): string {
  return kind === 'declined' && !/^(approv|success)/i.test(answer) ? answer : ''
}

/** The payment page's answer, marked as its own. */
function Returned({ values }: { values: ReturnedValues }) {
  const i18n = useTexts()

  if (!values.answer && !values.account) return null
  return (
    <OrderFacts
      facts={[
        { label: i18n.t('Payment page'), value: values.answer },
        { label: i18n.t('Account'), value: values.account },
      ]}
    />
  )
}
