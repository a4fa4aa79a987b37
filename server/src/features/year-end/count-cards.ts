import { dayIn } from '@laurel/domain/day-in'
import type { DeliveryStatus } from '@laurel/domain/delivery-status'
import { identityKey, personKey, plain } from '@laurel/domain/duplicates'
import { type CountsAs, cardCount } from '@laurel/domain/year-end'
import type { Db } from '../../database/database.ts'
import { anyOf, columnsOfType, tableOf } from '../../database/sql.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import {
  asPerson,
  type PersonRow,
  peopleOf,
  readMembers,
  removeUnused,
  rootOf,
  saveMembers,
  sumPeople,
  withMarks,
} from './people.repo.ts'
import { NAME_FIELDS, placePeople, type Wanted } from './place-people.ts'

export type CountedSite = Pick<SiteRow, 'id' | 'time_zone'>

/** A card as it counts. */
type Counted = {
  delivery_id: number
  company_id: number
  order_id: number
  identity_id: number
  counts_as: CountsAs
  cents: number
  day: string
}
type Due = Omit<Counted, 'identity_id'> & { wanted: Wanted }

/**
 * Counts some deliveries as they are now, whatever they counted as before: as often as wanted, in any order. The caller
 * holds the lock.
 *
 * @param isMoving whether their company changed; what names people there stays until all are counted
 */
export async function countCards(
  db: Db,
  site: CountedSite,
  deliveryIds: readonly number[],
  isMoving = false,
): Promise<void> {
  if (deliveryIds.length === 0) return
  const siteId = site.id
  const before = await readCounted(db, siteId, deliveryIds)
  const rows = await readDeliveries(db, siteId, deliveryIds)
  const due = rows.flatMap((row) => dueOf(row, site, before.get(row.id)) ?? [])
  const changed = new Set<number>()
  const counted: Counted[] = []
  const replaced: { was: PersonRow; id: number }[] = []
  for (const [companyId, some] of Map.groupBy(due, ({ company_id }) => company_id)) {
    const wanted = new Map(some.map((one) => [one.wanted.identityKey, one.wanted]))
    const { ids, people } = await placePeople(db, siteId, companyId, [...wanted.values()])
    for (const id of people) changed.add(id)
    for (const { wanted: by, ...card } of some) {
      const id = ids.get(by.identityKey)!
      counted.push({ ...card, identity_id: id })
      if (by.was !== undefined && by.was.id !== id && isSame(by)) replaced.push({ was: by.was, id })
    }
  }
  const isCounted = new Set(counted.map(({ delivery_id }) => delivery_id))
  const gone = [...before.keys()].filter((id) => !isCounted.has(id))
  const fresh = counted.filter((card) => !isLike(card, before.get(card.delivery_id)?.card))
  await removeCards(db, siteId, gone)
  await saveCards(db, siteId, fresh)

  const touched = new Set([...gone, ...fresh.map(({ delivery_id }) => delivery_id)])
  const left = [...before].flatMap(([id, { card }]) => (touched.has(id) ? [card.identity_id] : []))
  const identities = [...new Set([...left, ...fresh.map(({ identity_id }) => identity_id)])]
  for (const id of await carryMarks(db, siteId, replaced)) changed.add(id)
  for (const { person_id } of await peopleOf(db, siteId)
    .select('p.person_id')
    .where('p.id', '=', anyOf(identities))
    .execute()) {
    changed.add(person_id)
  }
  if (!isMoving) await removeUnused(db, siteId, left)
  await sumPeople(db, siteId, [...changed])
}

/** Whether corrected names are still those of the person, and so are the marks. */
function isSame({ was, names }: Wanted): boolean {
  const nameOf = ({ first_name, last_name }: Pick<PersonRow, 'first_name' | 'last_name'>) =>
    plain(`${first_name} ${last_name}`)
  return nameOf(was!) === nameOf(names)
}

function isLike(card: Counted, before: Counted | undefined): boolean {
  return (
    before !== undefined && (Object.keys(card) as (keyof Counted)[]).every((key) => card[key] === before[key])
  )
}

async function readCounted(db: Db, siteId: number, deliveryIds: readonly number[]) {
  const rows = await db
    .selectFrom('year_end_cards as c')
    .innerJoin('year_end_people as p', (join) =>
      join.onRef('p.site_id', '=', 'c.site_id').onRef('p.id', '=', 'c.identity_id'),
    )
    .selectAll('p')
    .select(['c.delivery_id', 'c.order_id', 'c.counts_as', 'c.cents', 'c.day'])
    .where('c.site_id', '=', siteId)
    .where('c.delivery_id', '=', anyOf(deliveryIds))
    .$narrowType<{ counts_as: CountsAs }>()
    .execute()
  return new Map(
    rows.map(({ delivery_id, order_id, counts_as, cents, day, ...was }) => {
      const card: Counted = {
        ...{ delivery_id, company_id: was.company_id, order_id, identity_id: was.id, counts_as, cents, day },
      }
      return [delivery_id, { card, was: asPerson(was) }]
    }),
  )
}

type Before = ReturnType<Awaited<ReturnType<typeof readCounted>>['get']>

/** Those of a company that go to a person; a parcel goes to the buyer. */
function readDeliveries(db: Db, siteId: number, ids: readonly number[]) {
  return db
    .selectFrom('deliveries as d')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'd.site_id').onRef('o.id', '=', 'd.order_id'),
    )
    .innerJoin('companies as company', (join) =>
      join.onRef('company.site_id', '=', 'o.site_id').onRef('company.id', '=', 'o.company_id'),
    )
    .select(['d.id', 'd.order_id', 'd.status', 'd.value_cents', 'd.keeps', 'company.id as company_id'])
    .select(['d.sent_at', 'd.claimed_at', 'd.mailed_at', 'd.created_at', 'company.time_zone'])
    .select(NAME_FIELDS.map((field) => `d.${field}` as const))
    .where('d.site_id', '=', siteId)
    .where('d.id', '=', anyOf(ids))
    .where('d.reward_type', '<>', 'bulk')
    .orderBy('d.id')
    .$narrowType<{ status: DeliveryStatus; keeps: 'all' | 'name' | 'nothing' }>()
    .execute()
}

type Delivery = Awaited<ReturnType<typeof readDeliveries>>[number]

function dueOf(row: Delivery, site: CountedSite, before: Before): Due | undefined {
  const times = {
    ...{ sentAt: row.sent_at, claimedAt: row.claimed_at, mailedAt: row.mailed_at, createdAt: row.created_at },
  }
  const count = cardCount(row.status, times)
  const wanted = wantedOf(row, before?.was)
  if (count === undefined || wanted === undefined) return undefined
  return {
    ...{ delivery_id: row.id, company_id: row.company_id, order_id: row.order_id, cents: row.value_cents },
    ...{ counts_as: count.countsAs, day: dayIn(count.at, row.time_zone ?? site.time_zone), wanted },
  }
}

/** How a delivery names its person. Once parts of that were removed, what named them before counts. */
function wantedOf(row: Delivery, was: PersonRow | undefined): Wanted | undefined {
  if (row.keeps !== 'all' && was !== undefined) {
    // Erased in both: a key of its own.
    const key = was.identity_key ?? -was.id
    return { identityKey: key, mailKey: was.mail_key, postKey: was.post_key, names: namesOf(was), was }
  }
  if (row.keeps === 'nothing') return undefined
  const names = namesOf(row)
  const person = {
    ...{ firstName: row.first_name, lastName: row.last_name, email: row.email, zip: row.zip },
    ...{ address1: row.address1, address2: row.address2, city: row.city },
  }
  return {
    identityKey: identityKey(person),
    mailKey: personKey('digital', person) ?? null,
    postKey: personKey('direct', person) ?? null,
    names,
    was,
  }
}

function namesOf(row: Wanted['names']): Wanted['names'] {
  return Object.fromEntries(NAME_FIELDS.map((field) => [field, row[field]])) as Wanted['names']
}

/** Marks of a person stay when what names them is corrected, or their company is merged. */
async function carryMarks(
  db: Db,
  siteId: number,
  replaced: readonly { was: PersonRow; id: number }[],
): Promise<number[]> {
  const changed: number[] = []
  const pairs = new Map(replaced.map((one) => [`${one.was.id}|${one.id}`, one]))
  for (const { was, id } of pairs.values()) {
    const [from, to] = [await membersOf(db, siteId, was.id), await membersOf(db, siteId, id)]
    const marks = from.length > 0 ? rootOf(from) : was
    const root = rootOf(to)
    const [after] = withMarks([root], marks)
    if (after === undefined || from.some((member) => member.id === id) || isUnmarked(marks)) continue
    await saveMembers(db, siteId, [after])
    changed.push(root.personId)
  }
  return changed
}

function isUnmarked({ isEmployee, employeeNumber, w9 }: PersonRow): boolean {
  return !isEmployee && employeeNumber === '' && w9 === 'not_asked'
}

/** All ways to name the person that one of them names. */
export async function membersOf(db: Db, siteId: number, id: number): Promise<PersonRow[]> {
  const row = await peopleOf(db, siteId).select('p.person_id').where('p.id', '=', id).executeTakeFirst()
  return row === undefined ? [] : readMembers(db, siteId, [row.person_id])
}

async function removeCards(db: Db, siteId: number, deliveryIds: readonly number[]): Promise<void> {
  if (deliveryIds.length === 0) return
  await db
    .deleteFrom('year_end_cards')
    .where('site_id', '=', siteId)
    .where('delivery_id', '=', anyOf(deliveryIds))
    .execute()
}

async function saveCards(db: Db, siteId: number, cards: readonly Counted[]): Promise<void> {
  if (cards.length === 0) return
  const columns = {
    ...columnsOfType(['delivery_id', 'company_id', 'order_id', 'identity_id', 'cents'], 'bigint'),
    ...columnsOfType(['counts_as', 'day'], 'text'),
  }
  const names = Object.keys(columns) as (keyof typeof columns)[]
  await db
    .insertInto('year_end_cards')
    .columns(['site_id', ...names])
    .expression(({ selectFrom }) =>
      selectFrom(tableOf('n', cards, columns)).select(({ val, ref }) => [
        val(siteId).as('site_id'),
        ...names.map((name) => ref(`n.${name}`).as(name)),
      ]),
    )
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'delivery_id']).doUpdateSet(({ ref }) => ({
        company_id: ref('excluded.company_id'),
        identity_id: ref('excluded.identity_id'),
        counts_as: ref('excluded.counts_as'),
        cents: ref('excluded.cents'),
        day: ref('excluded.day'),
      })),
    )
    .execute()
}
