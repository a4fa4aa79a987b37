import { capabilitiesIn, INVITATION_DAYS, type RoleInCompany } from '@laurel/domain/company-roles'
import { Refusal } from '@laurel/domain/refusal'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../database/database.ts'
import { now } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { raise } from '../../order-events.ts'
import { hashSecret } from '../../secrets/hash-secret.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { endPrograms } from './api-key-access.ts'
import { keepFoundersBilling } from './billing.repo.ts'
import type { Membership } from './own-companies.ts'
import { passOnShared } from './pass-on.repo.ts'
import { roleName } from './roles.repo.ts'

/** A customer's company in use. */
export type InCompany = { siteId: number; customerId: number; company: Membership }

/** A company, for what reads it as none of its people. */
export type OfCompany = Pick<InCompany, 'siteId'> & { company: Pick<Membership, 'id'> }

/** @throws {Refusal} `registration_incomplete` without a company */
export function inCompany({ siteId, customerId, company }: Customer): InCompany {
  if (company === undefined) throw new Refusal('registration_incomplete')
  return { siteId, customerId, company }
}

/** A company's time zone: its own, or the site's. @throws {Refusal} `not_found` */
export async function readTimeZone(
  db: Db,
  site: Pick<SiteRow, 'id' | 'time_zone'>,
  companyId: number,
): Promise<string> {
  const row = await db
    .selectFrom('companies')
    .select('time_zone')
    .where('site_id', '=', site.id)
    .where('id', '=', companyId)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row.time_zone ?? site.time_zone
}

export async function listOwnCompanies(db: Db, site: Pick<SiteRow, 'id' | 'time_zone'>, customerId: number) {
  const rows = await db
    .selectFrom('company_members as own')
    .innerJoin('companies as c', (join) =>
      join.onRef('c.site_id', '=', 'own.site_id').onRef('c.id', '=', 'own.company_id'),
    )
    .leftJoin('company_roles as r', (join) =>
      join
        .onRef('r.site_id', '=', 'own.site_id')
        .onRef('r.company_id', '=', 'own.company_id')
        .onRef('r.key', '=', 'own.role'),
    )
    .leftJoin('company_balances as b', (join) =>
      join.onRef('b.site_id', '=', 'c.site_id').onRef('b.company_id', '=', 'c.id'),
    )
    .select([
      'c.id',
      'c.name',
      'c.has_budgets',
      'c.has_approval_rules',
      'own.role',
      'r.name as custom_name',
      'r.capabilities',
    ])
    .select('b.balance_cents')
    .select(({ cast, fn, val }) =>
      fn.coalesce('c.time_zone', cast<string>(val(site.time_zone), 'text')).as('time_zone'),
    )
    .select(({ fn, selectFrom }) =>
      selectFrom('company_members as all')
        .select(fn.countAll<number>().as('people_count'))
        .whereRef('all.site_id', '=', 'c.site_id')
        .whereRef('all.company_id', '=', 'c.id')
        .$asScalar()
        .$notNull()
        .as('people_count'),
    )
    .select(({ fn, selectFrom }) =>
      selectFrom('company_join_requests as asked')
        .select(fn.countAll<number>().as('request_count'))
        .whereRef('asked.site_id', '=', 'c.site_id')
        .whereRef('asked.company_id', '=', 'c.id')
        .where('asked.state', '=', 'open')
        .$asScalar()
        .$notNull()
        .as('request_count'),
    )
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('companies as merged')
          .select('merged.id')
          .whereRef('merged.site_id', '=', 'c.site_id')
          .whereRef('merged.merged_into', '=', 'c.id'),
      ).as('merged'),
    )
    .where('own.site_id', '=', site.id)
    .where('own.customer_id', '=', customerId)
    .orderBy('own.joined_at')
    .orderBy('own.company_id')
    .execute()
  return rows.map(({ custom_name, capabilities: own, balance_cents, request_count, merged, ...row }) => {
    const capabilities = [...capabilitiesIn(row.role, own)]
    const isSeen = capabilities.includes('orders.place') || capabilities.includes('money.see')
    return {
      ...row,
      role_name: roleName(row.role, custom_name),
      capabilities,
      join_request_count: capabilities.includes('people.manage') ? request_count : 0,
      balance_cents: isSeen ? (balance_cents ?? 0) : null,
      merged_ids: merged.map(({ id }) => id),
    }
  })
}

/** Everyone in the company, by name. */
export function listPeople(db: Db, { siteId, company }: OfCompany) {
  return db
    .selectFrom('company_members as m')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.site_id', '=', 'm.site_id').onRef('c.id', '=', 'm.customer_id'),
    )
    .select(['c.id', 'c.first_name', 'c.last_name', 'c.email', 'm.role', 'm.team_id', 'm.joined_at'])
    .where('m.site_id', '=', siteId)
    .where('m.company_id', '=', company.id)
    .orderBy('c.find_name')
    .orderBy('c.id')
    .execute()
}

export type PersonRow = Awaited<ReturnType<typeof listPeople>>[number]

export type PeopleRoles = Map<number, RoleInCompany>

/** Locks the company, so that its people and roles change one at a time. @returns their roles by customer ID */
export async function lockPeople(db: Db, siteId: number, companyId: number): Promise<PeopleRoles> {
  await db
    .selectFrom('companies')
    .select('id')
    .where('site_id', '=', siteId)
    .where('id', '=', companyId)
    .forUpdate()
    .execute()
  return listRolesOfPeople(db, siteId, companyId)
}

/** The people of a company and their roles, in the order in which they joined. */
export async function listRolesOfPeople(db: Db, siteId: number, companyId: number): Promise<PeopleRoles> {
  const rows = await db
    .selectFrom('company_members as m')
    .leftJoin('company_roles as r', (join) =>
      join
        .onRef('r.site_id', '=', 'm.site_id')
        .onRef('r.company_id', '=', 'm.company_id')
        .onRef('r.key', '=', 'm.role'),
    )
    .select(['m.customer_id', 'm.role', 'r.capabilities'])
    .where('m.site_id', '=', siteId)
    .where('m.company_id', '=', companyId)
    .orderBy('m.joined_at')
    .orderBy('m.customer_id')
    .execute()
  return new Map(
    rows.map(({ customer_id, role, capabilities }) => [
      customer_id,
      { role, capabilities: capabilitiesIn(role, capabilities) },
    ]),
  )
}

export async function changeMember(
  db: Db,
  { siteId, company }: InCompany,
  customerId: number,
  change: { role: string } | { team_id: number | null },
) {
  await db
    .updateTable('company_members')
    .set(change)
    .where('site_id', '=', siteId)
    .where('company_id', '=', company.id)
    .where('customer_id', '=', customerId)
    .execute()
}

/** People who asked to join no longer need to. @returns whether they weren't in it */
export async function addPerson(
  db: Db,
  siteId: number,
  companyId: number,
  { customerId, role, at }: { customerId: number; role: string; at: Date },
): Promise<boolean> {
  await db
    .deleteFrom('company_join_requests')
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .where('customer_id', '=', customerId)
    .execute()
  const added = await db
    .insertInto('company_members')
    .values({ site_id: siteId, company_id: companyId, customer_id: customerId, role, joined_at: at })
    .onConflict((conflict) => conflict.columns(['site_id', 'company_id', 'customer_id']).doNothing())
    .returning('customer_id')
    .executeTakeFirst()
  return added !== undefined
}

/**
 * Takes a person out of a company, and gives the orders they placed for it, and what they shared, to another. What
 * they heard of it, and asked the guide there, is deleted. They can only come back with an admin's approval. Without anyone left, its API keys and webhooks end.
 */
export async function takeOut(
  db: Db,
  siteId: number,
  companyId: number,
  { customerId, heirId }: { customerId: number; heirId: number | undefined },
): Promise<void> {
  await db
    .deleteFrom('company_members')
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .where('customer_id', '=', customerId)
    .execute()
  await db
    .deleteFrom('notices')
    .where('site_id', '=', siteId)
    .where('customer_id', '=', customerId)
    .where('company_id', '=', companyId)
    .execute()
  await db
    .deleteFrom('conversations')
    .where('site_id', '=', siteId)
    .where('customer_id', '=', customerId)
    .where('company_id', '=', companyId)
    .execute()
  await db
    .deleteFrom('assistant_connections')
    .where('site_id', '=', siteId)
    .where('customer_id', '=', customerId)
    .where('company_id', '=', companyId)
    .execute()
  if (heirId === undefined) return endPrograms(db, siteId, companyId)
  await keepFoundersBilling(db, siteId, companyId, customerId)
  await db
    .insertInto('company_join_requests')
    .values({ site_id: siteId, company_id: companyId, customer_id: customerId, state: 'left', at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['site_id', 'company_id', 'customer_id'])
        .doUpdateSet(({ ref }) => ({ state: 'left', at: ref('excluded.at') })),
    )
    .execute()
  await db
    .updateTable('orders')
    .set({ customer_id: heirId })
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .where('customer_id', '=', customerId)
    .where('status', '<>', 'cart')
    .execute()
  await passOnShared(db, { siteId, companyId, from: customerId, to: heirId })
}

/** Tells the features above that other people may now do what some were asked for. */
export async function tellPeopleChanged(
  db: Db,
  { siteId, company }: Pick<InCompany, 'siteId'> & { company: { id: number } },
  { now }: Pick<Kit, 'now'>,
): Promise<void> {
  await raise(db, { type: 'people.changed', siteId, companyId: company.id, at: now() })
}

function invitations(db: Db, siteId: number) {
  return db.selectFrom('company_invitations').selectAll().where('site_id', '=', siteId)
}

export type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number]

/** The newest first. */
export function listInvitations(db: Db, { siteId, company }: InCompany) {
  return invitations(db, siteId).where('company_id', '=', company.id).orderBy('id', 'desc').execute()
}

/** @throws {Refusal} `not_found` */
export async function lockInvitation(db: Db, { siteId, company }: InCompany, id: number) {
  const row = await invitations(db, siteId)
    .where('company_id', '=', company.id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/** @throws {Refusal} `invitation_not_found` */
export async function lockInvitationOf(db: Db, siteId: number, token: string): Promise<InvitationRow> {
  const row = await invitations(db, siteId)
    .where('token_hash', '=', hashSecret(token))
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('invitation_not_found')
  return row
}

/** @throws {Refusal} `invitation_not_found` */
export async function readInvitationOf(db: Db, siteId: number, token: string) {
  const row = await db
    .selectFrom('company_invitations as i')
    .innerJoin('companies as company', (join) =>
      join.onRef('company.site_id', '=', 'i.site_id').onRef('company.id', '=', 'i.company_id'),
    )
    .innerJoin('customers as c', (join) =>
      join.onRef('c.site_id', '=', 'i.site_id').onRef('c.id', '=', 'i.invited_by'),
    )
    .leftJoin('company_roles as r', (join) =>
      join
        .onRef('r.site_id', '=', 'i.site_id')
        .onRef('r.company_id', '=', 'i.company_id')
        .onRef('r.key', '=', 'i.role'),
    )
    .select([
      'i.company_id',
      'r.name as custom_name',
      'i.email',
      'i.role',
      'i.expires_at',
      'company.name',
      'c.first_name',
      'c.last_name',
    ])
    .where('i.site_id', '=', siteId)
    .where('i.token_hash', '=', hashSecret(token))
    .where('company.merged_into', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('invitation_not_found')
  return row
}

type Invited = { email: string; role: string; tokenHash: string; tokenSealed: string; at: Date }

/** Asks one more person, or the same one again under a new link. */
export async function saveInvitation(
  db: Db,
  { siteId, customerId, company }: InCompany,
  { email, role, tokenHash, tokenSealed, at }: Invited,
): Promise<InvitationRow> {
  await db
    .deleteFrom('company_invitations')
    .where('site_id', '=', siteId)
    .where('company_id', '=', company.id)
    .where(({ eb, fn, ref }) => eb(fn('lower', [ref('email')]), '=', email.toLowerCase()))
    .execute()
  return db
    .insertInto('company_invitations')
    .values({
      site_id: siteId,
      company_id: company.id,
      email,
      role,
      invited_by: customerId,
      token_hash: tokenHash,
      token_sealed: tokenSealed,
      sent_at: at,
      expires_at: expiresAfter(at),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function renewInvitation(
  db: Db,
  { site_id, id }: InvitationRow,
  at: Date,
): Promise<InvitationRow> {
  return db
    .updateTable('company_invitations')
    .set({ sent_at: at, expires_at: expiresAfter(at) })
    .where('site_id', '=', site_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteInvitation(db: Db, { site_id, id }: Pick<InvitationRow, 'site_id' | 'id'>) {
  await db.deleteFrom('company_invitations').where('site_id', '=', site_id).where('id', '=', id).execute()
}

function expiresAfter(at: Date): Date {
  return new Date(at.getTime() + INVITATION_DAYS * 86_400_000)
}
