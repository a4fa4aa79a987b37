import { sql } from 'kysely'
import { approval, customerSteps } from './ordering-world.ts'
import type { World } from './world.ts'

const MINUTE_MS = 60_000

/** A test's steps on the way to a payment at the provider. */
export function payingSteps(world: World) {
  const steps = {
    inMinutes: (minutes: number) => world.setClock(new Date(Date.now() + minutes * MINUTE_MS)),
    async newCustomer(options?: Parameters<World['signIn']>[0]) {
      const customer = await world.signIn(options)
      return { customer, ...customerSteps(customer) }
    },

    /** A cart on its way to the payment page, and the attempt as the provider knows it. */
    async startPaying(method: 'elavon_cc' | 'elavon_ach' = 'elavon_cc', site?: 'northwind' | 'acorn') {
      const dana = await steps.newCustomer({ site })
      const id = await dana.fillCart('digital')
      const answer = await dana.pay(id, method)
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      const minted = world.gateway.minted.at(-1)!
      const provider = {
        answers: (...told: Parameters<typeof approval>[1][]) =>
          world.gateway.transactions.set(
            minted.transactionId,
            told.map((one) => approval(minted, one)),
          ),
      }
      return { dana, id, payment: answer.body, minted, provider }
    },

    /** How many of these jobs wait for the order. */
    async jobsOf(name: string, orderId: number): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pgboss.job
        where name = ${name} and data ->> 'orderId' = ${String(orderId)}`.execute(world.kit.pool)
      return rows[0]!.count
    },

    /** The payment's events in the audit log. */
    async auditOf(paymentId: number): Promise<string[]> {
      const rows = await world.kit.pool
        .selectFrom('audit_entries')
        .select('event')
        .where('subject', '=', `payment:${paymentId}`)
        .orderBy('id')
        .execute()
      return rows.map((row) => row.event)
    },
  }
  return steps
}
