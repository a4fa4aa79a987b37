// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { toSnake } from '../../../app/case.ts'
import { escapedTexts } from '../../../testing/escaped-texts.ts'
import { ORDER } from '../../../testing/order-lists-fixture.ts'
import { type Answers, renderPage } from '../../../testing/render-page.tsx'

const BOUNCED = {
  id: 11,
  order_id: 7,
  order_number: '10482',
  card_item_id: 70,
  recipient_id: 1,
  reward_type: 'digital',
  status: 'bounced',
  group: 'needs_a_hand',
  card_count: 1,
  value_cents: 5_000,
  first_name: 'Elif',
  last_name: 'Demir',
  company: '',
  email: 'elif@halden.exmaple',
  phone: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  zip: '',
  due_at: '2026-11-20T09:00:00.000Z',
  attempt: 1,
  problem_code: 'no_such_domain',
  problem: 'No mail server takes mail for this address',
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
  sent_at: null,
  opened_at: null,
  claimed_at: null,
  thanks: '',
  thanked_at: null,
  bounced_at: '2026-11-20T09:01:00.000Z',
  mailed_at: null,
  delivered_at: null,
  returned_at: null,
  reminded_at: null,
  expires_at: null,
  created_at: '2026-11-20T08:59:00.000Z',
  updated_at: '2026-11-20T09:01:00.000Z',
}
const RETURNED = {
  ...BOUNCED,
  id: 12,
  reward_type: 'direct',
  status: 'returned',
  first_name: 'Marisol',
  last_name: 'Vega',
  email: '',
  address1: '27 Kestrel Way',
  city: 'Tucson',
  state: 'AZ',
  zip: '85701',
  problem: 'Moved away',
  may_fix_email: false,
  may_fix_address: true,
  may_convert: true,
}
const MAILED = {
  ...RETURNED,
  id: 13,
  status: 'mailed',
  group: 'under_way',
  first_name: 'Kwame',
  problem: '',
  may_fix_address: false,
  may_resend: false,
  may_convert: false,
  carrier: 'USPS',
  tracking_number: '9400111899',
  tracking_url: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400111899',
  mailed_at: '2026-11-20T09:01:00.000Z',
}
const COUNTS = { waiting: 0, under_way: 1, arrived: 3, needs_a_hand: 2, over: 0 }
const pageOf = (results: unknown[]) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
  total_count: 6,
  counts: COUNTS,
  thanked_count: 0,
})
const section = { cents: 0, lines: [] }
const answers: Answers = {
  'GET /api/v1/actual_user/': {
    id: 1,
    first_name: 'Dana',
    last_name: 'Whitlock',
    registration_complete: true,
  },
  'GET /api/v1/orders/7/': toSnake({ ...ORDER, status: 'approved', displayStatus: 'approved' }),
  'GET /api/v1/order_summary/': {
    order_id: 7,
    card_count: 2,
    value: section,
    fees: section,
    delivery: section,
    total_cents: 1,
    checkout_type: 'direct',
    missing: [],
  },
  'GET /api/v1/card_items/': [],
  'GET /api/v1/reward_card_templates/': [],
  'GET /api/v1/orders/7/deliveries/': (query: URLSearchParams) =>
    pageOf(query.get('group') === 'needs_a_hand' ? [BOUNCED, RETURNED] : [BOUNCED, RETURNED, MAILED]),
}
const open = (more: Answers = {}) =>
  renderPage('/my-rewards?openDetails=7', { isSignedIn: true, answers: { ...answers, ...more } })
const sent = (page: Awaited<ReturnType<typeof open>>, method: string) =>
  page.requests.filter((request) => request.method === method && request.path.includes('deliver'))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('every text about cards on their way, and of fixing one, is translated', async () => {
  document.documentElement.lang = 'en-XA'
  await open()
  const [fix] = await screen.findAllByRole('button', { name: /: Elif/ })
  fireEvent.click(fix!)
  await screen.findByRole('dialog')
  document.documentElement.lang = 'en'
  expect(escapedTexts(document.body, DATA)).toEqual([])
})

/** Names in the fixtures, and texts from the server. */
const DATA =
  /(?<=: +\])Thank you|Dismiss|No mail server takes mail for this address|27 Kestrel Way, Tucson, AZ 85701|Moved away|USPS \d+|Elif \w+|Marisol \w+|Kwame \w+|Dana Whitlock|Winter thank-you|Meridian Prepaid|Terms|weekdays 8 to 6 Central|Nov \d+|[AP]M|VISA/g

test('counts no deliveries of an order whose cards were all canceled', async () => {
  const counts = { waiting: 0, under_way: 0, arrived: 0, needs_a_hand: 0, over: 2 }
  await open({ 'GET /api/v1/orders/7/deliveries/': { ...pageOf([]), total_count: 0, counts } })
  await screen.findByRole('heading', { name: 'Where the cards are' })
  expect(await screen.findByText('Replaced or canceled')).toBeTruthy()
  expect(screen.queryByText(/\b0 (of 0 )?deliveries/)).toBeNull()
})

test('shows each card’s state, problem, and tracking link once the order is approved', async () => {
  await open()
  const table = await screen.findByRole('table', { name: 'Where each card is' })
  expect(screen.getByText('3 of 6 deliveries arrived')).toBeTruthy()
  expect(within(table).getByText('No mail server takes mail for this address')).toBeTruthy()
  expect(within(table).getByRole('link', { name: 'USPS 9400111899' }).getAttribute('href')).toContain(
    '9400111899',
  )
  expect(within(table).queryByRole('button', { name: /Kwame/ })).toBeNull()
})

test('a link to what needs attention opens that filter', async () => {
  await renderPage('/my-rewards?openDetails=7#needs-attention', { isSignedIn: true, answers })
  const shown = within(await screen.findByRole('region', { name: 'Where the cards are' }))
  expect(shown.getByRole('button', { name: /^Need attention/, pressed: true })).toBeTruthy()
  expect(shown.queryByText(/Kwame/)).toBeNull()
})

test('shows no single cards before approval', async () => {
  const page = await open({ 'GET /api/v1/orders/7/': toSnake(ORDER) })
  await screen.findByRole('heading', { name: 'Where it is' })
  expect(screen.queryByRole('heading', { name: 'Where the cards are' })).toBeNull()
  expect(sent(page, 'GET')).toEqual([])
})

test('fixes a wrong address and sends again in one request, with the version that was shown', async () => {
  const page = await open({ 'PATCH /api/v1/deliveries/11/': { ...BOUNCED, status: 'queued' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Fix and resend: Elif Demir' }))
  const email = await screen.findByRole('textbox', { name: 'Email' })
  fireEvent.change(email, { target: { value: 'elif' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'))
  expect(sent(page, 'PATCH')).toEqual([])

  fireEvent.change(email, { target: { value: 'elif@halden.example' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const body = new URLSearchParams(String(sent(page, 'PATCH')[0]!.body))
  expect(Object.fromEntries(body)).toEqual({
    email: 'elif@halden.example',
    seen_updated_at: '2026-11-20T09:01:00.000Z',
  })
})

test('sends again unchanged if the address is right', async () => {
  const page = await open({ 'POST /api/v1/deliveries/12/resend/': { ...RETURNED, status: 'queued' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Fix and resend: Marisol Vega' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Send again' }))
  await waitFor(() =>
    expect(sent(page, 'POST').map(({ path }) => path)).toEqual(['/api/v1/deliveries/12/resend/']),
  )
})

test('replaces a returned letter with a digital card', async () => {
  const page = await open({ 'POST /api/v1/deliveries/12/convert_to_digital/': BOUNCED })
  fireEvent.click(await screen.findByRole('button', { name: 'Fix and resend: Marisol Vega' }))
  fireEvent.click(await screen.findByRole('radio', { name: 'By email instead' }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Email' }), {
    target: { value: 'marisol@halden.example' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Send by email' }))
  await waitFor(() => expect(sent(page, 'POST')).toHaveLength(1))
  expect(String(sent(page, 'POST')[0]!.body)).toContain('email=marisol%40halden.example')
})

test('lists who will be sent to again, without addresses that failed permanently', async () => {
  const full = {
    ...BOUNCED,
    id: 14,
    first_name: 'Noa',
    problem_code: '5.2.2',
    problem: 'The mailbox is full.',
  }
  const page = await open({
    'GET /api/v1/orders/7/deliveries/': pageOf([BOUNCED, RETURNED, full]),
    'POST /api/v1/orders/7/deliveries/resend/': { found: 2, resent: 1 },
  })
  fireEvent.click(await screen.findByRole('button', { name: /^Need attention/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Resend all 3' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send again?' }))
  const chosen = async (name: RegExp) =>
    (await dialog.findByRole<HTMLInputElement>('checkbox', { name })).checked
  expect(await chosen(/^Elif Demir.*elif@halden.exmaple.*The address hasn’t changed/)).toBe(false)
  expect(await chosen(/^Marisol Vega.*Moved away.*The address hasn’t changed/)).toBe(false)
  expect(await chosen(/^Noa Demir.*The mailbox is full.$/)).toBe(true)
  expect(sent(page, 'POST')).toEqual([])

  fireEvent.click(dialog.getByRole('checkbox', { name: /^Marisol/ }))
  fireEvent.click(dialog.getByRole('button', { name: 'Send 2 again' }))
  expect(await screen.findByText('1 card will be sent again')).toBeTruthy()
  expect(await screen.findByText('1 card couldn’t be sent. Check it.')).toBeTruthy()
  expect(new URLSearchParams(String(sent(page, 'POST')[0]!.body)).get('ids')).toBe('[12,14]')
})

test('changes an address from the resend list and returns to the list', async () => {
  const page = await open({ 'PATCH /api/v1/deliveries/11/': { ...BOUNCED, status: 'queued' } })
  fireEvent.click(await screen.findByRole('button', { name: /^Need attention/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Resend all 2' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Change: Elif Demir' }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Email' }), {
    target: { value: 'elif@halden.example' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByRole('dialog', { name: 'Send again?' })).toBeTruthy()
  expect(await screen.findByText('Elif’s card will be sent again in a moment')).toBeTruthy()
  expect(sent(page, 'PATCH')).toHaveLength(1)
})

test('what recipients wrote back is with their card, and can be filtered', async () => {
  const thanked = { ...MAILED, status: 'claimed', group: 'arrived', thanks: 'Thank you, Dana!' }
  await open({
    'GET /api/v1/orders/7/deliveries/': (query: URLSearchParams) => ({
      ...pageOf(query.get('is_thanked') ? [thanked] : [BOUNCED, thanked]),
      thanked_count: 1,
    }),
  })
  await screen.findByText('Thank you, Dana!')
  fireEvent.click(screen.getByRole('button', { name: /^Thank-you notes/ }))
  await waitFor(() => expect(screen.queryByText('Elif Demir')).toBeNull())
})
