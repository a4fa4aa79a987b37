import type { getYearEndWarning } from '@laurel/contract/year-end'
import type { RewardType } from '@laurel/domain/reward-type'
import { MAX_WARNED_NAMES } from '@laurel/domain/year-end'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { literal, sumOf } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { readTimeZone } from '../companies/companies.repo.ts'
import { readOrder } from '../orders/orders.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { readThreshold } from './tax-years.repo.ts'
import { nameOf, yearIn } from './year-end-views.ts'

type Warning = z.input<typeof getYearEndWarning.response>

/**
 * Who would reach this year's threshold with an order, counting cards that they have yet to claim. Its buyer learns no
 * more than that.
 *
 * @throws {Refusal} `not_found`
 */
export function warnOfOrder(
  { pool, now }: Pick<Kit, 'pool' | 'now'>,
  site: SiteRow,
  actor: Customer,
  orderId: number,
): Promise<Warning> {
  return inSite(pool, site.id, async (db) => {
    const order = await readOrder(db, actor, orderId)
    const companyId = order.company_id ?? actor.company?.id
    const timeZone = companyId === undefined ? site.time_zone : await readTimeZone(db, site, companyId)
    const year = yearIn(now(), timeZone)
    const threshold = await readThreshold(db, year)
    const rows =
      companyId === undefined
        ? []
        : await findPassing(db, { siteId: site.id, companyId, orderId, year, threshold })
    return {
      year,
      threshold_cents: threshold,
      count: rows.length,
      names: rows.slice(0, MAX_WARNED_NAMES).map(nameOf),
    }
  })
}

type Sought = { siteId: number; companyId: number; orderId: number; year: number; threshold: number }

/** One pass over the order's recipients, who are found among the year's people by their keys. */
async function findPassing(db: Db, { siteId, companyId, orderId, year, threshold }: Sought) {
  return (
    db
      .with('people', (ctes) =>
        ctes
          .selectFrom('card_items as i')
          .innerJoin('card_recipient_details as r', (join) =>
            join.onRef('r.site_id', '=', 'i.site_id').onRef('r.card_item_id', '=', 'i.id'),
          )
          .select(['r.person_key', 'r.find_first', 'i.reward_type'])
          .select(({ fn, ref }) => [
            fn.min('r.first_name').as('first_name'),
            fn.min('r.last_name').as('last_name'),
            sumOf(fn.coalesce('r.amount_cents', ref('i.denomination_cents'))).as('cents'),
          ])
          .where('i.site_id', '=', siteId)
          .where('i.order_id', '=', orderId)
          .where('i.state', '=', 'in_cart')
          .where('i.reward_type', '<>', 'bulk')
          .where('r.person_key', 'is not', null)
          .groupBy(['r.person_key', 'r.find_first', 'i.reward_type']),
      )
      // Who each of them is: the one with the same name, if several have the email.
      .with('likely', (ctes) => {
        const like = (type: RewardType, key: 'mail_key' | 'post_key') =>
          ctes
            .selectFrom('people as o')
            .innerJoin('year_end_people as p', (join) =>
              join
                .on('p.site_id', '=', siteId)
                .on('p.company_id', '=', companyId)
                .onRef(`p.${key}`, '=', 'o.person_key'),
            )
            .select(['o.person_key', 'o.find_first', 'o.reward_type', 'p.person_id', 'p.id'])
            .select(({ eb, ref }) => eb('p.find_first', '=', ref('o.find_first')).as('is_named'))
            .where('o.reward_type', '=', literal(type))
        return like('digital', 'mail_key').unionAll(like('direct', 'post_key'))
      })
      .with('known', (ctes) =>
        ctes
          .selectFrom('likely as l')
          .distinctOn(['l.person_key', 'l.find_first', 'l.reward_type'])
          .select(['l.person_key', 'l.find_first', 'l.reward_type', 'l.person_id'])
          .orderBy('l.person_key')
          .orderBy('l.find_first')
          .orderBy('l.reward_type')
          .orderBy('l.is_named', 'desc')
          .orderBy('l.id'),
      )
      .with('sums', (ctes) =>
        ctes
          .selectFrom('people as o')
          .leftJoin('known as k', (join) =>
            join
              .onRef('k.person_key', '=', 'o.person_key')
              .onRef('k.find_first', '=', 'o.find_first')
              .onRef('k.reward_type', '=', 'o.reward_type'),
          )
          .select(({ fn, ref, eb }) => [
            'k.person_id',
            fn.min('o.first_name').as('first_name'),
            fn.min('o.last_name').as('last_name'),
            sumOf(ref('o.cents')).as('cents'),
            // Someone new is known by email, or by name and address.
            eb.case().when('k.person_id', 'is', null).then(ref('o.person_key')).end().as('new_key'),
          ])
          .groupBy(['k.person_id', 'new_key']),
      )
      .selectFrom('sums as s')
      .leftJoin('year_end_totals as t', (join) =>
        join
          .on('t.site_id', '=', siteId)
          .on('t.company_id', '=', companyId)
          .on('t.year', '=', year)
          .onRef('t.person_id', '=', 's.person_id'),
      )
      .leftJoin('year_end_people as root', (join) =>
        join.on('root.site_id', '=', siteId).onRef('root.id', '=', 's.person_id'),
      )
      .select(['s.first_name', 's.last_name'])
      .where(({ eb, fn, lit, ref }) => {
        const before = fn.coalesce(eb('t.received_cents', '+', ref('t.unclaimed_cents')), lit(0))
        return eb.and([
          eb(before, '<', threshold),
          eb(eb(before, '+', ref('s.cents')), '>=', threshold),
          eb(fn.coalesce('root.is_employee', lit(false)), '=', false),
        ])
      })
      .orderBy('s.last_name')
      .orderBy('s.first_name')
      .execute()
  )
}
