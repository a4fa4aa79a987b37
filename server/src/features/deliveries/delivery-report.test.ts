import { describe, expect, test } from 'vitest'
import { readDeliveryReport, splitMailbox } from './delivery-report.ts'

const FIELDS = [
  'Reporting-MTA: dns; mx.example',
  '',
  'Original-Recipient: rfc822;<Ada@Recipient.example>',
  'Final-Recipient: rfc822; ada@mailbox.example',
  'Action: Failed',
  'Status: 5.1.1 (no such user)',
  'Diagnostic-Code: smtp; 550 5.1.1',
  '  No such user',
  '',
  'Final-Recipient: rfc822; grace@recipient.example',
  'Action: delayed',
  'Status: 4.4.1',
].join('\r\n')
const ORIGINAL = 'Subject: Your card\r\nMessage-ID: <card-7-1@shop.example>\r\n\r\n<b>Hello</b>'

const part = (type: string, content: string, encoding?: 'base64' | 'quoted-printable') =>
  [
    `Content-Type: ${type}`,
    ...(encoding ? [`Content-Transfer-Encoding: ${encoding}`] : []),
    '',
    content,
  ].join('\r\n')
const multipart = (boundary: string, ...parts: string[]) =>
  part(
    `multipart/report;\r\n boundary="${boundary}"`,
    [...parts.map((each) => `--${boundary}\r\n${each}\r\n`), `--${boundary}--\r\n`].join(''),
  )
const NOTE = part('text/plain; charset=no-such-charset', 'It could not be delivered.')
const STATUS = part('message/delivery-status', FIELDS)

const READ = {
  messageId: '<card-7-1@shop.example>',
  recipients: [
    {
      recipient: 'ada@recipient.example',
      action: 'failed',
      status: '5.1.1',
      diagnostic: expect.stringMatching(/^550 5\.1\.1\s+No such user$/),
    },
    { recipient: 'grace@recipient.example', action: 'delayed', status: '4.4.1', diagnostic: '' },
  ],
}

describe('a delivery report', () => {
  test.each([
    ['the original mail', multipart('b', NOTE, STATUS, part('message/rfc822', ORIGINAL))],
    [
      'its headers only',
      multipart('b', NOTE, STATUS, part('text/rfc822-headers', ORIGINAL.split('\r\n\r\n')[0]!)),
    ],
    [
      'encoded parts',
      multipart(
        'b',
        NOTE,
        part('message/delivery-status', Buffer.from(FIELDS).toString('base64'), 'base64'),
        part('message/global', ORIGINAL.replace('card-7', 'card=2D7'), 'quoted-printable'),
      ),
    ],
    [
      'a report inside another part',
      multipart('a', NOTE, multipart('b', STATUS, part('message/rfc822', ORIGINAL))),
    ],
    ['plain line feeds', multipart('b', STATUS, part('message/rfc822', ORIGINAL)).replaceAll('\r\n', '\n')],
  ])('is read with %s', async (_, raw) => {
    expect(await readDeliveryReport(raw)).toEqual(READ)
  })

  test('is read up to where a cut mail ends', async () => {
    const whole = multipart('b', NOTE, STATUS, part('message/rfc822', ORIGINAL))
    const cut = whole.slice(0, whole.indexOf('Message-ID'))
    expect(await readDeliveryReport(cut)).toEqual({ ...READ, messageId: undefined })
  })

  test('names at most 50 recipients', async () => {
    const fields = `Reporting-MTA: dns; mx.example\n${'\nFinal-Recipient: rfc822; a@b.example\n'.repeat(60)}`
    const report = await readDeliveryReport(part('message/delivery-status', fields))
    expect(report?.recipients).toHaveLength(50)
  })

  test.each([
    ['a private letter', part('text/plain', 'Hello')],
    ['a forwarded report', multipart('a', part('message/rfc822', multipart('b', STATUS)))],
    ['parts nested too deep', 'abcdefgh'.split('').reduce((inner, name) => multipart(name, inner), STATUS)],
    ['endless headers', `From: ${'a:'.repeat(500_000)}`],
    ['endless parts', part('multipart/report; boundary=b', `${'--b\n\n'.repeat(300_000)}${STATUS}`)],
    ['no text', ''],
  ])('is not seen in %s', async (_, raw) => {
    expect(await readDeliveryReport(raw)).toBeUndefined()
  })
})

test('splits a mailbox file into at most 200 mails', () => {
  expect(splitMailbox('\n Subject: One\n\nText')).toEqual(['Subject: One\n\nText'])
  expect(splitMailbox('From a@b Sat\nSubject: One\n\nFrom c@d Sun\nSubject: Two\n')).toEqual([
    'Subject: One\n\n',
    'Subject: Two\n',
  ])
  expect(splitMailbox('From a@b Sat\nMail\n'.repeat(300))).toHaveLength(200)
  expect(splitMailbox(' \n')).toEqual([])
})
