import { randomBytes } from 'node:crypto'
import type { bulkChangeRecipients, editRecipients } from '@laurel/contract/recipients'
import { Refusal } from '@laurel/domain/refusal'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { Db, Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { LimitsRecord } from '../sites/site-records.ts'
import type { CardItemRow } from './card-item-row.ts'
import { lockItem } from './card-items.service.ts'
import { COMPARED_CODES, compareKeys } from './compare-people.ts'
import { judgeOf } from './judge-list-again.ts'
import { judged, readingProblems, withProblems } from './judged-recipient.ts'
import { type Given, insertChange, keepAdded, keepBefore } from './recipient-changes.repo.ts'
import { totalsOf } from './recipient-pages.ts'
import { recipientWire } from './recipient-wire.ts'
import {
  insertRecipients,
  lastPosition,
  listBlocks,
  listRecipientRows,
  listRecipientsById,
  type RecipientRow,
  updateRecipients,
} from './recipients.repo.ts'
import { assertRoom } from './recipients.service.ts'

type BulkChange = z.output<typeof bulkChangeRecipients.body>
type Edits = z.output<typeof editRecipients.body>

/** People changed in one transaction: a long list is changed step by step, and others are answered meanwhile. */
const STEP = 1_000

/**
 * Removes many people of a list, or gives them an amount or a message. What they were is kept with each
 * step, so that an interrupted change can be taken back like a finished one.
 *
 * @throws {Refusal} `not_found`, `validation_failed` without anything to change, `order_is_frozen`,
 *   `card_item_not_editable`
 */
export async function changeMany(
  pool: Pool,
  actor: Customer,
  limits: LimitsRecord,
  asked: BulkChange,
): Promise<{ undo_token: string; changed_count: number }> {
  const given = givenOf(asked)
  const token = randomBytes(24).toString('base64url')
  const { siteId } = actor
  const changeId = await inSite(pool, siteId, async (db) => {
    const item = await lockItem(db, actor, asked.card_item_id)
    return insertChange(db, siteId, { card_item_id: item.id, token, action: asked.action, given })
  })
  let changed = 0
  for (let after: Cursor | undefined = { position: 0, index: 0 }; after !== undefined; ) {
    const from: Cursor = after
    const step = await inSite(pool, siteId, async (db) => {
      const item = await lockItem(db, actor, asked.card_item_id)
      const { people, next } = await nextPeople(db, item, asked, from)
      if (people.length === 0) return { count: 0, next }
      const ids = people.map(({ id }) => id)
      await keepBefore(db, siteId, changeId, ids)
      if (asked.action === 'delete') await removePeople(db, item, people)
      else await givePeople(db, item, limits, people, given)
      return { count: people.length, next }
    })
    changed += step.count
    after = step.next
  }
  return { undo_token: token, changed_count: changed }
}

function givenOf({ action, amount_cents, message }: BulkChange): Given {
  if (action === 'delete') return {}
  if (amount_cents === undefined && message === undefined) {
    const text = 'Say which amount or message they should have.'
    throw new Refusal('validation_failed', {}, [{ field: 'amountCents', code: 'required', message: text }])
  }
  return {
    ...(amount_cents !== undefined && { amount_cents }),
    ...(message !== undefined && { message }),
  }
}

type Cursor = { position: number; index: number }

/** The next people who are meant: of those named, or of everybody the filter shows behind a position. */
async function nextPeople(
  db: Db,
  item: CardItemRow,
  { ids, all, except_ids, search, only }: BulkChange,
  { position, index }: Cursor,
): Promise<{ people: RecipientRow[]; next: Cursor | undefined }> {
  if (!all) {
    const people = await listRecipientsById(db, item.site_id, item.id, ids.slice(index, index + STEP))
    const next = index + STEP < ids.length ? { position, index: index + STEP } : undefined
    return { people, next }
  }
  const page = { fromPosition: position, skip: 0, take: STEP }
  const rows = await listRecipientRows(db, item.site_id, item.id, { search, only }, page)
  const spared = new Set(except_ids)
  return {
    people: rows.filter(({ id }) => !spared.has(id)),
    next: rows.length < STEP ? undefined : { position: rows.at(-1)!.position + 1, index },
  }
}

async function removePeople(db: Db, item: CardItemRow, people: readonly RecipientRow[]): Promise<void> {
  const ids = people.map(({ id }) => id)
  await sql`delete from card_recipient_details where site_id = ${item.site_id} and id = any (${ids}::bigint[])`.execute(
    db,
  )
  await compareKeys(
    db,
    item,
    people.map(({ person_key }) => person_key),
  )
}

async function givePeople(
  db: Db,
  item: CardItemRow,
  limits: LimitsRecord,
  people: readonly RecipientRow[],
  given: Given,
): Promise<void> {
  const change = {
    ...(given.amount_cents !== undefined && { amount_cents: given.amount_cents }),
    ...(given.message !== undefined && { message: given.message }),
  }
  const judge = judgeOf(item, limits)
  const again = people.map((person) => {
    const row = judged(judge, { ...person, ...change }, standing(person, change))
    // Who they are stays the same, and so does what comparing them with others told.
    const compared = person.problems.filter(({ code }) => COMPARED_CODES.includes(code))
    return { ...row, ...withProblems([...row.problems, ...compared]), position: person.position }
  })
  await updateRecipients(db, item.site_id, item.id, again)
}

/** A new amount answers for an amount nobody could read; a row with too many cells is not looked at by it. */
function standing(person: RecipientRow, change: Given) {
  return readingProblems(person.problems).filter(
    ({ code }) => code !== 'amount_unreadable' || change.amount_cents === undefined,
  )
}

/**
 * Changes and adds people as a block pasted into the grid says: all of it or nothing. Whoever is gone
 * is passed over.
 *
 * @throws {Refusal} `not_found`, `order_is_frozen`, `card_item_not_editable`, `limit_exceeded`
 */
export function editMany(
  pool: Pool,
  actor: Customer,
  limits: LimitsRecord,
  { card_item_id, edited, added }: Edits,
): Promise<z.input<typeof editRecipients.response>> {
  const { siteId } = actor
  return inSite(pool, siteId, async (db) => {
    const item = await lockItem(db, actor, card_item_id)
    const judge = judgeOf(item, limits)
    const token = randomBytes(24).toString('base64url')
    const changeId = await insertChange(db, siteId, { card_item_id, token, action: 'edit', given: {} })
    const changes = new Map(edited.map(({ id, ...change }) => [id, change]))
    const before = await listRecipientsById(db, siteId, item.id, [...changes.keys()])
    const ids = before.map(({ id }) => id)
    await keepBefore(db, siteId, changeId, ids)
    const again = before.map((person) => {
      const change = changes.get(person.id)!
      const row = judged(judge, { ...person, ...change }, readingProblems(person.problems, change))
      return { ...row, position: person.position }
    })
    if (again.length > 0) await updateRecipients(db, siteId, item.id, again)

    const { people } = totalsOf(await listBlocks(db, siteId, item.id, null))
    if (added.length > 0) assertRoom(people + added.length, limits)
    const last = await lastPosition(db, siteId, item.id)
    const fresh = added.map((values) => judged(judge, values))
    if (fresh.length > 0) await insertRecipients(db, siteId, item.id, last, fresh)
    await compareKeys(
      db,
      item,
      [...before, ...again, ...fresh].map(({ person_key }) => person_key),
    )

    const page = { fromPosition: last + 1, skip: 0, take: fresh.length }
    const rows = fresh.length === 0 ? [] : await listRecipientRows(db, siteId, item.id, {}, page)
    if (rows.length > 0) {
      await keepAdded(
        db,
        siteId,
        changeId,
        rows.map(({ id }) => id),
      )
    }
    const now = await listRecipientsById(db, siteId, item.id, ids)
    return { undo_token: token, edited: now.map(recipientWire), added: rows.map(recipientWire) }
  })
}
