import { CODE_MS } from '@laurel/domain/assistants'
import { Refusal } from '@laurel/domain/refusal'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { AssistantConnections } from '../../database/generated/tables.ts'
import type { Customer } from '../../http/actor.ts'
import { asMemberships, membershipsOf } from '../companies/own-companies.ts'

export type ConnectionRow = Selectable<AssistantConnections>

/** A person's assistants that are connected, in all of their companies. */
export function listRows(db: Db, { siteId, customerId }: Customer, at: Date) {
  return db
    .selectFrom('assistant_connections as a')
    .innerJoin('companies as c', (join) =>
      join.onRef('c.site_id', '=', 'a.site_id').onRef('c.id', '=', 'a.company_id'),
    )
    .selectAll('a')
    .select('c.name as company')
    .where('a.site_id', '=', siteId)
    .where('a.customer_id', '=', customerId)
    .where('a.generation', '>', 0)
    .where('a.expires_at', '>', at)
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .execute()
}

/** How many a person has, with those they just allowed. */
export async function countRows(db: Db, { siteId, customerId }: Customer, at: Date): Promise<number> {
  const { count } = await db
    .selectFrom('assistant_connections')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('site_id', '=', siteId)
    .where('customer_id', '=', customerId)
    .where('expires_at', '>', at)
    .executeTakeFirstOrThrow()
  return Number(count)
}

type New = Omit<Insertable<AssistantConnections>, 'site_id' | 'expires_at' | 'created_at'>

export async function insertRow(db: Db, siteId: number, at: Date, row: New): Promise<void> {
  const expires_at = new Date(at.getTime() + CODE_MS)
  await db
    .insertInto('assistant_connections')
    .values({ ...row, site_id: siteId, created_at: at, expires_at })
    .execute()
}

export function lockByKey(db: Db, siteId: number, key: string): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('assistant_connections')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateRow(
  db: Db,
  { site_id, id }: Pick<ConnectionRow, 'site_id' | 'id'>,
  change: Updateable<AssistantConnections>,
): Promise<void> {
  await db
    .updateTable('assistant_connections')
    .set(change)
    .where('site_id', '=', site_id)
    .where('id', '=', id)
    .execute()
}

export async function deleteRow(db: Db, { site_id, id }: ConnectionRow): Promise<void> {
  await db.deleteFrom('assistant_connections').where('site_id', '=', site_id).where('id', '=', id).execute()
}

/** @throws {Refusal} `not_found` */
export async function deleteOwn(db: Db, { siteId, customerId }: Customer, id: number): Promise<string> {
  const row = await db
    .deleteFrom('assistant_connections')
    .where('site_id', '=', siteId)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row.name
}

/** Ends all assistants of an account: its owner signed out everywhere, or its password changed. */
export async function deleteOfSubject(db: Db, siteId: number, subject: string): Promise<void> {
  await db
    .deleteFrom('assistant_connections')
    .where('site_id', '=', siteId)
    .where('customer_id', 'in', ({ selectFrom }) =>
      selectFrom('customers')
        .select('id')
        .where('site_id', '=', siteId)
        .where('identity_subject', '=', subject),
    )
    .execute()
}

export type Connected = { row: ConnectionRow; actor: Customer; account: string }

/**
 * A connection, with the person who made it as they are now.
 *
 * @returns undefined if it ended, expired, or its person can't sign in or left the company
 */
export async function findConnected(
  db: Db,
  siteId: number,
  key: string,
  at: Date,
): Promise<Connected | undefined> {
  const found = await db
    .selectFrom('assistant_connections as a')
    .innerJoin('customers', (join) =>
      join.onRef('customers.site_id', '=', 'a.site_id').onRef('customers.id', '=', 'a.customer_id'),
    )
    .selectAll('a')
    .select([
      'customers.email',
      'customers.email_verified',
      'customers.identity_subject',
      membershipsOf.as('companies'),
    ])
    .where('a.site_id', '=', siteId)
    .where('a.key', '=', key)
    .where('a.expires_at', '>', at)
    .where('customers.closed_at', 'is', null)
    .where('customers.disabled_at', 'is', null)
    .where('customers.registration_complete', '=', true)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { email, email_verified, identity_subject, companies, ...row } = found
  const company = asMemberships(companies).find(({ id }) => id === row.company_id)
  if (company === undefined) return undefined
  return {
    row,
    actor: {
      siteId,
      customerId: row.customer_id,
      email,
      emailVerified: email_verified,
      registrationComplete: true,
      company,
    },
    account: `customer:${siteId}:${identity_subject}`,
  }
}
