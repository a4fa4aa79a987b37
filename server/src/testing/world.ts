import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StaffRole } from '@laurel/domain/staff-roles'
import { readConfig } from '../config.ts'
import { asOwner } from '../database/as-owner.ts'
import { inSite } from '../database/in-site.ts'
import type {
  ConnectionAnswer,
  ProviderTransaction,
  RefundAnswer,
  RefundRequest,
} from '../features/payments/payment-gateway.ts'
import { addMember } from '../features/staff/people.repo.ts'
import { type Laurel, makeLaurel, type Replacements } from '../laurel.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'

/** A signed-in customer of one site, and how they call the API. */
export type SignedIn = {
  host: string
  token: string
  call(
    method: string,
    path: string,
    body?: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<Answer>
}
// biome-ignore lint/suspicious/noExplicitAny: a test reads answers freely and expects what it reads
export type Answer = { status: number; body: any; headers: Record<string, unknown> }

/** Of an account that a test signs in without one. */
const NO_PASSWORD = {
  password_hash: '',
  password_set_at: new Date(0),
  has_password: false,
  srp_verifier: null,
}

/** A payment provider whose answers a test decides. */
export function makeFakeGateway() {
  const transactions = new Map<string, ProviderTransaction[]>()
  const minted: Array<{ transactionId: string; amountCents: number }> = []
  let unreachable = false
  const refunds: RefundRequest[] = []
  let answerRefund = (request: RefundRequest): RefundAnswer => ({
    outcome: 'done',
    providerTransactionId: `RET-${request.transactionId}`,
  })
  return {
    refunds,
    /** Decides how the provider answers from now on; a throw is an answer that never came. */
    setRefund(answer: typeof answerRefund) {
      answerRefund = answer
    },
    async refund(_account: unknown, request: RefundRequest) {
      refunds.push(request)
      return answerRefund(request)
    },
    /** A test that takes it away disconnects the provider. */
    pageUrl: 'http://127.0.0.1:9/hosted' as string | undefined,
    minted,
    transactions,
    setUnreachable(value: boolean) {
      unreachable = value
    },
    async mintToken(_account: unknown, request: { transactionId: string; amountCents: number }) {
      if (unreachable) throw new Error('unreachable')
      minted.push(request)
      return `token/${request.transactionId}+=`
    },
    /** What the provider says when its connection is tested. */
    answersCheck: { outcome: 'right', words: 'Converge accepts the merchant account.' } as ConnectionAnswer,
    async check() {
      return this.answersCheck
    },
    async findTransactions(_account: unknown, transactionId: string) {
      if (unreachable) throw new Error('unreachable')
      return transactions.get(transactionId) ?? []
    },
  }
}

/**
 * The whole server in memory with both demo sites, called without a network. One per test file, because it
 * takes about three seconds to create.
 */
export async function makeWorld(
  settings: Record<string, string> = {},
  given?: TestDatabase,
  replace: Pick<Replacements, 'log' | 'watch' | 'resolveTxt'> = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-test-'))
  const database = given ?? (await openTestDatabase())
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'silent',
    DEMO: '1',
    // No sandbox, not even that of a demo on the same machine.
    SANDBOX_PORT: '9',
    WITHOUT_WORKER: '1',
    TRACK_AFTER_MINUTES: '360',
    RATE_LIMIT_PER_MINUTE: '1000000',
    ...settings,
  })
  let at: Date | undefined
  const gateway = makeFakeGateway()
  const laurel: Laurel = await makeLaurel(config, database, {
    gateway,
    // No domain has a record.
    resolveTxt: async () => [],
    now: () => at ?? new Date(),
    ...replace,
  })
  const { app, kit } = laurel
  // Absent only where the settings name a real user pool: such a test makes no customers here.
  const identity = laurel.identity!

  const callAs =
    (host: string, token?: string): SignedIn['call'] =>
    async (method, path, body, headers = {}) => {
      const form =
        body && new URLSearchParams(Object.entries(body).map(([k, v]) => [k, formText(v)])).toString()
      const answer = await app.inject({
        method: method as 'GET',
        url: path,
        headers: {
          host,
          ...(token && { authorization: `Bearer ${token}` }),
          ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
        ...(form !== undefined && { payload: form }),
      })
      const isJson = String(answer.headers['content-type']).includes('json')
      return {
        status: answer.statusCode,
        body: isJson ? answer.json() : answer.body,
        headers: answer.headers,
      }
    }

  return {
    ...laurel,
    identity,
    kit,
    gateway,
    setClock: (date: Date | undefined) => {
      at = date
    },
    /** Calls as an unknown visitor. */
    visit: callAs,
    /** Makes a customer, signs in over the accounts service's wire, and completes registration. */
    async signIn(
      options: { site?: 'northwind' | 'acorn'; registered?: boolean; email?: string } = {},
    ): Promise<SignedIn> {
      const { site = 'northwind', registered = true, email = `${randomUUID()}@customer.example` } = options
      const host = site === 'northwind' ? 'localhost' : 'acorn.localhost'
      const { accounts } = await kit.sites.readByHost(host)
      const password = `Long-enough-${randomUUID()}`
      await identity.createUser({ poolId: accounts.user_pool_id, email, password, confirmed: true })
      const answer = await app.inject({
        method: 'POST',
        url: '/identity/',
        headers: {
          host,
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
        },
        payload: JSON.stringify({
          AuthFlow: 'USER_PASSWORD_AUTH',
          ClientId: accounts.client_id,
          AuthParameters: { USERNAME: `${email}#${site}`, PASSWORD: password },
        }),
      })
      const token: string = answer.json().AuthenticationResult.IdToken
      const call = callAs(host, token)
      if (registered) await call('PUT', '/api/v1/actual_user/', PROFILE)
      return { host, token, call }
    },
    /** Opens an account in the office, signed in already. */
    async staff(role: StaffRole = 'owner', site: 'northwind' | 'acorn' = 'northwind') {
      const host = site === 'northwind' ? 'localhost' : 'acorn.localhost'
      const { id: siteId } = await kit.sites.readByHost(host)
      const { id, token } = await inSite(kit.pool, siteId, async (db) => {
        const member = await addMember(db, kit.staffPools, siteId, {
          email: `${randomUUID()}@staff.example`,
          name: 'Robin Hale',
          role,
          kept: NO_PASSWORD,
          isTemporary: false,
        })
        const { id, identity_subject: sub } = member!
        return { id, token: await asOwner(db, () => kit.staffPools.openSession(db, sub!)) }
      })
      const call: SignedIn['call'] = (method, path, body, headers = {}) =>
        callAs(host)(method, path, body, { cookie: `sessionid=${token}`, ...headers })
      return { id, siteId, host, token, call }
    },
    async close() {
      await laurel.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type World = Awaited<ReturnType<typeof makeWorld>>

function formText(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The eleven fields of docs/spec.md §3. */
export const PROFILE = {
  first_name: 'Dana',
  last_name: 'Whitlock',
  legal_business_name: 'Halden Tools',
  business_address1: '90 Foundry Road',
  business_city: 'Dayton',
  business_state: 'OH',
  business_zip: '45402',
  tax_number: '12-3456789',
  heard_about: 'A colleague',
  referral_source: 'None',
  purpose_of_order: 'Thank-you cards',
}
