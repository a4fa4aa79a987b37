import type { Query, Row } from '../database-beside.ts'
import { isUnplaced } from './buyer.ts'
import type { Invariants } from './invariants.ts'
import { isTeamDone, type Team } from './team.ts'

const AN_ADDRESS_IS_INVITED_AGAIN = "update companies set invitations_sent = '[]'"
/** A company has room for fifty shared drafts. */
const FORMER_DRAFTS = "delete from card_items where name like 'Shared %' and state = 'draft'"

/** Makes room for the next round's work. */
export async function tidyTeam(query: Query): Promise<void> {
  for (const statement of [AN_ADDRESS_IS_INVITED_AGAIN, FORMER_DRAFTS]) await query(statement)
}

/** Open invoices are soon due, and no one was reminded today. @returns whether there are any */
export async function bringDueDay(query: Query): Promise<boolean> {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await query(`update orders set due_on = '${tomorrow}' where terms_open_cents > 0`)
  const due = await query(
    'update company_terms set reminded_on = null where open_cents > 0 returning company_id',
  )
  await query("insert into pgboss.job (name, data) values ('terms.remind', '{}')")
  return due.length > 0
}

/** Checks what a company's people did together. */
export async function inspectTeam(query: Query, team: Team, hold: Invariants): Promise<void> {
  const { companyId, work } = team
  const orders = await query(`select * from orders where company_id = ${companyId}`)
  const requests = await query(`select * from approval_requests where company_id = ${companyId}`)
  inspectApprovals(team, orders, requests, await query('select * from approval_steps'), hold)
  const words = (event: string) =>
    query(`select subject from audit_entries where event = '${event}' and company_id = ${companyId}`)
  for (const event of ['approval.requested', 'approval.approved', 'approval.returned']) {
    const told = (await words(event)).map(({ subject }) => subject)
    hold('asked once, done once', new Set(told).size === told.length, `${event} twice: ${told.join()}`)
  }

  const [terms] = await query(`select * from company_terms where company_id = ${companyId}`)
  const owed = orders.reduce((sum, one) => sum + Number(one.terms_open_cents ?? 0), 0)
  const isWithin = Number(terms.open_cents) === owed && owed <= Number(terms.limit_cents)
  hold('invoices hold the orders', isWithin, `the company owes ${terms.open_cents}, its orders ${owed} cents`)
  const reminded = (await words('company.terms_reminded')).length
  const most = team.dueReminders
  hold('reminded once', reminded <= most, `reminded ${reminded} times, ${most} times due`)
  const mails = await query("select data::text as data from pgboss.job where name = 'mail.open-invoices'")
  const distinct = new Set(mails.map(({ data }) => data)).size
  hold('reminded once', distinct === mails.length, `${mails.length} reminders, ${distinct} different ones`)

  const removals = (await words('company.person_removed')).length
  const isCounted = work.answers.has('removes') || !work.tried.has('removes')
  const told = `removed ${removals} times, not ${team.removals}`
  hold('asked once, done once', !isCounted || removals === team.removals, told)
  await inspectNewcomer(query, team, orders, hold)
}

function inspectApprovals(
  { companyId, ids, answered, altered, contradictions }: Team,
  orders: readonly Row[],
  requests: readonly Row[],
  steps: readonly Row[],
  hold: Invariants,
) {
  for (const words of contradictions) hold('answered stays answered', false, words)
  for (const order of orders) {
    if (isUnplaced(order.status) || order.status === 'top_up') continue
    const own = requests.filter((one) => one.order_id === order.id)
    const isRuled = Number(order.customer_id) === ids.buyer
    if (own.length === 0 && !isRuled) continue
    const approved = own.filter(({ state }) => state === 'approved')
    const isAsked = approved.length === 1 && approved[0].amount_cents === order.total_cents
    const isGiven = steps
      .filter((one) => one.request_id === approved[0]?.id)
      .every(({ state, decided_by: by }) => state === 'approved' && Number(by) === ids.approver)
    const words = `order ${order.id} of company ${companyId} is ${order.status}: ${JSON.stringify(own)}`
    hold('nothing paid unapproved', isAsked && isGiven && !altered.has(Number(order.id)), words)
  }
  for (const [id, state] of answered) {
    const request = requests.find((one) => Number(one.id) === id)
    const words = `request ${id} was ${state}, and is ${request?.state}`
    hold('answered stays answered', request?.state === state, words)
  }
}

async function inspectNewcomer(
  query: Query,
  team: Team,
  orders: readonly Row[],
  hold: Invariants,
): Promise<void> {
  const { companyId, work } = team
  const id = team.ids.newcomer
  const of = `company_id = ${companyId} and customer_id = ${id}`
  const members = await query(`select role from company_members where ${of}`)
  const [request] = await query(`select state from company_join_requests where ${of}`)
  if (work.isIn !== undefined) {
    const isSame = (members.length === 1) === work.isIn
    hold('answered stays answered', isSame, `the newcomer is in ${members.length} times, not ${work.isIn}`)
    const state = work.isIn ? undefined : 'left'
    hold('answered stays answered', request?.state === state, `the newcomer’s request is ${request?.state}`)
  } else if (work.answers.has('declines') && !work.tried.has('joins')) {
    hold('answered stays answered', request?.state === 'declined', `declined, and now ${request?.state}`)
  }
  if (members.length > 0 || !isTeamDone(work)) return
  const left = orders.filter((one) => Number(one.customer_id) === id && one.status !== 'cart')
  const shared = await query(`select i.id from card_items i
    join orders o on o.site_id = i.site_id and o.id = i.order_id
    where i.company_id = ${companyId} and (i.shared_by = ${id} or o.customer_id = ${id})`)
  const words = `a removed person has ${left.length} orders and ${shared.length} shared drafts of the company`
  hold('nothing left behind', left.length + shared.length === 0, words)
}
