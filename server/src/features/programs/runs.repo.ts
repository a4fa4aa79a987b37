import type { LeftOut, PlannedCard } from '@laurel/domain/programs'
import type { Selectable, Updateable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { CompanyProgramRuns } from '../../database/generated/tables.ts'
import { anyOf } from '../../database/sql.ts'

export type RunRow = Selectable<CompanyProgramRuns>
type OfProgram = { site_id: number; id: number }

/** Rows in one insert. */
const STEP = 1_000

export async function insertRun(
  db: Db,
  { site_id, id: program_id }: OfProgram,
  sendOn: string,
  { cards, leftOut }: { cards: readonly PlannedCard[]; leftOut: readonly LeftOut[] },
  at: Date,
): Promise<void> {
  const { part } = await db
    .selectFrom('company_program_runs')
    .select(({ eb, fn, lit }) => eb(fn.coalesce(fn.max('part'), lit(0)), '+', lit(1)).as('part'))
    .where('site_id', '=', site_id)
    .where('program_id', '=', program_id)
    .where('send_on', '=', sendOn)
    .executeTakeFirstOrThrow()
  const state = cards.length === 0 ? 'empty' : 'waiting'
  const { id: run_id } = await db
    .insertInto('company_program_runs')
    .values({ site_id, program_id, send_on: sendOn, part: Number(part), state, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const of = { site_id, run_id, program_id }
  const rows = [
    ...cards.map((card) => ({
      ...of,
      person_id: card.personId,
      person_key: card.key,
      occasion_on: card.occasionOn,
      years: card.years,
      amount_cents: card.cents,
      outcome: 'planned',
    })),
    ...leftOut.map(({ personId, reason, occasion }) => ({
      ...of,
      person_id: personId,
      person_key: null,
      occasion_on: occasion!.occasionOn,
      years: occasion!.years,
      amount_cents: 0,
      outcome: reason,
    })),
  ]
  for (let from = 0; from < rows.length; from += STEP) {
    await db
      .insertInto('company_program_people')
      .values(rows.slice(from, from + STEP))
      .execute()
  }
}

/** Days of people that runs have had since a day, whether they got a card or not. */
export async function listRecorded(
  db: Db,
  { site_id: siteId, id }: OfProgram,
  from: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('company_program_people')
    .select(['person_id', 'occasion_on'])
    .where('site_id', '=', siteId)
    .where('program_id', '=', id)
    .where('occasion_on', '>=', from)
    .execute()
  return new Set(rows.map((row) => `${row.person_id} ${row.occasion_on}`))
}

function runs(db: Db, { site_id: siteId, id }: OfProgram) {
  return db
    .selectFrom('company_program_runs')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('program_id', '=', id)
}

/** Those without an order yet, the next day first. */
export function listWaiting(db: Db, program: OfProgram): Promise<RunRow[]> {
  return runs(db, program).where('state', '=', 'waiting').orderBy('send_on').orderBy('part').execute()
}

export async function lockWaiting(db: Db, program: OfProgram, runId: number): Promise<RunRow | undefined> {
  return runs(db, program)
    .where('id', '=', runId)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()
}

/** Runs whose day is over, and whose order isn't on its way: it wasn't approved, for example. */
export function listOverdue(db: Db, { site_id: siteId, id }: OfProgram, today: string) {
  return db
    .selectFrom('company_program_runs as run')
    .leftJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'run.site_id').onRef('o.id', '=', 'run.order_id'),
    )
    .select('run.id')
    .where('run.site_id', '=', siteId)
    .where('run.program_id', '=', id)
    .where('run.send_on', '<', today)
    .where('run.is_late', '=', false)
    .where(({ eb, or }) =>
      or([
        eb('run.state', '=', 'waiting'),
        eb('o.status', 'in', ['cart', 'awaiting_approval', 'in_review', 'pending_payment']),
      ]),
    )
    .execute()
}

export async function updateRuns(
  db: Db,
  siteId: number,
  ids: readonly number[],
  change: Updateable<CompanyProgramRuns>,
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('company_program_runs')
    .set(change)
    .where('site_id', '=', siteId)
    .where('id', '=', anyOf(ids))
    .execute()
}

export function listRunPeople(db: Db, siteId: number, runId: number) {
  return db
    .selectFrom('company_program_people')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('run_id', '=', runId)
    .orderBy('occasion_on')
    .orderBy('person_id')
    .execute()
}

export async function changePerson(
  db: Db,
  siteId: number,
  runId: number,
  personId: number,
  change: { outcome: string } | { person_id: number; amount_cents: number },
): Promise<void> {
  await db
    .updateTable('company_program_people')
    .set(change)
    .where('site_id', '=', siteId)
    .where('run_id', '=', runId)
    .where('person_id', '=', personId)
    .execute()
}

/** Closes runs without an order. Their people weren't ordered for because the program was paused. */
export async function cancelRuns(db: Db, siteId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await updateRuns(db, siteId, ids, { state: 'canceled', problem: null, problem_says: null })
  await db
    .updateTable('company_program_people')
    .set({ outcome: 'was_paused' })
    .where('site_id', '=', siteId)
    .where('run_id', '=', anyOf(ids))
    .where('outcome', '=', 'planned')
    .execute()
}
