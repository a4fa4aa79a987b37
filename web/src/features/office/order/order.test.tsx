// @vitest-environment happy-dom
import { act, cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeModal } from '../../../app/modal-store.ts'
import { ME, OFFICE_CUSTOMER, officeAnswers } from '../../../testing/office-fixture.ts'
import { order, pageOf } from '../../../testing/order-fixture.ts'
import { type Answers, renderPage } from '../../../testing/render-page.tsx'

// Screens load lazily, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  closeModal()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const PLACED = { number: '10475', status: 'in_review', placed_at: '2026-11-21T10:00:00Z' } as const
const office = () => ({
  order: order(['digital'], PLACED),
  customer: OFFICE_CUSTOMER,
  company: { id: 3, name: 'Halden Tools' },
  review_reasons: [],
  held_at: null,
  held_reason: '',
  is_held_by_staff: false,
  can_release: false,
  missing_cents: 0,
  release_asked_by: '',
  release_asked_by_name: '',
})
const happening = (over: object) => ({
  ...{ key: 'move:1', about: 'order', event: 'in_review', by: 'system', by_name: '', words: '' },
  ...{ count: 1, delivery_id: null, recipient: '', at: '2026-11-21T10:00:00Z' },
  ...over,
})
const NOTE = {
  id: 1,
  text: 'Dana called.',
  by: `staff:${ME.id}`,
  by_name: ME.name,
  edited_at: null,
  is_mailed: false,
}
const history = (over: object = {}) => ({
  happened: [],
  notes: [{ ...NOTE, at: '2026-11-21T11:00:00Z', is_mine: true }],
  last_change: happening({}),
  ...over,
})
const open = (path: string, answers: Answers = {}) =>
  renderPage(path, {
    answers: {
      ...officeAnswers(),
      'GET /api/v1/office/orders/7/': office(),
      'GET /api/v1/office/orders/7/history/': history(),
      ...answers,
    },
  })

test('shows when a payment was received, not when the customer started it', async () => {
  await open('/office/orders/7')
  await screen.findByRole('heading', { name: 'Money' })
  expect(screen.queryAllByText(/9:58|:58/)).toEqual([])
})

const recipient = (id: number, first_name: string, last_name: string) => ({
  ...{ id, card_item_id: 1, card_item_name: '', reward_type: 'digital', first_name, last_name },
  ...{ name: `${first_name} ${last_name}`, place: '', amount_cents: 5_000, needs_attention: false },
  ...{ delivery_id: null, delivery_status: null, problem: '' },
})
const proof = async () => (await screen.findByText(/^Proof \d+ of/)).closest('p')?.textContent?.trim()

test('shows a proof for every recipient, by arrow keys and by click', async () => {
  await open('/office/orders/7', {
    'GET /api/v1/office/orders/7/recipients/': pageOf(
      recipient(1, 'Ana', 'Ruiz'),
      recipient(2, 'Noor', 'Rahmani'),
    ),
  })
  await screen.findByRole('button', { name: /Noor Rahmani$/ })
  expect(await proof()).toBe('Proof 1 of 2 Ana Ruiz')
  fireEvent.keyDown(document.body, { key: 'ArrowRight' })
  expect(await proof()).toBe('Proof 2 of 2 Noor Rahmani')
  fireEvent.keyDown(document.body, { key: 'ArrowRight' })
  expect(await proof()).toBe('Proof 2 of 2 Noor Rahmani')
  fireEvent.click(screen.getByRole('button', { name: /Ana Ruiz$/ }))
  expect(await proof()).toBe('Proof 1 of 2 Ana Ruiz')
})

test('a proof has no name while the next page of recipients loads', async () => {
  const first = Array.from({ length: 25 }, (_, nth) => recipient(nth + 1, 'Ana', `Ruiz ${nth + 1}`))
  const next = Promise.withResolvers<void>()
  await open('/office/orders/7', {
    'GET /api/v1/office/orders/7/recipients/': async (query: URLSearchParams) => {
      if (query.get('page') === '1') return { ...pageOf(...first), count: 26 }
      await next.promise
      return { ...pageOf(recipient(26, 'Noor', 'Rahmani')), count: 26 }
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: /Ruiz 25$/ }))
  expect(await proof()).toBe('Proof 25 of 26 Ana Ruiz 25')
  fireEvent.keyDown(document.body, { key: 'ArrowRight' })
  expect(await proof()).toBe('Proof 26 of 26')
  next.resolve()
  await screen.findByRole('button', { name: /Noor Rahmani$/ })
  expect(await proof()).toBe('Proof 26 of 26 Noor Rahmani')
})

test('describes events of deliveries in words, not codes', async () => {
  const delivery = { about: 'delivery', by: 'mail server' }
  await open('/office/orders/7', {
    'GET /api/v1/office/orders/7/history/': history({
      happened: [
        happening({ key: 'd1', ...delivery, event: 'bounced', count: 3, words: 'No such mailbox.' }),
        happening({ key: 'd2', ...delivery, event: 'converted', delivery_id: 9, recipient: 'Ida Berg' }),
      ],
    }),
  })
  const told = within(await screen.findByRole('region', { name: 'Activity' }))
  expect(await told.findByText('3 emails bounced')).toBeTruthy()
  expect(told.getByText('No such mailbox.')).toBeTruthy()
  expect(told.getByText(/Letter replaced with a digital card/)).toBeTruthy()
  expect(told.getByRole('link', { name: 'Ida Berg' }).getAttribute('href')).toBe('/office/deliveries/9')
  expect(told.getByText('Dana called.')).toBeTruthy()
})

test('announces a colleague’s change but not one’s own, and keeps what is being typed', async () => {
  let lastChange = happening({})
  const { queryClient } = await open('/office/orders/7', {
    'GET /api/v1/office/orders/7/history/': () => history({ last_change: lastChange }),
  })
  const note = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'New note' })
  fireEvent.change(note, { target: { value: 'They said that' } })
  const readAnew = () => act(() => queryClient.invalidateQueries({ queryKey: ['office', 'orders'] }))
  // What is read first is not announced.
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))

  lastChange = happening({ key: 'move:2', event: 'approved', by: `staff:${ME.id}`, by_name: ME.name })
  await readAnew()
  expect(screen.queryByText(/changed this order|has changed since/)).toBeNull()
  lastChange = happening({
    key: 'move:3',
    event: 'declined',
    by: 'staff:99',
    by_name: 'Ana Ruiz',
    words: 'No',
  })
  await readAnew()
  expect(await screen.findByText(/Ana Ruiz changed this order .*: declined it: “No”/)).toBeTruthy()
  expect(note.value).toBe('They said that')
})

test('says who decided first, and keeps what was typed', async () => {
  await open('/office/orders/7', {
    'POST /api/v1/office/orders/7/hold/': () =>
      Response.json(
        {
          code: 'order_changed',
          errors: [
            { field: 'seen_status', code: 'changed', message: 'Ana Ruiz put it on hold in the meantime.' },
          ],
        },
        { status: 409 },
      ),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Hold' }))
  const dialog = await screen.findByRole('dialog', { name: 'Hold order 10475?' })
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Reason' }), {
    target: { value: 'Odd address' },
  })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Hold order' }))
  expect(
    await screen.findByText(/Ana Ruiz put it on hold in the meantime\. This order has changed/),
  ).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Decline' }))
  const told = await screen.findByRole('dialog', { name: 'Decline order 10475?' })
  expect(within(told).getByRole<HTMLTextAreaElement>('textbox').value).toBe('')
  fireEvent.click(within(told).getByRole('button', { name: 'Cancel' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Hold' }))
  const again = await screen.findByRole('dialog', { name: 'Hold order 10475?' })
  expect(within(again).getByRole<HTMLTextAreaElement>('textbox').value).toBe('Odd address')
})

test('shows the print checks, with a badge for a logo that isn’t approved yet', async () => {
  const { id } = office().order.card_items[0]!
  await open('/office/orders/7', {
    'GET /api/v1/office/orders/7/artwork/': {
      designs: [
        {
          card_item_id: id,
          checks: [
            { check: 'logo_known', is_good: false, value: null, words: 'halden.png' },
            { check: 'logo_sharp', is_good: false, value: 168, words: 'halden.png' },
            { check: 'text_contrast', is_good: true, value: 15.1, words: '' },
          ],
        },
      ],
    },
  })
  expect(await screen.findByText('New logo')).toBeTruthy()
  expect(screen.getByText('Logo may print blurry')).toBeTruthy()
  expect(screen.getByText('168 dpi')).toBeTruthy()
  expect(screen.getByText('15.1 to 1')).toBeTruthy()
})

test('shows the recipients on a tab that the URL keeps, with links to their deliveries', async () => {
  const { router } = await open('/office/orders/7', {
    'GET /api/v1/office/orders/7/recipients/': pageOf({
      ...{ id: 1, card_item_id: 1, card_item_name: 'Thanks', reward_type: 'digital', name: 'Freya Holm' },
      ...{ place: 'freya@holm.example', amount_cents: 5_000, needs_attention: false },
      ...{ delivery_id: 12, delivery_status: 'bounced', problem: 'No such mailbox.' },
    }),
  })
  fireEvent.click(await screen.findByRole('radio', { name: 'Recipients' }))
  const link = await screen.findByRole('link', { name: 'Freya Holm' })
  expect(link.getAttribute('href')).toBe('/office/deliveries/12')
  expect(screen.getByText('Bounced')).toBeTruthy()
  expect(router.state.location.search).toEqual({ tab: 'recipients' })
})

test('a colleague’s note is read-only, one’s own can be changed', async () => {
  const { requests } = await open('/office/orders/7', {
    'GET /api/v1/office/orders/7/history/': history({
      notes: [
        { ...NOTE, at: '2026-11-21T11:00:00Z', is_mine: true },
        { ...NOTE, id: 2, text: 'Mine alone', by: 'staff:9', at: '2026-11-21T10:00:00Z', is_mine: false },
      ],
    }),
    'PATCH /api/v1/office/orders/7/notes/1/': { ...NOTE, at: '2026-11-21T11:00:00Z', is_mine: true },
  })
  const edit = await screen.findAllByRole('button', { name: 'Edit' })
  expect(edit).toHaveLength(1)
  fireEvent.click(edit[0]!)
  const text = screen.getByRole('textbox', { name: 'Note' })
  fireEvent.change(text, { target: { value: 'Dana called twice.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save note' }))
  await screen.findAllByRole('button', { name: 'Edit' })
  expect(String(requests.find(({ method }) => method === 'PATCH')!.body)).toBe('text=Dana+called+twice.')
})

test('emails the customer, and lists the message as activity, not as a note', async () => {
  const { requests } = await open('/office/orders/7', {
    'GET /api/v1/office/orders/7/history/': history({
      notes: [{ ...NOTE, at: '2026-11-21T11:00:00Z', is_mine: true, is_mailed: true }],
    }),
    'POST /api/v1/office/orders/7/notes/': {
      ...NOTE,
      at: '2026-11-21T12:00:00Z',
      is_mine: true,
      is_mailed: true,
    },
  })
  expect(await screen.findByText('Dana called.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /^Email / }))
  const text = await screen.findByRole('textbox', { name: 'Message' })
  fireEvent.change(text, { target: { value: 'Your logo is blurred.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send email' }))
  await screen.findByText('Email sent')
  const sent = requests.filter(({ method }) => method === 'POST')
  expect(sent.map(({ body }) => String(body))).toEqual(['text=Your+logo+is+blurred.&mails_customer=true'])
  // The next message doesn't begin with this one.
  fireEvent.click(screen.getByRole('button', { name: /^Email / }))
  expect(await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })).toHaveProperty(
    'value',
    '',
  )
})

const HELD = {
  held_at: '2026-11-21T12:00:00Z',
  held_reason: 'Waiting for a call back',
  is_held_by_staff: true,
  can_release: true,
}

test('shows the reason for a hold as its own sentence', async () => {
  await open('/office/orders/7', { 'GET /api/v1/office/orders/7/': { ...office(), ...HELD } })
  const told = await screen.findByText(/Nothing is sent until you release the order\./)
  expect(told.textContent).toContain('Reason: Waiting for a call back. Nothing is sent')
})

test('labels the reason for a hold in the order’s activity', async () => {
  const held = happening({ key: 't1', event: 'order.held', words: 'Waiting for a call back' })
  await open('/office/orders/7', {
    'GET /api/v1/office/orders/7/history/': history({ happened: [held] }),
  })
  expect(await screen.findByText('Reason: Waiting for a call back')).toBeTruthy()
})

test('says that First-Class letters have no tracking', async () => {
  const approved = order(['direct'], { ...PLACED, status: 'approved' })
  const [shipping] = approved.shipping_orders
  const letters = { ...shipping, reward_type: 'direct', service: 'USPS First-Class' }
  await open('/office/orders/7', {
    'GET /api/v1/office/orders/7/': { ...office(), order: { ...approved, shipping_orders: [letters] } },
    'GET /api/v1/office/deliveries/': {
      ...pageOf(),
      count: 2,
      counts: { needs_a_hand: 0, waiting: 0, under_way: 2, arrived: 0, over: 0 },
    },
  })
  const deliveries = within(await screen.findByRole('region', { name: 'Deliveries' }))
  expect(deliveries.getByText('First-Class letters have no tracking.')).toBeTruthy()
})

test('says that releasing needs a reason before the button is clicked', async () => {
  await open('/office/orders/7', { 'GET /api/v1/office/orders/7/': { ...office(), ...HELD } })
  fireEvent.click(await screen.findByRole('button', { name: 'Release' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Release order 10475?' }))
  expect(dialog.getByText('Reason for the hold: Waiting for a call back.')).toBeTruthy()
  expect(dialog.getByRole('textbox', { name: 'Reason', description: /^Required\./ })).toBeTruthy()
})

test('an order in review that its payments don’t cover can be released, not approved', async () => {
  const short = { can_release: true, missing_cents: 100, release_asked_by: 'staff:9' }
  await open('/office/orders/7', {
    'GET /api/v1/office/orders/7/': { ...office(), ...short, release_asked_by_name: 'Sam Ortiz' },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Release' }))
  expect(screen.getByText('Sam Ortiz asked to release it. A second person must approve.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Approve order' })).toBeNull()
  const dialog = within(await screen.findByRole('dialog', { name: 'Release order 10475?' }))
  expect(dialog.getByText(/^Payments don’t cover \$1\.00\./)).toBeTruthy()
})

test('an order whose cards have all arrived can’t be put on hold', async () => {
  const fulfilled = { status: 'fulfilled', display_status: 'fulfilled', is_shipped: true } as const
  await open('/office/orders/7', {
    'GET /api/v1/office/orders/7/': { ...office(), order: { ...office().order, ...fulfilled } },
  })
  await screen.findByRole('button', { name: 'Email Dana' })
  expect(screen.queryByRole('button', { name: 'Hold' })).toBeNull()
})

test('shows free delivery as Free among an order’s sums', async () => {
  await open('/office/orders/7')
  const money = within(await screen.findByRole('region', { name: 'Money' }))
  expect(money.getByText('Shipping').parentElement?.textContent).toBe('ShippingFree')
  expect(money.getByText('Outstanding').parentElement?.textContent).toBe('Outstanding$0.00')
})

test('in the review queue, J and K move, and A, H, D, and M open their dialogs', async () => {
  const { router } = await open('/office/orders/7?queue=review&tab=recipients', {
    'GET /api/v1/office/orders/7/review_queue/': { position: 2, count: 14, previous_id: 6, next_id: 8 },
    'GET /api/v1/office/orders/8/review_queue/': { position: null, count: 13, previous_id: 6, next_id: null },
    'GET /api/v1/office/orders/8/': { ...office(), order: order(['digital'], { ...PLACED, id: 8 }) },
    'GET /api/v1/office/orders/7/recipients/': pageOf(),
  })
  const queue = within(await screen.findByRole('navigation', { name: 'Review queue' }))
  expect(await queue.findByText('2 of 14')).toBeTruthy()
  expect(queue.getByRole('link', { name: 'Next order' }).getAttribute('href')).toBe(
    '/office/orders/8?queue=review',
  )
  fireEvent.click(await screen.findByRole('radio', { name: 'Cards' }))
  await waitFor(() => expect(router.state.location.href).toBe('/office/orders/7?queue=review'))
  for (const [key, title] of [
    ['h', 'Hold order 10475?'],
    ['d', 'Decline order 10475?'],
    ['a', 'Approve order 10475?'],
    ['m', 'Email Dana Whitlock about order 10475'],
  ]) {
    fireEvent.keyDown(document.body, { key })
    expect(await screen.findByRole('dialog', { name: title! })).toBeTruthy()
    fireEvent.keyDown(document.activeElement!, { key: 'j' })
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect(router.state.location.pathname).toBe('/office/orders/7')
  fireEvent.keyDown(document.body, { key: 'j' })
  await waitFor(() => expect(router.state.location.href).toBe('/office/orders/8?queue=review'))
  expect(await screen.findByText('13 left')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Next order' }).getAttribute('aria-disabled')).toBe('true')
})

test('an order opened outside the review queue has no queue bar and no review keys', async () => {
  await open('/office/orders/7')
  await screen.findByRole('button', { name: 'Approve order' })
  expect(screen.queryByRole('navigation', { name: 'Review queue' })).toBeNull()
  fireEvent.keyDown(document.body, { key: 'a' })
  expect(screen.queryByRole('dialog')).toBeNull()
})
