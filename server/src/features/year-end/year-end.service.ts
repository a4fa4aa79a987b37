import type { markYearEndPerson, addEmployeeNumbers as numbersEndpoint } from '@laurel/contract/year-end'
import { dayIn } from '@laurel/domain/day-in'
import { personKey } from '@laurel/domain/duplicates'
import { Refusal } from '@laurel/domain/refusal'
import {
  areApart,
  FIRST_W9_DAY,
  joined,
  type Marks,
  type MarksOfJoin,
  marksAfterUndo,
  marksOfJoin,
  reconciled,
  separated,
  W9_WORDS,
} from '@laurel/domain/year-end'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { type Changing, changeCompany, noteChange } from '../companies/change-company.ts'
import { readTimeZone } from '../companies/companies.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { membersOf } from './count-cards.ts'
import {
  lockYearEnd,
  type PersonRow,
  peopleLike,
  peopleNumbered,
  readMembers,
  rootOf,
  saveMembers,
  sumPeople,
  withMarks,
} from './people.repo.ts'
import { type DetailsWire, nameOf, readDetails, readPeople } from './year-end-views.ts'

type YearEndKit = Pick<Kit, 'pool' | 'now'>
type MarksAsked = z.output<typeof markYearEndPerson.body>
type Numbers = z.output<typeof numbersEndpoint.body>['employees']

function change<T>(
  kit: YearEndKit,
  actor: Customer,
  work: (db: Db, own: Changing) => Promise<T>,
): Promise<T> {
  return changeCompany(kit, actor, 'year_end.manage', async (db, own) => {
    await lockYearEnd(db, own.siteId)
    return work(db, own)
  })
}

/** With the email, by which an erasure finds the entry. */
function toldName(row: PersonRow): string {
  return row.email === '' ? nameOf(row) : `${nameOf(row)} (${row.email})`.trim()
}

/**
 * Joins a person to another one, even if they were separated before.
 *
 * @throws {Refusal} `not_found`; `changed` if they're one person already; `not_allowed`; `company_left`
 */
export function joinPeople(
  kit: YearEndKit,
  site: SiteRow,
  actor: Customer,
  id: number,
  otherId: number,
): Promise<DetailsWire> {
  return change(kit, actor, async (db, own) => {
    const kept = await readPeople(db, own, id)
    if (kept.some((member) => member.id === otherId)) throw new Refusal('changed')
    const other = await readPeople(db, own, otherId)
    await joinAll(db, own.siteId, kept, other, 'hand')
    const facts = { name: toldName(rootOf(other)), other: toldName(rootOf(kept)) }
    noteChange(db, kit, own, 'company.year_end_joined', facts)
    return readDetails(db, site, own, id, { at: kit.now() })
  })
}

async function joinAll(
  db: Db,
  siteId: number,
  kept: readonly PersonRow[],
  other: readonly PersonRow[],
  why: 'hand' | 'employee_number',
): Promise<void> {
  const [root, joining] = [rootOf(kept), rootOf(other)]
  const moved = joined(reconciled(other, kept), joining.id, root, why, marksOfJoin(root, joining))
  await saveMembers(db, siteId, [...withMarks(reconciled(kept, other), joining), ...moved])
  await sumPeople(db, siteId, [root.id, joining.id])
}

/**
 * Undoes the join of one identity. Later cards never redo it. Each side gets its earlier details; later changes stay
 * with the person it was joined to.
 *
 * @throws {Refusal} `not_found`; `changed` if it isn't joined there anymore; `not_allowed`; `company_left`
 */
export function separatePerson(
  kit: YearEndKit,
  site: SiteRow,
  actor: Customer,
  id: number,
  joinedTo: number,
): Promise<DetailsWire> {
  return change(kit, actor, async (db, own) => {
    const members = await membersOf(db, own.siteId, id)
    const cut = members.find((member) => member.id === id)
    if (cut === undefined || cut.company_id !== own.company.id) throw new Refusal('not_found')
    if (cut.joinedTo !== joinedTo) throw new Refusal('changed')
    await saveMembers(db, own.siteId, separated(members, id))
    if (cut.marks !== null) await returnMarks(db, own.siteId, [cut.personId, id], cut.marks)
    await sumPeople(db, own.siteId, [cut.personId, id])
    const parent = members.find((member) => member.id === joinedTo)!
    const facts = { name: toldName(cut), other: toldName(parent) }
    noteChange(db, kit, own, 'company.year_end_separated', facts)
    return readDetails(db, site, own, id, { at: kit.now() })
  })
}

async function returnMarks(
  db: Db,
  siteId: number,
  [keptId, otherId]: readonly [number, number],
  marks: MarksOfJoin,
): Promise<void> {
  const roots = await readMembers(db, siteId, [keptId, otherId])
  await saveMembers(
    db,
    siteId,
    roots.flatMap((row) => {
      if (row.id === keptId) return [{ ...row, ...marksAfterUndo(row, marks) }]
      return row.id === otherId ? [{ ...row, ...marks.other }] : []
    }),
  )
}

/** @throws {Refusal} `validation_failed`; `not_found`; `not_allowed`; `company_left` */
export function markPerson(
  kit: YearEndKit,
  site: SiteRow,
  actor: Customer,
  id: number,
  asked: MarksAsked,
): Promise<DetailsWire> {
  return change(kit, actor, async (db, own) => {
    const members = await readPeople(db, own, id)
    refuseWrongDay(asked.w9_on, dayIn(kit.now(), await readTimeZone(db, site, own.company.id)))
    const before = rootOf(members)
    const marks = marksAfter(before, asked)
    await saveMembers(db, own.siteId, [{ ...before, ...marks }])
    await sumPeople(db, own.siteId, [id])
    const number = marks.employeeNumber
    if (number !== '' && number !== before.employeeNumber) await joinByNumber(db, own, id, number)
    const facts = { name: toldName(before), says: saysOf(before, marks) }
    if (facts.says !== '') noteChange(db, kit, own, 'company.year_end_marked', facts)
    const [after] = await membersOf(db, own.siteId, id)
    return readDetails(db, site, own, after!.personId, { at: kit.now() })
  })
}

/** The form has existed since 1984, and can't have been received in the future. */
function refuseWrongDay(day: string | null | undefined, today: string): void {
  if (!day || (day >= FIRST_W9_DAY && day <= today)) return
  const message = day > today ? 'Choose today or an earlier date.' : 'Choose a date in 1984 or later.'
  throw new Refusal('validation_failed', {}, [{ field: 'w9_on', code: 'out_of_range', message }])
}

/** Only employees have a number, and only a form that came has a day. */
function marksAfter(before: PersonRow, asked: MarksAsked): Marks {
  const isEmployee = asked.is_employee ?? before.isEmployee
  const w9 = asked.w9 ?? before.w9
  const w9On = asked.w9_on === undefined ? before.w9On : asked.w9_on
  return {
    isEmployee,
    employeeNumber: isEmployee ? (asked.employee_number ?? before.employeeNumber) : '',
    w9,
    w9On: w9 === 'received' ? w9On : null,
  }
}

function saysOf(before: Marks, after: Marks): string {
  const says = []
  if (before.isEmployee !== after.isEmployee) says.push(after.isEmployee ? 'employee' : 'not an employee')
  if (before.employeeNumber !== after.employeeNumber) says.push('another employee number')
  if (before.w9 !== after.w9) says.push(`W-9 ${W9_WORDS[after.w9].toLowerCase()}`)
  else if (before.w9On !== after.w9On) says.push('another day of the W-9')
  return says.join(', ')
}

/** Joins everyone with a number, unless that was undone. The one who came first stays. */
async function joinByNumber(
  db: Db,
  { siteId, company }: Changing,
  id: number,
  number: string,
): Promise<void> {
  const rows = await peopleNumbered(db, siteId, company.id, number)
    .select('p.id')
    .where('p.joined_to', 'is', null)
    .where('p.id', '<>', id)
    .orderBy('p.id')
    .execute()
  for (const other of rows) {
    const own = await membersOf(db, siteId, id)
    const theirs = await readMembers(db, siteId, [other.id])
    if (theirs.length > 0 && !areApart(own, theirs)) await joinAll(db, siteId, theirs, own, 'employee_number')
  }
}

/**
 * Marks people as employees, with their numbers.
 *
 * @throws {Refusal} `not_allowed`; `company_left`
 */
export function addNumbers(
  kit: YearEndKit,
  actor: Customer,
  employees: Numbers,
): Promise<{ people: number; unknown: number }> {
  return change(kit, actor, async (db, own) => {
    const keyed = employees.map((one) => ({ ...one, key: mailKey(one.email) }))
    const rows = await peopleLike(
      db,
      own.siteId,
      own.company.id,
      'mail_key',
      keyed.map(({ key }) => key),
    )
      .select(['p.id', 'p.person_id', 'p.mail_key'])
      .orderBy('p.id')
      .execute()
    const byKey = Map.groupBy(rows, ({ mail_key }) => mail_key!)
    const marked = new Set<number>()
    let unknown = 0
    for (const { key, employee_number } of keyed) {
      const found = byKey.get(key) ?? []
      if (found.length === 0) unknown += 1
      for (const personId of new Set(found.map(({ person_id }) => person_id))) {
        // Its person can be another one since an earlier row.
        const members = await membersOf(db, own.siteId, personId)
        const root = rootOf(members)
        await saveMembers(db, own.siteId, [{ ...root, isEmployee: true, employeeNumber: employee_number }])
        await sumPeople(db, own.siteId, [root.id])
        if (root.employeeNumber !== employee_number) await joinByNumber(db, own, root.id, employee_number)
        marked.add(personId)
      }
    }
    noteChange(db, kit, own, 'company.year_end_numbered', { people: marked.size })
    return { people: marked.size, unknown }
  })
}

function mailKey(email: string): number {
  const nothing = { firstName: '', lastName: '', address1: '', address2: '', city: '', zip: '' }
  return personKey('digital', { ...nothing, email })!
}
