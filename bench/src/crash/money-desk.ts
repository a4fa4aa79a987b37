import { randomUUID } from 'node:crypto'
import type { Json } from '../customers.ts'
import { ask, type Colleague } from './office.ts'

/** Two staff members who continue their tasks after a crash. */
export type MoneyDesk = {
  origin: string
  first: Colleague
  second: Colleague
  /** Orders that can be refunded. */
  orders: number[]
  tasks: Task[]
  /** Refunds the server confirmed. */
  acknowledged: number[]
  /** Different answers to the same key. */
  contradictions: string[]
}
type Task = RefundTask | ReceivedPaymentTask
type RefundTask = {
  kind: 'refund'
  paymentId: number
  cents: number
  /** Unique: each request must exist exactly once. */
  reason: string
  key: string
  agrees: boolean
  refund: Json | undefined
  isDone: boolean
}
type ReceivedPaymentTask = {
  kind: 'received payment'
  form: Record<string, unknown>
  key: string
  received: Json | undefined
  isDone: boolean
}

const LOOKS_AT = 12
const TASKS_AT_ONCE = 2

export function openMoneyDesk(origin: string, first: Colleague, second: Colleague): MoneyDesk {
  return { origin, first, second, orders: [], tasks: [], acknowledged: [], contradictions: [] }
}

/** A round's focus: a card refund that reaches the provider, any refund, or anything. */
export type MoneyWish = 'card refund' | 'refund' | 'received payment' | 'anything'

/** Looks at some orders and decides what to refund or record. */
export async function planMoney(desk: MoneyDesk, wish: MoneyWish, random: () => number): Promise<void> {
  desk.tasks = desk.tasks.filter((task) => !task.isDone)
  let planned = 0
  // Latest first: their charges may still be voided instead of returned.
  for (const order of desk.orders.slice(-LOOKS_AT).toReversed()) {
    if (planned === TASKS_AT_ONCE) return
    const { status, body } = await ask(desk.origin, desk.first, `orders/${order}/money/`)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    const task = taskFor(body, wish, random)
    if (task === undefined || isPlanned(desk, task)) continue
    desk.tasks.push(task)
    planned += 1
  }
}

function taskFor({ payments, order_id }: Json, wish: MoneyWish, random: () => number): Task | undefined {
  const payment = payments.at(-1)
  const isRecorded = ['self_hosted_check', 'company_terms'].includes(payment?.method_code)
  if (isRecorded && payment.state === 'submitted') {
    // Some checks come later, so that there are some left to record.
    if (wish !== 'received payment' && random() < 0.6) return undefined
    const form = {
      method_code: 'self_hosted_check',
      amount_cents: payment.amount_cents,
      received_on: '2026-11-20',
      note: `order ${order_id}`,
    }
    return { kind: 'received payment', form, key: randomUUID(), received: undefined, isDone: false }
  }
  if (wish === 'received payment') return undefined
  const left: number = payment?.refundable_cents ?? 0
  if (left < 2 || (wish === 'card refund' && payment.method_code !== 'elavon_cc')) return undefined
  // Some orders are left alone, or none would stay paid.
  if (wish === 'anything' && random() < 0.5) return undefined
  const isWhole = wish !== 'anything' || random() < 0.5
  const cents = isWhole ? left : Math.max(1, Math.floor(left * (0.2 + random() * 0.4)))
  return {
    kind: 'refund',
    paymentId: payment.id,
    cents,
    reason: `Ordered twice ${randomUUID()}`,
    key: randomUUID(),
    agrees: wish === 'card refund' || random() < 0.9,
    refund: undefined,
    isDone: false,
  }
}

/** One person at a time records payments for an order; a payment is refunded one part at a time. */
function isPlanned({ tasks }: MoneyDesk, task: Task): boolean {
  return tasks.some(
    (one) =>
      (one.kind === 'received payment' &&
        task.kind === 'received payment' &&
        one.form.note === task.form.note) ||
      (one.kind === 'refund' && task.kind === 'refund' && one.paymentId === task.paymentId),
  )
}

/** Takes every task as far as the server lives; called again, it continues with the same keys. */
export async function workAtDesk(desk: MoneyDesk): Promise<void> {
  await Promise.all(
    desk.tasks.filter(({ isDone }) => !isDone).map((task) => workOn(desk, task).catch(tellIfAsked)),
  )
}

async function workOn(desk: MoneyDesk, task: Task) {
  if (task.kind === 'received payment') return recordReceivedPayment(desk, task)
  const { paymentId: payment_id, cents: amount_cents, reason, key } = task
  const { status, body } = await ask(
    desk.origin,
    desk.first,
    'refunds/',
    { payment_id, amount_cents, reason },
    key,
  )
  if (status === 200) {
    if (task.refund !== undefined && task.refund.id !== body.id) {
      desk.contradictions.push(`one key made refund ${task.refund.id} and refund ${body.id}`)
    }
    task.refund = body
    desk.acknowledged.push(body.id)
  } else if (isFinal(status, body)) task.isDone = true
  if (task.refund === undefined) return
  const { id, kind, state } = task.refund
  if (state === 'asked') {
    const decided = await ask(
      desk.origin,
      desk.second,
      `refunds/${id}/decide/`,
      { agree: task.agrees },
      `${key}-d`,
    )
    if (decided.status !== 200 && !isFinal(decided.status, decided.body)) return
    if (!task.agrees) {
      task.isDone = true
      return
    }
  }
  if (kind === 'by_hand') {
    const sent = { document_number: key.slice(0, 8) }
    const finished = await ask(desk.origin, desk.first, `refunds/${id}/finish/`, sent, `${key}-f`)
    if (finished.status !== 200 && !isFinal(finished.status, finished.body)) return
  }
  task.isDone = true
}

async function recordReceivedPayment(desk: MoneyDesk, task: ReceivedPaymentTask) {
  // Entered without the check's number, so that only the key tells a second click from a second check.
  const recorded = await ask(desk.origin, desk.first, 'received_payments/', task.form, task.key)
  if (recorded.status === 200) {
    if (task.received !== undefined && task.received.id !== recorded.body.id) {
      desk.contradictions.push(`one key recorded payments ${task.received.id} and ${recorded.body.id}`)
    }
    task.received = recorded.body
  } else if (isFinal(recorded.status, recorded.body)) task.isDone = true
  if (task.received === undefined) return
  const order_id = Number(/\d+/.exec(String(task.form.note))![0])
  const path = `received_payments/${task.received.id}/match/`
  const matched = await ask(desk.origin, desk.first, path, { order_id }, `${task.key}-m`)
  if (matched.status === 200 || isFinal(matched.status, matched.body)) task.isDone = true
}

/** A refusal is final; a key in use, or a fault, is tried again. */
function isFinal(status: number, { code }: Json): boolean {
  return status >= 400 && status < 500 && code !== 'idempotency_key_in_use'
}

function tellIfAsked(cause: Error) {
  if (process.env.CRASH_LOG) console.info(cause.message, cause.cause ?? '')
}
