// The server as it runs, with everything it can log: what people type and are sent is in none of it.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Sandbox, startSandbox } from '@laurel/sandbox'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROFILE } from '../../testing/world.ts'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
const EMAIL = 'quiet@customer.example'
const Username = `${EMAIL}#northwind`
const PHONE = '+15550100177'

// biome-ignore lint/suspicious/noExplicitAny: a test reads answers freely and expects what it reads
type Json = any

let sandbox: Sandbox
let server: ChildProcess
let origin: string
let ClientId: string
let log = ''
const dataDir = mkdtempSync(join(tmpdir(), 'laurel-logs-'))
const secrets = new Set<string>()

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 })
  server = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO: '1',
      LOG_LEVEL: 'trace',
      SANDBOX_PORT: String(sandbox.port),
      SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [server.stdout!, server.stderr!]) stream.on('data', (chunk) => (log += chunk))
  for (let tries = 0; tries < 1_500 && !log.includes('laurel: ready'); tries++) await sleep(100)
  origin = /Server listening at (http:[^"]+)/.exec(log)![1]!.replace('127.0.0.1', 'localhost')
  const site = (await (await fetch(`${origin}/api/v1/actual_rewards_site/`)).json()) as Json
  ClientId = site.accounts.client_id
}, 180_000)
afterAll(async () => {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
  await sandbox.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Asks the accounts service; every secret of the question and the answer is remembered. */
async function ask(operation: string, input: object | string): Promise<Json> {
  const answer = await fetch(`${origin}/identity/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: typeof input === 'string' ? input : JSON.stringify({ ClientId, ...input }),
  })
  const body = (await answer.json()) as Json
  remember(typeof input === 'string' ? {} : input)
  remember(body)
  return body
}

const SECRET_FIELDS =
  /password|^Session$|token$|SecretCode|UserCode|ConfirmationCode|^Code$|_CODE$|^PASSWORD$|^SecretKey$/i

function remember(value: object): void {
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'object' && inner !== null) remember(inner)
    else if (SECRET_FIELDS.test(name) && typeof inner === 'string') secrets.add(inner)
  }
}

async function codeIn(channel: 'inbox' | 'sms', to: string, seen: number): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await fetch(`${sandbox.origin}/${channel}/messages/?to=${encodeURIComponent(to)}`)
    const codes = ((await answer.json()) as { text: string }[]).flatMap(
      ({ text }) => text.match(/\b\d{6}\b/) ?? [],
    )
    if (codes.length > seen) return codes[0]!
    await sleep(100)
  }
  throw new Error(`no code came to ${to}`)
}

const signIn = (PASSWORD: string) =>
  ask('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: Username, PASSWORD } })

test('the log contains no password, code, token, or key from an account’s whole life', async () => {
  const first = 'kettle-of-plum-jam-1'
  await ask('SignUp', {
    Username,
    Password: first,
    UserAttributes: [
      { Name: 'email', Value: EMAIL },
      { Name: 'phone_number', Value: PHONE },
      { Name: 'custom:rewards_site_id', Value: 'northwind' },
    ],
  })
  await ask('ConfirmSignUp', { Username, ConfirmationCode: '000000x' })
  await ask('ConfirmSignUp', { Username, ConfirmationCode: await codeIn('inbox', EMAIL, 0) })
  await signIn('not-the-password-at-all')
  await ask('InitiateAuth', `{"AuthParameters":{"PASSWORD":"broken-json-password"`)
  secrets.add('broken-json-password')

  await ask('ForgotPassword', { Username })
  const Password = 'kettle-of-plum-jam-2'
  const ConfirmationCode = await codeIn('inbox', EMAIL, 1)
  await ask('ConfirmForgotPassword', { Username, ConfirmationCode, Password })

  const { AuthenticationResult: tokens } = await signIn(Password)
  const { AccessToken, IdToken, RefreshToken } = tokens
  await ask('GetTokensFromRefreshToken', { RefreshToken })
  await ask('GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'phone_number' })
  const Code = await codeIn('sms', PHONE, 0)
  await ask('VerifyUserAttribute', { AccessToken, AttributeName: 'phone_number', Code })

  const { SecretCode } = await ask('AssociateSoftwareToken', { AccessToken })
  const app = new TOTP({ secret: SecretCode })
  await ask('VerifySoftwareToken', { AccessToken, UserCode: app.generate() })
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true }
  await ask('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings })
  const question = await signIn(Password)
  expect(question.ChallengeName).toBe('SOFTWARE_TOKEN_MFA')
  const answered = await ask('RespondToAuthChallenge', {
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    Session: question.Session,
    ChallengeResponses: {
      USERNAME: Username,
      SOFTWARE_TOKEN_MFA_CODE: app.generate({ timestamp: Date.now() + 30_000 }),
    },
  })
  expect(answered.AuthenticationResult).toBeDefined()

  const headers = { authorization: `Bearer ${IdToken}` }
  const url = `${origin}/api/v1/actual_user/?token=${AccessToken}`
  const put = await fetch(url, { method: 'PUT', headers, body: new URLSearchParams(PROFILE) })
  expect(put.status).toBe(200)
  const profile = await (await fetch(url, { headers })).text()

  await sleep(1_500)
  expect(log).toContain('/identity/')
  expect(log).toContain('/api/v1/actual_user/')
  expect(secrets.size).toBeGreaterThan(15)
  for (const secret of secrets) {
    const asWord = new RegExp(`(?<![\\w.])${secret.replaceAll(/[^\w]/g, '\\$&')}(?!\\w)`)
    expect([secret, asWord.test(log)]).toEqual([secret, false])
    expect([secret, asWord.test(profile)]).toEqual([secret, false])
  }
  expect(log).not.toContain(PROFILE.tax_number)
  expect(profile).not.toContain('3456789')
  expect(profile).not.toMatch(/sealed|subject|password/)
}, 180_000)
