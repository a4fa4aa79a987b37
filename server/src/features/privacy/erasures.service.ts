import type { Erasure } from '@laurel/contract/office-privacy'
import { Refusal } from '@laurel/domain/refusal'
import type { Selectable } from 'kysely'
import * as z from 'zod'
import type { Db } from '../../database/database.ts'
import type { Erasures } from '../../database/generated/tables.ts'
import { inSite } from '../../database/in-site.ts'
import { lockUntilCommit } from '../../database/sql.ts'
import type { Staff } from '../../http/actor.ts'
import { handles, type JobHandler, job } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { seal, unseal } from '../../secrets/sealed.ts'
import { testSiteOf } from '../../test-site.ts'
import { record } from '../audit/audit.service.ts'
import { namesOfStaff } from '../audit/audit-log.repo.ts'
import { removeReportFiles } from '../reports/remove-report-files.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { isSamePerson } from '../staff/same-person.ts'
import { erasePerson, isKnown, recordsOf } from './erase-person.ts'
import { copyErasedKeys } from './erased-keys.ts'
import { digestOf } from './person-key.ts'
import { removeNamedFiles } from './remove-files.ts'

export type ErasureKit = Pick<Kit, 'pool' | 'jobs' | 'keys' | 'now' | 'config' | 'files'>
type Wire = z.input<typeof Erasure>
type Row = Selectable<Erasures>

export type RunKit = Pick<ErasureKit, 'pool' | 'keys' | 'now' | 'files'>

/** Whom an erasure is about. Encrypted in the database until it's done. */
const Person = z.object({ key: z.string(), name: z.string() })

/** Erases a person whose erasure was approved. */
export const eraseApproved = job({
  name: 'privacy.erase',
  payload: z.object({ siteId: z.number(), erasureId: z.number() }),
  retries: 8,
  seconds: 600,
})

export function erasureHandler(kit: ErasureKit): JobHandler {
  return handles(eraseApproved, async ({ siteId, erasureId }) => {
    await runErasure(kit, siteId, erasureId)
    await copyErasedKeys(kit)
  })
}

const LISTED = 50

export function listErasures(kit: ErasureKit, site: SiteRow, actor: Staff): Promise<{ results: Wire[] }> {
  return inSite(kit.pool, site.id, async (db) => {
    const rows = await db
      .selectFrom('erasures')
      .selectAll()
      .where('site_id', '=', site.id)
      .orderBy('id', 'desc')
      .limit(LISTED)
      .execute()
    const names = await namesOfStaff(db, site.id)
    return { results: rows.map((row) => wire(kit, row, actor, names)) }
  })
}

/**
 * Asks to erase a person. Until a second person approves, nothing happens.
 *
 * @throws {Refusal} `not_found` if nothing names the person; `validation_failed` if they have an open account, or it's
 * asked for already
 */
export function askErasure(
  kit: ErasureKit,
  site: SiteRow,
  actor: Staff,
  person: z.output<typeof Person>,
): Promise<Wire> {
  const at = kit.now()
  return inSite(kit.pool, site.id, async (db) => {
    await lockUntilCommit(db, site.id, 'erasures')
    const records = await recordsOf(db, site.id, person.key, at)
    if (!(await isKnown(db, site.id, person.key, records, at))) throw new Refusal('not_found')
    const refuse = (message: string) =>
      new Refusal('validation_failed', {}, [{ field: 'key', code: 'wrong', message }])
    if (records.some(({ source, status }) => source === 'customer' && status === 'open')) {
      throw refuse('This person has an account. Close it under Customers first.')
    }
    const open = await db
      .selectFrom('erasures')
      .selectAll()
      .where('site_id', '=', site.id)
      .where('state', 'in', ['asked', 'approved'])
      .execute()
    if (open.some((one) => personOf(kit, one)?.key === person.key)) {
      throw refuse('This erasure was already requested.')
    }
    const row = await db
      .insertInto('erasures')
      .values({
        site_id: site.id,
        person_sealed: seal(kit.keys.dataSeal, sealContext(site.id), JSON.stringify(person)),
        asked_by: actor.by,
        asked_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    tell(db, row, actor.by, 'asked', at)
    return wire(kit, row, actor, await namesOfStaff(db, site.id))
  })
}

/**
 * A second person approves or refuses an erasure; the person who asked can only withdraw it. A program can't approve.
 *
 * @throws {Refusal} `not_found`; `changed` if it's decided; `not_allowed` for a program that approves;
 * `other_person_needed` if the person who asked could be behind both
 */
export function decideErasure(
  kit: ErasureKit,
  site: SiteRow,
  actor: Staff,
  id: number,
  agrees: boolean,
): Promise<Wire> {
  const at = kit.now()
  return inSite(kit.pool, site.id, async (db) => {
    const row = await lockErasure(db, site.id, id)
    if (row === undefined) throw new Refusal('not_found')
    if (row.state !== 'asked') throw new Refusal('changed')
    if (agrees && actor.staffId === undefined) throw new Refusal('not_allowed')
    if (agrees) {
      const pair = { siteId: site.id, one: row.asked_by, other: actor.by, at }
      if (await isSamePerson(db, pair)) throw new Refusal('other_person_needed')
    }
    const state = agrees ? 'approved' : 'refused'
    const change = { state, decided_by: actor.by, decided_at: at, ...(!agrees && { person_sealed: '' }) }
    await changeErasure(db, site.id, id, change)
    if (agrees) {
      const digest = digestOf(kit.keys.erasure, site.id, personOf(kit, row)!.key)
      await db
        .insertInto('erased_keys')
        .values({ site_id: site.id, digest, erased_at: at })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await kit.jobs.enqueue(db, eraseApproved, { siteId: site.id, erasureId: id })
    }
    tell(db, row, actor.by, state, at)
    return wire(kit, { ...row, ...change }, actor, await namesOfStaff(db, site.id))
  })
}

/** Erases what can be erased by now, of every approved erasure of a site. Some waits until a card is claimed. */
export async function continueErasures(kit: RunKit, siteId: number): Promise<void> {
  const open = await inSite(kit.pool, siteId, (db) =>
    db
      .selectFrom('erasures')
      .select('id')
      .where('site_id', '=', siteId)
      .where('state', '=', 'approved')
      .orderBy('id')
      .execute(),
  )
  for (const { id } of open) await runErasure(kit, siteId, id)
}

/** In batches, each with its own transaction. It may run again: erased data isn’t found again. */
export async function runErasure(kit: RunKit, siteId: number, id: number): Promise<void> {
  await eraseInTestMode(kit, siteId, id)
  for (let isMore = true; isMore; ) {
    isMore = await inSite(kit.pool, siteId, async (db) => {
      const row = await lockErasure(db, siteId, id)
      const person = row && personOf(kit, row)
      if (row?.state !== 'approved' || person === undefined) return false
      const { erased, waiting } = await erasePerson(db, siteId, person.key, row.decided_at!)
      const isLast = erased === 0
      const isDone = isLast && waiting === 0
      const count = row.erased_count + erased
      await changeErasure(db, siteId, id, {
        erased_count: count,
        // With the entry in the log, so that the next run writes it if this one is killed.
        ...(isLast && { waiting_count: waiting }),
        ...(isDone && { state: 'done', person_sealed: '', done_at: kit.now() }),
      })
      if (isDone || (isLast && waiting !== row.waiting_count)) {
        const facts = { records: count, ...(waiting > 0 && { records_waiting: waiting }) }
        const entry = { actor: 'system', event: 'privacy.erased', subject: `erasure:${id}` } as const
        record(db, siteId, { ...entry, facts, at: kit.now() })
      }
      return !isLast
    })
  }
  while (await removeNamedFiles(kit, siteId, { limit: FILES_AT_ONCE, isRetention: false }));
  // Any of them may name the person, and they can be made again.
  await removeReportFiles(kit, siteId)
}

/** What programs sent about the person in test mode. */
async function eraseInTestMode(kit: RunKit, siteId: number, id: number): Promise<void> {
  const row = await inSite(kit.pool, siteId, (db) => lockErasure(db, siteId, id))
  const person = row && personOf(kit, row)
  if (row?.state !== 'approved' || person === undefined) return
  const testId = testSiteOf(siteId)
  const erase = () => inSite(kit.pool, testId, (db) => erasePerson(db, testId, person.key, row.decided_at!))
  while ((await erase()).erased > 0);
}

const FILES_AT_ONCE = 100

function lockErasure(db: Db, siteId: number, id: number): Promise<Row | undefined> {
  return db
    .selectFrom('erasures')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

async function changeErasure(
  db: Db,
  siteId: number,
  id: number,
  change: Partial<Omit<Row, 'site_id' | 'id'>>,
) {
  await db.updateTable('erasures').set(change).where('site_id', '=', siteId).where('id', '=', id).execute()
}

export function sealContext(siteId: number): string {
  return `erasure:${siteId}`
}

function personOf(
  { keys }: Pick<ErasureKit, 'keys'>,
  { site_id, person_sealed }: Row,
): z.output<typeof Person> | undefined {
  if (person_sealed === '') return undefined
  return Person.parse(JSON.parse(unseal(keys.dataSeal, sealContext(site_id), person_sealed)))
}

/** Without whom it's about: the audit log keeps its entries. */
function tell(
  db: Db,
  { site_id, id }: Row,
  actor: string,
  state: 'asked' | 'approved' | 'refused',
  at: Date,
) {
  const event = `privacy.erasure_${state}` as const
  record(db, site_id, { actor, event, subject: `erasure:${id}`, facts: {}, at })
}

function wire(kit: ErasureKit, row: Row, actor: Staff, names: ReadonlyMap<string, string>): Wire {
  const { id, erased_count, waiting_count } = row
  return {
    ...{ id, erased_count, waiting_count },
    state: row.state as Wire['state'],
    person: personOf(kit, row)?.name ?? '',
    asked_by_name: names.get(row.asked_by) ?? '',
    asked_at: row.asked_at.toISOString(),
    is_mine: row.asked_by === actor.by,
    decided_by_name: names.get(row.decided_by) ?? '',
    done_at: row.done_at?.toISOString() ?? null,
  }
}
