import { randomUUID } from 'node:crypto'
import type { AuditFacts } from '@laurel/domain/audit-words'
import { nextNight, SYNC_AGAIN_MINUTES } from '@laurel/domain/people-files'
import { crashPoint } from '../../crash-points.ts'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { json } from '../../database/json.ts'
import { now } from '../../database/sql.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import { readTimeZone } from '../companies/companies.repo.ts'
import { lockCustomerRow } from '../customers/customers.repo.ts'
import type { Owner } from '../recipient-lists/recipient-lists.repo.ts'
import { findSite, type SiteRow } from '../sites/sites.repo.ts'
import { addPeople, changePeople, erasedAmong, setKeys, takeOff } from './apply-steps.ts'
import { type FetchKit, fetchFile } from './fetch-file.ts'
import { problemSays } from './file-problem.ts'
import { unsealSource } from './file-source.ts'
import {
  countInRun,
  endRuns,
  findFile,
  findRun,
  insertRun,
  type ListFileRow,
  lockFileOfList,
  lockSharedList,
  type RunRow,
  updateFile,
  updateRun,
} from './list-files.repo.ts'
import { erasedProblem, heldWords, type PeopleOfFile, peopleByColumns, readPlan } from './plan-file.ts'
import { type RowProblem, readTable } from './read-file.ts'

export type SyncKit = FetchKit & Pick<Kit, 'pool' | 'now' | 'keys'>

/** Longer than a download and its reading; each step begins it again. */
const LEASE_MS = 3 * 60_000
/** Rows in one transaction. */
const STEP = 250
const MOST_TOLD = 100
const FAULT = 'Something went wrong on our side. Try again later, or contact us.'

/** Another one syncs the list now, or it was changed: what is left is done by the next sync. */
class Interrupted extends Error {}

type Taken = {
  site: SiteRow
  file: ListFileRow
  list: { id: number; name: string; customer_id: number }
  run: RunRow
  lease: string
}

/** Syncs a list with its file if that is due. A killed sync is continued by the next one. */
export async function syncFile(
  kit: SyncKit,
  siteId: number,
  fileId: number,
  stopped?: AbortSignal,
): Promise<void> {
  const site = await findSite(kit.pool, siteId)
  if (site === undefined) return
  const taken = await inSite(kit.pool, siteId, (db) => take(db, kit, site, fileId))
  if (taken === undefined) return
  crashPoint('list.taken')
  try {
    await sync(kit, taken, stopped)
  } catch (cause) {
    if (cause instanceof Interrupted) return
    const says = problemSays(cause)
    if (says === undefined) {
      // The next sweep retries at once instead of when the lease ends, up to a limit.
      const isLast = taken.run.attempts > SYNC_AGAIN_MINUTES.length
      await inStep(kit, taken, (db) =>
        isLast ? fail(db, kit, taken, FAULT) : updateFile(db, siteId, fileId, FREE),
      ).catch(() => {})
      throw cause
    }
    await inStep(kit, taken, (db) => fail(db, kit, taken, says)).catch((lost: unknown) => {
      if (!(lost instanceof Interrupted)) throw lost
    })
  }
}

export const FREE = { lease: null, leased_until: null } as const

/** What a file that isn't on has. */
export const OFF = {
  ...FREE,
  is_on: false,
  next_sync_at: null,
  asked_by: null,
  applies_hash: null,
  run_id: null,
}

async function take(db: Db, kit: SyncKit, site: SiteRow, fileId: number): Promise<Taken | undefined> {
  const seen = await findFile(db, site.id, fileId)
  if (seen === undefined || !seen.is_on) return undefined
  const list = await lockSharedList(db, seen)
  if (list === undefined) {
    await turnOffUnshared(db, kit, seen)
    return undefined
  }
  const file = await lockFileOfList(db, site.id, seen.list_id)
  const at = kit.now()
  const isDue = file.next_sync_at !== null && file.next_sync_at <= at
  if (!isDue || (file.leased_until !== null && file.leased_until > at)) return undefined
  const begun = file.run_id === null ? undefined : await findRun(db, site.id, fileId, file.run_id)
  const isOpen = begun?.state === 'syncing' || begun?.state === 'retrying'
  const runId = begun !== undefined && isOpen ? begun.id : await insertRun(db, file, at)
  const attempts = (begun !== undefined && isOpen ? begun.attempts : 0) + 1
  await updateRun(db, site.id, runId, { state: 'syncing', says: '', attempts, asked_by: file.asked_by })
  const lease = randomUUID()
  const leased_until = new Date(at.getTime() + LEASE_MS)
  await updateFile(db, site.id, fileId, { run_id: runId, lease, leased_until })
  const run = await findRun(db, site.id, fileId, runId)
  return { site, file, list, run: run!, lease }
}

/** Its company doesn't share the list anymore. */
async function turnOffUnshared(db: Db, kit: SyncKit, file: ListFileRow): Promise<void> {
  const { site_id: siteId, list_id, company_id } = file
  await endRuns(db, file, kit.now())
  await updateFile(db, siteId, file.id, OFF)
  const { name } = await db
    .selectFrom('recipient_lists')
    .select('name')
    .where('site_id', '=', siteId)
    .where('id', '=', list_id)
    .executeTakeFirstOrThrow()
  record(db, siteId, {
    ...{ actor: 'system', event: 'company.list_file_off', subject: `company:${company_id}`, at: kit.now() },
    facts: { name, list_id },
  })
}

/** A transaction of a sync, while the list is still its own. @throws {Interrupted} */
function inStep<T>(
  kit: SyncKit,
  { site, file: { id, list_id }, list, lease }: Taken,
  work: (db: Db, owner: Owner) => Promise<T>,
): Promise<T> {
  return inSite(kit.pool, site.id, async (db) => {
    const file = await findFile(db, site.id, id)
    const locked = file && (await lockSharedList(db, file))
    if (locked === undefined || locked.customer_id !== list.customer_id) throw new Interrupted()
    const { lease: held } = await lockFileOfList(db, site.id, list_id)
    if (held !== lease) throw new Interrupted()
    const owner = { siteId: site.id, customerId: list.customer_id }
    await lockCustomerRow(db, owner)
    await updateFile(db, site.id, id, { leased_until: new Date(kit.now().getTime() + LEASE_MS) })
    return work(db, owner)
  })
}

async function sync(kit: SyncKit, taken: Taken, stopped: AbortSignal | undefined): Promise<void> {
  const { site, file, list, run } = taken
  const source = unsealSource(kit.keys.dataSeal, site.id, list.id, file.settings_sealed)
  const { bytes, hash } = await fetchFile(kit, source, stopped)
  const people = await peopleByColumns(list.id, await readTable(bytes), file.columns, kit.now())
  const { plan, erased } = await inStep(kit, taken, async (db, owner) => {
    const planned = await readPlan(db, kit.keys, owner, list.id, people)
    const known_count = run.known_count ?? planned.plan.known
    await updateRun(db, site.id, run.id, { hash, row_count: people.rows.length, known_count })
    return planned
  })
  const says = hash === file.applies_hash ? undefined : heldWords(plan, run)
  if (says !== undefined) {
    await inStep(kit, taken, (db) => hold(db, kit, taken, says))
    return
  }
  const problems = [...people.problems, ...erased]
  for (const rows of inSteps(plan.added)) {
    await inStep(kit, taken, (db, owner) => addRows(db, kit, owner, taken, { ...people, rows }, problems))
    crashPoint('list.step')
  }
  for (const some of inSteps(plan.matched.filter(({ isChanged, isNew }) => isChanged || isNew))) {
    await inStep(kit, taken, async (db, owner) => {
      const changed = await changePeople(
        db,
        owner,
        some.filter(({ isChanged }) => isChanged),
      )
      await setKeys(
        db,
        site.id,
        list.id,
        some.filter(({ isNew }) => isNew),
      )
      await countInRun(db, site.id, run.id, { changed })
    })
    crashPoint('list.step')
  }
  for (const ids of inSteps(plan.leaving)) {
    await inStep(kit, taken, async (db) => {
      await countInRun(db, site.id, run.id, { left: await takeOff(db, site.id, list.id, ids) })
    })
    crashPoint('list.step')
  }
  await inStep(kit, taken, (db) => finish(db, kit, taken, problems))
}

async function addRows(
  db: Db,
  { keys }: SyncKit,
  owner: Owner,
  { list, run }: Taken,
  { rows, reads }: PeopleOfFile,
  problems: RowProblem[],
): Promise<void> {
  // Who was erased since the list was read.
  const erased = await erasedAmong(db, keys, owner.siteId, rows)
  problems.push(...rows.filter(({ key }) => erased.has(key)).map(erasedProblem))
  const left = rows.filter(({ key }) => !erased.has(key))
  await countInRun(db, owner.siteId, run.id, { added: await addPeople(db, owner, list.id, left, reads) })
}

function inSteps<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / STEP) }, (_, nth) =>
    all.slice(nth * STEP, (nth + 1) * STEP),
  )
}

async function finish(db: Db, kit: SyncKit, taken: Taken, problems: readonly RowProblem[]): Promise<void> {
  const { site, file, list, run } = taken
  const at = kit.now()
  await updateRun(db, site.id, run.id, {
    ...{ state: 'done', ended_at: at, problem_count: problems.length },
    problems: json([...problems].sort((a, b) => a.row - b.row).slice(0, MOST_TOLD)),
  })
  await conclude(db, kit, taken, { told: null })
  const done = (await findRun(db, site.id, file.id, run.id))!
  const counts = {
    people_added: done.added_count,
    people_changed: done.changed_count,
    people_left: done.left_count,
  }
  const some = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  if (Object.keys(some).length === 0) return
  await db
    .updateTable('recipient_lists')
    .set({ updated_at: now })
    .where('site_id', '=', site.id)
    .where('id', '=', list.id)
    .execute()
  note(db, taken, 'company.list_synced', at, some)
}

async function hold(db: Db, kit: SyncKit, taken: Taken, says: string): Promise<void> {
  const { site, file, run } = taken
  const at = kit.now()
  await updateRun(db, site.id, run.id, { state: 'held', says, ended_at: at })
  await conclude(db, kit, taken, { told: 'held' })
  if (file.told !== 'held') note(db, taken, 'company.list_sync_held', at)
}

/**
 * A sync that fails at night is retried the same night. The result of one that a person started is reported to them
 * immediately.
 */
async function fail(db: Db, kit: SyncKit, taken: Taken, says: string): Promise<void> {
  const { site, file, run } = taken
  const at = kit.now()
  const again = run.asked_by === null ? SYNC_AGAIN_MINUTES[run.attempts - 1] : undefined
  if (again !== undefined) {
    await updateRun(db, site.id, run.id, { state: 'retrying', says })
    await updateFile(db, site.id, file.id, { ...FREE, next_sync_at: new Date(at.getTime() + again * 60_000) })
    return
  }
  await updateRun(db, site.id, run.id, { state: 'failed', says, ended_at: at })
  const isTold = run.asked_by === null
  await conclude(db, kit, taken, isTold ? { told: 'failed' } : {})
  if (!isTold || file.told === 'failed') return
  const person = file.turned_on_by === null ? {} : { person: `customer:${file.turned_on_by}` }
  note(db, taken, 'company.list_sync_failed', at, person)
}

/** The next one is that of the next night. */
async function conclude(
  db: Db,
  kit: SyncKit,
  { site, file: { id, company_id, list_id } }: Taken,
  change: { told?: 'failed' | 'held' | null },
): Promise<void> {
  const timeZone = await readTimeZone(db, site, company_id)
  const next_sync_at = nextNight(kit.now(), timeZone, list_id)
  const done = { asked_by: null, applies_hash: null, run_id: null }
  await updateFile(db, site.id, id, { ...FREE, ...done, ...change, next_sync_at })
}

function note(
  db: Db,
  { site, file, list, run }: Taken,
  event: 'company.list_synced' | 'company.list_sync_held' | 'company.list_sync_failed',
  at: Date,
  facts: AuditFacts = {},
): void {
  const actor = run.asked_by === null ? 'system' : `customer:${run.asked_by}`
  record(db, site.id, {
    ...{ actor, event, at },
    subject: `company:${file.company_id}`,
    facts: { name: list.name, list_id: list.id, ...facts },
  })
}
