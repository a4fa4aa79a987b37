import type { submitForApproval } from '@laurel/contract/approvals'
import { APPROVAL_DAYS } from '@laurel/domain/approval-states'
import { isCompanyMethod } from '@laurel/domain/payment-method'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import { crashPoint } from '../../crash-points.ts'
import type { Db } from '../../database/database.ts'
import { commitStep, inSite } from '../../database/in-site.ts'
import { json } from '../../database/json.ts'
import type { Customer } from '../../http/actor.ts'
import { listRulesInForce } from '../approvals/approval-rules.repo.ts'
import { judgedOf } from '../approvals/assert-approved.ts'
import { hasOrdered, judgeBy, readPeopleToAsk, type StepToAsk } from '../approvals/needed-approvals.ts'
import { orderHash } from '../approvals/order-hash.ts'
import { record } from '../audit/audit.service.ts'
import { budgetFacts, lockBudgetsOf } from '../budgets/budgets.repo.ts'
import { reserveBudgets } from '../budgets/order-budgets.ts'
import { assertOffered } from '../catalog/offered-types.ts'
import { moveDrafts } from '../checkout/advance-paid-order.ts'
import { assertNoDiscrepancy, assertUnpaid, priceChanged } from '../checkout/create-payment.ts'
import { readPayable } from '../checkout/whole-order.repo.ts'
import { inCompany } from '../companies/companies.repo.ts'
import { keepCompany } from '../companies/orderers.repo.ts'
import { lockToOrder } from '../companies/shared-things.ts'
import { freezeOrder } from '../orders/freeze-order.ts'
import { lockOrder, type OrderRow } from '../orders/orders.repo.ts'
import { heldTypes } from '../orders/priced-order.ts'
import { type Repriced, repriceDeliveries } from '../orders/reprice-deliveries.ts'
import { saveInvoiceEmails } from '../payments/invoice-emails.repo.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import { isOffered } from '../payments/payment-view.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { lockPreview } from '../sites/was-live.ts'
import { announce } from '../webhooks/announce.ts'
import { expireRequest } from './approval-jobs.ts'
import { type ApprovalWire, readApproval } from './approvals.service.ts'
import { openStep } from './ask.ts'
import { keepPeople, listSteps, readLocked } from './requests.repo.ts'

type Asked = z.output<typeof submitForApproval.body> & { orderId: number }

/**
 * Prices and freezes a cart, and asks for the approvals its company's rules need. It leaves the cart: its buyer can begin
 * another one. Its total is reserved in budgets until it's paid or comes back.
 *
 * @throws {Refusal} what checkout still needs; `order_is_frozen`; `price_changed`; `over_budget`; `approval_not_needed`;
 * `approval_without_approver` if no one but the buyer could be asked; `payment_already_open`;
 * `payment_method_unavailable`
 */
export async function submitOrder(
  kit: PaymentKit,
  site: SiteRow,
  actor: Customer,
  asked: Asked,
): Promise<ApprovalWire> {
  if (!actor.registrationComplete) throw new Refusal('registration_incomplete')
  const submit = () => inSite(kit.pool, site.id, (db) => submitted(db, kit, site, actor, asked))
  let answer = await submit()
  if ('wasCents' in answer) {
    // The new prices stay, whatever is answered.
    await commitStep()
    if (!answer.isIncomplete) throw priceChanged(answer.wasCents, answer.nowCents)
    answer = await submit()
  }
  if ('wasCents' in answer) throw new Refusal('order_changed')
  crashPoint('approval.asked')
  return answer
}

async function submitted(
  db: Db,
  kit: PaymentKit,
  read: SiteRow,
  actor: Customer,
  asked: Asked,
): Promise<ApprovalWire | Repriced> {
  const { company } = inCompany(actor)
  const { orderId, method_code: method, po_number: poNumber } = asked
  const site = await lockPreview(db, read)
  await keepPeople(db, site.id, company.id)
  const orderer = await keepCompany(db, site, company.id, actor.customerId)
  await lockToOrder(db, actor)
  const row = await lockOrder(db, actor, orderId)
  if (row.status !== 'cart') throw new Refusal('order_is_frozen')
  const { whole, openMoney, provider, options } = await readPayable(db, actor, row, method)
  assertUnpaid(row.status, whole.payments)
  assertNoDiscrepancy(openMoney)
  if (!isCompanyMethod(method) && (provider === null || !isOffered(kit.gateway, site, provider))) {
    throw new Refusal('payment_method_unavailable')
  }
  const at = kit.now()
  const repriced = await repriceDeliveries(db, site, whole, options, at)
  if (repriced !== undefined) return repriced
  for (const type of heldTypes(whole.items)) assertOffered(kit.config, type)
  const freezing = { poNumber, companyId: company.id, isBudgeted: orderer.hasBudgets, at }
  const order = await freezeOrder(db, site, whole, freezing)
  const { seen_total_cents: seen, invoice_emails: emails } = asked
  if (seen !== undefined && seen !== order.total_cents) throw priceChanged(seen, order.total_cents)
  if (emails !== undefined) await saveInvoiceEmails(db, actor, orderId, emails)

  const [budgets, rules] = await Promise.all([
    orderer.hasBudgets ? lockBudgetsOf(db, site.id, orderer, at) : [],
    listRulesInForce(db, { siteId: site.id, companyId: company.id }),
  ])
  const judge = await judgeBy(rules, orderer, judgedOf(whole.items, order), () =>
    hasOrdered(db, site.id, orderer),
  )
  const needed = judge(budgetFacts(budgets))
  if (needed.steps.length === 0) throw new Refusal('approval_not_needed')
  const { company: people, steps } = await readPeopleToAsk(db, site, orderer, needed.steps, at)
  if (steps.some(({ people }) => people.length === 0)) throw new Refusal('approval_without_approver')
  await db
    .updateTable('orders')
    .set({ status: 'awaiting_approval' })
    .where('site_id', '=', site.id)
    .where('id', '=', orderId)
    .execute()
  await moveDrafts(db, order, at)
  const id = await insertRequest(db, order, asked, steps, at)
  const { coversOverBudget: mayExceed } = needed
  await reserveBudgets(db, order, budgets, { source: `approval:${id}`, mayExceed }, at)
  const request = await readLocked(db, site.id, id)
  const [first] = await listSteps(db, site.id, [id])
  await openStep(db, kit, request, first!, people, at)
  const startAfter = APPROVAL_DAYS * 86_400
  await kit.jobs.enqueue(db, expireRequest, { siteId: site.id, requestId: id }, { startAfter })
  record(db, site.id, {
    actor: `customer:${actor.customerId}`,
    event: 'approval.requested',
    subject: `order:${orderId}`,
    facts: { amount_cents: order.total_cents },
    at,
  })
  const data = { approval_id: id, order_id: orderId, total_cents: order.total_cents }
  await announce(db, site.id, [{ type: 'approval.requested', data, at }])
  return readApproval(db, site, actor, id, at)
}

async function insertRequest(
  db: Db,
  order: OrderRow,
  { method_code, note }: Asked,
  steps: readonly StepToAsk[],
  at: Date,
): Promise<number> {
  const { site_id, id: order_id, priced } = order
  const { id } = await db
    .insertInto('approval_requests')
    .values({
      site_id,
      company_id: order.company_id!,
      order_id,
      hash: await orderHash(db, order),
      state: 'open',
      name: priced!.items[0]!.name,
      amount_cents: order.total_cents,
      card_count: priced!.price.cardCount,
      method_code,
      note,
      asked_by: order.customer_id,
      asked_at: at,
      expires_at: new Date(at.getTime() + APPROVAL_DAYS * 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('approval_steps')
    .values(
      steps.map(({ rules, people: _, ...asked }, position) => ({
        site_id,
        request_id: id,
        position,
        state: 'waiting',
        asked: json(asked),
        rules: json(rules),
      })),
    )
    .execute()
  return id
}
