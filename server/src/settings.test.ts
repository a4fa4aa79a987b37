import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Config, checkConfig, readConfig, SETTING_NAMES } from './config.ts'
import { reportSettings, settingsTable } from './settings-report.ts'

const ROOT = new URL('../../', import.meta.url)
const POOL = {
  IDENTITY_USER_POOL_ID: 'us-east-1_AbCdEf123',
  IDENTITY_CLIENT_ID: 'client',
  IDENTITY_IDENTITY_POOL_ID: 'us-east-1:11111111-2222-4333-8444-555555555555',
}
const MODEL = { AI_PROVIDER: 'openai', AI_MODEL: 'small' }
/** Nothing is set but this: an installation, not a demo. */
const REAL = { DEMO: '0' }

/** What holds for an installation without the setting, as docs/settings.md says in its last column. */
const WITHOUT: Record<string, (config: Config) => void> = {
  PORT: ({ port }) => expect(port).toBe(3000),
  HOST: ({ host }) => expect(host).toBe('127.0.0.1'),
  PUBLIC_ORIGIN: ({ publicOrigin }) => expect(publicOrigin).toBe('http://localhost:3000'),
  TRUST_PROXY: ({ trustProxyHops }) => expect(trustProxyHops).toBe(0),
  RATE_LIMIT_PER_MINUTE: ({ rateLimitPerMinute }) => expect(rateLimitPerMinute).toBe(600),
  LOG_LEVEL: ({ logLevel }) => expect(logLevel).toBe('info'),
  WEBHOOKS_TO_PRIVATE_HOSTS: ({ webhooksToPrivateHosts }) => expect(webhooksToPrivateHosts).toBe(false),
  DATA_DIR: ({ dataDir }) => expect(dataDir).toMatch(/\.data$/),
  DATABASE_URL: ({ databaseUrl }) => expect(databaseUrl).toBeUndefined(),
  DATABASE_REPLICA_URL: ({ databaseReplicaUrl }) => expect(databaseReplicaUrl).toBeUndefined(),
  DATABASE_POOL: ({ databasePool }) => expect(databasePool).toBe(20),
  DATABASE_NAMED_QUERIES: ({ namesQueries }) => expect(namesQueries).toBeUndefined(),
  REDIS_URL: ({ redisUrl }) => expect(redisUrl).toBeUndefined(),
  CLAMD_URL: ({ clamd }) => expect(clamd).toBeUndefined(),
  FILES_URL: ({ filesUrl }) => expect(filesUrl).toBeUndefined(),
  BACKUP_URL: ({ backup }) => expect(backup.url).toMatch(/\.data\/backups$/),
  BACKUP_PASSPHRASE: ({ backup }) => expect(backup.passphrase).toBeUndefined(),
  BACKUP_PASSPHRASE_FILE: ({ backup }) => {
    expect(backup.passphrase).toBeUndefined()
    expect(() => readConfig({ ...REAL, BACKUP_EVERY_HOURS: '24' })).toThrow(
      'BACKUP_PASSPHRASE_FILE is missing',
    )
  },
  BACKUP_EVERY_HOURS: ({ backup }) => expect(backup.everyHours).toBeUndefined(),
  BACKUP_KEEP: ({ backup }) => expect(backup.keep).toBe(14),
  LAUREL_SECRET: ({ secret }) => expect(secret).toBeUndefined(),
  DEMO: () => {
    expect(readConfig({}).demo).toBe(true)
    expect(readConfig({ DATABASE_URL: 'postgres://db/laurel' }).demo).toBe(false)
  },
  DEMO_HISTORY: ({ demoHistory }) => {
    expect(demoHistory).toBe(false)
    expect(readConfig({}).demoHistory).toBe(false)
  },
  SMTP_URL: ({ mail }) => expect(mail).toBeUndefined(),
  MAIL_FROM: ({ mail }) => {
    expect(mail).toBeUndefined()
    expect(() => readConfig({ ...REAL, SMTP_URL: 'smtp://mail.example' })).toThrow('MAIL_FROM is missing')
  },
  SMS_URL: ({ sms }) => expect(sms).toBeUndefined(),
  SMS_TOKEN: () => {
    expect(readConfig({ ...REAL, SMS_URL: 'https://sms.example/' }).sms).toEqual({
      url: 'https://sms.example/',
      token: undefined,
      from: '',
    })
  },
  SMS_FROM: () => expect(readConfig({ ...REAL, SMS_URL: 'https://sms.example/' }).sms?.from).toBe(''),
  PAYMENT_TOKEN_URL: ({ payment }) => expect(payment.urls).toBeUndefined(),
  PAYMENT_PAGE_URL: ({ payment }) => expect(payment.urls).toBeUndefined(),
  PAYMENT_XML_URL: ({ payment }) => expect(payment.urls).toBeUndefined(),
  PAYMENT_REPORTS_FROM: ({ payment }) => expect(payment.reportsFrom).toEqual([]),
  PAYMENT_TEST_CARDS: ({ payment }) => expect(payment.testCards).toBe(false),
  UPS_URL: ({ carriers }) => expect(carriers.upsUrl).toBeUndefined(),
  USPS_URL: ({ carriers }) => expect(carriers.uspsUrl).toBeUndefined(),
  UPS_CALLS_PER_HOUR: ({ carriers }) => expect(carriers.upsPerHour).toBe(3_600),
  USPS_CALLS_PER_HOUR: ({ carriers }) => expect(carriers.uspsPerHour).toBe(60),
  PLACES_URL: ({ places }) => expect(places.url).toBeUndefined(),
  PLACES_REGION: ({ places }) => expect(places.region).toBe('us-east-1'),
  PLACES_API_KEY: ({ places }) => expect(places.apiKey).toBeUndefined(),
  PLACES_CALLS_PER_DAY: ({ places }) => expect(places.callsPerDay).toBe(5_000),
  AI_PROVIDER: ({ model }) => expect(model).toBeUndefined(),
  AI_MODEL: () => {
    expect(() => readConfig({ ...REAL, AI_PROVIDER: 'openai' })).toThrow('AI_MODEL is missing')
    expect(readConfig({ AI_PROVIDER: 'openai' }).model?.model).toBe('scripted')
  },
  AI_URL: () => {
    expect(readConfig({ ...REAL, ...MODEL }).model?.url).toBe('https://api.openai.com/v1')
    expect(readConfig({ ...REAL, ...MODEL, AI_PROVIDER: 'bedrock' }).model?.url).toBe(
      'https://bedrock-runtime.us-east-1.amazonaws.com',
    )
  },
  AI_KEY: () => expect(readConfig({ ...REAL, ...MODEL }).model?.key).toBeUndefined(),
  AI_DAILY_TOKENS: () => expect(readConfig({ ...REAL, ...MODEL }).model?.tokensPerDay).toBe(500_000),
  TRACK_AFTER_MINUTES: ({ trackAfterMs }) => expect(trackAfterMs).toBe(360 * 60_000),
  BATCH_DELIVERIES: ({ batchDeliveries }) => expect(batchDeliveries).toBe(2_000),
  IDENTITY_USER_POOL_ID: ({ cognito }) => expect(cognito).toBeUndefined(),
  IDENTITY_CLIENT_ID: ({ cognito }) => expect(cognito).toBeUndefined(),
  IDENTITY_IDENTITY_POOL_ID: ({ cognito }) => expect(cognito).toBeUndefined(),
  IDENTITY_REGION: () => expect(readConfig(POOL).cognito?.issuer).toContain('us-east-1'),
  IDENTITY_AUTH_FLOW: () => expect(readConfig(POOL).cognito?.authFlow).toBeUndefined(),
  IDENTITY_OAUTH_DOMAIN: () => expect(readConfig(POOL).cognito?.oauthDomain).toBeUndefined(),
  IDENTITY_OAUTH_PROVIDERS: () => expect(readConfig(POOL).cognito?.socialProviders).toEqual([]),
  IDENTITY_ISSUER: () =>
    expect(readConfig(POOL).cognito?.issuer).toBe(
      'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_AbCdEf123',
    ),
  IDENTITY_JWKS_URL: () =>
    expect(readConfig(POOL).cognito?.jwksUrl).toMatch(/AbCdEf123\/.well-known\/jwks.json$/),
  IDENTITY_SOCIAL_FILE: ({ social }) => expect(social.size).toBe(0),
  IDENTITY_STAFF_KEY_ID: ({ staffKey }) => expect(staffKey).toBeUndefined(),
  IDENTITY_STAFF_SECRET: ({ staffKey }) => expect(staffKey).toBeUndefined(),
  SERVERS: ({ servers }) => expect(servers).toBe(1),
  WORKERS: ({ workers }) => expect(workers).toBe(0),
  WITHOUT_WORKER: ({ withWorker }) => expect(withWorker).toBe(true),
  METRICS_PORT: ({ metrics }) => expect(metrics).toBeUndefined(),
  METRICS_HOST: () => {
    expect(readConfig({ ...REAL, METRICS_PORT: '9464' }).metrics?.host).toBe('127.0.0.1')
  },
  SANDBOX_PORT: ({ payment }) => expect(JSON.stringify(payment)).not.toContain('localhost'),
  SANDBOX_SMTP_PORT: ({ mail }) => expect(mail).toBeUndefined(),
}

describe('docs/settings.md', () => {
  const rows = readFileSync(new URL('docs/settings.md', ROOT), 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, name = '']) => /^`[A-Z_]+`$/.test(name))
  const named = rows.map(([, name = '']) => name.slice(1, -1))

  test('has every setting once, and says what happens without it', () => {
    expect(named.toSorted()).toEqual([...SETTING_NAMES].sort())
    for (const [, name, does, , without] of rows)
      expect([name, does !== '', without !== '']).toEqual([name, true, true])
  })

  test('.env.example lists the same settings, with the same defaults', () => {
    const lines = readFileSync(new URL('.env.example', ROOT), 'utf8').split('\n')
    const listed = lines.flatMap((line) => /^([A-Z_]+)=([^\s#]*)/.exec(line)?.slice(1, 3) ?? [])
    const names = listed.filter((_, index) => index % 2 === 0)
    expect(names.toSorted()).toEqual(named.toSorted())
    for (const [index, name] of names.entries()) {
      const inFile = listed[index * 2 + 1]
      if (inFile !== '')
        expect([name, rows.find(([, one]) => one === `\`${name}\``)?.[3]]).toEqual([name, inFile])
    }
  })

  test('each row is tested', () => {
    expect(Object.keys(WITHOUT).sort()).toEqual([...SETTING_NAMES].sort())
  })
})

test.each(Object.keys(WITHOUT))('without %s, what docs/settings.md says holds', (name) => {
  WITHOUT[name]!(readConfig(REAL))
})

test('metrics need a port of their own', () => {
  const { wrong } = checkConfig({ ...REAL, PORT: '9464', METRICS_PORT: '9464' })
  expect(wrong).toEqual(['METRICS_PORT is wrong: PORT is the same. Metrics need a port of their own'])
})

test('only the demo has simulators, also on PostgreSQL and when it is asked for', () => {
  const isSimulated = (environment: Record<string, string>) =>
    /localhost:3001|127\.0\.0\.1:2525/.test(JSON.stringify(readConfig(environment)))
  expect(isSimulated({})).toBe(true)
  expect(isSimulated({ DEMO: '1', DATABASE_URL: 'postgres://db/laurel' })).toBe(true)
  expect(isSimulated({ DATABASE_URL: 'postgres://db/laurel' })).toBe(false)
  expect(isSimulated({ DEMO: '0' })).toBe(false)
})

const MANY_WRONG = {
  ...REAL,
  PORT: 'web',
  SERVERS: '4',
  SMTP_URL: 'smtp://mail.example',
  PAYMENT_PAGE_URL: 'https://evil.example',
  UPS_URL: 'https://evil.example',
  IDENTITY_STAFF_KEY_ID: 'ERP1',
}

test('all wrong settings are reported at once', () => {
  const { wrong } = checkConfig(MANY_WRONG)
  expect(wrong.map((sentence) => sentence.split(' ')[0]).sort()).toEqual([
    'IDENTITY_STAFF_SECRET',
    'MAIL_FROM',
    'PAYMENT_PAGE_URL',
    'PAYMENT_TOKEN_URL',
    'PAYMENT_XML_URL',
    'PORT',
    'SERVERS',
    'UPS_URL',
  ])
  expect(() => readConfig(MANY_WRONG)).toThrow(
    /^PORT is wrong: expects a whole number[\s\S]*UPS_URL is wrong/,
  )
})

test('the table has wrong settings at their connections, and the others below', async () => {
  const { config, wrong } = checkConfig(MANY_WRONG)
  const reports = await reportSettings(config, wrong)
  const stateOf = (name: string) => reports.filter((one) => one.name === name).map(({ state }) => state)
  expect(stateOf('Email')).toEqual(['wrong'])
  expect(stateOf('Cards and bank accounts')).toEqual(['wrong', 'wrong', 'wrong'])
  expect(stateOf('UPS')).toEqual(['wrong'])
  expect(stateOf('USPS')).toEqual(['off'])
  expect(stateOf('PORT')).toEqual(['wrong'])
  expect(settingsTable(reports)).toMatch(
    /^ {2}PORT +wrong +PORT is wrong: expects a whole number from 0 to 65535$/m,
  )
})

test('a server that answers is ready, and one that doesn’t is wrong without stopping the start', async () => {
  const listening = createServer()
  const port = await new Promise<number>((resolve) => {
    listening.listen(0, '127.0.0.1', () => resolve((listening.address() as { port: number }).port))
  })
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-settings-'))
  const settings = {
    ...REAL,
    DATA_DIR: dataDir,
    DATABASE_URL: `postgres://laurel:the-password@127.0.0.1:${port}/laurel`,
    LAUREL_SECRET: 'a-secret-of-thirty-two-characters',
    MAIL_FROM: 'rewards@shop.example',
  }
  const ask = async (smtpUrl: string) => {
    const { config, wrong } = checkConfig({ ...settings, SMTP_URL: smtpUrl })
    expect(wrong).toEqual([])
    return reportSettings(config)
  }
  const up = await ask(`smtp://me:the-password@127.0.0.1:${port}`)
  listening.close()
  const down = await ask(`smtp://me:the-password@127.0.0.1:${port}`)
  rmSync(dataDir, { recursive: true })

  const found = (reports: typeof up, name: string) => reports.find((one) => one.name === name)
  expect(found(up, 'Email')).toMatchObject({
    state: 'ready',
    means: `127.0.0.1:${port}, from rewards@shop.example`,
  })
  // It accepts connections, but isn't PostgreSQL.
  expect(found(up, 'Database')).toMatchObject({
    state: 'wrong',
    means: `PostgreSQL at 127.0.0.1:${port}/laurel: no answer`,
  })
  expect(found(up, 'Data folder')?.state).toBe('ready')
  expect(found(up, 'Files')?.state).toBe('ready')
  expect(found(down, 'Email')).toMatchObject({
    state: 'wrong',
    means: expect.stringMatching('no server answers'),
  })
  expect(JSON.stringify([up, down])).not.toMatch(/the-password|thirty-two/)
})

test('the settings table shows a bucket’s address without its key, and backups refuse an address with a key', async () => {
  const keyed = 's3://KEY:hidden-key@bucket/laurel?region=us-east-1'
  const { config, wrong } = checkConfig({ ...REAL, FILES_URL: keyed, BACKUP_URL: keyed })
  expect(wrong).toEqual(['BACKUP_URL is wrong: expects a folder, or s3://bucket/folder'])
  const reports = await reportSettings(config, wrong)
  expect(reports.find(({ name }) => name === 'Files')?.means).toBe('s3://bucket/laurel')
  expect(JSON.stringify(reports)).not.toContain('hidden-key')
})
