import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calmDown, commands } from '../../testing/payment-model/model-commands.ts'
import { assertSettled } from '../../testing/payment-model/model-invariants.ts'
import { makeShops, type ShopMaker } from '../../testing/payment-model/model-shop.ts'

/** The default is the same every time; `PAYMENT_MODEL_RUNS` and `PAYMENT_MODEL_SEED` look further. */
const RUNS = Number(process.env.PAYMENT_MODEL_RUNS ?? 25)
const SEED = Number(process.env.PAYMENT_MODEL_SEED ?? 20_261_121)
const STEPS_AT_MOST = 40

let shops: ShopMaker
beforeAll(async () => {
  shops = await makeShops()
})
afterAll(() => shops.close())

test(
  'any sequence of buyers, banks, staff, and clocks leads to one charge, one order, one state',
  async () => {
    let played = 0
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: STEPS_AT_MOST, size: 'max' }), async (steps) => {
        const shop = await shops.open()
        await fc.asyncModelRun(() => ({ model: {}, real: shop }), steps)
        await calmDown(shop)
        await assertSettled(shop)
        played += [...steps].length
      }),
      { numRuns: RUNS, seed: SEED },
    )
    expect(played).toBeGreaterThan(RUNS)
  },
  30 * 60_000,
)
