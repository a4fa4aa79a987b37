import { createHash } from 'node:crypto'
import type { importRecipients } from '@laurel/contract/imports'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import type { Customer } from '../../http/actor.ts'
import {
  type Column,
  type ColumnMeaning,
  findColumns,
  hasHeader,
  headingsOf,
  withMeanings,
} from './columns.ts'
import type { TableRow } from './row-cutter.ts'

/** The meaning of each column: as given, as remembered for these headings, or as guessed from the cells. */
export async function understand(
  db: Db,
  actor: Customer,
  rows: readonly TableRow[],
  { has_header, mapping }: Pick<Partial<z.output<typeof importRecipients.body>>, 'has_header' | 'mapping'>,
): Promise<{ isHeaded: boolean; columns: Column[] }> {
  // A first row that was the header of an earlier list is a header again.
  const recalled = has_header === false ? undefined : await recall(db, actor, rows)
  const isHeaded = has_header ?? (recalled !== undefined || hasHeader(rows))
  const columns = recalled ?? findColumns(rows, isHeaded)
  return { isHeaded, columns: mapping ? withMeanings(columns, mapping) : columns }
}

async function recall(db: Db, actor: Customer, rows: readonly TableRow[]): Promise<Column[] | undefined> {
  const found = findColumns(rows, true)
  const kept = await findMapping(db, actor, signatureOf(found))
  if (kept === undefined) return undefined
  // The columns our errors file adds keep their meaning anywhere.
  let next = 0
  const own = found.map((column) => (isTheirs(column) ? unlessRow(kept[next++]) : column.meaning))
  return findColumns(rows, true, own)
}

function isTheirs(column: Column): boolean {
  return column.heading === '' || headingsOf([column]).length > 0
}

/** Only our own heading says which row a person repairs; it isn't remembered for the next list. */
function unlessRow(meaning: ColumnMeaning | undefined): ColumnMeaning {
  return meaning === undefined || meaning === 'row' ? 'ignore' : meaning
}

/** Identifies lists with the same headings; without headings, the number of columns alone says nothing. */
function signatureOf(columns: readonly Column[]): string {
  return createHash('sha256')
    .update(JSON.stringify(headingsOf(columns)))
    .digest('base64url')
}

/** Remembers the columns for the next list with these headings. */
export async function remember(db: Db, actor: Customer, columns: readonly Column[]): Promise<void> {
  const own = columns.filter(isTheirs).map(({ meaning }) => unlessRow(meaning))
  await saveMapping(db, actor, signatureOf(columns), own)
}

async function findMapping(db: Db, actor: Customer, signature: string): Promise<ColumnMeaning[] | undefined> {
  const row = await db
    .selectFrom('import_mappings')
    .select('meanings')
    .where('site_id', '=', actor.siteId)
    .where('customer_id', '=', actor.customerId)
    .where('signature', '=', signature)
    .$narrowType<{ meanings: ColumnMeaning[] }>()
    .executeTakeFirst()
  return row?.meanings
}

async function saveMapping(
  db: Db,
  actor: Customer,
  signature: string,
  meanings: readonly ColumnMeaning[],
): Promise<void> {
  await db
    .insertInto('import_mappings')
    .values({
      site_id: actor.siteId,
      customer_id: actor.customerId,
      signature,
      meanings: json(meanings),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['site_id', 'customer_id', 'signature'])
        .doUpdateSet(({ ref }) => ({ meanings: json(meanings), updated_at: ref('excluded.updated_at') })),
    )
    .execute()
}
