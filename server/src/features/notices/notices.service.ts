import { api } from '@laurel/contract/routes'
import { Refusal } from '@laurel/domain/refusal'
import { inSite } from '../../database/in-site.ts'
import { keepLongCount, pageFromNearerEnd } from '../../database/long-lists.ts'
import { endWith } from '../../database/site-transaction.ts'
import type { Customer } from '../../http/actor.ts'
import { type PageAsked, pageOfResults, windowOf } from '../../http/page-links.ts'
import type { Kit } from '../../kit.ts'
import { isInCompany } from '../companies/own-companies.ts'
import { countNoticeRows, countUnseenRows, findNoticeRow, listNoticeRows, markSeen } from './notices.repo.ts'

export type NoticeKit = Pick<Kit, 'pool' | 'now'>

/** A customer's notices, newest first. */
export function noticePage({ pool }: NoticeKit, actor: Customer, asked: PageAsked) {
  return inSite(pool, actor.siteId, async (db) => {
    const counted = () => countNoticeRows(db, actor)
    const all = await keepLongCount(pool, [actor.siteId, 'notices', actor.customerId], counted, Number)
    const [unseen, rows] = await Promise.all([
      countUnseenRows(db, actor),
      listNoticeRows(db, actor, pageFromNearerEnd(windowOf(asked), all)),
    ])
    const results = rows.map(({ created_at, seen_at, company_id, company_name, shown_order_id, ...row }) => ({
      ...row,
      order_id: shown_order_id,
      company: company_id === null ? null : { id: company_id, name: company_name ?? '' },
      created_at: created_at.toISOString(),
      seen_at: seen_at?.toISOString() ?? null,
    }))
    return { ...pageOfResults(api.listNotices.path, {}, asked, all, results), unseen_count: unseen }
  })
}

/**
 * Asked by every open page once a minute, which is how a person notices that they were removed from the company.
 *
 * @throws {Refusal} `company_left`
 */
export async function countUnseen({ pool }: NoticeKit, actor: Customer) {
  const [unseen_count, isIn] = await inSite(pool, actor.siteId, (db) =>
    endWith(() => Promise.all([countUnseenRows(db, actor), isInCompany(db, actor)])),
  )
  if (!isIn) throw new Refusal('company_left')
  return { unseen_count }
}

/**
 * Marks a notice as seen; what it grew by since it was shown stays unseen.
 *
 * @throws {Refusal} `not_found`
 */
export function seeNotice({ pool, now }: NoticeKit, actor: Customer, id: number) {
  return inSite(pool, actor.siteId, async (db) => {
    const only = await findNoticeRow(db, actor, id)
    if (only === undefined) throw new Refusal('not_found')
    await markSeen(db, actor, { upToId: id, only, at: now() })
    return { unseen_count: await countUnseenRows(db, actor) }
  })
}

export function seeNotices({ pool, now }: NoticeKit, actor: Customer, upToId: number) {
  return inSite(pool, actor.siteId, async (db) => {
    await markSeen(db, actor, { upToId, at: now() })
    return { unseen_count: await countUnseenRows(db, actor) }
  })
}
