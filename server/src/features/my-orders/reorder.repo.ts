import type { RewardType } from '@laurel/domain/reward-type'
import type { Db } from '../../database/database.ts'
import { jsonText } from '../../database/sql.ts'

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
