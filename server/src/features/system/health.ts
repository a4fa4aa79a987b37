import { readFileSync } from 'node:fs'
import type { HealthCheck } from '@laurel/contract/office-system'
import type * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import type { Kit } from '../../kit.ts'
import { greetMailServer } from '../mail/mailer.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

type HealthKit = Pick<Kit, 'pool' | 'config' | 'files' | 'now'>
type Check = z.input<typeof HealthCheck>
type Health = { checked_at: string; checks: Check[]; versions: { name: string; version: string }[] }

const TIMEOUT_MS = 5_000
/** A second click reuses the answer instead of asking again. */
const KEEP_MS = 10_000

export const { version: LAUREL_VERSION } = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
) as { version: string }

/** Checks every service the site depends on, all at once, for at most five seconds each. */
export function makeHealth(kit: HealthKit) {
  const kept = new Map<number, { health: Promise<Health>; until: number }>()
  return (site: SiteRow): Promise<Health> => {
    const entry = kept.get(site.id)
    if (entry !== undefined && entry.until > Date.now()) return entry.health
    const health = look(kit, site)
    kept.set(site.id, { health, until: Date.now() + KEEP_MS })
    health.catch(() => kept.delete(site.id))
    return health
  }
}

async function look(kit: HealthKit, site: SiteRow): Promise<Health> {
  const { config } = kit
  const [carriers, database] = await Promise.all([enabledCarriers(kit, site.id), databaseFacts(kit)])
  const carrier = (name: 'ups' | 'usps', url: string | undefined) =>
    connection(
      name,
      carriers.has(name.toUpperCase()) ? url : undefined,
      reach,
      url === undefined ? `${name.toUpperCase()}_URL` : undefined,
    )
  const checks = await Promise.all([
    database.check,
    connection(
      'mail',
      config.mail?.smtpUrl,
      (url) => greetMailServer(url, TIMEOUT_MS),
      'SMTP_URL and MAIL_FROM',
    ),
    connection(
      'payments',
      config.payment.urls?.pageUrl,
      reach,
      'PAYMENT_TOKEN_URL, PAYMENT_PAGE_URL, and PAYMENT_XML_URL',
    ),
    check('files', () => writeAndRead(kit)),
    carrier('ups', config.carriers.upsUrl),
    carrier('usps', config.carriers.uspsUrl),
  ])
  return {
    checked_at: kit.now().toISOString(),
    checks,
    versions: [
      { name: 'Laurel', version: LAUREL_VERSION },
      { name: 'Node.js', version: process.versions.node },
      { name: 'PostgreSQL', version: database.version },
      { name: 'Schema', version: database.schema },
    ],
  }
}

export async function check(name: Check['name'], ask: () => Promise<string>): Promise<Check> {
  const began = performance.now()
  const took = () => Math.round(performance.now() - began)
  try {
    const detail = await withTimeout(ask())
    return { name, state: 'up', detail, took_ms: took() }
  } catch (cause) {
    return { name, state: 'down', detail: sentence(cause), took_ms: took() }
  }
}

async function connection(
  name: Check['name'],
  url: string | undefined,
  ask: (url: string) => Promise<string>,
  settings?: string,
): Promise<Check> {
  const detail = settings === undefined ? '' : `Ask your operator to set ${settings}.`
  if (url === undefined) return { name, state: 'not_set_up', detail, took_ms: 0 }
  return check(name, () => ask(url))
}

async function withTimeout<T>(asked: Promise<T>): Promise<T> {
  let bell: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    bell = setTimeout(() => reject(new Error('No answer within five seconds.')), TIMEOUT_MS)
  })
  try {
    return await Promise.race([asked, over])
  } finally {
    clearTimeout(bell)
  }
}

/** Any answer will do: this only checks whether the service is reachable. */
async function reach(url: string): Promise<string> {
  const { origin, host } = new URL(url)
  const answer = await fetch(origin, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await answer.body?.cancel()
  return host
}

/** The office doesn't wait longer for a silent mail server. */
const PROBE_MS = 2_000
const PROBE_KEPT_MS = 30_000

/** Does the mail server answer? Asked at most twice a minute, however many people look. */
export function makeMailProbe({ mail }: Pick<Kit['config'], 'mail'>): () => Promise<boolean> {
  let kept: { answers: Promise<boolean>; until: number } | undefined
  return () => {
    if (kept === undefined || kept.until <= Date.now()) {
      const greeted = (mail === undefined ? Promise.reject() : greetMailServer(mail.smtpUrl, PROBE_MS)).then(
        () => true,
        () => false,
      )
      kept = { answers: greeted, until: Date.now() + PROBE_KEPT_MS }
    }
    return kept.answers
  }
}

export async function writeAndRead({ files }: Pick<Kit, 'files'>): Promise<string> {
  const key = 'health-check'
  await files.put(key, Buffer.from('ok'))
  const read = await files.find(key)
  if (read?.toString() !== 'ok') throw new Error('A stored file couldn’t be read again.')
  return ''
}

async function databaseFacts({ pool }: HealthKit) {
  const began = performance.now()
  const { version, schema } = await pool
    .withTables<{ kysely_migration: { name: string } }>()
    .selectNoFrom(({ fn, val, selectFrom }) => [
      fn<string>('current_setting', [val('server_version')]).as('version'),
      selectFrom('kysely_migration')
        .select((of) => of.fn.max('name').as('name'))
        .as('schema'),
    ])
    .executeTakeFirstOrThrow()
  const took_ms = Math.round(performance.now() - began)
  return {
    version,
    schema: schema ?? '',
    check: { name: 'database', state: 'up', detail: '', took_ms } satisfies Check,
  }
}

async function enabledCarriers({ pool }: HealthKit, siteId: number): Promise<Set<string>> {
  const rows = await inSite(pool, siteId, (db) =>
    db
      .selectFrom('carrier_accounts')
      .select('carrier')
      .where('site_id', '=', siteId)
      .where('enabled', '=', true)
      .execute(),
  )
  return new Set(rows.map(({ carrier }) => carrier))
}

/** The error in the service's own words, without our addresses. */
function sentence(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  const { code, message } = inner as { code?: string; message?: string }
  if (code === 'ECONNREFUSED') return 'No server answers at this address.'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The host name wasn’t found.'
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') return 'No answer within five seconds.'
  if (code === 'EAUTH') return 'The user name or password was rejected.'
  return (message ?? 'It failed.').slice(0, 200)
}
