import {
  type JoinReason,
  type Marks,
  type MarksOfJoin,
  type Member,
  mergedMarks,
  type W9Status,
} from '@laurel/domain/year-end'
import type { Selectable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { YearEndPeople } from '../../database/generated/tables.ts'
import { anyOf, literal, lockUntilCommit, sumOf, tableOf } from '../../database/sql.ts'

type Row = Selectable<YearEndPeople>
/** One way to name a person, with its place in the person's tree. The marks are those of the root. */
export type PersonRow = Row & Member & Marks

/** Cards are counted, and people joined, by one transaction of a site at a time. */
export function lockYearEnd(db: Db, siteId: number): Promise<void> {
  return lockUntilCommit(db, siteId, 'year-end')
}

export function asPerson(row: Row): PersonRow {
  return {
    ...row,
    personId: row.person_id,
    joinedTo: row.joined_to,
    joinedWhy: row.joined_why as JoinReason | null,
    apartFrom: row.apart_from as number[],
    marks: row.join_marks as MarksOfJoin | null,
    isEmployee: row.is_employee,
    employeeNumber: row.employee_number,
    w9: row.w9 as W9Status,
    w9On: row.w9_on,
  }
}

export function peopleOf(db: Db, siteId: number) {
  return db.selectFrom('year_end_people as p').where('p.site_id', '=', siteId)
}

/** The ways to name people that have some keys. Partial indexes lead to them. */
export function peopleLike(
  db: Db,
  siteId: number,
  companyId: number,
  column: 'mail_key' | 'post_key',
  keys: readonly number[],
) {
  return peopleOf(db, siteId)
    .where('p.company_id', '=', companyId)
    .where(`p.${column}`, '=', anyOf(keys))
    .where(`p.${column}`, 'is not', null)
}

/** The ways to name people that have an employee number. A partial index leads to them. */
export function peopleNumbered(db: Db, siteId: number, companyId: number, number: string) {
  return peopleOf(db, siteId)
    .where('p.company_id', '=', companyId)
    .where('p.employee_number', '=', number)
    .where('p.employee_number', '<>', literal(''))
}

/** All ways to name some people, the first ones first. */
export async function readMembers(
  db: Db,
  siteId: number,
  personIds: readonly number[],
): Promise<PersonRow[]> {
  if (personIds.length === 0) return []
  const rows = await peopleOf(db, siteId)
    .selectAll('p')
    .where('p.person_id', '=', anyOf(personIds))
    .orderBy('p.id')
    .execute()
  return rows.map(asPerson)
}

/** Saves places in trees, and marks. */
export async function saveMembers(db: Db, siteId: number, members: readonly PersonRow[]): Promise<void> {
  if (members.length === 0) return
  const rows = members.map((member) => ({
    ...{
      id: member.id,
      person_id: member.personId,
      joined_to: member.joinedTo,
      joined_why: member.joinedWhy,
    },
    ...{ apart_from: member.apartFrom, join_marks: member.marks, is_employee: member.isEmployee },
    ...{ employee_number: member.employeeNumber, w9: member.w9, w9_on: member.w9On },
  }))
  await db
    .updateTable('year_end_people as p')
    .from(
      tableOf('n', rows, {
        ...{
          id: 'bigint',
          person_id: 'bigint',
          joined_to: 'bigint',
          joined_why: 'text',
          apart_from: 'jsonb',
          join_marks: 'jsonb',
        },
        ...{ is_employee: 'boolean', employee_number: 'text', w9: 'text', w9_on: 'text' },
      }),
    )
    .set(({ ref }) => ({
      ...{ person_id: ref('n.person_id'), joined_to: ref('n.joined_to'), joined_why: ref('n.joined_why') },
      ...{ apart_from: ref('n.apart_from'), join_marks: ref('n.join_marks') },
      is_employee: ref('n.is_employee'),
      ...{ employee_number: ref('n.employee_number'), w9: ref('n.w9'), w9_on: ref('n.w9_on') },
    }))
    .where('p.site_id', '=', siteId)
    // Leads to the rows by their key, however many there are since statistics were last made.
    .where('p.id', '=', anyOf(members.map(({ id }) => id)))
    .whereRef('p.id', '=', 'n.id')
    .execute()
}

/** Gives the root of a person what two people who are joined have been marked as. */
export function withMarks(members: readonly PersonRow[], other: Marks): PersonRow[] {
  return members.map((member) =>
    member.joinedTo === null ? { ...member, ...mergedMarks(member, other) } : member,
  )
}

export function rootOf(members: readonly PersonRow[]): PersonRow {
  return members.find(({ joinedTo }) => joinedTo === null)!
}

/** Sums the cards of some people again. People who are none anymore lose their totals. */
export async function sumPeople(db: Db, siteId: number, personIds: readonly number[]): Promise<void> {
  if (personIds.length === 0) return
  await db
    .deleteFrom('year_end_totals')
    .where('site_id', '=', siteId)
    .where('person_id', '=', anyOf(personIds))
    .execute()
  await db
    .insertInto('year_end_totals')
    .columns([
      ...(['site_id', 'company_id', 'person_id', 'is_employee', 'year', 'received_cents'] as const),
      ...(['unclaimed_cents', 'refunded_cents', 'card_count'] as const),
    ])
    .expression(({ selectFrom }) =>
      selectFrom('year_end_people as i')
        .innerJoin('year_end_people as root', (join) =>
          join.onRef('root.site_id', '=', 'i.site_id').onRef('root.id', '=', 'i.person_id'),
        )
        .innerJoin('year_end_cards as c', (join) =>
          join.onRef('c.site_id', '=', 'i.site_id').onRef('c.identity_id', '=', 'i.id'),
        )
        .select(['i.site_id', 'i.company_id', 'i.person_id', 'root.is_employee'])
        .select(({ eb, fn, ref, cast, lit }) => {
          const cents = (countsAs: string) =>
            sumOf(
              eb.case().when('c.counts_as', '=', literal(countsAs)).then(ref('c.cents')).else(lit(0)).end(),
            )
          return [
            cast<number>(fn('left', ['c.day', lit(4)]), 'integer').as('year'),
            cents('received').as('received_cents'),
            cents('unclaimed').as('unclaimed_cents'),
            cents('refunded').as('refunded_cents'),
            cast<number>(fn.countAll(), 'integer').as('card_count'),
          ]
        })
        .where('i.site_id', '=', siteId)
        .where('i.person_id', '=', anyOf(personIds))
        .groupBy(['i.site_id', 'i.company_id', 'i.person_id', 'root.is_employee', 'year']),
    )
    .execute()
}

/** Removes ways to name people without a card, unless others are joined to them. */
export async function removeUnused(db: Db, siteId: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const removed = await db
    .deleteFrom('year_end_people as p')
    .where('p.site_id', '=', siteId)
    .where('p.id', '=', anyOf(ids))
    .where(({ and, exists, not, selectFrom }) =>
      and([
        not(
          exists(
            selectFrom('year_end_cards as c')
              .select('c.delivery_id')
              .where('c.site_id', '=', siteId)
              .whereRef('c.identity_id', '=', 'p.id'),
          ),
        ),
        not(
          exists(
            selectFrom('year_end_people as below')
              .select('below.id')
              .where('below.site_id', '=', siteId)
              .whereRef('below.person_id', '=', 'p.person_id')
              .whereRef('below.joined_to', '=', 'p.id'),
          ),
        ),
      ]),
    )
    .returning('p.id')
    .execute()
  return removed.map(({ id }) => id)
}
