import type { listApprovalRecipients } from '@laurel/contract/approvals'
import type * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { pageOfResults, windowOf } from '../../http/page-links.ts'
import type { Kit } from '../../kit.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { readSeen } from './approvals.service.ts'

/**
 * The people of a request's order, those who got a card already first.
 *
 * @throws {Refusal} `not_found` for people who aren't involved
 */
export function listRecipients(
  { pool, now }: Pick<Kit, 'pool' | 'now'>,
  site: SiteRow,
  actor: Customer,
  id: number,
  page: z.output<typeof listApprovalRecipients.query>,
): Promise<z.input<typeof listApprovalRecipients.response>> {
  return inSite(pool, site.id, async (db) => {
    const { request } = await readSeen(db, site, actor, id, now())
    const people = db
      .selectFrom('card_items as item')
      .innerJoin('card_recipient_details as person', (join) =>
        join.onRef('person.site_id', '=', 'item.site_id').onRef('person.card_item_id', '=', 'item.id'),
      )
      .where('item.site_id', '=', site.id)
      .where('item.order_id', '=', request.order_id)
      .where('item.state', '=', 'in_cart')
    const { limit, offset } = windowOf(page)
    const { count } = await people
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    const rows = await people
      .select(['person.id', 'person.card_item_id', 'person.first_name', 'person.last_name', 'person.email'])
      .select(['person.city', 'person.state', 'person.amount_cents', 'person.problems', 'item.reward_type'])
      .select('item.denomination_cents')
      .select(({ fn, val, eb }) => eb(val('already_received'), '=', fn.any('person.codes')).as('got_one'))
      .orderBy('got_one', 'desc')
      .orderBy('item.id')
      .orderBy('person.position')
      .limit(limit)
      .offset(offset)
      .execute()
    const results = rows.map((row) => {
      const problems = row.problems as { code: string; message: string }[]
      return {
        id: row.id,
        card_item_id: row.card_item_id,
        name: `${row.first_name} ${row.last_name}`.trim(),
        where: row.reward_type === 'digital' ? row.email : `${row.city}, ${row.state}`,
        amount_cents: row.amount_cents ?? row.denomination_cents ?? 0,
        received: problems.find(({ code }) => code === 'already_received')?.message ?? '',
      }
    })
    return pageOfResults(`/api/v1/approvals/${id}/recipients/`, {}, page, count, results)
  })
}
