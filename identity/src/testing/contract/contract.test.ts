import { expect, test } from 'vitest'
import { EXPECTATIONS } from './expectations.ts'
import { holdContract, lineOf, type Outcome } from './hold-contract.ts'
import { openEmbeddedService, openNamedService } from './service.ts'

async function outcomesOf(...pool: Parameters<typeof openEmbeddedService>): Promise<Outcome[]> {
  const service = await openEmbeddedService(...pool)
  const outcomes: Outcome[] = []
  for await (const outcome of holdContract(service)) outcomes.push(outcome)
  await service.close()
  return outcomes
}

test('the embedded service keeps the contract and leaves no users behind', async () => {
  const outcomes = await outcomesOf()
  expect(outcomes.filter(({ holds }) => !holds).map(lineOf)).toEqual([])
  expect(outcomes).toHaveLength(EXPECTATIONS.length)
})

test('each expectation says what to change in a misconfigured pool', async () => {
  const broken = (await outcomesOf({ mfa: 'off', selfSignUp: false })).filter(({ holds }) => !holds)
  expect(broken.map(({ name }) => name)).toEqual([
    'signing up under a name that is taken is refused by name',
    'an authenticator app is set up by its first code',
    'signing in asks for the app’s code, and it can be switched off again',
  ])
  expect(lineOf(broken[0]!)).toContain('This site isn’t accepting new accounts.')
  expect(lineOf(broken[0]!)).toContain('→ Switch self-registration on')
})

test('the settings name the pool; without them there is none', () => {
  expect(openNamedService({})).toBeUndefined()
  expect(() => openNamedService({ IDENTITY_USER_POOL_ID: 'eu-west-1_Shop' })).toThrow('IDENTITY_CLIENT_ID')
  const named = openNamedService({ IDENTITY_USER_POOL_ID: 'eu-west-1_Shop', IDENTITY_CLIENT_ID: 'app' })
  expect(named?.jwks.href).toBe(
    'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Shop/.well-known/jwks.json',
  )
  const own = openNamedService({
    IDENTITY_USER_POOL_ID: 'us-east-1_Shop',
    IDENTITY_CLIENT_ID: 'app',
    IDENTITY_ENDPOINT: 'https://shop.example/identity/',
  })
  expect(own?.jwks.href).toBe('https://shop.example/identity/.well-known/jwks.json')
})
