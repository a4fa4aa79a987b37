import type { MatchedRule, RuleStep } from '@laurel/domain/approval-rules'
import type { ApprovalState, ApprovalStepState } from '@laurel/domain/approval-states'
import type { PaymentMethod } from '@laurel/domain/payment-method'
import { Refusal } from '@laurel/domain/refusal'
import type { Selectable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { ApprovalRequests, ApprovalSteps } from '../../database/generated/tables.ts'

export type RequestRow = Omit<Selectable<ApprovalRequests>, 'state' | 'method_code'> & {
  state: ApprovalState
  method_code: PaymentMethod
  /** Who has the order now: the person who asked, unless they left the company. */
  buyer_id: number
  order_number: string | null
  order_status: string
  /** Whether its cards are back in a cart. */
  is_taken_back: boolean
}

export type StepRow = Omit<Selectable<ApprovalSteps>, 'state' | 'asked' | 'rules' | 'told'> & {
  state: ApprovalStepState
  asked: RuleStep
  rules: MatchedRule[]
  told: number[]
}

/** Requests with what their orders are now. */
export function requests(db: Db, siteId: number) {
  return db
    .selectFrom('approval_requests as request')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'request.site_id').onRef('o.id', '=', 'request.order_id'),
    )
    .selectAll('request')
    .select(['o.customer_id as buyer_id', 'o.number as order_number', 'o.status as order_status'])
    .select(({ eb }) => eb('o.priced', 'is', null).$castTo<boolean>().as('is_taken_back'))
    .where('request.site_id', '=', siteId)
    .$narrowType<{ state: ApprovalState; method_code: PaymentMethod }>()
}

/** @throws {Refusal} `not_found` if there's none in this company */
export async function readRequest(
  db: Db,
  siteId: number,
  companyId: number,
  id: number,
): Promise<RequestRow> {
  const row = await requests(db, siteId)
    .where('request.company_id', '=', companyId)
    .where('request.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/** The newest request for an order. */
export function findRequestFor(db: Db, siteId: number, orderId: number): Promise<RequestRow | undefined> {
  return requests(db, siteId)
    .where('request.order_id', '=', orderId)
    .orderBy('request.id', 'desc')
    .executeTakeFirst()
}

/** Reads it again once its order is locked: all changes to a request lock that first. */
export async function readLocked(db: Db, siteId: number, id: number): Promise<RequestRow> {
  return requests(db, siteId).where('request.id', '=', id).executeTakeFirstOrThrow()
}

/** The company's people stay as they are until the transaction ends. Before the order, as when someone leaves. */
export async function keepPeople(db: Db, siteId: number, companyId: number): Promise<void> {
  await db
    .selectFrom('companies')
    .select('id')
    .where('site_id', '=', siteId)
    .where('id', '=', companyId)
    .forShare()
    .execute()
}

export async function listSteps(db: Db, siteId: number, requestIds: readonly number[]): Promise<StepRow[]> {
  if (requestIds.length === 0) return []
  const rows = await db
    .selectFrom('approval_steps')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('request_id', 'in', requestIds)
    .orderBy('request_id')
    .orderBy('position')
    .execute()
  return rows as StepRow[]
}

export async function changeStep(
  db: Db,
  { site_id, request_id, position }: StepRow,
  change: Partial<
    Pick<StepRow, 'state' | 'due_at' | 'is_escalated' | 'decided_by' | 'decided_at' | 'comment'>
  >,
): Promise<void> {
  await db
    .updateTable('approval_steps')
    .set(change)
    .where('site_id', '=', site_id)
    .where('request_id', '=', request_id)
    .where('position', '=', position)
    .execute()
}

export async function changeRequest(
  db: Db,
  { site_id, id }: Pick<RequestRow, 'site_id' | 'id'>,
  change: { state: ApprovalState; comment?: string; closed_at: Date },
): Promise<void> {
  await db
    .updateTable('approval_requests')
    .set(change)
    .where('site_id', '=', site_id)
    .where('id', '=', id)
    .execute()
}
