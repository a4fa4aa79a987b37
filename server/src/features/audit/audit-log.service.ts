import type { AuditLine } from '@laurel/contract/office-audit'
import {
  type AuditFacts,
  auditEventWords,
  auditFactWords,
  auditPartyWords,
  auditReference,
} from '@laurel/domain/audit-words'
import type { Selectable } from 'kysely'
import type * as z from 'zod'
import type { Pool } from '../../database/database.ts'
import type { AuditEntries } from '../../database/generated/tables.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import { csvDownload, csvLine } from '../../http/csv-lines.ts'
import type { Download } from '../../http/serve.ts'
import { siteTime } from '../../http/site-time.ts'
import type { Kit } from '../../kit.ts'
import { checkChain, record } from './audit.service.ts'
import {
  type Cursor,
  countEntries,
  findSubject,
  listEntries,
  listEventNames,
  namesIn,
  namesOfStaff,
  readCursor,
  type Sought,
  writeCursor,
} from './audit-log.repo.ts'

type AuditLogKit = Pick<Kit, 'pool' | 'now'>
type Line = z.input<typeof AuditLine>
type Site = { id: number; time_zone: string }

const EXPORT_PAGE = 1_000
/** A tenth of a second's work: long enough to get on, short enough to show how far it is. */
const VERIFY_BATCH = 5_000

/** @throws {Refusal} `validation_failed` for an unknown order, or an invalid cursor */
export function readAuditLog(
  { pool }: AuditLogKit,
  site: Site,
  asked: Sought & { before?: string | undefined; page_size: number },
): Promise<{ results: Line[]; older: string | null }> {
  const siteId = site.id
  const before = asked.before === undefined ? undefined : readCursor(asked.before)
  return inSite(pool, siteId, async (db) => {
    const sought = await resolved(asked, (said) => findSubject(db, siteId, said))
    const rows = await listEntries(db, siteId, sought, before, asked.page_size + 1)
    const shown = rows.slice(0, asked.page_size)
    const names = await namesIn(db, siteId, shown)
    const last = shown.at(-1)
    return {
      results: shown.map((row) => line(row, { names, timeZone: site.time_zone })),
      older: rows.length > shown.length && last !== undefined ? writeCursor(last) : null,
    }
  })
}

export function readEvents({ pool }: AuditLogKit, { siteId }: Staff) {
  return inSite(pool, siteId, async (db) => {
    const [events, names] = await Promise.all([listEventNames(db, siteId), namesOfStaff(db, siteId)])
    return { events, people: [...names].map(([actor, name]) => ({ actor, name })) }
  })
}

/** Exporting the audit log is itself recorded. */
export async function exportAuditLog(
  { pool, now }: AuditLogKit,
  site: Site,
  actor: Staff,
  asked: Sought,
): Promise<Download> {
  const { siteId } = actor
  const at = now()
  const sought = await inSite(pool, siteId, async (db) => {
    const found = await resolved(asked, (said) => findSubject(db, siteId, said))
    const facts: AuditFacts = Object.fromEntries(
      Object.entries(found).filter((entry) => typeof entry[1] === 'string'),
    )
    record(db, siteId, { actor: actor.by, event: 'audit.exported', subject: '', facts, at })
    return found
  })
  const name = `audit ${at.toISOString().slice(0, 10)}.csv`
  return csvDownload(name, linesOf(pool, site, sought))
}

/** Checks part of the chain, so that the screen can show progress. */
export function verifyAuditLog({ pool }: AuditLogKit, { siteId }: Staff, afterId: number) {
  return inSite(pool, siteId, async (db) => {
    const [part, total] = await Promise.all([
      checkChain(db, siteId, afterId, VERIFY_BATCH),
      countEntries(db, siteId),
    ])
    return {
      checked: part.checked,
      total,
      last_id: part.lastId,
      is_done: part.brokenId !== undefined || part.checked < VERIFY_BATCH,
      broken_id: part.brokenId ?? null,
    }
  })
}

async function* linesOf(pool: Pool, site: Site, sought: Sought): AsyncGenerator<string> {
  const { id: siteId, time_zone: timeZone } = site
  yield csvLine(['Entry', `When (${timeZone})`, 'Who', 'What', 'About', 'Details', 'Hash'])
  for (let before: Cursor | undefined; ; ) {
    const cursor = before
    const { rows, names } = await inSite(pool, siteId, async (db) => {
      const found = await listEntries(db, siteId, sought, cursor, EXPORT_PAGE)
      return { rows: found, names: await namesIn(db, siteId, found) }
    })
    for (const row of rows) {
      const { id, at, actor, actor_name, event, subject, subject_name, facts } = line(row, {
        names,
        timeZone,
      })
      yield csvLine([
        ...[String(id), siteTime(at, site), auditPartyWords(actor, actor_name), auditEventWords(event)],
        ...[auditPartyWords(subject, subject_name), facts.map(factText).join('; '), row.hash],
      ])
    }
    if (rows.length < EXPORT_PAGE) return
    before = rows.at(-1)
  }
}

function factText({ label, words }: Line['facts'][number]): string {
  return `${label}: ${words}`
}

async function resolved(asked: Sought, find: (said: string) => Promise<string>): Promise<Sought> {
  const { event, actor, subject, from, until } = asked
  const found = subject === undefined || subject === '' ? undefined : await find(subject)
  return { event, actor, subject: found, from, until }
}

type Known = { names: ReadonlyMap<string, string>; timeZone: string }

function line(row: Selectable<AuditEntries>, known: Known): Line {
  const { id, actor, event, subject } = row
  const facts = Object.entries(row.facts as Record<string, unknown>)
    .map(([name, value]) => ({ name, value: String(value ?? '') }))
    // Old and new values can be empty; other empty facts are left out.
    .filter(({ name, value }) => value !== '' || /_(old|new)$/.test(name))
    .toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1))
    .map((fact) => ({ ...fact, ...auditFactWords(fact, known), about: auditReference(fact) ?? '' }))
  return {
    id,
    actor,
    event,
    subject,
    facts,
    actor_name: known.names.get(actor) ?? '',
    subject_name: known.names.get(subject) ?? '',
    at: row.at.toISOString(),
  }
}

/** In the order of the alphabet, and how it was before how it is. */
function rankOf({ name }: { name: string }): string {
  return name.replace(/_old$/, '_1').replace(/_new$/, '_2')
}
