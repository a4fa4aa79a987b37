import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Query, Row } from '../database-beside.ts'
import { isChainWhole } from './audit-chain.ts'
import { isUnplaced } from './buyer.ts'
import type { Invariants } from './invariants.ts'

/** A transaction in the provider's records. */
type Charge = {
  txnId: string
  type: string
  approved: boolean
  amountCents: number
  isVoided: boolean
  merchantTxnId: string
  originalTxnId?: string
}

/** What the rounds were told and must find again. */
export type Acknowledged = { payments: readonly number[]; refunds: readonly number[] }

/** The provider's records in their latest state. */
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

type Books = Awaited<ReturnType<typeof readBooks>>

async function readBooks(query: Query) {
  return {
    payments: await query('select * from payments order by id'),
    orders: await query('select * from orders'),
    refunds: await query('select * from refunds order by id'),
    discrepancies: await query('select * from payment_doubts order by id'),
    receivedPayments: await query('select * from funds_received order by id'),
    moves: await query('select order_id, status, id from order_moves order by id'),
    ledger: await query(
      'select order_id, account, sum(cents)::bigint as cents from ledger_entries group by 1, 2',
    ),
    balances: await query(
      `select b.company_id, b.balance_cents, (select coalesce(-sum(l.cents), 0) from ledger_entries l
        where l.site_id = b.site_id and l.company_id = b.company_id
          and l.account = 'company_balance') as entries_cents from company_balances b`,
    ),
    approvals: await query("select order_id from approval_requests where state in ('open', 'approved')"),
    budgets: await query(`select b.company_id, p.reserved_cents, p.spent_cents, p.amount_cents
      from company_budgets b join budget_periods p on p.site_id = b.site_id and p.budget_id = b.id`),
    auditLog: await query('select * from audit_entries order by site_id, id'),
  }
}

/** Checks every rule against the database and the provider together. */
export async function inspect(
  query: Query,
  bank: readonly Charge[],
  acknowledged: Acknowledged,
  hold: Invariants,
): Promise<void> {
  const books = await readBooks(query)
  const sales = bank.filter((one) => one.type === 'SALE' || one.type === 'ECSPURCHASE')
  const backs = bank.filter((one) => one.type !== 'SALE' && one.type !== 'ECSPURCHASE')
  inspectAnswers(books, acknowledged, hold)
  inspectCharges(books, sales, hold)
  inspectPayments(books, sales, hold)
  for (const order of books.orders) inspectOrder(books, order, { sales, backs }, hold)
  inspectRefunds(books, sales, backs, hold)
  inspectStrays(books, backs, hold)
  inspectCompanies(books, hold)
  hold('audit chain whole', isChainWhole(books.auditLog), 'the audit chain is broken')
}

function inspectAnswers(
  { payments, refunds, receivedPayments }: Books,
  acknowledged: Acknowledged,
  hold: Invariants,
) {
  const has = (rows: readonly Row[], id: number) => rows.some((one) => Number(one.id) === id)
  for (const id of acknowledged.payments)
    hold('acknowledged is kept', has(payments, id), `payment ${id} is gone`)
  for (const id of acknowledged.refunds)
    hold('acknowledged is kept', has(refunds, id), `refund ${id} is gone`)
  for (const [rows, name] of [
    // Staff write a reason of its own for each; those of a canceled order are the same.
    [refunds.filter(({ asked_by }) => asked_by.startsWith('staff:')).map(({ reason }) => reason), 'refund'],
    [receivedPayments.map(({ note }) => note), 'received payment'],
  ] as const) {
    for (const wish of new Set(rows)) {
      const times = rows.filter((one) => one === wish).length
      hold('asked once, done once', times === 1, `${name} "${wish}" is there ${times} times`)
    }
  }
}

/** No payment is lost: whatever the provider took is recorded in full, or was refunded. */
function inspectCharges({ payments, discrepancies }: Books, sales: readonly Charge[], hold: Invariants) {
  for (const charge of sales.filter((one) => one.approved)) {
    const payment = payments.find((one) => one.transaction_id === charge.merchantTxnId)
    const name = `charge ${charge.txnId}`
    const stray = discrepancies.find((one) => one.provider_transaction_id === charge.txnId)
    const isKept = payment?.provider_transaction_id === charge.txnId
    // A bank debit that was found too late to be voided waits for staff.
    const isGone = stray?.state === 'given_back' || (stray?.state === 'open' && charge.type === 'ECSPURCHASE')
    const words = `${name} is not in the books (${payment?.state}, ${stray?.reason} ${stray?.state})`
    hold('nothing paid lost', isKept !== isGone, words)
    if (payment === undefined) continue
    hold(
      'charged as priced',
      Number(payment.amount_cents) === charge.amountCents,
      `${name} is of another amount`,
    )
  }
}

function inspectPayments({ payments, orders }: Books, sales: readonly Charge[], hold: Invariants) {
  for (const payment of payments) {
    const name = `payment ${payment.id} (${payment.method_code}, ${payment.state})`
    const order = orders.find((one) => Number(one.id) === Number(payment.order_id))
    if (['paid', 'settled', 'refunded'].includes(payment.state)) {
      const isTotal = Number(payment.amount_cents) === Number(order.total_cents)
      hold('charged as priced', isTotal, `${name} is not its order's total`)
      hold('one order, one state', order.status !== 'cart', `${name} belongs to a cart`)
    }
    if (payment.provider_transaction_id !== null) {
      const charge = sales.find((one) => one.txnId === payment.provider_transaction_id)
      hold('nothing without money', charge?.approved === true, `${name} stands for nothing at the provider`)
    }
    const ended = new Date(payment.expires_at ?? Date.now()).getTime() <= Date.now()
    hold('nothing stuck', payment.state !== 'started' || !ended, `${name} is stuck`)
  }
}

function inspectOrder(
  books: Books,
  order: Row,
  { sales, backs }: { sales: readonly Charge[]; backs: readonly Charge[] },
  hold: Invariants,
) {
  const isOfIt = (row: Row) => Number(row.order_id) === Number(order.id)
  const own = books.payments.filter(isOfIt)
  const taken = sales.filter(
    (one) => one.approved && own.some((payment) => payment.transaction_id === one.merchantTxnId),
  )
  const waits = (one: Charge) =>
    books.discrepancies.some(
      (discrepancy) => discrepancy.provider_transaction_id === one.txnId && discrepancy.state === 'open',
    )
  const charged = taken.filter((one) => !one.isVoided && !waits(one) && !isStray(books, one))
  const times = charged.length
  hold('nothing charged twice', times <= 1, `order ${order.id} was charged ${times} times`)
  // Payments received equal the order's cost plus refunds.
  const keptCents = taken
    .filter((one) => !waits(one))
    .reduce((sum, one) => sum + one.amountCents - refundedOf(backs, one), 0)
  const costsCents = isUnplaced(order.status) ? 0 : Number(order.total_cents)
  const hasRoom = keptCents >= 0 && keptCents <= costsCents
  hold(
    'nothing kept without an order',
    hasRoom,
    `of order ${order.id} ${keptCents} cents are kept (${order.status})`,
  )
  const live = own.filter((one) => ['started', 'submitted', 'paid', 'settled'].includes(one.state))
  hold('nothing charged twice', live.length <= 1, `order ${order.id} has ${live.length} live payments`)

  const states = books.moves.filter(isOfIt).map(({ status }) => status)
  const isOnce = new Set(states).size === states.length
  hold('one order, one state', isOnce, `order ${order.id} became ${states.join(', ')}`)
  const isBefore = order.status === 'top_up' || order.status === 'awaiting_approval'
  const stands = states.at(-1) ?? (isBefore ? order.status : 'cart')
  hold('one order, one state', order.status === stands, `order ${order.id} is ${order.status}, not ${stands}`)
  if (!isUnplaced(order.status) && order.status !== 'top_up') {
    const isBacked = own.some((one) => ['submitted', 'paid', 'settled', 'refunded'].includes(one.state))
    hold('nothing without money', isBacked, `order ${order.id} is ${order.status} with nothing behind it`)
  }
  inspectLedger(books, order, own, hold)
}

/** Was it paid on a page that its customer had left? */
function isStray({ discrepancies }: Books, { txnId }: Charge): boolean {
  return discrepancies.some((one) => one.provider_transaction_id === txnId && one.state === 'given_back')
}

function refundedOf(backs: readonly Charge[], { txnId }: Charge): number {
  return backs
    .filter((one) => one.originalTxnId === txnId)
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
}

/** Money for an abandoned page is refunded in full, once, and automatically. */
function inspectStrays({ discrepancies, refunds }: Books, backs: readonly Charge[], hold: Invariants) {
  for (const discrepancy of discrepancies.filter(({ reason }) => reason === 'abandoned')) {
    const name = `late payment ${discrepancy.id} (${discrepancy.state})`
    const own = refunds.filter((one) => Number(one.doubt_id) === Number(discrepancy.id))
    const lasting = own.filter(({ state }) => state !== 'failed' && state !== 'refused')
    const isGoing = discrepancy.state === 'giving_back' || discrepancy.state === 'given_back'
    hold(
      'late money refunded once',
      lasting.length === (isGoing ? 1 : 0),
      `${name} has ${own.length} refunds`,
    )
    const made = backs.filter((one) => one.originalTxnId === discrepancy.provider_transaction_id)
    const cents = made.reduce((sum, { amountCents }) => sum + amountCents, 0)
    const isWhole = discrepancy.state !== 'given_back' || cents === Number(discrepancy.amount_cents)
    hold('late money refunded once', made.length <= 1 && isWhole, `${name} went back ${made.length} times`)
    hold('nothing stuck', discrepancy.state !== 'giving_back', `${name} is stuck`)
  }
}

/** A balance is never overdrawn by orders, and what budgets say is what the company's orders cost. */
function inspectCompanies(books: Books, hold: Invariants) {
  const { approvals, balances, budgets, orders, payments, refunds } = books
  for (const { company_id, balance_cents, entries_cents } of balances) {
    const words = `company ${company_id} has ${balance_cents}, its entries say ${entries_cents} cents`
    hold('balance is its ledger', balance_cents === entries_cents && Number(balance_cents) >= 0, words)
  }
  for (const { company_id, reserved_cents, spent_cents } of budgets) {
    let [reserved, spent] = [0, 0]
    for (const order of orders.filter((one) => one.company_id === company_id && one.status !== 'top_up')) {
      const own = payments.filter((one) => one.order_id === order.id)
      const isAsked = approvals.some((one) => one.order_id === order.id)
      const isBeingPaid =
        isUnplaced(order.status) && (isAsked || own.some(({ state }) => state === 'started'))
      if (isBeingPaid || order.status === 'pending_payment') reserved += Number(order.total_cents)
      else if (!isUnplaced(order.status) && order.status !== 'declined') {
        const ids = new Set(own.map(({ id }) => id))
        const back = refunds.filter(
          (one) => one.state === 'done' && one.doubt_id === null && ids.has(one.payment_id),
        )
        spent += Number(order.total_cents) - back.reduce((sum, one) => sum + Number(one.amount_cents), 0)
      }
    }
    const isSame = Number(reserved_cents) === reserved && Number(spent_cents) === spent
    const words = `a budget says ${reserved_cents} reserved, ${spent_cents} spent; orders ${reserved}, ${spent}`
    hold('budgets hold the orders', isSame, words)
  }
}

function inspectLedger(books: Books, order: Row, own: readonly Row[], hold: Invariants) {
  const lines = books.ledger.filter((one) => Number(one.order_id) === Number(order.id))
  const sumOf = (rows: readonly Row[], field: string) =>
    rows.reduce((sum, row) => sum + Number(row[field]), 0)
  const sum = sumOf(lines, 'cents')
  hold('ledger comes to zero', sum === 0, `the ledger of order ${order.id} comes to ${sum}`)

  const came = own.filter(
    ({ state, method_code: method }) =>
      method !== 'company_terms' &&
      (state === 'settled' || state === 'refunded' || (state === 'paid' && method !== 'elavon_ach')),
  )
  const fromBalance = came.filter((one) => one.method_code === 'company_balance')
  const fromProvider = came.filter((one) => one.method_code !== 'company_balance')
  const ids = new Set(own.map(({ id }) => Number(id)))
  const doneRefunds = books.refunds.filter((one) => one.state === 'done' && ids.has(Number(one.payment_id)))
  const back = doneRefunds.filter(({ kind }) => kind !== 'balance' && kind !== 'credit')
  const isOnTerms = own.some(({ method_code: method }) => method === 'company_terms')
  const checks = books.receivedPayments.filter(
    (one) => isOnTerms && one.order_id === order.id && one.reversed_at === null,
  )
  const cash = lines.filter(({ account }) => account.startsWith('cash_'))
  const held = sumOf(cash, 'cents')
  const strays = books.discrepancies.filter(
    (one) => ids.has(Number(one.payment_id)) && ['giving_back', 'given_back'].includes(one.state),
  )
  const expected =
    sumOf(fromProvider, 'amount_cents') +
    sumOf(checks, 'amount_cents') +
    sumOf(strays, 'amount_cents') -
    sumOf(back, 'amount_cents')
  hold('ledger holds the money', held === expected, `order ${order.id} holds ${held}, not ${expected} cents`)

  const onBalance = sumOf(
    lines.filter(({ account }) => account === 'company_balance'),
    'cents',
  )
  const taken =
    order.status === 'top_up'
      ? -expected
      : sumOf(fromBalance, 'amount_cents') -
        sumOf(
          doneRefunds.filter(({ kind }) => kind === 'balance'),
          'amount_cents',
        )
  const words = `order ${order.id} took ${onBalance}, not ${taken} cents from a balance`
  hold('ledger holds the money', onBalance === taken, words)

  const credited = doneRefunds.filter(({ kind }) => kind === 'credit')
  // A check that was refunded paid the invoice nevertheless.
  const owed = Number(order.total_cents) - sumOf(credited, 'amount_cents') - sumOf(checks, 'amount_cents')
  const isOwed = isOnTerms && order.status !== 'declined' && owed > 0
  const onInvoice = sumOf(
    lines.filter(({ account }) => account === 'company_terms'),
    'cents',
  )
  const isRight = onInvoice === (isOwed ? owed : 0) && onInvoice === Number(order.terms_open_cents ?? 0)
  const told = `${onInvoice} cents of order ${order.id} are open, not ${owed} (${order.terms_open_cents})`
  hold('invoices hold the orders', isRight, told)

  if (isUnplaced(order.status) || order.status === 'top_up') return
  const sold = lines.filter(({ account }) => ['card_value', 'card_fees', 'delivery'].includes(account))
  const total = order.status === 'declined' ? 0 : Number(order.total_cents)
  hold('ledger holds the money', sumOf(sold, 'cents') + total === 0, `order ${order.id} sold another sum`)
}

function inspectRefunds(
  { payments, refunds }: Books,
  sales: readonly Charge[],
  backs: readonly Charge[],
  hold: Invariants,
) {
  for (const refund of refunds.filter(({ kind }) => !['by_hand', 'balance', 'credit'].includes(kind))) {
    const name = `refund ${refund.id} (${refund.kind}, ${refund.state})`
    const done = backs.filter((one) => one.merchantTxnId === refund.transaction_id)
    hold('refunded once', done.length <= 1, `${name} was made ${done.length} times`)
    const agrees = (refund.state === 'done') === (done.length === 1)
    hold('refunded once', agrees, `${name} and the provider disagree`)
    const isSame = done.every((one) => one.amountCents === Number(refund.amount_cents))
    hold('refunded once', isSame, `${name} is of another amount at the provider`)
    const payment = payments.find((one) => Number(one.id) === Number(refund.payment_id))
    const isDue =
      ['sent', 'unknown'].includes(refund.state) ||
      (refund.state === 'approved' &&
        (refund.kind === 'void' || refund.doubt_id !== null || payment.state === 'settled'))
    hold('nothing stuck', !isDue, `${name} is stuck`)
  }
  for (const payment of payments) {
    const promised = refunds
      .filter((one) => Number(one.payment_id) === Number(payment.id))
      .filter(({ state }) => state !== 'failed' && state !== 'refused')
      .reduce((sum, { amount_cents }) => sum + Number(amount_cents), 0)
    const isWithin = promised <= Number(payment.amount_cents)
    hold('refunds within payment', isWithin, `of payment ${payment.id} ${promised} cents are to go back`)
  }
  for (const sale of sales) {
    const refunded = backs
      .filter((one) => one.originalTxnId === sale.txnId)
      .reduce((sum, { amountCents }) => sum + amountCents, 0)
    const isWithin = refunded <= sale.amountCents
    hold('refunds within payment', isWithin, `of charge ${sale.txnId} more was refunded than charged`)
  }
  for (const back of backs) {
    const isOurs = refunds.some((one) => one.transaction_id === back.merchantTxnId)
    hold('refunded once', isOurs, `${back.type} ${back.txnId} belongs to no refund`)
  }
}
