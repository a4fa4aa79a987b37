import type {
  getYearEnd as listEndpoint,
  YearEndPerson,
  YearEndPersonDetails,
} from '@laurel/contract/year-end'
import { dayIn } from '@laurel/domain/day-in'
import { Refusal } from '@laurel/domain/refusal'
import { type CountsAs, MAX_YEAR_END_FOUND, nearCents, type W9Status } from '@laurel/domain/year-end'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { keepLongCount } from '../../database/long-lists.ts'
import { anyOf, asSearched, isBeginning, isRowBelow, sumOf } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { inCompany, type OfCompany, readTimeZone } from '../companies/companies.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { type PersonRow, peopleLike, peopleNumbered, peopleOf, readMembers, rootOf } from './people.repo.ts'
import { readThreshold } from './tax-years.repo.ts'

type ViewKit = Pick<Kit, 'pool' | 'now'>
type Asked = z.output<typeof listEndpoint.query>
type ListWire = z.input<typeof listEndpoint.response>
type PersonWire = z.input<typeof YearEndPerson>
export type DetailsWire = z.input<typeof YearEndPersonDetails>

const CARDS_AT_ONCE = 50
/** People who look like one, in what is shown of them. */
const MOST_SIMILAR = 20

/** @throws {Refusal} `registration_incomplete`; `validation_failed` for an invalid cursor */
export function readYearEnd(
  { pool, now }: ViewKit,
  site: SiteRow,
  actor: Customer,
  asked: Asked,
): Promise<ListWire> {
  const own = inCompany(actor)
  return inSite(pool, site.id, async (db) => {
    const timeZone = await readTimeZone(db, site, own.company.id)
    const thisYear = yearIn(now(), timeZone)
    const year = asked.year ?? thisYear
    const threshold = await readThreshold(db, year)
    const rows = await listTotals(db, own, year, threshold, asked)
    const shown = rows.slice(0, asked.page_size)
    const last = shown.at(-1)
    const key = [site.id, 'year end', own.company.id, year, threshold]
    return {
      year,
      years: await listYears(db, own, thisYear),
      time_zone: timeZone,
      threshold_cents: threshold,
      counted_at: await readCountedAt(db, site.id),
      totals: await keepLongCount(
        pool,
        key,
        () => sumYear(db, own, year, threshold),
        ({ people }) => people,
      ),
      people: shown.map(personWire),
      next: rows.length > shown.length && last ? `${last.received_cents}-${last.person_id}` : null,
    }
  })
}

export function yearIn(at: Date, timeZone: string): number {
  return Number(dayIn(at, timeZone).slice(0, 4))
}

function totalsOf(db: Db, { siteId, company }: OfCompany, year: number) {
  return db
    .selectFrom('year_end_totals as t')
    .where('t.site_id', '=', siteId)
    .where('t.company_id', '=', company.id)
    .where('t.year', '=', year)
}

/** A page of people, with one more if there is another page. Indexes lead to it. */
function listTotals(db: Db, own: OfCompany, year: number, threshold: number, asked: Asked) {
  const { filter, search, order, after, page_size } = asked
  const direction = order === 'amount_desc' ? 'desc' : 'asc'
  let query = totalsOf(db, own, year)
  if (filter === 'employees') query = query.where('t.is_employee', '=', true)
  if (filter === 'over' || filter === 'near') query = query.where('t.is_employee', '=', false)
  if (filter === 'over') query = query.where('t.received_cents', '>=', threshold)
  if (filter === 'near') {
    query = query
      .where('t.received_cents', '>=', nearCents(threshold))
      .where('t.received_cents', '<', threshold)
  }
  if (search !== '') query = query.where('t.person_id', 'in', peopleFound(db, own, search))
  if (after !== undefined) {
    const [cents, id] = cursorOf(after)
    query = query.where(({ refTuple, tuple, val }) => {
      const row = refTuple('t.received_cents', 't.person_id')
      const last = tuple(val(cents), val(id))
      return direction === 'desc' ? isRowBelow(row, last) : isRowBelow(last, row)
    })
  }
  return query
    .innerJoin('year_end_people as p', (join) =>
      join.onRef('p.site_id', '=', 't.site_id').onRef('p.id', '=', 't.person_id'),
    )
    .selectAll(['t', 'p'])
    .select(({ selectFrom, fn }) =>
      selectFrom('year_end_people as i')
        .select(fn.countAll<number>().as('count'))
        .whereRef('i.site_id', '=', 't.site_id')
        .whereRef('i.person_id', '=', 't.person_id')
        .$asScalar()
        .$notNull()
        .as('identity_count'),
    )
    .orderBy('t.received_cents', direction)
    .orderBy('t.person_id', direction)
    .limit(page_size + 1)
    .execute()
}

type TotalRow = Awaited<ReturnType<typeof listTotals>>[number]

/** @throws {Refusal} `validation_failed` */
function cursorOf(after: string): [number, number] {
  const [, first, second] = /^(\d{1,15})-(\d{1,15})$/.exec(after) ?? []
  if (first === undefined || second === undefined) {
    const message = 'Use the `next` of an earlier page.'
    throw new Refusal('validation_failed', {}, [{ field: 'after', code: 'invalid', message }])
  }
  return [Number(first), Number(second)]
}

/**
 * People one of whose names, emails, or numbers begins with this. Each part uses an index, and stops after
 * `MAX_YEAR_END_FOUND`: a letter or two find most people of a long list.
 */
function peopleFound(db: Db, { siteId, company }: OfCompany, search: string) {
  const sought = asSearched(search)
  const by = (column: 'find_name' | 'find_first' | 'find_email') =>
    db
      .selectFrom(
        peopleOf(db, siteId)
          .select('p.person_id')
          .where('p.company_id', '=', company.id)
          .where(({ ref }) => isBeginning(ref(`p.${column}`), sought))
          .orderBy(`p.${column}`)
          .limit(MAX_YEAR_END_FOUND)
          .as('found'),
      )
      .select('found.person_id')
  return by('find_name')
    .union(by('find_first'))
    .union(by('find_email'))
    .union(peopleNumbered(db, siteId, company.id, search).select('p.person_id'))
}

async function sumYear(db: Db, own: OfCompany, year: number, threshold: number): Promise<ListWire['totals']> {
  return totalsOf(db, own, year)
    .select(({ eb, and, fn, cast, ref }) => [
      cast<number>(fn.countAll(), 'bigint').as('people'),
      cast<number>(
        fn
          .countAll()
          .filterWhere(and([eb('t.is_employee', '=', false), eb('t.received_cents', '>=', threshold)])),
        'bigint',
      ).as('over'),
      sumOf(ref('t.received_cents')).as('received_cents'),
      sumOf(ref('t.unclaimed_cents')).as('unclaimed_cents'),
      sumOf(ref('t.refunded_cents')).as('refunded_cents'),
    ])
    .executeTakeFirstOrThrow()
}

/** From the first year with cards to this one, the latest first. */
async function listYears(db: Db, { siteId, company }: OfCompany, thisYear: number): Promise<number[]> {
  const first = await db
    .selectFrom('year_end_totals')
    .select('year')
    .where('site_id', '=', siteId)
    .where('company_id', '=', company.id)
    .orderBy('year')
    .limit(1)
    .executeTakeFirst()
  const from = Math.min(first?.year ?? thisYear, thisYear)
  return Array.from({ length: thisYear - from + 1 }, (_, nth) => thisYear - nth)
}

async function readCountedAt(db: Db, siteId: number): Promise<string | null> {
  const row = await db
    .selectFrom('year_end_progress')
    .select('counted_at')
    .where('site_id', '=', siteId)
    .executeTakeFirst()
  return row?.counted_at?.toISOString() ?? null
}

type Names = Pick<PersonRow, 'id' | 'first_name' | 'last_name' | 'email'> &
  Pick<PersonRow, 'address1' | 'address2' | 'city' | 'state' | 'zip'>

export function nameOf({ first_name, last_name }: Pick<Names, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim()
}

export function addressOf({ address1, address2, city, state, zip }: Names): string {
  const parts = [address1, address2, city, `${state} ${zip}`.trim()]
  return parts.filter((part) => part !== '').join(', ')
}

function namedWire(row: Names) {
  return { id: row.id, name: nameOf(row), email: row.email, address: addressOf(row) }
}

function marksWire(row: Pick<TotalRow, 'is_employee' | 'employee_number' | 'w9' | 'w9_on'>) {
  const { is_employee, employee_number, w9, w9_on } = row
  return { is_employee, employee_number, w9: w9 as W9Status, w9_on }
}

function personWire(row: TotalRow): PersonWire {
  return {
    ...namedWire(row),
    ...{ received_cents: row.received_cents, unclaimed_cents: row.unclaimed_cents },
    ...{ refunded_cents: row.refunded_cents, card_count: row.card_count },
    identity_count: Number(row.identity_count),
    ...marksWire(row),
  }
}

/** @throws {Refusal} `registration_incomplete`; `not_found`; `validation_failed` for an invalid cursor */
export function readPerson(
  { pool, now }: ViewKit,
  site: SiteRow,
  actor: Customer,
  id: number,
  asked: { year?: number | undefined; after?: string | undefined },
): Promise<DetailsWire> {
  const own = inCompany(actor)
  return inSite(pool, site.id, (db) => readDetails(db, site, own, id, { ...asked, at: now() }))
}

/** @throws {Refusal} `not_found` */
export async function readDetails(
  db: Db,
  site: SiteRow,
  own: OfCompany,
  id: number,
  { at, ...asked }: { year?: number | undefined; after?: string | undefined; at: Date },
): Promise<DetailsWire> {
  const members = await readPeople(db, own, id)
  const root = rootOf(members)
  const year = asked.year ?? yearIn(at, await readTimeZone(db, site, own.company.id))
  const total = await totalsOf(db, own, year)
    .select(['t.received_cents', 't.unclaimed_cents', 't.refunded_cents', 't.card_count'])
    .where('t.person_id', '=', root.id)
    .executeTakeFirst()
  const nothing = { received_cents: 0, unclaimed_cents: 0, refunded_cents: 0, card_count: 0 }
  const cards = await listCards(db, own, members, year, asked.after)
  const shown = cards.slice(0, CARDS_AT_ONCE)
  const last = shown.at(-1)
  const byId = new Map(members.map((member) => [member.id, member]))
  return {
    ...namedWire(root),
    ...(total ?? nothing),
    identity_count: members.length,
    ...marksWire(root),
    identities: members.map((member) => ({
      ...namedWire(member),
      joined_to: member.joinedTo,
      joined_to_name: member.joinedTo === null ? '' : nameOf(byId.get(member.joinedTo)!),
      joined_why: member.joinedWhy,
    })),
    similar: await listSimilar(db, own, members),
    cards: shown.map(({ order_id, number, counts_as, ...card }) => ({
      ...card,
      counts_as,
      order: { id: order_id, number: number ?? '' },
    })),
    next: cards.length > shown.length && last ? `${last.day.replaceAll('-', '')}-${last.delivery_id}` : null,
  }
}

/** All ways to name a person of the company. @throws {Refusal} `not_found` */
export async function readPeople(db: Db, { siteId, company }: OfCompany, id: number): Promise<PersonRow[]> {
  const members = await readMembers(db, siteId, [id])
  if (members[0]?.company_id !== company.id) throw new Refusal('not_found')
  return members
}

function listCards(
  db: Db,
  { siteId }: OfCompany,
  members: readonly PersonRow[],
  year: number,
  after: string | undefined,
) {
  let query = db
    .selectFrom('year_end_cards as c')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'c.site_id').onRef('o.id', '=', 'c.order_id'),
    )
    .select(['c.delivery_id', 'c.order_id', 'o.number', 'c.identity_id', 'c.day', 'c.cents', 'c.counts_as'])
    .where('c.site_id', '=', siteId)
    .where('c.identity_id', '=', anyOf(members.map(({ id }) => id)))
    .where('c.day', '>=', `${year}-01-01`)
    .where('c.day', '<=', `${year}-12-31`)
  if (after !== undefined) {
    const [day, id] = cursorOf(after)
    const last = String(day).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
    query = query.where(({ refTuple, tuple, val }) =>
      isRowBelow(refTuple('c.day', 'c.delivery_id'), tuple(val(last), val(id))),
    )
  }
  return query
    .orderBy('c.day', 'desc')
    .orderBy('c.delivery_id', 'desc')
    .limit(CARDS_AT_ONCE + 1)
    .$narrowType<{ counts_as: CountsAs }>()
    .execute()
}

/** Others who look like this person, and those that were separated from it. */
async function listSimilar(db: Db, { siteId, company }: OfCompany, members: readonly PersonRow[]) {
  const root = rootOf(members)
  const apart = members.flatMap(({ apartFrom }) => apartFrom)
  const others = (query: ReturnType<typeof peopleOf>) =>
    db
      .selectFrom(
        query.select('p.person_id').where('p.person_id', '<>', root.id).limit(MOST_SIMILAR).as('some'),
      )
      .select('some.person_id')
  const like = (column: 'mail_key' | 'post_key') =>
    peopleLike(
      db,
      siteId,
      company.id,
      column,
      members.flatMap((member) => member[column] ?? []),
    )
  const ids = others(like('mail_key'))
    .union(others(like('post_key')))
    .union(others(peopleNumbered(db, siteId, company.id, root.employeeNumber)))
    .union(others(peopleOf(db, siteId).where('p.id', '=', anyOf(apart))))
  const found = await peopleOf(db, siteId)
    .selectAll('p')
    .where('p.id', 'in', ids)
    .orderBy('p.id')
    .limit(MOST_SIMILAR)
    .execute()
  if (found.length === 0) return []
  const separated = await peopleOf(db, siteId)
    .select('p.person_id')
    .where('p.id', '=', anyOf(apart))
    .execute()
  const separatedIds = new Set(separated.map(({ person_id }) => person_id))
  return found.map((row) => ({ ...namedWire(row), was_separated: separatedIds.has(row.id) }))
}
