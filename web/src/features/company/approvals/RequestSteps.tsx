import { isHostedPage, type PaymentMethod, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import type { ApprovalDetail } from '../../../app/approval.queries.ts'
import { pageTexts, translated, useTexts } from '../../../app/texts.ts'
import { anyOf, rulesWords } from '../../../parts/approval-words.ts'
import { Chain, type ChainStep } from '../../../parts/Chain.tsx'
import { askedWhen, firstName, useCompanyZone } from './approval-words.ts'

/** Who has approved the order, who decides now, and how it is paid in the end. */
export function RequestSteps({ request }: { request: ApprovalDetail }) {
  const i18n = useTexts()
  const timeZone = useCompanyZone()
  const steps = request.steps.map((step) => stepOf(step, request, timeZone))
  return <Chain label={i18n.t('Approvals')} steps={[...steps, lastStep(request)]} />
}

type Step = ApprovalDetail['steps'][number]

function stepOf(step: Step, { canDecide, state }: ApprovalDetail, timeZone: string): ChainStep {
  const i18n = pageTexts()

  const rules = rulesWords(step.rules)
  const id = String(step.position)
  if (step.decided) {
    const { by, at, comment } = step.decided
    const who = by === null ? i18n.t('An approver') : by.isYou ? i18n.t('You') : by.name
    const isReturned = step.state === 'returned'
    return {
      id,
      state: isReturned ? 'returned' : 'done',
      title: isReturned
        ? i18n.t('{name} returned it', { name: who })
        : i18n.t('{name} approved', { name: who }),
      detail: `${capital(askedWhen(at, timeZone))}. ${rules}.`,
      comment,
    }
  }
  if (step.state === 'open' && state === 'open') {
    return {
      id,
      state: 'now',
      title: canDecide ? i18n.t('You decide') : decides(step),
      detail: `${rules}. ${canDecide ? others(step) : ''}${escalation(step, timeZone)}`,
    }
  }
  return { id, state: 'ahead', title: decides(step), detail: `${rules}.` }
}

function decides({ people }: Step): string {
  const i18n = pageTexts()

  return people.length === 0
    ? i18n.t('An approver decides')
    : i18n.t('{names} decides', { names: anyOf(people) })
}

/** The answer of one is enough. */
function others({ people }: Step): string {
  const i18n = pageTexts()

  const rest = people.filter(({ isYou }) => !isYou)
  return rest.length === 0 ? '' : `${i18n.t('{names} can answer instead.', { names: anyOf(rest) })} `
}

function escalation({ dueAt, escalatesTo, isEscalated }: Step, timeZone: string): string {
  const i18n = pageTexts()

  if (escalatesTo === '') return ''
  if (isEscalated) return i18n.t('We’ve also asked {name}.', { name: translated(i18n, escalatesTo) })
  return dueAt === null
    ? ''
    : i18n.t('If no one answers, we ask {name} {when}.', {
        name: translated(i18n, escalatesTo),
        when: askedWhen(dueAt, timeZone),
      })
}

function lastStep({ methodCode, state, needsPayment, isOwn, askedBy }: ApprovalDetail): ChainStep {
  const i18n = pageTexts()

  const isPlaced = state === 'approved' && !needsPayment
  return {
    id: 'paid',
    state: isPlaced ? 'done' : needsPayment ? 'now' : 'ahead',
    title: isPlaced
      ? i18n.t('Order placed')
      : thenPaid(methodCode, isOwn ? undefined : firstName(askedBy.name)),
  }
}

/** What follows once everyone has approved. Without a payment page, the order is placed at once. */
function thenPaid(method: PaymentMethod, buyer: string | undefined): string {
  const i18n = pageTexts()

  const by = i18n.t(WAYS_TO_PAY[method].by)
  if (isHostedPage(method))
    return buyer === undefined ? i18n.t('You pay {by}', { by }) : i18n.t('{buyer} pays {by}', { buyer, by })
  return method === 'company_balance'
    ? i18n.t('Paid from the company balance')
    : i18n.t('Order placed, to be paid {by}', { by })
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
