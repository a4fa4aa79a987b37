import { resolve } from 'node:path'
import * as z from 'zod'
import { BackupVariables, readBackupSettings } from './backup-settings.ts'
import { CognitoVariables, readCognitoPool } from './cognito-settings.ts'
import { isDatabaseUrl } from './database/database-addresses.ts'
import { carrierUrl } from './features/carriers/carrier-hosts.ts'
import { MODEL_VARIABLES, modelSettings } from './features/conversations/model/model-settings.ts'
import { clamdAddress } from './features/files/clamd.ts'
import { convergeUrls, sandboxConverge } from './features/payments/converge-hosts.ts'
import { placesAddress } from './features/places/places-url.ts'
import { readSocialSettings } from './features/sites/social-settings.ts'
import { isAddressRange } from './http/address-ranges.ts'
import { assertNoOwnAccounts, OwnAccountsVariables, readStaffKey } from './own-accounts-settings.ts'
import { WrongSetting } from './wrong-setting.ts'

export { WrongSetting } from './wrong-setting.ts'

const whole = (from: number, to: number) => {
  const error = `expects a whole number from ${from} to ${to}`
  return z.coerce.number({ error }).int({ error }).min(from, { error }).max(to, { error })
}
const port = (fallback: number) => whole(0, 65_535).default(fallback)
const zeroOrOne = z.enum(['0', '1'], 'expects 0 or 1')
const flag = zeroOrOne.default('0').transform((value) => value === '1')
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
/** What the demo's sandbox accepts. */
const SANDBOX_PLACES_KEY = 'sandbox-places-key'

const Settings = z.object({
  PORT: port(3000),
  HOST: z.string().default('127.0.0.1'),
  SANDBOX_PORT: port(3001),
  SANDBOX_SMTP_PORT: port(2525),
  PUBLIC_ORIGIN: webUrl.optional(),
  TRUST_PROXY: whole(0, 10).default(0),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_REPLICA_URL: databaseUrl.optional(),
  DATABASE_POOL: whole(1, 200).default(20),
  DATABASE_NAMED_QUERIES: zeroOrOne.optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'expects redis://host:port' }).optional(),
  DEMO: zeroOrOne.optional(),
  DEMO_HISTORY: zeroOrOne.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'expects smtp://host:port' }).optional(),
  MAIL_FROM: z.email('expects an email address').optional(),
  SMS_URL: webUrl.optional(),
  SMS_TOKEN: z.string().min(1).optional(),
  SMS_FROM: z.string().max(40).default(''),
  FILES_URL: z.string().optional(),
  CLAMD_URL: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  RATE_LIMIT_PER_MINUTE: whole(1, 100_000_000).default(600),
  PAYMENT_TOKEN_URL: webUrl.optional(),
  PAYMENT_PAGE_URL: webUrl.optional(),
  PAYMENT_XML_URL: webUrl.optional(),
  PAYMENT_TEST_CARDS: flag,
  PAYMENT_REPORTS_FROM: addressList,
  UPS_URL: webUrl.optional(),
  USPS_URL: webUrl.optional(),
  UPS_CALLS_PER_HOUR: whole(1, 1_000_000).default(3_600),
  USPS_CALLS_PER_HOUR: whole(1, 1_000_000).default(60),
  PLACES_URL: webUrl.optional(),
  PLACES_REGION: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'expects a region such as us-east-1')
    .optional(),
  PLACES_API_KEY: z.string().min(1).optional(),
  PLACES_CALLS_PER_DAY: whole(1, 10_000_000).default(5_000),
  AI_PROVIDER: z.enum(['bedrock', 'openai'], 'expects bedrock or openai').optional(),
  AI_MODEL: z.string().min(1).max(200).optional(),
  AI_URL: webUrl.optional(),
  AI_KEY: z.string().min(1).optional(),
  AI_DAILY_TOKENS: whole(1_000, 1_000_000_000).default(500_000),
  BATCH_DELIVERIES: whole(1, 10_000).default(2_000),
  ...CognitoVariables.shape,
  ...OwnAccountsVariables.shape,
  LAUREL_SECRET: z.string().min(32, 'expects at least 32 characters').optional(),
  WEBHOOKS_TO_PRIVATE_HOSTS: flag,
  TRACK_AFTER_MINUTES: whole(1, 1_440).optional(),
  WITHOUT_WORKER: flag,
  ...BackupVariables.shape,
  SERVERS: whole(1, 64).default(1),
  WORKERS: whole(0, 64).default(0),
  METRICS_PORT: whole(0, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
})

export type Config = ReturnType<typeof configOf>

export const SETTING_NAMES = Object.keys(Settings.shape)

/**
 * Reads the settings from the environment.
 *
 * @throws {WrongSetting} naming every variable that is wrong and what it expects
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const { config, wrong } = checkConfig(environment)
  if (wrong.length > 0) throw new WrongSetting(wrong.join('\n'))
  return config
}

/**
 * Checks all settings together.
 *
 * @returns a sentence for each wrong one, which begins with its name; in `config`, a wrong one counts as not set
 */
export function checkConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const wrong = new Map<string, string>()
  for (const issue of Settings.safeParse(given).error?.issues ?? []) {
    const name = String(issue.path[0])
    if (!wrong.has(name)) wrong.set(name, `${name} is wrong: ${issue.message}`)
    delete given[name]
  }
  const check = makeCheck(wrong)
  const config = configOf(given, check)
  return { config, wrong: [...wrong.values()] }
}

type Check = ReturnType<typeof makeCheck>

/** Runs checks and collects what they throw. Skips a check if one of its settings is wrong already. */
function makeCheck(wrong: Map<string, string>) {
  return <T>(names: readonly string[], read: () => T): T | undefined => {
    if (names.some((name) => wrong.has(name))) return undefined
    try {
      return read()
    } catch (cause) {
      if (!(cause instanceof WrongSetting)) throw cause
      for (const sentence of cause.message.split('\n')) {
        const [name = ''] = sentence.split(' ')
        if (!wrong.has(name)) wrong.set(name, sentence)
      }
      return undefined
    }
  }
}

const PAYMENT_URLS = ['PAYMENT_TOKEN_URL', 'PAYMENT_PAGE_URL', 'PAYMENT_XML_URL'] as const

function configOf(given: Record<string, string | undefined>, check: Check) {
  const s = Settings.parse(given)
  const embedded = s.DATABASE_URL === undefined
  const demo = s.DEMO === undefined ? embedded : s.DEMO === '1'
  checkTogether(s, demo, check)
  const cognitoNames = Object.keys(CognitoVariables.shape)
  const cognito = check(cognitoNames, () => readCognitoPool(CognitoVariables.parse(given)))
  if (cognito !== undefined) check([], () => assertNoOwnAccounts(OwnAccountsVariables.parse(given)))
  // Outside the demo, what isn't connected is off: nothing real ever reaches a simulator.
  const sandbox = demo ? `http://localhost:${s.SANDBOX_PORT}` : undefined
  const converge = check(PAYMENT_URLS, () => convergeUrls(s, demo))
  const smtpUrl = s.SMTP_URL ?? (demo ? `smtp://127.0.0.1:${s.SANDBOX_SMTP_PORT}` : undefined)
  const mailFrom = s.MAIL_FROM ?? (demo ? 'rewards@example.com' : undefined)
  const sandboxPlaces = sandbox && `${sandbox}/places`
  const isOwnPlaces = s.PLACES_URL !== undefined || s.PLACES_REGION !== undefined
  const smsUrl = s.SMS_URL ?? (sandbox && `${sandbox}/sms/messages/`)
  return {
    port: s.PORT,
    host: s.HOST,
    hasPublicOrigin: s.PUBLIC_ORIGIN !== undefined,
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
    /** With twelve months of orders. */
    demoHistory: demo && s.DEMO_HISTORY === '1',
    /** The mail server and the sender; without them, mail waits. */
    mail: smtpUrl === undefined || mailFrom === undefined ? undefined : { smtpUrl, mailFrom, isDemo: demo },
    /** The gateway for text messages; without it, no site offers them. */
    sms: smsUrl === undefined ? undefined : { url: smsUrl, token: s.SMS_TOKEN, from: s.SMS_FROM },
    filesUrl: s.FILES_URL,
    /** ClamAV's daemon; without it, files aren't scanned. */
    clamd: check(['CLAMD_URL'], () => (s.CLAMD_URL === undefined ? undefined : clamdAddress(s.CLAMD_URL))),
    logLevel: s.LOG_LEVEL,
    rateLimitPerMinute: s.RATE_LIMIT_PER_MINUTE,
    payment: {
      /** Converge's addresses; without them, cards and bank accounts aren't offered. */
      urls: converge ?? (sandbox === undefined ? undefined : sandboxConverge(sandbox)),
      /** Where the provider's reports may come from; empty is anywhere, with the right name and password. */
      reportsFrom: s.PAYMENT_REPORTS_FROM,
      testCards: s.PAYMENT_TEST_CARDS || (demo && converge === undefined),
    },
    /** Without its address, a carrier isn't called: labels and tracking are entered by hand. */
    carriers: {
      upsUrl: check(['UPS_URL'], () => carrierUrl('UPS_URL', s.UPS_URL ?? (sandbox && `${sandbox}/ups`))),
      uspsUrl: check(['USPS_URL'], () =>
        carrierUrl('USPS_URL', s.USPS_URL ?? (sandbox && `${sandbox}/usps`)),
      ),
      upsPerHour: s.UPS_CALLS_PER_HOUR,
      uspsPerHour: s.USPS_CALLS_PER_HOUR,
    },
    /** Amazon Location; without its address, only the embedded list suggests places. */
    places: {
      ...(check(['PLACES_URL', 'PLACES_REGION'], () =>
        placesAddress({ url: isOwnPlaces ? s.PLACES_URL : sandboxPlaces, region: s.PLACES_REGION }),
      ) ?? placesAddress({ url: undefined, region: undefined })),
      apiKey: isOwnPlaces || !sandbox ? s.PLACES_API_KEY : SANDBOX_PLACES_KEY,
      callsPerDay: s.PLACES_CALLS_PER_DAY,
    },
    /** Answers in conversations, on sites that use it. Without it, the guide does. */
    model: check([...MODEL_VARIABLES, 'AI_DAILY_TOKENS'], () => modelSettings(s, sandbox)),
    /** The most letters one batch takes. */
    batchDeliveries: s.BATCH_DELIVERIES,
    /** A real user pool; without one the embedded accounts service answers. */
    cognito,
    /** What signs the Admin operations of the embedded accounts service. */
    staffKey: check(['IDENTITY_STAFF_KEY_ID', 'IDENTITY_STAFF_SECRET'], () => readStaffKey(s)),
    /** The services people sign in with besides passwords, by site. */
    social: check([], () => readSocialSettings(s.IDENTITY_SOCIAL_FILE)) ?? readSocialSettings(undefined),
    secret: s.LAUREL_SECRET,
    backup:
      check(Object.keys(BackupVariables.shape), () => readBackupSettings(s, s.DATA_DIR)) ??
      readBackupSettings(BackupVariables.parse({}), s.DATA_DIR),
    /** For development: events may be sent to this machine and to private networks. */
    webhooksToPrivateHosts: s.WEBHOOKS_TO_PRIVATE_HOSTS,
    /** Minutes before a shipment's tracking is checked, and between checks. In a demo, parcels are moved by hand. */
    trackAfterMs: (s.TRACK_AFTER_MINUTES ?? (demo ? 2 : 360)) * 60_000,
    withWorker: !s.WITHOUT_WORKER,
    /** Processes that answer requests, and others that work on jobs; without those, the servers do. */
    servers: s.SERVERS,
    workers: s.WORKERS,
    /** Where metrics are read; undefined is nowhere. */
    metrics: s.METRICS_PORT === undefined ? undefined : { port: s.METRICS_PORT, host: s.METRICS_HOST },
  }
}

/** Checks settings that depend on each other. */
function checkTogether(s: z.output<typeof Settings>, demo: boolean, check: Check): void {
  check(['SMS_URL', 'SMS_TOKEN'], () => {
    if (s.SMS_TOKEN !== undefined && s.SMS_URL === undefined) {
      throw new WrongSetting('SMS_URL is missing: SMS_TOKEN needs it')
    }
  })
  check(['SMTP_URL', 'MAIL_FROM'], () => {
    if (s.SMTP_URL !== undefined && s.MAIL_FROM === undefined && !demo) {
      throw new WrongSetting('MAIL_FROM is missing: SMTP_URL needs it, to say whom mail comes from')
    }
  })
  check(['DATABASE_URL', 'SERVERS', 'WORKERS'], () => {
    if (s.DATABASE_URL === undefined && (s.SERVERS > 1 || s.WORKERS > 0)) {
      throw new WrongSetting(
        'SERVERS and WORKERS need PostgreSQL: only one process can open the embedded database. Set DATABASE_URL too.',
      )
    }
  })
  check(['DATABASE_URL', 'DATABASE_REPLICA_URL'], () => {
    if (s.DATABASE_URL === undefined && s.DATABASE_REPLICA_URL !== undefined) {
      throw new WrongSetting('DATABASE_URL is missing: DATABASE_REPLICA_URL needs it')
    }
  })
  check(['PORT', 'METRICS_PORT'], () => {
    if (s.METRICS_PORT !== undefined && s.METRICS_PORT === s.PORT && s.PORT !== 0) {
      throw new WrongSetting('METRICS_PORT is wrong: PORT is the same. Metrics need a port of their own')
    }
  })
  check(['WITHOUT_WORKER', 'WORKERS'], () => {
    if (s.WITHOUT_WORKER && s.WORKERS > 0) {
      throw new WrongSetting('WORKERS is wrong: WITHOUT_WORKER leaves jobs to other machines')
    }
  })
}
