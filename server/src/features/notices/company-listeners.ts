import type { CompanyCapability } from '@laurel/domain/company-roles'
import { mayInCompany } from '@laurel/domain/company-roles'
import type { NoticeKind } from '@laurel/domain/notice-words'
import type { Db } from '../../database/database.ts'
import { literal } from '../../database/sql.ts'
import type { EventOf } from '../../order-events.ts'
import { listRolesOfPeople } from '../companies/companies.repo.ts'

/**
 * Tells those who manage people that a person joined or asks to. Once a request is answered or withdrawn, unseen
 * notices about it are removed.
 */
export async function tellCompanyChanged(
  db: Db,
  { siteId, event, actor, subject, facts, at }: EventOf<'company.recorded'>,
): Promise<void> {
  const kind = TOLD[event]
  const endsRequest = ENDING_REQUESTS.has(event)
  if (kind === undefined && !endsRequest) return
  const companyId = idOf('company', subject)
  const actorId = idOf('customer', actor)
  const subjectId = typeof facts.person === 'string' ? idOf('customer', facts.person) : actorId
  if (companyId === undefined || subjectId === undefined) return
  if (endsRequest) {
    await db
      .deleteFrom('notices')
      .where('site_id', '=', siteId)
      .where('customer_id', 'in', peopleOf(db, siteId, companyId))
      .where('company_id', '=', companyId)
      .where('kind', '=', literal('join_requested'))
      .where('subject_id', '=', subjectId)
      .where('seen_at', 'is', null)
      .execute()
  }
  if (kind === undefined) return
  const except = [actorId, subjectId]
  await tellPeople(db, siteId, { companyId, kind, needs: 'people.manage', subjectId, except, at })
}

const OF_PROGRAMS: Partial<Record<string, NoticeKind>> = {
  'company.program_stuck': 'program_stuck',
  'company.program_late': 'program_late',
}

/** Tells the person whose orders a program places that it couldn't, or everyone who manages programs once they left. */
export async function tellProgramStuck(
  db: Db,
  { siteId, event, subject, facts, at }: EventOf<'company.recorded'>,
): Promise<void> {
  const kind = OF_PROGRAMS[event]
  const companyId = idOf('company', subject)
  if (kind === undefined || companyId === undefined) return
  const owner = typeof facts.person === 'string' ? idOf('customer', facts.person) : undefined
  const subjectId = Number(facts.program_id)
  await tellPeople(db, siteId, { companyId, kind, needs: 'programs.manage', subjectId, only: owner, at })
}

/** Tells the people who get a saved report by mail that its file couldn't be made. */
export async function tellReportFailed(
  db: Db,
  { siteId, event, subject, facts, at }: EventOf<'company.recorded'>,
): Promise<void> {
  const companyId = idOf('company', subject)
  if (event !== 'company.report_failed' || companyId === undefined) return
  const subjectId = Number(facts.report_id)
  const saved = await db
    .selectFrom('saved_reports')
    .select(({ ref }) => ref('reader_ids').$castTo<number[]>().as('reader_ids'))
    .where('site_id', '=', siteId)
    .where('id', '=', subjectId)
    .executeTakeFirst()
  const among = saved?.reader_ids ?? []
  await tellPeople(db, siteId, {
    companyId,
    kind: 'report_failed',
    needs: 'reports.see',
    subjectId,
    among,
    at,
  })
}

const OF_LISTS: Partial<Record<string, NoticeKind>> = {
  'company.list_sync_failed': 'list_sync_failed',
  'company.list_sync_held': 'list_sync_held',
}

/** Tells the person who turned a list's sync on that it didn't work, or everyone who manages programs once they left. */
export async function tellListNotSynced(
  db: Db,
  { siteId, event, subject, facts, at }: EventOf<'company.recorded'>,
): Promise<void> {
  const kind = OF_LISTS[event]
  const companyId = idOf('company', subject)
  if (kind === undefined || companyId === undefined) return
  const only = typeof facts.person === 'string' ? idOf('customer', facts.person) : undefined
  const subjectId = Number(facts.list_id)
  await tellPeople(db, siteId, { companyId, kind, needs: 'programs.manage', subjectId, only, at })
}

const TOLD: Partial<Record<string, NoticeKind>> = {
  'company.joined': 'person_joined',
  'company.join_approved': 'person_joined',
  'company.join_asked': 'join_requested',
}

function peopleOf(db: Db, siteId: number, companyId: number) {
  return db
    .selectFrom('company_members')
    .select('customer_id')
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
}

const ENDING_REQUESTS: ReadonlySet<string> = new Set([
  'company.join_withdrawn',
  'company.join_approved',
  'company.join_declined',
])

/** Tells those who manage budgets that one is running low or used up. */
export async function tellBudgetUsed(
  db: Db,
  { siteId, companyId, budgetId, percent, leftCents, at }: EventOf<'budget.used'>,
): Promise<void> {
  const kind = percent === 100 ? 'budget_exhausted' : 'budget_low'
  const amountCents = Math.max(0, leftCents)
  const told = { companyId, kind, needs: 'budgets.manage', subjectId: budgetId, amountCents, at } as const
  await tellPeople(db, siteId, told)
}

/** Tells those who see the company's money that it was topped up, or is below the amount that admins chose. */
export async function tellBalanceMoved(
  db: Db,
  { siteId, companyId, orderId, isTopUp, cents, balanceCents, at }: EventOf<'balance.moved'>,
): Promise<void> {
  const told = { companyId, needs: 'money.see', subjectId: orderId, at } as const
  if (cents > 0) {
    if (isTopUp) await tellPeople(db, siteId, { ...told, kind: 'balance_topped_up', amountCents: cents })
    return
  }
  const { low_balance_cents: lowCents } = await db
    .selectFrom('companies')
    .select('low_balance_cents')
    .where('site_id', '=', siteId)
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const wasAbove = lowCents !== null && balanceCents - cents >= lowCents
  if (!wasAbove || balanceCents >= lowCents) return
  const amountCents = Math.max(0, balanceCents)
  await tellPeople(db, siteId, { ...told, kind: 'balance_low', amountCents })
}

type Told = {
  companyId: number
  kind: NoticeKind
  /** Who hears of it: people of the company who can do this. */
  needs: CompanyCapability
  subjectId: number
  amountCents?: number
  /** Who caused it, and knows. */
  except?: readonly (number | undefined)[]
  /** Only these. */
  among?: readonly number[]
  /** The one person to hear of it, if it concerns them. */
  only?: number | undefined
  at: Date
}

/** Writes a notice for each of the people of a company whom it concerns. Their choices decide about the mail. */
async function tellPeople(
  db: Db,
  siteId: number,
  { companyId, kind, needs, subjectId, amountCents = 0, except = [], among, only, at }: Told,
): Promise<void> {
  const people = [...(await listRolesOfPeople(db, siteId, companyId))]
  const concerned = people
    .filter(([id, role]) => !except.includes(id) && mayInCompany(role, needs))
    .filter(([id]) => among === undefined || among.includes(id))
    .map(([id]) => id)
  const told = only !== undefined && concerned.includes(only) ? [only] : concerned
  if (told.length === 0) return
  await db
    .insertInto('notices')
    .values(
      told.map((customerId) => ({
        site_id: siteId,
        customer_id: customerId,
        company_id: companyId,
        subject_id: subjectId,
        kind,
        amount_cents: amountCents,
        created_at: at,
        mail_at: at,
      })),
    )
    .execute()
}

function idOf(what: 'company' | 'customer', party: string): number | undefined {
  const [, id] = new RegExp(`^${what}:(\\d+)$`).exec(party) ?? []
  return id === undefined ? undefined : Number(id)
}
