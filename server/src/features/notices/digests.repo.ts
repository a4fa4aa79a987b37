import { type Expression, expressionBuilder } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import { literal, nextHour } from '../../database/sql.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { chosenMail, isMailedAtOnce, isNotMailed } from './notice-choice.ts'

/** The hour of daily summaries, in the time zone of their person. */
const HOUR = 8
const DAY_MS = 86_400_000

type Site = Pick<SiteRow, 'id' | 'time_zone'>
type News = { customerId: number; noticeIds: number[] }

/** A person's time zone: that of the company they joined first, or the site's. */
export function timeZoneOf({ id, time_zone }: Site, customerId: Expression<number>) {
  const { cast, fn, selectFrom, val } = expressionBuilder<Database>()
  // Names of its own: the query around it has a `c`.
  const ofCompany = selectFrom('company_members as member')
    .innerJoin('companies as company', (join) =>
      join.onRef('company.site_id', '=', 'member.site_id').onRef('company.id', '=', 'member.company_id'),
    )
    .select('company.time_zone')
    .where('member.site_id', '=', id)
    .where('member.customer_id', '=', customerId)
    .orderBy('member.joined_at')
    .orderBy('member.company_id')
    .limit(1)
  return fn.coalesce(ofCompany.$asScalar(), cast<string>(val(time_zone), 'text'))
}

/** When a person's next daily summary is due. */
export function nextDigest(site: Site, customerId: Expression<number>, at: Date) {
  return nextHour(HOUR, at, timeZoneOf(site, customerId))
}

/** People whose summary says what their company did, also on days without notices. */
export function digestsDue(reader: Pick<Db, 'selectFrom'>, at: Date) {
  return reader.selectFrom('notification_settings as s').where('s.digest_at', '<=', at)
}

function due(db: Db, siteId: number, at: Date) {
  return db
    .updateTable('notices as n')
    .where('n.site_id', '=', siteId)
    .where('n.mail_at', '<=', at)
    .where('n.mailed_at', 'is', null)
}

/** Lets due notices that their person wants daily wait for the next summary. */
export async function deferToDigest(db: Db, site: Site, at: Date): Promise<void> {
  await due(db, site.id, at)
    .where('n.in_digest', '=', false)
    .where((eb) => eb(chosenMail, '=', literal('daily')))
    .set(({ ref }) => ({ in_digest: true, mail_at: nextDigest(site, ref('n.customer_id'), at) }))
    .execute()
}

/** Marks due notices that get no mail, also if their person changed their mind since they waited. */
export async function skipUnwanted(db: Db, siteId: number, at: Date): Promise<void> {
  await due(db, siteId, at).where(isNotMailed).set({ mailed_at: at }).execute()
}

/** Takes due notices about companies that their people want at once, in one mail for each person. */
export async function takeMailed(db: Db, siteId: number, at: Date): Promise<News[]> {
  const taken = await due(db, siteId, at)
    .where('n.in_digest', '=', false)
    .where('n.order_id', 'is', null)
    .where(isMailedAtOnce)
    .set({ mailed_at: at })
    .returning(['n.id', 'n.customer_id'])
    .execute()
  return byPerson(taken)
}

type Digest = News & { since: string; withActivity: boolean }

/** Takes everything that is due in daily summaries. */
export async function takeDigests(db: Db, site: Site, at: Date): Promise<Digest[]> {
  const waited = await due(db, site.id, at)
    .where('n.in_digest', '=', true)
    .set({ mailed_at: at })
    .returning(['n.id', 'n.customer_id'])
    .execute()
  const withActivity = await db
    .updateTable('notification_settings as s')
    .set(({ ref }) => ({ digest_at: nextDigest(site, ref('s.customer_id'), at) }))
    .where('s.site_id', '=', site.id)
    .where('s.digest_at', '<=', at)
    .returning('s.customer_id')
    .execute()
  const news = new Map(byPerson(waited).map((one) => [one.customerId, one]))
  const activityOf = new Set(withActivity.map(({ customer_id }) => customer_id))
  const since = new Date(at.getTime() - DAY_MS).toISOString()
  return [...new Set([...news.keys(), ...activityOf])].map((customerId) => ({
    customerId,
    noticeIds: news.get(customerId)?.noticeIds ?? [],
    since,
    withActivity: activityOf.has(customerId),
  }))
}

function byPerson(rows: ReadonlyArray<{ id: number; customer_id: number }>): News[] {
  const people = new Map<number, number[]>()
  for (const { id, customer_id } of rows) people.set(customer_id, [...(people.get(customer_id) ?? []), id])
  return [...people].map(([customerId, noticeIds]) => ({
    customerId,
    noticeIds: noticeIds.sort((a, b) => a - b),
  }))
}
