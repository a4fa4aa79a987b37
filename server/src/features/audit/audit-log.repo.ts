import { auditReference, PARTIES } from '@laurel/domain/audit-words'
import { Refusal } from '@laurel/domain/refusal'
import type { NotNull, Selectable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { AuditEntries } from '../../database/generated/tables.ts'
import { anyOf } from '../../database/sql.ts'

export type Sought = {
  event?: string | undefined
  actor?: string | undefined
  subject?: string | undefined
  from?: string | undefined
  until?: string | undefined
  /** Only what one company sees. */
  company?: CompanySought | undefined
}

type CompanySought = { id: number; events: readonly string[]; isBySite: boolean }

/** Where a page ended: an entry's moment and id. */
export type Cursor = { at: Date; id: number }

export function writeCursor({ at, id }: Cursor): string {
  return `${at.getTime()}-${id}`
}

export function readCursor(text: string): Cursor {
  const [, ms, id] = /^(\d{1,13})-(\d{1,15})$/.exec(text) ?? []
  if (ms === undefined || id === undefined) {
    const message = 'Use the `older` value of an earlier page.'
    throw new Refusal('validation_failed', {}, [{ field: 'before', code: 'invalid', message }])
  }
  return { at: new Date(Number(ms)), id: Number(id) }
}

/**
 * The site's audit log, newest first, before a cursor. Each search field leads an index that ends in time and ID,
 * so a page far back costs as much as the first.
 */
export function listEntries(
  db: Db,
  siteId: number,
  sought: Sought,
  before: Cursor | undefined,
  limit: number,
): Promise<Selectable<AuditEntries>[]> {
  let query = db.selectFrom('audit_entries').selectAll().where('site_id', '=', siteId)
  for (const column of ['event', 'actor', 'subject'] as const) {
    const word = sought[column]
    if (word !== undefined && word !== '') query = query.where(column, '=', word)
  }
  if (sought.from !== undefined) query = query.where('at', '>=', new Date(sought.from))
  if (sought.until !== undefined) query = query.where('at', '<', new Date(sought.until))
  if (sought.company !== undefined) {
    const { id, events, isBySite } = sought.company
    query = query.where('company_id', '=', id).where('event', '=', anyOf(events))
    if (isBySite) query = query.where('actor', 'not like', 'customer:%')
  }
  if (before !== undefined) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('at', 'id'), '<', tuple(before.at, before.id)),
    )
  }
  return query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** Each event once: from one to the next by the index, however many entries there are. */
export async function listEventNames(db: Db, siteId: number): Promise<string[]> {
  const names = await db
    .withRecursive('names', (creator) =>
      creator
        .selectFrom('audit_entries')
        .select(({ fn }) => fn.min<string | null>('event').as('event'))
        .where('site_id', '=', siteId)
        .unionAll(
          creator
            .selectFrom('names')
            .select(({ selectFrom }) =>
              selectFrom('audit_entries as e')
                .select(({ fn }) => fn.min<string | null>('e.event').as('next'))
                .where('e.site_id', '=', siteId)
                .whereRef('e.event', '>', 'names.event')
                .as('event'),
            )
            .where('names.event', 'is not', null),
        ),
    )
    .selectFrom('names')
    .select('event')
    .where('event', 'is not', null)
    .$narrowType<{ event: NotNull }>()
    .execute()
  return names.map(({ event }) => event)
}

export async function countEntries(db: Db, siteId: number): Promise<number> {
  const { count } = await db
    .selectFrom('audit_entries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Names of staff, by their reference in the audit log. */
export async function namesOfStaff(db: Db, siteId: number): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('staff_accounts')
    .select(['id', 'name'])
    .where('site_id', '=', siteId)
    .execute()
  return new Map(rows.map(({ id, name }) => [`staff:${id}`, name]))
}

/** What people call everyone and everything that entries name, by how the log writes it: names, and numbers. */
export async function namesIn(
  db: Db,
  siteId: number,
  entries: readonly Pick<Selectable<AuditEntries>, 'actor' | 'subject' | 'facts'>[],
): Promise<Map<string, string>> {
  const told = entries.flatMap(({ actor, subject, facts }) => [
    ...[actor, subject],
    ...Object.entries(facts as Record<string, unknown>).flatMap(([name, value]) => {
      const fact = { name, value: String(value ?? '') }
      return auditReference(fact) ?? (PARTIES.includes(name) ? fact.value : [])
    }),
  ])
  const keysOf = (kind: string) => [
    ...new Set(told.filter((one) => one.startsWith(`${kind}:`)).map((one) => one.slice(kind.length + 1))),
  ]
  const idsOf = (kind: string) => [0, ...keysOf(kind).map(Number).filter(Number.isSafeInteger)]
  const [staff, orders, batches, companies, customers] = await Promise.all([
    namesOfStaff(db, siteId),
    db
      .selectFrom('orders')
      .select(['id', 'number'])
      .where('site_id', '=', siteId)
      .where('id', 'in', idsOf('order'))
      .execute(),
    db
      .selectFrom('batches')
      .select(['id', 'number'])
      .where('site_id', '=', siteId)
      .where('id', 'in', idsOf('batch'))
      .execute(),
    db
      .selectFrom('companies')
      .select(['id', 'name'])
      .where('site_id', '=', siteId)
      .where('id', 'in', idsOf('company'))
      .execute(),
    db
      .selectFrom('customers')
      .select(['id', 'identity_subject', 'first_name', 'last_name', 'legal_business_name'])
      .where('site_id', '=', siteId)
      .where((eb) =>
        eb.or([eb('id', 'in', idsOf('customer')), eb('identity_subject', 'in', ['', ...keysOf('account')])]),
      )
      .execute(),
  ])
  for (const { id, number } of orders) staff.set(`order:${id}`, number ?? '')
  for (const { id, number } of batches) staff.set(`batch:${id}`, number)
  for (const { id, name } of companies) staff.set(`company:${id}`, name)
  for (const {
    id,
    identity_subject: sub,
    first_name,
    last_name,
    legal_business_name: company,
  } of customers) {
    const name = `${first_name} ${last_name}`.trim() || company
    staff.set(`customer:${id}`, name)
    staff.set(`account:${sub}`, name)
  }
  return staff
}

/** People search by order number; the audit log has the ID. */
export async function findSubject(db: Db, siteId: number, said: string): Promise<string> {
  const [, number] = /^order[ #]+(\d{1,12})$/i.exec(said) ?? []
  if (number === undefined) return said
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('site_id', '=', siteId)
    .where('number', '=', number)
    .executeTakeFirst()
  if (order === undefined) {
    const message = `We couldn’t find order ${number}.`
    throw new Refusal('validation_failed', {}, [{ field: 'subject', code: 'unknown', message }])
  }
  return `order:${order.id}`
}
