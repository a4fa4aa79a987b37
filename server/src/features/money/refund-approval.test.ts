import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { moneySteps } from '../../testing/money-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { record } from '../audit/audit.service.ts'
import { askRefund, decideRefund } from '../refunds/refunds.service.ts'
import { findSite } from '../sites/sites.repo.ts'

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

describe('a refund that needs a second person', () => {
  test('is needed above the limit', async () => {
    const { id, payment, total, reference } = await books.ordered('self_hosted_check', true)
    await books.receive(total, reference)
    const { body } = await books.refund(payment.id, total)
    expect(body).toMatchObject({ state: 'asked', kind: 'by_hand' })

    expect((await books.decide(body.id, true, books.finance)).body.code).toBe('other_person_needed')
    // The one who asked didn't decline it: what they tried is only in the audit log.
    const { happened } = (await books.second.call('GET', `/api/v1/office/orders/${id}/history/`)).body
    expect(happened.map(({ event }: { event: string }) => event)).not.toContain('refund.refused')
    const tried = (
      await (await world.staff('owner')).call('GET', '/api/v1/office/audit/?event=refund.not_allowed')
    ).body.results[0]
    expect(tried).toMatchObject({ actor: `staff:${books.finance.id}`, subject: `refund:${body.id}` })
    const support = await world.staff('support')
    expect((await books.decide(body.id, true, support)).status).toBe(403)
    expect((await books.decide(body.id, true)).body).toMatchObject({
      state: 'approved',
      approved_by: books.second && `staff:${books.second.id}`,
    })
    expect((await books.decide(body.id, false)).body.code).toBe('refund_changed')
    expect((await books.money(id)).refunds).toMatchObject([{ state: 'approved' }])
  })

  test('counts all refunds of an order together', async () => {
    const { payment, total, reference } = await books.ordered('self_hosted_check', true)
    await books.receive(total, reference)
    const states: string[] = []
    for (const cents of [30_000, 20_000, 1]) states.push((await books.refund(payment.id, cents)).body.state)
    expect(states).toEqual(['approved', 'approved', 'asked'])
  })

  test('lets the requester withdraw what no one approved', async () => {
    const { payment, total, reference } = await books.ordered('self_hosted_check', true)
    await books.receive(total, reference)
    const asked = (await books.refund(payment.id, total)).body
    expect(asked.state).toBe('asked')
    expect((await books.decide(asked.id, false, books.finance)).body.state).toBe('refused')
    expect((await books.refund(payment.id, total)).body.state).toBe('asked')
  })

  test('lets a program request or reject a large refund but not approve it', async () => {
    const { payment, total, reference } = await books.ordered('self_hosted_check', true)
    await books.receive(total, reference)
    const site = (await findSite(world.kit.pool, books.finance.siteId))!
    const program = { siteId: site.id, staffId: undefined, role: '', scopes: [], by: 'integrator:erp' }
    const asked = await askRefund(world.kit, site, program, {
      paymentId: payment.id,
      amountCents: total,
      reason: 'Ordered twice',
    })
    const other = { ...program, by: 'integrator:books' }
    const agreed = (agrees: boolean) => decideRefund(world.kit, site, other, asked.id, agrees)
    await expect(agreed(true)).rejects.toMatchObject({ code: 'not_allowed' })
    expect((await agreed(false)).state).toBe('refused')
    const again = (await books.refund(payment.id, total)).body
    expect((await books.decide(again.id, true)).body.state).toBe('approved')
  })

  test('doesn’t count the creator of a program’s secret as the second person', async () => {
    const { payment, total, reference } = await books.ordered('self_hosted_check', true)
    await books.receive(total, reference)
    const site = (await findSite(world.kit.pool, books.finance.siteId))!
    const made = { site_id: site.id, name: 'Books', username: 'books', secret_hash: 'x', scopes: [] }
    await world.kit.pool
      .insertInto('api_credentials')
      .values({ ...made, created_by: `staff:${books.second.id}` })
      .execute()
    const program = { siteId: site.id, staffId: undefined, role: '', scopes: [], by: 'integrator:books' }
    const asked = await askRefund(world.kit, site, program, {
      paymentId: payment.id,
      amountCents: total,
      reason: 'Ordered twice',
    })
    expect(asked.state).toBe('asked')
    expect((await books.decide(asked.id, true)).body.code).toBe('other_person_needed')
    expect((await books.decide(asked.id, true, books.finance)).body.state).toBe('approved')
  })

  test('applies a higher limit after a day and a lower one at once', async () => {
    const { payment, total, reference } = await books.ordered('self_hosted_check', true)
    await books.receive(total, reference)
    const setLimit = async (cents: number) => {
      const owner = await world.staff('owner')
      const { body: site } = await owner.call('GET', '/api/v1/office/site/')
      const answer = await owner.call('PATCH', '/api/v1/office/site/', {
        seen_version: site.version,
        money_rules: { ...site.money_rules, two_people_above_cents: cents },
      })
      expect(answer.status).toBe(200)
    }
    await setLimit(1_000_000)
    const early = (await books.refund(payment.id, total)).body
    expect(early.state).toBe('asked')
    await setLimit(50_000)
    await books.decide(early.id, false)

    await setLimit(1_000_000)
    const tomorrow = Date.now() + DAY_MS + 60_000
    world.setClock(new Date(tomorrow))
    const awake = await world.staff('finance')
    expect((await books.refund(payment.id, total, awake)).body.state).toBe('approved')
    world.setClock(undefined)
    await setLimit(50_000)
  })

  test('doesn’t count an account that the requester could use for 7 days', async () => {
    const { payment, total, reference } = await books.ordered('self_hosted_check', true)
    await books.receive(total, reference)
    const ask = async (as = books.finance) => (await books.refund(payment.id, total, as)).body
    const boss = await world.staff('owner')
    const open = async (event: 'staff.invited' | 'staff.password_renewed', who: number, by: number) =>
      inSite(world.kit.pool, books.finance.siteId, async (db) =>
        record(db, books.finance.siteId, {
          ...{ actor: `staff:${by}`, event, subject: `staff:${who}`, facts: {} },
          at: world.kit.now(),
        }),
      )
    const reset = await boss.call('POST', `/api/v1/office/staff/${books.second.id}/reset_authenticator/`, {})
    expect(reset.status).toBe(200)
    const colleague = await world.staff('finance')
    await open('staff.invited', colleague.id, books.second.id)

    // The owner could be behind both accounts, and behind the one that the books.second invited.
    const asked = await ask(boss)
    const refused = await books.decide(asked.id, true, colleague)
    expect(refused.body).toMatchObject({ code: 'other_person_needed' })
    expect(refused.body.detail).toContain('7 days')
    await books.decide(asked.id, false, books.finance)
    // Nor does the owner agree to what they may have asked in another's name.
    const theirs = await ask(colleague)
    expect((await books.decide(theirs.id, true, boss)).body.code).toBe('other_person_needed')
    expect((await books.decide(theirs.id, true, books.finance)).body.state).toBe('approved')
  })

  test('counts an invited colleague after a week', async () => {
    const { payment, total, reference } = await books.ordered('self_hosted_check', true)
    await books.receive(total, reference)
    await inSite(world.kit.pool, books.finance.siteId, async (db) =>
      record(db, books.finance.siteId, {
        ...{
          actor: `staff:${books.finance.id}`,
          event: 'staff.invited',
          subject: `staff:${books.second.id}`,
          facts: {},
        },
        at: new Date(Date.now() - 7 * DAY_MS - 60_000),
      }),
    )
    const { body } = await books.refund(payment.id, total)
    expect((await books.decide(body.id, true)).body.state).toBe('approved')
  })

  test('lets staff request a rejected refund again', async () => {
    const { payment, total, reference } = await books.ordered('self_hosted_check', true)
    await books.receive(total, reference)
    const { body } = await books.refund(payment.id, total)
    expect((await books.decide(body.id, false)).body).toMatchObject({ state: 'refused' })
    expect((await books.refund(payment.id, total)).status).toBe(200)
  })
})
