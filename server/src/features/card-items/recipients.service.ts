import type { createRecipient, listRecipients, patchRecipient } from '@laurel/contract/recipients'
import { api } from '@laurel/contract/routes'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { pageOfResults } from '../../http/page-links.ts'
import type { LimitsRecord } from '../sites/site-records.ts'
import { readCardItemRow } from './card-items.repo.ts'
import { lockItem } from './card-items.service.ts'
import { judgeOf } from './judge-list-again.ts'
import { judged, readingProblems } from './judged-recipient.ts'
import { placeOf, totalsOf } from './recipient-pages.ts'
import { type RecipientWire, recipientWire } from './recipient-wire.ts'
import {
  countRecipients,
  deleteRecipientRow,
  insertRecipients,
  lastPosition,
  listBlocks,
  listRecipientRows,
  readRecipientAt,
  readRecipientRow,
  updateRecipients,
} from './recipients.repo.ts'

type Asked = Omit<z.output<typeof listRecipients.query>, 'sort'> & {
  sort?: z.output<typeof listRecipients.query>['sort'] | undefined
}
type NewRecipient = z.output<typeof createRecipient.body>
type Change = z.output<typeof patchRecipient.body>

/**
 * One page of a card item's list, in file order, with what the whole list comes to. The cost of a
 * page without `search` does not grow with the list.
 *
 * @throws {Refusal} `not_found`
 */
export function listPeople(
  pool: Pool,
  actor: Customer,
  asked: Asked,
): Promise<z.input<typeof listRecipients.response>> {
  const { card_item_id, search, only, page, page_size } = asked
  const filter = { search, onlyAttention: only === 'attention' }
  return inSite(pool, actor.siteId, async (db) => {
    const item = await readCardItemRow(db, actor, card_item_id)
    const blocks = await listBlocks(db, actor.siteId, item.id, item.denomination_cents)
    const totals = totalsOf(blocks)
    const first = (page - 1) * page_size

    const listed = filter.onlyAttention ? totals.needingAttention : totals.people
    const place = search
      ? { fromPosition: 0, skip: first }
      : placeOf(blocks, filter.onlyAttention ? 'needing_attention' : 'people', first)
    const rows =
      place === undefined || first >= listed
        ? []
        : await listRecipientRows(db, actor.siteId, item.id, filter, { ...place, take: page_size })
    // A search reads the whole list; a page that is not full has already counted what it found.
    const isLast = rows.length > 0 ? rows.length < page_size : page === 1
    const found = isLast ? first + rows.length : undefined
    const count = search ? (found ?? (await countRecipients(db, actor.siteId, item.id, filter))) : listed

    return {
      ...pageOfResults(listPath(asked), asked, count, rows.map(recipientWire)),
      warning_count: 0,
      problem_counts: [],
      total_count: totals.people,
      attention_count: totals.needingAttention,
      value_cents: totals.valueCents,
    }
  })
}

function listPath({ card_item_id, search, only }: Asked): string {
  const query = new URLSearchParams({
    card_item_id: String(card_item_id),
    ...(search && { search }),
    ...(only && { only }),
  })
  return `${api.listRecipients.path}?${query}`
}

/**
 * Adds one person at the end of a list: kept as typed, and judged.
 *
 * @throws {Refusal} `not_found`, `order_is_frozen`, `card_item_not_editable`, `limit_exceeded` when the
 *   list is full
 */
export function addPerson(
  pool: Pool,
  actor: Customer,
  limits: LimitsRecord,
  input: NewRecipient,
): Promise<RecipientWire> {
  const { card_item_id, ...values } = input
  return inSite(pool, actor.siteId, async (db) => {
    const item = await lockItem(db, actor, card_item_id)
    const { people } = totalsOf(await listBlocks(db, actor.siteId, item.id, null))
    assertRoom(people + 1, limits)
    const last = await lastPosition(db, actor.siteId, item.id)
    await insertRecipients(db, actor.siteId, item.id, last, [judged(judgeOf(item, limits), values)])
    return recipientWire(await readRecipientAt(db, actor.siteId, item.id, last + 1))
  })
}

/** @throws {Refusal} `not_found`, `order_is_frozen`, `card_item_not_editable` */
export function changePerson(
  pool: Pool,
  actor: Customer,
  limits: LimitsRecord,
  id: number,
  change: Change,
): Promise<RecipientWire> {
  return inSite(pool, actor.siteId, async (db) => {
    const seen = await readRecipientRow(db, actor, id)
    const item = await lockItem(db, actor, seen.card_item_id)
    const row = await readRecipientRow(db, actor, id)
    const again = judged(judgeOf(item, limits), { ...row, ...change }, readingProblems(row.problems, change))
    await updateRecipients(db, actor.siteId, item.id, [{ ...again, position: row.position }])
    return recipientWire({ ...row, ...again, edited: true })
  })
}

/** @throws {Refusal} `not_found`, `order_is_frozen`, `card_item_not_editable` */
export function removePerson(pool: Pool, actor: Customer, id: number): Promise<void> {
  return inSite(pool, actor.siteId, async (db) => {
    const { card_item_id } = await readRecipientRow(db, actor, id)
    await lockItem(db, actor, card_item_id)
    await deleteRecipientRow(db, actor.siteId, id)
  })
}

/** @throws {Refusal} `limit_exceeded` when a list would hold more people than the site allows */
export function assertRoom(people: number, limits: LimitsRecord): void {
  if (people <= limits.max_recipients) return
  const most = limits.max_recipients.toLocaleString('en-US')
  throw new Refusal('limit_exceeded', { limit: `${most} people in one list` })
}
