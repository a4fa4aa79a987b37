import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { findSite } from '../sites/sites.repo.ts'
import { decideErasure } from './erasures.service.ts'

const PATH = '/api/v1/office/privacy/'
const KEY = { key: 'email|ada@recipient.example', name: 'Ada Recipient' }

type Staff = Awaited<ReturnType<World['staff']>>
let world: World
let ida: Staff
let noor: Staff
beforeAll(async () => {
  world = await makeWorld()
  ida = await world.staff('owner')
  noor = await world.staff('owner')
  await customerSteps(await world.signIn()).fillCart('digital')
})
beforeEach(() => world.kit.pool.deleteFrom('erasures').execute())
afterAll(() => world.close())

const decide = (by: Pick<Staff, 'call'>, id: number, agree = true) =>
  by.call('POST', `${PATH}erasures/${id}/decide/`, { agree })
const ask = async (by: Pick<Staff, 'call'> = ida): Promise<number> => {
  const { status, body } = await by.call('POST', `${PATH}erasures/`, KEY)
  expect(status).toBe(200)
  return body.id
}

/** A program whose secret this person created. */
async function programOf(staff: Staff): Promise<Pick<Staff, 'call'>> {
  const scopes = JSON.stringify(['customers.help'])
  const { body } = await staff.call('POST', '/api/v1/office/api_credentials/', { name: 'ERP', scopes })
  const basic = Buffer.from(`${body.credential.username}:${body.secret}`).toString('base64')
  const visit = world.visit(staff.host)
  return {
    call: (method, path, given, headers = {}) =>
      visit(method, path, given, { authorization: `Basic ${basic}`, ...headers }),
  }
}

test('a program requests an erasure, and neither it nor the person who created its secret approves it', async () => {
  const program = await programOf(ida)
  const id = await ask(program)
  expect((await decide(program, id)).body.code).toBe('not_allowed')
  expect((await decide(await programOf(noor), id)).body.code).toBe('not_allowed')
  expect((await decide(ida, id)).body.code).toBe('other_person_needed')
  expect((await decide(noor, id)).body.state).toBe('approved')
})

test('a second account is no second person: not under the same email, nor one that was invited this week', async () => {
  const id = await ask()
  const email = `${randomUUID()}@staff.example`
  const invite = (address: string) =>
    ida.call('POST', '/api/v1/office/staff/', {
      ...{ name: 'Ida Again', email: address, role: 'owner', delivery: 'shown' },
    })
  const { status, body } = await invite(email)
  expect([status, typeof body.password]).toEqual([200, 'string'])
  for (const same of [email, email.toUpperCase(), ` ${email}`]) {
    expect((await invite(same)).status).toBe(400)
  }
  const site = (await findSite(world.kit.pool, ida.siteId))!
  const second: number = body.member.id
  const again = { siteId: site.id, staffId: second, role: 'owner', scopes: [], by: `staff:${second}` }
  await expect(decideErasure(world.kit, site, again, id, true)).rejects.toMatchObject({
    code: 'other_person_needed',
  })
  expect((await decide(noor, id)).body.state).toBe('approved')
})
