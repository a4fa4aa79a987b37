import { expressionBuilder } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import { jsonLiteral, jsonText } from '../../database/sql.ts'
import { isNotErased } from './erased-recipient.ts'
import { TALLIED, tally } from './recipient-tallies.repo.ts'
import { PERSON_COLUMNS } from './recipients.repo.ts'

const COPIED = [
  ...(['name', 'reward_type', 'reward_id', 'reward_card_template_id'] as const),
  ...(['denomination_cents', 'quantity', 'message', 'sender_name'] as const),
]

/** A row's design, without a logo that retention removed (docs/decisions/0057). */
export function designAsStored(table: 'card_items' | 'saved_designs') {
  const { case: choose, eb, exists, ref, selectFrom } = expressionBuilder<Database, typeof table>()
  const design = ref(`${table}.design`)
  const logo = selectFrom('files as f')
    .select('f.id')
    .whereRef('f.site_id', '=', `${table}.site_id`)
    .where('f.key', '=', jsonText(design, 'logo_file_key'))
  return choose()
    .when(exists(logo))
    .then(design)
    .else(eb(design, '||', jsonLiteral({ logo_file_key: null })))
    .end()
}

/** @returns the copy's ID */
export async function copyItem(
  db: Db,
  siteId: number,
  itemId: number,
  orderId: number,
  state: 'draft' | 'in_cart',
  at: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('card_items')
    .columns(['site_id', 'order_id', 'state', ...COPIED, 'design', 'created_at', 'updated_at'])
    .expression((eb) =>
      eb
        .selectFrom('card_items')
        .select(({ val }) => [
          'site_id',
          val(orderId).as('order_id'),
          val(state).as('state'),
          ...COPIED,
          designAsStored('card_items').as('design'),
          val(at).as('created_at'),
          val(at).as('updated_at'),
        ])
        .where('site_id', '=', siteId)
        .where('id', '=', itemId),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Copies the people of an item as they are, in one query, without those who were erased since. */
export async function copyRecipients(db: Db, siteId: number, itemId: number, copyId: number, at: Date) {
  await tally(db, (site) =>
    site
      .insertInto('card_recipient_details')
      .columns(['site_id', 'card_item_id', 'position', ...PERSON_COLUMNS, 'created_at', 'updated_at'])
      .expression((eb) =>
        eb
          .selectFrom('card_recipient_details')
          .select(({ val }) => [
            'site_id',
            val(copyId).as('card_item_id'),
            'position',
            ...PERSON_COLUMNS,
            val(at).as('created_at'),
            val(at).as('updated_at'),
          ])
          .where('site_id', '=', siteId)
          .where('card_item_id', '=', itemId)
          .where(isNotErased),
      )
      .returning(TALLIED),
  )
}
