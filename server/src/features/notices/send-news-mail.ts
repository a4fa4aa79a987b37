import { isOfCompany, type NoticeKind, needsAttention, noticeSentence } from '@laurel/domain/notice-words'
import { notificationKindOf } from '@laurel/domain/notification-kinds'
import { storedSentences } from '@laurel/domain/stored-sentences'
import type { Texts } from '@laurel/domain/texts'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { anyOf } from '../../database/sql.ts'
import { handles, type JobHandler } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { languageFor, textsOf } from '../../texts.ts'
import { activitySince } from '../companies/activity.service.ts'
import { listOwnCompanies } from '../companies/companies.repo.ts'
import { type MailContent, type MailPart, siteMail } from '../mail/mail-page.ts'
import type { Mailer } from '../mail/mailer.ts'
import { siteOrigin } from '../mail/pool-site.ts'
import { unsubscribe } from '../mail/unsubscribe.ts'
import { findSite, type SiteRow } from '../sites/sites.repo.ts'
import { mailNews } from './news-mail.jobs.ts'
import { orderOf, reasonOf, subjectName } from './notices.repo.ts'

type Payload = z.output<typeof mailNews.payload>

/** Mails news of a company, or a daily summary. Sends nothing if nothing is left to say. */
export function newsMailHandler(kit: Pick<Kit, 'pool' | 'keys' | 'config'>, mailer: Mailer): JobHandler {
  return handles(mailNews, async (payload) => {
    const { siteId, customerId, noticeIds, since } = payload
    const site = await findSite(kit.pool, siteId)
    if (site === undefined) return
    const { customer, i18n, news, activity } = await inSite(kit.pool, siteId, async (db) => {
      const customer = await readCustomer(db, siteId, customerId)
      const i18n = textsOf(languageFor(site, customer?.language ?? ''))
      const news = await readNews(db, siteId, customerId, noticeIds)
      return { customer, i18n, news, activity: await readActivity(db, site, payload, i18n) }
    })
    if (customer === undefined || news.length + activity.length === 0) return
    const kinds = [...new Set(news.flatMap(({ kind }) => notificationKindOf(kind) ?? []))]
    const stop = unsubscribe(kit, site, { customerId, kinds: since === undefined ? kinds : 'daily' })
    const origin = siteOrigin(kit.config.publicOrigin, site)
    const content =
      since === undefined ? newsAtOnce(i18n, news, origin) : summary(i18n, site, news, activity, origin)
    await mailer.send({
      ...siteMail(site, { ...content, unsubscribeUrl: stop.url }),
      to: customer.email,
      headers: stop.headers,
      key: `news-${siteId}-${customerId}-${noticeIds.join('.') || since}`,
    })
  })
}

function readCustomer(db: Db, siteId: number, customerId: number) {
  return db
    .selectFrom('customers')
    .select(['email', 'language'])
    .where('site_id', '=', siteId)
    .where('id', '=', customerId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
}

/** The notices that still hold, those of an order and kind as one, oldest first. */
async function readNews(db: Db, siteId: number, customerId: number, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('notices as n')
    .leftJoin('orders as o', (join) =>
      join
        .onRef('o.site_id', '=', 'n.site_id')
        .on(({ eb, ref }) =>
          eb('o.id', '=', orderOf(siteId, ref('n.order_id'), ref('n.kind'), ref('n.subject_id'))),
        ),
    )
    .leftJoin('companies as c', (join) =>
      join.onRef('c.site_id', '=', 'n.site_id').onRef('c.id', '=', 'n.company_id'),
    )
    .select(['n.id', 'n.order_id', 'n.kind', 'n.card_count', 'n.amount_cents', 'n.seen_at', 'n.subject_id'])
    .select(['o.number', 'o.id as shown_order_id', 'c.name'])
    .select(({ ref }) => subjectName(siteId, ref('n.kind'), ref('n.subject_id')).as('about'))
    .select(({ ref }) => reasonOf(siteId, ref('n.kind'), ref('n.subject_id')).as('why'))
    .where('n.site_id', '=', siteId)
    .where('n.customer_id', '=', customerId)
    .where('n.id', '=', anyOf(ids))
    .orderBy('n.id')
    .$narrowType<{ kind: NoticeKind }>()
    .execute()
  const news = new Map<string, News>()
  for (const row of rows) {
    // Problems count as seen once they're fixed.
    if (needsAttention(row.kind) && row.seen_at !== null) continue
    const key = row.order_id === null ? `notice ${row.id}` : `${row.order_id} ${row.kind}`
    const before = news.get(key)
    news.set(key, {
      kind: row.kind,
      orderId: row.shown_order_id,
      orderNumber: row.number ?? '',
      cardCount: row.card_count + (before?.cardCount ?? 0),
      amountCents: row.amount_cents + (before?.amountCents ?? 0),
      company: row.name ?? '',
      about: row.about,
      why: row.why,
      subjectId: row.subject_id,
    })
  }
  return [...news.values()]
}

type News = Parameters<typeof noticeSentence>[1] & {
  orderId: number | null
  subjectId: number | null
  /** Why a program couldn't order, or a list wasn't synced. */
  why: string
}
type Activity = { company: string; lines: { at: string; words: string }[]; hasMore: boolean }

/** As many lines of a company as its summary has. */
const MOST_LINES = 20

/** What people of the companies whose activity the person may see did in a day. */
async function readActivity(
  db: Db,
  site: SiteRow,
  { customerId, since, withActivity }: Payload,
  i18n: Texts,
): Promise<Activity[]> {
  if (since === undefined || withActivity !== true) return []
  const all: Activity[] = []
  for (const company of await listOwnCompanies(db, site, customerId)) {
    if (!company.capabilities.includes('activity.see')) continue
    const { id, role, capabilities } = company
    const own = { siteId: site.id, customerId, company: { id, role, capabilities } }
    const found = await activitySince(db, site, own, since, { limit: MOST_LINES + 1, i18n })
    if (found.length === 0) continue
    const lines = found.slice(0, MOST_LINES).map(({ at, by, does }) => ({
      at: new Intl.DateTimeFormat(i18n.locale, { timeStyle: 'short', timeZone: company.time_zone }).format(
        new Date(at),
      ),
      words: `${by} ${does}`,
    }))
    all.push({ company: company.name, lines: lines.reverse(), hasMore: found.length > MOST_LINES })
  }
  return all
}

const CHOSEN = /*i18n*/ 'You got this email because your notification settings include it.'

export function newsAtOnce(i18n: Texts, news: readonly News[], origin: string): MailContent {
  const [first, ...others] = news.map((one) => noticeSentence(i18n, one))
  return {
    i18n,
    subject:
      others.length === 0
        ? first!
        : i18n.t('{first} and {count, number} more', { first, count: others.length }),
    title: `${first}.`,
    parts: [
      ...news.flatMap(({ why }, nth): MailPart[] => [
        ...(nth === 0 ? [] : [{ kind: 'text', text: `${others[nth - 1]}.` } as const]),
        ...(why === '' ? [] : [{ kind: 'text', text: storedSentences(i18n, why) } as const]),
      ]),
      linkTo(i18n, news, origin),
    ],
    reason: i18n.t(CHOSEN),
  }
}

/** A link to what all the news is about. */
function linkTo(i18n: Texts, news: readonly News[], origin: string): MailPart {
  const [first] = news
  const isOne = news.every(({ kind, subjectId }) => kind === first?.kind && subjectId === first.subjectId)
  const { kind, orderId, subjectId } = first!
  if (kind === 'recipient_changed' && orderId !== null) {
    return {
      kind: 'link',
      label: i18n.t('See the order'),
      url: `${origin}/my-rewards?openDetails=${orderId}`,
    }
  }
  if (isOne && (kind === 'program_stuck' || kind === 'program_late')) {
    return { kind: 'link', label: i18n.t('See the program'), url: `${origin}/company/programs/${subjectId}` }
  }
  if (isOne && (kind === 'list_sync_failed' || kind === 'list_sync_held')) {
    return { kind: 'link', label: i18n.t('See the sync'), url: `${origin}/recipients/${subjectId}/file` }
  }
  return { kind: 'link', label: i18n.t('See your company'), url: `${origin}/company` }
}

export function summary(
  i18n: Texts,
  site: SiteRow,
  news: readonly News[],
  activity: readonly Activity[],
  origin: string,
): MailContent {
  const hasOrders = news.some(({ kind }) => !isOfCompany(kind))
  return {
    i18n,
    subject: i18n.t('Your daily summary from {siteName}', { siteName: site.name }),
    title: i18n.t('Your daily summary'),
    parts: [
      ...news.map(
        (one): MailPart => ({
          kind: 'text',
          text: `${noticeSentence(i18n, one)}. ${one.why === '' ? '' : storedSentences(i18n, one.why)}`.trim(),
        }),
      ),
      ...activity.flatMap(({ company, lines, hasMore }): MailPart[] => [
        { kind: 'text', text: i18n.t('{company} since yesterday:', { company }) },
        { kind: 'rows', rows: lines.map(({ at, words }) => ({ label: at, value: words })) },
        ...(hasMore
          ? [
              {
                kind: 'text',
                text: i18n.t('These are the {count} latest entries. See all of them under Activity.', {
                  count: MOST_LINES,
                }),
              } as const,
            ]
          : []),
      ]),
      hasOrders
        ? { kind: 'link', label: i18n.t('See your orders'), url: `${origin}/my-rewards` }
        : { kind: 'link', label: i18n.t('See your company'), url: `${origin}/company` },
    ],
    reason: i18n.t(CHOSEN),
  }
}
