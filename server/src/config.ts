import { resolve } from 'node:path'
import * as z from 'zod'
import { CognitoVariables, readCognitoPool } from './cognito-settings.ts'
import { isDatabaseUrl } from './database/database-addresses.ts'
import { carrierUrl } from './features/carriers/carrier-hosts.ts'
import { convergeUrls } from './features/payments/converge-hosts.ts'
import { readSocialSettings } from './features/sites/social-settings.ts'
import { isAddressRange } from './http/address-ranges.ts'
import { assertNoOwnAccounts, OwnAccountsVariables, readStaffKey } from './own-accounts-settings.ts'
import { WrongSetting } from './wrong-setting.ts'

export { WrongSetting } from './wrong-setting.ts'

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback)
const flag = z
  .enum(['0', '1'])
  .default('0')
  .transform((value) => value === '1')
const addressList = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(
    (list) => list.every(isAddressRange),
    'expects addresses or ranges, such as 198.51.100.7, 203.0.113.0/24',
  )
const databaseUrl = z.string().refine(isDatabaseUrl, 'expects postgres://user:password@host/database')
const webUrl = z.url({ protocol: /^https?$/, error: 'expects an http or https address' })

/** Every setting of the server, read once. `.env.example` lists each with its default. */
const Settings = z.object({
  PORT: port(3000),
  HOST: z.string().default('127.0.0.1'),
  SANDBOX_PORT: port(3001),
  SANDBOX_SMTP_PORT: port(2525),
  PUBLIC_ORIGIN: webUrl.optional(),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_REPLICA_URL: databaseUrl.optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(20),
  DATABASE_NAMED_QUERIES: z.enum(['0', '1']).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'expects redis://host:port' }).optional(),
  DEMO: z.enum(['0', '1']).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'expects smtp://host:port' }).optional(),
  MAIL_FROM: z.string().default('rewards@example.com'),
  SMS_URL: webUrl.optional(),
  SMS_TOKEN: z.string().min(1).optional(),
  SMS_FROM: z.string().max(40).default(''),
  FILES_URL: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  PAYMENT_TOKEN_URL: webUrl.optional(),
  PAYMENT_PAGE_URL: webUrl.optional(),
  PAYMENT_XML_URL: webUrl.optional(),
  PAYMENT_TEST_CARDS: flag,
  PAYMENT_REPORTS_FROM: addressList,
  UPS_URL: webUrl.optional(),
  USPS_URL: webUrl.optional(),
  UPS_CALLS_PER_HOUR: z.coerce.number().int().min(1).max(1_000_000).default(3_600),
  USPS_CALLS_PER_HOUR: z.coerce.number().int().min(1).max(1_000_000).default(60),
  BATCH_DELIVERIES: z.coerce.number().int().min(1).max(10_000).default(2_000),
  ...CognitoVariables.shape,
  ...OwnAccountsVariables.shape,
  LAUREL_SECRET: z.string().min(32, 'expects at least 32 characters').optional(),
  WEBHOOKS_TO_PRIVATE_HOSTS: flag,
  TRACK_AFTER_MINUTES: z.coerce.number().int().min(1).max(1_440).optional(),
  WITHOUT_WORKER: flag,
  SERVERS: z.coerce.number().int().min(1).max(64).default(1),
  WORKERS: z.coerce.number().int().min(0).max(64).default(0),
})

export type Config = ReturnType<typeof readConfig>

/**
 * Reads the settings from the environment.
 *
 * @throws {WrongSetting} naming the variable and what it expects
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const read = Settings.safeParse(given)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new WrongSetting(`${String(issue?.path[0])} is wrong: ${issue?.message}`)
  }
  const s = read.data
  if (s.SMS_TOKEN !== undefined && s.SMS_URL === undefined) {
    throw new WrongSetting('SMS_URL is missing: SMS_TOKEN needs it')
  }
  if (s.DATABASE_URL === undefined && (s.SERVERS > 1 || s.WORKERS > 0)) {
    throw new WrongSetting(
      'SERVERS and WORKERS need PostgreSQL: only one process can open the embedded database. Set DATABASE_URL too.',
    )
  }
  if (s.DATABASE_URL === undefined && s.DATABASE_REPLICA_URL !== undefined) {
    throw new WrongSetting('DATABASE_URL is missing: DATABASE_REPLICA_URL needs it')
  }
  if (s.WITHOUT_WORKER && s.WORKERS > 0) {
    throw new WrongSetting('WORKERS is wrong: WITHOUT_WORKER leaves jobs to other machines')
  }
  const cognito = readCognitoPool(CognitoVariables.parse(given))
  if (cognito !== undefined) assertNoOwnAccounts(OwnAccountsVariables.parse(given))
  const sandbox = `http://localhost:${s.SANDBOX_PORT}`
  const converge = convergeUrls(s)
  const embedded = s.DATABASE_URL === undefined
  const demo = s.DEMO === undefined ? embedded : s.DEMO === '1'
  return {
    port: s.PORT,
    host: s.HOST,
    publicOrigin: (s.PUBLIC_ORIGIN ?? `http://localhost:${s.PORT}`).replace(/\/$/, ''),
    trustProxyHops: s.TRUST_PROXY,
    dataDir: resolve(s.DATA_DIR),
    databaseUrl: s.DATABASE_URL,
    databaseReplicaUrl: s.DATABASE_REPLICA_URL,
    databasePool: s.DATABASE_POOL,
    /** Undefined unless set: each connection notices a pooler. */
    namesQueries: s.DATABASE_NAMED_QUERIES === undefined ? undefined : s.DATABASE_NAMED_QUERIES === '1',
    /** Redis or Valkey; without it, PostgreSQL keeps what servers count together. */
    redisUrl: s.REDIS_URL,
    /** The demo is filled into an empty embedded database, and elsewhere only when asked for. */
    demo,
    smtpUrl: s.SMTP_URL ?? `smtp://127.0.0.1:${s.SANDBOX_SMTP_PORT}`,
    mailFrom: s.MAIL_FROM,
    sms: { url: s.SMS_URL ?? `${sandbox}/sms/messages/`, token: s.SMS_TOKEN, from: s.SMS_FROM },
    filesUrl: s.FILES_URL,
    logLevel: s.LOG_LEVEL,
    rateLimitPerMinute: s.RATE_LIMIT_PER_MINUTE,
    payment: {
      tokenUrl: converge?.PAYMENT_TOKEN_URL ?? `${sandbox}/converge/hosted-payments/transaction_token`,
      pageUrl: converge?.PAYMENT_PAGE_URL ?? `${sandbox}/converge/hosted-payments`,
      xmlUrl: converge?.PAYMENT_XML_URL ?? `${sandbox}/converge/processxml.do`,
      /** Where the provider's reports may come from; empty is anywhere, with the right name and password. */
      reportsFrom: s.PAYMENT_REPORTS_FROM,
      testCards: s.PAYMENT_TEST_CARDS || converge === undefined,
    },
    carriers: {
      upsUrl: carrierUrl('UPS_URL', s.UPS_URL ?? `${sandbox}/ups`),
      uspsUrl: carrierUrl('USPS_URL', s.USPS_URL ?? `${sandbox}/usps`),
      upsPerHour: s.UPS_CALLS_PER_HOUR,
      uspsPerHour: s.USPS_CALLS_PER_HOUR,
    },
    /** The most letters one batch takes. */
    batchDeliveries: s.BATCH_DELIVERIES,
    /** A real user pool; without one the embedded accounts service answers. */
    cognito,
    /** What signs the Admin operations of the embedded accounts service. */
    staffKey: readStaffKey(s),
    /** The services people sign in with besides passwords, by site. */
    social: readSocialSettings(s.IDENTITY_SOCIAL_FILE),
    secret: s.LAUREL_SECRET,
    /** For development: events may be sent to this machine and to private networks. */
    webhooksToPrivateHosts: s.WEBHOOKS_TO_PRIVATE_HOSTS,
    /** Minutes before a shipment's tracking is checked, and between checks. In a demo, parcels are moved by hand. */
    trackAfterMs: (s.TRACK_AFTER_MINUTES ?? (demo ? 2 : 360)) * 60_000,
    withWorker: !s.WITHOUT_WORKER,
    /** Processes that answer requests, and others that work on jobs; without those, the servers do. */
    servers: s.SERVERS,
    workers: s.WORKERS,
  }
}
