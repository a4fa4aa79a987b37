import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../../app/api-problem.ts'
import { orderQueries } from '../../app/orders.queries.ts'
import { askBank } from '../../parts/ask-bank.ts'
import type { Order } from '../../parts/delivery-text.ts'
import { mustAskBank } from './outcome.ts'
import type { ReturnedValues } from './returned-values.ts'

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

export type BankAnswer = {
  /** `none`: nothing had to be asked, or the answer is in the order. */
  state: 'asking' | 'unreachable' | 'none'
  askAgain: () => void
  isAskingAgain: boolean
}

/**
 * Asks, once for a page, what became of a payment that the order does not know of yet; also when the
 * browser brought an answer back to an order that is not placed, so that the server hears of it.
 */
export function useBankAnswer(order: Order, { answer: returned }: ReturnedValues): BankAnswer {
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
