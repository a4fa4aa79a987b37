import { RECIPIENT_WIRE_FIELDS } from '@laurel/domain/recipient-fields'
import type { Db, Pool } from '../../database/database.ts'
import { commitStep, inSite, keptProgress } from '../../database/in-site.ts'
import { tableOf } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import type { LimitsRecord } from '../sites/site-records.ts'
import type { CardItemRow } from './card-item-row.ts'
import { lockItem } from './card-items.service.ts'
import { compareKeys } from './compare-people.ts'
import { judgeOf } from './judge-list-again.ts'
import { judged, type RecipientValues, readingProblems } from './judged-recipient.ts'
import { type ChangeRow, dropChange, GIVEN_FIELDS, readChange } from './recipient-changes.repo.ts'
import { totalsOf } from './recipient-pages.ts'
import {
  deleteRecipients,
  listBlocks,
  listRecipientsById,
  type RecipientRow,
  updateRecipients,
} from './recipients.repo.ts'
import { assertRoom } from './recipients.service.ts'
import { type Before, bringBack, dropBefore, listBefore, nextBefore, undoGiven } from './undo-change.repo.ts'

type Undone = { restored_count: number; kept_count: number }

/** People taken back in one transaction. */
const STEP = 10_000

/**
 * Undoes a change of many people, step by step: an interrupted undo is retried with the same token. People
 * changed again since stay as they are.
 *
 * @throws {Refusal} `not_found` for a used token, `order_is_frozen`, `card_item_not_editable`, `limit_exceeded`
 * if the list has no room for the removed people
 */
export async function undoChange(
  pool: Pool,
  actor: Customer,
  limits: LimitsRecord,
  token: string,
): Promise<Undone> {
  const undone = keptProgress<Undone>() ?? { restored_count: 0, kept_count: 0 }
  for (;;) {
    const step = await inSite(pool, actor.siteId, async (db) => {
      const seen = await readChange(db, actor, token)
      const item = await lockItem(db, actor, seen.card_item_id)
      const change = await readChange(db, actor, token)
      const { people, last } = await nextBefore(db, actor.siteId, change.id, STEP)
      const restored = last === null ? 0 : await restore(db, item, limits, change, people, last)
      if (last !== null) await dropBefore(db, actor.siteId, change.id, last)
      if (people < STEP) await dropChange(db, actor.siteId, change.id)
      return { restored, seen: people }
    })
    undone.restored_count += step.restored
    undone.kept_count += step.seen - step.restored
    if (step.seen < STEP) return undone
    await commitStep(undone)
  }
}

async function restore(
  db: Db,
  item: CardItemRow,
  limits: LimitsRecord,
  change: ChangeRow,
  count: number,
  last: number,
): Promise<number> {
  if (change.action === 'delete') {
    const { people: onList } = totalsOf(await listBlocks(db, item.site_id, item.id, null))
    assertRoom(onList + count, limits)
    await compareKeys(db, item, await bringBack(db, item, change.id, last))
    return count
  }
  const fields = GIVEN_FIELDS.filter((field) => change.given[field] !== undefined)
  const untouched = change.action === 'set' ? await undoGiven(db, item, change.id, last, fields) : 0
  const others = await listBefore(db, item.site_id, change.id, last)
  return untouched + (others.length === 0 ? 0 : await restoreEach(db, item, limits, change, others))
}

/** One by one, with what has happened to each since. */
async function restoreEach(
  db: Db,
  item: CardItemRow,
  limits: LimitsRecord,
  change: ChangeRow,
  people: readonly Before[],
): Promise<number> {
  const keys = people.map(({ before }) => (before?.person_key as number | null | undefined) ?? null)
  const now = await listRecipientsById(
    db,
    item.site_id,
    item.id,
    people.map(({ recipient_id }) => recipient_id),
  )
  const beforeOf = new Map(people.map(({ recipient_id, before }) => [recipient_id, before]))
  const added = now.filter(({ id }) => beforeOf.get(id) === null)
  if (added.length > 0) await deleteRecipients(db, item.site_id, item.id, added)
  const judge = judgeOf(item, limits)
  const back = now.flatMap((person) => {
    const before = beforeOf.get(person.id) as Kept | null | undefined
    const fields = before ? stillAsChanged(before, person, change) : []
    if (!before || fields.length === 0) return []
    const was = Object.fromEntries(fields.map((field) => [field, before[field]]))
    const row = judged(judge, { ...person, ...was }, readingProblems(before.problems))
    const isElseAsBefore = RECIPIENT_WIRE_FIELDS.every(
      (field) => fields.includes(field) || person[field] === before[field],
    )
    const { edited, updated_at } = isElseAsBefore ? before : { edited: person.edited, updated_at: null }
    return [{ ...row, position: person.position, edited, updated_at }]
  })
  if (back.length > 0) {
    await updateRecipients(db, item.site_id, item.id, back, false)
    await restoreMarks(db, item, back)
  }
  await compareKeys(db, item, [...keys, ...[...now, ...back].map(({ person_key }) => person_key)])
  return added.length + back.length
}

type Field = (typeof RECIPIENT_WIRE_FIELDS)[number]
/** A person as they were, and what a change of cells made of them. */
type Kept = RecipientRow & { wrote?: Partial<RecipientValues> }

/** The changed fields that still have the change's values: only those are undone. */
function stillAsChanged({ wrote = {} }: Kept, person: RecipientRow, { action, given }: ChangeRow): Field[] {
  const made: Partial<RecipientValues> =
    action === 'edit'
      ? wrote
      : { ...given, ...(given.message !== undefined && { message: given.message.trim() }) }
  const fields = RECIPIENT_WIRE_FIELDS.filter((field) => made[field] !== undefined)
  // What was given is one thing: an amount and its message come and go together.
  if (action === 'set') return fields.every((field) => person[field] === made[field]) ? fields : []
  return fields.filter((field) => person[field] === made[field])
}

/**
 * Marks people who match their file as unchanged again, and restores the earlier time of untouched people, so
 * that an earlier change can be undone as well.
 */
async function restoreMarks(
  db: Db,
  item: CardItemRow,
  back: ReadonlyArray<{ position: number; edited: boolean; updated_at: Date | null }>,
): Promise<void> {
  const marks = back.map(({ position, edited, updated_at }) => ({ position, edited, updated_at }))
  await db
    .updateTable('card_recipient_details as r')
    .from(tableOf('was', marks, { position: 'integer', edited: 'boolean', updated_at: 'timestamptz' }))
    .set(({ and, fn, ref }) => ({
      edited: and([ref('was.edited'), ref('r.edited')]).$castTo<boolean>(),
      updated_at: fn.coalesce('was.updated_at', 'r.updated_at'),
    }))
    .where('r.site_id', '=', item.site_id)
    .where('r.card_item_id', '=', item.id)
    .whereRef('r.position', '=', 'was.position')
    .execute()
}
