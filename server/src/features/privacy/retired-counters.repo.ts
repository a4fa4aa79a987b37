import type { Db } from '../../database/database.ts'
import { anyOf } from '../../database/sql.ts'

export const COUNTED = ['addresses', 'names', 'files', 'details'] as const
type Counted = (typeof COUNTED)[number]

/** Counted with the batch, so that the entry of a run says what a killed one before it did. */
export async function count(db: Db, siteId: number, what: Counted, by: number): Promise<void> {
  if (by > 0) await addToCounter(db, siteId, `retired_${what}`, by)
}

export async function readCounters(
  db: Db,
  siteId: number,
  names: readonly string[],
): Promise<Record<string, number | undefined>> {
  const rows = await db
    .selectFrom('site_counters')
    .select(['name', 'value'])
    .where('site_id', '=', siteId)
    .where('name', '=', anyOf(names))
    .forUpdate()
    .execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export async function addToCounter(db: Db, siteId: number, name: string, value: number): Promise<void> {
  await db
    .insertInto('site_counters')
    .values({ site_id: siteId, name, value })
    .onConflict((conflict) =>
      conflict
        .columns(['site_id', 'name'])
        .doUpdateSet((eb) => ({ value: eb('site_counters.value', '+', eb.ref('excluded.value')) })),
    )
    .execute()
}
