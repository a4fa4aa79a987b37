import type { FileUse } from '@laurel/contract/files'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { anyOf, jsonText, literal } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import { isSeenBy, viewerOf } from '../companies/own-companies.ts'

type Use = z.input<typeof FileUse>
/** The first uses of a file, and how many there are. */
export type Uses = { used_by: Use[]; used_by_count: number }

const SHOWN = 20

/**
 * What uses files that the customer sees, by the first version of each: cards and designs keep the version that they
 * were made with.
 */
export async function usesOf(
  db: Db,
  actor: Customer,
  lineIds: readonly number[],
): Promise<Map<number, Uses>> {
  const uses = new Map<number, Uses>()
  for (const found of [placed, inCarts, inDesigns]) {
    for (const { line_id, count, ...use } of await found(db, actor, lineIds)) {
      const known = uses.get(line_id) ?? { used_by: [], used_by_count: 0 }
      uses.set(line_id, known)
      const isFirst = !known.used_by.some(({ type }) => type === use.type)
      if (isFirst) known.used_by_count += Number(count)
      if (isFirst || known.used_by.length < SHOWN) known.used_by.push(use)
    }
  }
  for (const known of uses.values()) known.used_by.splice(SHOWN)
  return uses
}

type Found = Use & { line_id: number; count: number }

async function placed(db: Db, actor: Customer, lineIds: readonly number[]): Promise<Found[]> {
  const orders = showing(db, actor, lineIds)
    .select(['o.id', 'o.number', 'o.status'])
    .distinct()
    .where('o.status', '<>', literal('cart'))
    .where(isSeenBy(viewerOf(actor)))
  const rows = await db
    .selectFrom(
      db
        .selectFrom(orders.as('shown'))
        .select(['line_id', 'id', 'number', 'status'])
        .select(({ fn }) => [
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('line_id').orderBy('id', 'desc'))
            .as('place'),
          fn
            .countAll<number>()
            .over((over) => over.partitionBy('line_id'))
            .as('count'),
        ])
        .as('numbered'),
    )
    .select(['line_id', 'id', 'number', 'status', 'count'])
    .where('place', '<=', SHOWN)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ number, ...row }) => ({ type: 'order', label: number ?? '', ...row }))
}

/** Cards in the customer's own cart, and the drafts that their company shares: few. */
async function inCarts(db: Db, actor: Customer, lineIds: readonly number[]): Promise<Found[]> {
  const companyId = actor.company?.id ?? null
  const rows = await showing(db, actor, lineIds)
    .select(['c.id', 'c.name'])
    .where('o.status', '=', literal('cart'))
    .where(({ eb, or }) =>
      or([eb('o.customer_id', '=', actor.customerId), eb('c.company_id', '=', companyId)]),
    )
    .orderBy('c.id', 'desc')
    .execute()
  return counted(rows).map(({ name, ...row }) => ({ type: 'card', label: name, ...row }))
}

async function inDesigns(db: Db, actor: Customer, lineIds: readonly number[]): Promise<Found[]> {
  if (actor.company === undefined) return []
  const rows = await versions(db, actor, lineIds)
    .innerJoin('saved_designs as saved', (join) =>
      join
        .onRef('saved.site_id', '=', 'v.site_id')
        .on(({ eb, ref }) => eb(jsonText(ref('saved.design'), 'logo_file_key'), '=', ref('v.key'))),
    )
    .select(['saved.id', 'saved.name'])
    .where('saved.company_id', '=', actor.company.id)
    .orderBy('saved.id', 'desc')
    .execute()
  return counted(rows).map(({ name, ...row }) => ({ type: 'saved_design', label: name, ...row }))
}

function versions(db: Db, actor: Customer, lineIds: readonly number[]) {
  return db
    .selectFrom('files as v')
    .select(({ fn }) => fn.coalesce('v.line_id', 'v.id').as('line_id'))
    .where('v.site_id', '=', actor.siteId)
    .where(({ eb, or }) => or([eb('v.id', '=', anyOf(lineIds)), eb('v.line_id', '=', anyOf(lineIds))]))
}

function showing(db: Db, actor: Customer, lineIds: readonly number[]) {
  return versions(db, actor, lineIds)
    .innerJoin('card_items as c', (join) =>
      join
        .onRef('c.site_id', '=', 'v.site_id')
        .on(({ eb, ref }) => eb(jsonText(ref('c.design'), 'logo_file_key'), '=', ref('v.key'))),
    )
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'c.site_id').onRef('o.id', '=', 'c.order_id'),
    )
}

function counted<Row extends { line_id: number }>(rows: readonly Row[]) {
  return rows.map((row) => ({ ...row, count: rows.filter(({ line_id }) => line_id === row.line_id).length }))
}
