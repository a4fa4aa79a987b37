import type { OpenInvoice } from '@laurel/contract/company-terms'
import {
  daysOverdue,
  dueWithin,
  INVOICE_AGES,
  type InvoiceAge,
  invoiceAge,
} from '@laurel/domain/company-terms'
import { dayIn } from '@laurel/domain/day-in'
import { Refusal } from '@laurel/domain/refusal'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type * as z from 'zod'
import type { Database, Db } from '../../database/database.ts'
import { anyOf, jsonPart, jsonText, literal, sumOf } from '../../database/sql.ts'
import { openInvoices } from '../ledger/company-terms.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

type Site = Pick<SiteRow, 'id' | 'time_zone'>
type Wire = z.input<typeof OpenInvoice>

/** @throws {Refusal} `not_found` */
export async function findCompany(db: Db, site: Site, companyId: number) {
  const row = await db
    .selectFrom('companies')
    .select(['id', 'name', 'time_zone'])
    .where('site_id', '=', site.id)
    .where('id', '=', companyId)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return { ...row, timeZone: row.time_zone ?? site.time_zone }
}

function withCompany(db: Db, siteId: number) {
  return openInvoices(db, siteId).innerJoin('companies as c', (join) =>
    join.onRef('c.site_id', '=', 'o.site_id').onRef('c.id', '=', 'o.company_id'),
  )
}

type Found = ExpressionBuilder<Database & { o: Database['orders']; c: Database['companies'] }, 'o' | 'c'>

/** Today is another day in each company's time zone. */
function isOfAge(
  eb: Found,
  age: InvoiceAge,
  at: Date,
  zones: readonly string[],
  site: Site,
): Expression<SqlBool> {
  return eb.or(
    zones.map((zone) => {
      const { from, until } = dueWithin(age, dayIn(at, zone))
      return eb.and([
        eb(eb.fn.coalesce('c.time_zone', eb.val(site.time_zone)), '=', zone),
        ...(from === undefined ? [] : [eb('o.due_on', '>=', from)]),
        ...(until === undefined ? [] : [eb('o.due_on', '<=', until)]),
      ])
    }),
  )
}

type Listed = { companyId?: number; age?: InvoiceAge | undefined; at: Date; limit: number; offset?: number }

/** Those due first. */
export async function listInvoices(db: Db, site: Site, { companyId, age, at, limit, offset = 0 }: Listed) {
  const zones = age === undefined ? [] : await zonesOf(db, site)
  const rows = await withCompany(db, site.id)
    .innerJoin('customers as p', (join) =>
      join.onRef('p.site_id', '=', 'o.site_id').onRef('p.id', '=', 'o.customer_id'),
    )
    .leftJoin('company_terms as t', (join) =>
      join.onRef('t.site_id', '=', 'o.site_id').onRef('t.company_id', '=', 'o.company_id'),
    )
    .select(['o.id', 'o.number', 'o.placed_at', 'o.due_on', 'o.total_cents', 'o.terms_open_cents'])
    .select(['c.id as company_id', 'c.name as company', 'c.time_zone', 't.reminded_on'])
    .select(['p.first_name', 'p.last_name'])
    .select(({ fn, ref }) =>
      fn
        .coalesce(jsonText(jsonPart(jsonPart(ref('o.priced'), 'items'), 0), 'name'), literal(''))
        .as('order_name'),
    )
    .$if(companyId !== undefined, (query) => query.where('o.company_id', '=', companyId!))
    .$if(age !== undefined, (query) => query.where((eb) => isOfAge(eb, age!, at, zones, site)))
    .orderBy('o.due_on')
    .orderBy('o.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ company_id, company, time_zone, reminded_on, ...row }) => ({
    invoice: wireOf(row, dayIn(at, time_zone ?? site.time_zone)),
    company: { id: company_id, name: company, reminded_on },
  }))
}

type Row = {
  id: number
  number: string | null
  order_name: string
  first_name: string
  last_name: string
  placed_at: Date | null
  due_on: string | null
  total_cents: number
  terms_open_cents: number | null
}

function wireOf(row: Row, today: string): Wire {
  const due = row.due_on!
  return {
    order_id: row.id,
    order_number: row.number ?? '',
    order_name: row.order_name,
    placed_by: `${row.first_name} ${row.last_name}`.trim(),
    placed_at: row.placed_at!.toISOString(),
    due_on: due,
    days_overdue: daysOverdue(due, today),
    total_cents: row.total_cents,
    open_cents: row.terms_open_cents ?? 0,
  }
}

async function zonesOf(db: Db, site: Site): Promise<string[]> {
  const rows = await withCompany(db, site.id).select('c.time_zone').distinct().execute()
  return [...new Set([site.time_zone, ...rows.flatMap(({ time_zone: zone }) => zone ?? [])])]
}

/** What is open of each company's invoices of an age. */
async function sumAged(db: Db, site: Site, at: Date, companyIds?: readonly number[]) {
  const rows = await withCompany(db, site.id)
    .select(({ fn, ref }) => [
      'c.id as company_id',
      'c.time_zone',
      'o.due_on',
      fn.countAll<number>().as('count'),
      sumOf(ref('o.terms_open_cents')).as('cents'),
    ])
    .$if(companyIds !== undefined, (query) => query.where('o.company_id', '=', anyOf(companyIds!)))
    .groupBy(['c.id', 'c.time_zone', 'o.due_on'])
    .execute()
  return rows.map(({ time_zone, due_on, ...sums }) => ({
    ...sums,
    age: invoiceAge(due_on!, dayIn(at, time_zone ?? site.time_zone)),
  }))
}

/** What each of some companies owes by age; one without open invoices, or an age without any, isn't there. */
export async function sumByCompany(
  db: Db,
  site: Site,
  at: Date,
  companyIds: readonly number[],
): Promise<Map<number, Partial<Record<InvoiceAge, number>>>> {
  const sums = new Map<number, Partial<Record<InvoiceAge, number>>>()
  for (const { company_id, age, cents } of await sumAged(db, site, at, companyIds)) {
    const before = sums.get(company_id) ?? {}
    sums.set(company_id, { ...before, [age]: (before[age] ?? 0) + cents })
  }
  return sums
}

/** What is open by age. Every age is there, also with none. */
export async function sumByAge(db: Db, site: Site, at: Date, companyId?: number) {
  const aged = await sumAged(db, site, at, companyId === undefined ? undefined : [companyId])
  return INVOICE_AGES.map((age) => {
    const found = aged.filter((one) => one.age === age)
    const total = (key: 'count' | 'cents') => found.reduce((sum, one) => sum + Number(one[key]), 0)
    return { age, count: total('count'), cents: total('cents') }
  })
}
