import type {
  getCompanyBalance,
  getOfficeCompanyBalance,
  Statement,
  TopUp,
} from '@laurel/contract/company-balance'
import {
  type BalanceChange,
  balanceWords,
  monthAfter,
  monthsBetween,
  runningBalance,
} from '@laurel/domain/company-balance'
import { decimalFromCents } from '@laurel/domain/money'
import { isProviderMethod } from '@laurel/domain/payment-method'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { csvDownload, csvLine } from '../../http/csv-lines.ts'
import type { Download } from '../../http/serve.ts'
import { siteTime } from '../../http/site-time.ts'
import type { Kit } from '../../kit.ts'
import { textsOf } from '../../texts.ts'
import { changeCompany, noteChange } from '../companies/change-company.ts'
import { inCompany } from '../companies/companies.repo.ts'
import { type PaymentViewKit, paymentWire } from '../payments/payment-view.ts'
import { listProviders, type RemitTo } from '../payments/payments.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import {
  firstChangeAt,
  type ListedTopUp,
  listTopUps,
  readBalance,
  readEntries,
  readLowBalance,
} from './balance.repo.ts'

export type BalanceKit = PaymentViewKit & Pick<Kit, 'pool'>
export type TopUpWire = z.input<typeof TopUp>
export type StatementWire = z.input<typeof Statement>

/** @throws {Refusal} `registration_incomplete` */
export function readCompanyBalance(
  kit: BalanceKit,
  site: SiteRow,
  actor: Customer,
): Promise<z.input<typeof getCompanyBalance.response>> {
  const { siteId, company } = inCompany(actor)
  return inSite(kit.pool, siteId, async (db) => {
    const [balance_cents, low_balance_cents, months, topUps, providers] = await Promise.all([
      readBalance(db, siteId, company.id),
      readLowBalance(db, siteId, company.id),
      monthsOf(db, kit, site, company.id),
      listTopUps(db, siteId, company.id),
      listProviders(db, siteId),
    ])
    return {
      balance_cents,
      months,
      under_way: topUps.filter(isUnderWay).map((one) => topUpWire(kit, one, providers, actor)),
      max_top_up_cents: site.limits.max_order_cents,
      low_balance_cents,
    }
  })
}

/** @throws {Refusal} `registration_incomplete`; `not_allowed` */
export function setLowBalance(
  kit: Pick<Kit, 'pool' | 'now'>,
  actor: Customer,
  lowCents: number | null,
): Promise<void> {
  return changeCompany(kit, actor, 'rules.manage', async (db, own) => {
    const before = await readLowBalance(db, own.siteId, own.company.id)
    if (before === lowCents) return
    await db
      .updateTable('companies')
      .set({ low_balance_cents: lowCents })
      .where('site_id', '=', own.siteId)
      .where('id', '=', own.company.id)
      .execute()
    const facts = { amount_cents_old: before, amount_cents_new: lowCents }
    noteChange(db, kit, own, 'balance.low_changed', facts)
  })
}

const OVER = ['failed', 'expired', 'abandoned', 'refunded']

function isUnderWay({ payment, added_cents, total_cents }: ListedTopUp): boolean {
  return !OVER.includes(payment.state) && added_cents < total_cents
}

/** A top-up as its company sees it: only the person who started it gets the link to an open payment page. */
export function topUpWire(
  kit: PaymentViewKit,
  row: ListedTopUp,
  providers: readonly RemitTo[],
  actor: Customer,
): TopUpWire {
  const payment = paymentWire(kit, row.payment, row.number, providers, row.total_cents - row.added_cents)
  const isOwn = row.customer_id === actor.customerId
  return { ...listedWire(row), payment: isOwn ? payment : { ...payment, hosted_page: null } }
}

function listedWire(row: ListedTopUp) {
  return {
    id: row.id,
    number: row.number ?? '',
    amount_cents: row.total_cents,
    added_cents: row.added_cents,
    started_by: `${row.first_name} ${row.last_name}`.trim(),
    created_at: row.created_at.toISOString(),
  }
}

/** The months with a statement, the latest first. */
async function monthsOf(db: Db, { now }: Pick<Kit, 'now'>, site: SiteRow, companyId: number) {
  const first = await firstChangeAt(db, site.id, companyId)
  const monthOf = (at: Date) => siteTime(at.toISOString(), site).slice(0, 7)
  return first === undefined ? [] : monthsBetween(monthOf(first), monthOf(now()))
}

/** @throws {Refusal} `registration_incomplete` */
export function readStatement(
  { pool }: Pick<Kit, 'pool'>,
  site: SiteRow,
  actor: Customer,
  month: string,
  i18n = textsOf('en'),
): Promise<StatementWire> {
  const { siteId, company } = inCompany(actor)
  return inSite(pool, siteId, (db) => statementOf(db, site, company.id, month, i18n))
}

const WITHOUT_ORDER: readonly BalanceChange[] = ['top_up', 'top_up_returned', 'merge', 'merge_undone']

async function statementOf(
  db: Db,
  site: SiteRow,
  companyId: number,
  month: string,
  i18n = textsOf('en'),
): Promise<StatementWire> {
  const { openingCents, rows } = await readEntries(db, site.id, {
    companyId,
    from: `${month}-01`,
    until: `${monthAfter(month)}-01`,
    timeZone: site.time_zone,
  })
  const balances = runningBalance(openingCents, rows)
  const entries = rows.map((row, index) => ({
    id: row.id,
    at: row.at.toISOString(),
    change: row.change,
    words: balanceWords(i18n, {
      ...row,
      orderNumber: row.number ?? '',
      orderName: row.order_name,
      company: row.company ?? '',
    }),
    order_id: WITHOUT_ORDER.includes(row.change) ? null : row.order_id,
    by:
      row.change === 'order' || row.change === 'top_up'
        ? `${row.first_name} ${row.last_name}`.trim()
        : site.name,
    cents: row.cents,
    balance_cents: balances[index]!,
  }))
  return {
    month,
    opening_cents: openingCents,
    closing_cents: balances.at(-1) ?? openingCents,
    entries: entries.reverse(),
  }
}

const CSV_COLUMNS = ['Date ({zone})', 'Entry', 'By', 'In (USD)', 'Out (USD)', 'Balance (USD)']

export async function exportStatement(
  kit: Pick<Kit, 'pool'>,
  site: SiteRow,
  actor: Customer,
  month: string,
): Promise<Download> {
  const { entries, opening_cents } = await readStatement(kit, site, actor, month)
  async function* lines() {
    yield csvLine(CSV_COLUMNS.map((title) => title.replace('{zone}', site.time_zone)))
    yield csvLine([`${month}-01`, 'Opening balance', '', '', '', decimalFromCents(opening_cents)])
    for (const { at, words, by, cents, balance_cents } of entries.toReversed()) {
      const sums = [cents > 0 ? cents : null, cents < 0 ? -cents : null, balance_cents]
      yield csvLine([
        siteTime(at, site),
        words,
        by,
        ...sums.map((sum) => (sum === null ? '' : decimalFromCents(sum))),
      ])
    }
  }
  return csvDownload(`statement ${month}.csv`, lines())
}

/** For staff. @throws {Refusal} `not_found` */
export function readOfficeBalance(
  kit: Pick<Kit, 'pool' | 'now'>,
  site: SiteRow,
  companyId: number,
  month?: string,
): Promise<z.input<typeof getOfficeCompanyBalance.response>> {
  return inSite(kit.pool, site.id, async (db) => {
    const company = await db
      .selectFrom('companies')
      .select('id')
      .where('site_id', '=', site.id)
      .where('id', '=', companyId)
      .executeTakeFirst()
    if (company === undefined) throw new Refusal('not_found')
    const thisMonth = siteTime(kit.now().toISOString(), site).slice(0, 7)
    const [balance_cents, months, topUps, statement] = await Promise.all([
      readBalance(db, site.id, companyId),
      monthsOf(db, kit, site, companyId),
      listTopUps(db, site.id, companyId),
      statementOf(db, site, companyId, month ?? thisMonth),
    ])
    const top_ups = topUps.flatMap((row) => {
      const { method_code, state } = row.payment
      return isProviderMethod(method_code) ? [{ ...listedWire(row), method_code, state }] : []
    })
    return { balance_cents, months, top_ups, statement }
  })
}
