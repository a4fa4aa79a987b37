import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { companySteps, type Person } from '../../testing/company-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { closeCustomerHandler } from '../customers/close-customer.jobs.ts'
import { erasePerson, mentionsOf } from '../privacy/erase-person.ts'
import { retiringPeople } from '../privacy/retention.jobs.ts'

let world: World
let siteId: number
let dana: Person
beforeAll(async () => {
  world = await makeWorld()
  siteId = (await world.kit.sites.readByHost('localhost')).id
}, 60_000)
beforeEach(async () => {
  dana = await companySteps(world).person()
})
afterEach(() => world.setClock(undefined))
afterAll(() => world.close())

async function ask(text: string): Promise<number> {
  const { body } = await dana.call('POST', '/api/v1/conversations/')
  await dana.call('POST', `/api/v1/conversations/${body.id}/messages/`, { text })
  await dana.call('GET', `/api/v1/conversations/${body.id}/stream/`)
  return body.id
}
const everythingOf = async () => {
  const list = await dana.call('GET', '/api/v1/conversations/')
  const file = await dana.call('GET', '/api/v1/conversations/export/')
  return JSON.stringify([list.body, file.body])
}
const messageCount = () =>
  inSite(world.kit.pool, siteId, async (db) => {
    const { count } = await db
      .selectFrom('conversation_messages as m')
      .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('c.customer_id', '=', dana.id)
      .executeTakeFirstOrThrow()
    return count
  })

test('erasing a person removes messages, answers, and conversation names that mention them', async () => {
  await ask('where is maya@halden.example?')
  await ask('how do I pay by check?')
  expect(await everythingOf()).toContain('maya@halden.example')
  const until = new Date(Date.now() + 60_000)
  const key = 'email|maya@halden.example'
  const found = await inSite(world.kit.pool, siteId, (db) => mentionsOf(db, siteId, key, until))
  // The question, its answer, and the name.
  expect(found.map(({ source }) => source).toSorted()).toEqual([
    'conversation',
    'conversation',
    'conversation_name',
  ])
  const { erased } = await inSite(world.kit.pool, siteId, (db) => erasePerson(db, siteId, key, until))
  expect(erased).toBe(3)
  const left = await everythingOf()
  expect(left).not.toContain('maya@halden.example')
  expect(left).toContain('how do I pay by check?')
})

test('staff export all that a person asked, without tokens', async () => {
  await ask('12 people, $50')
  await ask(`how do I pay by check? I’m ${dana.email}`)
  const ida = await world.staff('owner')
  const key = `email|${dana.email}`
  for (const format of ['json', 'csv']) {
    const { status, body } = await ida.call('POST', '/api/v1/office/privacy/export/', { key, format })
    expect(status).toBe(200)
    const file = String(body)
    expect(file).toContain('12 people, $50')
    expect(file).toContain('Create draft')
    expect(file.replaceAll('""', '"')).not.toMatch(/"token": "[^"]/)
    if (format !== 'json') continue
    const { records, mentions } = JSON.parse(file)
    const said = mentions.filter(({ source }: { source: string }) => source === 'conversation')
    expect(new Set(said.map(({ id }: { id: number }) => id)).size).toBe(4)
    expect(said).toHaveLength(4)
    const [entry] = await inSite(world.kit.pool, siteId, (db) =>
      db.selectFrom('audit_entries').select('facts').where('event', '=', 'privacy.exported').execute(),
    )
    expect(entry!.facts).toEqual({ records: records.length + mentions.length })
  }
})

test('erasing a person removes what the guide understood, even if the answer doesn’t mention them', async () => {
  await ask('When will maya@halden.example’s order ship?')
  const understood = () =>
    inSite(world.kit.pool, siteId, async (db) =>
      JSON.stringify(
        await db
          .selectFrom('conversation_messages as m')
          .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
          .select('m.understood')
          .where('c.customer_id', '=', dana.id)
          .execute(),
      ),
    )
  expect(await understood()).toContain('maya@halden.example')
  const until = new Date(Date.now() + 60_000)
  await inSite(world.kit.pool, siteId, (db) => erasePerson(db, siteId, 'email|maya@halden.example', until))
  expect(await understood()).not.toContain('maya@halden.example')
})

test('deleting an account deletes its conversations', async () => {
  await ask('how do I pay by check?')
  expect(await messageCount()).toBe(2)
  const { identity_subject: subject } = await inSite(world.kit.pool, siteId, (db) =>
    db.selectFrom('customers').select('identity_subject').where('id', '=', dana.id).executeTakeFirstOrThrow(),
  )
  await closeCustomerHandler(world.kit).run({ siteId, subject } as never)
  expect(await messageCount()).toBe(0)
})

test('conversations are deleted 90 days after their last use', async () => {
  await ask('how do I pay by check?')
  const in89Days = new Date(Date.now() + 89 * 86_400_000)
  world.setClock(in89Days)
  await retiringPeople(world.kit).visit(siteId)
  expect(await messageCount()).toBe(2)
  world.setClock(new Date(in89Days.getTime() + 2 * 86_400_000))
  await retiringPeople(world.kit).visit(siteId)
  expect(await messageCount()).toBe(0)
})
