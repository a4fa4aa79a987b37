import type { OfficeCompany, OfficeCompanyLine, patchCompanyLimits } from '@laurel/contract/office-companies'
import type { AuditEventName } from '@laurel/domain/audit-events'
import type { AuditFacts } from '@laurel/domain/audit-words'
import { undoMergeUntil } from '@laurel/domain/company-merges'
import type { OrderField } from '@laurel/domain/order-fields'
import { displayStatus, type OrderStatus } from '@laurel/domain/order-status'
import type { Identity } from '@laurel/identity'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { commitStep, inSite } from '../../database/in-site.ts'
import { mayActor } from '../../http/access.ts'
import type { Staff } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import { namesOfStaff } from '../audit/audit-log.repo.ts'
import { readBalance } from '../balance/balance.repo.ts'
import { readAllBudgets } from '../budgets/budgets.service.ts'
import { readBilling } from '../companies/billing.repo.ts'
import { roleName } from '../companies/roles.repo.ts'
import { NOT_REFUNDED } from '../ledger/refunded.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { readMerges } from './merges.repo.ts'
import {
  type CompaniesAsked,
  type CompanyRow,
  countInvitationsOf,
  listCompanyRows,
  listDomainsOf,
  listNotesOf,
  listPeopleOf,
  lockCompany,
  readCompany,
  readOrdersOf,
} from './office-companies.repo.ts'

export type OfficeCompaniesKit = Pick<Kit, 'pool' | 'jobs' | 'now'> & {
  /** Undefined where a user pool elsewhere keeps the accounts. */
  identity: Pick<Identity, 'lastSignIns'> | undefined
}
type Wire = z.input<typeof OfficeCompany>
type Limits = z.output<typeof patchCompanyLimits.body>

const SHOWN_PEOPLE = 200

export function listCompanies(
  { pool }: OfficeCompaniesKit,
  site: SiteRow,
  asked: CompaniesAsked,
): Promise<{ results: z.input<typeof OfficeCompanyLine>[]; has_more: boolean }> {
  return inSite(pool, site.id, async (db) => {
    const rows = await listCompanyRows(db, site.id, asked)
    const results = rows.slice(0, asked.page_size).map((row) => ({
      id: row.id,
      name: row.name,
      people_count: Number(row.people_count ?? 0),
      order_count: Number(row.order_count ?? 0),
      last_order_at: row.last_order_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
      merged_into:
        row.merged_into === null ? null : { id: row.merged_into, name: row.merged_into_name ?? '' },
    }))
    return { results, has_more: rows.length > asked.page_size }
  })
}

/** @throws {Refusal} `not_found` */
export function getCompany(kit: OfficeCompaniesKit, site: SiteRow, actor: Staff, id: number): Promise<Wire> {
  return answer(kit, site, actor, id, (db) => readCompany(db, site.id, id))
}

/** @throws {Refusal} `not_found` */
export function addNote(
  kit: OfficeCompaniesKit,
  site: SiteRow,
  actor: Staff,
  id: number,
  text: string,
): Promise<Wire> {
  const at = kit.now()
  return answer(kit, site, actor, id, async (db) => {
    await readCompany(db, site.id, id)
    await db
      .insertInto('company_notes')
      .values({ site_id: site.id, company_id: id, text, written_by: actor.by, at })
      .execute()
    noteStaff(db, site.id, actor, 'company.noted', id, {}, at)
    return readCompany(db, site.id, id)
  })
}

/** @throws {Refusal} `not_found` */
export function changeLimits(
  kit: OfficeCompaniesKit,
  site: SiteRow,
  actor: Staff,
  id: number,
  limits: Limits,
): Promise<Wire> {
  return answer(kit, site, actor, id, async (db) => {
    const before = await lockCompany(db, site.id, id)
    await db
      .updateTable('companies')
      .set(limits)
      .where('site_id', '=', site.id)
      .where('id', '=', id)
      .execute()
    const isSame =
      before.max_order_cents === limits.max_order_cents &&
      before.max_orders_per_day === limits.max_orders_per_day
    if (!isSame) {
      const facts = {
        max_order_cents_old: before.max_order_cents,
        max_order_cents_new: limits.max_order_cents,
        max_orders_per_day_old: before.max_orders_per_day,
        max_orders_per_day_new: limits.max_orders_per_day,
      }
      noteStaff(db, site.id, actor, 'company.limits_changed', id, facts, kit.now())
    }
    return { ...before, ...limits }
  })
}

export function noteStaff(
  db: Db,
  siteId: number,
  actor: Staff,
  event: AuditEventName,
  id: number,
  facts: AuditFacts,
  at: Date,
) {
  record(db, siteId, { actor: actor.by, event, subject: `company:${id}`, facts, at })
}

/** Reads or changes a company, and answers with all of it. */
export async function answer(
  kit: OfficeCompaniesKit,
  site: SiteRow,
  actor: Staff,
  id: number,
  work: (db: Db) => Promise<CompanyRow>,
): Promise<Wire> {
  // The accounts are kept in tables of their own, read outside any transaction of a site: before anything is written,
  // so that a change commits with its key.
  const known = await inSite(kit.pool, site.id, (db) => listPeopleOf(db, site.id, id))
  await commitStep()
  const subjects = known.slice(0, SHOWN_PEOPLE).map((one) => one.identity_subject)
  const seen = await kit.identity?.lastSignIns(subjects)
  const { people, ...company } = await inSite(kit.pool, site.id, async (db) =>
    whole(db, kit, site, actor, await work(db)),
  )
  const shown = people.slice(0, SHOWN_PEOPLE)
  return {
    ...company,
    people_count: people.length,
    people: shown.map((one) => ({
      id: one.id,
      name: `${one.first_name} ${one.last_name}`.trim(),
      email: one.email,
      role: one.role,
      role_name: roleName(one.role, one.custom_name),
      team: one.team ?? '',
      joined_at: one.joined_at.toISOString(),
      last_seen_at: seen?.get(one.identity_subject)?.toISOString() ?? null,
    })),
  }
}

async function whole(db: Db, kit: OfficeCompaniesKit, site: SiteRow, actor: Staff, row: CompanyRow) {
  const { id } = row
  const at = kit.now()
  const time_zone = row.time_zone ?? site.time_zone
  const of = { siteId: site.id, company: { id } }
  const [people, ordered, invitation_count, domains, budgets, balance, billing, notes, names, merges] =
    await Promise.all([
      listPeopleOf(db, site.id, id),
      readOrdersOf(db, site, id, at),
      countInvitationsOf(db, site.id, id, at),
      listDomainsOf(db, site.id, id),
      readAllBudgets(db, site, of, { at, timeZone: time_zone }),
      readBalance(db, site.id, id),
      readBilling(db, site.id, id),
      listNotesOf(db, site.id, id),
      namesOfStaff(db, site.id),
      readMerges(db, site.id, id, at),
    ])
  return {
    id,
    name: row.name,
    created_at: row.created_at.toISOString(),
    time_zone,
    people,
    invitation_count,
    domains: domains.map(({ domain, verified_at }) => ({ domain, is_verified: verified_at !== null })),
    join_by_domain: row.join_by_domain as Wire['join_by_domain'],
    order_count: ordered.count,
    declined_count: ordered.declinedCount,
    ordered_cents: ordered.cents,
    ordered_this_year_cents: ordered.thisYearCents,
    orders: ordered.orders.map(
      ({ first_name, last_name, status, is_shipped, placed_at, number, ...order }) => ({
        ...order,
        number: number ?? '',
        status: status as OrderStatus,
        display_status: displayStatus({ status: status as OrderStatus, isShipped: is_shipped }),
        ...(ordered.refunds.get(order.id) ?? NOT_REFUNDED),
        placed_at: placed_at!.toISOString(),
        placed_by: `${first_name} ${last_name}`.trim(),
      }),
    ),
    balance_cents: mayActor(actor, 'money.read') ? balance : null,
    budgets,
    billing,
    order_fields: (row.order_fields as OrderField[]).map(({ name }) => name),
    limits: {
      max_order_cents: row.max_order_cents,
      max_orders_per_day: row.max_orders_per_day,
      site_max_order_cents: site.limits.max_order_cents,
    },
    notes: notes.map(({ id, text, written_by: by, at }) => ({
      id,
      text,
      by,
      by_name: names.get(by) ?? '',
      at: at.toISOString(),
    })),
    merge: mergeWire(merges.live, names),
    merged: merges.merged,
  }
}

function mergeWire(
  live: Awaited<ReturnType<typeof readMerges>>['live'],
  names: ReadonlyMap<string, string>,
): Wire['merge'] {
  if (live === undefined) return null
  const { merged_at: done, undo_asked_by: undoer } = live
  const by = done === null ? live.asked_by : live.merged_by
  return {
    state: done === null ? 'asked' : 'merged',
    into: { id: live.into.id, name: live.into.name },
    by,
    by_name: names.get(by) ?? '',
    at: (done ?? live.asked_at!).toISOString(),
    undo_until: done && undoMergeUntil(done).toISOString(),
    undo_asked_by: undoer === '' ? null : (names.get(undoer) ?? undoer),
  }
}
