import {
  areApart,
  JOIN_REASONS,
  type JoinReason,
  joined,
  joinReason,
  MAX_NAMES_OF_EMAIL,
  marksOfJoin,
} from '@laurel/domain/year-end'
import type { Db } from '../../database/database.ts'
import { anyOf, columnsOfType, literal, tableOf } from '../../database/sql.ts'
import {
  asPerson,
  type PersonRow,
  peopleLike,
  peopleOf,
  readMembers,
  rootOf,
  saveMembers,
  withMarks,
} from './people.repo.ts'

/** A way to name a person that some cards have. */
export type Wanted = {
  identityKey: number
  mailKey: number | null
  postKey: number | null
  names: Readonly<Record<NameField, string>>
  /** Which one these cards had before. */
  was: PersonRow | undefined
}

export const NAME_FIELDS = [
  ...(['first_name', 'last_name', 'email', 'address1', 'address2', 'city', 'state', 'zip'] as const),
] as const
type NameField = (typeof NAME_FIELDS)[number]

type Placed = {
  /** By key. */
  ids: Map<number, number>
  /** People whose cards changed, some of whom are none anymore. */
  people: Set<number>
}

/**
 * Finds the rows of a company that name people in these ways. New ones are joined to those that look like the same person,
 * unless that was undone.
 */
export async function placePeople(
  db: Db,
  siteId: number,
  companyId: number,
  wanted: readonly Wanted[],
): Promise<Placed> {
  const keys = wanted.map(({ identityKey }) => identityKey)
  const ids = await findByKeys(db, siteId, companyId, keys)
  const missing = wanted.filter(({ identityKey }) => !ids.has(identityKey))
  const people = new Set<number>()
  if (missing.length > 0) {
    const made = await insertPeople(db, siteId, companyId, missing)
    for (const { id, identity_key } of made) ids.set(identity_key!, id)
    const placing = await startPlacing(db, siteId, companyId, made)
    await takeOver(db, siteId, companyId, missing, ids, placing)
    await saveMembers(db, siteId, placing.changed())
    for (const id of placing.people) people.add(id)
  }
  return { ids, people }
}

export async function findByKeys(
  db: Db,
  siteId: number,
  companyId: number,
  keys: readonly number[],
): Promise<Map<number, number>> {
  const rows = await peopleOf(db, siteId)
    .select(['p.id', 'p.identity_key'])
    .where('p.company_id', '=', companyId)
    .where('p.identity_key', '=', anyOf(keys))
    .execute()
  return new Map(rows.map(({ id, identity_key }) => [identity_key!, id]))
}

async function insertPeople(
  db: Db,
  siteId: number,
  companyId: number,
  wanted: readonly Wanted[],
): Promise<PersonRow[]> {
  const rows = wanted.map(({ identityKey, mailKey, postKey, names }) => ({
    ...{ identity_key: identityKey, mail_key: mailKey, post_key: postKey },
    ...names,
  }))
  const columns = {
    ...columnsOfType(['identity_key', 'mail_key', 'post_key'], 'bigint'),
    ...columnsOfType(NAME_FIELDS, 'text'),
  }
  const names = Object.keys(columns) as (keyof typeof columns)[]
  const made = await db
    .insertInto('year_end_people')
    .columns(['site_id', 'company_id', 'person_id', ...names])
    .expression(({ selectFrom }) =>
      selectFrom(tableOf('n', rows, columns)).select(({ val, lit, ref }) => [
        val(siteId).as('site_id'),
        val(companyId).as('company_id'),
        lit(0).as('person_id'),
        ...names.map((name) => ref(`n.${name}`).as(name)),
      ]),
    )
    .returningAll()
    .execute()
  return made.map((row) => asPerson({ ...row, person_id: row.id })).sort((one, other) => one.id - other.id)
}

/** Joins new rows to each other and to those who are there, in memory. */
async function startPlacing(db: Db, siteId: number, companyId: number, made: readonly PersonRow[]) {
  const members = new Map<number, PersonRow[]>()
  const byKey = new Map<string, number[]>()
  const personOf = new Map<number, number>()
  const touched = new Set<number>()
  const people = new Set<number>()

  function keep(rows: readonly PersonRow[], isChanged: boolean) {
    const [first] = rows
    if (first === undefined) return
    members.set(first.personId, [...rows])
    for (const { id, personId } of rows) {
      personOf.set(id, personId)
      if (isChanged) touched.add(id)
    }
    if (isChanged) people.add(first.personId)
  }
  function index({ id, mail_key, post_key }: PersonRow) {
    const keys = [
      ...(mail_key !== null && isPersonal.has(mail_key) ? [`mail|${mail_key}`] : []),
      ...(post_key === null ? [] : [`post|${post_key}`]),
    ]
    for (const key of keys) byKey.set(key, [...(byKey.get(key) ?? []), id])
  }
  function find(id: number): PersonRow {
    return members.get(personOf.get(id)!)!.find((member) => member.id === id)!
  }
  function membersOf(id: number): PersonRow[] {
    return members.get(personOf.get(id)!)!
  }

  /** Joins the person of `from` to that of `to`, unless that was undone. */
  function join(from: number, to: number, why: JoinReason): void {
    const [own, other] = [membersOf(from), membersOf(to)]
    if (own === other || areApart(own, other)) return
    const [marks, kept] = [rootOf(own), rootOf(other)]
    const numbers = new Set([marks.employeeNumber, kept.employeeNumber].filter((number) => number !== ''))
    if (numbers.size > 1) return
    const moved = joined(own, from, find(to), why, marksOfJoin(kept, marks))
    people.add(marks.personId)
    members.delete(marks.personId)
    keep([...withMarks(other, marks), ...moved], true)
  }

  const personal = await personalEmails(db, siteId, companyId, made)
  const isPersonal = new Set(personal)
  for (const rows of await readLikely(db, siteId, companyId, made, personal)) {
    keep(rows, false)
    rows.forEach(index)
  }
  return {
    people,
    has: (id: number) => personOf.has(id),
    find,
    join,
    keep,
    /** Places a new row that is apart from these. */
    place(row: PersonRow, apartFrom: readonly number[]) {
      keep([{ ...row, apartFrom }], true)
      for (const id of apartFrom) {
        keep(
          membersOf(id).map((member) =>
            member.id === id ? { ...member, apartFrom: [...member.apartFrom, row.id] } : member,
          ),
          true,
        )
      }
      const likely = [
        ...(byKey.get(`mail|${row.mail_key}`) ?? []),
        ...(byKey.get(`post|${row.post_key}`) ?? []),
      ]
      const found = likely.flatMap((id) => {
        const why = joinReason(namedOf(row, isPersonal), namedOf(find(id), isPersonal))
        return why === undefined ? [] : [{ id, why }]
      })
      found.sort((a, b) => JOIN_REASONS.indexOf(a.why) - JOIN_REASONS.indexOf(b.why) || a.id - b.id)
      found.forEach(({ id, why }, nth) => {
        // The first one that fits takes it in; others join the same person.
        if (nth === 0 || find(row.id).joinedTo === null) join(row.id, id, why)
        else join(id, row.id, why)
      })
      index(row)
    },
    changed: () => [...touched].map(find),
    made,
  }
}

type Placing = Awaited<ReturnType<typeof startPlacing>>

function namedOf(row: PersonRow, isPersonal: ReadonlySet<number>) {
  return {
    ...{ firstName: row.first_name, lastName: row.last_name, postKey: row.post_key },
    mailKey: row.mail_key !== null && isPersonal.has(row.mail_key) ? row.mail_key : null,
    // A number is the person's, not that of one way to name them.
    employeeNumber: '',
  }
}

/** The emails of new rows that don't have so many names that people share them. */
async function personalEmails(
  db: Db,
  siteId: number,
  companyId: number,
  made: readonly PersonRow[],
): Promise<number[]> {
  const keys = [...new Set(made.flatMap(({ mail_key }) => mail_key ?? []))]
  // The new ones are there already.
  const shared = await peopleLike(db, siteId, companyId, 'mail_key', keys)
    .select('p.mail_key')
    .groupBy('p.mail_key')
    .having(({ eb, fn }) => eb(fn.countAll<number>(), '>', MAX_NAMES_OF_EMAIL))
    .execute()
  const sharedKeys = new Set(shared.map(({ mail_key }) => mail_key))
  return keys.filter((key) => !sharedKeys.has(key))
}

/** The people that new rows can be joined to. */
async function readLikely(
  db: Db,
  siteId: number,
  companyId: number,
  made: readonly PersonRow[],
  personal: readonly number[],
) {
  const like = (column: 'mail_key' | 'post_key', keys: readonly number[]) =>
    peopleLike(db, siteId, companyId, column, keys).select('p.person_id').where('p.person_id', '>', 0)
  const found = await like('mail_key', personal)
    .union(
      like(
        'post_key',
        made.flatMap(({ post_key }) => post_key ?? []),
      ),
    )
    .execute()
  const rows = await readMembers(
    db,
    siteId,
    found.map(({ person_id }) => person_id),
  )
  return Map.groupBy(rows, ({ personId }) => personId).values()
}

/**
 * Places new rows. Cards that came from another company keep what that one decided: joins by hand, joins that were
 * undone.
 */
async function takeOver(
  db: Db,
  siteId: number,
  companyId: number,
  missing: readonly Wanted[],
  ids: ReadonlyMap<number, number>,
  placing: Placing,
): Promise<void> {
  const decided = await readDecided(db, siteId, companyId, missing, ids)
  for (const people of await membersOfSome(db, siteId, decided, placing)) placing.keep(people, false)
  for (const row of placing.made) {
    const apart = decided.apart.get(row.id) ?? []
    placing.place(
      row,
      apart.filter((id) => placing.has(id)),
    )
  }
  for (const [from, to] of decided.byHand) placing.join(from, to, 'hand')
}

type Decided = { apart: Map<number, number[]>; byHand: [number, number][] }

async function membersOfSome(db: Db, siteId: number, { apart, byHand }: Decided, placing: Placing) {
  const own = new Set(placing.made.map(({ id }) => id))
  const others = [...apart.values(), ...byHand].flat().filter((id) => !own.has(id) && !placing.has(id))
  if (others.length === 0) return []
  const rows = await peopleOf(db, siteId).select('p.person_id').where('p.id', '=', anyOf(others)).execute()
  const members = await readMembers(
    db,
    siteId,
    rows.map(({ person_id }) => person_id),
  )
  return Map.groupBy(members, ({ personId }) => personId).values()
}

/** What another company decided about people, with the rows that name them in this one. */
async function readDecided(
  db: Db,
  siteId: number,
  companyId: number,
  missing: readonly Wanted[],
  ids: ReadonlyMap<number, number>,
): Promise<Decided> {
  const decided: Decided = { apart: new Map(), byHand: [] }
  const moved = missing.flatMap(({ identityKey, was }) =>
    was === undefined || was.company_id === companyId ? [] : [{ id: ids.get(identityKey)!, was }],
  )
  if (moved.length === 0) return decided
  const above = moved.flatMap(({ was }) => (was.joinedWhy === 'hand' ? [was.joinedTo!] : []))
  const related = await peopleOf(db, siteId)
    .select(['p.id', 'p.identity_key', 'p.joined_to', 'p.joined_why'])
    .where(({ eb, and, or }) =>
      or([
        eb('p.id', '=', anyOf([...above, ...moved.flatMap(({ was }) => was.apartFrom)])),
        and([
          eb('p.person_id', '=', anyOf(moved.map(({ was }) => was.personId))),
          eb('p.joined_why', '=', literal('hand')),
        ]),
      ]),
    )
    .execute()
  const there = await findByKeys(
    db,
    siteId,
    companyId,
    related.flatMap(({ identity_key }) => identity_key ?? []),
  )
  const hereOf = new Map(related.map(({ id, identity_key }) => [id, there.get(identity_key ?? 0)]))
  for (const { id, was } of moved) {
    decided.apart.set(
      id,
      was.apartFrom.flatMap((other) => hereOf.get(other) ?? []),
    )
    const parent = was.joinedWhy === 'hand' ? hereOf.get(was.joinedTo!) : undefined
    if (parent !== undefined) decided.byHand.push([id, parent])
    for (const child of related) {
      const here = hereOf.get(child.id)
      if (child.joined_to === was.id && child.joined_why === 'hand' && here !== undefined) {
        decided.byHand.push([here, id])
      }
    }
  }
  return decided
}
