import type { OpenInvoice } from '@laurel/contract/company-terms'
import { dueWords } from '@laurel/domain/company-terms'
import { formatCents } from '@laurel/domain/money'
import type { Texts } from '@laurel/domain/texts'
import * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { anyOf } from '../../database/sql.ts'
import { handles, type JobHandler, job } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { languageFor, textsOf } from '../../texts.ts'
import { readBillingEmail } from '../companies/billing.repo.ts'
import { capableOf } from '../companies/capable-of.ts'
import { type MailContent, siteMail } from '../mail/mail-page.ts'
import type { Mailer } from '../mail/mailer.ts'
import { siteOrigin } from '../mail/pool-site.ts'
import { findSite, type SiteRow } from '../sites/sites.repo.ts'
import { listInvoices, sumByAge } from './terms.repo.ts'

/**
 * One job per person, so that one failed mail doesn't repeat the others, and one without a person for the email of the
 * company's billing details. `sentAt` tells reminders apart.
 */
export const mailOpenInvoices = job({
  name: 'mail.open-invoices',
  payload: z.object({
    siteId: z.number(),
    companyId: z.number(),
    customerId: z.number().optional(),
    sentAt: z.string(),
  }),
  retries: 8,
  seconds: 60,
  needs: 'mail',
})

/** As many invoices as a mail names. */
const NAMED = 20

export function openInvoicesHandler(kit: Pick<Kit, 'config' | 'pool' | 'now'>, mailer: Mailer): JobHandler {
  return handles(mailOpenInvoices, async ({ siteId, companyId, customerId, sentAt }) => {
    const site = await findSite(kit.pool, siteId)
    if (site === undefined) return
    const at = kit.now()
    const [person, rows, ages] = await inSite(kit.pool, siteId, (db) =>
      Promise.all([
        findReader(db, siteId, companyId, customerId),
        listInvoices(db, site, { companyId, at, limit: NAMED }),
        sumByAge(db, site, at, companyId),
      ]),
    )
    // They left, the email was removed, or everything was paid since.
    if (person === undefined || rows.length === 0) return
    const count = ages.reduce((sum, one) => sum + one.count, 0)
    const cents = ages.reduce((sum, one) => sum + one.cents, 0)
    const invoices = rows.map(({ invoice }) => invoice)
    // Accounts payable may have no account.
    const url =
      customerId === undefined ? undefined : `${siteOrigin(kit.config.publicOrigin, site)}/company/budgets`
    const i18n = textsOf(languageFor(site, person.language))
    const content = reminder(i18n, site, person.first_name, {
      company: rows[0]!.company.name,
      invoices,
      count,
      cents,
      url,
    })
    const key = `open-invoices-${siteId}-${companyId}-${customerId ?? 'billing'}-${sentAt}`
    await mailer.send({ ...siteMail(site, content), to: person.email, key })
  })
}

/** A person of the company, or its billing email unless one of those people has it. */
async function findReader(db: Db, siteId: number, companyId: number, customerId: number | undefined) {
  const people = db
    .selectFrom('company_members as m')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.site_id', '=', 'm.site_id').onRef('c.id', '=', 'm.customer_id'),
    )
    .select(['c.email', 'c.first_name', 'c.language'])
    .where('m.site_id', '=', siteId)
    .where('m.company_id', '=', companyId)
  if (customerId !== undefined) return people.where('c.id', '=', customerId).executeTakeFirst()
  const email = await readBillingEmail(db, siteId, companyId)
  const told = anyOf(await capableOf(db, siteId, companyId, 'balance.top_up'))
  const reader = await people
    .where('c.id', '=', told)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['c.email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  return email === '' || reader !== undefined ? undefined : { email, first_name: '', language: '' }
}

type Told = {
  company: string
  /** Those due first. */
  invoices: readonly z.input<typeof OpenInvoice>[]
  count: number
  cents: number
  url: string | undefined
}

export function reminder(
  i18n: Texts,
  site: Pick<SiteRow, 'name'>,
  name: string,
  { company, invoices, count, cents, url }: Told,
): MailContent {
  const overdue = invoices.filter(({ days_overdue }) => days_overdue > 0).length
  const amount = formatCents(cents)
  const sentence = i18n.t(
    '{count, plural, one {{company} has an open invoice with {siteName}.} other {{company} has # open invoices with {siteName}.}}',
    { count, company, siteName: site.name },
  )
  const late =
    overdue === 1 && count === 1
      ? i18n.t('It’s overdue.')
      : i18n.t('{overdue, plural, one {One is overdue.} other {# are overdue.}}', { overdue })
  const text = [
    i18n.t('The amount due is {amount}.', { amount }),
    ...(overdue === 0 ? [] : [late]),
    i18n.t(
      'Pay by check or transfer as the invoice says, and quote the order number. If a payment is already on its way, you don’t need to do anything.',
    ),
  ]
  return {
    i18n,
    subject:
      overdue > 0
        ? i18n.t(
            '{overdue, plural, one {{amount} is due, and an invoice is overdue} other {{amount} is due, and # invoices are overdue}}',
            { overdue, amount },
          )
        : i18n.t('{amount} is due soon', { amount }),
    title: name === '' ? sentence : `${name}, ${sentence}`,
    parts: [
      { kind: 'text', text: text.join(' ') },
      {
        kind: 'rows',
        rows: [
          ...invoices.map((one) => {
            const facts = { order: one.order_number, date: dueWords(one.due_on, i18n.locale) }
            return {
              label:
                one.days_overdue > 0
                  ? i18n.t('Order {order}, was due {date}', facts)
                  : i18n.t('Order {order}, due {date}', facts),
              value: formatCents(one.open_cents),
            }
          }),
          ...(count > invoices.length
            ? [{ label: i18n.t('And {more} more', { more: count - invoices.length }), value: '' }]
            : []),
        ],
      },
      ...(url === undefined ? [] : [{ kind: 'link' as const, label: i18n.t('See open invoices'), url }]),
    ],
    reason:
      url === undefined
        ? i18n.t('You got this email because {company} has its invoices sent to this address.', { company })
        : i18n.t('You got this email because you can pay invoices of {company}.', { company }),
  }
}
