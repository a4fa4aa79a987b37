import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliverySteps, tokenIn } from '../../testing/delivery-world.ts'
import { listenForMail } from '../../testing/listen-for-mail.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { checkMailSender } from '../mail/mail-sender.service.ts'
import { makeMailer } from '../mail/mailer.ts'
import { makeFindSender } from '../mail/site-sender.ts'
import { makeSender } from './deliveries.jobs.ts'

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

describe('planning', () => {
  test('makes one delivery for each recipient and one parcel for bulk cards, even if planned twice', async () => {
    const { id } = await steps.approved('bulk', 'direct', 'digital')
    await Promise.all([steps.plan(id), steps.plan(id)])
    const made = await steps.deliveries(id)
    expect(made.map(({ reward_type }) => reward_type).toSorted()).toEqual([
      'bulk',
      'digital',
      'digital',
      'direct',
      'direct',
    ])
    const parcel = made.find(({ reward_type }) => reward_type === 'bulk')
    expect(parcel).toMatchObject({
      card_count: 4,
      value_cents: 20_000,
      address1: '90 Foundry Road',
      zip: '45402',
    })
    expect(made.every(({ status }) => status === 'queued')).toBe(true)
  })

  test('doesn’t plan an order that isn’t approved', async () => {
    const { id } = await steps.paid('digital')
    await steps.plan(id)
    expect(await steps.deliveries(id)).toEqual([])
  })

  test('sends a scheduled card on its date', async () => {
    const { id } = await steps.approved('digital')
    await world.kit.pool
      .updateTable('deliveries')
      .set({ due_at: new Date(world.kit.now().getTime() + 60 * MINUTE_MS) })
      .where('order_id', '=', id)
      .execute()
    await steps.send()
    expect(await steps.statuses(id)).toEqual(['queued', 'queued'])
    steps.later(61 * MINUTE_MS)
    await steps.send()
    expect(await steps.statuses(id)).toEqual(['sent', 'sent'])
  })
})

describe('sending', () => {
  test('sends each recipient one mail with their card in the organization’s name', async () => {
    const { id, dana } = await steps.approved('digital')
    await steps.send()
    await steps.send()
    const [ada, grace] = steps.mailer.accepted
    expect(steps.mailer.accepted).toHaveLength(2)
    expect(ada).toMatchObject({ fromName: 'Northwind Rewards', to: expect.stringMatching(/^Ada@/i) })
    expect(ada!.subject).toBe('Ada, a $50.00 card is waiting for you')
    expect(ada!.text).toContain('Ada, Halden Tools sent you $50.00.')
    expect(ada!.text).toContain('/claim/')
    expect(ada!.html).toContain('cid:card@laurel')
    expect(ada!.pictures![0]!.bytes.subarray(0, 2).toString('hex')).toBe('ffd8')
    expect(ada!.pictures![0]!.bytes).toBe(grace!.pictures![0]!.bytes)
    expect(tokenIn(ada)).not.toBe(tokenIn(grace))
    expect(tokenIn(ada)).toHaveLength(32)
    expect((await dana.order(id)).status).toBe('fulfilled')
    expect(await steps.cards(id)).toHaveLength(2)
  })

  test('stores and mails no link token, card number, or PIN in plain text', async () => {
    const { id } = await steps.approved('digital')
    await steps.send()
    const token = tokenIn(steps.mailer.accepted[0])
    const { body } = await steps.reveal(token)
    expect(body.number).toMatch(/^9999\d{15}$/)
    const kept = JSON.stringify([await steps.deliveries(id), await steps.cards(id)])
    for (const secret of [token, body.number, body.pin]) expect(kept).not.toContain(secret)
    for (const { text, html } of steps.mailer.accepted) expect(text + html).not.toContain(body.number)
    const entries = await world.kit.pool.selectFrom('audit_entries').select(['facts', 'event']).execute()
    expect(JSON.stringify(entries)).not.toContain(body.number)
  })

  test('sends each card once if several workers run at once', async () => {
    const { id } = await steps.approved('digital')
    const site = await steps.site()
    await Promise.all([1, 2, 3].map(() => steps.sender().send(site)))
    expect(steps.mailer.accepted).toHaveLength(2)
    expect(await steps.statuses(id)).toEqual(['sent', 'sent'])
  })

  test('sends the same mail again after a worker died before recording it', async () => {
    const { id } = await steps.approved('digital')
    await steps.send()
    const before = steps.mailer.accepted.map(({ key, text }) => [key, text])
    await world.kit.pool
      .updateTable('deliveries')
      .set({ status: 'sending', sent_at: null })
      .where('order_id', '=', id)
      .execute()
    await steps.send()
    expect(steps.mailer.accepted).toHaveLength(2)
    steps.later(6 * MINUTE_MS)
    await steps.send()
    const after = steps.mailer.accepted.slice(2).map(({ key, text }) => [key, text])
    expect(after).toEqual(before)
    expect(await steps.cards(id)).toHaveLength(2)
  })

  test('sends every card once a mail server that was down is back', async () => {
    const { id } = await steps.approved('digital')
    steps.mailer.setAnswer(() => {
      throw steps.mailer.down()
    })
    await steps.send()
    const [waiting] = await steps.deliveries(id)
    expect(waiting).toMatchObject({
      status: 'queued',
      problem: 'The mail server isn’t answering. We’ll keep trying.',
    })
    steps.mailer.setAnswer(() => {})
    await steps.send()
    expect(steps.mailer.accepted).toHaveLength(0)
    steps.later(3 * MINUTE_MS)
    await steps.send()
    expect(steps.mailer.accepted.map(({ key }) => key).toSorted()).toHaveLength(2)
    expect(await steps.statuses(id)).toEqual(['sent', 'sent'])
  })

  test('bounces a rejected recipient with a plain reason and sends the others', async () => {
    const { id, dana } = await steps.approved('digital')
    steps.mailer.setAnswer(({ to }) => {
      if (/^ada/i.test(to)) throw steps.mailer.refusal(550, '550 5.1.1 No such user')
    })
    await steps.send()
    const [ada, grace] = await steps.deliveries(id)
    expect(ada).toMatchObject({
      status: 'bounced',
      problem_code: '5.1.1',
      problem: 'This address doesn’t exist. Check the spelling.',
    })
    expect(grace!.status).toBe('sent')
    expect((await dana.order(id)).status).toBe('fulfilled')
  })

  test('retries a deferred recipient less and less often and bounces them after three days', async () => {
    const { id } = await steps.approved('digital')
    steps.mailer.setAnswer(() => {
      throw steps.mailer.refusal(451)
    })
    const tries: number[] = []
    for (const days of [0, 0, 1]) {
      await steps.send()
      const [ada] = await steps.deliveries(id)
      tries.push(ada!.tries, (ada!.due_at.getTime() - world.kit.now().getTime()) / MINUTE_MS)
      if (days > 0)
        await world.kit.pool.updateTable('deliveries').set({ tries: 31 }).where('order_id', '=', id).execute()
      steps.later(181 * MINUTE_MS)
    }
    expect(tries.map(Math.round)).toEqual([1, 1, 2, 2, 3, 5])
    await steps.send()
    const [ada] = await steps.deliveries(id)
    expect(ada).toMatchObject({ status: 'bounced', problem_code: '451' })
    expect(new Set((await steps.deliveries(id)).map(({ attempt }) => attempt))).toEqual(new Set([1]))
  })

  test('sends nothing of an order on hold until it is released', async () => {
    const { id, owner } = await steps.approved('digital')
    await world.kit.pool
      .updateTable('orders')
      .set({ held_at: new Date(), held_reason: 'The bank returned it.' })
      .where('id', '=', id)
      .execute()
    await steps.send()
    expect(await steps.statuses(id)).toEqual(['queued', 'queued'])
    await owner.call('POST', `/api/v1/office/orders/${id}/release/`, { reason: 'Paid by wire' })
    await steps.send()
    expect(await steps.statuses(id)).toEqual(['sent', 'sent'])
  })

  test('cancels the cards of an order that is declined while its mails are being sent', async () => {
    const { id, owner } = await steps.approved('digital')
    const path = `/api/v1/office/orders/${id}/decline/`
    let declining: ReturnType<typeof owner.call> | undefined
    steps.mailer.setAnswer(async () => {
      declining ??= owner.call('POST', path, { seen_status: 'approved', reason: 'Ordered twice' })
      await declining
    })
    await steps.send()
    expect((await declining)!.status).toBe(200)
    expect(await steps.statuses(id)).toEqual(['cancelled', 'cancelled'])
    await steps.withdraw(id)
    expect((await steps.cards(id)).map(({ status, balance_cents }) => [status, balance_cents])).toEqual([
      ['cancelled', 0],
      ['cancelled', 0],
    ])
    expect((await steps.look(tokenIn(steps.mailer.accepted[0]))).body.state).toBe('cancelled')
  })

  test('issues no card for an order without a payment', async () => {
    const { id } = await steps.approved('digital')
    await world.kit.pool
      .deleteFrom('ledger_entries')
      .where('order_id', '=', id)
      .where('event', '=', 'money.received')
      .execute()
    await steps.send()
    expect(await steps.cards(id)).toEqual([])
    expect(steps.mailer.accepted).toEqual([])
    expect(await steps.statuses(id)).toEqual(['queued', 'queued'])
  })
})

describe('a card’s mail', () => {
  test('comes from the installation in the site’s name, and from the site’s own signed address once its DKIM key is published', async () => {
    const { sent, port, close } = await listenForMail()
    const { mailFrom } = world.kit.config.mail!
    const mailOneOrder = async () => {
      const { owner } = await steps.approved('digital')
      sent.length = 0
      const smtp = { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom }
      const mailer = makeMailer(smtp, makeFindSender(world.kit))
      await makeSender(steps.kit, mailer, steps.pictures).send(await steps.site())
      await mailer.close()
      return owner
    }
    const answers = /^Reply-To: Northwind Rewards <help@northwind\.example>/m

    const owner = await mailOneOrder()
    expect(sent.length).toBeGreaterThan(0)
    for (const mail of sent) {
      expect(mail).toMatch(new RegExp(`^From: Northwind Rewards <${mailFrom.replaceAll('.', '\\.')}>`, 'm'))
      expect(mail).toMatch(answers)
      expect(mail).not.toContain('DKIM-Signature')
    }

    const own = { from_address: 'gifts@cards.northwind.example', seen_version: null }
    const { body } = await owner.call('PUT', '/api/v1/office/mail_sender/', own)
    const { host, value } = body.mail_sender.records.find((one: { name: string }) => one.name === 'dkim')
    const resolveTxt = async (asked: string) => (asked === host ? [[value]] : [])
    const actor = { siteId: owner.siteId, staffId: owner.id, role: 'owner' as const, by: `staff:${owner.id}` }
    await checkMailSender({ ...world.kit, resolveTxt }, actor)
    await mailOneOrder()
    expect(sent.length).toBeGreaterThan(0)
    const selector = host.split('.')[0]
    for (const mail of sent) {
      expect(mail).toMatch(/^From: Northwind Rewards <gifts@cards\.northwind\.example>/m)
      expect(mail).toMatch(answers)
      expect(mail).toMatch(
        new RegExp(`^DKIM-Signature: .*d=cards\\.northwind\\.example;.*s=${selector};`, 'ms'),
      )
    }
    await close()
  })
})

describe('a reminder', () => {
  test('goes once to recipients who haven’t revealed the number or unsubscribed', async () => {
    const { id } = await steps.approved('digital')
    await steps.send()
    const [ada, grace] = steps.mailer.accepted
    const path = `/api/v1/claims/${tokenIn(grace)}/no_reminders/`
    const clicked = await world.visit('localhost')('POST', path, { 'List-Unsubscribe': 'One-Click' })
    expect(clicked.status).toBe(204)
    expect(grace!.headers!['List-Unsubscribe']).toContain(path)

    const own = () => steps.mailer.accepted.filter(({ key }) => key.startsWith('card-reminder'))
    await steps.remind()
    expect(own()).toHaveLength(0)
    steps.later(340 * 24 * 60 * MINUTE_MS)
    await Promise.all([steps.remind(), steps.remind()])
    await steps.remind()
    const mine = own().filter(({ to }) => to === ada!.to && to !== grace!.to)
    const ids = (await steps.deliveries(id)).map((one) => `card-reminder-${one.site_id}-${one.id}`)
    expect(
      own()
        .filter(({ key }) => ids.includes(key))
        .map(({ to }) => to),
    ).toEqual([ada!.to])
    expect(mine[0]!.text).toContain('Halden Tools sent you a card with $50.00 on it')
    expect(tokenIn(mine.find(({ key }) => ids.includes(key)))).toBe(tokenIn(ada))
  })
})
