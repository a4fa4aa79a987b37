import type { listCompanyActivity } from '@laurel/contract/company-activity'
import { ACTIVITY_KIND_WORDS, type ActivityKind } from '@laurel/domain/activity-kinds'
import { auditPartyWords } from '@laurel/domain/audit-words'
import { activityEvents, activityScreen, activityWords } from '@laurel/domain/company-activity'
import type { Texts } from '@laurel/domain/texts'
import type { Selectable } from 'kysely'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import type { AuditEntries } from '../../database/generated/tables.ts'
import { inSite } from '../../database/in-site.ts'
import { anyOf } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import { csvDownload, csvLine } from '../../http/csv-lines.ts'
import type { Download } from '../../http/serve.ts'
import { siteTime } from '../../http/site-time.ts'
import type { Kit } from '../../kit.ts'
import { orderOfEntry } from '../audit/audit.service.ts'
import { type Cursor, listEntries, readCursor, type Sought, writeCursor } from '../audit/audit-log.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { noteChange } from './change-company.ts'
import { type InCompany, inCompany, readTimeZone } from './companies.repo.ts'

type ActivityKit = Pick<Kit, 'pool' | 'now'>
type Page = z.input<typeof listCompanyActivity.response>
type Line = Page['results'][number]
type Entry = Selectable<AuditEntries>
type Asked = {
  kind?: ActivityKind | undefined
  person?: string | undefined
  from?: string | undefined
  until?: string | undefined
}

const EXPORT_PAGE = 1_000

/** @throws {Refusal} `registration_incomplete`; `validation_failed` for an invalid cursor */
export function listActivity(
  { pool }: ActivityKit,
  site: SiteRow,
  actor: Customer,
  asked: Asked & { before?: string | undefined; page_size: number },
  i18n: Texts,
): Promise<Page> {
  const own = inCompany(actor)
  const before = asked.before === undefined ? undefined : readCursor(asked.before)
  return inSite(pool, site.id, async (db) => {
    const rows = await listEntries(db, site.id, soughtOf(own, asked), before, asked.page_size + 1)
    const shown = rows.slice(0, asked.page_size)
    const last = shown.at(-1)
    return {
      results: (await linesOf(db, site, own, shown, i18n)).map(({ hash: _, ...line }) => line),
      older: rows.length > shown.length && last !== undefined ? writeCursor(last) : null,
    }
  })
}

/**
 * The export is part of the activity.
 *
 * @throws {Refusal} `registration_incomplete`
 */
export async function exportActivity(
  kit: ActivityKit,
  site: SiteRow,
  actor: Customer,
  asked: Asked,
  i18n: Texts,
): Promise<Download> {
  const own = inCompany(actor)
  const timeZone = await inSite(kit.pool, site.id, async (db) => {
    noteChange(db, kit, own, 'company.activity_exported', {})
    return readTimeZone(db, site, own.company.id)
  })
  const name = `activity ${siteTime(kit.now().toISOString(), { time_zone: timeZone }).slice(0, 10)}.csv`
  return csvDownload(name, csvOf(kit, site, own, asked, timeZone, i18n))
}

async function* csvOf(
  { pool }: ActivityKit,
  site: SiteRow,
  own: InCompany,
  asked: Asked,
  timeZone: string,
  i18n: Texts,
): AsyncGenerator<string> {
  yield csvLine([
    ...[i18n.t('Entry'), i18n.t('When ({timeZone})', { timeZone }), i18n.t('Who'), i18n.t('What')],
    ...[i18n.t('About'), i18n.t('Order'), i18n.t('Hash')],
  ])
  for (let before: Cursor | undefined; ; ) {
    const cursor = before
    const { rows, lines } = await inSite(pool, site.id, async (db) => {
      const found = await listEntries(db, site.id, soughtOf(own, asked), cursor, EXPORT_PAGE)
      return { rows: found, lines: await linesOf(db, site, own, found, i18n) }
    })
    for (const { id, at, by, does, kind, order, hash } of lines) {
      const when = siteTime(at, { time_zone: timeZone })
      const about = i18n.t(ACTIVITY_KIND_WORDS[kind])
      yield csvLine([String(id), when, by, does, about, order?.number ?? '', hash])
    }
    if (rows.length < EXPORT_PAGE) return
    before = rows.at(-1)
  }
}

/** The latest entries since a moment, newest first. */
export async function activitySince(
  db: Db,
  site: SiteRow,
  own: InCompany,
  since: string,
  { limit, i18n }: { limit: number; i18n: Texts },
): Promise<Line[]> {
  const rows = await listEntries(db, site.id, soughtOf(own, { from: since }), undefined, limit)
  return linesOf(db, site, own, rows, i18n)
}

function soughtOf({ company }: InCompany, { kind, person, from, until }: Asked): Sought {
  const isBySite = person === 'site'
  return {
    ...(person !== undefined && !isBySite && { actor: `customer:${person}` }),
    from,
    until,
    company: { id: company.id, events: activityEvents(kind), isBySite },
  }
}

async function linesOf(
  db: Db,
  site: SiteRow,
  own: InCompany,
  entries: readonly Entry[],
  i18n: Texts,
): Promise<(Line & { hash: string })[]> {
  const [people, orders] = await Promise.all([
    namesOfPeople(db, site.id, entries),
    numbersOfOrders(db, own, entries),
  ])
  const nameOf = (party: string) => auditPartyWords(party, people.get(party) ?? '')
  return entries.flatMap((entry) => {
    const personId = customerId(entry.actor)
    const order = orders.get(orderOfEntry(entry) ?? 0)
    const told = activityWords(entry.event, {
      facts: factsOf(entry),
      nameOf,
      orderNumber: order?.number ?? '',
      isOwn: personId !== null,
      i18n,
    })
    if (told === undefined) return []
    return {
      id: entry.id,
      at: entry.at.toISOString(),
      kind: told.kind,
      person_id: personId,
      by: personId === null ? siteWords(i18n, site, entry.actor) : nameOf(entry.actor),
      does: told.words,
      about: activityScreen(entry.event, factsOf(entry)),
      order: (told.kind === 'orders' && order) || null,
      hash: entry.hash,
    }
  })
}

/** A company never reads the names of the site's staff. */
function siteWords(i18n: Texts, site: SiteRow, actor: string): string {
  return /^(staff|integrator|operator)\b/.test(actor)
    ? i18n.t('{site} staff', { site: site.name })
    : site.name
}

function customerId(party: unknown): number | null {
  const [, id] = /^customer:(\d+)$/.exec(String(party)) ?? []
  return id === undefined ? null : Number(id)
}

function factsOf({ facts }: Entry): Record<string, unknown> {
  return { ...(facts as object) }
}

/** As in the audit log: people who were erased have a number. */
async function namesOfPeople(
  db: Db,
  siteId: number,
  entries: readonly Entry[],
): Promise<Map<string, string>> {
  const ids = entries.flatMap((entry) =>
    [entry.actor, factsOf(entry).person].flatMap((party) => customerId(party) ?? []),
  )
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('customers')
    .select(['id', 'first_name', 'last_name'])
    .where('site_id', '=', siteId)
    .where('id', '=', anyOf([...new Set(ids)]))
    .execute()
  return new Map(
    rows.map(({ id, first_name, last_name }) => [`customer:${id}`, `${first_name} ${last_name}`.trim()]),
  )
}

/** Orders that the company placed: a cart is its person's alone. */
async function numbersOfOrders(db: Db, { siteId, company }: InCompany, entries: readonly Entry[]) {
  const ids = entries.flatMap((entry) => orderOfEntry(entry) ?? [])
  if (ids.length === 0) return new Map<number, { id: number; number: string }>()
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('site_id', '=', siteId)
    .where('company_id', '=', company.id)
    .where('status', 'not in', ['cart', 'awaiting_approval'])
    .where('id', '=', anyOf([...new Set(ids)]))
    .execute()
  return new Map(rows.map(({ id, number }) => [id, { id, number: number ?? '' }]))
}
