import { approversOf, type ToAsk } from '@laurel/domain/approvers'
import { afterWorkingHours } from '@laurel/domain/working-hours'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import type { Kit } from '../../kit.ts'
import type { EventOf } from '../../order-events.ts'
import { buyersOf, type CompanyNow, readCompanyNow } from '../approvals/people.repo.ts'
import { escalateStep, expireRequest, mailApproval } from './approval-jobs.ts'
import { changeStep, listSteps, type RequestRow, requests, type StepRow } from './requests.repo.ts'

type AskKit = Pick<Kit, 'jobs'>

function toAsk({ asked, is_escalated: isEscalated }: StepRow): ToAsk {
  return { ...asked, isEscalated }
}

/** Who can decide a step now. */
export function deciders(step: StepRow, request: RequestRow, company: CompanyNow): readonly number[] {
  return approversOf(toAsk(step), buyersOf([request.buyer_id, request.asked_by], company), company)
}

/** Who sees a request: its buyer, people who are asked or have decided, and admins. */
export function isInvolved(
  request: RequestRow,
  steps: readonly StepRow[],
  company: CompanyNow,
  personId: number,
): boolean {
  const member = company.members.find(({ id }) => id === personId)
  if (member === undefined) return false
  if (request.buyer_id === personId || request.asked_by === personId || member.role === 'admin') return true
  return steps.some(
    (step) => step.decided_by === personId || deciders(step, request, company).includes(personId),
  )
}

/** Opens a step: from now on it waits for the people it asks. */
export async function openStep(
  db: Db,
  { jobs }: AskKit,
  request: RequestRow,
  step: StepRow,
  company: CompanyNow,
  at: Date,
): Promise<void> {
  const { escalation } = step.asked
  const dueAt = escalation === null ? null : afterWorkingHours(at, escalation.hours, company.timeZone)
  await changeStep(db, step, { state: 'open', due_at: dueAt })
  await tellNew(db, { jobs }, request, { ...step, state: 'open' }, company, 'asked')
  if (dueAt === null) return
  const about = { siteId: request.site_id, requestId: request.id, position: step.position }
  const startAfter = Math.ceil((dueAt.getTime() - at.getTime()) / 1000) + 1
  await jobs.enqueue(db, escalateStep, about, { startAfter })
}

/** Mails those who can decide a step and weren't asked yet. */
export async function tellNew(
  db: Db,
  { jobs }: AskKit,
  request: RequestRow,
  step: StepRow,
  company: CompanyNow,
  news: 'asked' | 'escalated',
): Promise<void> {
  const { site_id: siteId, id: requestId } = request
  const found = deciders(step, request, company).filter((id) => !step.told.includes(id))
  if (found.length === 0) return
  await db
    .updateTable('approval_steps')
    .set({ told: json([...step.told, ...found]) })
    .where('site_id', '=', siteId)
    .where('request_id', '=', requestId)
    .where('position', '=', step.position)
    .execute()
  for (const to of found) {
    await jobs.enqueue(db, mailApproval, { siteId, requestId, to, news, position: step.position })
  }
}

/** Time to choose another approver. */
const FIND_ANOTHER_SECONDS = 3_600

async function expireSoon(db: Db, { jobs }: AskKit, { site_id: siteId, id: requestId }: RequestRow) {
  const about = { siteId, requestId, withoutApprover: true }
  await jobs.enqueue(db, expireRequest, about, { startAfter: FIND_ANOTHER_SECONDS })
}

/**
 * After someone left a company, or roles, teams, or delegates changed, open steps pass on to the people who can decide
 * them now: others of the group, or the admins. Without any, requests soon expire.
 */
export function passOnApprovals(kit: AskKit) {
  return async (db: Db, { siteId, companyId, at }: EventOf<'people.changed'>): Promise<void> => {
    const open = await requests(db, siteId)
      .where('request.company_id', '=', companyId)
      .where('request.state', '=', 'open')
      .orderBy('request.id')
      .execute()
    if (open.length === 0) return
    const site = await db
      .selectFrom('sites')
      .select(['id', 'time_zone'])
      .where('id', '=', siteId)
      .executeTakeFirstOrThrow()
    const company = await readCompanyNow(db, site, companyId, at)
    const steps = await listSteps(
      db,
      siteId,
      open.map(({ id }) => id),
    )
    for (const step of steps.filter(({ state }) => state === 'open')) {
      const request = open.find(({ id }) => id === step.request_id)!
      if (deciders(step, request, company).length === 0) await expireSoon(db, kit, request)
      else await tellNew(db, kit, request, step, company, 'asked')
    }
  }
}
