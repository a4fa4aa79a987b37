import {
  type getCompanyTerms,
  type getOfficeCompanyTerms,
  SHOWN_INVOICES,
} from '@laurel/contract/company-terms'
import { api } from '@laurel/contract/routes'
import { mayInCompany } from '@laurel/domain/company-roles'
import { creditLeftCents, type InvoiceAge, isLate, type TermsDays } from '@laurel/domain/company-terms'
import { dayIn } from '@laurel/domain/day-in'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer, Staff } from '../../http/actor.ts'
import { type PageAsked, pageOfResults, windowOf } from '../../http/page-links.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import { inCompany } from '../companies/companies.repo.ts'
import { earliestDueOn, lockTerms, type TermsRow, termsOf } from '../ledger/company-terms.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { remind } from './remind.ts'
import { findCompany, listInvoices, sumByAge } from './terms.repo.ts'

type TermsKit = Pick<Kit, 'pool' | 'now'>
type OfficeWire = z.input<typeof getOfficeCompanyTerms.response>
type OwnWire = z.input<typeof getCompanyTerms.response>

/** @throws {Refusal} `registration_incomplete` */
export function readCompanyTerms({ pool, now }: TermsKit, site: SiteRow, actor: Customer): Promise<OwnWire> {
  const { company } = inCompany(actor)
  const isSeen = mayInCompany(company, 'orders.place') || mayInCompany(company, 'money.see')
  if (!isSeen) return Promise.resolve({ terms: null, invoices: [] })
  const at = now()
  return inSite(pool, site.id, async (db) => {
    const row = await termsOf(db, site.id, company.id).executeTakeFirst()
    if (row === undefined) return { terms: null, invoices: [] }
    const invoices = await listInvoices(db, site, { companyId: company.id, at, limit: SHOWN_INVOICES })
    return { terms: await termsWire(db, site, row, at), invoices: invoices.map(({ invoice }) => invoice) }
  })
}

async function termsWire(db: Db, site: SiteRow, row: TermsRow, at: Date) {
  const { timeZone } = await findCompany(db, site, row.company_id)
  const [earliest, ages] = await Promise.all([
    earliestDueOn(db, site.id, row.company_id),
    sumByAge(db, site, at, row.company_id),
  ])
  return {
    limit_cents: row.limit_cents,
    days: row.days,
    is_active: row.is_active,
    open_cents: row.open_cents,
    left_cents: creditLeftCents({ limitCents: row.limit_cents, openCents: row.open_cents }),
    is_stopped: isLate({ earliestDueOn: earliest }, dayIn(at, timeZone), site.money_rules.terms_overdue_days),
    overdue_cents: ages.reduce((sum, { age, cents }) => (age === 'current' ? sum : sum + cents), 0),
  }
}

/** For staff. @throws {Refusal} `not_found` */
export function readOfficeTerms(kit: TermsKit, site: SiteRow, companyId: number): Promise<OfficeWire> {
  return inSite(kit.pool, site.id, (db) => officeWire(db, site, companyId, kit.now()))
}

async function officeWire(db: Db, site: SiteRow, companyId: number, at: Date): Promise<OfficeWire> {
  await findCompany(db, site, companyId)
  const row = await termsOf(db, site.id, companyId).executeTakeFirst()
  const [ages, invoices] = await Promise.all([
    sumByAge(db, site, at, companyId),
    listInvoices(db, site, { companyId, at, limit: SHOWN_INVOICES }),
  ])
  return {
    terms: row
      ? {
          ...(await termsWire(db, site, row, at)),
          reminded_on: row.reminded_on,
          changed_at: row.changed_at.toISOString(),
        }
      : null,
    ages,
    invoices: invoices.map(({ invoice }) => invoice),
  }
}

/**
 * Lets a company order on invoice, or changes its limit and days. What was ordered keeps its due day, and a lower limit
 * only stops new orders.
 *
 * @throws {Refusal} `not_found`
 */
export function setTerms(
  kit: TermsKit,
  site: SiteRow,
  actor: Staff,
  { companyId, limitCents, days }: { companyId: number; limitCents: number; days: TermsDays },
): Promise<OfficeWire> {
  const at = kit.now()
  return inSite(kit.pool, site.id, async (db) => {
    await findCompany(db, site, companyId)
    const set = { limit_cents: limitCents, days, is_active: true, changed_at: at }
    await db
      .insertInto('company_terms')
      .values({ site_id: site.id, company_id: companyId, ...set })
      .onConflict((conflict) => conflict.columns(['site_id', 'company_id']).doUpdateSet(set))
      .execute()
    const facts = { limit_cents: limitCents, days }
    record(db, site.id, {
      actor: actor.by,
      event: 'company.terms_set',
      subject: `company:${companyId}`,
      facts,
      at,
    })
    return officeWire(db, site, companyId, at)
  })
}

/** Stops orders on invoice. @throws {Refusal} `not_found` */
export function endTerms(kit: TermsKit, site: SiteRow, actor: Staff, companyId: number): Promise<OfficeWire> {
  const at = kit.now()
  return inSite(kit.pool, site.id, async (db) => {
    const before = await lockTerms(db, site.id, companyId)
    if (before === undefined) throw new Refusal('not_found')
    if (before.is_active) {
      await db
        .updateTable('company_terms')
        .set({ is_active: false, changed_at: at })
        .where('site_id', '=', site.id)
        .where('company_id', '=', companyId)
        .execute()
      const about = { event: 'company.terms_ended', subject: `company:${companyId}` } as const
      record(db, site.id, { actor: actor.by, ...about, facts: {}, at })
    }
    return officeWire(db, site, companyId, at)
  })
}

/**
 * Reminds a company now, at staff's request.
 *
 * @throws {Refusal} `not_found`; `changed` if nothing is open, or another reminder was sent since the page was seen
 */
export function remindNow(
  kit: TermsKit & Pick<Kit, 'jobs'>,
  site: SiteRow,
  actor: Staff,
  { companyId, seenRemindedOn }: { companyId: number; seenRemindedOn: string | null },
): Promise<OfficeWire> {
  const at = kit.now()
  return inSite(kit.pool, site.id, async (db) => {
    const { timeZone } = await findCompany(db, site, companyId)
    const terms = await lockTerms(db, site.id, companyId)
    if (terms === undefined || terms.open_cents === 0 || terms.reminded_on !== seenRemindedOn) {
      throw new Refusal('changed')
    }
    await remind(db, kit, terms, { today: dayIn(at, timeZone), actor: actor.by, at })
    return officeWire(db, site, companyId, at)
  })
}

export function listOpenInvoices(
  { pool, now }: TermsKit,
  site: SiteRow,
  asked: PageAsked & { age?: InvoiceAge | undefined },
) {
  const at = now()
  const { age } = asked
  return inSite(pool, site.id, async (db) => {
    const [rows, ages] = await Promise.all([
      listInvoices(db, site, { age, at, ...windowOf(asked) }),
      sumByAge(db, site, at),
    ])
    const count = ages
      .filter((one) => age === undefined || one.age === age)
      .reduce((sum, one) => sum + one.count, 0)
    const results = rows.map(({ invoice, company }) => ({ ...invoice, company }))
    return { ...pageOfResults(api.listOpenInvoices.path, { age }, asked, count, results), ages }
  })
}
