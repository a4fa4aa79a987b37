import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from './operation-table.ts'
import { NORTHWIND, openWorld, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const targets = [...OPERATIONS.keys()]

function post(target: string, payload: string, type = 'application/x-amz-json-1.1') {
  const headers = { 'content-type': type, 'x-amz-target': target }
  return world.app.inject({ method: 'POST', url: '/identity/', headers, payload })
}

/** Fields every operation knows, so that the random values reach further than the first check. */
const nearlyRight = fc
  .record(
    {
      ClientId: fc.oneof(fc.constant(NORTHWIND.clientId), fc.string()),
      Username: fc.oneof(fc.constant('lee@example.com#site-7'), fc.string({ unit: 'binary' })),
      Password: fc.string({ unit: 'binary', maxLength: 300 }),
      ConfirmationCode: fc.string(),
      Code: fc.string(),
      AccessToken: fc.oneof(fc.string(), fc.constant('eyJhbGciOiJSUzI1NiJ9.e30.x')),
      RefreshToken: fc.string(),
      Token: fc.string(),
      Session: fc.string({ minLength: 20 }),
      ChallengeName: fc.constantFrom('NEW_PASSWORD_REQUIRED', 'SMS_MFA', '__proto__'),
      ChallengeResponses: fc.dictionary(fc.string(), fc.anything()),
      AuthFlow: fc.constantFrom('USER_PASSWORD_AUTH', 'REFRESH_TOKEN_AUTH', 'toString'),
      AuthParameters: fc.record(
        { USERNAME: fc.string({ unit: 'binary' }), PASSWORD: fc.string(), REFRESH_TOKEN: fc.string() },
        { requiredKeys: [] },
      ),
      UserAttributes: fc.array(
        fc.record({ Name: fc.constantFrom('email', '__proto__', 'sub'), Value: fc.string() }),
      ),
      AttributeName: fc.constantFrom('email', 'phone_number', 'sub'),
      IdentityPoolId: fc.oneof(fc.constant(NORTHWIND.identityPoolId), fc.string()),
      IdentityId: fc.oneof(fc.constant('us-east-1:0-0'), fc.string()),
      Logins: fc.dictionary(fc.string(), fc.string()),
    },
    { requiredKeys: [] },
  )
  .map((body) => JSON.stringify(body))

const anyBody = fc.oneof(
  nearlyRight,
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.anything().map((value) => JSON.stringify(value) ?? ''),
)

test('any request gets a JSON answer of this protocol and never a fault', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...targets), anyBody, async (target, body) => {
      const response = await post(target, body)
      expect(response.statusCode).toBeLessThan(500)
      expect(response.headers['x-amzn-requestid']).toBeTypeOf('string')
      if (response.statusCode !== 200) {
        expect(response.json()).toMatchObject({
          __type: response.headers['x-amzn-errortype'],
          message: expect.any(String),
        })
      }
    }),
    { numRuns: 600 },
  )
}, 60_000)

test.each([
  ['no JSON at all', 'hello', 'SerializationException'],
  ['nothing', '', 'SerializationException'],
  ['a list', '[]', 'SerializationException'],
  ['a zero character, which PostgreSQL does not keep', '{"ClientId":"a\\u0000"}', 'SerializationException'],
  ['half a surrogate pair', '{"ClientId":"\\ud800"}', 'SerializationException'],
  ['a body nested without end', '['.repeat(60_000), 'SerializationException'],
  ['a name said twice', '{"ClientId":"a","Username":"b","ClientId":"c"}', 'SerializationException'],
  ['one said twice in two spellings', '{"ClientId":"a","Client\\u0049d":"c"}', 'SerializationException'],
  ['one said twice further in', '{"a":[{"b":{"c":1,"c":1}}]}', 'SerializationException'],
  ['one said twice, and left empty', '{"ClientId":"a","ClientId":null}', 'SerializationException'],
  ['a missing field', '{}', 'InvalidParameterException'],
])('%s is refused as %3$s', async (_what, body, name) => {
  const response = await post('AWSCognitoIdentityProviderService.ForgotPassword', body)
  expect([response.statusCode, response.headers['x-amzn-errortype']]).toEqual([400, name])
})

test('a refusal does not repeat its input', async () => {
  const body = { ClientId: NORTHWIND.clientId, Username: 'two words', Password: `secret${'x'.repeat(300)}` }
  const response = await post('AWSCognitoIdentityProviderService.SignUp', JSON.stringify(body))
  expect(response.body).toContain("Value at 'Password'")
  expect(response.body).not.toContain('secret')
})

test.each(['', 'AWSCognitoIdentityProviderService.AdminDeleteUser', '__proto__', 'toString'])(
  'an operation named "%s" is unknown',
  async (target) => {
    expect((await post(target, '{}')).headers['x-amzn-errortype']).toBe('UnknownOperationException')
  },
)

test('both forms of the URL answer, with any content type', async () => {
  const headers = { 'content-type': 'text/plain', 'x-amz-target': 'AWSCognitoIdentityService.GetId' }
  const payload = JSON.stringify({ IdentityPoolId: NORTHWIND.identityPoolId })
  for (const url of ['/identity', '/identity/']) {
    const response = await world.app.inject({ method: 'POST', url, headers, payload })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toMatch(/^application\/x-amz-json-1\.1/)
  }
})

test('similar names are not duplicates', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 4 })),
      async (body) => {
        const response = await post('AWSCognitoIdentityProviderService.ForgotPassword', JSON.stringify(body))
        expect(response.json().message).not.toContain('twice')
      },
    ),
    { numRuns: 300 },
  )
  const tricky = { 'a":': '"a":"', '\\': '\\":{', '"b" :': ['"b":', 'c:'], '': { '': '' } }
  const response = await post(
    'AWSCognitoIdentityProviderService.ForgotPassword',
    JSON.stringify(tricky, null, 2),
  )
  expect(response.json().__type).toBe('InvalidParameterException')
})

test.each([
  ['of no type', { 'content-type': '' }, '{}'],
  ['of a type that is none', { 'content-type': 'garbage' }, '{}'],
  ['beyond the limit', { 'content-type': 'application/x-amz-json-1.1' }, ' '.repeat(200_000)],
])('a body %s is refused in the same form', async (_what, headers, payload) => {
  const response = await world.app.inject({
    method: 'POST',
    url: '/identity/',
    headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp', ...headers },
    payload: Buffer.from(payload),
  })
  const { __type, message } = response.json()
  expect([response.statusCode, __type]).toEqual([400, 'SerializationException'])
  expect(response.headers['x-amzn-errortype']).toBe(__type)
  expect(response.headers['content-type']).toMatch(/^application\/x-amz-json-1\.1/)
  expect(message).toBeTypeOf('string')
})

test('migrating again changes nothing', async () => {
  const { migrateIdentity } = await import('./mount.ts')
  await migrateIdentity(world.db)
  const pools = await world.db.selectFrom('identity.pools').select('pool_id').execute()
  expect(pools).toHaveLength(2)
})
