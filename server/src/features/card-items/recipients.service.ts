import type { createRecipient, listRecipients, patchRecipient } from '@laurel/contract/recipients'
import { api } from '@laurel/contract/routes'
import { WARNING_CODES } from '@laurel/domain/recipient-row'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db, Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { pageOfResults } from '../../http/page-links.ts'
import type { LimitsRecord } from '../sites/site-records.ts'
import { readCardItemRow } from './card-items.repo.ts'
import { lockItem } from './card-items.service.ts'
import { compareKeys } from './compare-people.ts'
import { judgeOf } from './judge-list-again.ts'
import { judged, readingProblems } from './judged-recipient.ts'
import { type Block, type ListTotals, placeOf, totalsOf } from './recipient-pages.ts'
import { type RecipientWire, recipientWire } from './recipient-wire.ts'
import {
  countRecipients,
  deleteRecipientRow,
  type Filter,
  insertRecipients,
  keepWarnings,
  lastPosition,
  listBlocks,
  listCodeBlocks,
  listCodes,
  listRecipientRows,
  listSorted,
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
  const { card_item_id, search, only, sort = 'position', page, page_size } = asked
  const filter = { search, only }
  return inSite(pool, actor.siteId, async (db) => {
    const item = await readCardItemRow(db, actor, card_item_id)
    const [blocks, codes] = await Promise.all([
      listBlocks(db, actor.siteId, item.id, item.denomination_cents),
      listCodes(db, actor.siteId, item.id),
    ])
    const totals = totalsOf(blocks)
    const first = (page - 1) * page_size
    const listed = listedBy(only, totals, codes)

    const rows =
      !search && first >= listed
        ? []
        : sort !== 'position' || search
          ? await searched(db, item.id, actor.siteId, filter, sort, { skip: first, take: page_size })
          : await paged(db, item.id, actor.siteId, filter, blocks, { first, take: page_size })
    // A search reads the whole list; a page that is not full has already counted what it found.
    const isLast = rows.length > 0 ? rows.length < page_size : page === 1
    const found = isLast ? first + rows.length : undefined
    const count = search ? (found ?? (await countRecipients(db, actor.siteId, item.id, filter))) : listed

    return {
      ...pageOfResults(listPath(asked), asked, count, rows.map(recipientWire)),
      total_count: totals.people,
      attention_count: totals.needingAttention,
      warning_count: codes.find(({ code }) => code === 'warning')?.people ?? 0,
      value_cents: totals.valueCents,
      problem_counts: codes.flatMap(({ code, people }) =>
        code === 'warning' ? [] : [{ code, severity: severityOf(code), count: people }],
      ),
    }
  })
}

type Codes = Awaited<ReturnType<typeof listCodes>>

function listedBy(only: string | undefined, totals: ListTotals, codes: Codes): number {
  if (only === undefined) return totals.people
  if (only === 'attention') return totals.needingAttention
  return codes.find(({ code }) => code === only)?.people ?? 0
}

function severityOf(code: string): 'error' | 'warning' {
  return WARNING_CODES.includes(code) ? 'warning' : 'error'
}

function searched(
  db: Db,
  itemId: number,
  siteId: number,
  filter: Filter,
  sort: string,
  page: { skip: number; take: number },
) {
  return sort === 'position'
    ? listRecipientRows(db, siteId, itemId, filter, { ...page, fromPosition: 0 })
    : listSorted(db, siteId, itemId, filter, sort, page)
}

/** In the list's own order the place of a page is counted, not searched. */
async function paged(
  db: Db,
  itemId: number,
  siteId: number,
  filter: Filter,
  blocks: readonly Block[],
  { first, take }: { first: number; take: number },
) {
  const { only } = filter
  const place =
    only === undefined || only === 'attention'
      ? placeOf(blocks, only === undefined ? 'people' : 'needing_attention', first)
      : placeOf(await listCodeBlocks(db, siteId, itemId, only), 'people', first)
  return place === undefined ? [] : listRecipientRows(db, siteId, itemId, filter, { ...place, take })
}

function listPath({ card_item_id, search, only, sort }: Asked): string {
  const query = new URLSearchParams({
    card_item_id: String(card_item_id),
    ...(search && { search }),
    ...(only && { only }),
    ...(sort && sort !== 'position' && { sort }),
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
    const person = judged(judgeOf(item, limits), values)
    await insertRecipients(db, actor.siteId, item.id, last, [person])
    await compareKeys(db, item, [person.person_key])
    return recipientWire(await readRecipientAt(db, actor.siteId, item.id, last + 1))
  })
}

/** @throws {Refusal} `not_found`, `order_is_frozen`, `card_item_not_editable` */
export function changePerson(
  pool: Pool,
  actor: Customer,
  limits: LimitsRecord,
  id: number,
  { kept_warnings, ...change }: Change,
): Promise<RecipientWire> {
  return inSite(pool, actor.siteId, async (db) => {
    const seen = await readRecipientRow(db, actor, id)
    const item = await lockItem(db, actor, seen.card_item_id)
    const row = await readRecipientRow(db, actor, id)
    const isEdit = Object.values(change).some((value) => value !== undefined)
    const reading = readingProblems(row.problems, isEdit ? change : undefined)
    const again = judged(judgeOf(item, limits), { ...row, ...change }, reading)
    if (kept_warnings !== undefined) await keepWarnings(db, actor.siteId, id, kept_warnings)
    await updateRecipients(db, actor.siteId, item.id, [{ ...again, position: row.position }], isEdit)
    await compareKeys(db, item, [row.person_key, again.person_key])
    return recipientWire(await readRecipientAt(db, actor.siteId, item.id, row.position))
  })
}

/** @throws {Refusal} `not_found`, `order_is_frozen`, `card_item_not_editable` */
export function removePerson(pool: Pool, actor: Customer, id: number): Promise<void> {
  return inSite(pool, actor.siteId, async (db) => {
    const { card_item_id } = await readRecipientRow(db, actor, id)
    const item = await lockItem(db, actor, card_item_id)
    const { person_key } = await readRecipientRow(db, actor, id)
    await deleteRecipientRow(db, actor.siteId, id)
    await compareKeys(db, item, [person_key])
  })
}

/** @throws {Refusal} `limit_exceeded` when a list would hold more people than the site allows */
export function assertRoom(people: number, limits: LimitsRecord): void {
  if (people <= limits.max_recipients) return
  const most = limits.max_recipients.toLocaleString('en-US')
  throw new Refusal('limit_exceeded', { limit: `${most} people in one list` })
}
