// A company of 500 people behind one address, with the default limits.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unseal } from '../secrets/sealed.ts'
import { deliverySteps, tokenIn } from '../testing/delivery-world.ts'
import { makeWorld, type World } from '../testing/world.ts'

const PEOPLE = 500
const OFFICE = '198.51.100.20'

let world: World
beforeAll(async () => {
  world = await makeWorld({ RATE_LIMIT_PER_MINUTE: '600', TRUST_PROXY: '1' })
})
afterAll(() => world.close())

const fromOffice = { host: 'localhost', 'x-forwarded-for': OFFICE }
const everyone = <T>(work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: PEOPLE }, (_, n) => work(n)))
/** How often each answer occurred. */
function tally(answers: { statusCode: number; body: string }[]) {
  const seen: Record<string, number> = {}
  for (const { statusCode, body } of answers) {
    const key = statusCode === 200 ? '200' : `${statusCode} ${body.slice(0, 200)}`
    seen[key] = (seen[key] ?? 0) + 1
  }
  return seen
}

test('opens its accounts in the same minute', async () => {
  const { accounts } = await world.kit.sites.readByHost('localhost')
  const people = Array.from({ length: PEOPLE }, () => `${randomUUID()}@company.example`)
  const ask = (operation: string, input: object) =>
    world.app.inject({
      method: 'POST',
      url: '/identity/',
      headers: {
        ...fromOffice,
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      payload: JSON.stringify({ ClientId: accounts.client_id, ...input }),
    })
  const PASSWORD = 'kettle-of-plum-jam'
  const signedUp = await everyone((n) =>
    ask('SignUp', {
      Username: `${people[n]}#northwind`,
      Password: PASSWORD,
      UserAttributes: [
        { Name: 'email', Value: people[n] },
        { Name: 'custom:rewards_site_id', Value: 'northwind' },
      ],
    }),
  )
  expect(tally(signedUp)).toEqual({ 200: PEOPLE })

  const codes = await codesSent()
  const confirmed = await everyone((n) =>
    ask('ConfirmSignUp', { Username: `${people[n]}#northwind`, ConfirmationCode: codes.get(people[n]!) }),
  )
  expect(tally(confirmed)).toEqual({ 200: PEOPLE })

  const signedIn = await everyone((n) =>
    ask('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: `${people[n]}#northwind`, PASSWORD },
    }),
  )
  expect(tally(signedIn)).toEqual({ 200: PEOPLE })

  const profiles = await everyone((n) => {
    const authorization = `Bearer ${signedIn[n]!.json().AuthenticationResult.IdToken}`
    return world.app.inject({ url: '/api/v1/actual_user/', headers: { ...fromOffice, authorization } })
  })
  expect(tally(profiles)).toEqual({ 200: PEOPLE })
})

// On a cluster of one small machine, 500 at once wait longer for a connection than a request may.
test.skipIf(process.env.TEST_CITUS_URL)('opens and reveals its cards in the same minute', async () => {
  const steps = deliverySteps(world)
  const { id } = await steps.approved('digital')
  const [first] = await steps.deliveries(id)
  const { id: _, ...delivery } = first!
  const more = Array.from({ length: PEOPLE - 2 }, (_, n) => ({ ...delivery, source: `copy:${n}` }))
  await world.kit.pool.insertInto('deliveries').values(more).execute()
  await steps.send()
  const tokens = steps.mailer.accepted.map(tokenIn)
  expect(new Set(tokens).size).toBe(PEOPLE)

  const call = (method: 'GET' | 'POST', url: string) => world.app.inject({ method, url, headers: fromOffice })
  const looked = await everyone((n) => call('GET', `/api/v1/claims/${tokens[n]}/`))
  expect(tally(looked)).toEqual({ 200: PEOPLE })
  const revealed = await everyone((n) => call('POST', `/api/v1/claims/${tokens[n]}/reveal/`))
  expect(tally(revealed)).toEqual({ 200: PEOPLE })
  const pages = await everyone((n) => call('GET', `/claim/${tokens[n]}`))
  expect(pages.filter(({ statusCode }) => statusCode === 429)).toEqual([])
})

/** The codes waiting to be mailed, by address. */
async function codesSent(): Promise<Map<string, string>> {
  const { rows } = await sql<{ data: { sealed: string } }>`
    select data from pgboss.job where name = 'mail.code'`.execute(world.kit.pool)
  return new Map(
    rows.map(({ data }) => {
      const { destination, code } = JSON.parse(unseal(world.kit.keys.dataSeal, 'mail-code', data.sealed))
      return [destination, code]
    }),
  )
}
