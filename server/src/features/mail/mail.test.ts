import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { startSandbox } from '@laurel/sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenForMail } from '../../testing/listen-for-mail.ts'
import { type Message, makeMailWorld } from '../../testing/mail-world.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import type { World } from '../../testing/world.ts'
import { deliverCode } from './code-mail.jobs.ts'
import { siteMail } from './mail-page.ts'
import { makeMailer } from './mailer.ts'

let mails: Awaited<ReturnType<typeof makeMailWorld>>
let world: World
beforeAll(async () => {
  mails = await makeMailWorld(await startSandbox({ port: 0, smtpPort: 0 }))
  world = mails.world
}, 60_000)
afterAll(() => mails.close())
const inbox = (to: string) => mails.inbox(to)
const work = (name: string) => mails.work(name)

test.each(['sign-up', 'reset-password'] as const)(
  'a %s code comes in the organization’s name and is sealed until it is sent',
  async (purpose) => {
    const to = `${purpose}@customer.example`
    const { accounts, name } = await world.kit.sites.readByHost('acorn.localhost')
    await world.kit.pool.transaction().execute((tx) =>
      deliverCode(world.kit)(tx, {
        poolId: accounts.user_pool_id,
        purpose,
        medium: 'EMAIL',
        destination: to,
        code: '048213',
        username: `${to}#acorn`,
        expiresAt: new Date(Date.now() + 600_000),
      }),
    )

    const [enqueued] = await work('mail.code')

    expect(JSON.stringify(enqueued)).not.toContain('048213')
    expect(JSON.stringify(enqueued)).not.toContain(to)
    const [message] = await inbox(to)
    expect(message!.from).toContain(name)
    expect(message!.subject).not.toContain('048213')
    expect(message!.text).toMatch(/^048213$/m)
    expect(message!.html).toContain('>048213<')
  },
)

test('an order by bank transfer is confirmed with the account to pay', async () => {
  const customer = await world.signIn()
  const dana = customerSteps(customer)
  const id = await dana.fillCart('bulk')
  const { body: payment } = await dana.pay(id, 'self_hosted_bank')
  const { number } = await dana.order(id)
  const { email } = await dana.ok('GET', '/api/v1/actual_user/')

  await work('mail.order-placed')

  const [message] = await inbox(email)
  expect(message!.subject).toBe(`We have your order ${number}`)
  for (const { value } of payment.remittance.lines) {
    for (const line of value.split('\n')) expect(message!.text).toContain(line)
  }
  expect(message!.text).toContain(payment.remittance.reference)
  expect(message!.text).toContain(`http://localhost:3000/my-rewards?openDetails=${id}`)
})

test('a name that ends with a full stop ends its sentence, too', async () => {
  const site = await world.kit.sites.readByHost('acorn.localhost')
  const text = `You’re in ${site.name}. Wait for it...`
  const { text: written, html } = siteMail(site, {
    subject: '',
    title: '',
    parts: [{ kind: 'text', text }],
    reason: '',
  })
  expect(written).toContain('You’re in Acorn & Co. Wait for it...')
  expect(html).toContain('You’re in Acorn &amp; Co. Wait for it...')
})

test('a mail’s HTML is tables with a hidden preheader, dark colors, and the site’s postal address', async () => {
  const site = await world.kit.sites.readByHost('localhost')
  const { text, html } = siteMail(site, {
    subject: 'Hi',
    title: '<b>Hi</b>',
    parts: [
      { kind: 'text', text: 'It’s on its way.' },
      { kind: 'rows', rows: [{ label: 'Number', value: '1Z9', url: 'https://carrier.example/1Z9' }] },
      { kind: 'items', items: [{ name: 'Welcome, 2 cards', lines: ['To Dayton'], amount: '$50.00' }] },
      { kind: 'amounts', rows: [], total: { label: 'Total', value: '$51.00' } },
      { kind: 'link', label: 'See order', url: 'https://shop.example/?a=1&b="2"' },
      { kind: 'note', text: 'Not you?', link: { label: 'Tell us', url: 'https://shop.example/tell' } },
    ],
    reason: 'You got this email because you ordered.',
    unsubscribeUrl: 'https://shop.example/unsubscribe/1',
  })
  expect(html).toContain('&lt;b&gt;Hi&lt;/b&gt;')
  expect(html).toMatch(/<body[^>]*>\s*<div style="display:none[^>]*>It’s on its way\.&#847;/)
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toContain('@media (prefers-color-scheme: dark)')
  expect(html).toContain('1200 Larch Avenue, Suite 400, Minneapolis, MN 55403')
  expect(html).not.toMatch(/display:\s*(flex|grid)/)
  // Once for Outlook, and once for all others.
  expect(html.match(/href="https:\/\/shop\.example\/\?a=1&amp;b=&quot;2&quot;"/g)).toHaveLength(2)
  for (const words of [
    'Number: 1Z9\nhttps://carrier.example/1Z9',
    'Welcome, 2 cards: $50.00\nTo Dayton',
    'Total: $51.00',
    'See order: https://shop.example/?a=1&b="2"',
    'Not you?\nTell us: https://shop.example/tell',
    'You got this email because you ordered.\nStop these emails: https://shop.example/unsubscribe/1',
    'Northwind Rewards, 1200 Larch Avenue, Suite 400, Minneapolis, MN 55403',
  ]) {
    expect(text).toContain(words)
  }
})

test('a line break in a name starts no header, and markup in it is only text', async () => {
  const to = 'headers@customer.example'
  const mailer = makeMailer(world.kit.config.mail)
  const mail = { to, subject: 'Hello\r\nBcc: eve@evil.example', text: 'Hi', html: '<p>Hi</p>', key: 'one' }
  await mailer.send({ ...mail, fromName: 'Northwind\r\nBcc: eve@evil.example' })
  await mailer.close()

  expect(await inbox('eve@evil.example')).toEqual([])
  const [message] = await inbox(to)
  expect(message!.subject).toBe('Hello Bcc: eve@evil.example')
})

test('one site’s mail comes from its own address and is signed; another’s comes from the installation’s', async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 1024,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const dkim = { domainName: 'northwind.example', keySelector: 'laurel', privateKey }
  const { sent, port, close } = await listenForMail()
  const settings = { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'rewards@example.com' }
  const mailer = makeMailer(settings, async (siteId) =>
    siteId === 1 ? { own: { address: 'hello@northwind.example', dkim } } : undefined,
  )
  const mail = { fromName: 'N', to: 'a@b.example', subject: 'Hi', text: 'Hi', html: '<p>Hi</p>', key: 'k' }
  await mailer.send({ ...mail, siteId: 1 })
  await mailer.send({ ...mail, siteId: 2 })
  await mailer.close()
  await close()

  expect(sent[0]).toMatch(/^DKIM-Signature: .*d=northwind\.example;.*s=laurel;/ms)
  expect(sent[0]).toMatch(/^From: N <hello@northwind\.example>/m)
  expect(sent[1]).toMatch(/^From: N <rewards@example\.com>/m)
  expect(sent[1]).not.toContain('DKIM-Signature')
})

test('a demo’s mail says so in text and HTML, and other mail doesn’t', async () => {
  const told = async (to: string, isDemo: boolean) => {
    const mailer = makeMailer({ ...world.kit.config.mail!, isDemo })
    const mail = { fromName: 'N', subject: 'Hi', text: 'Hi', html: '<body>Hi</body>' }
    await mailer.send({ ...mail, to, key: to })
    await mailer.close()
    const [{ text, html }] = (await inbox(to)) as [Message]
    return [text, html].map((part) => part.includes('Demo: orders, payments, and cards aren’t real.'))
  }
  expect(await told('demo@customer.example', true)).toEqual([true, true])
  expect(await told('real@customer.example', false)).toEqual([false, false])
  expect(world.kit.config.mail!.isDemo).toBe(true)
})

test('a mail contains every picture it shows in full, however many mails share it', async () => {
  const { sent, port, close } = await listenForMail()
  const mailer = makeMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'rewards@example.com' })
  const bytes = randomBytes(1_000)
  const mail = { fromName: 'N', subject: 'Hi', text: 'Hi', html: '<img src="cid:card@laurel">' }
  for (const to of ['a@b.example', 'c@d.example']) {
    await mailer.send({ ...mail, to, key: to, pictures: [{ cid: 'card@laurel', bytes }] })
  }
  await mailer.close()
  await close()

  for (const one of sent) {
    const boundary = /multipart\/related;[^;]*;\s+boundary="([^"]+)"/.exec(one)![1]!
    const [, html, picture, end] = one.split(`\r\n--${boundary}`)
    const [head, body] = picture!.split('\r\n\r\n')
    expect(html).toContain('<img src=')
    expect(head).toContain('Content-Id: <card@laurel>')
    expect(head).toContain('Content-Type: image/jpeg')
    expect(Math.max(...body!.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(76)
    expect(Buffer.from(body!, 'base64')).toEqual(bytes)
    expect(end).toMatch(/^--/)
  }
  expect(sent).toHaveLength(2)
})
