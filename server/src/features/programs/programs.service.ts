import type {
  changeProgram as changeEndpoint,
  makeProgram as makeEndpoint,
  Program,
} from '@laurel/contract/programs'
import { mayInCompany } from '@laurel/domain/company-roles'
import { dayIn } from '@laurel/domain/day-in'
import { MAX_PROGRAMS, type ProgramAmount, type ProgramKind } from '@laurel/domain/programs'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { offeredTypes } from '../catalog/offered-types.ts'
import { type Changing, changeCompany, noteChange } from '../companies/change-company.ts'
import { readTimeZone } from '../companies/companies.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { readWire } from './program-views.ts'
import { runProgramNow } from './programs.jobs.ts'
import { listDesignsOf, listListsOf, listRows, lockRow, type ProgramRow, updateRow } from './programs.repo.ts'
import { findProblem } from './run-program.ts'
import { cancelRuns, listWaiting } from './runs.repo.ts'

type ProgramKit = Pick<Kit, 'pool' | 'now' | 'config' | 'jobs'>
type ProgramWire = z.input<typeof Program>

/** What a program that isn't on has. */
const PAUSED = {
  state: 'paused',
  next_look_at: null,
  looked_on: null,
  problem: null,
  problem_says: null,
  problem_since: null,
} as const

/**
 * Adds a program, which is paused.
 *
 * @throws {Refusal} `not_allowed`; `not_found` for a list that isn't shared, or another company's design;
 * `validation_failed`; `limit_exceeded`
 */
export function makeProgram(
  kit: ProgramKit,
  site: SiteRow,
  actor: Customer,
  asked: z.output<typeof makeEndpoint.body>,
): Promise<ProgramWire> {
  return change(kit, actor, async (db, own) => {
    const before = await listRows(db, own)
    if (before.length >= MAX_PROGRAMS) {
      throw new Refusal('limit_exceeded', { limit: MAX_PROGRAMS, of: /*i18n*/ '{limit, number} programs' })
    }
    await assertParts(db, own, asked)
    const at = kit.now()
    const { id } = await db
      .insertInto('company_programs')
      .values({
        site_id: own.siteId,
        company_id: own.company.id,
        ...asked,
        ...PAUSED,
        amounts: json(amountsFor(asked.kind, asked.amounts)),
        fields: json(asked.fields),
        created_by: own.customerId,
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    noteChange(db, kit, own, 'company.program_added', { name: asked.name, program_id: id })
    return readWire(db, site, own, id)
  })
}

/** Changes a program, and pauses it. @throws {Refusal} the same as {@link makeProgram} */
export function changeProgram(
  kit: ProgramKit,
  site: SiteRow,
  actor: Customer,
  id: number,
  { amounts, fields, ...changed }: z.output<typeof changeEndpoint.body>,
): Promise<ProgramWire> {
  return change(kit, actor, async (db, own) => {
    const before = await lockRow(db, own, id)
    await assertParts(db, own, changed)
    await updateRow(db, own.siteId, id, {
      ...changed,
      ...PAUSED,
      ...(amounts && { amounts: json(amountsFor(before.kind, amounts)) }),
      ...(fields && { fields: json(fields) }),
      updated_at: kit.now(),
    })
    const facts = { name_old: before.name, name_new: changed.name ?? before.name, program_id: id }
    noteChange(db, kit, own, 'company.program_changed', facts)
    return readWire(db, site, own, id)
  })
}

/**
 * Turns a program on, as the person whose orders it places from then on. It orders for days from today on.
 *
 * @throws {Refusal} `not_found`; `not_allowed`, also without the right to order; `program_changed`;
 * `program_incomplete`
 */
export function activateProgram(
  kit: ProgramKit,
  site: SiteRow,
  actor: Customer,
  id: number,
  seenUpdatedAt: string | undefined,
): Promise<ProgramWire> {
  return change(kit, actor, async (db, own) => {
    if (!mayInCompany(own.role, 'orders.place')) throw new Refusal('not_allowed')
    const program = await lockRow(db, own, id)
    if (seenUpdatedAt !== undefined && seenUpdatedAt !== program.updated_at.toISOString()) {
      throw new Refusal('program_changed')
    }
    const isDigitalOffered = offeredTypes(kit.config).includes('digital')
    const problem = await findProblem(db, site, { ...program, state: 'paused' }, isDigitalOffered)
    if (problem !== undefined) {
      const error = { field: 'program', code: problem.code, message: problem.says }
      throw new Refusal('program_incomplete', {}, [error])
    }
    const at = kit.now()
    const today = dayIn(at, await readTimeZone(db, site, own.company.id))
    const missed = (await listWaiting(db, program)).filter(({ send_on }) => send_on < today)
    await cancelRuns(
      db,
      own.siteId,
      missed.map((run) => run.id),
    )
    await updateRow(db, own.siteId, id, {
      ...PAUSED,
      state: 'active',
      runs_as: own.customerId,
      looked_on: today,
      next_look_at: at,
      updated_at: at,
    })
    await kit.jobs.enqueue(db, runProgramNow, { siteId: own.siteId, programId: id })
    noteChange(db, kit, own, 'company.program_activated', { name: program.name, program_id: id })
    return readWire(db, site, own, id)
  })
}

/** Looks for people now, and tries again what couldn't be ordered. @throws {Refusal} `not_found`; `not_allowed` */
export function tryAgain(kit: ProgramKit, actor: Customer, id: number): Promise<void> {
  return change(kit, actor, async (db, own) => {
    const { state } = await lockRow(db, own, id)
    if (state !== 'active') return
    await kit.jobs.enqueue(db, runProgramNow, { siteId: own.siteId, programId: id })
  })
}

/** @throws {Refusal} `not_found`; `not_allowed` */
export function pauseProgram(
  kit: ProgramKit,
  site: SiteRow,
  actor: Customer,
  id: number,
): Promise<ProgramWire> {
  return change(kit, actor, async (db, own) => {
    const program = await lockRow(db, own, id)
    if (program.state === 'active') {
      await updateRow(db, own.siteId, id, { ...PAUSED, updated_at: kit.now() })
      noteChange(db, kit, own, 'company.program_paused', { name: program.name, program_id: id })
    }
    return readWire(db, site, own, id)
  })
}

/** @throws {Refusal} `not_found`; `not_allowed` */
export function endProgram(kit: ProgramKit, actor: Customer, id: number): Promise<void> {
  return change(kit, actor, async (db, own) => {
    const program = await lockRow(db, own, id)
    const waiting = await listWaiting(db, program)
    await cancelRuns(
      db,
      own.siteId,
      waiting.map((run) => run.id),
    )
    await updateRow(db, own.siteId, id, { ...PAUSED, state: 'ended', updated_at: kit.now() })
    noteChange(db, kit, own, 'company.program_ended', { name: program.name, program_id: id })
  })
}

function change<T>(
  kit: ProgramKit,
  actor: Customer,
  work: (db: Db, own: Changing) => Promise<T>,
): Promise<T> {
  return changeCompany(kit, actor, 'programs.manage', work)
}

async function assertParts(
  db: Db,
  own: Changing,
  { list_id, saved_design_id }: Partial<Pick<ProgramRow, 'list_id' | 'saved_design_id'>>,
): Promise<void> {
  if (list_id !== undefined && (await listListsOf(db, own, [list_id])).length === 0) {
    throw new Refusal('not_found')
  }
  if (saved_design_id === undefined) return
  const [design] = await listDesignsOf(db, own, [saved_design_id])
  if (design === undefined) throw new Refusal('not_found')
  if (design.reward_type !== 'digital') throw wrong('saved_design_id', 'Choose a design for digital cards.')
}

/** Only anniversaries have years. @throws {Refusal} `validation_failed` */
function amountsFor(kind: ProgramKind, amounts: readonly ProgramAmount[]): ProgramAmount[] {
  const isByYears = kind === 'anniversary'
  if (!isByYears && amounts.length > 1) throw wrong('amounts', 'Enter one amount.')
  if (!isByYears) return amounts.map(({ cents }) => ({ years: 0, cents }))
  if (amounts.some(({ years }) => years < 1)) throw wrong('amounts', 'Start with 1 year or more.')
  return [...amounts].sort((a, b) => a.years - b.years)
}

function wrong(field: string, message: string): Refusal {
  return new Refusal('validation_failed', {}, [{ field, code: 'invalid', message }])
}
