import type { searchOffice } from '@laurel/contract/office-search'
import {
  type Reopened,
  readReopened,
  readSoughtNumbers,
  SEARCHED,
  type SearchKind,
  SHORTEST_SEARCH,
} from '@laurel/domain/office-search'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { isKeptLong } from '../../database/long-lists.ts'
import { endWith } from '../../database/site-transaction.ts'
import { mayActor } from '../../http/access.ts'
import type { Staff } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { type FoundIds, findIds } from './find-ids.ts'
import * as found from './found.repo.ts'

type Wire = z.input<typeof searchOffice.response>
type Asked = z.output<typeof searchOffice.query>
type SearchKit = Pick<Kit, 'pool'>

const SHOWN = 5
const SHOWN_OF_ONE_KIND = 20

/**
 * Searches everything that a staff member can see, in two packets: how many orders and customers there are, cached for
 * half a minute if there are many; and all kinds together, with the commit.
 */
export async function searchEverything(
  { pool }: SearchKit,
  site: SiteRow,
  actor: Staff,
  { q, only, recent }: Asked,
): Promise<Wire> {
  const limit = only === undefined ? SHOWN : SHOWN_OF_ONE_KIND
  return inSite(pool, site.id, async (db) => {
    const ids = recent === undefined ? await idsFound({ pool, db, siteId: site.id }, q) : idsOf(recent)
    const list = <Row>(
      kind: SearchKind,
      rows: (shown: found.Shown) => Promise<Row[]>,
      of: keyof FoundIds,
    ) => {
      const isAsked = only === undefined || only.includes(kind)
      if (!isAsked || !mayActor(actor, SEARCHED[kind])) return null
      return pageOf(ids[of], limit, rows)
    }
    return endWith(async () => {
      const { last4 = '' } = readSoughtNumbers(q)
      const [orders, customers, companies, recipients, deliveries, batches, received, refunds] =
        await Promise.all([
          list('orders', (shown) => found.readOrders(db, site.id, shown), 'orders'),
          list('customers', (shown) => found.readCustomers(db, site.id, shown), 'customers'),
          list('companies', (shown) => found.readCompanies(db, site.id, shown), 'companies'),
          list('recipients', (shown) => found.readRecipients(db, site.id, shown), 'recipients'),
          list('deliveries', (shown) => found.readDeliveries(db, site.id, shown, last4), 'deliveries'),
          list('batches', (shown) => found.readBatches(db, site.id, shown), 'batches'),
          list('payments', (shown) => found.readReceived(db, site.id, shown), 'received'),
          list('payments', (shown) => found.readRefunds(db, site.id, shown), 'refunds'),
        ])
      const payments = received && refunds && together(received, refunds, limit)
      return { orders, customers, companies, recipients, deliveries, batches, payments }
    })
  })
}

async function idsFound(
  { pool, db, siteId }: SearchKit & { db: Db; siteId: number },
  q: string,
): Promise<FoundIds> {
  if (q.length < SHORTEST_SEARCH) return {}
  const [orders, customers] = await Promise.all([
    isKeptLong(pool, db, 'orders', siteId),
    isKeptLong(pool, db, 'customers', siteId),
  ])
  return findIds(siteId, q, { orders, customers })
}

function idsOf(recent: readonly string[]): FoundIds {
  const things = recent.map(readReopened).filter((one) => one !== undefined)
  const of = (kind: Reopened['kind']) => things.filter((one) => one.kind === kind).map(({ id }) => id)
  return {
    orders: of('orders'),
    customers: of('customers'),
    companies: of('companies'),
    deliveries: of('deliveries'),
    batches: of('batches'),
  }
}

type Page<Row> = { results: Row[]; has_more: boolean }

async function pageOf<Row>(
  ids: FoundIds[keyof FoundIds],
  limit: number,
  rows: (shown: found.Shown) => Promise<Row[]>,
): Promise<Page<Row>> {
  if (ids === undefined || ('length' in ids && ids.length === 0)) return { results: [], has_more: false }
  // One extra row shows whether there are more.
  const all = await rows({ ids, limit: limit + 1 })
  return { results: all.slice(0, limit), has_more: all.length > limit }
}

function together<A, B>(first: Page<A>, second: Page<B>, limit: number): Page<A | B> {
  const all = [...first.results, ...second.results]
  return { results: all.slice(0, limit), has_more: first.has_more || second.has_more || all.length > limit }
}
