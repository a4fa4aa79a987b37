import { isHostedPage, type PaymentMethod, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import type { ApprovalDetail } from '../../../app/approval.queries.ts'
import { anyOf, rulesWords } from '../../../parts/approval-words.ts'
import { Chain, type ChainStep } from '../../../parts/Chain.tsx'
import { askedWhen, firstName, useCompanyZone } from './approval-words.ts'

/** Who has approved the order, who decides now, and how it is paid in the end. */
export function RequestSteps({ request }: { request: ApprovalDetail }) {
  const timeZone = useCompanyZone()
  const steps = request.steps.map((step) => stepOf(step, request, timeZone))
  return <Chain label="Approvals" steps={[...steps, lastStep(request)]} />
}

type Step = ApprovalDetail['steps'][number]

function stepOf(step: Step, { canDecide, state }: ApprovalDetail, timeZone: string): ChainStep {
  const rules = rulesWords(step.rules)
  const id = String(step.position)
  if (step.decided) {
    const { by, at, comment } = step.decided
    const who = by === null ? 'An approver' : by.isYou ? 'You' : by.name
    const isReturned = step.state === 'returned'
    return {
      id,
      state: isReturned ? 'returned' : 'done',
      title: `${who} ${isReturned ? 'returned it' : 'approved'}`,
      detail: `${capital(askedWhen(at, timeZone))}. ${rules}.`,
      comment,
    }
  }
  if (step.state === 'open' && state === 'open') {
    return {
      id,
      state: 'now',
      title: canDecide ? 'You decide' : decides(step),
      detail: `${rules}. ${canDecide ? others(step) : ''}${escalation(step, timeZone)}`,
    }
  }
  return { id, state: 'ahead', title: decides(step), detail: `${rules}.` }
}

function decides({ people }: Step): string {
  return people.length === 0 ? 'An approver decides' : `${anyOf(people)} decides`
}

/** The answer of one is enough. */
function others({ people }: Step): string {
  const rest = people.filter(({ isYou }) => !isYou)
  return rest.length === 0 ? '' : `${anyOf(rest)} can answer instead. `
}

function escalation({ dueAt, escalatesTo, isEscalated }: Step, timeZone: string): string {
  if (escalatesTo === '') return ''
  if (isEscalated) return `We’ve also asked ${escalatesTo}.`
  return dueAt === null ? '' : `If no one answers, we ask ${escalatesTo} ${askedWhen(dueAt, timeZone)}.`
}

function lastStep({ methodCode, state, needsPayment, isOwn, askedBy }: ApprovalDetail): ChainStep {
  const isPlaced = state === 'approved' && !needsPayment
  return {
    id: 'paid',
    state: isPlaced ? 'done' : needsPayment ? 'now' : 'ahead',
    title: isPlaced ? 'Order placed' : thenPaid(methodCode, isOwn ? undefined : firstName(askedBy.name)),
  }
}

/** What follows once everyone has approved. Without a payment page, the order is placed at once. */
function thenPaid(method: PaymentMethod, buyer: string | undefined): string {
  const { by } = WAYS_TO_PAY[method]
  if (isHostedPage(method)) return buyer === undefined ? `You pay ${by}` : `${buyer} pays ${by}`
  return method === 'company_balance' ? 'Paid from the company balance' : `Order placed, to be paid ${by}`
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
