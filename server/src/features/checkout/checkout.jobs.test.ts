import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { paymentPageSteps } from '../../testing/payment-page-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { reconciling } from './checkout.jobs.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

test('payments that the provider is slow to answer about don’t keep the others waiting', async () => {
  const steps = paymentPageSteps(world)
  const started = [await steps.startPaying(), await steps.startPaying(), await steps.startPaying()]
  steps.inMs(3_600_000)
  const asked = new Set<string>()
  let nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const gateway = {
    ...world.gateway,
    async findTransactions(_: unknown, transactionId: string): Promise<never> {
      asked.add(transactionId)
      nowMs += 20_000
      throw new Error('no answer in time')
    },
  }
  const { due, visit } = reconciling({ ...world.kit, gateway })
  const [siteId] = await due()

  // A visit has time for two of them.
  for (const count of [2, 3]) {
    await expect(visit(siteId!)).rejects.toThrow('some payments could not be asked about')
    expect(asked.size).toBe(count)
  }
  expect(asked).toEqual(new Set(started.map(({ minted }) => minted.transactionId)))
})
