import { freeName } from '@laurel/domain/company-merges'
import { isCompanyRole } from '@laurel/domain/company-roles'
import { isSameName, MAX_ORDER_FIELDS, type OrderField } from '@laurel/domain/order-fields'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import { anyOf } from '../../database/sql.ts'
import { readBalance } from '../balance/balance.repo.ts'
import { shareFoundersOrders } from '../companies/own-companies.ts'
import { startNow } from '../webhooks/webhook-endpoints.repo.ts'
import { balanceBy, moveBalance, moveInvoices } from './merge-money.ts'
import {
  type Key,
  MOVED_TABLES,
  type MovedTable,
  moveRows,
  moveRowsBack,
  NAMED_TABLES,
  type NamedTable,
  type Pair,
  readThere,
} from './merge-tables.ts'

type Membership = { customer_id: number; role: string; team_id: number | null; joined_at: string }
export type Renamed = { table: NamedTable | 'company_roles'; key: Key; name: string; to: string }

/** What a merge changed, to undo exactly that. */
export type Moved = {
  rows: Partial<Record<MovedTable, Key[]>>
  /** What the people who moved were, and those who were in both companies. */
  people: Membership[]
  both: Membership[]
  renamed: Renamed[]
  /** Custom roles that were added, and custom fields. */
  roles: string[]
  fields: number[]
  /** What the orders had added to the other company's balance before they were its own. */
  balanceBefore: number
  cents: number
}

const NAME_MAX = 60

/** Names that both companies use. Those of the merged one get its name. */
export async function findClashes(db: Db, { siteId, merged, kept }: Pair): Promise<Renamed[]> {
  const renamed: Renamed[] = []
  for (const table of [...NAMED_TABLES, 'company_roles'] as const) {
    const namesOf = (companyId: number) =>
      db
        .selectFrom(table as 'company_teams')
        .select([(table === 'company_roles' ? 'key' : 'id') as 'id', 'name'])
        .where('site_id', '=', siteId)
        .where('company_id', '=', companyId)
        .orderBy('name')
        .execute() as Promise<{ id?: number; key?: string; name: string }[]>
    const [own, there] = await Promise.all([namesOf(merged.id), namesOf(kept.id)])
    const clashing = new Set(there.map(({ name }) => name.toLowerCase()))
    const taken = new Set([...there, ...own].map(({ name }) => name.toLowerCase()))
    for (const { id, key = id!, name } of own) {
      const isSameRole = table === 'company_roles' && there.some((one) => one.key === key)
      if (isSameRole || !clashing.has(name.toLowerCase())) continue
      const to = freeName(name, taken, { from: merged.name, max: NAME_MAX })
      taken.add(to.toLowerCase())
      renamed.push({ table, key, name, to })
    }
  }
  return renamed
}

async function rename(db: Db, siteId: number, { table, key }: Renamed, from: string, to: string) {
  await db
    .updateTable(table as NamedTable)
    .set({ name: to })
    .where('site_id', '=', siteId)
    .where('id', '=', key as number)
    .where('name', '=', from)
    .execute()
}

/** Custom fields that only the merged company has, as far as there's room. They aren't required. */
export function fieldsToAdd({ merged, kept }: Pair): OrderField[] {
  const there = kept.order_fields as OrderField[]
  return (merged.order_fields as OrderField[])
    .filter(({ name, id }) => !there.some((one) => one.id === id || isSameName(one.name, name)))
    .slice(0, Math.max(0, MAX_ORDER_FIELDS - there.length))
    .map((field) => ({ ...field, required: false }))
}

/** Gives everything of the merged company to the other. Both must be locked, and the merge be saved. */
export async function moveAll(db: Db, pair: Pair, source: string, at: Date): Promise<Moved> {
  const { siteId, merged, kept } = pair
  const renamed = await findClashes(db, pair)
  for (const one of renamed) {
    if (one.table !== 'company_roles') await rename(db, siteId, one, one.name, one.to)
  }
  const roles = await copyRoles(db, pair, renamed)
  await shareFoundersOrders(db, siteId, merged.id)
  const before = await readMembers(db, siteId, merged.id)
  const there = await readThere(db, pair)
  const rows: Moved['rows'] = {}
  for (const table of MOVED_TABLES) rows[table] = await moveRows(db, pair, table, there)
  await startNow(db, siteId, rows.webhook_endpoints as number[])
  const both = before.filter(({ customer_id: id }) => !rows.company_members!.includes(id))
  await deleteMembers(db, pair, both)
  await db
    .updateTable('company_domains')
    .set({ next_check_at: null })
    .where('site_id', '=', siteId)
    .where('company_id', '=', merged.id)
    .execute()
  const fields = fieldsToAdd(pair)
  await saveCompany(db, kept, [...(kept.order_fields as OrderField[]), ...fields])
  const orderIds = rows.orders!
  const balanceBefore = await balanceBy(db, siteId, kept.id, orderIds)
  const money = { source, isBack: false, at, orderIds }
  await moveInvoices(db, pair, money)
  const cents = await readBalance(db, siteId, merged.id)
  await moveBalance(db, pair, { ...money, cents })
  return {
    rows,
    people: before.filter((one) => !both.includes(one)),
    both,
    renamed,
    roles,
    fields: fields.map(({ id }) => id),
    balanceBefore,
    cents,
  }
}

async function readMembers(db: Db, siteId: number, companyId: number): Promise<Membership[]> {
  const rows = await db
    .selectFrom('company_members')
    .select(['customer_id', 'role', 'team_id', 'joined_at'])
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .orderBy('joined_at')
    .orderBy('customer_id')
    .execute()
  return rows.map((row) => ({ ...row, joined_at: row.joined_at.toISOString() }))
}

async function deleteMembers(db: Db, { siteId, merged }: Pair, people: readonly Membership[]) {
  if (people.length === 0) return
  await db
    .deleteFrom('company_members')
    .where('site_id', '=', siteId)
    .where('company_id', '=', merged.id)
    .where('customer_id', '=', anyOf(people.map((one) => one.customer_id)))
    .execute()
}

async function copyRoles(db: Db, { siteId, merged, kept }: Pair, renamed: readonly Renamed[]) {
  const roles = await db
    .selectFrom('company_roles')
    .select(['key', 'name', 'capabilities'])
    .where('site_id', '=', siteId)
    .where('company_id', '=', merged.id)
    .execute()
  if (roles.length === 0) return []
  const nameOf = (key: string) => renamed.find((one) => one.table === 'company_roles' && one.key === key)?.to
  const copied = await db
    .insertInto('company_roles')
    .values(
      roles.map(({ key, name, capabilities }) => ({
        ...{ site_id: siteId, company_id: kept.id, key, name: nameOf(key) ?? name, capabilities },
      })),
    )
    .onConflict((conflict) => conflict.columns(['site_id', 'company_id', 'key']).doNothing())
    .returning('key')
    .execute()
  return copied.map(({ key }) => key)
}

/** Saves what is kept on the company itself. */
async function saveCompany(db: Db, { site_id: siteId, id }: Pair['kept'], fields: readonly OrderField[]) {
  await db
    .updateTable('companies')
    .set(({ cast, exists, selectFrom }) => ({
      order_fields: json(fields),
      has_budgets: cast<boolean>(
        exists(
          selectFrom('company_budgets as b')
            .select('b.id')
            .where('b.site_id', '=', siteId)
            .where('b.company_id', '=', id)
            .where('b.ended_at', 'is', null),
        ),
        'boolean',
      ),
    }))
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
}

/** Gives back what moved and is still where the merge put it. Both must be locked. */
export async function moveAllBack(
  db: Db,
  pair: Pair,
  moved: Moved,
  { source, at, cents }: { source: string; at: Date; cents: number },
): Promise<void> {
  const { siteId, merged, kept } = pair
  const stillIn = new Set((await readMembers(db, siteId, kept.id)).map(({ customer_id: id }) => id))
  const rows: Moved['rows'] = {}
  for (const table of MOVED_TABLES) rows[table] = await moveRowsBack(db, pair, table, moved.rows[table] ?? [])
  await startNow(db, siteId, rows.webhook_endpoints as number[])
  const back = moved.both.filter(({ customer_id: id }) => stillIn.has(id))
  if (back.length > 0) {
    await db
      .insertInto('company_members')
      .values(back.map((one) => ({ site_id: siteId, company_id: merged.id, ...one })))
      .onConflict((conflict) => conflict.columns(['site_id', 'company_id', 'customer_id']).doNothing())
      .execute()
  }
  await leaveTeams(db, pair, (rows.company_teams ?? []) as number[])
  await fixRoles(db, pair, moved)
  await dropRoles(db, pair, moved.roles)
  const taken = new Map<string, Set<string>>()
  for (const table of NAMED_TABLES) taken.set(table, await namesIn(db, pair, table))
  for (const one of moved.renamed) {
    if (one.table === 'company_roles' || !rows[one.table]?.includes(one.key)) continue
    if (!taken.get(one.table)!.has(one.name.toLowerCase())) await rename(db, siteId, one, one.to, one.name)
  }
  const fields = (kept.order_fields as OrderField[]).filter(({ id }) => !moved.fields.includes(id))
  await saveCompany(db, kept, fields)
  await saveCompany(db, merged, merged.order_fields as OrderField[])
  for (const companyId of [merged.id, kept.id]) await keepAnAdmin(db, siteId, companyId)
  const money = { source, isBack: true, at, orderIds: rows.orders ?? [] }
  await moveInvoices(db, pair, money)
  await moveBalance(db, pair, { ...money, cents })
}

async function namesIn(db: Db, { siteId, merged }: Pair, table: NamedTable): Promise<Set<string>> {
  const rows = await db
    .selectFrom(table)
    .select('name')
    .where('site_id', '=', siteId)
    .where('company_id', '=', merged.id)
    .execute()
  return new Set(rows.map(({ name }) => name.toLowerCase()))
}

/** Teams go back with their budgets, and without people who came to them since from the other company. */
async function leaveTeams(db: Db, { siteId, merged, kept }: Pair, teamIds: readonly number[]) {
  await db
    .updateTable('company_budgets')
    .set({ company_id: merged.id })
    .where('site_id', '=', siteId)
    .where('company_id', '=', kept.id)
    .where('team_id', '=', anyOf(teamIds))
    .execute()
  await db
    .updateTable('company_members')
    .set({ team_id: null })
    .where('site_id', '=', siteId)
    .where('company_id', '=', kept.id)
    .where('team_id', '=', anyOf(teamIds))
    .execute()
}

/** A role or team that only the other company has becomes what it was before, or Viewer. */
async function fixRoles(db: Db, { siteId, merged }: Pair, moved: Moved) {
  const keysOf = await db
    .selectFrom('company_roles')
    .select('key')
    .where('site_id', '=', siteId)
    .where('company_id', '=', merged.id)
    .execute()
  const isKnown = (role: string) => isCompanyRole(role) || keysOf.some(({ key }) => key === role)
  const teams = await db
    .selectFrom('company_teams')
    .select('id')
    .where('site_id', '=', siteId)
    .where('company_id', '=', merged.id)
    .execute()
  const isTeam = (id: number | null) => id === null || teams.some((one) => one.id === id)
  const were = new Map([...moved.people, ...moved.both].map((one) => [one.customer_id, one]))
  for (const now of await readMembers(db, siteId, merged.id)) {
    if (isKnown(now.role) && isTeam(now.team_id)) continue
    const was = were.get(now.customer_id)
    const role = isKnown(now.role) ? now.role : was && isKnown(was.role) ? was.role : 'viewer'
    const team_id = isTeam(now.team_id) ? now.team_id : was && isTeam(was.team_id) ? was.team_id : null
    await db
      .updateTable('company_members')
      .set({ role, team_id })
      .where('site_id', '=', siteId)
      .where('company_id', '=', merged.id)
      .where('customer_id', '=', now.customer_id)
      .execute()
  }
}

/** Custom roles that came with the merge go, unless someone has or is to get one. */
async function dropRoles(db: Db, { siteId, kept }: Pair, keys: readonly string[]) {
  if (keys.length === 0) return
  const used = (table: 'company_members' | 'company_invitations') =>
    db.selectFrom(table).select('role').where('site_id', '=', siteId).where('company_id', '=', kept.id)
  const joining = db
    .selectFrom('companies')
    .select('join_role as role')
    .where('site_id', '=', siteId)
    .where('id', '=', kept.id)
  const inUse = await used('company_members').union(used('company_invitations')).union(joining).execute()
  const unused = keys.filter((key) => !inUse.some(({ role }) => role === key))
  await db
    .deleteFrom('company_roles')
    .where('site_id', '=', siteId)
    .where('company_id', '=', kept.id)
    .where('key', '=', anyOf(unused))
    .execute()
}

/** Without an admin, the person who joined first becomes one, as when an account is closed. */
async function keepAnAdmin(db: Db, siteId: number, companyId: number) {
  const people = await readMembers(db, siteId, companyId)
  const [first] = people
  if (first === undefined || people.some(({ role }) => role === 'admin')) return
  await db
    .updateTable('company_members')
    .set({ role: 'admin' })
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .where('customer_id', '=', first.customer_id)
    .execute()
}
