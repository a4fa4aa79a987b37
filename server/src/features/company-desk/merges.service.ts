import type { AuditEventName } from '@laurel/domain/audit-events'
import { isMergeAsked, undoMergeUntil } from '@laurel/domain/company-merges'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { json } from '../../database/json.ts'
import { mayActor } from '../../http/access.ts'
import type { Staff } from '../../http/actor.ts'
import { tellPeopleChanged } from '../companies/companies.repo.ts'
import { shareOrders } from '../companies/share-orders.jobs.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { isSamePerson } from '../staff/same-person.ts'
import { type Moved, moveAll, moveAllBack } from './merge.repo.ts'
import { inOrder, lockBalances } from './merge-money.ts'
import { type PreviewWire, previewMerge, previewUndo } from './merge-preview.ts'
import type { Pair } from './merge-tables.ts'
import { findLive, type MergeRow } from './merges.repo.ts'
import { lockCompany, readCompany } from './office-companies.repo.ts'
import { answer, noteStaff, type OfficeCompaniesKit } from './office-companies.service.ts'

type Wire = Awaited<ReturnType<typeof answer>>
type Asked = { id: number; into: number }

/** @throws {Refusal} `not_found`; `changed` if it's merged already */
export function readMergePreview(
  kit: OfficeCompaniesKit,
  site: SiteRow,
  actor: Staff,
  { id, into }: Asked,
): Promise<PreviewWire> {
  return inSite(kit.pool, site.id, async (db) => {
    const merged = await readCompany(db, site.id, id)
    const pair = { siteId: site.id, merged, kept: await readCompany(db, site.id, into) }
    assertMergeable(pair)
    return (await previewMerge(db, pair, asking(kit, site, actor))).wire
  })
}

/**
 * Merges a company into another, as it was shown: in one transaction, with both locked. Above the site's limit of money,
 * the first person asks and the second one merges.
 *
 * @throws {Refusal} `not_found`; `changed` if it isn't what was shown; `merge_blocked`, with why; `other_person_needed`;
 * `not_allowed` for a program as the second person
 */
export function mergeCompany(
  kit: OfficeCompaniesKit,
  site: SiteRow,
  actor: Staff,
  { id, into, version }: Asked & { version: string },
): Promise<Wire> {
  return answer(kit, site, actor, id, async (db) => {
    const pair = await lockPair(db, site.id, id, into)
    assertMergeable(pair)
    await lockBalances(db, pair)
    const { wire, cents } = await previewMerge(db, pair, asking(kit, site, actor))
    assertAsShown(wire, version)
    const at = kit.now()
    const live = await findLive(db, site.id, id)
    if (wire.needs_second_person) {
      const isWaiting = live !== undefined && live.into_id === into && isMergeAsked(live.asked_at, at)
      if (!isWaiting) {
        const asked = { into_id: into, state: 'asked', asked_by: actor.by, asked_at: at }
        await saveMerge(db, pair, live, asked)
        note(db, pair, actor, 'company.merge_asked', at)
        return pair.merged
      }
      await assertSecond(db, site, actor, live.asked_by, at)
    }
    const merge = await saveMerge(db, pair, live, {
      ...{ into_id: into, state: 'merged', merged_by: actor.by, merged_at: at },
    })
    const moved = await moveAll(db, pair, sourceOf(merge), at)
    if (moved.cents !== cents) throw new Refusal('changed')
    await saveMerge(db, pair, merge, { moved: json(moved) })
    const done = { ...pair.merged, merged_into: into }
    await setMergedInto(db, pair, into)
    await tellMembers(db, kit, pair)
    note(db, pair, actor, 'company.merged', at, 'company.taken_in')
    return done
  })
}

/** @throws {Refusal} `not_found`; `changed` if it isn't merged */
export function readUndoPreview(
  kit: OfficeCompaniesKit,
  site: SiteRow,
  actor: Staff,
  id: number,
): Promise<PreviewWire> {
  return inSite(kit.pool, site.id, async (db) => {
    const merged = await readCompany(db, site.id, id)
    if (merged.merged_into === null) throw new Refusal('changed')
    const pair = { siteId: site.id, merged, kept: await readCompany(db, site.id, merged.merged_into) }
    const merge = await readDone(db, pair)
    return (await previewUndo(db, pair, undoing(merge), asking(kit, site, actor))).wire
  })
}

/**
 * Gives back what a merge moved and is still where it put it. What came since stays.
 *
 * @throws {Refusal} the same as {@link mergeCompany}
 */
export function undoMerge(
  kit: OfficeCompaniesKit,
  site: SiteRow,
  actor: Staff,
  { id, version }: { id: number; version: string },
): Promise<Wire> {
  return answer(kit, site, actor, id, async (db) => {
    const { merged_into: into } = await readCompany(db, site.id, id)
    if (into === null) throw new Refusal('changed')
    const pair = await lockPair(db, site.id, id, into)
    if (pair.merged.merged_into !== into) throw new Refusal('changed')
    await lockBalances(db, pair)
    const merge = await readDone(db, pair)
    const undo = undoing(merge)
    const { wire, cents } = await previewUndo(db, pair, undo, asking(kit, site, actor))
    assertAsShown(wire, version)
    const at = kit.now()
    if (wire.needs_second_person) {
      if (!isMergeAsked(merge.undo_asked_at, at)) {
        await saveMerge(db, pair, merge, { undo_asked_by: actor.by, undo_asked_at: at })
        note(db, pair, actor, 'company.merge_undo_asked', at)
        return pair.merged
      }
      await assertSecond(db, site, actor, merge.undo_asked_by, at)
    }
    await moveAllBack(db, pair, undo.moved, { source: sourceOf(merge), at, cents })
    await saveMerge(db, pair, merge, { state: 'undone', undone_by: actor.by, undone_at: at })
    await setMergedInto(db, pair, null)
    await tellMembers(db, kit, pair)
    note(db, pair, actor, 'company.merge_undone', at, 'company.taken_in_undone')
    return { ...pair.merged, merged_into: null }
  })
}

function asking(kit: OfficeCompaniesKit, site: SiteRow, actor: Staff) {
  return { site, at: kit.now(), seesMoney: mayActor(actor, 'money.read') }
}

function undoing({ moved, merged_at: at }: MergeRow) {
  return { moved: moved as unknown as Moved, until: undoMergeUntil(at!) }
}

function sourceOf({ id }: Pick<MergeRow, 'id'>): string {
  return `merge:${id}`
}

function assertMergeable({ merged, kept }: Pair): void {
  if (merged.id === kept.id) {
    const message = 'Choose another company.'
    throw new Refusal('validation_failed', {}, [{ field: 'into', code: 'wrong', message }])
  }
  if (merged.merged_into !== null) throw new Refusal('changed')
}

function assertAsShown(wire: PreviewWire, version: string): void {
  if (wire.version !== version) throw new Refusal('changed')
  const [why] = wire.blocks
  if (why !== undefined) throw new Refusal('merge_blocked', { why })
}

async function assertSecond(db: Db, site: SiteRow, actor: Staff, first: string, at: Date): Promise<void> {
  if (actor.staffId === undefined) throw new Refusal('not_allowed')
  if (await isSamePerson(db, { siteId: site.id, one: first, other: actor.by, at })) {
    throw new Refusal('other_person_needed')
  }
}

async function lockPair(db: Db, siteId: number, mergedId: number, keptId: number): Promise<Pair> {
  const rows = new Map<number, Pair['kept']>()
  for (const id of inOrder(mergedId, keptId)) {
    rows.set(id, await lockCompany(db, siteId, id))
  }
  return { siteId, merged: rows.get(mergedId)!, kept: rows.get(keptId)! }
}

async function readDone(db: Db, { siteId, merged }: Pair): Promise<MergeRow> {
  const merge = await findLive(db, siteId, merged.id)
  if (merge?.state !== 'merged') throw new Refusal('changed')
  return merge
}

async function saveMerge(
  db: Db,
  { siteId, merged, kept }: Pair,
  live: MergeRow | undefined,
  change: object,
): Promise<MergeRow> {
  if (live !== undefined) {
    return db
      .updateTable('company_merges')
      .set(change)
      .where('site_id', '=', siteId)
      .where('id', '=', live.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  return db
    .insertInto('company_merges')
    .values({ site_id: siteId, company_id: merged.id, into_id: kept.id, state: 'asked', ...change })
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function setMergedInto(db: Db, { siteId, merged }: Pair, into: number | null): Promise<void> {
  await db
    .updateTable('companies')
    .set({ merged_into: into })
    .where('site_id', '=', siteId)
    .where('id', '=', merged.id)
    .execute()
}

/** Approvers of open requests may have changed, and colleagues now see what each founder ordered earlier. */
async function tellMembers(db: Db, kit: OfficeCompaniesKit, { siteId, merged, kept }: Pair): Promise<void> {
  for (const { id } of [merged, kept]) {
    await tellPeopleChanged(db, { siteId, company: { id } }, kit)
    await kit.jobs.enqueue(db, shareOrders, { siteId, companyId: id })
  }
}

function note(
  db: Db,
  { siteId, merged, kept }: Pair,
  actor: Staff,
  event: AuditEventName,
  at: Date,
  inKept?: AuditEventName,
) {
  noteStaff(db, siteId, actor, event, merged.id, { into: kept.name, into_id: kept.id }, at)
  if (inKept !== undefined) noteStaff(db, siteId, actor, inKept, kept.id, { merged: merged.name }, at)
}
