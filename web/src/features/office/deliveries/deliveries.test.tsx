// @vitest-environment happy-dom
import type { OutputOf } from '@laurel/contract/wire-types'
import { capabilitiesOf } from '@laurel/domain/staff-roles'
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ME, OFFICE_CUSTOMER, officeAnswers } from '../../../testing/office-fixture.ts'
import { order, pageOf } from '../../../testing/order-fixture.ts'
import { type Answers, renderPage } from '../../../testing/render-page.tsx'

// Screens load lazily, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const AT = '2026-11-21T10:00:00Z'

const BOUNCED: OutputOf<'listOfficeDeliveries'>['results'][number] = {
  id: 17,
  order_id: 7,
  order_number: '10475',
  card_item_id: 1,
  recipient_id: 3,
  reward_type: 'digital',
  status: 'bounced',
  group: 'needs_a_hand',
  card_count: 1,
  value_cents: 5_000,
  first_name: 'Ana',
  last_name: 'Ruiz',
  company: '',
  email: 'ana@gone.example',
  phone: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  zip: '',
  due_at: AT,
  attempt: 1,
  problem_code: '550',
  problem: 'This address doesn’t exist.',
  carrier: '',
  tracking_number: '',
  tracking_url: '',
  external_id: null,
  replaces_id: null,
  replaced_by_id: null,
  is_held: false,
  may_fix_email: true,
  may_fix_address: false,
  may_resend: true,
  may_convert: false,
  sent_at: AT,
  opened_at: null,
  claimed_at: null,
  thanks: '',
  thanked_at: null,
  bounced_at: AT,
  mailed_at: null,
  delivered_at: null,
  returned_at: null,
  reminded_at: null,
  expires_at: null,
  created_at: AT,
  updated_at: AT,
  customer_name: 'Halden Tools',
}
const COUNTS = { waiting: 4, under_way: 3, arrived: 2, needs_a_hand: 1, over: 0 }

const DETAIL: OutputOf<'getOfficeDelivery'> = {
  ...BOUNCED,
  customer: OFFICE_CUSTOMER,
  cards: [{ id: 1, position: 1, last4: '4242', status: 'issued', value_cents: 5_000, balance_cents: 5_000 }],
  events: [
    { id: 1, event: 'planned', facts: {}, actor: 'system', at: AT },
    { id: 2, event: 'bounced', facts: { words: 'No such user' }, actor: 'mail server', at: AT },
  ],
}
const LETTER: typeof DETAIL = {
  ...DETAIL,
  reward_type: 'direct',
  status: 'mailed',
  group: 'under_way',
  problem: '',
  may_fix_email: false,
  may_resend: false,
}

async function open(path: string, answers: Answers = {}) {
  return renderPage(path, {
    answers: {
      ...officeAnswers(),
      'GET /api/v1/office/deliveries/': { ...pageOf(BOUNCED), counts: COUNTS },
      'GET /api/v1/office/deliveries/17/': DETAIL,
      ...answers,
    },
  })
}

function written(requests: { method: string; path: string; body: unknown }[]) {
  return requests
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, body }) => [
      `${method} ${path}`,
      Object.fromEntries(new URLSearchParams(String(body))),
    ])
}

test('starts with bounced and returned deliveries, and counts each group', async () => {
  const asked: string[] = []
  await open('/office/deliveries', {
    'GET /api/v1/office/deliveries/': (query: URLSearchParams) => {
      asked.push(query.get('group') ?? 'all')
      return { ...pageOf(BOUNCED), counts: COUNTS }
    },
  })
  expect(await screen.findByText('This address doesn’t exist.')).toBeTruthy()
  expect(asked).toEqual(['needs_a_hand'])
  expect(screen.getByRole('button', { name: /^Needs attention ?1$/ }).getAttribute('aria-pressed')).toBe(
    'true',
  )
  fireEvent.click(screen.getByRole('button', { name: /^Waiting ?4$/ }))
  await waitFor(() => expect(asked).toEqual(['needs_a_hand', 'waiting']))
  expect(screen.getByRole('button', { name: /^All ?10$/ })).toBeTruthy()
})

test('a search finds deliveries of every group', async () => {
  const asked: string[] = []
  await open('/office/deliveries', {
    'GET /api/v1/office/deliveries/': (query: URLSearchParams) => {
      asked.push(`${query.get('group')} ${query.get('search')}`)
      return { ...pageOf(BOUNCED), counts: COUNTS }
    },
  })
  const field = await screen.findByRole('searchbox', { name: 'Search deliveries' })
  fireEvent.change(field, { target: { value: ' ruiz ' } })
  fireEvent.submit(field)
  await waitFor(() => expect(asked.at(-1)).toBe('null ruiz'))
})

test('shows a delivery’s history and the end of its card, and fixes and sends it again', async () => {
  const { requests } = await open('/office/deliveries/17', {
    'PATCH /api/v1/office/deliveries/17/': BOUNCED,
  })
  expect(await screen.findByText('4242')).toBeTruthy()
  expect(screen.getByText('No such user')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Fix and send again' }))
  const dialog = await screen.findByRole('dialog', { name: 'Ana Ruiz' })
  const email = within(dialog).getByRole('textbox', { name: 'Email' })
  fireEvent.change(email, { target: { value: 'ana' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send again' }))
  expect(written(requests)).toEqual([])
  fireEvent.change(email, { target: { value: 'ana@here.example' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('Sent again to Ana Ruiz')).toBeTruthy()
  expect(written(requests)).toEqual([
    ['PATCH /api/v1/office/deliveries/17/', { email: 'ana@here.example', seen_updated_at: AT }],
  ])
})

test('tells the second of two staff who send it again, and reloads it', async () => {
  const { requests } = await open('/office/deliveries/17', {
    'POST /api/v1/office/deliveries/17/resend/': () =>
      Response.json({ code: 'delivery_changed', detail: 'Look again.' }, { status: 409 }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Send again' }))
  const dialog = await screen.findByRole('dialog', { name: 'Send again?' })
  const reads = () => requests.filter(({ path }) => path === '/api/v1/office/deliveries/17/').length
  const before = reads()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText(/This delivery has changed since you opened it/)).toBeTruthy()
  await waitFor(() => expect(reads()).toBeGreaterThan(before))
})

test('records a returned letter with a reason', async () => {
  const { requests } = await open('/office/deliveries/17', {
    'GET /api/v1/office/deliveries/17/': LETTER,
    'POST /api/v1/office/deliveries/17/arrival/': {},
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Mark returned' }))
  const dialog = await screen.findByRole('dialog', { name: 'Mark as returned?' })
  const submit = within(dialog).getByRole('button', { name: 'Mark returned' })
  fireEvent.click(submit)
  expect(await within(dialog).findByText('This field is required')).toBeTruthy()
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'How do you know?' }), {
    target: { value: 'In our mail' },
  })
  fireEvent.click(submit)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(written(requests)).toEqual([
    [
      'POST /api/v1/office/deliveries/17/arrival/',
      { seen_status: 'mailed', outcome: 'returned', reason: 'In our mail' },
    ],
  ])
})

test('sends a returned letter by email instead', async () => {
  const { requests } = await open('/office/deliveries/17', {
    'GET /api/v1/office/deliveries/17/': { ...LETTER, status: 'returned', may_convert: true, email: '' },
    'POST /api/v1/office/deliveries/17/convert_to_digital/': BOUNCED,
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Send by email instead' }))
  const dialog = await screen.findByRole('dialog', { name: 'Send by email instead?' })
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Email' }), {
    target: { value: 'ana@here.example' },
  })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send by email' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(written(requests)[0]?.[1]).toEqual({ email: 'ana@here.example', seen_updated_at: AT })
})

test('sends again only the chosen deliveries, without addresses that failed permanently', async () => {
  const { requests } = await open('/office/deliveries?order=7', {
    'POST /api/v1/office/deliveries/resend/': { found: 1, resent: 1 },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Resend deliveries' }))
  const dialog = await screen.findByRole('dialog', { name: 'Send again?' })
  const ana = await within(dialog).findByRole('checkbox', { name: /^Ana Ruiz.*The address hasn’t changed/ })
  const send = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Send again' })
  expect(send.disabled).toBe(true)
  fireEvent.click(ana)
  fireEvent.click(send)
  expect(await screen.findByText('Sent again: 1 of 1')).toBeTruthy()
  expect(written(requests)).toEqual([
    ['POST /api/v1/office/deliveries/resend/', { order_id: '7', group: 'needs_a_hand', ids: '[17]' }],
  ])
})

test('the order counts its deliveries by state, and links to them', async () => {
  await open('/office/orders/7', {
    'GET /api/v1/office/orders/7/': {
      order: order(['digital'], { number: '10475', status: 'approved', placed_at: AT }),
      customer: OFFICE_CUSTOMER,
      review_reasons: [],
      held_at: null,
      held_reason: '',
    },
  })
  const link = await screen.findByRole('link', { name: /Needs attention/ })
  expect(link.getAttribute('href')).toBe('/office/deliveries?order=7&group=needs_a_hand')
  expect(screen.queryByRole('link', { name: /Over/ })).toBeNull()
})

test('view-only staff see the delivery but no actions', async () => {
  await open('/office/deliveries/17', {
    'GET /api/v1/office/me/': { ...ME, role: 'viewer', capabilities: [...capabilitiesOf('viewer')] },
  })
  expect(await screen.findByText('4242')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /again/ })).toBeNull()
})

test('takes bounce messages and shows the result for each line', async () => {
  const { requests } = await open('/office/deliveries/report', {
    'POST /api/v1/office/delivery_reports/': {
      recognized: 1,
      bounced: 1,
      lines: [
        {
          about: 'ana@gone.example',
          outcome: 'bounced',
          words: 'Email to this address bounced.',
          deliveries: [{ id: 17, order_number: '10475', first_name: 'Ana', last_name: 'Ruiz' }],
        },
        { about: 'bo at work', outcome: 'unreadable', words: 'This isn’t an email address.', deliveries: [] },
      ],
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Check report' }))
  expect(await screen.findByText('This field is required')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'Addresses' }))
  fireEvent.change(screen.getByLabelText('Bounced addresses'), {
    target: { value: 'ana@gone.example\n\n bo at work; ' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Mark as bounced' }))
  expect(await screen.findByRole('heading', { name: '1 card marked as bounced' })).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Ana Ruiz, order 10475' })
  expect(link.getAttribute('href')).toBe('/office/deliveries/17')
  expect(screen.getByText('This isn’t an email address.')).toBeTruthy()
  const { body } = requests.find(({ method }) => method === 'POST') ?? {}
  expect(Object.fromEntries(new URLSearchParams(String(body)))).toEqual({
    addresses: '["ana@gone.example","bo at work"]',
  })
})

test('shows a converted letter’s card as canceled without a reload', async () => {
  const converted = { ...LETTER, status: 'replaced', group: 'over', replaced_by_id: 18 } as const
  const [card] = DETAIL.cards
  let isCanceled = false
  await open('/office/deliveries/17', {
    'GET /api/v1/office/deliveries/17/': () => ({
      ...converted,
      cards: [
        isCanceled ? { ...card, status: 'cancelled', balance_cents: 0 } : { ...card, status: 'active' },
      ],
    }),
  })
  await screen.findByText('Active')
  isCanceled = true
  expect(await screen.findByText('Canceled')).toBeTruthy()
})
