import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MESSAGES } from '@laurel/contract/event-data'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSiteOf } from '../../test-site.ts'
import { companySteps } from '../../testing/company-world.ts'
import { deliverySteps } from '../../testing/delivery-world.ts'
import { keySteps } from '../../testing/key-world.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { planOrder } from '../deliveries/plan-fulfillment.ts'
import { simulate } from '../test-mode/simulate.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const GUIDE = readFileSync(join(ROOT, 'docs/ordering-by-api.md'), 'utf8')

const BLOCKS = [...GUIDE.matchAll(/^```\n([^`]*curl [^`]*)```$/gm)].map(([, block]) => block!)
/** For a test key. */
const RESENDING = BLOCKS.find((block) => block.includes('/resend/'))!

let world: World
let origin: string
beforeAll(async () => {
  world = await makeWorld()
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
  origin = address.replace('127.0.0.1', 'localhost')
})
afterAll(() => world.close())

const isMissing = (program: string) => spawnSync(program, ['--version']).status !== 0

/** A key of a new company with a saved design, and programs that have it in their environment. */
async function program(mode: 'live' | 'test' = 'live') {
  const admin = await companySteps(world).person()
  const dana = customerSteps(admin)
  const letter = await dana.addCards('direct', { draft: true })
  await dana.ok('POST', '/api/v1/saved_designs/', { card_item_id: letter.id, name: 'A letter' })
  const draft = await dana.addCards('digital', { draft: true })
  const asked = { card_item_id: draft.id, name: 'Birthday' }
  const design = await dana.ok('POST', '/api/v1/saved_designs/', asked)
  const programs = keySteps(world)
  const key = await programs.key(admin, { mode })
  const env = { ...process.env, LAUREL_URL: origin, LAUREL_KEY: key.secret }
  const run = (command: string, args: readonly string[]) =>
    promisify(execFile)(command, args, { env }).then(
      ({ stdout }) => stdout,
      (cause: { stdout: string; stderr: string }) => cause.stdout + cause.stderr,
    )
  return { design, key, run, topUp: () => programs.topUp(admin, 100_000) }
}

test.for([
  { language: 'TypeScript', command: process.execPath, file: 'order-by-api.ts' },
  { language: 'Python', command: 'python3', file: 'order_by_api.py' },
])(
  'the example in $language places, tracks, sends again, and cancels',
  async ({ command, file }, { skip }) => {
    skip(isMissing(command), `${command} isn’t installed`)
    const { key, run: start, topUp } = await program()
    const run = (step: string, id = 'birthday-1') => start(command, [join(ROOT, 'examples', file), step, id])

    expect(await run('place')).toMatch(/^It costs \$\d+\.\d\d\.\n409 balance_too_low: /)
    await topUp()
    const placed = await run('place')
    expect(placed).toMatch(/^It costs \$\d+\.\d\d\.\nOrder \d+ is (in_review|approved)\.\n$/)
    expect(await run('place')).toBe(placed)
    expect(await run('pay')).toMatch(/^409 order_already_paid: /)

    const { body: order } = await key.call('GET', '/api/v1/orders/by_external_id/birthday-1/')
    const room = deliverySteps(world)
    if (order.status === 'in_review') await room.approve(order.id)
    await room.plan(order.id)
    await room.send()
    expect(await run('track')).toMatch(/^Card \d+ is sent\.\n$/)
    room.later(24 * 3_600_000)
    expect(await run('resend')).toMatch(/^Card \d+ is queued\.\n$/)
    expect(await run('cancel')).toMatch(/^409 order_not_cancelable: /)
    await run('place', 'birthday-2')
    expect(await run('cancel', 'birthday-2')).toBe('Order birthday-2 is canceled.\n')
  },
)

test.for([
  { language: 'TypeScript', command: process.execPath, file: 'order-by-api.ts' },
  { language: 'Python', command: 'python3', file: 'order_by_api.py' },
])('the same example in $language runs in test mode without money', async ({ command, file }, { skip }) => {
  skip(isMissing(command), `${command} isn’t installed`)
  const { key, run: start } = await program('test')
  const run = (step: string, id = 'birthday-1', ...more: string[]) =>
    start(command, [join(ROOT, 'examples', file), step, id, ...more])
  const placed = await run('place')
  expect(placed).toMatch(/^It costs \$\d+\.\d\d\.\nOrder \d+ is (in_review|approved)\.\n$/)
  expect(await run('place')).toBe(placed)
  expect(await run('pay')).toMatch(/^409 order_already_paid: /)
  const { body: order } = await key.call('GET', '/api/v1/orders/by_external_id/birthday-1/')
  const testId = testSiteOf((await world.kit.sites.readByHost('localhost')).id)
  await simulate(world.kit, testId)
  await planOrder(world.kit, testId, order.id)
  await simulate(world.kit, testId)
  expect(await run('track')).toMatch(/^Card \d+ is sent\.\n$/)
  expect(await run('cancel')).toMatch(/^409 order_not_cancelable: /)
  await simulate(world.kit, testId)
  expect(await run('track')).toMatch(/^Card \d+ is claimed\.\n$/)
  expect(await run('resend')).toMatch(/^Card \d+ is claimed, so it can’t be sent again\.\n$/)

  await run('place', 'unclaimed-1', 'unclaimed@example.com')
  const { body: other } = await key.call('GET', '/api/v1/orders/by_external_id/unclaimed-1/')
  await simulate(world.kit, testId)
  await planOrder(world.kit, testId, other.id)
  for (let visits = 0; visits < 3; visits += 1) await simulate(world.kit, testId)
  expect(await run('resend', 'unclaimed-1')).toMatch(/^Card \d+ is queued\.\n$/)
  await run('place', 'birthday-2')
  expect(await run('cancel', 'birthday-2')).toBe('Order birthday-2 is canceled.\n')
})

test.skipIf(isMissing('curl'))('the calls of the guide work as they are written', async () => {
  const { design, key, run, topUp } = await program()
  await topUp()
  const { body: options } = await key.call('GET', '/api/v1/shipping_options/?reward_type=digital')
  let quote = ''
  let orderId = 0
  const codes: string[] = []
  for (const block of BLOCKS.filter((one) => one !== RESENDING)) {
    const call = block
      .replaceAll(/^export .*\n/gm, '')
      .replace('"saved_design_id": 12', `"saved_design_id": ${design.id}`)
      .replace('"shipping_option_id": 3', `"shipping_option_id": ${options[0].id}`)
      .replace('b7Zk…', quote)
      .replaceAll(/orders\/7\/|order_id=7/g, (at) => at.replace('7', `${orderId}`))
    const lines = await run('bash', ['-c', `curl() { command curl -sS "$@"; echo; }\n${call}`])
    for (const line of lines.trim().split('\n')) {
      const answer = JSON.parse(line)
      if (answer.quote) quote = answer.quote
      if (answer.external_id) orderId = answer.id
      codes.push(answer.code ?? 'done')
    }
  }
  expect(codes.filter((code) => code !== 'done')).toEqual(['order_already_paid'])
  expect(codes.length).toBe(GUIDE.match(/^curl /gm)!.length - RESENDING.match(/^curl /gm)!.length)
  const { body: order } = await key.call('GET', '/api/v1/orders/by_external_id/birthdays-2026-12-ana/')
  expect(order.status).toBe('declined')
})

test.skipIf(isMissing('curl'))(
  'the calls that send a test card again work, and refuse a claimed card',
  async () => {
    const { design, key, run } = await program('test')
    const testId = testSiteOf((await world.kit.sites.readByHost('localhost')).id)
    const { body: options } = await key.call('GET', '/api/v1/shipping_options/?reward_type=digital')
    const [place, list, resend] = RESENDING.split(/^(?=curl )/m) as [string, string, string]
    const curl = async (call: string) =>
      JSON.parse(await run('bash', ['-c', `curl() { command curl -sS "$@"; }\n${call}`]))
    async function tried(email: string) {
      const externalId = `for-${email.length}`
      const order = await curl(
        place
          .replace('"saved_design_id": 12', `"saved_design_id": ${design.id}`)
          .replace('"shipping_option_id": 3', `"shipping_option_id": ${options[0].id}`)
          .replace('unclaimed@example.com', email)
          .replace('"unclaimed-1"', `"${externalId}"`),
      )
      expect(order.mode).toBe('test')
      await simulate(world.kit, testId)
      await planOrder(world.kit, testId, order.id)
      for (let visits = 0; visits < 4; visits += 1) await simulate(world.kit, testId)
      const [card] = (await curl(list.replace('unclaimed-1', externalId))).results
      expect(card.external_id).toBe(externalId)
      const again = await curl(resend.replace('deliveries/31/', `deliveries/${card.id}/`))
      return [card.status, card.may_resend, again.code ?? again.status]
    }
    expect(await tried('unclaimed@example.com')).toEqual(['sent', true, 'queued'])
    expect(await tried('ana@example.com')).toEqual(['claimed', false, 'delivery_move_not_allowed'])
  },
)

test('the events of all this are as the OpenAPI document has them', async () => {
  const events = await world.kit.pool.selectFrom('site_events').select(['type', 'data']).execute()
  for (const { type, data } of events) {
    const { schema } = MESSAGES.find((message) => message.type === type)!
    expect(schema.shape.data.strict().safeParse(data).error, type).toBeUndefined()
  }
  const types = events.map(({ type }) => type)
  expect(types).toEqual(
    expect.arrayContaining(['balance.topped_up', 'order.approved', 'order.declined', 'delivery.sent']),
  )
})
