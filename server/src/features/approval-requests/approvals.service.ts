import type { Approval, getApproval, listApprovals as listEndpoint } from '@laurel/contract/approvals'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { pageOfResults, windowOf } from '../../http/page-links.ts'
import { personWire, rulesWire } from '../approvals/approval-view.ts'
import { type CompanyNow, nameIn, readCompanyNow } from '../approvals/people.repo.ts'
import { budgetFacts, listBudgetsOf } from '../budgets/budgets.repo.ts'
import { orderWires } from '../checkout/order-view.ts'
import { inCompany } from '../companies/companies.repo.ts'
import { findOrderOfSite } from '../orders/orders.repo.ts'
import type { PaymentViewKit } from '../payments/payment-view.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { deciders, isInvolved } from './ask.ts'
import { listSteps, type RequestRow, readRequest, requests, type StepRow } from './requests.repo.ts'
import { unusualOf } from './unusual.ts'

export type ApprovalWire = z.input<typeof Approval>
type Detail = z.input<typeof getApproval.response>
type ViewKit = PaymentViewKit & { pool: Parameters<typeof inSite>[0]; now: () => Date }

/** One request as its viewer sees it in lists. */
export async function readApproval(
  db: Db,
  site: SiteRow,
  actor: Customer,
  id: number,
  at: Date,
): Promise<ApprovalWire> {
  const { company: own } = inCompany(actor)
  const [request, steps, company] = await Promise.all([
    readRequest(db, site.id, own.id, id),
    listSteps(db, site.id, [id]),
    readCompanyNow(db, site, own.id, at),
  ])
  return approvalWire(request, steps, company, actor.customerId)
}

/** @throws {Refusal} `registration_incomplete` */
export function listApprovals(
  { pool, now }: ViewKit,
  site: SiteRow,
  actor: Customer,
  { show, ...page }: z.output<typeof listEndpoint.query>,
): Promise<z.input<typeof listEndpoint.response>> {
  const { company: own, customerId } = inCompany(actor)
  return inSite(pool, site.id, async (db) => {
    const company = await readCompanyNow(db, site, own.id, now())
    const all = requests(db, site.id)
      .where('request.company_id', '=', own.id)
      .$if(show === 'waiting', (query) => query.where('request.state', '=', 'open'))
      .$if(show === 'own', (query) =>
        query.where(({ eb, or }) =>
          or([eb('o.customer_id', '=', customerId), eb('request.asked_by', '=', customerId)]),
        ),
      )
      .$if(show === 'done', (query) =>
        query.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('approval_steps as step')
              .select('step.position')
              .whereRef('step.site_id', '=', 'request.site_id')
              .whereRef('step.request_id', '=', 'request.id')
              .where('step.decided_by', '=', customerId),
          ),
        ),
      )
      .orderBy('request.id', 'desc')
    const { limit, offset } = windowOf(page)
    const link = (count: number, wires: ApprovalWire[]) =>
      pageOfResults('/api/v1/approvals/', { show }, page, count, wires)
    const wiresOf = async (rows: RequestRow[]) => {
      const ids = rows.map(({ id }) => id)
      const steps = await listSteps(db, site.id, ids)
      return rows.map((row) =>
        approvalWire(
          row,
          steps.filter(({ request_id }) => request_id === row.id),
          company,
          customerId,
        ),
      )
    }
    if (show === 'waiting') {
      // Who can decide follows from the company's people: a company has few open requests.
      const wires = (await wiresOf(await all.execute())).filter(({ can_decide }) => can_decide)
      return link(wires.length, wires.slice(offset, offset + limit))
    }
    const { count } = await all
      .clearSelect()
      .clearOrderBy()
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return link(count, await wiresOf(await all.limit(limit).offset(offset).execute()))
  })
}

/** @throws {Refusal} `not_found` for people who aren't involved */
export function showApproval(kit: ViewKit, site: SiteRow, actor: Customer, id: number): Promise<Detail> {
  return inSite(kit.pool, site.id, async (db) => {
    const at = kit.now()
    const seen = await readSeen(db, site, actor, id, at)
    const { request, steps, company } = seen
    const order = request.is_taken_back ? undefined : await findOrderOfSite(db, site.id, request.order_id)
    const isOpen = request.state === 'open' && order !== undefined
    const buyer = company.members.find((one) => one.id === request.buyer_id)
    const { timeZone } = company
    const person = buyer && {
      companyId: request.company_id,
      personId: buyer.id,
      teamId: buyer.teamId,
      timeZone,
    }
    const budgets = isOpen && person ? budgetFacts(await listBudgetsOf(db, site.id, person, at)) : []
    const reserved = order?.is_budgeted ? request.amount_cents : 0
    const [wire] = order === undefined ? [] : await orderWires(db, kit, site, [order], actor)
    return {
      ...approvalWire(request, steps, company, actor.customerId),
      expires_at: request.expires_at.toISOString(),
      steps: steps.map((step) => stepWire(step, request, company, actor.customerId)),
      unusual: isOpen ? await unusualOf(db, request, order) : [],
      budgets: budgets.map(({ name, amountCents, takenCents }) => ({
        name,
        amount_cents: Math.max(0, amountCents),
        taken_cents: Math.max(0, takenCents - reserved),
        left_cents: amountCents - takenCents + reserved - request.amount_cents,
      })),
      order: wire ?? null,
    }
  })
}

/** @throws {Refusal} `not_found` for people who aren't involved */
export async function readSeen(db: Db, site: SiteRow, actor: Customer, id: number, at: Date) {
  const { company: own } = inCompany(actor)
  const request = await readRequest(db, site.id, own.id, id)
  const [steps, company] = await Promise.all([
    listSteps(db, site.id, [id]),
    readCompanyNow(db, site, own.id, at),
  ])
  if (!isInvolved(request, steps, company, actor.customerId)) throw new Refusal('not_found')
  return { request, steps, company }
}

function approvalWire(
  request: RequestRow,
  steps: readonly StepRow[],
  company: CompanyNow,
  viewerId: number,
): ApprovalWire {
  const open = request.state === 'open' ? steps.find(({ state }) => state === 'open') : undefined
  const asked = open ? deciders(open, request, company) : []
  const isWaiting = request.order_status === 'awaiting_approval'
  const isOwn = request.buyer_id === viewerId
  return {
    id: request.id,
    order_id: request.order_id,
    order_number: isWaiting ? '' : (request.order_number ?? ''),
    name: request.name,
    state: request.state,
    amount_cents: request.amount_cents,
    card_count: request.card_count,
    asked_by: personNamed(company, request.asked_by, viewerId),
    asked_at: request.asked_at.toISOString(),
    decided_at: request.closed_at?.toISOString() ?? null,
    note: request.note,
    comment: request.comment,
    method_code: request.method_code,
    waits_for: company.members.filter(({ id }) => asked.includes(id)).map(({ name }) => name),
    can_edit: isOwn && isWaiting && !request.is_taken_back,
    can_decide: asked.includes(viewerId),
    is_own: isOwn,
    needs_payment: request.state === 'approved' && isWaiting,
  }
}

function stepWire(
  step: StepRow,
  request: RequestRow,
  company: CompanyNow,
  viewerId: number,
): Detail['steps'][number] {
  const isToDecide = request.state === 'open' && (step.state === 'open' || step.state === 'waiting')
  const asked = isToDecide ? deciders(step, request, company) : []
  const { escalation } = step.asked
  const to = escalation?.to ?? null
  return {
    position: step.position,
    state: step.state,
    rules: rulesWire(step.rules),
    people: company.members
      .filter(({ id }) => asked.includes(id))
      .map((member) => personWire(member, viewerId)),
    due_at: isToDecide ? (step.due_at?.toISOString() ?? null) : null,
    escalates_to:
      escalation === null ? '' : to === null ? 'the admins' : personNamed(company, to, viewerId).name,
    is_escalated: step.is_escalated,
    decided:
      step.decided_at === null
        ? null
        : {
            by: step.decided_by === null ? null : personNamed(company, step.decided_by, viewerId),
            at: step.decided_at.toISOString(),
            comment: step.comment,
          },
  }
}

/** People who left the company have no name here. */
function personNamed(company: CompanyNow, id: number, viewerId: number) {
  return personWire({ id, name: nameIn(company, id) ?? 'A former colleague' }, viewerId)
}
