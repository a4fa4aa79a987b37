import { DATE_HEADINGS } from '@laurel/domain/list-dates'
import type { Db, Pool } from '../../database/database.ts'
import { commitStep, inSite, keptProgress } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { csvDownload, csvLine } from '../../http/csv-lines.ts'
import type { Download } from '../../http/serve.ts'
import type { CardItemRow } from '../card-items/card-item-row.ts'
import { lockItem } from '../card-items/card-items.service.ts'
import { compareKeys } from '../card-items/compare-people.ts'
import { judgeOf } from '../card-items/judge-list-again.ts'
import { BLANK_RECIPIENT, type JudgedRecipient, judged } from '../card-items/judged-recipient.ts'
import { totalsOf } from '../card-items/recipient-pages.ts'
import { insertRecipients, lastPosition, listBlocks } from '../card-items/recipients.repo.ts'
import { assertRoom } from '../card-items/recipients.service.ts'
import { FIELD_HEADINGS } from '../imports/columns.ts'
import type { LimitsRecord } from '../sites/site-records.ts'
import { type Owner, ownerOf, readList } from './recipient-lists.repo.ts'
import type { AddAsked } from './recipient-lists.service.ts'
import { listSavedAfter, SAVED_WIRE_FIELDS, type SavedRow } from './saved-people.repo.ts'

/** People added in one transaction. */
const STEP = 1_000

/**
 * Adds the people of a saved list to a card item's list, validated for its reward type. People already there
 * are skipped, so an interrupted run is simply repeated.
 *
 * @throws {Refusal} `not_found`, `order_is_frozen`, `card_item_not_editable`, `limit_exceeded`
 */
export async function addSavedPeople(
  pool: Pool,
  actor: Customer,
  limits: LimitsRecord,
  listId: number,
  { card_item_id, person_ids }: AddAsked,
): Promise<{ added_count: number; skipped_count: number }> {
  const { counts, ...place } = keptProgress<Progress>() ?? {
    afterId: 0,
    counts: { added_count: 0, skipped_count: 0 },
  }
  for (let { afterId } = place; ; ) {
    const from = afterId
    const step = await inSite(pool, actor.siteId, async (db) => {
      const owner = ownerOf(actor, await readList(db, actor, listId))
      const item = await lockItem(db, actor, card_item_id)
      const people = await listSavedAfter(db, owner, listId, from, STEP, person_ids)
      return { people, added: await addNew(db, item, limits, people) }
    })
    counts.added_count += step.added
    counts.skipped_count += step.people.length - step.added
    if (step.people.length < STEP) return counts
    afterId = step.people.at(-1)!.id
    await commitStep({ afterId, counts } satisfies Progress)
  }
}

type Progress = { afterId: number; counts: { added_count: number; skipped_count: number } }

async function addNew(
  db: Db,
  item: CardItemRow,
  limits: LimitsRecord,
  people: readonly SavedRow[],
): Promise<number> {
  const judge = judgeOf(item, limits)
  const all = people.map((person) => judged(judge, { ...BLANK_RECIPIENT, ...person }))
  const there = await listKeys(db, item, all)
  const fresh = all.filter(({ person_key }) => {
    if (person_key === null) return true
    const isNew = !there.has(person_key)
    there.add(person_key)
    return isNew
  })
  if (fresh.length === 0) return 0
  const { people: onList } = totalsOf(await listBlocks(db, item.site_id, item.id, null))
  assertRoom(onList + fresh.length, limits)
  await insertRecipients(db, item.site_id, item.id, await lastPosition(db, item.site_id, item.id), fresh)
  await compareKeys(
    db,
    item,
    fresh.map(({ person_key }) => person_key),
  )
  return fresh.length
}

async function listKeys(db: Db, item: CardItemRow, people: readonly JudgedRecipient[]) {
  const keys = people.flatMap(({ person_key }) => person_key ?? [])
  if (keys.length === 0) return new Set<number>()
  const rows = await db
    .selectFrom('card_recipient_details')
    .select('person_key')
    .where('site_id', '=', item.site_id)
    .where('card_item_id', '=', item.id)
    .where('person_key', 'in', keys)
    .execute()
  return new Set(rows.map(({ person_key }) => person_key))
}

/** A saved list as a file any spreadsheet opens. @throws {Refusal} `not_found` */
export async function exportSavedList(pool: Pool, actor: Customer, listId: number): Promise<Download> {
  const list = await inSite(pool, actor.siteId, (db) => readList(db, actor, listId))
  return csvDownload(`${list.name}.csv`, linesOf(pool, ownerOf(actor, list), listId))
}

async function* linesOf(pool: Pool, actor: Owner, listId: number): AsyncGenerator<string> {
  const headings: Readonly<Record<string, string>> = { ...FIELD_HEADINGS, ...DATE_HEADINGS }
  yield csvLine(SAVED_WIRE_FIELDS.map((field) => headings[field] ?? field))
  for (let afterId = 0; ; ) {
    const from = afterId
    const people = await inSite(pool, actor.siteId, (db) => listSavedAfter(db, actor, listId, from, STEP))
    for (const person of people) yield csvLine(SAVED_WIRE_FIELDS.map((field) => person[field]))
    if (people.length < STEP) return
    afterId = people.at(-1)!.id
  }
}
