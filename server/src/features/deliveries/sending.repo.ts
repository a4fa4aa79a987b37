import type { NotNull } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Look } from '../../database/due-sites.ts'
import { json } from '../../database/json.ts'
import { anyOf, jsonText, literal, literals } from '../../database/sql.ts'
import { claimHash, claimToken } from './claim-links.ts'
import { moveDeliveries } from './delivery-moves.ts'

/** A card that is to be mailed now. */
export type DeliveryToMail = {
  id: number
  site_id: number
  order_id: number
  card_item_id: number
  first_name: string
  last_name: string
  email: string
  value_cents: number
  attempt: number
  link_attempt: number
  tries: number
  message: string
  language: string
  /** What its link carries. */
  token: string
}

/** After this long without an outcome, the worker has crashed. */
export const SENDING_LEASE_MS = 5 * 60_000

/**
 * Claims due cards for this caller alone; concurrent callers get others. A crashed worker's sends resume as the
 * same sends. The digests of their links are stored before any mail leaves.
 */
export async function takeDue(
  db: Db,
  siteId: number,
  linkKey: Buffer,
  size: number,
  at: Date,
): Promise<DeliveryToMail[]> {
  const rows = await db
    .with('left_behind', (ctes) =>
      leftBehind(ctes, at)
        .select(['d.id', 'd.link_attempt', 'd.status'])
        .where('d.site_id', '=', siteId)
        .where('d.reward_type', '=', literal('digital'))
        .orderBy('d.updated_at')
        .orderBy('d.id')
        .limit(size)
        .forUpdate('d')
        .skipLocked(),
    )
    .with('due', (ctes) =>
      due(ctes, at)
        .select(['d.id', 'd.link_attempt', 'd.status'])
        .where('d.site_id', '=', siteId)
        .orderBy('d.due_at')
        .orderBy('d.id')
        .limit(size)
        .forUpdate('d')
        .skipLocked(),
    )
    .selectFrom('left_behind')
    .selectAll()
    .unionAll((eb) => eb.selectFrom('due').selectAll())
    .execute()
  if (rows.length === 0) return []
  const tokens = new Map(
    rows.map(({ id, link_attempt }) => [id, claimToken(linkKey, { site_id: siteId, id, link_attempt })]),
  )
  const fresh = rows.filter(({ status }) => status === 'queued').map(({ id }) => id)
  const hashes = Object.fromEntries(fresh.map((id) => [id, claimHash(tokens.get(id)!)]))
  await moveDeliveries(db, siteId, {
    ids: fresh,
    type: 'digital',
    from: 'queued',
    to: 'sending',
    set: {
      claim_hash: (eb) => jsonText(json(hashes), eb.cast<string>('d.id', 'text')),
    },
    actor: 'system',
    at,
  })
  const ids = rows.map(({ id }) => id)
  // A resumed send is this caller's from now on.
  await db
    .updateTable('deliveries')
    .set({ updated_at: at })
    .where('site_id', '=', siteId)
    .where('status', '=', literal('sending'))
    .where('id', '=', anyOf(ids))
    .where('updated_at', '<', staleAt(at))
    .execute()
  return readToMail(db, siteId, tokens)
}

type Reader = Pick<Db, 'selectFrom'>

/** Sends whose worker crashed, as `d`. */
function leftBehind(reader: Reader, at: Date) {
  return reader
    .selectFrom('deliveries as d')
    .where('d.status', '=', literal('sending'))
    .where('d.updated_at', '<', staleAt(at))
}

/** Digital cards that can be mailed now, as `d`. */
function due(reader: Reader, at: Date) {
  return reader
    .selectFrom('deliveries as d')
    .where('d.status', '=', literal('queued'))
    .where('d.reward_type', '=', literal('digital'))
    .where('d.due_at', '<=', at)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('orders as o')
          .whereRef('o.site_id', '=', 'd.site_id')
          .whereRef('o.id', '=', 'd.order_id')
          .where('o.status', 'in', literals('approved', 'fulfilled'))
          .where('o.held_at', 'is', null),
      ),
    )
}

function staleAt(at: Date): Date {
  return new Date(at.getTime() - SENDING_LEASE_MS)
}

async function readToMail(db: Db, siteId: number, tokens: ReadonlyMap<number, string>) {
  const rows = await db
    .selectFrom('deliveries as d')
    .leftJoin('card_recipient_details as r', (join) =>
      join.onRef('r.site_id', '=', 'd.site_id').onRef('r.id', '=', 'd.recipient_id'),
    )
    .select(['d.id', 'd.site_id', 'd.order_id', 'd.card_item_id', 'd.first_name', 'd.last_name', 'd.email'])
    .select(['d.value_cents', 'd.attempt', 'd.link_attempt', 'd.tries'])
    .select(({ fn, val }) => [
      fn.coalesce('r.message', val('')).as('message'),
      fn.coalesce('r.language', val('')).as('language'),
    ])
    .where('d.site_id', '=', siteId)
    .where('d.id', '=', anyOf([...tokens.keys()]))
    .orderBy('d.due_at')
    .orderBy('d.id')
    // Only a parcel has no card item.
    .$narrowType<{ card_item_id: NotNull }>()
    .execute()
  return rows.map((row) => ({ ...row, token: tokens.get(row.id)! }))
}

/** Is there anything to send now? */
export async function isAnythingDue(db: Db, siteId: number, at: Date): Promise<boolean> {
  const { is_due } = await db
    .selectNoFrom((eb) => {
      const ofSite = [leftBehind(eb, at), due(eb, at)].map((query) => query.where('d.site_id', '=', siteId))
      return eb.or(ofSite.map((query) => eb.exists(query))).as('is_due')
    })
    .executeTakeFirstOrThrow()
  return Boolean(is_due)
}

/** The sites on which a sweep has something to do. */
export const lookForDeliveries =
  (at: Date): Look =>
  (db) =>
    leftBehind(db, at)
      .select('d.site_id')
      .union(due(db, at).select('d.site_id'))
      .union(finished(db).select('o.site_id'))
      .union(leftUnplanned(db, at).select('o.site_id'))

/** Approved orders with nothing left to do, whose worker crashed before saying so. */
function finished(db: Db) {
  return db
    .selectFrom('orders as o')
    .where('o.status', '=', literal('approved'))
    .where('o.planned_at', 'is not', null)
    .where((eb) => {
      const deliveries = eb
        .selectFrom('deliveries as d')
        .whereRef('d.site_id', '=', 'o.site_id')
        .whereRef('d.order_id', '=', 'o.id')
      const open = deliveries.where('d.status', 'in', literals('queued', 'sending', 'printing'))
      return eb.and([
        eb.not(eb.exists(open)),
        eb.exists(deliveries.where('d.status', '<>', literal('cancelled'))),
      ])
    })
}

export async function listFinished(db: Db, siteId: number): Promise<number[]> {
  const rows = await finished(db)
    .select('o.id')
    .where('o.site_id', '=', siteId)
    .orderBy('o.id')
    .limit(200)
    .execute()
  return rows.map(({ id }) => id)
}

/** Orders approved a while ago without all their deliveries: the planning job crashed. */
function leftUnplanned(db: Db, at: Date) {
  return db
    .selectFrom('orders as o')
    .where('o.status', '=', literal('approved'))
    .where('o.planned_at', 'is', null)
    .where('o.updated_at', '<', staleAt(at))
}

export async function listLeftUnplanned(db: Db, siteId: number, at: Date): Promise<number[]> {
  const rows = await leftUnplanned(db, at)
    .select('o.id')
    .where('o.site_id', '=', siteId)
    .orderBy('o.id')
    .limit(200)
    .execute()
  return rows.map(({ id }) => id)
}
