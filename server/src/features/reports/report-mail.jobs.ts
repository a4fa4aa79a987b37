import { REPORT_KIND_WORDS, type ReportDays } from '@laurel/domain/reports'
import type { Texts } from '@laurel/domain/texts'
import * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { siteDay } from '../../http/site-time.ts'
import { handles, type JobHandler, job } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { textsOf } from '../../texts.ts'
import { languageOfCustomer } from '../mail/account-language.ts'
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
      const language = customerId === undefined ? 'en' : await languageOfCustomer(db, site, customerId)
      return { file, reader, timeZone: await zoneOf(db, site, owner), language }
    })
    // They left, were taken off the list, or the file was removed.
    if (found === undefined) return
    const { file, reader, timeZone, language } = found
    const i18n = textsOf(language)
    const url = urlOf(kit, site, file)
    const content = file.state === 'failed' ? failed(i18n, file, url) : ready(i18n, file, timeZone, url)
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

export function ready(i18n: Texts, file: ToldFile, timeZone: string, url: string): MailContent {
  const { name, settings, row_count, company } = file
  const until = siteDay(file.expires_at, { time_zone: timeZone }, i18n.locale)
  const kind = REPORT_KIND_WORDS[settings.kind]
  return {
    i18n,
    subject: i18n.t('{name} is ready', { name }),
    title:
      company === null ? 'Your report is ready' : i18n.t('Your report for {company} is ready', { company }),
    parts: [
      {
        kind: 'rows',
        rows: [
          { label: i18n.t('Report'), value: i18n.t(kind.label) },
          { label: i18n.t(kind.days), value: daysWords(i18n, settings.days) },
          { label: i18n.t('Rows'), value: new Intl.NumberFormat(i18n.locale).format(row_count) },
        ],
      },
      { kind: 'link', label: i18n.t('Open report'), url },
      { kind: 'note', text: i18n.t('Sign in to download it until {until}.', { until }) },
    ],
    reason: whyWords(i18n, file),
  }
}

export function failed(i18n: Texts, file: ToldFile, url: string): MailContent {
  const title = i18n.t('We couldn’t create {name}', { name: file.name })
  return {
    i18n,
    subject: title,
    title,
    parts: [
      { kind: 'text', text: i18n.t('We tried several times. Open Reports to create it again.') },
      { kind: 'link', label: i18n.t('Open reports'), url },
    ],
    reason: whyWords(i18n, file),
  }
}

function whyWords(i18n: Texts, { company }: ToldFile): string {
  return company === null
    ? 'You got this email because your team sends you this report. To stop it, remove yourself from its readers in the office under Reports.'
    : i18n.t(
        'You got this email because {company} sends you this report. To stop it, remove yourself from its readers under Company, Reports.',
        { company },
      )
}

function daysWords(i18n: Texts, { from, until }: ReportDays): string {
  const days = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const [first, last] = [from, until].map((day) =>
    day === undefined ? undefined : new Date(`${day}T00:00:00Z`),
  )
  if (first && last) return days.formatRange(first, last)
  if (first) return i18n.t('Since {date}', { date: days.format(first) })
  return last ? i18n.t('Until {date}', { date: days.format(last) }) : i18n.t('All time')
}
