import { expect, test } from 'vitest'
import { textsOf } from '../../texts.ts'
import { approvalMail } from '../approval-requests/approval-jobs.handlers.ts'
import { failed, ready } from '../reports/report-mail.jobs.ts'
import { reminder } from '../terms/open-invoices.jobs.ts'
import type { MailContent } from './mail-page.ts'
import { switchedOff } from './webhook-off.jobs.ts'

type I18n = ReturnType<typeof textsOf>

const URL = 'https://halden.example/x'
const REQUEST = { name: 'X-1', note: '', comment: '', amount_cents: 5_000, card_count: 2, asked_by: 9 }
const STEP = { rules: [{ name: 'X-2', reasons: ['over $2,500.00'] }] }
const TOLD = { request: REQUEST, steps: [], company: { members: [], keys: new Map() } }
const FILE = {
  ...{ id: 1, company_id: 4, company: 'X-3', name: 'X-4', row_count: 1_200, expires_at: new Date(0) },
  settings: { kind: 'orders', days: { from: '2026-11-01' } },
}
const INVOICE = { order_number: '10473', days_overdue: 3, due_on: '2026-11-20', open_cents: 100 }
const TERMS = { company: 'X-5', invoices: [INVOICE], count: 2, cents: 100, url: URL }
const OFF = { url: URL, off_reason: 'gone', company: 'X-6' }

const MAILS: Readonly<Record<string, (i18n: I18n) => MailContent>> = {
  asked: (i18n) => approvalMail(i18n, 'asked', TOLD as never, STEP as never, URL),
  escalated: (i18n) => approvalMail(i18n, 'escalated', TOLD as never, STEP as never, URL),
  approved: (i18n) => approvalMail(i18n, 'approved', TOLD as never, undefined, URL),
  pay: (i18n) => approvalMail(i18n, 'pay', TOLD as never, undefined, URL),
  returned: (i18n) => approvalMail(i18n, 'returned', TOLD as never, undefined, URL),
  expired: (i18n) => approvalMail(i18n, 'expired', TOLD as never, undefined, URL),
  'a report': (i18n) => ready(i18n, FILE as never, 'UTC', URL),
  'a failed report': (i18n) => failed(i18n, FILE as never, URL),
  'open invoices': (i18n) => reminder(i18n, { name: 'X-7' }, '', TERMS as never),
  'webhooks turned off': (i18n) => switchedOff(i18n, OFF, URL),
}

test.each(Object.entries(MAILS))('everything in a mail about %s is in Spanish', (_, mail) => {
  const [english, spanish] = [textsOf('en'), textsOf('es')].map((i18n) => textsIn(mail(i18n)))
  expect(spanish).toHaveLength(english!.length)
  expect(english!.filter((text, at) => text === spanish![at])).toEqual([])
})

/** Its texts, without names, numbers, and amounts. */
function textsIn({ subject, title, parts, reason }: MailContent): string[] {
  const own = parts.flatMap((part) => {
    if (part.kind === 'rows') return part.rows.flatMap(({ label, value }) => [label, value])
    return part.kind === 'text' || part.kind === 'note'
      ? [part.text]
      : part.kind === 'link'
        ? [part.label]
        : []
  })
  return [subject, title, ...own, reason ?? ''].filter((text) => /\p{L}{2}/u.test(text))
}
