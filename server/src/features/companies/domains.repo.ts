import type { CheckedDomain, DomainOutcome, JoinMode, JoinRequestState } from '@laurel/domain/company-domains'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import type { InCompany } from './companies.repo.ts'

type CompanyId = { siteId: number; companyId: number }

function domains(db: Db, siteId: number) {
  return db
    .selectFrom('company_domains')
    .selectAll()
    .where('site_id', '=', siteId)
    .$narrowType<{ outcome: DomainOutcome | null }>()
}

export type DomainRow = Awaited<ReturnType<typeof listDomains>>[number]

export function listDomains(db: Db, { siteId, company }: InCompany) {
  return domains(db, siteId).where('company_id', '=', company.id).orderBy('domain').execute()
}

export function findDomain(db: Db, siteId: number, id: number): Promise<DomainRow | undefined> {
  return domains(db, siteId).where('id', '=', id).executeTakeFirst()
}

/** @throws {Refusal} `not_found` */
export async function readDomain(db: Db, { siteId, company }: InCompany, id: number): Promise<DomainRow> {
  const row = await findDomain(db, siteId, id)
  if (row?.company_id !== company.id) throw new Refusal('not_found')
  return row
}

export async function insertDomain(
  db: Db,
  { siteId, company }: InCompany,
  { nextCheckAt, ...given }: { domain: string; token: string; asked_at: Date; nextCheckAt: Date | null },
): Promise<void> {
  await db
    .insertInto('company_domains')
    .values({ site_id: siteId, company_id: company.id, ...given, next_check_at: nextCheckAt })
    .execute()
}

export async function setAsked(db: Db, { site_id, id }: DomainRow, at: Date): Promise<void> {
  await db
    .updateTable('company_domains')
    .set({ asked_at: at })
    .where('site_id', '=', site_id)
    .where('id', '=', id)
    .execute()
}

export async function saveChecked(
  db: Db,
  { site_id, id }: DomainRow,
  { outcome, at, ...after }: CheckedDomain & { outcome: DomainOutcome; at: Date },
): Promise<void> {
  await db
    .updateTable('company_domains')
    .set({
      outcome,
      checked_at: at,
      asked_at: after.askedAt,
      verified_at: after.verifiedAt,
      missing_since: after.missingSince,
      next_check_at: after.nextCheckAt,
    })
    .where('site_id', '=', site_id)
    .where('id', '=', id)
    .execute()
}

export async function deleteDomain(db: Db, { site_id, id }: DomainRow): Promise<void> {
  await db.deleteFrom('company_domains').where('site_id', '=', site_id).where('id', '=', id).execute()
}

/** The company that has a domain. */
export async function findHolder(db: Db, siteId: number, domain: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('company_domains')
    .select('company_id')
    .where('site_id', '=', siteId)
    .where('domain', '=', domain)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  return row?.company_id
}

/** Domains that are due for a check. */
export function domainsToCheck(db: Db, at: Date) {
  return db.selectFrom('company_domains').where('next_check_at', '<=', at)
}

export async function readJoining(db: Db, { siteId, companyId }: CompanyId) {
  return db
    .selectFrom('companies')
    .select(['name', 'join_by_domain as mode', 'join_role as role', 'join_mail_at'])
    .where('site_id', '=', siteId)
    .where('id', '=', companyId)
    .$narrowType<{ mode: JoinMode }>()
    .executeTakeFirstOrThrow()
}

export async function changeJoining(
  db: Db,
  { siteId, companyId }: CompanyId,
  change: { join_by_domain: JoinMode; join_role: string } | { join_mail_at: Date },
): Promise<void> {
  await db
    .updateTable('companies')
    .set(change)
    .where('site_id', '=', siteId)
    .where('id', '=', companyId)
    .execute()
}

/** The company's open requests, the oldest first. */
export function listJoinRequests(db: Db, { siteId, company }: InCompany) {
  return db
    .selectFrom('company_join_requests as r')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.site_id', '=', 'r.site_id').onRef('c.id', '=', 'r.customer_id'),
    )
    .select(['c.id', 'c.first_name', 'c.last_name', 'c.email', 'r.at'])
    .where('r.site_id', '=', siteId)
    .where('r.company_id', '=', company.id)
    .where('r.state', '=', 'open')
    .orderBy('r.at')
    .orderBy('c.id')
    .execute()
}

/** What is known of a person who isn't in the company. */
export function findJoinRequest(
  db: Db,
  { siteId, customerId, companyId }: CompanyId & { customerId: number },
) {
  return db
    .selectFrom('company_join_requests')
    .select(['state', 'at'])
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .where('customer_id', '=', customerId)
    .$narrowType<{ state: JoinRequestState }>()
    .executeTakeFirst()
}

export async function saveJoinRequest(
  db: Db,
  { siteId, customerId, companyId }: CompanyId & { customerId: number },
  { state, at }: { state: JoinRequestState; at: Date },
): Promise<void> {
  await db
    .insertInto('company_join_requests')
    .values({ site_id: siteId, company_id: companyId, customer_id: customerId, state, at })
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'company_id', 'customer_id']).doUpdateSet({ state, at }),
    )
    .execute()
}
