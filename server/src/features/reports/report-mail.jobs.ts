import { REPORT_KIND_WORDS, type ReportDays } from '@laurel/domain/reports'
import * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { siteDay } from '../../http/site-time.ts'
import { handles, type JobHandler, job } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { type MailContent, siteMail } from '../mail/mail-page.ts'
import type { Mailer } from '../mail/mailer.ts'
import { siteOrigin } from '../mail/pool-site.ts'
import { findSite, type SiteRow } from '../sites/sites.repo.ts'
import { listReaders, type Reader, zoneOf } from './readers.ts'
import type { Owner } from './report.ts'
import { type FileRow, filesOfSite } from './report-files.repo.ts'
import { savedReportsOf } from './saved-reports.service.ts'

/** Mails a reader the link to a saved report's file. One job per person, so that one failed mail doesn't repeat the others. */
export const mailReport = job({
  name: 'mail.report',
  payload: z.object({
    siteId: z.number(),
    fileId: z.number(),
    /** A person of the company, or, for reports of staff, one of them. */
    customerId: z.number().optional(),
    staffId: z.number().optional(),
  }),
  retries: 8,
  seconds: 60,
  needs: 'mail',
})

/** Enqueues the mails about a file that's ready, or failed, if it was made for a saved report. */
export async function enqueueReportMails(
  db: Db,
  { jobs }: Pick<Kit, 'jobs'>,
  { site_id: siteId, id: fileId, company_id: companyId, saved_id }: FileRow,
): Promise<void> {
  if (saved_id === null) return
  for (const { id } of await readersOf(db, { siteId, companyId }, saved_id)) {
    const reader = companyId === null ? { staffId: id } : { customerId: id }
    await jobs.enqueue(db, mailReport, { siteId, fileId, ...reader })
  }
}

/** Those of a saved report's readers who are still there, and can see reports. */
export async function readersOf(db: Db, owner: Owner, savedId: number): Promise<Reader[]> {
  const saved = await savedReportsOf(db, owner).where('s.id', '=', savedId).executeTakeFirst()
  if (saved === undefined || saved.reader_ids.length === 0) return []
  const readers = await listReaders(db, owner)
  return readers.filter(({ id }) => saved.reader_ids.includes(id))
}

export function reportMailHandler(kit: Pick<Kit, 'config' | 'pool' | 'now'>, mailer: Mailer): JobHandler {
  return handles(mailReport, async ({ siteId, fileId, customerId, staffId }) => {
    const site = await findSite(kit.pool, siteId)
    if (site === undefined) return
    const found = await inSite(kit.pool, siteId, async (db) => {
      const file = await filesOfSite(db, siteId, kit.now())
        .leftJoin('companies as company', (join) =>
          join.onRef('company.site_id', '=', 'f.site_id').onRef('company.id', '=', 'f.company_id'),
        )
        .selectAll('f')
        .select('company.name as company')
        .where('f.id', '=', fileId)
        .where('f.state', 'in', ['ready', 'failed'])
        .$narrowType<Pick<FileRow, 'settings' | 'state'>>()
        .executeTakeFirst()
      if (file?.saved_id == null) return undefined
      const owner = { siteId, companyId: file.company_id }
      const readers = await readersOf(db, owner, file.saved_id)
      const reader = readers.find(({ id }) => id === (file.company_id === null ? staffId : customerId))
      if (reader === undefined || !(await canSignIn(db, siteId, customerId))) return undefined
      return { file, reader, timeZone: await zoneOf(db, site, owner) }
    })
    // They left, were taken off the list, or the file was removed.
    if (found === undefined) return
    const { file, reader, timeZone } = found
    const url = urlOf(kit, site, file)
    const content = file.state === 'failed' ? failed(file, url) : ready(file, timeZone, url)
    await mailer.send({
      ...siteMail(site, content),
      to: reader.email,
      key: `report-${siteId}-${fileId}-${staffId === undefined ? customerId : `staff-${staffId}`}`,
    })
  })
}

/** Staff who can't sign in anymore aren't readers, either. */
async function canSignIn(db: Db, siteId: number, customerId: number | undefined): Promise<boolean> {
  if (customerId === undefined) return true
  const person = await db
    .selectFrom('customers')
    .select('id')
    .where('site_id', '=', siteId)
    .where('id', '=', customerId)
    .where('disabled_at', 'is', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return person !== undefined
}

function urlOf({ config }: Pick<Kit, 'config'>, site: SiteRow, { id, company_id }: ToldFile): string {
  const search = new URLSearchParams({
    ...(company_id !== null && { company: String(company_id) }),
    file: String(id),
  })
  const page = company_id === null ? 'office' : 'company'
  return `${siteOrigin(config.publicOrigin, site)}/${page}/reports?${search}`
}

type ToldFile = Pick<FileRow, 'id' | 'company_id' | 'name' | 'settings' | 'row_count' | 'expires_at'> & {
  company: string | null
}

function ready(file: ToldFile, timeZone: string, url: string): MailContent {
  const { name, settings, row_count } = file
  const until = siteDay(file.expires_at, { time_zone: timeZone })
  return {
    subject: `${name} is ready`,
    title: file.company === null ? 'Your report is ready' : `Your report for ${file.company} is ready`,
    parts: [
      {
        kind: 'rows',
        rows: [
          { label: 'Report', value: REPORT_KIND_WORDS[settings.kind].label },
          { label: REPORT_KIND_WORDS[settings.kind].days, value: daysWords(settings.days) },
          { label: 'Rows', value: new Intl.NumberFormat('en-US').format(row_count) },
        ],
      },
      { kind: 'link', label: 'Open report', url },
      { kind: 'note', text: `Sign in to download it until ${until}.` },
    ],
    reason: whyWords(file),
  }
}

function failed(file: ToldFile, url: string): MailContent {
  return {
    subject: `We couldn’t create ${file.name}`,
    title: `We couldn’t create ${file.name}`,
    parts: [
      { kind: 'text', text: 'We tried several times. Open Reports to create it again.' },
      { kind: 'link', label: 'Open reports', url },
    ],
    reason: whyWords(file),
  }
}

function whyWords({ company }: ToldFile): string {
  return company === null
    ? 'You got this email because your team sends you this report. To stop it, remove yourself from its readers in the office under Reports.'
    : `You got this email because ${company} sends you this report. To stop it, remove yourself from its readers under Company, Reports.`
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
