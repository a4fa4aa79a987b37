import { randomBytes } from 'node:crypto'
import type { bulkChangeRecipients, editRecipients } from '@laurel/contract/recipients'
import { RECIPIENT_WIRE_FIELDS } from '@laurel/domain/recipient-fields'
import { WARNING_CODES } from '@laurel/domain/recipient-row'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db, Pool } from '../../database/database.ts'
import { commitStep, inSite, keptProgress } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { LimitsRecord } from '../sites/site-records.ts'
import type { CardItemRow } from './card-item-row.ts'
import { lockItem } from './card-items.service.ts'
import { compareKeys } from './compare-people.ts'
import { judgeOf } from './judge-list-again.ts'
import {
  BLANK_RECIPIENT,
  judged,
  type RecipientValues,
  readingProblems,
  type StoredProblem,
  suggestedCode,
  withProblems,
} from './judged-recipient.ts'
import {
  confirmWarningOfMany,
  GIVEN_FIELDS,
  type Given,
  type GivenTo,
  giveMeant,
  insertChange,
  removeMeant,
  saveAdded,
  saveBefore,
  saveWritten,
} from './recipient-changes.repo.ts'
import { isLongList, type MeantRecipients } from './recipient-filter.ts'
import { totalsOf } from './recipient-pages.ts'
import { recipientWire } from './recipient-wire.ts'
import {
  insertRecipients,
  lastPosition,
  listBlocks,
  listRecipientRows,
  listRecipientsById,
  listSuggested,
  type RecipientRow,
  updateRecipients,
} from './recipients.repo.ts'
import { assertRoom } from './recipients.service.ts'

type BulkChange = z.output<typeof bulkChangeRecipients.body>
type Edits = z.output<typeof editRecipients.body>

/** Places of a list changed in one transaction: others are answered between two of them. */
const STEP = 10_000

/**
 * Removes many people of a list, fixes them, or gives them an amount or a message. What they were is kept with each
 * step, so that an interrupted change can be undone like a finished one, or continued under its
 * idempotency key.
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
  const { siteId } = actor
  const progress =
    keptProgress<Progress>() ??
    (await inSite(pool, siteId, async (db): Promise<Progress> => {
      const item = await lockItem(db, actor, asked.card_item_id)
      const token = randomBytes(24).toString('base64url')
      const action = asked.action === 'set' || asked.action === 'delete' ? asked.action : 'edit'
      const change = { card_item_id: item.id, token, action, given } as const
      const changeId = await insertChange(db, siteId, change)
      return { token, changeId, last: await lastPosition(db, siteId, item.id), steps: 0, changed: 0 }
    }))
  const { token, changeId, last } = progress
  for (const meant of stepsOf(asked, last).slice(progress.steps)) {
    if (progress.steps > 0) await commitStep(progress)
    progress.changed += await inSite(pool, siteId, async (db) => {
      const item = await lockItem(db, actor, asked.card_item_id)
      if (asked.action === 'keep') return confirmWarningOfMany(db, item, meant, asked.only ?? '')
      if (asked.action === 'fix') return fixMeant(db, item, limits, changeId, meant, asked.only)
      if (asked.action === 'set') return giveMeant(db, item, changeId, meant, givenTo(item, limits, given))
      const { people, keys } = await removeMeant(db, item, changeId, meant)
      await compareKeys(db, item, keys)
      return people
    })
    progress.steps += 1
  }
  return { undo_token: token, changed_count: progress.changed }
}

type Progress = { token: string; changeId: number; last: number; steps: number; changed: number }

function stepsOf({ ids, all, except_ids, search, only }: BulkChange, last: number): MeantRecipients[] {
  if (!all) return [{ ids }]
  return Array.from({ length: Math.ceil(last / STEP) }, (_, step) => ({
    filter: { search, only, isLong: isLongList(last) },
    exceptIds: except_ids,
    from: step * STEP + 1,
    to: (step + 1) * STEP,
  }))
}

function givenOf(asked: BulkChange): Given {
  const { action, amount_cents, message } = asked
  if (action === 'keep' && !WARNING_CODES.includes(asked.only ?? '')) {
    throw new Refusal('validation_failed', {}, [
      { field: 'only', code: 'invalid', message: 'Choose the warning to dismiss.' },
    ])
  }
  if (action !== 'set') return {}
  if (amount_cents === undefined && message === undefined) {
    const text = 'Enter an amount or message.'
    throw new Refusal('validation_failed', {}, [{ field: 'amountCents', code: 'required', message: text }])
  }
  return {
    ...(amount_cents !== undefined && { amount_cents }),
    ...(message !== undefined && { message }),
  }
}

/** Applies the sure suggestions of the selected people, all or of one kind. */
async function fixMeant(
  db: Db,
  item: CardItemRow,
  limits: LimitsRecord,
  changeId: number,
  meant: MeantRecipients,
  only: string | undefined,
): Promise<number> {
  const bearing = only === undefined || NO_KIND.includes(only) ? 'suggested' : suggestedCode(only)
  const people = await listSuggested(db, item.site_id, item.id, meant, bearing)
  const changes = new Map(people.map((person) => [person.id, suggestedChange(person.problems, bearing)]))
  await editEach(db, item, limits, changeId, people, changes)
  return people.length
}

/** Filters that are not the code of a problem. */
const NO_KIND: readonly string[] = ['attention', 'warning', 'suggested']

function suggestedChange(problems: readonly StoredProblem[], bearing: string): Partial<RecipientValues> {
  const taken = problems.filter(
    ({ is_sure, code }) => is_sure && (bearing === 'suggested' || suggestedCode(code) === bearing),
  )
  return Object.assign({}, ...taken.map(({ suggestions }) => suggestions?.[0]))
}

/** Changes people one by one in few statements; what they were is kept with the change. */
async function editEach(
  db: Db,
  item: CardItemRow,
  limits: LimitsRecord,
  changeId: number,
  before: readonly RecipientRow[],
  changes: ReadonlyMap<number, Partial<RecipientValues>>,
): Promise<void> {
  if (before.length === 0) return
  const { site_id, id } = item
  const judge = judgeOf(item, limits)
  await saveBefore(
    db,
    site_id,
    changeId,
    before.map((person) => person.id),
  )
  const again = before.map((person) => {
    const change = changes.get(person.id) ?? {}
    const row = judged(judge, { ...person, ...change }, readingProblems(person.problems, change))
    return { ...row, position: person.position }
  })
  await updateRecipients(db, site_id, id, again)
  const wrote = before.map((person, at) => ({ id: person.id, wrote: changedFields(person, again[at]!) }))
  await saveWritten(db, site_id, changeId, wrote)
  await compareKeys(
    db,
    item,
    [...before, ...again].map(({ person_key }) => person_key),
  )
}

/** The given values, tidied, with their problems, which are the same for everyone. */
function givenTo(item: CardItemRow, limits: LimitsRecord, given: Given): GivenTo {
  const fields = GIVEN_FIELDS.filter((field) => given[field] !== undefined)
  const { amount_cents, message, problems } = judged(judgeOf(item, limits), {
    ...BLANK_RECIPIENT,
    amount_cents: given.amount_cents ?? null,
    message: given.message ?? '',
  })
  const said = problems.filter(({ field }) => fields.some((one) => one === field))
  return { fields, amount_cents, message, ...withProblems(said) }
}

/**
 * Changes and adds people from a block pasted into the grid, all or none. People who no longer exist are
 * skipped.
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
    await editEach(db, item, limits, changeId, before, changes)

    const { people } = totalsOf(await listBlocks(db, siteId, item.id, null))
    if (added.length > 0) assertRoom(people + added.length, limits)
    const last = await lastPosition(db, siteId, item.id)
    const fresh = added.map((values) => judged(judge, values))
    if (fresh.length > 0) await insertRecipients(db, siteId, item.id, last, fresh)
    await compareKeys(
      db,
      item,
      fresh.map(({ person_key }) => person_key),
    )

    const page = { fromPosition: last + 1, skip: 0, take: fresh.length }
    const rows = fresh.length === 0 ? [] : await listRecipientRows(db, siteId, item.id, {}, page)
    if (rows.length > 0) {
      await saveAdded(
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

function changedFields(before: RecipientValues, after: RecipientValues): Partial<RecipientValues> {
  const changed = RECIPIENT_WIRE_FIELDS.filter((field) => after[field] !== before[field])
  return Object.fromEntries(changed.map((field) => [field, after[field]]))
}
