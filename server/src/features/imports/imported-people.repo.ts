import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import { ago, elements, literal } from '../../database/sql.ts'
import { blocksIn, NO_CODES } from '../card-items/recipient-fragments.ts'
import { retally } from '../card-items/recipient-tallies.repo.ts'
import type { ImportRow } from './imports.repo.ts'

const eb = expressionBuilder<Database, 'card_recipient_details'>()

/** Orders placed since an earlier run may have missed them. */
export const placedLately = (db: Db) =>
  db.selectFrom('orders').where('placed_at', '>', ago('3 hours')).where('status', '<>', literal('cart'))

/** Removes the stored cells of recently placed orders, unused columns included. They're no longer needed. */
export async function forgetSources(db: Db, siteId: number): Promise<void> {
  await db
    .updateTable('card_recipient_details as person')
    .from('card_items as item')
    .innerJoin('orders', (join) =>
      join.onRef('orders.site_id', '=', 'item.site_id').onRef('orders.id', '=', 'item.order_id'),
    )
    .set({ source: null })
    .where('orders.site_id', '=', siteId)
    .where('orders.placed_at', '>', ago('3 hours'))
    .where('orders.status', '<>', 'cart')
    .whereRef('person.site_id', '=', 'item.site_id')
    .whereRef('person.card_item_id', '=', 'item.id')
    .where('person.source', 'is not', null)
    .execute()
}

/** Removes up to this many people of an import, last first. @returns how many */
export function removeImported(db: Db, row: ImportRow, most: number): Promise<number> {
  const ofImport = eb.and([eb('import_id', '=', row.id), eb('position', '>', row.base_position)])
  return removeFrom(db, row, ofImport, 'desc', most)
}

/** Removes up to this many people who were on the list before an import. @returns how many */
export function removeReplaced(db: Db, row: ImportRow, most: number): Promise<number> {
  return removeFrom(db, row, eb('position', '<=', row.base_position), 'asc', most)
}

/** By range: with a list of positions, the embedded database uses a nested loop. */
async function removeFrom(
  db: Db,
  { site_id, card_item_id }: ImportRow,
  which: Expression<SqlBool>,
  direction: 'asc' | 'desc',
  most: number,
): Promise<number> {
  const last = await db
    .selectFrom('card_recipient_details')
    .select('position')
    .where('site_id', '=', site_id)
    .where('card_item_id', '=', card_item_id)
    .where(which)
    .orderBy('position', direction)
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  const { people, blocks } = await db
    .with('removed', (site) => {
      const some = site
        .deleteFrom('card_recipient_details')
        .where('site_id', '=', site_id)
        .where('card_item_id', '=', card_item_id)
        .where(which)
        .returning('position')
      return last === undefined
        ? some
        : some.where('position', direction === 'asc' ? '<=' : '>=', last.position)
    })
    .selectFrom('removed')
    .select(({ fn, ref }) => [fn.countAll<number>().as('people'), blocksIn(ref('position')).as('blocks')])
    .executeTakeFirstOrThrow()
  await retally(db, site_id, card_item_id, blocks)
  return people
}

/** How many people of an import have which code that comparing adds. */
export async function countCompared(db: Db, row: ImportRow) {
  const rows = await db
    .selectFrom(['card_recipient_details', elements(eb.ref('codes'), 'code')])
    .select(['code.code', eb.fn.countAll<number>().as('people')])
    .where('site_id', '=', row.site_id)
    .where('card_item_id', '=', row.card_item_id)
    .where('import_id', '=', row.id)
    .where('codes', '<>', NO_CODES)
    .where('code.code', 'in', ['warning', 'duplicate', 'already_received'])
    .groupBy('code.code')
    .execute()
  return new Map(rows.map(({ code, people }) => [code, people]))
}
