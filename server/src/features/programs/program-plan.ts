import { MAX_PEOPLE_IN_CALL } from '@laurel/domain/company-api-keys'
import { daysAfter } from '@laurel/domain/day-in'
import { personKey } from '@laurel/domain/duplicates'
import {
  type Got,
  MAX_PROGRAM_PEOPLE,
  type PlannedCard,
  type ProgramPerson,
  type ProgramPlan,
  planProgram,
} from '@laurel/domain/programs'
import { judgeRecipient } from '@laurel/domain/recipient-row'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { BLANK_RECIPIENT, rowOf } from '../card-items/judged-recipient.ts'
import { listSavedAfter, type SavedRow } from '../recipient-lists/saved-people.repo.ts'
import { type ProgramList, type ProgramRow, rulesOf } from './programs.repo.ts'

const LOOK_BACK_DAYS = 400

export type People = ReadonlyMap<number, SavedRow>
export type Planned = { plan: ProgramPlan; people: People }

/** The people of a program's list. @throws {Refusal} `limit_exceeded` if it's too long for a program */
export async function readPeople(db: Db, siteId: number, list: ProgramList): Promise<SavedRow[]> {
  const owner = { siteId, customerId: list.customer_id }
  const people = await listSavedAfter(db, owner, list.id, 0, MAX_PROGRAM_PEOPLE + 1)
  if (people.length > MAX_PROGRAM_PEOPLE) {
    const limit = `${MAX_PROGRAM_PEOPLE.toLocaleString('en-US')} people on the list of a program`
    throw new Refusal('limit_exceeded', { limit })
  }
  return people
}

function programPerson(person: SavedRow): ProgramPerson {
  const { id, birthday, start_date: startDate, first_name, last_name, email } = person
  const row = rowOf({ ...BLANK_RECIPIENT, first_name, last_name, email })
  const { problems } = judgeRecipient('digital', row, { minValueCents: 0, maxValueCents: Infinity })
  const errors = problems.filter(({ severity }) => severity === 'error')
  const hasEmail = errors.every(({ field }) => field !== 'email')
  const isInvalid = errors.some(({ field }) => field !== 'email')
  return { id, key: hasEmail ? personKey('digital', row) : undefined, isInvalid, birthday, startDate }
}

/**
 * Plans a program for the people of its list.
 *
 * @param counts which cards people have already; those of other runs that wait are about to come, too
 */
export async function readPlan(
  db: Db,
  program: ProgramRow,
  list: ProgramList,
  window: { from: string; until: string },
  counts: { isOrdered?: true; exceptRun?: number } = {},
): Promise<Planned> {
  const people = await readPeople(db, program.site_id, list)
  const got = await listGot(db, program, window.from, counts)
  const plan = planProgram(rulesOf(program), people.map(programPerson), got, window)
  return { plan, people: new Map(people.map((person) => [person.id, person])) }
}

async function listGot(
  db: Db,
  { site_id: siteId, id, kind }: ProgramRow,
  from: string,
  { isOrdered, exceptRun }: { isOrdered?: true; exceptRun?: number },
): Promise<Got[]> {
  const rows = await db
    .selectFrom('company_program_people')
    .select(['person_id', 'person_key', 'occasion_on'])
    .where('site_id', '=', siteId)
    .where('program_id', '=', id)
    .where('outcome', 'in', isOrdered ? ['ordered'] : ['planned', 'ordered'])
    .$if(kind !== 'start', (query) => query.where('occasion_on', '>=', daysAfter(from, -LOOK_BACK_DAYS)))
    .$if(exceptRun !== undefined, (query) => query.where('run_id', '<>', exceptRun!))
    .execute()
  return rows.map(({ person_id, person_key, occasion_on }) => ({
    personId: person_id,
    key: Number(person_key),
    occasionOn: occasion_on,
  }))
}

/** Splits a day's cards into as many orders as they need. */
export function inParts(cards: readonly PlannedCard[]): PlannedCard[][] {
  const parts: PlannedCard[][] = []
  for (let from = 0; from < cards.length; from += MAX_PEOPLE_IN_CALL) {
    parts.push(cards.slice(from, from + MAX_PEOPLE_IN_CALL))
  }
  return parts
}
