import { dayIn, daysAfter } from '@laurel/domain/day-in'

import { Refusal } from '@laurel/domain/refusal'
import { crashPoint } from '../../crash-points.ts'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { record } from '../audit/audit.service.ts'
import { readBalance } from '../balance/balance.repo.ts'
import { offeredTypes } from '../catalog/offered-types.ts'
import type { PlaceKit } from '../place-order/place-order.service.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { inParts, readPlan } from './program-plan.ts'
import { balanceTooLow, type ProgramProblem, problemOf } from './program-problem.ts'
import { findActive, listListsOf, lockActive, type ProgramRow, updateRow } from './programs.repo.ts'
import { findProblem, horizonOf, placeRun } from './run-program.ts'
import { insertRun, listOverdue, listRecorded, listWaiting, updateRuns } from './runs.repo.ts'

/** A little less than an hour: the sweep runs hourly. */
const AGAIN_AFTER_MS = 50 * 60_000

/** Looks for the people whose cards are to be ordered now, and places the orders that wait. */
export async function runProgram(kit: PlaceKit, site: SiteRow, programId: number): Promise<void> {
  const looked = await inSite(kit.pool, site.id, (db) => look(db, kit, site, programId))
  if (looked === undefined) return
  crashPoint('program.looked')
  const { program } = looked
  const stuck: ProgramProblem[] = []
  for (const run of await inSite(kit.pool, site.id, (db) => listWaiting(db, program))) {
    const found = await placeRun(kit, site, program, run)
    if (found === undefined) continue
    stuck.push(found)
    await inSite(kit.pool, site.id, (db) =>
      updateRuns(db, site.id, [run.id], {
        problem: found.code,
        problem_says: found.says,
        tried_at: kit.now(),
      }),
    )
  }
  await inSite(kit.pool, site.id, async (db) =>
    conclude(db, kit, site, programId, (await inAll(db, program, stuck)) ?? looked.problem),
  )
}

/** The problem of the first order that waits. A balance is to be topped up for all of them: each was compared alone. */
async function inAll(
  db: Db,
  { site_id, company_id }: ProgramRow,
  stuck: readonly ProgramProblem[],
): Promise<ProgramProblem | undefined> {
  const [first] = stuck
  const missing = stuck.flatMap(({ missingCents }) => missingCents ?? [])
  if (first?.missingCents === undefined || missing.length === 1) return first
  const balance = await readBalance(db, site_id, company_id)
  const total = missing.reduce((sum, cents) => sum + cents + balance, -balance)
  return balanceTooLow(total, missing.length)
}

type Looked = { program: ProgramRow; problem: ProgramProblem | undefined }

async function look(db: Db, kit: PlaceKit, site: SiteRow, id: number): Promise<Looked | undefined> {
  const locked = await lockProgram(db, site, id)
  if (locked === undefined) return undefined
  const { program, timeZone } = locked
  const at = kit.now()
  const next_look_at = new Date(at.getTime() + AGAIN_AFTER_MS)
  const problem = await findProblem(db, site, program, offeredTypes(kit.config).includes('digital'))
  const of = { siteId: site.id, company: { id: program.company_id } }
  const [list] = await listListsOf(db, of, [program.list_id])
  if (list === undefined) {
    // What comes due in the meantime is found once it has a list.
    await updateRow(db, site.id, id, { next_look_at })
    return { program, problem }
  }
  const today = dayIn(at, timeZone)
  const from = program.looked_on ?? today
  try {
    const { plan } = await readPlan(db, program, list, { from, until: horizonOf(today, program.lead_days) })
    const recorded = await listRecorded(db, program, daysAfter(from, -7))
    const cards = plan.cards.filter(({ orderOn }) => orderOn <= today)
    const leftOut = plan.leftOut.filter(
      ({ personId, occasion }) =>
        occasion !== undefined &&
        occasion.orderOn <= today &&
        !recorded.has(`${personId} ${occasion.occasionOn}`),
    )
    const days = new Set([
      ...cards.map(({ sendOn }) => sendOn),
      ...leftOut.map(({ occasion }) => occasion!.sendOn),
    ])
    for (const day of [...days].sort()) {
      const planned = inParts(cards.filter(({ sendOn }) => sendOn === day))
      // At least one part, for the people left out.
      const parts = planned.length === 0 ? [[]] : planned
      const others = leftOut.filter(({ occasion }) => occasion!.sendOn === day)
      for (const [index, part] of parts.entries()) {
        await insertRun(db, program, day, { cards: part, leftOut: index === 0 ? others : [] }, at)
      }
    }
    await updateRow(db, site.id, id, { looked_on: today, next_look_at })
    return { program, problem }
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    await updateRow(db, site.id, id, { next_look_at })
    return { program, problem: problemOf(cause) }
  }
}

async function lockProgram(db: Db, site: SiteRow, id: number) {
  const seen = await findActive(db, site.id, id)
  if (seen === undefined) return undefined
  // The company first, as when the program is changed.
  const { time_zone } = await db
    .selectFrom('companies')
    .select('time_zone')
    .where('site_id', '=', site.id)
    .where('id', '=', seen.company_id)
    .forKeyShare()
    .executeTakeFirstOrThrow()
  const program = await lockActive(db, site.id, id)
  if (program === undefined) return undefined
  return { program, timeZone: time_zone ?? site.time_zone }
}

/** Says what is wrong, and what is late: once each. */
async function conclude(
  db: Db,
  kit: PlaceKit,
  site: SiteRow,
  id: number,
  problem: ProgramProblem | undefined,
): Promise<void> {
  const locked = await lockProgram(db, site, id)
  if (locked === undefined) return
  const { program, timeZone } = locked
  const at = kit.now()
  const facts = {
    name: program.name,
    program_id: id,
    ...(program.runs_as !== null && { person: `customer:${program.runs_as}` }),
  }
  const entry = { actor: 'system', subject: `company:${program.company_id}`, facts, at }
  if (
    problem?.code !== (program.problem ?? undefined) ||
    problem?.says !== (program.problem_says ?? undefined)
  ) {
    await updateRow(db, site.id, id, {
      problem: problem?.code ?? null,
      problem_says: problem?.says ?? null,
      problem_since: problem === undefined ? null : at,
    })
  }
  if (problem !== undefined && problem.code !== program.problem) {
    record(db, site.id, { ...entry, event: 'company.program_stuck' })
  }
  const late = await listOverdue(db, program, dayIn(at, timeZone))
  if (late.length === 0) return
  await updateRuns(
    db,
    site.id,
    late.map((run) => run.id),
    { is_late: true },
  )
  record(db, site.id, { ...entry, event: 'company.program_late' })
}
