import { createHash } from 'node:crypto'
import type { Db, Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { anyOf, type CopiedRows, lockUntilCommit, putRows } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import { testSiteOf } from '../../test-site.ts'
import { inCompany } from '../companies/companies.repo.ts'
import { findSite } from '../sites/sites.repo.ts'
import { readTestSite } from '../sites/test-sites.ts'

type OfCompany = { siteId: number; companyId: number; homeId: number }
/** Rows of one table as they are on the live site, and how they're written on the test site. */
type Copied = CopiedRows & {
  /** The company's rows that aren't there anymore are removed, too: nothing refers to them. */
  isWhole?: boolean
}

export type CopiedCompany = {
  /** The company's people by ID. Their names aren't kept on the test site. */
  names: ReadonlyMap<number, string>
}

/**
 * Brings what a test order is judged by up to date on the test site: the catalog, and the company with its roles, rules,
 * budgets, credit limit, and designs. Rows have the IDs they have on the live site. Of people, no more than IDs and roles
 * are copied; what was ordered, spent, or reserved is the test site's own. Without a change, nothing is written.
 *
 * @returns what is read of the company, but not kept
 */
export async function copyCompany(pool: Pool, of: OfCompany): Promise<CopiedCompany> {
  const { copied, names } = await inSite(pool, of.siteId, (db) => readCompany(db, of))
  const siteId = testSiteOf(of.siteId)
  const hash = createHash('sha256').update(JSON.stringify(copied)).digest('base64url')
  await inSite(pool, siteId, async (db) => {
    if ((await copiedFrom(db, siteId, of)) === hash) return
    await lockUntilCommit(db, siteId, 'copies')
    for (const one of copied) {
      if (one.isWhole) await removeOf(db, siteId, of.companyId, one.table as WholeTable)
      await putRows(db, { ...one, rows: one.rows.map((row) => ({ ...row, site_id: siteId })) })
    }
    await db
      .updateTable('companies')
      .set({ copied_from: hash })
      .where('site_id', '=', siteId)
      .where('id', '=', of.companyId)
      .execute()
  })
  return { names }
}

/** The same for the company of one of its people, whose test site may not be there yet. */
export async function copyOfActor(pool: Pool, actor: Customer): Promise<void> {
  const { siteId, company } = inCompany(actor)
  const site = await findSite(pool, siteId)
  if (site === undefined) throw new Error(`no site ${siteId}`)
  await readTestSite(pool, site)
  await copyCompany(pool, { siteId, companyId: company.id, homeId: company.id })
}

async function copiedFrom(db: Db, siteId: number, { companyId }: OfCompany): Promise<string | null> {
  const row = await db
    .selectFrom('companies')
    .select('copied_from')
    .where('site_id', '=', siteId)
    .where('id', '=', companyId)
    .executeTakeFirst()
  return row?.copied_from ?? null
}

type WholeTable =
  | 'company_roles'
  | 'company_teams'
  | 'company_members'
  | 'company_billing'
  | 'approval_rules'
  | 'approval_delegates'
  | 'saved_designs'

function removeOf(db: Db, siteId: number, companyId: number, table: WholeTable) {
  return db.deleteFrom(table).where('site_id', '=', siteId).where('company_id', '=', companyId).execute()
}

const BY_ID = ['site_id', 'id'] as const

async function readCompany(db: Db, of: OfCompany): Promise<CopiedCompany & { copied: Copied[] }> {
  const { siteId, companyId } = of
  const ofCompany = <T extends WholeTable | 'company_budgets' | 'company_terms'>(table: T) =>
    db
      .selectFrom(table as WholeTable)
      .selectAll()
      .where('site_id', '=', siteId)
      .where('company_id', '=', companyId)
      .$castTo<Record<string, unknown>>()
      .execute()
  const [rewards, templates, options, companies, keys, members, roles, teams, rules, delegates] =
    await Promise.all([
      db.selectFrom('rewards').selectAll().where('site_id', '=', siteId).orderBy('id').execute(),
      db
        .selectFrom('reward_card_templates')
        .selectAll()
        .where('site_id', '=', siteId)
        .orderBy('id')
        .execute(),
      db.selectFrom('shipping_options').selectAll().where('site_id', '=', siteId).orderBy('id').execute(),
      db
        .selectFrom('companies')
        .select(['site_id', 'id', 'name', 'founded_by', 'created_at', 'time_zone', 'has_budgets'])
        .select(['order_fields', 'max_order_cents', 'max_orders_per_day', 'has_approval_rules'])
        .where('site_id', '=', siteId)
        .where('id', '=', anyOf([companyId, of.homeId]))
        .orderBy('id')
        .execute(),
      // Without their secrets: a key is admitted by its row on the live site.
      db
        .selectFrom('company_api_keys')
        .select(['site_id', 'id', 'company_id', 'home_company_id', 'customer_id', 'name', 'scopes'])
        .select(['ip_ranges', 'holders', 'created_by', 'created_at', 'expires_at', 'revoked_at', 'is_test'])
        .where('site_id', '=', siteId)
        .where('company_id', '=', companyId)
        .where('is_test', '=', true)
        .orderBy('id')
        .execute(),
      ofCompany('company_members'),
      ofCompany('company_roles'),
      ofCompany('company_teams'),
      ofCompany('approval_rules'),
      ofCompany('approval_delegates'),
    ])
  const [budgets, terms, billing, designs] = await Promise.all([
    ofCompany('company_budgets'),
    ofCompany('company_terms'),
    ofCompany('company_billing'),
    ofCompany('saved_designs'),
  ])
  const ids = [
    ...companies.map(({ founded_by }) => founded_by),
    ...keys.flatMap((key) => [key.customer_id, key.created_by]),
    ...members.map((member) => member.customer_id as number),
    ...designs.map((design) => design.saved_by as number),
  ]
  const { customers, names } = await readCustomers(
    db,
    siteId,
    ids,
    new Set(keys.map((key) => key.customer_id)),
  )
  const homes = new Set(companies.map(({ id }) => id))
  return {
    names,
    copied: [
      { table: 'rewards', rows: rewards, key: BY_ID },
      {
        table: 'reward_card_templates',
        rows: templates,
        key: BY_ID,
        json: ['background', 'gradient', 'fulfillment_layout', 'user_layout'],
      },
      { table: 'shipping_options', rows: options, key: BY_ID },
      { table: 'customers', rows: customers, key: BY_ID },
      { table: 'companies', rows: companies, key: BY_ID, json: ['order_fields'] },
      {
        table: 'company_api_keys',
        rows: keys
          .filter((key) => homes.has(key.home_company_id))
          .map((key) => ({ ...key, secret_hash: '', secret_end: '' })),
        key: BY_ID,
        json: ['holders'],
      },
      { table: 'company_roles', rows: roles, key: ['site_id', 'company_id', 'key'], isWhole: true },
      { table: 'company_teams', rows: teams, key: BY_ID, isWhole: true },
      {
        table: 'company_members',
        rows: members,
        key: ['site_id', 'company_id', 'customer_id'],
        isWhole: true,
      },
      {
        table: 'company_billing',
        rows: billing.map((row) => ({ ...row, attention: '', email: '' })),
        key: ['site_id', 'company_id'],
        isWhole: true,
      },
      { table: 'approval_rules', rows: rules, key: BY_ID, json: ['conditions', 'steps'], isWhole: true },
      { table: 'approval_delegates', rows: delegates, key: BY_ID, isWhole: true },
      { table: 'company_budgets', rows: budgets, key: BY_ID },
      {
        table: 'company_terms',
        rows: terms.map(({ open_cents: _, reminded_on: __, ...row }) => row),
        key: ['site_id', 'company_id'],
      },
      {
        table: 'saved_designs',
        rows: designs.map(({ last_used_at: _, ...row }) => row),
        key: BY_ID,
        json: ['design'],
        isWhole: true,
      },
    ],
  }
}

/** A key's customer with the business it's billed to; of people, nothing but the ID. */
async function readCustomers(
  db: Db,
  siteId: number,
  ids: readonly number[],
  ofKeys: ReadonlySet<number>,
): Promise<{ customers: Array<Record<string, unknown>>; names: Map<number, string> }> {
  const rows = await db
    .selectFrom('customers')
    .select(['site_id', 'id', 'first_name', 'last_name', 'legal_business_name', 'business_address1'])
    .select(['business_address2', 'business_city', 'business_state', 'business_zip'])
    .select(['created_at', 'disabled_at', 'closed_at'])
    .where('site_id', '=', siteId)
    .where('id', '=', anyOf([...new Set(ids)]))
    .orderBy('id')
    .execute()
  const none = { first_name: '', last_name: '', legal_business_name: '', business_address1: '' }
  const nowhere = { business_address2: '', business_city: '', business_state: '', business_zip: '' }
  return {
    names: new Map(rows.map((row) => [row.id, `${row.first_name} ${row.last_name}`.trim()])),
    customers: rows.map((row) => ({
      ...row,
      ...(!ofKeys.has(row.id) && { ...none, ...nowhere }),
      identity_subject: `test:${row.id}`,
      email: '',
      registration_complete: true,
    })),
  }
}
