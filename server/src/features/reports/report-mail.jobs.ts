import { REPORT_KIND_WORDS, type ReportDays } from '@laurel/domain/company-reports'
import * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { siteDay } from '../../http/site-time.ts'
import { handles, type JobHandler, job } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { capableOf } from '../companies/capable-of.ts'
import { readTimeZone } from '../companies/companies.repo.ts'
import { type MailContent, siteMail } from '../mail/mail-page.ts'
import type { Mailer } from '../mail/mailer.ts'
import { siteOrigin } from '../mail/pool-site.ts'
import { findSite } from '../sites/sites.repo.ts'
import type { FileRow } from './report-files.repo.ts'
import { filesOfSite } from './report-files.repo.ts'
import { savedReports } from './saved-reports.service.ts'

/** Mails a person the link to a saved report's file. One job per person, so that one failed mail doesn't repeat the others. */
export const mailReport = job({
  name: 'mail.report',
  payload: z.object({ siteId: z.number(), fileId: z.number(), customerId: z.number() }),
  retries: 8,
  seconds: 60,
  needs: 'mail',
})

/** Enqueues the mails about a file that's ready, if it was made for a saved report. */
export async function enqueueReportMails(
  db: Db,
  { jobs }: Pick<Kit, 'jobs'>,
  { site_id: siteId, id: fileId, company_id: companyId, saved_id }: FileRow,
): Promise<void> {
  if (saved_id === null) return
  for (const customerId of await readersOf(db, siteId, companyId, saved_id)) {
    await jobs.enqueue(db, mailReport, { siteId, fileId, customerId })
  }
}

/** Those of a saved report's readers who are in the company and can see reports. */
export async function readersOf(
  db: Db,
  siteId: number,
  companyId: number,
  savedId: number,
): Promise<number[]> {
  const saved = await savedReports(db, siteId)
    .where('s.company_id', '=', companyId)
    .where('s.id', '=', savedId)
    .executeTakeFirst()
  if (saved === undefined || saved.reader_ids.length === 0) return []
  const capable = await capableOf(db, siteId, companyId, 'reports.see')
  return saved.reader_ids.filter((id) => capable.includes(id))
}

export function reportMailHandler(kit: Pick<Kit, 'config' | 'pool' | 'now'>, mailer: Mailer): JobHandler {
  return handles(mailReport, async ({ siteId, fileId, customerId }) => {
    const site = await findSite(kit.pool, siteId)
    if (site === undefined) return
    const found = await inSite(kit.pool, siteId, async (db) => {
      const file = await filesOfSite(db, siteId, kit.now())
        .innerJoin('companies as company', (join) =>
          join.onRef('company.site_id', '=', 'f.site_id').onRef('company.id', '=', 'f.company_id'),
        )
        .selectAll('f')
        .select('company.name as company')
        .where('f.id', '=', fileId)
        .where('f.state', '=', 'ready')
        .$narrowType<Pick<FileRow, 'settings'>>()
        .executeTakeFirst()
      if (file?.saved_id == null) return undefined
      const readers = await readersOf(db, siteId, file.company_id, file.saved_id)
      const person = await findPerson(db, siteId, customerId)
      const timeZone = await readTimeZone(db, site, file.company_id)
      return readers.includes(customerId) && person ? { file, person, timeZone } : undefined
    })
    // They left, were taken off the list, or the file was removed.
    if (found === undefined) return
    const { file, person, timeZone } = found
    const search = new URLSearchParams({ company: String(file.company_id), file: String(fileId) })
    const url = `${siteOrigin(kit.config.publicOrigin, site)}/company/reports?${search}`
    const content = reportMail(file, { url, until: siteDay(file.expires_at, { time_zone: timeZone }) })
    await mailer.send({
      ...siteMail(site, content),
      to: person.email,
      key: `report-${siteId}-${fileId}-${customerId}`,
    })
  })
}

function findPerson(db: Db, siteId: number, customerId: number) {
  return db
    .selectFrom('customers')
    .select('email')
    .where('site_id', '=', siteId)
    .where('id', '=', customerId)
    .where('disabled_at', 'is', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
}

type ToldFile = Pick<FileRow, 'name' | 'settings' | 'row_count'> & { company: string }

function reportMail(
  { name, settings, row_count, company }: ToldFile,
  { url, until }: { url: string; until: string },
): MailContent {
  return {
    subject: `${name} is ready`,
    title: `Your report for ${company} is ready`,
    parts: [
      {
        kind: 'rows',
        rows: [
          { label: 'Report', value: REPORT_KIND_WORDS[settings.kind].label },
          { label: 'Orders placed', value: daysWords(settings.days) },
          { label: 'Rows', value: new Intl.NumberFormat('en-US').format(row_count) },
        ],
      },
      { kind: 'link', label: 'Open report', url },
      {
        kind: 'text',
        text: `Sign in to download it until ${until}. You get this report because people at ${company} chose you. To stop it, take yourself off its list under Company, Reports.`,
      },
    ],
  }
}

const DAYS = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

function daysWords({ from, until }: ReportDays): string {
  const [first, last] = [from, until].map((day) =>
    day === undefined ? undefined : new Date(`${day}T00:00:00Z`),
  )
  if (first && last) return DAYS.formatRange(first, last)
  if (first) return `Since ${DAYS.format(first)}`
  return last ? `Until ${DAYS.format(last)}` : 'All time'
}
