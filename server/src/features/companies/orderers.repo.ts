import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { stateOf } from '../../database/sql.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { keepKey } from './api-key-access.ts'

/** Whose order it is, as a company's rules and budgets see them. */
export type Orderer = {
  companyId: number
  personId: number
  role: string
  teamId: number | null
  /** The company's. */
  timeZone: string
  /** The company's: another one after its rules or budgets change. */
  state: string
  hasBudgets: boolean
  hasRules: boolean
  /** Gets copies of the order's documents; '' if the company has none. */
  billingEmail: string
}

type Zoned = Pick<SiteRow, 'id' | 'time_zone'>

const OF_COMPANY = [
  'b.email as billing_email',
  'c.merged_into',
  'c.time_zone',
  'c.has_budgets',
  'c.has_approval_rules',
  stateOf('c').as('state'),
] as const

function orderers(db: Db, siteId: number, companyId: number, personId: number) {
  return db
    .selectFrom('companies as c')
    .innerJoin('company_members as m', (join) =>
      join.onRef('m.site_id', '=', 'c.site_id').onRef('m.company_id', '=', 'c.id'),
    )
    .leftJoin('company_billing as b', (join) =>
      join.onRef('b.site_id', '=', 'c.site_id').onRef('b.company_id', '=', 'c.id'),
    )
    .select([...OF_COMPANY, 'm.role', 'm.team_id'])
    .where('c.site_id', '=', siteId)
    .where('c.id', '=', companyId)
    .where('m.customer_id', '=', personId)
}

/** @returns undefined if the person isn't in the company */
export async function findOrderer(
  db: Db,
  site: Zoned,
  companyId: number,
  personId: number,
): Promise<Orderer | undefined> {
  const row = await orderers(db, site.id, companyId, personId).executeTakeFirst()
  return row && ordererOf(site, companyId, personId, row)
}

function ordererOf(
  site: Zoned,
  companyId: number,
  personId: number,
  row: Awaited<ReturnType<ReturnType<typeof orderers>['executeTakeFirstOrThrow']>>,
): Orderer {
  return {
    companyId,
    personId,
    role: row.role,
    teamId: row.team_id,
    timeZone: row.time_zone ?? site.time_zone,
    state: row.state,
    hasBudgets: row.has_budgets,
    hasRules: row.has_approval_rules,
    billingEmail: row.billing_email ?? '',
  }
}

/** What {@link orderers} says of a person, for an API key. The company first, as when it's revoked. */
async function keepKeyRow(db: Db, site: Zoned, companyId: number, customerId: number) {
  const company = await db
    .selectFrom('companies as c')
    .leftJoin('company_billing as b', (join) =>
      join.onRef('b.site_id', '=', 'c.site_id').onRef('b.company_id', '=', 'c.id'),
    )
    .select(OF_COMPANY)
    .where('c.site_id', '=', site.id)
    .where('c.id', '=', companyId)
    .forKeyShare('c')
    .executeTakeFirst()
  const key = await keepKey(db, site.id, companyId, customerId)
  return company && key && { ...company, role: key.role, team_id: null }
}

/**
 * Keeps a company from being merged, and its people as they are, until the transaction ends. What a person orders for
 * a company takes this before it locks an order.
 *
 * @throws {Refusal} `company_left` if they were removed, or it's merged: its people are in another one
 */
export async function keepCompany(
  db: Db,
  site: Zoned,
  companyId: number,
  personId: number,
): Promise<Orderer> {
  const row = await orderers(db, site.id, companyId, personId)
    // Both: a removal that it waited for deletes the person's row, and leaves the company's as it was.
    .forKeyShare(['c', 'm'])
    .executeTakeFirst()
  const found = row ?? (await keepKeyRow(db, site, companyId, personId))
  if (found === undefined || found.merged_into !== null) throw new Refusal('company_left')
  return ordererOf(site, companyId, personId, found)
}
