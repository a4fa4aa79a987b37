import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { messageProblems } from '@laurel/domain/message-merge'
import { PROVIDER_METHODS } from '@laurel/domain/payment-method'
import type { Identity } from '@laurel/identity'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { addressProblems } from '../features/addresses/address-problems.ts'
import { MESSAGES } from '../features/setup/starter-catalog.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { demoPassword } from './demo-password.ts'
import { DANA, MARCUS } from './demo-people.ts'
import { seedDemo } from './seed-demo.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const TABLES = ['organizations', 'sites', 'customers', 'reward_card_templates', 'staff_accounts'] as const
const counts = () =>
  Promise.all(
    TABLES.map(async (table) => (await world.kit.pool.selectFrom(table).select('id').execute()).length),
  )

describe('the demo', () => {
  it('fills an empty database once; a second start changes nothing', async () => {
    const before = await counts()
    expect(before).toEqual([2, 2, 2, 12, 2])
    expect(await seedDemo({ ...world.kit, identity: world.identity })).toBeUndefined()
    expect(await counts()).toEqual(before)
  })

  it('writes the sign-in details to a file that only its owner can read', () => {
    const path = join(world.kit.config.dataDir, 'demo-accounts.txt')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const text = readFileSync(path, 'utf8')
    expect(world.demo).toHaveLength(4)
    for (const { email, password } of world.demo!) {
      expect(text).toContain(email)
      expect(text).toContain(password)
      expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
    }
    expect(new Set(world.demo!.map(({ password }) => password)).size).toBe(4)
  })

  it('has different passwords in every installation', () => {
    const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    expect(demoPassword(one, 'dana')).toBe(demoPassword(one, 'dana'))
    expect(demoPassword(one, 'dana')).not.toBe(demoPassword(other, 'dana'))
  })

  it.each([
    ['localhost', DANA, 'northwind'],
    ['acorn.localhost', MARCUS, 'acorn'],
  ])('lets its customer sign in on %s, registered and with two addresses', async (host, person, slug) => {
    const { accounts } = await world.kit.sites.readByHost(host)
    const { password } = world.demo!.find(({ email }) => email === person.email)!
    const answer = await world.app.inject({
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
        AuthParameters: { USERNAME: `${person.email}#${slug}`, PASSWORD: password },
      }),
    })
    const call = world.visit(host, answer.json().AuthenticationResult.IdToken)
    const profile = await call('GET', '/api/v1/actual_user/')
    expect(profile.body).toMatchObject({ ...person.profile, registration_complete: true })
    const addresses = await call('GET', '/api/v1/registered_addresses/')
    expect(addresses.body).toHaveLength(2)
    expect(addresses.body.flatMap(addressProblems)).toEqual([])
  })

  it('seals the merchants’ credentials', async () => {
    const providers = await world.kit.pool.selectFrom('organization_payment_providers').selectAll().execute()
    const enabled = providers.filter((one) => one.enabled)
    expect(enabled).toHaveLength(2 * PROVIDER_METHODS.length)
    for (const { settings_sealed } of enabled) {
      expect(settings_sealed).not.toBe('')
      expect(Buffer.from(settings_sealed, 'base64url').toString('latin1')).not.toMatch(
        /laurelweb|merchantId|lines/,
      )
    }
  })

  it('shows logos that exist', async () => {
    for (const host of ['localhost', 'acorn.localhost']) {
      const site = await world.kit.sites.readByHost(host)
      for (const logo of [site.favicon, site.iso_logo, site.site_logo, site.negative_logo]) {
        const shown = await world.visit(host)('GET', logo)
        expect(shown, logo).toMatchObject({ status: 200 })
        expect(shown.headers['content-type']).toContain('image/svg+xml')
      }
    }
  })

  it('offers messages that suit every kind of card', () => {
    for (const [, text] of MESSAGES) expect(messageProblems(text, 'bulk')).toEqual([])
  })
})

describe('two servers that start on an empty database', () => {
  it('fill it once', async () => {
    const empty = await makeWorld({ DEMO: '0' })
    onTestFinished(() => empty.close())
    const second = { ...empty.kit, identity: empty.identity }
    let seededBySecond: Promise<unknown> | undefined
    const createUser: Identity['createUser'] = (...given) => {
      seededBySecond ??= seedDemo(second)
      return empty.identity.createUser(...given)
    }
    const seeded = seedDemo({ ...empty.kit, identity: { ...empty.identity, createUser } })
    expect(await seeded).toHaveLength(4)
    expect(await seededBySecond).toBeUndefined()
  })
})
