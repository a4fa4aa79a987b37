import { isHostedPage } from '@laurel/domain/payment-method'
import { Refusal } from '@laurel/domain/refusal'
import { crashPoint } from '../../crash-points.ts'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { Ending } from '../../database/site-transaction.ts'
import type { Customer } from '../../http/actor.ts'
import { orderHash } from '../approvals/order-hash.ts'
import { type CompanyNow, readCompanyNow } from '../approvals/people.repo.ts'
import { record } from '../audit/audit.service.ts'
import { followBudgets } from '../budgets/order-budgets.ts'
import { startPayment } from '../checkout/create-payment.ts'
import { findKeyActor } from '../companies/api-key-access.ts'
import { inCompany } from '../companies/companies.repo.ts'
import { lockOrderOfSite, type OrderRow } from '../orders/orders.repo.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { announce } from '../webhooks/announce.ts'
import { mailApproval } from './approval-jobs.ts'
import { type ApprovalWire, readApproval } from './approvals.service.ts'
import { deciders, isInvolved, openStep } from './ask.ts'
import {
  changeRequest,
  changeStep,
  keepPeople,
  listSteps,
  type RequestRow,
  readLocked,
  readRequest,
  type StepRow,
} from './requests.repo.ts'

type Given = { id: number; comment: string }
type Deciding = { request: RequestRow; order: OrderRow; step: StepRow; steps: StepRow[]; company: CompanyNow }

/**
 * Approves the open step of a request, if the order is still what was asked about. After the last one it's placed, unless
 * it's paid on a payment page, or its payment is refused: then its buyer pays it.
 *
 * @throws {Refusal} `not_found`; `approval_closed`; `approval_not_yours`; `approval_outdated`
 */
export async function approve(
  kit: PaymentKit,
  site: SiteRow,
  actor: Customer,
  { id, comment }: Given,
): Promise<ApprovalWire> {
  const answer = await decide(kit, site, actor, id, async (db, deciding, at) => {
    const { request, order, step, steps, company } = deciding
    if ((await orderHash(db, order)) !== request.hash) throw new Refusal('approval_outdated')
    const decided = { decided_by: actor.customerId, decided_at: at, comment }
    await changeStep(db, step, { state: 'approved', ...decided })
    const next = steps.find(({ state }) => state === 'waiting')
    if (next !== undefined) return openStep(db, kit, request, next, company, at)
    await changeRequest(db, request, { state: 'approved', closed_at: at })
    const isPlaced = await place(db, kit, site, order, request, company)
    await tellBuyer(db, kit, request, isPlaced ? 'approved' : 'pay')
    await tellIntegrators(db, request, 'approval.approved', at)
    note(db, request, actor, 'approval.approved', at)
  })
  crashPoint('approval.given')
  return answer
}

/** @throws {Refusal} `not_found`; `approval_closed`; `approval_not_yours` */
export function giveBack(
  kit: PaymentKit,
  site: SiteRow,
  actor: Customer,
  { id, comment }: Given,
): Promise<ApprovalWire> {
  return decide(kit, site, actor, id, async (db, { request, order, step }, at) => {
    const decided = { decided_by: actor.customerId, decided_at: at, comment }
    await changeStep(db, step, { state: 'returned', ...decided })
    await changeRequest(db, request, { state: 'returned', comment, closed_at: at })
    await releaseBudgets(db, order, request, at)
    await tellBuyer(db, kit, request, 'returned')
    await tellIntegrators(db, request, 'approval.returned', at)
    note(db, request, actor, 'approval.returned', at)
  })
}

async function decide(
  kit: PaymentKit,
  site: SiteRow,
  actor: Customer,
  id: number,
  work: (db: Db, deciding: Deciding, at: Date) => Promise<void>,
): Promise<ApprovalWire> {
  const { company: own } = inCompany(actor)
  return inSite(kit.pool, site.id, async (db) => {
    const at = kit.now()
    const { order_id: orderId } = await readRequest(db, site.id, own.id, id)
    await keepPeople(db, site.id, own.id)
    const order = await lockOrderOfSite(db, site.id, orderId)
    const request = await readLocked(db, site.id, id)
    const company = await readCompanyNow(db, site, own.id, at)
    const steps = await listSteps(db, site.id, [id])
    if (!isInvolved(request, steps, company, actor.customerId)) throw new Refusal('not_found')
    const step = steps.find(({ state }) => state === 'open')
    const isOver = request.state !== 'open' || request.expires_at <= at
    if (step === undefined || isOver) throw new Refusal('approval_closed')
    if (!deciders(step, request, company).includes(actor.customerId)) throw new Refusal('approval_not_yours')
    await work(db, { request, order, step, steps, company }, at)
    return readApproval(db, site, actor, id, at)
  })
}

/** Places an approved order as its buyer, if it needs no further input. @returns whether it's placed */
async function place(
  db: Db,
  kit: PaymentKit,
  site: SiteRow,
  order: OrderRow,
  request: RequestRow,
  company: CompanyNow,
): Promise<boolean> {
  if (isHostedPage(request.method_code)) return false
  const actor = await buyerOf(db, order, request, company)
  if (actor === undefined) return false
  const asked = {
    orderId: order.id,
    method: request.method_code,
    poNumber: order.po_number,
    invoiceEmails: undefined,
    seenTotalCents: undefined,
    origin: '',
    ip: '',
  }
  try {
    const started = await startPayment(db, kit, site, actor, asked)
    const ended = started instanceof Ending ? await started.send() : started
    return 'wire' in ended
  } catch (cause) {
    // Refused before anything was written, such as for a balance that is too low: the buyer pays it in another way.
    if (cause instanceof Refusal) return false
    throw cause
  }
}

/** @returns undefined once they left the company */
async function buyerOf(
  db: Db,
  { site_id: siteId, customer_id: customerId }: OrderRow,
  { company_id: companyId }: RequestRow,
  company: CompanyNow,
): Promise<Customer | undefined> {
  const buyer = company.members.find(({ id }) => id === customerId)
  if (buyer === undefined) return findKeyActor(db, siteId, companyId, customerId)
  const { role, email } = buyer
  const capabilities = buyer.capabilities as NonNullable<Customer['company']>['capabilities']
  return {
    siteId,
    customerId,
    email,
    emailVerified: true,
    registrationComplete: true,
    company: { id: companyId, role, capabilities },
  }
}

/** Budgets get back what a request that ended without an approval had reserved. */
export async function releaseBudgets(
  db: Db,
  order: Pick<OrderRow, 'site_id' | 'id' | 'is_budgeted'>,
  { id }: Pick<RequestRow, 'id'>,
  at: Date,
): Promise<void> {
  if (order.is_budgeted) await followBudgets(db, order.site_id, order.id, `approval:${id}`, at)
}

export async function tellBuyer(
  db: Db,
  { jobs }: Pick<PaymentKit, 'jobs'>,
  { site_id: siteId, id: requestId, buyer_id: to }: RequestRow,
  news: 'approved' | 'pay' | 'returned' | 'expired',
): Promise<void> {
  await jobs.enqueue(db, mailApproval, { siteId, requestId, to, news })
}

export async function tellIntegrators(
  db: Db,
  request: RequestRow,
  type: 'approval.approved' | 'approval.returned' | 'approval.withdrawn',
  at: Date,
): Promise<void> {
  const { id, order_id, amount_cents: total_cents } = request
  await announce(db, request.site_id, [{ type, data: { approval_id: id, order_id, total_cents }, at }])
}

export function note(
  db: Db,
  { site_id, order_id, amount_cents }: RequestRow,
  { customerId }: Customer,
  event: 'approval.approved' | 'approval.returned' | 'approval.withdrawn',
  at: Date,
): void {
  const facts = { amount_cents }
  record(db, site_id, { actor: `customer:${customerId}`, event, subject: `order:${order_id}`, facts, at })
}
