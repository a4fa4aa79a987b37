import { COMPANY_CAPABILITIES } from '@laurel/domain/company-roles'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { companySteps, type Person } from '../../testing/company-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'

let world: World
let steps: ReturnType<typeof companySteps>
let admin: Person
beforeAll(async () => {
  world = await makeWorld()
  steps = companySteps(world)
}, 60_000)
beforeEach(async () => {
  admin = await steps.person()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => world.close())

const ROLES = '/api/v1/company/roles/'
const PEOPLE = '/api/v1/company/people/'
const addRole = async (one: Person, name: string, capabilities: string[]) =>
  (await one.call('POST', ROLES, { name, capabilities })).body
const rolesOf = async (one: Person) =>
  (await one.call('GET', PEOPLE)).body.roles.filter((role: { is_custom: boolean }) => role.is_custom)
const changeRole = (one: Person, id: number, role: string) => one.call('PATCH', `${PEOPLE}${id}/`, { role })

describe('a custom role', () => {
  test('allows exactly what it lists, on every server, a minute after a change at the latest', async () => {
    const role = await addRole(admin, 'Gifts', ['orders.place'])
    expect(role).toEqual({ key: role.key, name: 'Gifts', capabilities: ['orders.place'], is_custom: true })
    const one = await steps.colleague(admin, role.key)
    const mine = async () => (await one.call('GET', '/api/v1/companies/')).body.at(-1)
    expect(await mine()).toMatchObject({ role_name: 'Gifts', capabilities: ['orders.place'] })
    const begin = () => one.call('POST', '/api/v1/card_items/', {})
    expect((await begin()).body.code).toBe('validation_failed')
    expect((await one.call('POST', ROLES, { name: 'X', capabilities: [] })).body.code).toBe('not_allowed')

    const changed = await admin.call('PATCH', `${ROLES}${role.key}/`, { name: 'Looking', capabilities: [] })
    expect(changed.body).toMatchObject({ name: 'Looking', capabilities: [] })
    steps.aMinuteLater()
    expect((await begin()).body.code).toBe('not_allowed')
  })

  test('is chosen for invitations and people, and shown to who is invited', async () => {
    const role = await addRole(admin, 'Gifts', ['orders.place'])
    const one = await steps.person()
    const [invitation] = (await steps.invite(admin, [one.email], role.key)).body
    const token = invitation.link.split('/').at(-1)
    const seen = await world.visit('localhost')('GET', `/api/v1/company_invitations/${token}/`)
    expect(seen.body).toMatchObject({ role: role.key, role_name: 'Gifts' })
    expect((await changeRole(admin, admin.id, role.key)).body.code).toBe('last_admin')
    for (const wrong of ['custom-000000000000', 'owner', '']) {
      expect((await steps.invite(admin, ['k@halden.example'], wrong)).body.code).toBe('validation_failed')
      expect((await changeRole(admin, admin.id, wrong)).body.code).toBe('validation_failed')
    }
  })

  test('belongs to one company', async () => {
    const role = await addRole(admin, 'Gifts', ['orders.place'])
    const stranger = await steps.person()
    expect(await rolesOf(stranger)).toEqual([])
    expect((await stranger.call('PATCH', `${ROLES}${role.key}/`, { name: 'X' })).body.code).toBe('not_found')
    expect((await stranger.call('POST', `${ROLES}${role.key}/remove/`, {})).body.code).toBe('not_found')
    expect((await steps.invite(stranger, ['k@halden.example'], role.key)).body.code).toBe('validation_failed')
    expect(await rolesOf(admin)).toMatchObject([{ name: 'Gifts' }])
  })

  test('gives, changes, and removes nothing that can do more', async () => {
    const all = await addRole(admin, 'Deputy', [...COMPANY_CAPABILITIES])
    const hr = await addRole(admin, 'People', ['people.manage', 'rules.manage'])
    const one = await steps.colleague(admin, hr.key)
    const buyer = await steps.colleague(admin, 'buyer')
    const refused = [
      await changeRole(one, one.id, 'admin'),
      await changeRole(one, buyer.id, 'viewer'),
      await one.call('DELETE', `${PEOPLE}${buyer.id}/`),
      await one.call('DELETE', `${PEOPLE}${admin.id}/`),
      await steps.invite(one, ['k@halden.example'], all.key),
      await one.call('POST', ROLES, { name: 'More', capabilities: ['orders.place'] }),
      await one.call('PATCH', `${ROLES}${hr.key}/`, { capabilities: ['people.manage', 'orders.place'] }),
      await one.call('PATCH', `${ROLES}${all.key}/`, { capabilities: [] }),
      await one.call('POST', `${ROLES}${all.key}/remove/`, {}),
      await one.call('POST', `${ROLES}${hr.key}/remove/`, { replacement: 'admin' }),
    ]
    expect(refused.map(({ body }) => body?.code)).toEqual(refused.map(() => 'role_above_own'))
    const deputy = await steps.colleague(admin, all.key)
    expect((await changeRole(deputy, buyer.id, 'admin')).body.code).toBe('role_above_own')
    expect((await changeRole(deputy, admin.id, 'viewer')).body.code).toBe('role_above_own')
    expect((await changeRole(deputy, buyer.id, 'viewer')).body.role).toBe('viewer')
    expect((await addRole(one, 'Looking', [])).name).toBe('Looking')
  })

  test('that is in use is replaced for everyone who has it', async () => {
    const role = await addRole(admin, 'Gifts', ['orders.place'])
    const one = await steps.colleague(admin, role.key)
    await steps.invite(admin, ['k.stone@halden.example'], role.key)
    const remove = (body: object) => admin.call('POST', `${ROLES}${role.key}/remove/`, { ...body })
    expect((await remove({})).body.code).toBe('role_in_use')
    expect((await remove({ replacement: role.key })).body.code).toBe('role_in_use')
    expect((await remove({ replacement: 'finance' })).status).toBe(204)
    const { people, invitations } = (await admin.call('GET', PEOPLE)).body
    expect(people.find(({ id }: { id: number }) => id === one.id).role).toBe('finance')
    expect(invitations).toMatchObject([{ role: 'finance' }])
    expect(await rolesOf(admin)).toEqual([])
    expect((await remove({})).body.code).toBe('not_found')
  })

  test('that nothing uses is removed without a replacement', async () => {
    const role = await addRole(admin, 'Gifts', ['orders.place'])
    expect((await admin.call('POST', `${ROLES}${role.key}/remove/`, {})).status).toBe(204)
  })

  test('has a name of its own, and there are 20 at most', async () => {
    const role = await addRole(admin, 'Gifts', [])
    expect((await addRole(admin, 'gifts', [])).errors).toMatchObject([
      { field: 'name', message: 'Another role has this name.' },
    ])
    expect((await addRole(admin, 'Buyer', [])).code).toBe('validation_failed')
    expect((await addRole(admin, 'Wings', ['wings.fly'])).code).toBe('validation_failed')
    expect((await admin.call('PATCH', `${ROLES}${role.key}/`, { name: 'GIFTS' })).body.name).toBe('GIFTS')
    for (let nth = 1; nth < 20; nth++) await addRole(admin, `Role ${nth}`, [])
    expect((await addRole(admin, 'One more', [])).code).toBe('limit_exceeded')
  })

  test('built-in roles can’t be changed or removed', async () => {
    const changed = await admin.call('PATCH', `${ROLES}viewer/`, { capabilities: ['orders.place'] })
    expect(changed.body.code).toBe('not_found')
    expect((await admin.call('POST', `${ROLES}viewer/remove/`, {})).body.code).toBe('not_found')
  })

  test('is not kept by a person who accepts an invitation while it is removed', async () => {
    const role = await addRole(admin, 'Gifts', ['orders.place'])
    const one = await steps.person()
    const { body } = await steps.invite(admin, [one.email], role.key)
    const [removed, joined] = await Promise.all([
      admin.call('POST', `${ROLES}${role.key}/remove/`, { replacement: 'viewer' }),
      steps.accept(one, body[0]),
    ])
    expect([removed.status, joined.status]).toEqual([204, 200])
    const { people } = (await admin.call('GET', PEOPLE)).body
    expect(people.find(({ id }: { id: number }) => id === one.id).role).toBe('viewer')
  })
})
