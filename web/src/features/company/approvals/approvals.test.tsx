// @vitest-environment happy-dom
import type { OutputOf } from '@laurel/contract/wire-types'
import { type CompanyRole, capabilitiesIn } from '@laurel/domain/company-roles'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetCompany } from '../../../app/company-choice.ts'
import { closeCartPanel, closeModal, useCartPanelStore } from '../../../app/modal-store.ts'
import { escapedTexts } from '../../../testing/escaped-texts.ts'
import { order, pageOf } from '../../../testing/order-fixture.ts'
import { type Answers, renderPage } from '../../../testing/render-page.tsx'
import { CUSTOMER } from '../../../testing/site-fixture.ts'
import { itemWords } from './approval-words.ts'

type Approval = OutputOf<'listApprovals'>['results'][number]
type Detail = OutputOf<'getApproval'>

const ANA = { id: 3, name: 'Ana Ruiz', is_you: false }
const JOY = { id: 1, name: 'Joy Nakamura', is_you: false }
const MARCUS = { id: 2, name: 'Marcus Bell', is_you: false }

const REQUEST: Approval = {
  id: 31,
  order_id: 7,
  order_number: '',
  name: 'Holiday thank-you',
  state: 'open',
  amount_cents: 666_250,
  card_count: 130,
  asked_by: ANA,
  asked_at: '2026-11-27T14:22:00Z',
  decided_at: null,
  note: 'Same list as last year.',
  comment: '',
  method_code: 'company_balance',
  waits_for: ['Marcus Bell'],
  can_edit: false,
  can_decide: true,
  is_own: false,
  needs_payment: false,
}

const rule = (reason: string) => ({ name: 'Large orders', reasons: [reason] })
const DETAIL: Detail = {
  ...REQUEST,
  steps: [
    {
      position: 0,
      state: 'approved',
      rules: [rule('over $2,500.00')],
      people: [],
      due_at: null,
      escalates_to: '',
      is_escalated: false,
      decided: { by: JOY, at: '2026-11-27T14:40:00Z', comment: '' },
    },
    {
      position: 1,
      state: 'open',
      rules: [rule('over $5,000.00')],
      people: [{ ...MARCUS, is_you: true }],
      due_at: '2026-11-30T19:00:00Z',
      escalates_to: 'Tomas Klein',
      is_escalated: false,
      decided: null,
    },
  ],
  expires_at: '2026-12-27T14:22:00Z',
  unusual: [
    { kind: 'already_received', title: '12 people got a card lately', detail: 'In order 10439.' },
    {
      kind: 'larger_than_usual',
      title: 'Twice Ana’s usual order',
      detail: 'Her orders were up to $3,400.00.',
    },
  ],
  budgets: [{ name: 'West region', amount_cents: 2_000_000, taken_cents: 1_120_000, left_cents: 213_750 }],
  order: order(['digital'], {
    status: 'awaiting_approval',
    is_own: false,
    fields: [{ id: 1, name: 'Cost center', value: '4100 People' }],
  }),
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  cleanup()
  act(closeModal)
  act(closeCartPanel)
  forgetCompany()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

type Lists = { waiting?: Approval[]; own?: Approval[]; done?: Approval[] }

async function openApprovals(
  path: string,
  lists: Lists,
  detail: Detail,
  answers: Answers = {},
  role: CompanyRole = 'approver',
) {
  const company = {
    id: 4,
    name: 'Halden Tools',
    people_count: 3,
    time_zone: 'America/Chicago',
    has_budgets: false,
    has_approval_rules: true,
    balance_cents: null,
    role,
    role_name: role,
    capabilities: capabilitiesIn(role),
  }
  const page = await renderPage(path, {
    isSignedIn: true,
    answers: {
      'GET /api/v1/actual_user/': CUSTOMER,
      'GET /api/v1/companies/': [company],
      'GET /api/v1/company/people/': { company, people: [], teams: [], roles: [], invitations: [] },
      'GET /api/v1/organization_payment_providers/': [],
      'GET /api/v1/approvals/': (query: URLSearchParams) =>
        pageOf(...(lists[query.get('show') as keyof Lists] ?? [])),
      [`GET /api/v1/approvals/${detail.id}/`]: detail,
      [`GET /api/v1/approvals/${detail.id}/recipients/`]: pageOf(
        {
          id: 1,
          card_item_id: 3,
          name: 'Mei Tanaka',
          where: 'mei.t@halden.example',
          amount_cents: 5_000,
          received: 'This person already got a card in order 10439.',
        },
        {
          id: 2,
          card_item_id: 3,
          name: 'Jonah Weiss',
          where: 'j@halden.example',
          amount_cents: 5_000,
          received: '',
        },
      ),
      ...answers,
    },
  })
  const sent = () =>
    page.requests
      .filter(({ method }) => method === 'POST')
      .map(({ path: to, body }) => ({
        path: to,
        body: Object.fromEntries(new URLSearchParams(String(body))),
      }))
  return { ...page, sent }
}

test('every text of a request is translated', async () => {
  document.documentElement.lang = 'en-XA'
  const unusual: Detail['unusual'] = [
    { kind: 'already_received', title: '2 people already got a card', detail: 'In order 10439.' },
    {
      kind: 'new_address',
      title: 'A new address',
      detail: 'Your company hasn’t sent cards to a.example before.',
    },
  ]
  await openApprovals('/company/approvals', { waiting: [REQUEST] }, { ...DETAIL, unusual })
  await screen.findByRole('heading', { name: 'Holiday thank-you' })
  await screen.findByText(/Mei Tanaka/)
  document.documentElement.lang = 'en'
  const data =
    /Halden Tools(?: Inc\.)?|Dana (?:Whitlock|Halden)|Nov \d+(?:, \d+)?|Dismiss|English|Spanish|Terms|weekdays 8 to 6 Central|Holiday thank-you|Ana(?: Ruiz)?|Joy Nakamura|Marcus Bell|Tomas Klein|Mei Tanaka|Jonah Weiss|Same list as last year|West region|Cost center|4100 People|Thank you|Winter|a\.example|[AP]M|C[SD]T|Nov \d+|Email/g
  expect(escapedTexts(document.body, data)).toEqual([])
})

test('shows what is asked, what is unusual, and why, and approves it', async () => {
  const [item] = DETAIL.order!.card_items
  const written = { ...item!, message: 'Thank you, {first name}.', sender_name: 'Ana and team' }
  const detail = { ...DETAIL, order: { ...DETAIL.order!, card_items: [written] } }
  const { sent } = await openApprovals('/company/approvals', { waiting: [REQUEST] }, detail, {
    'POST /api/v1/approvals/31/approve/': { ...REQUEST, can_decide: false },
  })
  expect(await screen.findByRole('heading', { name: 'Holiday thank-you' })).toBeTruthy()
  expect(screen.getByText('2 digital cards × $50.00, by email')).toBeTruthy()
  expect(screen.getByText('Cost center: 4100 People')).toBeTruthy()
  expect(screen.getByText('“Same list as last year.”')).toBeTruthy()
  const message = within(screen.getByRole('region', { name: 'Message to recipients' }))
  expect(message.getByText('Thank you, {first name}.')).toBeTruthy()
  expect(message.getByText('Ana and team')).toBeTruthy()
  expect(screen.getByText('12 people got a card lately')).toBeTruthy()
  expect(
    screen.getByRole('img', { name: '$11,200.00 used, $6,662.50 this order, $2,137.50 left' }),
  ).toBeTruthy()
  expect(await screen.findByText('Got one recently')).toBeTruthy()
  const steps = within(screen.getByRole('list', { name: 'Approvals' })).getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Joy Nakamura approved.*Rule: over \$2,500\.00\.$/),
    expect.stringMatching(
      /^You decideRule: over \$5,000\.00\. If no one answers, we ask Tomas Klein on Nov 30 at 1:00 PM(?: CST)?\.$/,
    ),
    'Paid from the company balance',
  ])
  fireEvent.click(screen.getAllByRole('button', { name: 'Approve $6,662.50' })[0]!)
  await waitFor(() =>
    expect(sent()).toEqual([{ path: '/api/v1/approvals/31/approve/', body: { comment: '' } }]),
  )
})

test('returns an order only with a comment', async () => {
  const { sent } = await openApprovals('/company/approvals?request=31', { waiting: [REQUEST] }, DETAIL, {
    'POST /api/v1/approvals/31/return/': { ...REQUEST, state: 'returned' },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Return to Ana' }))
  expect(await screen.findByText('Tell Ana what to change.')).toBeTruthy()
  expect(sent()).toEqual([])
  fireEvent.change(screen.getByLabelText(/^Comment for Ana/), { target: { value: ' Twelve got one. ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Return to Ana' }))
  await waitFor(() =>
    expect(sent()).toEqual([{ path: '/api/v1/approvals/31/return/', body: { comment: 'Twelve got one.' } }]),
  )
})

test('the buyer edits a returned order, and reads why it was returned', async () => {
  const returned: Detail = {
    ...DETAIL,
    state: 'returned',
    asked_by: { ...ANA, is_you: true },
    waits_for: [],
    comment: 'Twelve got one.',
    can_decide: false,
    can_edit: true,
    is_own: true,
    steps: [
      {
        ...DETAIL.steps[1]!,
        state: 'returned',
        people: [],
        decided: { by: MARCUS, at: '2026-11-27T15:00:00Z', comment: 'Twelve got one.' },
      },
    ],
  }
  const { sent } = await openApprovals(
    '/company/approvals?request=31',
    { own: [returned] },
    returned,
    { 'POST /api/v1/approvals/31/edit_order/': { ...returned, can_edit: false } },
    'buyer',
  )
  expect(await screen.findByText('Marcus Bell returned it')).toBeTruthy()
  expect(screen.getByText('“Twelve got one.”')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Approve|Return to/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Edit and resubmit' }))
  await waitFor(() => expect(sent().map(({ path }) => path)).toEqual(['/api/v1/approvals/31/edit_order/']))
  await waitFor(() => expect(useCartPanelStore.getState().isOpen).toBe(true))
})

test('an open request is withdrawn only after a question', async () => {
  const own: Detail = { ...DETAIL, can_decide: false, can_edit: true, is_own: true }
  const { sent } = await openApprovals('/company/approvals?request=31', { own: [own] }, own, {}, 'buyer')
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw and edit' }))
  expect(await screen.findByRole('alertdialog', { name: 'Withdraw Holiday thank-you?' })).toBeTruthy()
  expect(sent()).toEqual([])
})

test('a request that another person decides has no buttons', async () => {
  const others: Detail = { ...DETAIL, can_decide: false }
  await openApprovals('/company/approvals?request=31', { done: [others] }, others, {}, 'admin')
  expect(await screen.findByText('Who approves')).toBeTruthy()
  expect(screen.getAllByText('Waiting for Marcus Bell').length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: /^(Approve|Return|Withdraw|Edit and)/ })).toBeNull()
})

test('says what will be here while there are no requests', async () => {
  await openApprovals('/company/approvals', {}, DETAIL)
  expect(await screen.findByText('No requests yet')).toBeTruthy()
})

test('a mail’s link opens its request and decides nothing', async () => {
  const { router, sent } = await openApprovals('/approve/abc', { waiting: [REQUEST] }, DETAIL, {
    'GET /api/v1/approval_links/abc/': { approval_id: 31, company_id: 4 },
  })
  await waitFor(() => expect(router.state.location.href).toBe('/company/approvals?request=31'))
  expect(sent()).toEqual([])
})

test('a link for another person says so', async () => {
  const refused = {
    code: 'approval_link_invalid',
    status: 404,
    title: 'This link doesn’t work',
    detail: 'Sign in.',
  }
  await openApprovals('/approve/abc', {}, DETAIL, {
    'GET /api/v1/approval_links/abc/': () => Response.json(refused, { status: 404 }),
  })
  expect(await screen.findByRole('heading', { name: 'This link doesn’t work' })).toBeTruthy()
})

test('an amount in words says how many, of what value, and how they’re sent', () => {
  const item = (type: 'bulk' | 'direct' | 'digital', ...amounts: [number, number][]) => ({
    rewardTypeData: { name: type, title: '' },
    cardCount: amounts.reduce((sum, [cards]) => sum + cards, 0),
    amounts: amounts.map(([count, eachCents]) => ({ count, eachCents })),
  })
  const shipping = (rewardType: 'bulk' | 'direct' | 'digital', sendAt: string | null = null) =>
    ({
      shippingOrders: [{ rewardType, service: 'UPS Ground', sendAt, address: null }],
      bulkAddress: { city: 'Dayton', state: 'OH' },
    }) as unknown as Parameters<typeof itemWords>[1]
  const now = new Date('2026-11-27T12:00:00Z')
  const zone = 'America/Chicago'
  const later = shipping('digital', '2026-12-15T15:00:00Z')
  expect(itemWords(item('digital', [130, 5_000]), later, zone, now)).toBe(
    '130 digital cards × $50.00, by email on Dec 15',
  )
  expect(itemWords(item('bulk', [40, 5_000], [2, 7_500]), shipping('bulk'), zone, now)).toBe(
    '42 cards: 40 × $50.00, 2 × $75.00, by UPS Ground to Dayton, OH',
  )
})
