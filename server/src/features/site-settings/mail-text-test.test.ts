import { startSandbox } from '@laurel/sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMailWorld } from '../../testing/mail-world.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import type { World } from '../../testing/world.ts'

const SITE = '/api/v1/office/site/'
const TEST = `${SITE}mail_texts/test/`
const TEXTS = {
  subject: 'Order {order number}: thank you, {first name}',
  heading: '<b>Thanks</b>, {first name}',
  text: '{next step}\n\nYour team',
  button: 'Look at {order_number}',
}

let mails: Awaited<ReturnType<typeof makeMailWorld>>
let world: World
beforeAll(async () => {
  mails = await makeMailWorld(await startSandbox({ port: 0, smtpPort: 0 }))
  world = mails.world
}, 60_000)
afterAll(() => mails.close())

test('staff mail themselves texts that aren’t saved, with example data', async () => {
  const owner = await world.staff()
  const answer = await owner.call('POST', TEST, { kind: 'placed', texts: TEXTS })
  expect(answer.status).toBe(200)
  await mails.work('mail.text-test')
  const [message, ...others] = await mails.inbox(answer.body.email)
  expect(others).toEqual([])
  expect(message!.subject).toBe('Order 10482: thank you, Dana')
  expect(message!.text).toContain('then issue your cards.\n\nYour team')
  expect(message!.html).toContain('&lt;b&gt;Thanks&lt;/b&gt;, Dana')
  expect(message!.html).toContain('then issue your cards.<br><br>Your team')

  const wrong = await owner.call('POST', TEST, { kind: 'placed', texts: { ...TEXTS, text: 'Thanks' } })
  expect(wrong.body.errors).toMatchObject([{ field: 'texts.text', message: 'Include {next step}.' }])
  const card = {
    ...TEXTS,
    heading: 'From {sender}',
    text: 'Until {last day}',
    button: 'Open',
    subject: '{total}',
  }
  const ofCard = await owner.call('POST', TEST, { kind: 'card', texts: card })
  expect(ofCard.body.errors).toMatchObject([{ field: 'texts.subject' }])
})

test('a staff member mails themselves at most 30 tests an hour', async () => {
  const owner = await world.staff('owner', 'acorn')
  const sent = []
  for (let n = 0; n < 31; n += 1) {
    sent.push((await owner.call('POST', TEST, { kind: 'placed', texts: TEXTS })).status)
  }
  expect(sent).toEqual([...Array(30).fill(200), 429])
})

test('a site’s own texts are in the mails of its orders, and its cards’ pictures and amounts stay', async () => {
  const owner = await world.staff()
  const { body } = await owner.call('GET', SITE)
  const mail_texts = { ...body.mail_texts, placed: TEXTS }
  expect((await owner.call('PATCH', SITE, { seen_version: body.version, mail_texts })).status).toBe(200)
  const customer = await world.signIn()
  const dana = customerSteps(customer)
  const id = await dana.fillCart('bulk')
  await dana.pay(id, 'self_hosted_check')
  const { number } = await dana.order(id)
  const { email, first_name } = await dana.ok('GET', '/api/v1/actual_user/')
  await mails.work('mail.order-placed')
  const [message] = await mails.inbox(email)
  expect(message!.subject).toBe(`Order ${number}: thank you, ${first_name}`)
  expect(message!.text).toContain('We’ll start on your cards when your payment arrives.\n\nYour team')
  expect(message!.text).toContain(`Look at ${number}: http://localhost:3000/my-rewards?openDetails=${id}`)
  expect(message!.html).toContain('class="pic"')
  expect(message!.text).toContain('Total: ')
})
