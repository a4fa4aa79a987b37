import { expressionBuilder } from 'kysely'
import type { Database } from '../../database/database.ts'
import { jsonText } from '../../database/sql.ts'

/** The cards that show a picture, which is `f`, also a colleague's; their orders are `o`. */
export function cardsShowing() {
  const { selectFrom } = expressionBuilder<Database & { f: Database['files'] }, 'f'>()
  return selectFrom('card_items as c')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'c.site_id').onRef('o.id', '=', 'c.order_id'),
    )
    .select('c.id')
    .whereRef('o.site_id', '=', 'f.site_id')
    .where(({ eb, ref }) => eb(jsonText(ref('c.design'), 'logo_file_key'), '=', ref('f.key')))
}

/** Whether a card, a saved design, or its customer's profile shows a picture `f`. */
export function isShown() {
  const { exists, or, selectFrom } = expressionBuilder<Database & { f: Database['files'] }, 'f'>()
  const profile = selectFrom('customers as own')
    .select('own.id')
    .whereRef('own.site_id', '=', 'f.site_id')
    .whereRef('own.id', '=', 'f.customer_id')
    .whereRef('own.business_logo', '=', 'f.key')
  return or([exists(cardsShowing()), exists(designsShowing()), exists(profile)])
}

/** The saved designs that show it. */
export function designsShowing() {
  const { selectFrom } = expressionBuilder<Database & { f: Database['files'] }, 'f'>()
  return selectFrom('saved_designs as saved')
    .select('saved.id')
    .whereRef('saved.site_id', '=', 'f.site_id')
    .where(({ eb, ref }) => eb(jsonText(ref('saved.design'), 'logo_file_key'), '=', ref('f.key')))
}
