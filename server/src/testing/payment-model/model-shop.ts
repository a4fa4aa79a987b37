import { json } from '../../database/json.ts'
import { type ReportAccess, reportAccess } from '../../features/checkout/provider-report.ts'
import { customerSteps } from '../ordering-world.ts'
import { type Answer, makeWorld, type SignedIn, type World } from '../world.ts'
import { type Bank, makeBank } from './model-bank.ts'

const ORDERS_AT_MOST = 3
const BETWEEN_RUNS_MS = 100 * 86_400_000

/** One customer with their orders, a bank, an office and a clock: what a run of the model plays on. */
export type ModelShop = {
  world: World
  siteId: number
  bank: Bank
  customer: SignedIn
  steps: ReturnType<typeof customerSteps>
  orders: number[]
  report: ReportAccess
  isUnreachable: boolean
  nowMs(): number
  pass(ms: number): void
  setUnreachable(value: boolean): void
  office(method: string, path: string, body?: Record<string, unknown>, as?: 0 | 1): Promise<Answer>
  /** Remembers an answer for the check that none was a failure of the server's own. */
  heard(answer: Answer): Answer
  answers: Answer[]
  order(pick: number): number
  beginOrder(): Promise<void>
}

export type ShopMaker = { open(): Promise<ModelShop>; close(): Promise<void> }

/** One server for all runs; each run has a customer of its own, and a later day than the one before. */
export async function makeShops(): Promise<ShopMaker> {
  const world = await makeWorld()
  // Small enough that both kinds of refund happen, and that no run is stopped for its eagerness.
  await world.kit.pool
    .updateTable('sites')
    .set({ money_rules: json(RULES) as never })
    .execute()
  let atMs = Date.now()
  let runs = 0
  world.setClock(new Date(atMs))
  const { id: siteId } = await world.kit.sites.readByHost('localhost')
  const report = reportAccess(world.kit.keys.dataSeal, 'northwind')

  async function open(): Promise<ModelShop> {
    runs += 1
    atMs += BETWEEN_RUNS_MS
    world.setClock(new Date(atMs))
    world.gateway.setUnreachable(false)
    // Earlier runs are over, so they no longer need to be asked about.
    await world.kit.pool
      .updateTable('payments')
      .set({ updated_at: new Date('2999-01-01') })
      .execute()
    const bank = makeBank(world.gateway, String(runs), () => atMs)
    const customer = await world.signIn()
    const steps = customerSteps(customer)
    const answers: Answer[] = []
    const staff = [await world.staff('owner'), await world.staff('owner')]
    const shop: ModelShop = {
      ...{ world, siteId, bank, customer, steps, report, answers, orders: [], isUnreachable: false },
      nowMs: () => atMs,
      pass(ms) {
        atMs += ms
        world.setClock(new Date(atMs))
      },
      setUnreachable(value) {
        shop.isUnreachable = value
        world.gateway.setUnreachable(value)
      },
      async office(method, path, body, as = 0) {
        const given = await staff[as]!.call(method, `/api/v1/office/${path}`, body)
        if (given.status !== 401) return shop.heard(given)
        // The session ran out while the clock moved on.
        staff[as] = await world.staff('owner')
        return shop.heard(await staff[as].call(method, `/api/v1/office/${path}`, body))
      },
      heard(answer) {
        answers.push(answer)
        return answer
      },
      order: (pick) => shop.orders[pick % shop.orders.length]!,
      async beginOrder() {
        const known = await Promise.all(shop.orders.map((id) => steps.order(id)))
        // There is one cart; while it is open or being paid, no other can be begun.
        if (known.length >= ORDERS_AT_MOST || known.some(({ status }) => status === 'cart')) return
        const id = await steps.fillCart('digital')
        shop.orders.push(id)
      },
    }
    await shop.beginOrder()
    return shop
  }
  return { open, close: () => world.close() }
}

const RULES = {
  day_limit_cents: 5_000_000,
  new_account_days: 30,
  new_account_order_cents: 250_000,
  two_people_above_cents: 5_000,
  attempts_per_hour: 100_000,
  remind_after_days: [7, 14, 21],
  tax_note: '',
}
