import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Query, Row } from '../database-beside.ts'

type Charge = {
  txnId: string
  type: string
  approved: boolean
  amountCents: number
  isVoided: boolean
  merchantTxnId: string
  originalTxnId?: string
}

/** The provider's books, in their last state. */
export function readBank(dataDir: string): Charge[] {
  const file = join(dataDir, 'converge-transactions.jsonl')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  const last = new Map<string, Charge>()
  for (const line of lines) {
    const charge: Charge = JSON.parse(line)
    last.set(charge.txnId, charge)
  }
  return [...last.values()]
}

/** Looks at database and provider together. @returns every rule that is broken, in words */
export async function findBroken(
  query: Query,
  bank: readonly Charge[],
  acknowledged: readonly number[],
): Promise<string[]> {
  const [payments, orders, refunds, unbalanced, moves, trail] = [
    await query('select * from payments order by id'),
    await query('select * from orders'),
    await query('select * from refunds order by id'),
    await query('select order_id, sum(cents) as sum from ledger_entries group by 1 having sum(cents) <> 0'),
    await query(
      `select order_id, status, count(*) as times from order_moves group by 1, 2 having count(*) > 1`,
    ),
    await query('select * from audit_entries order by site_id, id'),
  ]
  const cash = await query(
    "select order_id, sum(cents)::bigint as cents from ledger_entries where account like 'cash_%' group by 1",
  )
  const broken: string[] = []
  const rule = (holds: boolean, words: string) => {
    if (!holds) broken.push(words)
  }
  const sales = bank.filter((one) => one.type === 'SALE' || one.type === 'ECSPURCHASE')
  const backs = bank.filter((one) => one.type !== 'SALE' && one.type !== 'ECSPURCHASE')

  for (const one of unbalanced) rule(false, `the ledger of order ${one.order_id} comes to ${one.sum}`)
  for (const one of moves) rule(false, `order ${one.order_id} became ${one.status} ${one.times} times`)
  for (const id of acknowledged)
    rule(
      payments.some((one) => Number(one.id) === id),
      `payment ${id} is gone`,
    )

  for (const charge of sales.filter((one) => one.approved)) {
    const payment = payments.find((one) => one.transaction_id === charge.merchantTxnId)
    const name = `charge ${charge.txnId}`
    rule(payment !== undefined, `${name} is of no payment`)
    if (payment === undefined) continue
    rule(payment.provider_transaction_id === charge.txnId, `${name} is not in the books (${payment.state})`)
    rule(Number(payment.amount_cents) === charge.amountCents, `${name} is of another amount`)
  }
  for (const payment of payments) {
    const name = `payment ${payment.id} (${payment.method_code}, ${payment.state})`
    const order = orders.find((one) => Number(one.id) === Number(payment.order_id))
    if (['paid', 'settled', 'refunded'].includes(payment.state)) {
      rule(Number(payment.amount_cents) === Number(order.total_cents), `${name} is not its order's total`)
      rule(order.status !== 'cart', `${name} belongs to a cart`)
    }
    if (payment.provider_transaction_id !== null) {
      const charge = sales.find((one) => one.txnId === payment.provider_transaction_id)
      rule(charge?.approved === true, `${name} stands for nothing at the provider`)
    }
    const ended = new Date(payment.expires_at ?? Date.now()).getTime() <= Date.now()
    rule(payment.state !== 'started' || !ended, `${name} is stuck`)
  }
  for (const order of orders) {
    const own = payments.filter((one) => Number(one.order_id) === Number(order.id))
    const charged = sales.filter(
      (one) =>
        one.approved && !one.isVoided && own.some((payment) => payment.transaction_id === one.merchantTxnId),
    )
    rule(charged.length <= 1, `order ${order.id} was charged ${charged.length} times`)
    const live = own.filter((one) => ['started', 'submitted', 'paid', 'settled'].includes(one.state))
    rule(live.length <= 1, `order ${order.id} has ${live.length} live payments`)
    if (order.status !== 'cart') {
      const backed = own.some((one) => ['submitted', 'paid', 'settled', 'refunded'].includes(one.state))
      rule(backed, `order ${order.id} is ${order.status} with nothing behind it`)
    }
    const held = Number(cash.find((one) => Number(one.order_id) === Number(order.id))?.cents ?? 0)
    rule(held === expectedCash(own, refunds), `order ${order.id} has ${held} cents in the ledger`)
  }
  for (const refund of refunds) {
    const name = `refund ${refund.id} (${refund.kind}, ${refund.state})`
    const done = backs.filter((one) => one.merchantTxnId === refund.transaction_id)
    rule(done.length <= 1, `${name} was made ${done.length} times`)
    rule((refund.state === 'done') === (done.length === 1), `${name} and the provider disagree`)
    rule(refund.state !== 'sent' && refund.state !== 'unknown', `${name} is stuck`)
  }
  for (const sale of sales) {
    const given = backs
      .filter((one) => one.originalTxnId === sale.txnId)
      .reduce((sum, { amountCents }) => sum + amountCents, 0)
    rule(given <= sale.amountCents, `of charge ${sale.txnId} more was given back than was taken`)
  }
  rule(isWhole(trail), 'the audit chain is broken')
  return broken
}

function expectedCash(own: readonly Row[], refunds: readonly Row[]): number {
  const came = own
    .filter((one) => one.state === 'settled' || one.state === 'refunded' || isPaidAtOnce(one))
    .reduce((sum, one) => sum + Number(one.amount_cents), 0)
  const went = refunds
    .filter(
      (one) => one.state === 'done' && own.some((payment) => Number(payment.id) === Number(one.payment_id)),
    )
    .reduce((sum, one) => sum + Number(one.amount_cents), 0)
  return came - went
}

function isPaidAtOnce({ state, method_code }: Row): boolean {
  return state === 'paid' && method_code !== 'elavon_ach'
}

/** The chain as docs/security describes it, computed here by itself. */
function isWhole(trail: readonly Row[]): boolean {
  const last = new Map<number, string>()
  return trail.every((entry) => {
    const site = Number(entry.site_id)
    const previous = last.get(site) ?? ''
    const facts = Object.entries(entry.facts).sort(([a], [b]) => (a < b ? -1 : 1))
    const told = [
      previous,
      site,
      entry.actor,
      entry.event,
      entry.subject,
      facts,
      new Date(entry.at).toISOString(),
    ]
    const hash = createHash('sha256').update(JSON.stringify(told)).digest('base64url')
    last.set(site, entry.hash)
    return entry.previous_hash === previous && entry.hash === hash
  })
}
