import { once } from 'node:events'
import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { connect } from 'node:net'
import pg from 'pg'
import type { Config } from './config.ts'
import { addressesOf } from './database/database-addresses.ts'
import { makeFileStore } from './features/files/local-file-store.ts'
import { isLive } from './features/payments/converge-hosts.ts'

/** `off`: not set, and what needs it isn't offered. `wrong`: a setting to correct, or nothing answers there. */
export type ConnectionState = 'ready' | 'off' | 'wrong'
export type ConnectionReport = {
  name: string
  state: ConnectionState
  /** What is connected, or what happens without it and what to set. Never has a secret or an address's password. */
  means: string
  settings: readonly string[]
  /** Nothing is missing without it. */
  isExtra?: boolean
}

/** Long enough for a sound network: a start doesn't wait for a silent one. */
const ANSWERS_WITHIN_MS = 2_000

type Connection = {
  name: string
  settings: readonly string[]
  /** Undefined if it isn't set. */
  ready: string | undefined
  off: string
  isExtra?: boolean
  /** Throws if it can't be used now. */
  ask?: () => Promise<unknown>
}

/** What Laurel connects to, by its settings. */
function connectionsOf(config: Config): Connection[] {
  const {
    databaseUrl,
    databaseReplicaUrl,
    filesUrl,
    clamd,
    redisUrl,
    mail,
    sms,
    payment,
    carriers,
    places,
    model,
    cognito,
  } = config
  const sandbox = (url: string) => (config.demo && isHere(url) ? 'the demo’s sandbox' : hostOf(url))
  return [
    {
      name: 'Database',
      settings: ['DATABASE_URL'],
      ready:
        databaseUrl === undefined ? 'embedded, in the data folder' : `PostgreSQL at ${hostsOf(databaseUrl)}`,
      off: '',
      ...(databaseUrl !== undefined && { ask: () => signInToAny(addressesOf(databaseUrl)) }),
    },
    {
      name: 'Replica',
      settings: ['DATABASE_REPLICA_URL'],
      ready: databaseReplicaUrl && `reads at ${hostsOf(databaseReplicaUrl)}`,
      off: 'The database answers all reads itself.',
      isExtra: true,
      ...(databaseReplicaUrl && { ask: () => signInToAny(addressesOf(databaseReplicaUrl)) }),
    },
    {
      name: 'Data folder',
      settings: ['DATA_DIR'],
      ready: config.dataDir,
      off: '',
      ask: async () => {
        await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
        await access(config.dataDir, constants.R_OK | constants.W_OK)
      },
    },
    {
      name: 'Secret',
      settings: ['LAUREL_SECRET'],
      ready: config.secret === undefined ? 'generated, in the data folder: back it up' : 'as set',
      off: '',
    },
    {
      name: 'Files',
      settings: ['FILES_URL'],
      ready: filesUrl === undefined ? 'in the data folder' : placeOf(filesUrl),
      off: '',
      ask: () => writeOneFile(config),
    },
    {
      name: 'Virus scans',
      settings: ['CLAMD_URL'],
      ready: clamd && `ClamAV at ${clamd.host}:${clamd.port}`,
      off: 'Files that customers upload aren’t scanned for viruses until CLAMD_URL is set.',
      isExtra: true,
      ...(clamd && {
        ask: () => answers(`tcp://${clamd.host.includes(':') ? `[${clamd.host}]` : clamd.host}`, clamd.port),
      }),
    },
    {
      name: 'Backups',
      settings: [
        'BACKUP_EVERY_HOURS',
        'BACKUP_URL',
        'BACKUP_PASSPHRASE',
        'BACKUP_PASSPHRASE_FILE',
        'BACKUP_KEEP',
      ],
      ready:
        config.backup.everyHours === undefined
          ? undefined
          : `every ${config.backup.everyHours} hours to ${placeOf(config.backup.url)}`,
      off: 'Nothing is backed up automatically until BACKUP_EVERY_HOURS and a passphrase are set.',
    },
    {
      name: 'Request counts',
      settings: ['REDIS_URL'],
      ready: redisUrl && `Redis at ${hostOf(redisUrl)}`,
      off: 'The database counts requests of several servers.',
      isExtra: true,
      ...(redisUrl && { ask: () => answers(redisUrl, 6379) }),
    },
    {
      name: 'Public address',
      settings: ['PUBLIC_ORIGIN'],
      ready: config.hasPublicOrigin || config.demo ? config.publicOrigin : undefined,
      off: `Links in emails start with ${config.publicOrigin} until PUBLIC_ORIGIN is set.`,
    },
    {
      name: 'Email',
      settings: ['SMTP_URL', 'MAIL_FROM'],
      ready: mail && `${sandbox(mail.smtpUrl)}, from ${mail.mailFrom}`,
      off: 'Email waits, and digital cards aren’t offered, until SMTP_URL and MAIL_FROM are set.',
      ...(mail && { ask: () => answers(mail.smtpUrl, mail.smtpUrl.startsWith('smtps:') ? 465 : 587) }),
    },
    {
      name: 'Text messages',
      settings: ['SMS_URL', 'SMS_TOKEN', 'SMS_FROM'],
      ready: sms && sandbox(sms.url),
      off: 'Codes by text message aren’t offered until SMS_URL is set.',
      ...(sms && { ask: () => answers(sms.url, 443) }),
    },
    {
      name: 'Cards and bank accounts',
      settings: ['PAYMENT_TOKEN_URL', 'PAYMENT_PAGE_URL', 'PAYMENT_XML_URL', 'PAYMENT_TEST_CARDS'],
      ready: payment.urls && paymentWords(payment.urls, sandbox(payment.urls.pageUrl)),
      off: 'Card and bank payments aren’t offered until PAYMENT_TOKEN_URL, PAYMENT_PAGE_URL, and PAYMENT_XML_URL are set.',
      ...(payment.urls && { ask: ofUrl(payment.urls.xmlUrl) }),
    },
    {
      name: 'UPS',
      settings: ['UPS_URL'],
      ready: carriers.upsUrl && sandbox(carriers.upsUrl),
      off: 'UPS labels and tracking are entered by hand until UPS_URL is set.',
      ...(carriers.upsUrl && { ask: ofUrl(carriers.upsUrl) }),
    },
    {
      name: 'USPS',
      settings: ['USPS_URL'],
      ready: carriers.uspsUrl && sandbox(carriers.uspsUrl),
      off: 'USPS labels are entered by hand, and addresses aren’t checked, until USPS_URL is set.',
      ...(carriers.uspsUrl && { ask: ofUrl(carriers.uspsUrl) }),
    },
    {
      name: 'Whole addresses',
      settings: ['PLACES_URL', 'PLACES_REGION', 'PLACES_API_KEY'],
      ready: places.url && `Amazon Location, ${sandbox(places.url)}`,
      off: 'Address forms suggest saved addresses and cities only until PLACES_REGION is set.',
      isExtra: true,
      ...(places.url && { ask: ofUrl(places.url) }),
    },
    {
      name: 'Language model',
      settings: ['AI_PROVIDER', 'AI_MODEL', 'AI_URL', 'AI_KEY', 'AI_DAILY_TOKENS'],
      ready:
        model &&
        `${model.model}, ${model.provider === 'bedrock' ? 'Amazon Bedrock, ' : ''}${sandbox(model.url)}`,
      off: 'The guide answers in conversations until AI_PROVIDER and AI_MODEL are set.',
      isExtra: true,
      ...(model && { ask: ofUrl(model.url) }),
    },
    {
      name: 'Accounts',
      settings: ['IDENTITY_USER_POOL_ID', 'IDENTITY_CLIENT_ID', 'IDENTITY_IDENTITY_POOL_ID'],
      ready: cognito === undefined ? 'embedded' : `Amazon Cognito, ${cognito.userPoolId}`,
      off: '',
    },
    {
      name: 'Other sign-ins',
      settings: ['IDENTITY_SOCIAL_FILE'],
      ready: config.social.size > 0 ? `for ${[...config.social.keys()].join(', ')}` : undefined,
      off: 'People sign in with email and password only.',
      isExtra: true,
    },
  ]
}

/**
 * Checks all connections at once, for at most two seconds each.
 *
 * @param wrong sentences about wrong settings, each beginning with its setting's name
 */
export async function reportSettings(
  config: Config,
  wrong: readonly string[] = [],
): Promise<ConnectionReport[]> {
  const connections = connectionsOf(config)
  const reports = await Promise.all(
    connections.map(async (connection): Promise<ConnectionReport[]> => {
      const { name, settings } = connection
      const sentences = wrong.filter((sentence) => settings.includes(settingOf(sentence)))
      if (sentences.length > 0) return sentences.map((means) => ({ name, settings, state: 'wrong', means }))
      // With wrong settings there's no start: nothing is asked.
      return [{ name, settings, ...(await stateOf(connection, wrong.length === 0)) }]
    }),
  )
  const others = wrong.filter((sentence) =>
    connections.every(({ settings }) => !settings.includes(settingOf(sentence))),
  )
  return [
    ...reports.flat(),
    ...others.map((sentence): ConnectionReport => {
      const name = settingOf(sentence)
      return { name, state: 'wrong', means: sentence, settings: [name] }
    }),
  ]
}

async function stateOf(
  { ready, off, isExtra = false, ask }: Connection,
  isAsked: boolean,
): Promise<Pick<ConnectionReport, 'state' | 'means' | 'isExtra'>> {
  if (ready === undefined) return { state: 'off', means: off, ...(isExtra && { isExtra }) }
  try {
    if (isAsked) await ask?.()
    return { state: 'ready', means: ready }
  } catch (cause) {
    return { state: 'wrong', means: `${ready}: ${wordsOf(cause as NodeJS.ErrnoException)}` }
  }
}

/** The report as lines of text. */
export function settingsTable(reports: readonly ConnectionReport[]): string {
  const width = Math.max(...reports.map(({ name }) => name.length))
  return reports
    .map(({ name, state, means }) => `  ${name.padEnd(width)}  ${state.padEnd(5)}  ${means}`)
    .join('\n')
}

function settingOf(sentence: string): string {
  return sentence.slice(0, sentence.indexOf(' '))
}

function paymentWords(urls: NonNullable<Config['payment']['urls']>, where: string): string {
  return isLive(urls) ? `Converge at ${where}` : `${where}: no money moves`
}

function ofUrl(url: string): () => Promise<void> {
  return () => answers(url, url.startsWith('https:') ? 443 : 80)
}

/** One host of several is enough. */
async function signInToAny(urls: readonly string[]): Promise<void> {
  await Promise.any(urls.map(signIn)).catch((cause: AggregateError) => {
    throw cause.errors[0]
  })
}

/** A server may answer and still refuse the user, or lack the database. */
async function signIn(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    // Closes the connection of a server that is still silent then.
    connectionTimeoutMillis: 2 * ANSWERS_WITHIN_MS,
  })
  client.on('error', () => {})
  try {
    await withinLimit(client.connect())
  } finally {
    void client.end().catch(() => {})
  }
}

/** Only connects: nothing is sent, and no password is tried. */
async function answers(url: string, defaultPort: number): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? defaultPort : Number(port),
  })
  try {
    await withinLimit(once(socket, 'connect'))
  } finally {
    socket.destroy()
  }
}

async function writeOneFile(config: Config): Promise<void> {
  const files = await makeFileStore(config)
  await withinLimit(files.put('settings-check', Buffer.from('ok')))
  await files.remove('settings-check')
}

const TURNS = 20

/** Counts turns of the event loop: while the server starts, it's busy for longer than an answer takes. */
async function withinLimit<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    let turns = 0
    timer = setInterval(() => {
      turns += 1
      if (turns === TURNS) reject(new Error('no answer'))
    }, ANSWERS_WITHIN_MS / TURNS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearInterval(timer)
  }
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server answers there',
  ENOTFOUND: 'DNS doesn’t know this name',
  EAI_AGAIN: 'DNS didn’t answer',
  ABORT_ERR: 'no answer',
  EACCES: 'it can’t be written',
  EROFS: 'it can’t be written',
  EEXIST: 'it isn’t a folder',
  ENOTDIR: 'it isn’t a folder',
  ENOSPC: 'the disk is full',
  '3D000': 'there’s no such database on this server',
  '28P01': 'the server refuses the user or password',
  '28000': 'the server refuses the user or password',
}

function wordsOf(error: NodeJS.ErrnoException): string {
  const { code, message, cause } = error
  if (code === undefined) return message
  // The file store wraps the disk's own error.
  return (
    WORDS[code] ??
    (cause instanceof Error && cause !== error ? wordsOf(cause) : undefined) ??
    `no answer (${code})`
  )
}

/** A folder, or a bucket without what else its address says: someone may have put a key there. */
export function placeOf(address: string): string {
  return address.replace(/\?.*/, '').replace(/^(\w+:\/\/)[^/]*@/, '$1')
}

function hostOf(url: string): string {
  return new URL(url).host
}

function hostsOf(databaseUrl: string): string {
  const hosts = addressesOf(databaseUrl).map(hostOf)
  return `${hosts.join(' or ')}${new URL(addressesOf(databaseUrl)[0]!).pathname}`
}

function isHere(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
}
