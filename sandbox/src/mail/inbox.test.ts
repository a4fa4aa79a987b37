import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSandbox } from '../testing/sandbox-world.ts'
import type { Mail } from './mail.ts'

let sandbox: Awaited<ReturnType<typeof openSandbox>>
beforeEach(async () => {
  sandbox = await openSandbox()
})
afterEach(() => sandbox.close())

function post(
  mail: {
    to: string
    bcc?: string
    subject?: string
    text?: string
    html?: string
    attachments?: Array<{ filename: string; content: Buffer; cid?: string }>
  },
  login = {},
) {
  const transport = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort, ...login })
  return transport.sendMail({ from: 'Northwind Rewards <hello@northwind.example>', text: 'Hello', ...mail })
}
async function inbox(query = ''): Promise<Mail[]> {
  return (await fetch(`${sandbox.origin}/inbox/messages/${query}`)).json() as Promise<Mail[]>
}

test('a mail arrives with everything that a reader needs', async () => {
  await post({
    to: 'maya@example.com',
    subject: 'Café: code 482913',
    text: 'Code 482913',
    html: '<b>482913</b>',
  })

  expect(await inbox('?to=maya@example.com')).toEqual([
    {
      id: 1,
      from: '"Northwind Rewards" <hello@northwind.example>',
      to: 'maya@example.com',
      subject: 'Café: code 482913',
      text: expect.stringMatching(/^Code 482913/),
      html: expect.stringMatching(/^<b>482913<\/b>/),
      message_id: expect.stringMatching(/^<.+@northwind\.example>$/),
      raw: '',
      attachments: [],
      received_at: '2026-03-14T15:00:00.000Z',
    },
  ])
})

test('a picture of the mail is shown in it, and not listed as an attachment', async () => {
  const content = Buffer.from('a logo')
  await post({
    to: 'maya@example.com',
    html: '<img src="cid:logo@laurel">',
    attachments: [{ filename: 'logo.png', content, cid: 'logo@laurel' }],
  })
  const page = await (await fetch(`${sandbox.origin}/inbox/?id=1`)).text()
  expect(page).toContain(`data:image/png;base64,${content.toString('base64')}`)
  expect(page).not.toContain('cid:logo@laurel')
  expect(page).not.toContain('logo.png')
})

test('attachments are listed and can be saved byte for byte', async () => {
  const content = Buffer.from('%PDF-1.3 \u0000\u0001', 'latin1')
  await post({ to: 'maya@example.com', attachments: [{ filename: 'Invoice-10482.pdf', content }] })

  const [letter] = await inbox()
  expect(letter!.attachments).toEqual([
    {
      file_name: 'Invoice-10482.pdf',
      content_type: 'application/pdf',
      base64: content.toString('base64'),
    },
  ])
  const saved = await fetch(`${sandbox.origin}/inbox/messages/${letter!.id}/attachments/0/`)
  expect(Buffer.from(await saved.arrayBuffer())).toEqual(content)
  expect(saved.headers.get('content-disposition')).toBe('attachment')
  expect((await fetch(`${sandbox.origin}/inbox/messages/${letter!.id}/attachments/1/`)).status).toBe(404)
  expect(await (await fetch(`${sandbox.origin}/inbox/?id=${letter!.id}`)).text()).toContain(
    'Invoice-10482.pdf',
  )
})

test('mails are listed newest first, to one address or to all', async () => {
  await post({ to: 'Maya+1@Example.com', subject: 'first' })
  await post({ to: 'sam@example.com', bcc: 'maya+1@example.com', subject: 'second' })
  await post({ to: 'maya@example.com', subject: 'third' })
  const subjects = async (query?: string) => (await inbox(query)).map(({ subject }) => subject)

  expect(await subjects()).toEqual(['third', 'second', 'first'])
  expect(await subjects('?to=MAYA%2B1@example.com')).toEqual(['second', 'first'])
  expect(await subjects('?to=maya+1@example.com')).toEqual(['second', 'first'])
  expect(await subjects('?to=nobody@example.com')).toEqual([])
})

test('a client with a login is accepted with any', async () => {
  await post({ to: 'maya@example.com' }, { auth: { user: 'whoever', pass: 'whatever' } })
  expect(await inbox()).toHaveLength(1)
})

test('DELETE empties the inbox', async () => {
  await post({ to: 'maya@example.com' })
  await fetch(`${sandbox.origin}/inbox/messages/`, { method: 'DELETE' })
  expect(await inbox()).toEqual([])
})

test('rejects a mail over 10 MB', async () => {
  await expect(post({ to: 'maya@example.com', text: 'x'.repeat(11 * 1024 * 1024) })).rejects.toThrow(/552/)
  expect(await inbox()).toEqual([])
})

test('the page shows a mail in a frame that runs no script', async () => {
  await post({ to: 'maya@example.com', subject: '<i>Hi</i>', html: '<script>alert(1)</script><b>Card</b>' })

  const page = await fetch(`${sandbox.origin}/inbox/?id=1`)
  const text = await page.text()
  expect(text).toContain('&lt;i&gt;Hi&lt;/i&gt;')
  expect(text).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  expect(text).not.toContain('<script>alert')
})

test('the fault refuse rejects mail temporarily, or permanently with a code', async () => {
  await sandbox.switchOn('smtp', { fault: 'refuse', times: 1 })
  await expect(post({ to: 'maya@example.com' })).rejects.toThrow(/451/)
  await sandbox.switchOn('smtp', { fault: 'refuse', times: 1, code: 550 })
  await expect(post({ to: 'maya@example.com' })).rejects.toThrow(/550/)
  await post({ to: 'maya@example.com' })
  expect(await inbox()).toHaveLength(1)
})

test('the fault slow keeps a sender waiting beyond its timeout', async () => {
  await sandbox.switchOn('smtp', { fault: 'slow', ms: 60_000, times: 1 })
  await expect(post({ to: 'maya@example.com' }, { socketTimeout: 200 })).rejects.toThrow(/imeout/)
})

test('rejects bounce@, and answers late-bounce@ with a report that names the mail', async () => {
  await expect(post({ to: 'bounce@example.com' })).rejects.toThrow(/550 5\.1\.1/)
  await expect(post({ to: 'bounce+7@example.com' })).rejects.toThrow(/550/)
  await post({ to: 'late-bounce@example.com', subject: 'Your card' })
  const [report] = await inbox('?to=hello@northwind.example')
  const [letter] = await inbox('?to=late-bounce@example.com')
  expect(report!.raw).toContain('Final-Recipient: rfc822; late-bounce@example.com')
  expect(report!.raw).toContain(letter!.message_id)
})

test('the fault refuse_half accepts only every second mail', async () => {
  await sandbox.switchOn('smtp', { fault: 'refuse_half' })
  const told = await Promise.allSettled([1, 2, 3, 4].map(async (n) => post({ to: `maya${n}@example.com` })))
  expect(told.map(({ status }) => status).toSorted()).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ])
})

test('the fault down rejects every connection', async () => {
  await sandbox.switchOn('smtp', { fault: 'down', times: 1 })
  await expect(post({ to: 'maya@example.com' })).rejects.toThrow(/421/)
  await post({ to: 'maya@example.com' })
  expect(await inbox()).toHaveLength(1)
})

test('the fault lost_answer keeps a mail without confirming it', async () => {
  await sandbox.switchOn('smtp', { fault: 'lost_answer', times: 1 })
  await expect(post({ to: 'maya@example.com' })).rejects.toThrow()
  expect(await inbox()).toHaveLength(1)
})

test('a foreign host name that resolves to this machine reads nothing', async () => {
  const { request } = await import('node:http')
  const status = await new Promise((resolve) => {
    const options = { port: sandbox.port, path: '/inbox/messages/', headers: { host: 'evil.example' } }
    request(options, ({ statusCode }) => resolve(statusCode)).end()
  })
  expect(status).toBe(403)
})
