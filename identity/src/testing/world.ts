import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import Fastify, { type FastifyInstance } from 'fastify'
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely'
import type { Db } from '../database.ts'
import {
  type AuditEvent,
  type CodeMessage,
  type Identity,
  type IdentityOptions,
  migrateIdentity,
  mountIdentity,
  type PoolSettings,
} from '../mount.ts'

export const ORIGIN = 'http://shop.test'
/** The key that signs staff requests. */
export const STAFF_KEY = {
  accessKeyId: 'LAURELSTAFF0000001',
  secretAccessKey: 'plum-jam-is-made-in-a-copper-kettle',
}
export const PASSWORD = 'kettle-of-plum-jam'

export const NORTHWIND: PoolSettings = {
  poolId: 'us-east-1_Northwind',
  clientId: 'northwindclient0000000001',
  identityPoolId: 'us-east-1:11111111-2222-4333-8444-555555555555',
  siteId: 'site-7',
  passwordPolicy: {
    minLength: 8,
    requireLowercase: false,
    requireUppercase: false,
    requireNumbers: false,
    requireSymbols: false,
  },
  blockedWords: ['Northwind', 'Rewards'],
  selfSignUp: true,
}

export const ACORN: PoolSettings = {
  ...NORTHWIND,
  poolId: 'us-east-1_Acorn',
  clientId: 'acornclient00000000000001',
  identityPoolId: 'us-east-1:66666666-2222-4333-8444-555555555555',
  siteId: 'site-8',
}

/** An answer; tests read its body without narrowing. */
export type Answer = {
  status: number
  error: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: an answer's shape is what the tests are about
  body: any
}

/** In memory; on a real PostgreSQL when `TEST_DATABASE_URL` names one, in a database of its own. */
export async function openDatabase(): Promise<Db> {
  const url = process.env.TEST_DATABASE_URL
  if (!url) {
    const image = process.env.EMPTY_DATABASE
    const pglite = new PGlite(image ? { loadDataDir: await openAsBlob(image) } : {})
    return new Kysely({ dialect: new PGliteDialect({ pglite }) })
  }

  const { Client, Pool } = (await import('pg')).default
  const name = `identity_${randomUUID().replaceAll('-', '')}`
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const own = new URL(url)
  own.pathname = name
  return new Kysely({ dialect: new PostgresDialect({ pool: new Pool({ connectionString: own.href }) }) })
}

/** The service on an empty database, with a stopped clock and a mailbox. */
export async function openWorld(
  limits: IdentityOptions['sendLimits'] = {},
  social?: IdentityOptions['social'],
) {
  const clock = { at: Date.parse('2026-11-21T10:00:00Z') }
  const mailbox: CodeMessage[] = []
  const events: string[] = []
  const auditEvents: AuditEvent[] = []
  const db = await openDatabase()
  await migrateIdentity(db)

  const mount = async (
    more: Partial<IdentityOptions> = {},
  ): Promise<{ app: FastifyInstance; identity: Identity }> => {
    const app = Fastify()
    const identity = await mountIdentity(app, {
      db,
      origin: ORIGIN,
      secrets: { pepper: Buffer.alloc(32, 1), sealKey: Buffer.alloc(32, 2) },
      deliver: async (_tx, message) => void mailbox.push(message),
      audit: async (_tx, event) => {
        events.push(event.name)
        auditEvents.push(event)
      },
      sendLimits: { perIpPerHour: 10_000, failuresPerIpPerHour: 10_000, ...limits },
      admin: STAFF_KEY,
      now: () => new Date(clock.at),
      ...(social && { social }),
      ...more,
    })
    return { app, identity }
  }
  const { app, identity } = await mount()
  await identity.ensurePool(NORTHWIND)
  await identity.ensurePool(ACORN)

  async function ask(operation: string, input: unknown, remoteAddress = '127.0.0.1'): Promise<Answer> {
    const service = /^(GetId|GetCredentials|GetOpenId)/.test(operation)
      ? 'AWSCognitoIdentityService'
      : 'AWSCognitoIdentityProviderService'
    const response = await app.inject({
      method: 'POST',
      url: '/identity/',
      remoteAddress,
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `${service}.${operation}` },
      payload: typeof input === 'string' ? input : JSON.stringify(input),
    })
    const error = response.headers['x-amzn-errortype']
    return { status: response.statusCode, error: error?.toString(), body: response.json() }
  }

  let people = 0
  const newName = () => {
    people += 1
    const email = `person${people}@example.com`
    return { email, username: `${email}#site-7` }
  }
  const { clientId: ClientId } = NORTHWIND

  return {
    db,
    app,
    identity,
    mailbox,
    events,
    auditEvents,
    mount,
    ask,
    newName,
    ClientId,
    now: () => new Date(clock.at),
    wait: (seconds: number) => {
      clock.at += seconds * 1000
    },
    /** For clients with their own clock. */
    waitUntilToday: () => {
      clock.at = Date.now()
    },
    lastCode: () => mailbox.at(-1)!.code,
    /** Adds a confirmed person of Northwind, not signed in. */
    async addPerson() {
      const person = newName()
      const { sub } = await identity.createUser({
        poolId: NORTHWIND.poolId,
        email: person.email,
        password: PASSWORD,
        confirmed: true,
      })
      return { ...person, sub }
    },
    signIn: (username: string, password = PASSWORD) =>
      ask('InitiateAuth', {
        AuthFlow: 'USER_PASSWORD_AUTH',
        ClientId,
        AuthParameters: { USERNAME: username, PASSWORD: password },
      }),
    refresh: (RefreshToken: string) => ask('GetTokensFromRefreshToken', { ClientId, RefreshToken }),
    close: async () => {
      await app.close()
      await db.destroy()
    },
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>
