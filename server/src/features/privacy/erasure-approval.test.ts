import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { findSite } from '../sites/sites.repo.ts'
import { copyErasedKeys, readErasedKeys } from './erased-keys.ts'
import { askErasure, decideErasure } from './erasures.service.ts'

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

test('a person who is erased again is on the list of erased people from then', async () => {
  const times: (string | undefined)[] = []
  const place = mkdtempSync(join(tmpdir(), 'laurel-erased-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  for (const days of [0, 1]) {
    world.setClock(new Date(Date.now() + days * 86_400_000))
    times.push(world.kit.now().toISOString().slice(0, 10))
    const site = (await findSite(world.kit.pool, ida.siteId))!
    const as = ({ id: staffId }: Staff) => ({
      ...{ siteId: site.id, staffId, role: 'owner', scopes: [], by: `staff:${staffId}` },
    })
    const asked = await askErasure(world.kit, site, as(ida), KEY)
    await decideErasure(world.kit, site, as(noor), asked.id, true)
    await world.kit.pool.deleteFrom('erasures').execute()
    await copyErasedKeys({
      pool: world.kit.pool,
      config: { backup: { ...world.kit.config.backup, url: place } },
    })
  }
  world.setClock(undefined)
  const rows = await world.kit.pool.selectFrom('erased_keys').select(['digest', 'erased_at']).execute()
  expect(new Set(rows.map(({ digest }) => digest)).size).toBe(1)
  expect(rows.map(({ erased_at }) => erased_at.toISOString().slice(0, 10))).toEqual(
    expect.arrayContaining(times),
  )
  const copied = await readErasedKeys(join(place, 'an-archive.laurel'), place)
  expect(copied.map(({ erased_at }) => erased_at.slice(0, 10))).toEqual([times[1]])
})
