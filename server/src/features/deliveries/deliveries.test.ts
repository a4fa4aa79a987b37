import { canMoveDelivery, type DeliveryStatus } from '@laurel/domain/delivery-status'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliverySteps, tokenIn } from '../../testing/delivery-world.ts'
import { makeWorld, type SignedIn, type World } from '../../testing/world.ts'
import { listEventsOfDelivery } from './deliveries.repo.ts'
import { messageKey, type Sending } from './message-key.ts'

let world: World
let steps: ReturnType<typeof deliverySteps>
beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(() => {
  steps = deliverySteps(world)
})
afterEach(() => world.setClock(undefined))
afterAll(() => world.close())

const MINUTE_MS = 60_000

const report = (key: string, action = 'failed') =>
  [
    'From: Mail Delivery System <mailer-daemon@mx.example>',
    'Content-Type: multipart/report; report-type=delivery-status;',
    ' boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain',
    '',
    'It could not be delivered.',
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; ada@recipient.example',
    `Action: ${action}`,
    'Status: 5.2.2',
    'Diagnostic-Code: smtp; 552 5.2.2 Mailbox full',
    '--b1',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: <${key}@example.com>`,
    '--b1--',
    '',
  ].join('\r\n')

describe('a bounce report', () => {
  test('bounces only the send it names, once', async () => {
    const { id, owner } = await steps.approved('digital')
    await steps.send()
    // Mails may be accepted in another order than their deliveries were planned in.
    const [first] = await steps.deliveries(id)
    const adaKey = messageKey(world.kit.keys.claimLink, first!)
    expect(steps.mailer.accepted.map(({ key }) => key)).toContain(adaKey)
    const tell = (raw: string) => owner.call('POST', '/api/v1/office/delivery_reports/', { report: raw })
    expect((await tell(report(adaKey, 'delayed'))).body).toMatchObject({ recognized: 1, bounced: 0 })
    const named = (sending: Partial<Sending>) =>
      report(messageKey(world.kit.keys.claimLink, { ...first!, ...sending }))
    expect((await tell(named({ attempt: 2 }))).body).toMatchObject({ recognized: 0, bounced: 0 })
    expect((await tell(named({ site_id: 999 }))).body.recognized).toBe(0)
    // IDs are sequential, but a guessed one can't forge a report.
    for (const madeUp of [adaKey.slice(0, -20), `${adaKey.slice(0, -20)}${'0'.repeat(20)}`]) {
      expect((await tell(report(madeUp))).body).toMatchObject({ recognized: 0, bounced: 0 })
    }
    expect((await tell(report(adaKey))).body).toMatchObject({ recognized: 1, bounced: 1 })
    expect((await tell(report(adaKey))).body.lines).toMatchObject([
      { outcome: 'unchanged', words: 'It’s already marked as bounced.' },
    ])
    const [bounced] = await steps.deliveries(id)
    expect(bounced).toMatchObject({
      id: first!.id,
      status: 'bounced',
      problem: 'The mailbox is full.',
    })
    expect((await tell('no report at all')).body).toMatchObject({ recognized: 0, bounced: 0 })
    const entries = (await owner.call('GET', '/api/v1/office/audit/?event=deliveries.reported')).body
    expect(entries.results[0]).toMatchObject({ event: 'deliveries.reported', actor: `staff:${owner.id}` })
  })

  test('accepts a whole mailbox or a list of addresses, with a result for each', async () => {
    const { id, owner } = await steps.approved('digital')
    await steps.send()
    const [ada, grace] = await steps.deliveries(id)
    const adaKey = messageKey(world.kit.keys.claimLink, ada!)
    const tell = async (body: Record<string, unknown>) =>
      (await owner.call('POST', '/api/v1/office/delivery_reports/', body)).body
    const mailbox = ['a private letter', report(adaKey), report('card-999-1-1')]
    const outcomes = ({ lines }: { lines: { outcome: string }[] }) => lines.map(({ outcome }) => outcome)
    const told = await tell({ report: mailbox.map((mail) => `From a@b Sat Nov 21\n${mail}\n`).join('') })
    expect(outcomes(told)).toEqual(['unreadable', 'bounced', 'not_found'])
    expect(told).toMatchObject({ recognized: 1, bounced: 1 })

    // Other tests may have used the same address, so only this order's cards are checked.
    const name = `Grace <${grace!.email.toUpperCase()}>`
    const byHand = await tell({ addresses: [name, 'nobody@nowhere.example', 'grace at work'] })
    expect(outcomes(byHand)).toEqual(['bounced', 'not_found', 'unreadable'])
    const [, second] = await steps.deliveries(id)
    expect(second).toMatchObject({ status: 'bounced', problem: expect.stringContaining('bounced') })
    expect(byHand.lines[0].deliveries.map((one: { id: number }) => one.id)).toContain(second!.id)
    expect(outcomes(await tell({ addresses: [name] }))).toEqual(['unchanged'])
    const events = await steps.inSite((db) => listEventsOfDelivery(db, second!.site_id, second!.id))
    expect(events.at(-1)).toMatchObject({ event: 'bounced', actor: `staff:${owner.id}` })
    expect((await owner.call('POST', '/api/v1/office/delivery_reports/', {})).status).toBe(400)
  })
})

describe('any sequence of actions', () => {
  const ACTIONS = [
    'send',
    'send, and half is put off',
    'send, and the server is down',
    'send, and Ada is refused',
    'send, and the worker dies before it is recorded',
    'plan again',
    'an hour passes',
    'look',
    'reveal',
    'resend all',
    'fix Ada’s address',
    'report',
    'hold',
    'release',
  ] as const

  test('issues one card each, uses one link and address for each send, and moves only as allowed', async () => {
    const actions = fc.array(fc.constantFrom(...ACTIONS), { minLength: 4, maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(actions, async (chosen) => {
        world.setClock(undefined)
        steps = deliverySteps(world)
        const { id, customer, owner } = await steps.approved('digital')
        for (const [nth, action] of chosen.entries()) await act(action, { id, customer, owner, nth })
        await holdsFor(id)
        // In the end everyone with a valid address has their card.
        await act('release', { id, customer, owner, nth: 0 })
        for (let rounds = 0; rounds < 3; rounds += 1) {
          steps.later(200 * MINUTE_MS)
          await steps.send()
        }
        expect(
          (await steps.statuses(id)).every((one) => ['sent', 'opened', 'claimed', 'bounced'].includes(one)),
        ).toBe(true)
        await holdsFor(id)
      }),
      { numRuns: 5 },
    )
  })

  type At = { id: number; customer: SignedIn; owner: SignedIn; nth: number }
  async function act(action: (typeof ACTIONS)[number], { id, customer, owner, nth }: At) {
    const { mailer } = steps
    const [ada] = await steps.deliveries(id)
    const last = mailer.accepted.at(-1)
    const set = (values: { status?: string; held_at?: Date | null }) =>
      world.kit.pool.updateTable('orders').set(values).where('id', '=', id).execute()
    const sendSo = async (answer: Parameters<typeof mailer.setAnswer>[0]) => {
      mailer.setAnswer(answer)
      await steps.send()
      mailer.setAnswer(() => {})
    }
    let mails = 0
    switch (action) {
      case 'send':
        return sendSo(() => {})
      case 'send, and half is put off':
        return sendSo(() => {
          mails += 1
          if (mails % 2 === 0) throw mailer.refusal(451)
        })
      case 'send, and the server is down':
        return sendSo(() => {
          throw mailer.down()
        })
      case 'send, and Ada is refused':
        return sendSo(({ to }) => {
          if (to === ada!.email) throw mailer.refusal(550, '550 5.1.1 No such user')
        })
      case 'send, and the worker dies before it is recorded': {
        const before = await steps.deliveries(id)
        await steps.send()
        for (const one of before.filter(({ status }) => status === 'queued')) {
          await world.kit.pool
            .updateTable('deliveries')
            .set({ status: 'sending', sent_at: null })
            .where('id', '=', one.id)
            .where('status', '=', 'sent')
            .execute()
          await world.kit.pool
            .deleteFrom('delivery_events')
            .where('delivery_id', '=', one.id)
            .where('event', '=', 'sent')
            .execute()
        }
        return
      }
      case 'plan again':
        return steps.plan(id)
      case 'an hour passes':
        return steps.later(60 * MINUTE_MS)
      case 'look':
        return void (last && (await steps.look(tokenIn(last))))
      case 'reveal':
        return void (last && (await steps.reveal(tokenIn(last))))
      case 'resend all':
        return void (await customer.call('POST', `/api/v1/orders/${id}/deliveries/resend/`, {}))
      case 'fix Ada’s address':
        return void (await customer.call('PATCH', `/api/v1/deliveries/${ada!.id}/`, {
          email: `ada${nth}@new.example`,
        }))
      case 'report':
        return void (
          last && (await owner.call('POST', '/api/v1/office/delivery_reports/', { report: report(last.key) }))
        )
      case 'hold':
        return void (await set({ held_at: new Date() }))
      case 'release':
        return void (await set({ held_at: null }))
    }
  }

  async function holdsFor(id: number) {
    const [deliveries, cards] = [await steps.deliveries(id), await steps.cards(id)]
    expect(deliveries).toHaveLength(2)
    for (const { id: one } of deliveries) {
      expect(cards.filter((card) => card.delivery_id === one).length).toBeLessThanOrEqual(1)
    }
    for (const same of Map.groupBy(steps.mailer.accepted, ({ key }) => key).values()) {
      expect(new Set(same.map((mail) => `${mail.to} ${tokenIn(mail)}`)).size).toBe(1)
    }
    for (const one of deliveries) {
      const came = steps.mailer.accepted.some(({ key }) => key === messageKey(world.kit.keys.claimLink, one))
      if (one.status === 'sent') expect(came).toBe(true)
      const events = await steps.inSite((db) => listEventsOfDelivery(db, one.site_id, one.id))
      const moves = events.map(({ event }) => event).filter((event) => event !== 'fixed')
      for (const [at, event] of moves.entries()) {
        if (at === 0) expect(event).toBe('planned')
        else {
          const from = (at === 1 ? 'queued' : moves[at - 1]) as DeliveryStatus
          const isAgain = from === event && event === 'sending'
          expect(
            isAgain || canMoveDelivery('digital', from, event as DeliveryStatus),
            moves.join(' → '),
          ).toBe(true)
        }
      }
    }
  }
})
