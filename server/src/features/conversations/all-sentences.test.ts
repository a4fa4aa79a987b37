import { readFileSync } from 'node:fs'
import { MAX_MESSAGES } from '@laurel/domain/conversations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { companySteps, type Person } from '../../testing/company-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'

const FILE = '../../../../domain/src/guide/sentences.json'
const { tuned, heldOut } = JSON.parse(readFileSync(`${import.meta.dirname}/${FILE}`, 'utf8'))
const sentences: string[] = [...tuned, ...heldOut].map(({ text }) => text)

let world: World
let dana: Person
beforeAll(async () => {
  world = await makeWorld()
  dana = await companySteps(world).person()
  await dana.call('POST', '/api/v1/recipient_lists/', { name: 'Sales' })
  // The first look at a cart creates it.
  await dana.call('GET', '/api/v1/order_summary/')
}, 60_000)
afterAll(() => world.close())

/** How many rows each table of the site has, except those of conversations. */
async function rowCounts(): Promise<Record<string, number>> {
  const { id } = await world.kit.sites.readByHost('localhost')
  const tables = [
    'orders',
    'card_items',
    'card_recipient_details',
    'payments',
    'deliveries',
    'refunds',
  ] as const
  const others = ['shipping_orders', 'approval_requests', 'notices', 'audit_entries'] as const
  return inSite(world.kit.pool, id, async (db) => {
    const counts: Record<string, number> = {}
    for (const table of [...tables, ...others]) {
      const { count } = await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      counts[table] = count
    }
    return counts
  })
}

/** A conversation’s limit, including answers. */
const SENTENCES_EACH = MAX_MESSAGES / 2

test('400 sentences, 60 of them commands, are answered without changing any data', async () => {
  const before = await rowCounts()
  let path = ''
  let at = Date.now()
  for (const [nth, text] of sentences.entries()) {
    if (nth % SENTENCES_EACH === 0) {
      const { body: conversation } = await dana.call('POST', '/api/v1/conversations/')
      path = `/api/v1/conversations/${conversation.id}/`
    }
    at += 3_000
    world.setClock(new Date(at))
    const sent = await dana.call('POST', `${path}messages/`, { text })
    expect([sent.status, sent.body.code], `${nth} ${text}`).toEqual([200, undefined])
    const { body: events } = await dana.call('GET', `${path}stream/`)
    expect(events, text).toContain('"stop_reason":"done"')
    expect(events, text).toContain('event: text')
  }
  expect(sentences).toHaveLength(400)
  expect(await rowCounts()).toEqual(before)
}, 300_000)
