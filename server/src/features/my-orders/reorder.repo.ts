import type { RewardType } from '@laurel/domain/reward-type'
import type { Db } from '../../database/database.ts'
import { jsonLiteral, jsonText } from '../../database/sql.ts'
import { isNotErased } from '../card-items/erased-recipient.ts'
import { TALLIED, tally } from '../card-items/recipient-tallies.repo.ts'
import { PERSON_COLUMNS } from '../card-items/recipients.repo.ts'

/** The bought items of an order, oldest first, and whether what they're made of is still there: reward, template, logo. */
export async function listItemsToCopy(
  db: Db,
  siteId: number,
  orderId: number,
): Promise<Array<{ id: number; reward_type: RewardType; isComplete: boolean }>> {
  return db
    .selectFrom('card_items as i')
    .innerJoin('rewards as r', (join) =>
      join.onRef('r.site_id', '=', 'i.site_id').onRef('r.id', '=', 'i.reward_id'),
    )
    .innerJoin('reward_card_templates as t', (join) =>
      join.onRef('t.site_id', '=', 'i.site_id').onRef('t.id', '=', 'i.reward_card_template_id'),
    )
    .select(['i.id', 'i.reward_type'])
    .select(({ and, eb, exists, fn, or, ref, selectFrom }) => {
      const logo = jsonText(ref('i.design'), 'logo_file_key')
      const stored = selectFrom('files as f')
        .select('f.id')
        .whereRef('f.site_id', '=', 'i.site_id')
        .where('f.key', '=', logo)
      return and([
        and([ref('r.active'), ref('t.active'), eb('i.reward_type', '=', fn.any('r.reward_types'))]),
        or([eb(logo, 'is', null), exists(stored)]),
      ])
        .$castTo<boolean>()
        .as('isComplete')
    })
    .where('i.site_id', '=', siteId)
    .where('i.order_id', '=', orderId)
    .where('i.state', '=', 'in_cart')
    .orderBy('i.id')
    .$narrowType<{ reward_type: RewardType }>()
    .execute()
}

const COPIED = [
  ...(['name', 'reward_type', 'reward_id', 'reward_card_template_id'] as const),
  ...(['denomination_cents', 'quantity', 'message', 'sender_name'] as const),
]

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
        .select(({ eb, exists, ref, selectFrom, val }) => [
          'site_id',
          val(orderId).as('order_id'),
          val(state).as('state'),
          ...COPIED,
          // Retention removes logos (docs/decisions/0057).
          eb
            .case()
            .when(
              exists(
                selectFrom('files as f')
                  .select('f.id')
                  .whereRef('f.site_id', '=', 'card_items.site_id')
                  .where('f.key', '=', jsonText(ref('design'), 'logo_file_key')),
              ),
            )
            .then(ref('design'))
            .else(eb('design', '||', jsonLiteral({ logo_file_key: null })))
            .end()
            .as('design'),
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

/** Copies the people of an item as they were in the order, in one query, without those who were erased since. */
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
