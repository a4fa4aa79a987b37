import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companySteps } from '../../testing/company-world.ts'
import { deliverySteps } from '../../testing/delivery-world.ts'
import { keySteps } from '../../testing/key-world.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'

const EXAMPLE = join(import.meta.dirname, '../../../../examples/order-by-api.ts')

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

test('the example of the guide places, tracks, sends again, and cancels', async () => {
  const admin = await companySteps(world).person()
  const programs = keySteps(world)
  const dana = customerSteps(admin)
  const draft = await dana.addCards('digital', { draft: true })
  await dana.ok('POST', '/api/v1/saved_designs/', { card_item_id: draft.id, name: 'Birthday' })
  const key = await programs.key(admin)
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const env = {
    ...process.env,
    LAUREL_URL: address.replace('127.0.0.1', 'localhost'),
    LAUREL_KEY: key.secret,
  }
  const run = (step: string, id = 'birthday-1') =>
    promisify(execFile)(process.execPath, [EXAMPLE, step, id], { env }).then(
      ({ stdout }) => stdout,
      (cause: { stderr: string }) => cause.stderr,
    )

  expect(await run('place')).toMatch(/^409 balance_too_low: /)
  await programs.topUp(admin, 100_000)
  const placed = await run('place')
  expect(placed).toMatch(/^It costs \$\d+\.\d\d\.\nOrder \d+ is (in_review|approved)\.\n$/)
  expect(await run('place')).toBe(placed)

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
}, 120_000)
