import { randomBytes } from 'node:crypto'
import type { Db } from '../../database/database.ts'
import { tableOf } from '../../database/sql.ts'
import type { CardItemRow } from '../card-items/card-item-row.ts'
import { compareKeys } from '../card-items/compare-people.ts'
import { type Judge, type JudgedRecipient, judged, readingProblems } from '../card-items/judged-recipient.ts'
import { dropChange, insertChange, saveBefore } from '../card-items/recipient-changes.repo.ts'
import { listRecipientsById, type RecipientRow, updateRecipients } from '../card-items/recipients.repo.ts'
import { dropBefore, makeAsBefore, nextBefore } from '../card-items/undo-change.repo.ts'
import type { ImportRow } from './imports.repo.ts'
import { count, emptyTally, type JudgedBatch, MAX_ERRORS_TOLD, type Tally } from './judged-batches.ts'
import { PeopleReader } from './people-of-rows.ts'

/**
 * Replaces rows with repaired ones. Fields missing from the file stay, and people no longer on the list are
 * reported. The order must be locked.
 */
export async function repairPeople(
  db: Db,
  item: CardItemRow,
  judge: Judge,
  row: ImportRow,
  repairs: JudgedBatch['repairs'],
): Promise<Tally> {
  const fields = new PeopleReader(row.columns.map(({ meaning }) => meaning)).fields()
  const ids = repairs.flatMap(({ recipientId }) => recipientId ?? [])
  await saveBefore(db, item.site_id, await noteRepair(db, row), ids)
  const people = new Map(
    (await listRecipientsById(db, item.site_id, item.id, ids)).map((person) => [person.id, person]),
  )
  const tally = emptyTally()
  const written = new Map<number, JudgedRecipient & Repaired>()
  const keys: Array<number | null> = []
  for (const { recipientId, row: number, values, reading, cells } of repairs) {
    const person = recipientId === undefined ? undefined : people.get(recipientId)
    if (person === undefined) {
      leave(tally, number, 'row_unknown', UNKNOWN)
      continue
    }
    if (isChangedSince(person, row)) {
      leave(tally, number, 'changed', CHANGED)
      continue
    }
    const change = Object.fromEntries(fields.map((field) => [field, values[field]]))
    const again = judged(judge, { ...person, ...change }, [
      ...reading,
      ...(fields.includes('amount_cents') ? [] : readingProblems(person.problems, change)),
    ])
    count(tally, number, again)
    keys.push(person.person_key, again.person_key)
    written.set(person.position, { ...again, position: person.position, import_row: number, source: cells })
  }
  if (written.size > 0) {
    const people = [...written.values()]
    await updateRecipients(db, item.site_id, item.id, people, false)
    await nameSource(db, row, people)
  }
  await compareKeys(db, item, keys)
  return tally
}

/** Earlier values are kept until the file is read to its end; if it's stopped before, they're restored. */
async function noteRepair(db: Db, row: ImportRow): Promise<number> {
  const known = await findRepair(db, row)
  if (known !== undefined) return known
  const token = randomBytes(24).toString('base64url')
  const change = {
    card_item_id: row.card_item_id,
    token,
    action: 'edit',
    given: {},
    import_id: row.id,
  } as const
  return insertChange(db, row.site_id, change)
}

async function findRepair(db: Db, row: ImportRow): Promise<number | undefined> {
  const change = await db
    .selectFrom('recipient_changes')
    .select('id')
    .where('site_id', '=', row.site_id)
    .where('import_id', '=', row.id)
    .executeTakeFirst()
  return change?.id
}

/**
 * Restores up to this many people to their state before a repair, except those changed by hand since. The order
 * must be locked. @returns how many were checked
 */
export async function unrepairPeople(
  db: Db,
  item: CardItemRow,
  row: ImportRow,
  most: number,
): Promise<number> {
  const changeId = await findRepair(db, row)
  if (changeId === undefined) return 0
  const { people, last } = await nextBefore(db, row.site_id, changeId, most)
  if (last === null) return 0
  await compareKeys(db, item, await makeAsBefore(db, item, changeId, last))
  await dropBefore(db, row.site_id, changeId, last)
  return people
}

/** It has ended and can't be undone anymore. */
export async function forgetRepair(db: Db, row: ImportRow): Promise<void> {
  const changeId = await findRepair(db, row)
  if (changeId !== undefined) await dropChange(db, row.site_id, changeId)
}

type Repaired = { position: number; import_row: number; source: string[] }

/** Assigns people to the repaired file, so that remaining problems are in its errors file. */
async function nameSource(db: Db, row: ImportRow, people: readonly Repaired[]): Promise<void> {
  const rows = people.map(({ position, import_row, source }) => ({ position, import_row, source }))
  await db
    .updateTable('card_recipient_details as r')
    .from(tableOf('p', rows, { position: 'integer', import_row: 'integer', source: 'jsonb' }))
    .set(({ ref }) => ({
      import_id: row.id,
      import_row: ref('p.import_row'),
      source: ref('p.source'),
      edited: false,
    }))
    .where('r.site_id', '=', row.site_id)
    .where('r.card_item_id', '=', row.card_item_id)
    .whereRef('r.position', '=', 'p.position')
    .execute()
}

const UNKNOWN = 'This row is no longer on the list.'
const CHANGED = 'Someone changed this person during the import, so we left them as they are.'

/** A row that repairs no one is reported and changes nothing. */
function leave(tally: Tally, row: number, code: string, message: string) {
  if (tally.errors.length < MAX_ERRORS_TOLD) tally.errors.push({ row, field: 'row', code, message })
  tally.counts[`error ${code}`] = (tally.counts[`error ${code}`] ?? 0) + 1
}

/** Changed by hand after the file was uploaded, so the file's values are older. A repair itself doesn't count. */
function isChangedSince({ edited, updated_at }: RecipientRow, { created_at }: ImportRow): boolean {
  return edited && updated_at > created_at
}
