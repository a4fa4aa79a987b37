// @vitest-environment jsdom
import { CANCELED_BY_CUSTOMER } from '@laurel/domain/order-status'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toSnake } from '../../app/case.ts'
import { closeCartPanel, closeModal, useCartPanelStore, useModalStore } from '../../app/modal-store.ts'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { payment } from '../../testing/order-fixture.ts'
import { ITEM, ORDER, OVERVIEW } from '../../testing/order-lists-fixture.ts'
import { type Answers, renderPage } from '../../testing/render-page.tsx'

const CUSTOMER = { id: 1, first_name: 'Dana', last_name: 'Whitlock', registration_complete: true }
const page = (results: unknown[]) => ({ count: results.length, next: null, previous: null, results })
const section = { cents: 0, lines: [] }
const SUMMARY = {
  order_id: 7,
  card_count: 2,
  value: section,
  fees: section,
  delivery: section,
  total_cents: 10_672,
  checkout_type: 'direct',
  missing: [],
}
const shipped = {
  ...ORDER,
  id: 8,
  number: '10439',
  status: 'fulfilled',
  displayStatus: 'shipped',
  isShipped: true,
}

/** A customer with one order in review and one shipped, and one draft. */
const answers: Answers = {
  'GET /api/v1/actual_user/': CUSTOMER,
  'GET /api/v1/orders/': (query: URLSearchParams) => {
    const statuses = query.get('status')?.split(',') ?? []
    return toSnake(page([ORDER, shipped].filter(({ status }) => statuses.includes(status))))
  },
  'GET /api/v1/orders/overview/': toSnake({ ...OVERVIEW, troubled: [], unpaid: [] }),
  'GET /api/v1/orders/7/': toSnake(ORDER),
  'GET /api/v1/order_summary/': SUMMARY,
  'GET /api/v1/card_items/': toSnake([{ ...ITEM, id: 90, state: 'draft', name: 'Birthdays' }]),
  'GET /api/v1/card_recipient_details/': { ...page([]), total_count: 0, attention_count: 0, value_cents: 0 },
  'GET /api/v1/reward_card_templates/': [],
  'GET /api/v1/reward_infos/': [],
}
const openPage = (path: string, more: Answers = {}) =>
  renderPage(path, { isSignedIn: true, answers: { ...answers, ...more } })
const problem = (code: string, status: number) =>
  Response.json({ code, status, title: code, detail: `Told of ${code}.`, errors: [] }, { status })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  act(closeModal)
  act(closeCartPanel)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Names in the fixtures, and texts from the server. */
const DATA =
  /(?<=: +\])Thank you|Dana Whitlock|Winter thank-you|Meridian Prepaid|Terms|weekdays 8 to 6 Central|Nov \d+|[AP]M|VISA/g

test.each(['/my-rewards', '/my-rewards?openDetails=7'])('every text of %s is translated', async (path) => {
  document.documentElement.lang = 'en-XA'
  await openPage(path)
  await screen.findByRole('heading', { level: 1, name: path === '/my-rewards' ? /^\[/ : /./ })
  await waitFor(() => expect(screen.queryAllByRole('status', { busy: true })).toEqual([]))
  expect(escapedTexts(document.body, DATA)).toEqual([])
  document.documentElement.lang = 'en'
})

test('redirects a customer with an incomplete registration to complete it, and back', async () => {
  const incomplete = { ...CUSTOMER, registration_complete: false }
  const { router } = await openPage('/my-rewards?openDetails=7', { 'GET /api/v1/actual_user/': incomplete })
  await waitFor(() => expect(router.state.location.pathname).toBe('/complete-registration'))
  expect(router.state.location.search).toEqual({ redirect: '/my-rewards?openDetails=7' })
})

test('shows and logs an error if the profile fails to load, and Retry asks again', async () => {
  let isDown = true
  await openPage('/my-rewards', {
    'GET /api/v1/actual_user/': () => (isDown ? problem('fault', 500) : CUSTOMER),
  })
  expect(await screen.findByRole('heading', { name: 'Failed to load user data' })).toBeTruthy()
  expect(console.error).toHaveBeenCalledWith('Failed to load user data', expect.anything())

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'My rewards' })).toBeTruthy()
})

test('does not report lists that fail to load as missing user data', async () => {
  await openPage('/my-rewards', { 'GET /api/v1/orders/': () => problem('fault', 500) })
  expect(await screen.findByRole('heading', { name: 'This page didn’t load' })).toBeTruthy()
})

test('sorts orders into pending and completed by status, with drafts beside them', async () => {
  await openPage('/my-rewards')
  expect(await screen.findByRole('tab', { name: 'Pending 1', selected: true })).toBeTruthy()
  const pending = screen.getByRole('table', { name: 'Pending orders' })
  expect(within(pending).getByRole('link', { name: 'Open order 10482' })).toBeTruthy()
  expect(within(pending).queryByRole('link', { name: 'Open order 10439' })).toBeNull()
  expect(screen.getByRole('tab', { name: 'Completed 1' })).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Drafts 1' })).toBeTruthy()
})

test('shows the server’s figures for all cards, not only those of the first page', async () => {
  await openPage('/my-rewards')
  const overview = within(await screen.findByRole('region', { name: 'Overview' }))
  expect(await overview.findByText('$612,480.55')).toBeTruthy()
  const states = within(overview.getByRole('list', { name: 'Cards by status' })).getAllByRole('listitem')
  expect(states.map((state) => state.textContent)).toEqual([
    '8,912 arrived',
    '280 on the way',
    '1 in production',
    '5 waiting',
    '6 needing attention',
  ])
  expect(screen.queryByRole('list', { name: 'Needs your attention' })).toBeNull()
})

test('links what needs attention to where it can be fixed', async () => {
  const faulty = { ...ITEM, id: 90, state: 'draft', name: 'Birthdays', attentionCount: 3 }
  await openPage('/my-rewards', {
    'GET /api/v1/orders/overview/': toSnake(OVERVIEW),
    'GET /api/v1/card_items/': toSnake([faulty]),
  })
  const matters = await screen.findByRole('list', { name: 'Needs your attention' })
  await waitFor(() => expect(within(matters).getAllByRole('listitem')).toHaveLength(3))
  expect(matters.textContent).toContain(
    'Safety week winners (order 10439): 4 cards returned, 2 emails bounced.',
  )
  expect(matters.textContent).toContain('waiting for your check of $316,930.44.')
  expect(
    within(matters)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual([
    '/my-rewards?openDetails=8#needs-attention',
    '/my-rewards?openDetails=7',
    '/create-reward/recipients?item=90',
  ])
})

test('shows the orders even if the overview fails to load', async () => {
  await openPage('/my-rewards', { 'GET /api/v1/orders/overview/': () => problem('fault', 500) })
  expect(await screen.findByText(/couldn’t load this year’s numbers/)).toBeTruthy()
  expect(screen.getByRole('table', { name: 'Pending orders' })).toBeTruthy()
})

test('offers only to design a card before the first order', async () => {
  const { router } = await openPage('/my-rewards', {
    'GET /api/v1/orders/': page([]),
    'GET /api/v1/card_items/': [],
  })
  expect(await screen.findByRole('heading', { name: 'No orders yet' })).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'Design a card' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ createNew: true }))
})

test('createNew opens the choice of a reward type, and closing it clears the URL', async () => {
  const { router } = await openPage('/my-rewards?createNew=true')
  await waitFor(() => expect(useModalStore.getState().open?.variant).toBe('reward-type'))
  act(closeModal)
  await waitFor(() => expect(router.state.location.href).toBe('/my-rewards'))
})

test('openDetails opens the order in place of the list, and going back clears the URL', async () => {
  const { router } = await openPage('/my-rewards?openDetails=7')
  expect(await screen.findByRole('heading', { level: 1, name: 'Winter thank-you' })).toBeTruthy()
  await waitFor(() => expect(document.title).toContain('Order 10482'))
  expect(screen.queryByRole('heading', { level: 1, name: 'My rewards' })).toBeNull()

  fireEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'My rewards' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'My rewards' })).toBeTruthy()
  expect(router.state.location.href).toBe('/my-rewards')
})

test('shows the same message for a missing order and for another customer’s', async () => {
  await openPage('/my-rewards?openDetails=999')
  expect(await screen.findByRole('heading', { level: 1, name: 'We couldn’t find that order' })).toBeTruthy()
  cleanup()
  await openPage('/my-rewards?openDetails=999', {
    'GET /api/v1/companies/': [HALDEN, { ...HALDEN, id: 5, name: 'Nakamura Studio' }],
  })
  expect(await screen.findByText(/^Halden Tools doesn’t have this order\. If another/)).toBeTruthy()
})

test('offers a retry if an order fails to load', async () => {
  let isDown = true
  await openPage('/my-rewards?openDetails=7', {
    'GET /api/v1/orders/7/': () => (isDown ? problem('fault', 500) : toSnake(ORDER)),
  })
  expect(await screen.findByText('Told of fault.')).toBeTruthy()
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Winter thank-you' })).toBeTruthy()
})

test('Order again copies the cards into the cart and opens it', async () => {
  const cart = { ...ORDER, id: 9, number: '', status: 'cart', cardItems: [{ ...ITEM, id: 99 }] }
  const { requests } = await openPage('/my-rewards?openDetails=7', {
    'POST /api/v1/orders/7/add_items_to_cart/': toSnake(cart),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Order again' }))
  await waitFor(() => expect(useCartPanelStore.getState().isOpen).toBe(true))
  expect(await screen.findByText('1 design, 2 cards.')).toBeTruthy()
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('adds nothing to a cart that is being paid, and links to it', async () => {
  await openPage('/my-rewards?openDetails=7', {
    'POST /api/v1/orders/7/add_items_to_cart/': () => problem('order_is_frozen', 409),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Order again' }))
  expect(await screen.findByText(/You’re paying for your cart/)).toBeTruthy()
  expect(useCartPanelStore.getState().isOpen).toBe(false)
  expect(screen.getByRole('button', { name: 'Open the cart' })).toBeTruthy()
})

const PROMISE = payment({ method_code: 'self_hosted_check', state: 'submitted', hosted_page: null })
const byCheck = (message = '') => ({
  ...(toSnake(ORDER) as object),
  status: 'pending_payment',
  display_status: 'pending_payment',
  payments: [{ ...PROMISE, message }],
})

test('asks before canceling an order whose check hasn’t arrived', async () => {
  const canceled = {
    ...byCheck(),
    status: 'declined',
    display_status: 'rejected',
    decline_reason: CANCELED_BY_CUSTOMER,
  }
  let isCanceled = false
  const { requests } = await openPage('/my-rewards?openDetails=7', {
    'GET /api/v1/orders/7/': () => (isCanceled ? canceled : byCheck()),
    'POST /api/v1/orders/7/cancel/': () => {
      isCanceled = true
      return canceled
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel order' }))
  expect(requests.some(({ method }) => method === 'POST')).toBe(false)
  fireEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel order' }),
  )
  expect(await screen.findByText('You canceled this order before it was paid.')).toBeTruthy()
  expect(screen.queryByText(/rejected this order/)).toBeNull()
  expect(screen.getByText('Canceled')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
})

test('offers only the other payment methods for an order whose check hasn’t arrived', async () => {
  const { requests } = await openPage('/my-rewards?openDetails=7', {
    'GET /api/v1/orders/7/': byCheck(),
    'GET /api/v1/organization_payment_providers/': [
      { id: 1, method_code: 'self_hosted_check', title: 'Check', instructions: '', position: 1 },
      { id: 2, method_code: 'self_hosted_bank', title: 'Bank transfer', instructions: '', position: 2 },
    ],
    'POST /api/v1/payments/': payment({
      method_code: 'self_hosted_bank',
      state: 'submitted',
      hosted_page: null,
    }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Pay another way' }))
  fireEvent.click(await screen.findByRole('button', { name: /^Pay \$.* by transfer$/ }))
  expect(screen.queryByRole('radio', { name: /Check/ })).toBeNull()
  await waitFor(() => expect(requests.some(({ path }) => path === '/api/v1/payments/')).toBe(true))
  const sent = requests.find(({ path }) => path === '/api/v1/payments/')!
  expect(String(sent.body)).toContain('method_code=self_hosted_bank')
})

test('offers neither canceling nor another payment method once part of the check has arrived', async () => {
  await openPage('/my-rewards?openDetails=7', {
    'GET /api/v1/orders/7/': byCheck('$10.00 has come in. $90.00 is still to come.'),
  })
  expect((await screen.findAllByText(/10.00 has come in/)).length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: /Cancel|another way/ })).toBeNull()
})

test('offers to cancel an order in review only if the company pays for it', async () => {
  const paid = (method_code: string) => ({
    ...byCheck(),
    status: 'in_review',
    display_status: 'in_review',
    payments: [{ ...PROMISE, method_code, state: 'paid' }],
  })
  await openPage('/my-rewards?openDetails=7', { 'GET /api/v1/orders/7/': paid('company_balance') })
  expect(await screen.findByRole('button', { name: 'Cancel order' })).toBeTruthy()
  cleanup()
  await openPage('/my-rewards?openDetails=7', { 'GET /api/v1/orders/7/': paid('elavon_cc') })
  expect(await screen.findByRole('heading', { level: 1, name: 'Winter thank-you' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
})

test('asks before deleting a draft', async () => {
  const { requests } = await openPage('/my-rewards', { 'DELETE /api/v1/card_items/90/': {} })
  fireEvent.click(await screen.findByRole('tab', { name: 'Drafts 1' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Birthdays' }))
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(false)

  fireEvent.click(await screen.findByRole('button', { name: 'Delete draft' }))
  await waitFor(() => expect(requests.some(({ method }) => method === 'DELETE')).toBe(true))
})

test('shows Refunded in place of the status, and the amount if only a part was refunded', async () => {
  const placed = { ...(toSnake(ORDER) as object), status: 'approved', display_status: 'approved' }
  await openPage('/my-rewards?openDetails=7', {
    'GET /api/v1/orders/7/': { ...placed, refund_state: 'full', refunded_cents: 10_672 },
  })
  expect(await screen.findByText('Refunded')).toBeTruthy()
  expect(screen.getByText('We refunded all $106.72. No cards will be sent.')).toBeTruthy()
  expect(screen.queryByText(/printing the cards/)).toBeNull()
  cleanup()
  await openPage('/my-rewards?openDetails=7', {
    'GET /api/v1/orders/7/': { ...placed, refund_state: 'partial', refunded_cents: 500 },
  })
  expect(await screen.findByText('$5.00 refunded')).toBeTruthy()
})

const HALDEN = {
  id: 4,
  name: 'Halden Tools',
  role: 'buyer',
  capabilities: ['orders.place'],
  people_count: 2,
}

test('a colleague’s order names who placed it, and only its owner can pay or cancel it', async () => {
  const foreign = { ...byCheck(), is_own: false, placed_by: 'Joy Nakamura' }
  const { requests } = await openPage('/my-rewards?openDetails=7', {
    'GET /api/v1/companies/': [HALDEN],
    'GET /api/v1/orders/7/': foreign,
    'GET /api/v1/saved_designs/': [],
    'POST /api/v1/saved_designs/': { name: 'Winter thank-you' },
  })
  expect(await screen.findByText(/Placed by Joy Nakamura/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Save design' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Save design' }))
  expect(await screen.findByText('“Winter thank-you” was saved')).toBeTruthy()
  const { body } = requests.find(({ method }) => method === 'POST')!
  expect(String(body)).toBe('card_item_id=70&name=Winter+thank-you')
  expect(screen.queryByRole('button', { name: /Cancel|another way/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Order again' })).toBeTruthy()
  cleanup()
  await openPage('/my-rewards', { 'GET /api/v1/orders/': toSnake(page([{ ...ORDER, isOwn: false }])) })
  expect((await screen.findAllByText('Placed by Dana Whitlock')).length).toBeGreaterThan(0)
})

test('a viewer reads why nothing can be ordered', async () => {
  const viewing = { 'GET /api/v1/companies/': [{ ...HALDEN, role: 'viewer', capabilities: [] }] }
  await openPage('/my-rewards?createNew=true', viewing)
  const sentence = 'Your role in Halden Tools lets you see orders, but not place them.'
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Design a card' })).toBeNull()
  await waitFor(() => expect(useModalStore.getState().open).toBeNull())
  cleanup()
  await openPage('/my-rewards?openDetails=7', viewing)
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Order again|Save design/ })).toBeNull()
})

const sharedDraft = (more: object) =>
  toSnake({
    ...{ ...ITEM, id: 91, state: 'draft', name: 'Spring thank-you', isShared: true },
    shared: { by: 'Joy Nakamura', isOwn: false, canChange: false },
    editor: { name: 'Joy Nakamura', isYou: false, isEditing: true },
    ...more,
  })

test('a shared draft that a colleague edits is only seen, and taken over after a warning', async () => {
  let drafts = [sharedDraft({})]
  const { requests } = await openPage('/my-rewards', {
    'GET /api/v1/companies/': [HALDEN],
    'GET /api/v1/shared_drafts/': () => drafts,
    'POST /api/v1/card_items/91/edit/': () => problem('draft_taken_over', 409),
  })
  fireEvent.click(await screen.findByRole('tab', { name: /^Drafts/ }))
  const table = await screen.findByRole('table', { name: 'Shared drafts' })
  expect(within(table).getByText('Shared by Joy Nakamura')).toBeTruthy()
  expect(within(table).getByText('Joy Nakamura is editing it')).toBeTruthy()
  expect(within(table).queryByRole('link', { name: 'Edit Spring thank-you' })).toBeNull()
  expect(within(table).queryByRole('button', { name: /^Delete/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Share Birthdays' })).toBeTruthy()

  fireEvent.click(within(table).getByRole('link', { name: 'Spring thank-you' }))
  expect(await screen.findByText('Joy Nakamura is editing it.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Edit card' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Take over' }))
  const edits = () => requests.filter(({ path }) => path.endsWith('/91/edit/'))
  expect(await screen.findByText(/can’t save their unsaved changes/)).toBeTruthy()
  expect(edits()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Take over' }))
  await waitFor(() => expect(edits().map(({ body }) => String(body))).toEqual(['take_over=true']))

  cleanup()
  act(closeModal)
  drafts = [sharedDraft({ editor: { name: 'Joy Nakamura', isYou: false, isEditing: false } })]
  await openPage('/my-rewards?openDraft=91', {
    'GET /api/v1/companies/': [HALDEN],
    'GET /api/v1/shared_drafts/': () => drafts,
  })
  expect(await screen.findByText('Last edited by Joy Nakamura.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Edit card' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Stop sharing' })).toBeNull()
})
