import { dayIn } from '@laurel/domain/day-in'
import type { Slots } from '@laurel/domain/guide/slots'
import { type Intent, understand } from '@laurel/domain/guide/understand'
import { ToolRefused } from '../call-tools.ts'
import type { Kept } from '../conversations.repo.ts'
import {
  answerCart,
  answerFindPerson,
  answerListOrders,
  answerOrderStatus,
  answerReorder,
  answerResend,
  answerUndelivered,
  answerUnpaid,
  answerWhyHeld,
} from './answer-orders.ts'
import { answerPlan } from './answer-plan.ts'
import { SITE_ANSWERS, sayLanguage } from './answer-site.ts'
import { ask, EXAMPLES, type Question, say } from './guide-question.ts'

type Answer = (question: Question) => Promise<void>

const ANSWERS: Readonly<Record<Exclude<Intent, 'none' | 'plan_order'>, Answer>> = {
  ...SITE_ANSWERS,
  order_status: answerOrderStatus,
  why_held: answerWhyHeld,
  find_person: answerFindPerson,
  resend_card: answerResend,
  list_orders: answerListOrders,
  unpaid: answerUnpaid,
  undelivered: answerUndelivered,
  cart: answerCart,
  reorder: answerReorder,
}

/**
 * Answers a message with the guide’s fixed answers. It reads only what the person can see, and proposes anything that
 * would change or send something.
 *
 * @returns what it understood, for the next message
 */
export async function answerAsGuide(question: Omit<Question, 'slots'>): Promise<Kept> {
  const { now, site, before } = question
  const understood = withBefore(understand(question.text, dayIn(now, site.time_zone)), question.text, before)
  const asked = { ...question, slots: understood.slots }
  try {
    if (understood.intent === 'none') await answerNothing(asked, understood)
    else if (understood.intent === 'plan_order') {
      const missing = await answerPlan(asked)
      if (missing) return { ...understood, asked: missing }
    } else await ANSWERS[understood.intent](asked)
  } catch (cause) {
    if (!(cause instanceof ToolRefused)) throw cause
    await say(asked, cause.problem.detail ?? cause.problem.title)
  }
  return understood
}

/** A sentence that only adds to the plan, or changes part of it, continues the plan. */
function withBefore(understood: Kept, text: string, before: Kept | undefined): Kept {
  if (before?.intent !== 'plan_order' || understood.reason !== undefined) return understood
  const slots: Slots = { ...understood.slots }
  delete slots.person
  const number = /^\D{0,12}(\d{1,6}(?:[.,]\d{2})?)\D{0,20}$/.exec(text.trim())?.[1]
  if (before.asked === 'cents' && slots.cents === undefined && number !== undefined) {
    slots.cents = Math.round(Number(number.replace(',', '.')) * 100)
    delete slots.count
    delete slots.orderNumber
  }
  if (before.asked === 'count' && slots.count === undefined && /^\D*\d{1,6}\D*$/.test(text) && number) {
    slots.count = Number(number)
    delete slots.orderNumber
  }
  const isContinued =
    understood.intent === 'plan_order' || (understood.intent === 'none' && Object.keys(slots).length > 0)
  const isWhole = slots.cents !== undefined && (slots.count !== undefined || slots.list !== undefined)
  if (!isContinued || (understood.intent === 'plan_order' && isWhole)) return understood
  const kept: Slots = { ...before.slots }
  if (slots.count !== undefined) delete kept.list
  if (slots.list !== undefined) delete kept.count
  return { intent: 'plan_order', slots: { ...kept, ...slots } }
}

async function answerNothing(question: Question, { reason }: Kept) {
  const { i18n } = question
  if (reason === 'secret') {
    return say(
      question,
      i18n.t('I can’t see card numbers, PINs, card links, passwords, or keys. Only their owners can.'),
    )
  }
  if (reason === 'command') {
    return say(
      question,
      i18n.t(
        'I can’t do that. I only answer questions about your own orders, and nothing changes until you confirm it.',
      ),
    )
  }
  await say(question, i18n.t('I didn’t understand that. You can ask about orders, cards, prices, and dates.'))
  await sayLanguage(question)
  await ask(question, EXAMPLES.plan, EXAMPLES.order, EXAMPLES.help)
}
