import { createHash } from 'node:crypto'
import type { CompanyMergePreview } from '@laurel/contract/office-company-merges'
import {
  mergeBlocks,
  mergeEnds,
  mergeMoves,
  undoBlocks,
  undoMoves,
  undoStays,
} from '@laurel/domain/merge-words'
import type { OrderField } from '@laurel/domain/order-fields'
import { needsSecondPerson } from '@laurel/domain/refund-rules'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { anyOf, literal, literals } from '../../database/sql.ts'
import { readBalance } from '../balance/balance.repo.ts'
import { readBilling } from '../companies/billing.repo.ts'
import { termsOf } from '../ledger/company-terms.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { twoPeopleAbove } from '../sites/two-people-above.ts'
import { fieldsToAdd, findClashes, type Moved } from './merge.repo.ts'
import { balanceBy, readOpen } from './merge-money.ts'
import {
  countMovable,
  countStillMoved,
  type Key,
  MOVED_TABLES,
  type MovedTable,
  type Pair,
  readThere,
} from './merge-tables.ts'

export type PreviewWire = z.input<typeof CompanyMergePreview>
/** What staff are shown, and what it does. */
export type Preview = { wire: PreviewWire; cents: number }
type Asking = { site: SiteRow; at: Date; seesMoney: boolean }

/** What a merge would do now. */
export async function previewMerge(db: Db, pair: Pair, { site, at, seesMoney }: Asking): Promise<Preview> {
  const { siteId, merged, kept } = pair
  const names = namesOf(pair)
  const there = await readThere(db, pair)
  const counts = new Map(
    await Promise.all(
      MOVED_TABLES.map(async (table) => [table, await countMovable(db, pair, table, there)] as const),
    ),
  )
  const [people, placed, renamed, cents, open, terms, billing, ended, blocking] = await Promise.all([
    peopleOf(db, siteId, merged.id, kept.id),
    countPlaced(db, siteId, merged.id),
    findClashes(db, pair),
    readBalance(db, siteId, merged.id),
    readOpen(db, siteId, merged.id),
    termsOf(db, siteId, merged.id).executeTakeFirst(),
    readBilling(db, siteId, kept.id),
    readEnding(db, pair),
    readBlocking(db, siteId, merged.id),
  ])
  const taken = await takenDomains(db, pair)
  const count = (table: MovedTable) => counts.get(table)!.count
  const added = fieldsToAdd(pair).map(({ name }) => name)
  const lines = {
    moves: mergeMoves({
      people: people.filter(({ is_there }) => !is_there).length,
      both: people.filter(({ is_there }) => is_there).length,
      admins: people.filter(({ is_there, role }) => !is_there && role === 'admin').length,
      into: names.kept,
      orders: placed,
      drafts: count('card_items'),
      designs: count('saved_designs'),
      lists: count('recipient_lists'),
      addresses: count('registered_addresses'),
      teams: count('company_teams'),
      budgets: ended.moving,
      roles: ended.roles,
      fields: added,
      domains: ended.domains,
      invitations: count('company_invitations'),
      requests: count('company_join_requests'),
      notes: count('company_notes'),
      balanceCents: cents,
      openCount: open.count,
      openCents: open.cents,
      seesMoney,
    }),
    renamed: renamed.map(({ name, to }) => `“${name}” becomes “${to}”`),
    ends: mergeEnds({
      budgets: ended.budgets,
      rules: ended.rules,
      fields: (merged.order_fields as OrderField[])
        .map(({ name }) => name)
        .filter((name) => !added.includes(name)),
      limitCents: terms?.is_active ? terms.limit_cents : null,
      hasLimits: merged.max_order_cents !== null || merged.max_orders_per_day !== null,
      merged: names.merged,
      into: names.kept,
      billedTo: billing.legal_business_name,
    }),
    blocks: mergeBlocks({
      isPaying: blocking.paying > 0,
      awaiting: blocking.awaiting,
      domains: taken,
      mergedInto: kept.merged_into !== null ? names.kept : undefined,
      merged: names.merged,
      into: names.kept,
    }),
  }
  const moves = { cents, open, counts: [...counts], people }
  return {
    wire: await asWire(db, pair, { site, at, amount: Math.abs(cents) + open.cents }, lines, moves),
    cents,
  }
}

/** What an undo would do now. */
export async function previewUndo(
  db: Db,
  pair: Pair,
  { moved, until }: { moved: Moved; until: Date },
  { site, at, seesMoney }: Asking,
): Promise<Preview> {
  const { siteId, kept } = pair
  const names = namesOf(pair)
  const still = async (table: MovedTable) => countStillMoved(db, pair, table, moved.rows[table] ?? [])
  const orderIds = moved.rows.orders ?? []
  const counts = new Map(
    await Promise.all(MOVED_TABLES.map(async (table) => [table, await still(table)] as const)),
  )
  const [has, added, open, blocking, since, both] = await Promise.all([
    readBalance(db, siteId, kept.id),
    balanceBy(db, siteId, kept.id, orderIds),
    readOpen(db, siteId, kept.id, orderIds),
    readBlocking(db, siteId, kept.id, { orderIds, buyerIds: await buyersOf(db, siteId, moved) }),
    countPlaced(db, siteId, kept.id, orderIds),
    countStillMoved(
      db,
      pair,
      'company_members',
      moved.both.map((one) => one.customer_id),
    ),
  ])
  const cents = added - moved.balanceBefore
  const count = (table: MovedTable) => counts.get(table)!
  const lines = {
    moves: undoMoves({
      people: count('company_members'),
      both,
      orders: (await countPlaced(db, siteId, kept.id)) - since,
      drafts: count('card_items'),
      designs: count('saved_designs'),
      lists: count('recipient_lists'),
      addresses: count('registered_addresses'),
      teams: count('company_teams'),
      budgets: count('company_budgets'),
      domains: count('company_domains'),
      invitations: count('company_invitations'),
      requests: count('company_join_requests'),
      notes: count('company_notes'),
      balanceCents: cents,
      openCount: open.count,
      openCents: open.cents,
      merged: names.merged,
      seesMoney,
    }),
    renamed: [],
    ends: undoStays({ into: names.kept, merged: names.merged }),
    blocks: undoBlocks({
      isPaying: blocking.paying > 0,
      awaiting: blocking.awaiting,
      isOver: at >= until,
      isMergedOn: kept.merged_into !== null,
      missingCents: Math.max(0, cents - Math.max(0, has)),
      cents,
      seesMoney,
      into: names.kept,
    }),
  }
  const moves = { cents, open, counts: [...counts], since }
  return {
    wire: await asWire(db, pair, { site, at, amount: Math.abs(cents) + open.cents }, lines, moves),
    cents,
  }
}

type Lines = Pick<PreviewWire, 'moves' | 'renamed' | 'ends' | 'blocks'>

/** People who register and then join their company leave one of the same name behind: it's told apart by its ID. */
function namesOf({ merged, kept }: Pick<Pair, 'merged' | 'kept'>): { merged: string; kept: string } {
  const nameOf = ({ id, name }: Pair['merged']) =>
    merged.name === kept.name ? `${name} (company ${id})` : name
  return { merged: nameOf(merged), kept: nameOf(kept) }
}

/** The version is of all that is shown, and of the rows behind it. */
async function asWire(
  db: Db,
  { merged, kept }: Pair,
  { site, at, amount }: { site: SiteRow; at: Date; amount: number },
  lines: Lines,
  moves: unknown,
): Promise<PreviewWire> {
  const names = namesOf({ merged, kept })
  const companies = [
    { id: merged.id, name: names.merged },
    { id: kept.id, name: names.kept },
  ]
  // Without the sentences about money, which not everyone sees.
  const { moves: _, ...seen } = lines
  const version = createHash('sha256')
    .update(JSON.stringify([companies, seen.renamed, moves]))
    .digest('hex')
  return {
    version,
    merged: companies[0]!,
    into: companies[1]!,
    ...lines,
    needs_second_person: needsSecondPerson(amount, await twoPeopleAbove(db, site, at)),
  }
}

async function peopleOf(db: Db, siteId: number, mergedId: number, keptId: number) {
  return db
    .selectFrom('company_members as m')
    .leftJoin('company_members as k', (join) =>
      join
        .onRef('k.site_id', '=', 'm.site_id')
        .onRef('k.customer_id', '=', 'm.customer_id')
        .on('k.company_id', '=', keptId),
    )
    .select(['m.customer_id', 'm.role'])
    .select(({ eb }) => eb('k.customer_id', 'is not', null).as('is_there'))
    .where('m.site_id', '=', siteId)
    .where('m.company_id', '=', mergedId)
    .orderBy('m.customer_id')
    .execute()
}

/** How many orders a company has placed, without these. */
async function countPlaced(db: Db, siteId: number, companyId: number, except?: readonly Key[]) {
  let query = db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .where('placed_at', 'is not', null)
  if (except !== undefined)
    query = query.where(({ eb, not }) => not(eb('id', '=', anyOf(except as number[]))))
  const { count } = await query.executeTakeFirstOrThrow()
  return Number(count)
}

/** What ends with the merged company, and what moves that isn't counted by table. */
async function readEnding(db: Db, { siteId, merged }: Pair) {
  const [budgets, rules, roles, domains] = await Promise.all([
    db
      .selectFrom('company_budgets')
      .select(['name', 'team_id', 'customer_id'])
      .where('site_id', '=', siteId)
      .where('company_id', '=', merged.id)
      .where('ended_at', 'is', null)
      .execute(),
    db
      .selectFrom('approval_rules')
      .select('name')
      .where('site_id', '=', siteId)
      .where('company_id', '=', merged.id)
      .where('is_on', '=', true)
      .execute(),
    db
      .selectFrom('company_roles')
      .select('key')
      .where('site_id', '=', siteId)
      .where('company_id', '=', merged.id)
      .execute(),
    db
      .selectFrom('company_domains')
      .select('domain')
      .where('site_id', '=', siteId)
      .where('company_id', '=', merged.id)
      .where('verified_at', 'is not', null)
      .execute(),
  ])
  const isForAll = (one: (typeof budgets)[number]) => one.team_id === null && one.customer_id === null
  return {
    budgets: budgets.filter(isForAll).map(({ name }) => name),
    moving: budgets.filter((one) => !isForAll(one)).length,
    rules: rules.length,
    roles: roles.length,
    domains: domains.map(({ domain }) => domain),
  }
}

/** The people and keys that an undo gives back, as customers. */
async function buyersOf(db: Db, siteId: number, { rows }: Moved): Promise<Key[]> {
  const keys = await db
    .selectFrom('company_api_keys')
    .select('customer_id')
    .where('site_id', '=', siteId)
    .where('id', '=', anyOf((rows.company_api_keys ?? []) as number[]))
    .execute()
  return [...(rows.company_members ?? []), ...keys.map((key) => key.customer_id)]
}

/**
 * Orders and top-ups that are being paid, and orders that await approval: of a company, or of these only. Those of buyers
 * who go count, too: without them, no one could pay the order, and people who know a key that goes could approve its orders.
 */
async function readBlocking(
  db: Db,
  siteId: number,
  companyId: number,
  going?: { orderIds: readonly Key[]; buyerIds: readonly Key[] },
) {
  const orders = () =>
    db.selectFrom('orders as o').where('o.site_id', '=', siteId).where('o.company_id', '=', companyId)
  const orderIds = anyOf((going?.orderIds ?? []) as number[])
  const buyerIds = anyOf((going?.buyerIds ?? []) as number[])
  const [paying, awaiting] = await Promise.all([
    orders()
      .$if(going !== undefined, (query) => query.where('o.id', '=', orderIds))
      .innerJoin('payments as p', (join) =>
        join.onRef('p.site_id', '=', 'o.site_id').onRef('p.order_id', '=', 'o.id'),
      )
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('p.state', '=', literal('started'))
      .executeTakeFirstOrThrow(),
    orders()
      // Those whose cards are back in a cart have no such request.
      .innerJoin('approval_requests as r', (join) =>
        join
          .onRef('r.site_id', '=', 'o.site_id')
          .onRef('r.order_id', '=', 'o.id')
          .on('r.state', 'in', literals('open', 'approved')),
      )
      .$if(going !== undefined, (query) =>
        query.where(({ eb, or }) =>
          or([
            eb('o.id', '=', orderIds),
            eb('o.customer_id', '=', buyerIds),
            eb('r.asked_by', '=', buyerIds),
          ]),
        ),
      )
      .select(({ fn }) => fn.count<number>('o.id').distinct().as('count'))
      .where('o.status', '=', literal('awaiting_approval'))
      .executeTakeFirstOrThrow(),
  ])
  return { paying: Number(paying.count), awaiting: Number(awaiting.count) }
}

/** Domains that the merged company has verified, and the other one is about to. */
async function takenDomains(db: Db, { siteId, merged, kept }: Pair): Promise<string[]> {
  const rows = await db
    .selectFrom('company_domains as d')
    .innerJoin('company_domains as k', (join) =>
      join.onRef('k.site_id', '=', 'd.site_id').onRef('k.domain', '=', 'd.domain'),
    )
    .select('d.domain')
    .where('d.site_id', '=', siteId)
    .where('d.company_id', '=', merged.id)
    .where('d.verified_at', 'is not', null)
    .where('k.company_id', '=', kept.id)
    .execute()
  return rows.map(({ domain }) => domain)
}
