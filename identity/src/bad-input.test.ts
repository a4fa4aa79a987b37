// Whatever is sent to any operation: a refusal in Cognito's form, and nothing has changed.

import { Sha256 } from '@aws-crypto/sha256-js'
import { SignatureV4 } from '@smithy/signature-v4'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPERATIONS } from './operation-table.ts'
import { ACORN, NORTHWIND, openWorld, PASSWORD, STAFF_KEY, type World } from './testing/world.ts'

const HOST = 'shop.test'
const TARGETS = [...OPERATIONS.keys()]
/** Refused guesses are counted, and a signature is spent: that much may change. */
const COUNTERS = ['attempts', 'sends', 'staff_signatures']

type Known = { username: string; AccessToken: string; IdToken: string; RefreshToken: string; Session: string }

let world: World
let tables: string[]
let known: Known
beforeAll(async () => {
  world = await openWorld()
  await world.identity.ensurePool({ ...NORTHWIND, srp: true, passwordless: true, mfa: 'optional' })
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'identity'`.execute(world.db)
  tables = rows.map(({ name }) => name).filter((name) => !COUNTERS.includes(name))
  known = await meetPerson()
})
afterAll(() => world.close())

async function meetPerson(): Promise<Known> {
  const { username } = await world.addPerson()
  const { AuthenticationResult: tokens } = (await world.signIn(username)).body
  const { body } = await world.ask('InitiateAuth', {
    AuthFlow: 'USER_AUTH',
    ClientId: world.ClientId,
    AuthParameters: { USERNAME: username },
  })
  return { username, ...tokens, Session: body.Session }
}

/** What lies in the tables, in one line. */
async function digest(): Promise<string> {
  const each = tables.map(
    (name) => sql`select ${name} || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as part
      from ${sql.table(`identity.${name}`)} as t`,
  )
  const { rows } = await sql<{ part: string }>`${sql.join(each, sql` union all `)}`.execute(world.db)
  return rows
    .map(({ part }) => part)
    .sort()
    .join()
}

async function post(target: string, payload: string) {
  const plain = { host: HOST, 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target }
  // Without a signature no request of staff's would be admitted.
  const headers = target.includes('.Admin') ? await signed(plain, payload) : plain
  return world.app.inject({ method: 'POST', url: '/identity/', headers, payload })
}

async function signed(headers: Record<string, string>, body: string): Promise<Record<string, string>> {
  const signer = new SignatureV4({
    service: 'cognito-idp',
    region: 'us-east-1',
    credentials: STAFF_KEY,
    sha256: Sha256,
  })
  const request = { method: 'POST', protocol: 'https:', hostname: HOST, path: '/identity/', headers, body }
  return (await signer.sign(request, { signingDate: world.now() })).headers
}

/** Asks, and expects either an answer or a refusal that left everything as it was. */
async function askBadly(target: string, body: string): Promise<number> {
  const before = await digest()
  const response = await post(target, body)
  if (response.statusCode === 200) return 200

  expect(response.statusCode).toBe(400)
  const name = response.headers['x-amzn-errortype']
  expect(name).toMatch(/^[A-Z][A-Za-z]+Exception$/)
  expect(response.json()).toEqual({ __type: name, message: expect.any(String) })
  expect(await digest()).toBe(before)
  return response.statusCode
}

/** JSON has numbers that no program holds. */
const withHugeNumbers = (body: unknown) => (JSON.stringify(body) ?? '').replaceAll('"@huge"', '1e999')

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(129, 257, 2049, 8193, 20_000).map((length) => 'x'.repeat(length)),
  fc.constantFrom('\ufeff', '\u202e', '\u0130', 'ß#site-7', '%00', "'; drop table identity.users; --", '{}'),
  fc.constantFrom('@huge', -1, 1e308, 0.1, true, null, [], {}, '__proto__'),
  fc.jsonValue({ maxDepth: 6 }),
)

/** Mostly what the field wants, so that the bad value beside it reaches further than the first check. */
const mostly = (...right: unknown[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...right) }, { weight: 1, arbitrary: hostile })

const answers = () =>
  fc.record(
    {
      USERNAME: mostly(known.username, 'nobody@example.com#site-7'),
      PASSWORD: mostly('not-the-password'),
      SRP_A: mostly('abc', '0'),
      REFRESH_TOKEN: mostly('x'.repeat(43)),
      PREFERRED_CHALLENGE: mostly('PASSWORD', 'PASSWORD_SRP', 'WEB_AUTHN'),
      ANSWER: mostly('PASSWORD', 'SMS_MFA', 'WEB_AUTHN'),
      NEW_PASSWORD: mostly('pears-and-thyme', 'short'),
      PASSWORD_CLAIM_SECRET_BLOCK: mostly('QUJD', known.Session),
      PASSWORD_CLAIM_SIGNATURE: mostly('QUJD'),
      TIMESTAMP: mostly('Sat Nov 21 10:00:00 UTC 2026', 'Sat Foo 99 99:99:99 UTC 2026'),
      SOFTWARE_TOKEN_MFA_CODE: mostly('123456'),
      EMAIL_OTP_CODE: mostly('123456'),
      SMS_MFA_CODE: mostly('123456'),
      'userAttributes.email': mostly('eve@example.com'),
    },
    { requiredKeys: ['USERNAME'] },
  )

const CHALLENGES = [
  ...['PASSWORD_VERIFIER', 'SELECT_CHALLENGE', 'NEW_PASSWORD_REQUIRED', 'SELECT_MFA_TYPE', 'MFA_SETUP'],
  ...['SMS_MFA', 'SOFTWARE_TOKEN_MFA', 'EMAIL_OTP', 'SMS_OTP', 'CUSTOM_CHALLENGE', 'constructor'],
]
const FLOWS = [
  'USER_PASSWORD_AUTH',
  'USER_SRP_AUTH',
  'USER_AUTH',
  'REFRESH_TOKEN_AUTH',
  'CUSTOM_AUTH',
  '__proto__',
]

const anyFields = () =>
  fc.record(
    {
      ClientId: mostly(NORTHWIND.clientId, ACORN.clientId, 'nobodysclient'),
      UserPoolId: mostly(NORTHWIND.poolId, 'us-east-1_Nowhere'),
      Username: mostly(known.username, 'nobody@example.com#site-7'),
      Password: mostly('pears-and-thyme', 'short'),
      TemporaryPassword: mostly('short'),
      PreviousPassword: mostly('not-the-password'),
      ProposedPassword: mostly('pears-and-thyme'),
      MessageAction: mostly('SUPPRESS', 'RESEND'),
      ConfirmationCode: mostly('123456'),
      Code: mostly('123456'),
      UserCode: mostly('123456'),
      AccessToken: mostly(known.AccessToken, known.IdToken, 'a.b.c'),
      RefreshToken: mostly('x'.repeat(43)),
      Token: mostly('x'.repeat(43)),
      Session: mostly(known.Session, 'x'.repeat(43)),
      ChallengeName: mostly(...CHALLENGES),
      ChallengeResponses: fc.oneof({ weight: 6, arbitrary: answers() }, { weight: 1, arbitrary: hostile }),
      AuthFlow: mostly(...FLOWS),
      AuthParameters: fc.oneof({ weight: 6, arbitrary: answers() }, { weight: 1, arbitrary: hostile }),
      UserAttributes: fc.oneof(
        fc.array(fc.record({ Name: mostly('email', 'sub', 'custom:rewards_site_id'), Value: hostile })),
        hostile,
      ),
      UserAttributeNames: fc.array(mostly('email', 'sub', '__proto__')),
      AttributeName: mostly('email', 'phone_number', 'sub'),
      SMSMfaSettings: mostly({ Enabled: true }),
      SoftwareTokenMfaSettings: mostly({ Enabled: true, PreferredMfa: true }),
      IdentityPoolId: mostly(NORTHWIND.identityPoolId, 'us-east-1:0-0'),
      IdentityId: mostly('us-east-1:0-0'),
      Logins: fc.oneof(fc.dictionary(fc.string(), fc.string()), hostile),
    },
    { requiredKeys: [] },
  )

const REACHED_WITH_A_TOKEN = /DeleteUser$|GlobalSignOut/

test('any input to any operation is answered or refused, and a refusal changes nothing', async () => {
  let answered = 0
  const body = fc.oneof(
    { weight: 6, arbitrary: anyFields().map(withHugeNumbers) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 12 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...TARGETS), body, async (target, text) => {
      // The person whose token is used must live until the end.
      fc.pre(!(REACHED_WITH_A_TOKEN.test(target) && text.includes(known.AccessToken)))
      if ((await askBadly(target, text)) === 200) answered += 1
    }),
    { numRuns: 500 },
  )
  // Some are right by chance: the values do reach the work behind the checks.
  expect(answered).toBeGreaterThan(0)
}, 300_000)

describe.each(TARGETS)('%s', (target) => {
  test.each([
    ['no JSON', '{'],
    ['nothing at all', ''],
    ['no fields', '{}'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['nesting without end', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['more than it reads', JSON.stringify({ Username: 'x'.repeat(200_000) })],
    ['a zero character', '{"Username":"a\\u0000"}'],
    ['another __proto__', '{"__proto__":{"ClientId":"x"}}'],
  ])('refuses %s', async (_what, body) => {
    expect(await askBadly(target, body)).toBeGreaterThanOrEqual(400)
  })
})

test.each(['AWSCognitoIdentityProviderService.AdminDeleteUser', 'x', '', '__proto__'])(
  'an operation named "%s" is unknown',
  async (target) => {
    const response = await post(target.replace('.Admin', '.admin'), '{}')
    expect([response.statusCode, response.json().__type]).toEqual([400, 'UnknownOperationException'])
  },
)

describe.each(CHALLENGES)('An answer to %s', (ChallengeName) => {
  const answer = (fields: object) =>
    askBadly(
      'AWSCognitoIdentityProviderService.RespondToAuthChallenge',
      JSON.stringify({ ChallengeName, ...fields }),
    )
  const right = (Session: string) => ({
    USERNAME: known.username,
    ANSWER: 'PASSWORD',
    PASSWORD,
    NEW_PASSWORD: 'pears-and-thyme',
    EMAIL_OTP_CODE: '123456',
    SMS_OTP_CODE: '123456',
    SMS_MFA_CODE: '123456',
    SOFTWARE_TOKEN_MFA_CODE: '123456',
    PASSWORD_CLAIM_SECRET_BLOCK: Session,
    PASSWORD_CLAIM_SIGNATURE: 'QUJD',
    TIMESTAMP: 'Sat Nov 21 10:00:00 UTC 2026',
  })

  test('is refused without a valid Session of its own user and site', async () => {
    const { ClientId } = world
    const stranger = await meetPerson()
    const mine = await meetPerson()
    const own = { ...right(mine.Session), USERNAME: mine.username }
    for (const fields of [
      { ClientId, Session: 'x'.repeat(43), ChallengeResponses: right('x'.repeat(43)) },
      { ClientId, Session: stranger.Session, ChallengeResponses: right(stranger.Session) },
      { ClientId: ACORN.clientId, Session: mine.Session, ChallengeResponses: own },
      { ClientId: 'nobodysclient', Session: mine.Session, ChallengeResponses: own },
      { ClientId, ChallengeResponses: right('') },
    ]) {
      expect(await answer(fields)).toBe(400)
    }
    world.wait(180)
    expect(await answer({ ClientId, Session: mine.Session, ChallengeResponses: own })).toBe(400)
  })
})
