import type { Posting } from '@laurel/domain/ledger'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { moneySteps } from '../../testing/money-world.ts'
import { approval, customerSteps, debit } from '../../testing/ordering-world.ts'
import { reconcilePayments } from '../../testing/sweeps.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { ledgerOf, post } from './ledger.repo.ts'

let world: World
let books: Awaited<ReturnType<typeof moneySteps>>
beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(async () => {
  books = await moneySteps(world)
})
afterAll(() => world.close())

const DAY_MS = 86_400_000

test('counts a bank debit once settled, and reopens a returned one', async () => {
  const dana = customerSteps(await world.signIn())
  const id = await dana.fillCart('digital')
  await dana.pay(id, 'elavon_ach')
  const minted = world.gateway.minted.at(-1)!
  const tell = (told: object) =>
    world.gateway.transactions.set(minted.transactionId, [approval(minted, { ...debit, ...told })])
  tell({ status: 'PEN' })
  await dana.verify(id)
  expect(await books.money(id)).toMatchObject({ received_cents: 0, owed_cents: minted.amountCents })

  tell({ status: 'STL' })
  books.later(31 * 60_000)
  await reconcilePayments(world.kit)
  expect(await books.money(id)).toMatchObject({ received_cents: minted.amountCents, owed_cents: 0 })

  books.later(5 * DAY_MS)
  await reconcilePayments(world.kit)
  const standing = () =>
    world.kit.pool.selectFrom('orders').select(['status', 'held_at']).where('id', '=', id).executeTakeFirst()
  expect(await standing()).toEqual({ status: 'in_review', held_at: null })

  // Banks return debits weeks later; the order was approved in between.
  tell({ status: 'PST' })
  books.later(40 * DAY_MS)
  await reconcilePayments(world.kit)
  expect(await books.money(id)).toMatchObject({ received_cents: 0, owed_cents: minted.amountCents })
  expect(await standing()).toEqual({ status: 'in_review', held_at: expect.any(Date) })
})

test('refunds a debit that settles after its order was declined', async () => {
  const dana = customerSteps(await world.signIn())
  const id = await dana.fillCart('digital')
  const { body: payment } = await dana.pay(id, 'elavon_ach')
  const minted = world.gateway.minted.at(-1)!
  const tell = (told: object) =>
    world.gateway.transactions.set(minted.transactionId, [approval(minted, { ...debit, ...told })])
  tell({ status: 'PEN' })
  await dana.verify(id)
  const owner = await world.staff('owner')
  const declined = { seen_status: 'pending_payment', reason: 'Out of stock' }
  expect((await owner.call('POST', `/api/v1/office/orders/${id}/decline/`, declined)).status).toBe(200)

  tell({ status: 'STL' })
  books.later(31 * 60_000)
  await reconcilePayments(world.kit)
  expect(await books.money(id)).toMatchObject({
    owed_cents: -minted.amountCents,
    refunds: [{ payment_id: payment.id, amount_cents: minted.amountCents, kind: 'by_hand' }],
  })
  books.later(2 * DAY_MS)
  await reconcilePayments(world.kit)
  expect((await books.money(id)).refunds).toHaveLength(1)
})

test('rejects changes, unbalanced entries, and accounts that it doesn’t have', async () => {
  const { id } = await books.paidByCard()
  const { siteId } = books.finance
  const change = inSite(world.kit.pool, siteId, (db) =>
    db.updateTable('ledger_entries').set({ cents: 1 }).where('order_id', '=', id).execute(),
  )
  await expect(change).rejects.toThrow(/permission denied/)
  const entry = { event: 'x', source: 'x:1', at: new Date() }
  const insert = (account: string) =>
    inSite(world.kit.pool, siteId, (db) => {
      const row = { ...entry, site_id: siteId, order_id: id, account, cents: 5 }
      return db.insertInto('ledger_entries').values(row).execute()
    })
  await expect(insert('petty')).rejects.toThrow(/ledger_entries_account_check/)
  const posting = JSON.parse('[{ "account": "cash_petty", "cents": 5 }]')
  const posted = (posting: Posting) =>
    inSite(world.kit.pool, siteId, (db) => post(db, siteId, { ...entry, orderId: id, posting }))
  await expect(posted(posting)).rejects.toThrow('no account cash_petty')
  const received: Posting = [
    { account: 'cash_card', cents: 5 },
    { account: 'receivable', cents: -5 },
  ]
  await expect(posted(received.slice(1))).rejects.toThrow('x of x:1 does not balance')
  expect(await posted(received)).toBe(true)
  expect(await posted(received)).toBe(false)
  // Its second line would be new, and its first one isn't.
  const other: Posting = [
    { account: 'cash_card', cents: 5 },
    { account: 'refunds_given', cents: -5 },
  ]
  await expect(posted(other)).rejects.toThrow('x of x:1 does not balance')
  const lines = await inSite(world.kit.pool, siteId, (db) => ledgerOf(db, siteId, id))
  expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
})
