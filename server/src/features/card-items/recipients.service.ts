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
import type { CardItemRow } from './card-item-row.ts'
import { readSeenItemRow } from './card-items.repo.ts'
import { lockItem } from './card-items.service.ts'
import { compareKeys } from './compare-people.ts'
import { judgeOf } from './judge-list-again.ts'
import { judged, readingProblems, suggestedCode } from './judged-recipient.ts'
import { type Filter, isLongList } from './recipient-filter.ts'
import { BLOCK_POSITIONS, type Block, findPlace, type ListTotals, totalsOf } from './recipient-pages.ts'
import { findPeople, listByProblems, listSorted } from './recipient-sorting.repo.ts'
import { type RecipientWire, recipientWire } from './recipient-wire.ts'
import {
  confirmWarnings,
  deleteRecipients,
  insertRecipients,
  lastPosition,
  listAt,
  listBlocks,
  listCodeBlocks,
  listCodes,
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
 * One page of a card item's list, with the whole list's totals. In file order, a page costs the same for any
 * length of list; a search reads the list once.
 *
 * @throws {Refusal} `not_found`
 */
export function listPeople(
  pool: Pool,
  actor: Customer,
  asked: Asked,
): Promise<z.input<typeof listRecipients.response>> {
  const { card_item_id, search, only, sort = 'position', page, page_size } = asked
  return inSite(pool, actor.siteId, async (db) => {
    const item = await readSeenItemRow(db, actor, card_item_id)
    const [blocks, codes] = await Promise.all([
      listBlocks(db, actor.siteId, item.id, item.denomination_cents),
      listCodes(db, actor.siteId, item.id),
    ])
    const totals = totalsOf(blocks)
    const lastBlock = blocks.findLast(({ people }) => people > 0)?.block ?? 0
    const filter = { search, only, isLong: isLongList(lastBlock * BLOCK_POSITIONS) }
    const at = { skip: (page - 1) * page_size, take: page_size }
    const listed = listedBy(only, totals, codes)
    const { count, rows } = search
      ? await searched(db, item, filter, sort, at)
      : { count: listed, rows: await paged(db, item, filter, sort, at, blocks, listed) }

    return {
      ...pageOfResults(api.listRecipients.path, filtersOf(asked), asked, count, rows.map(recipientWire)),
      total_count: totals.people,
      attention_count: totals.needingAttention,
      ready_count: totals.ready,
      without_value_count: totals.withoutValue,
      warning_count: totals.toCheck,
      suggested_count: peopleWith('suggested', codes),
      value_cents: totals.valueCents,
      problem_counts: codes.flatMap(({ code, people }) =>
        isOfProblem(code)
          ? [
              {
                code,
                severity: severityOf(code),
                count: people,
                suggested_count: peopleWith(suggestedCode(code), codes),
              },
            ]
          : [],
      ),
    }
  })
}

type Codes = Awaited<ReturnType<typeof listCodes>>

function listedBy(only: string | undefined, totals: ListTotals, codes: Codes): number {
  if (only === undefined) return totals.people
  if (only === 'attention') return totals.needingAttention
  if (only === 'warning') return totals.toCheck
  return peopleWith(only, codes)
}

function peopleWith(asked: string, codes: Codes): number {
  return codes.find(({ code }) => code === asked)?.people ?? 0
}

/** The other codes are filters, not problems. */
function isOfProblem(code: string): boolean {
  return code !== 'warning' && !code.startsWith('suggested')
}

function severityOf(code: string): 'error' | 'warning' {
  return WARNING_CODES.includes(code) ? 'warning' : 'error'
}

type Page = { skip: number; take: number }

async function searched(db: Db, item: CardItemRow, filter: Filter, sort: string, page: Page) {
  const { count, positions } = await findPeople(db, item.site_id, item.id, filter, sort, page)
  return { count, rows: await listAt(db, item.site_id, item.id, positions) }
}

/** Views whose people the list's blocks count. */
const COUNTED: Readonly<Record<string, 'needing_attention' | 'to_check'>> = {
  attention: 'needing_attention',
  warning: 'to_check',
}

/** In file order, a page's place is computed from the counts of the blocks. */
async function paged(
  db: Db,
  item: CardItemRow,
  filter: Filter,
  sort: string,
  page: Page,
  blocks: readonly Block[],
  count: number,
) {
  if (page.skip >= count) return []
  if ((sort === 'problems' || sort === '-problems') && !filter.only) {
    const positions = await listByProblems(db, item.site_id, item.id, sort, page, blocks)
    return listAt(db, item.site_id, item.id, positions)
  }
  if (sort !== 'position') {
    const positions = await listSorted(db, item.site_id, item.id, filter, sort, page, count)
    return listAt(db, item.site_id, item.id, positions)
  }
  const { only } = filter
  const counted = only && COUNTED[only]
  const place =
    only === undefined || counted
      ? findPlace(blocks, counted || 'people', page.skip)
      : findPlace(await listCodeBlocks(db, item.site_id, item.id, only), 'people', page.skip)
  return place === undefined
    ? []
    : listRecipientRows(db, item.site_id, item.id, filter, { ...place, take: page.take })
}

function filtersOf({ card_item_id, search, only, sort }: Asked) {
  return { card_item_id, search, only, sort: sort === 'position' ? undefined : sort }
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

/** About one screen; further lookalikes are read with their page. */
const ALSO_CHANGED_AT_MOST = 100

/** @throws {Refusal} `not_found`, `order_is_frozen`, `card_item_not_editable` */
export function changePerson(
  pool: Pool,
  actor: Customer,
  limits: LimitsRecord,
  id: number,
  { kept_warnings, ...change }: Change,
): Promise<z.input<typeof patchRecipient.response>> {
  return inSite(pool, actor.siteId, async (db) => {
    const seen = await readRecipientRow(db, actor, id)
    const item = await lockItem(db, actor, seen.card_item_id)
    const row = await readRecipientRow(db, actor, id)
    const isEdit = Object.values(change).some((value) => value !== undefined)
    const reading = readingProblems(row.problems, isEdit ? change : undefined)
    const again = judged(judgeOf(item, limits), { ...row, ...change }, reading)
    if (kept_warnings !== undefined) await confirmWarnings(db, actor.siteId, id, kept_warnings)
    await updateRecipients(db, actor.siteId, item.id, [{ ...again, position: row.position }], isEdit)
    const compared = await compareKeys(db, item, [row.person_key, again.person_key])
    const others = compared.filter((position) => position !== row.position).slice(0, ALSO_CHANGED_AT_MOST)
    const alsoChanged = await listAt(db, actor.siteId, item.id, others)
    const now = await readRecipientAt(db, actor.siteId, item.id, row.position)
    return { ...recipientWire(now), also_changed: alsoChanged.map(recipientWire) }
  })
}

/** @throws {Refusal} `not_found`, `order_is_frozen`, `card_item_not_editable` */
export function removePerson(pool: Pool, actor: Customer, id: number): Promise<void> {
  return inSite(pool, actor.siteId, async (db) => {
    const { card_item_id } = await readRecipientRow(db, actor, id)
    const item = await lockItem(db, actor, card_item_id)
    const person = await readRecipientRow(db, actor, id)
    await deleteRecipients(db, actor.siteId, item.id, [person])
    await compareKeys(db, item, [person.person_key])
  })
}

/** @throws {Refusal} `limit_exceeded` when a list would hold more people than the site allows */
export function assertRoom(people: number, limits: LimitsRecord): void {
  if (people <= limits.max_recipients) return
  const limit = limits.max_recipients
  throw new Refusal('limit_exceeded', { limit, of: /*i18n*/ '{limit, number} people in one list' })
}
