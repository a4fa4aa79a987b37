// @vitest-environment happy-dom
import type { OutputOf } from '@laurel/contract/wire-types'
import { capabilitiesOf } from '@laurel/domain/staff-roles'
import { act, cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ME, officeAnswers, USPS_ACCOUNT } from '../../../testing/office-fixture.ts'
import { pageOf } from '../../../testing/order-fixture.ts'
import { type Answers, renderPage } from '../../../testing/render-page.tsx'
import { fulfillmentQueries } from './fulfillment.queries.ts'

// Screens load lazily, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const WAITING: OutputOf<'listWaitingOrders'>['results'][number] = {
  order_id: 7,
  order_number: '10475',
  customer_name: 'Halden Tools',
  kind: 'direct',
  service: 'USPS First-Class',
  delivery_count: 2,
  card_count: 2,
  value_cents: 10_000,
  waiting_since: '2026-11-21T10:00:00Z',
  warning_count: 1,
  unchecked_count: 1,
}

const LETTER: OutputOf<'listBatchDeliveries'>['results'][number] = {
  id: 17,
  reference: 'D-17',
  order_id: 7,
  order_number: '10475',
  position: 1,
  status: 'printing',
  card_count: 1,
  name: 'Ana Ruiz',
  company: '',
  address1: '12 Elm Street',
  address2: '',
  city: 'Dayton',
  state: 'OH',
  zip: '45402',
  carrier: '',
  tracking_number: '',
  tracking_url: '',
  address_warning: 'The carrier does not know this address.',
  address_suggestion: '',
  shipment: null,
}
const SECOND = { ...LETTER, id: 18, reference: 'D-18', position: 2, name: 'Bo Lind', address_warning: '' }

const BATCH: OutputOf<'getBatch'> = {
  id: 3,
  number: 'B-3',
  kind: 'direct',
  status: 'ready',
  delivery_count: 2,
  card_count: 2,
  done_count: 2,
  problem: '',
  prints: 0,
  may_fetch_print: true,
  print_open_until: null,
  files_kept_until: null,
  may_remake: false,
  order_numbers: ['10475'],
  order_count: 1,
  without_tracking_count: 2,
  without_label_count: 2,
  buying_labels: false,
  unknown_label_count: 0,
  files: [
    { file: 'cards', bytes: 9_000, pages: 4, given_out: false },
    { file: 'letters', bytes: 9_000, pages: 2, given_out: false },
    { file: 'manifest_csv', bytes: null, pages: null, given_out: false },
    { file: 'manifest_pdf', bytes: null, pages: null, given_out: false },
  ],
  created_by: 'staff:2',
  created_at: '2026-11-21T10:00:00Z',
  printed_at: null,
  mailed_at: null,
}
const PRINTED: typeof BATCH = {
  ...BATCH,
  status: 'printed',
  prints: 1,
  may_fetch_print: false,
  printed_at: '2026-11-21T11:00:00Z',
}

async function open(path: string, answers: Answers = {}) {
  return renderPage(path, {
    answers: {
      ...officeAnswers(),
      'GET /api/v1/office/waiting_orders/': { ...pageOf(WAITING), batch_limit: 1_000 },
      'GET /api/v1/office/waiting_deliveries/': pageOf(LETTER, SECOND),
      'GET /api/v1/office/batches/': pageOf(BATCH),
      'GET /api/v1/office/batches/3/': BATCH,
      'GET /api/v1/office/batches/3/deliveries/': pageOf(LETTER, SECOND),
      'GET /api/v1/office/carriers/': [],
      ...answers,
    },
  })
}

function sent(requests: { method: string; path: string; body: unknown }[]) {
  return requests
    .filter(({ method }) => method === 'POST')
    .map(({ path, body }) => [path, Object.fromEntries(new URLSearchParams(String(body)))])
}

const CHANGED = () => Response.json({ code: 'batch_changed', detail: 'Look again.' }, { status: 409 })

test('lists waiting orders, and opens a batch created from one', async () => {
  const { requests, router } = await open('/office/fulfillment', {
    'POST /api/v1/office/batches/': { ...BATCH, status: 'making', done_count: 0, files: [] },
  })
  expect(await screen.findByText('2 letters with 2 cards')).toBeTruthy()
  expect(screen.getByText('1 warning')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Create a batch of order 10475, direct' }))
  const dialog = await screen.findByRole('dialog', { name: 'Create a batch of order 10475?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create batch' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Batch B-3' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/office/fulfillment/3')
  expect(sent(requests)).toEqual([['/api/v1/office/batches/', { kind: 'direct', order_id: '7' }]])
})

test('creates a batch of chosen letters, and tells the second of two staff that nothing was done', async () => {
  const { requests } = await open('/office/fulfillment', {
    'POST /api/v1/office/batches/': () =>
      Response.json({ code: 'delivery_changed', detail: 'Look again.' }, { status: 409 }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Choose letters in order 10475' }))
  const dialog = await screen.findByRole('dialog', { name: 'Letters in order 10475' })
  fireEvent.click(await within(dialog).findByRole('checkbox', { name: 'Bo Lind, D-18' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create a batch of 1 letter' }))
  expect(await screen.findByText(/Someone else already batched or changed/)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent(requests)).toEqual([['/api/v1/office/batches/', { kind: 'direct', delivery_ids: '[18]' }]])
})

test('addresses are checked on demand', async () => {
  const { requests } = await open('/office/fulfillment', {
    'POST /api/v1/office/waiting_deliveries/check_addresses/': { to_check: 1 },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Check addresses' }))
  expect(await screen.findByText('1 address to check')).toBeTruthy()
  expect(sent(requests).map(([path]) => path)).toEqual(['/api/v1/office/waiting_deliveries/check_addresses/'])
})

test('shows the progress of a batch being created', async () => {
  await open('/office/fulfillment?show=batches', {
    'GET /api/v1/office/batches/': pageOf({ ...BATCH, status: 'making', done_count: 1 }),
  })
  expect(await screen.findByText('1 of 2 cards drawn')).toBeTruthy()
  const bar = screen.getByRole('progressbar', { name: /batch B-3/ })
  expect(bar.getAttribute('aria-valuenow')).toBe('1')
})

test('marks a batch as printed with the count that was shown, and reports a faster colleague', async () => {
  const { requests } = await open('/office/fulfillment/3', {
    'POST /api/v1/office/batches/3/printed/': CHANGED,
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Mark printed' }))
  const dialog = await screen.findByRole('dialog', { name: 'Mark batch B-3 printed?' })
  const reads = () => requests.filter(({ path }) => path === '/api/v1/office/batches/3/').length
  const before = reads()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Mark printed' }))
  expect(await screen.findByText(/This batch has changed since you opened it/)).toBeTruthy()
  expect(sent(requests)).toEqual([
    ['/api/v1/office/batches/3/printed/', { seen_status: 'ready', seen_prints: '0', reason: '' }],
  ])
  await waitFor(() => expect(reads()).toBeGreaterThan(before))
})

test('needs a reason to print again, and offers no download before', async () => {
  const { requests } = await open('/office/fulfillment/3', {
    'GET /api/v1/office/batches/3/': PRINTED,
    'POST /api/v1/office/batches/3/printed/': { ...PRINTED, prints: 2, may_fetch_print: true },
  })
  const cards = await screen.findByRole('button', { name: 'Download: Cards' })
  expect(cards.hasAttribute('disabled')).toBe(true)
  expect(screen.getByRole('button', { name: 'Download: Manifest' }).hasAttribute('disabled')).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Print again' }))
  const dialog = await screen.findByRole('dialog', { name: 'Print batch B-3 again?' })
  const submit = within(dialog).getByRole('button', { name: 'Print again' })
  fireEvent.click(submit)
  expect(await within(dialog).findByText('This field is required')).toBeTruthy()
  expect(sent(requests)).toEqual([])
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Reason' }), {
    target: { value: 'Paper jam' },
  })
  fireEvent.click(submit)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(requests)[0]?.[1]).toEqual({ seen_status: 'printed', seen_prints: '1', reason: 'Paper jam' })
})

test('needs a reason and the right to print for another download of cards', async () => {
  const files = BATCH.files.map((one) => ({ ...one, given_out: one.file === 'cards' }))
  const { requests } = await open('/office/fulfillment/3', {
    'GET /api/v1/office/batches/3/': { ...BATCH, files },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Download: Cards' }))
  const dialog = await screen.findByRole('dialog', { name: 'Download cards of batch B-3 again?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Download again' }))
  expect(await within(dialog).findByText('This field is required')).toBeTruthy()
  expect(requests.filter(({ path }) => path.includes('/files/'))).toEqual([])
  cleanup()

  const mine = capabilitiesOf('support')
  await open('/office/fulfillment/3', {
    'GET /api/v1/office/me/': { ...ME, role: 'support', capabilities: [...mine] },
  })
  expect(await screen.findByRole('button', { name: 'Download: Manifest' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Download: Cards' })).toBeNull()
})

test('shows how long cards can be downloaded, and creates them again if some were canceled', async () => {
  await open('/office/fulfillment/3', {
    'GET /api/v1/office/batches/3/': {
      ...PRINTED,
      may_fetch_print: true,
      print_open_until: '2026-11-21T12:00:00Z',
    },
  })
  expect(await screen.findByText(/^You can download cards and letters until Nov 21, /)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Recreate files' })).toBeNull()
  cleanup()

  const { requests } = await open('/office/fulfillment/3', {
    'GET /api/v1/office/batches/3/': { ...BATCH, may_remake: true, problem: 'Other words than before.' },
    'POST /api/v1/office/batches/3/retry/': { ...BATCH, status: 'making' },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Recreate files' }))
  await waitFor(() =>
    expect(sent(requests)).toEqual([['/api/v1/office/batches/3/retry/', { seen_status: 'ready' }]]),
  )
})

test('marking a batch as mailed leaves spoiled letters behind', async () => {
  const { requests } = await open('/office/fulfillment/3', {
    'GET /api/v1/office/batches/3/': PRINTED,
    'POST /api/v1/office/batches/3/mailed/': { ...PRINTED, status: 'mailed' },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Mark mailed' }))
  const dialog = await screen.findByRole('dialog', { name: 'Mark batch B-3 mailed?' })
  fireEvent.click(await within(dialog).findByRole('checkbox', { name: 'Ana Ruiz, D-17' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Mark mailed without 1 letter' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(requests)).toEqual([
    ['/api/v1/office/batches/3/mailed/', { seen_status: 'printed', except_delivery_ids: '[17]' }],
  ])
})

test('names every unreadable line of a pasted list and takes none', async () => {
  const { requests } = await open('/office/fulfillment/3', {
    'POST /api/v1/office/batches/3/tracking/': () =>
      Response.json(
        {
          code: 'validation_failed',
          detail: 'Look again.',
          errors: [
            { field: 'lines', code: 'line_1', message: 'Line 1: it is no reference.' },
            { field: 'lines', code: 'line_2', message: 'Line 2: this repeats line 1.' },
          ],
        },
        { status: 422 },
      ),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Paste tracking numbers' }))
  const dialog = await screen.findByRole('dialog', { name: 'Paste tracking numbers' })
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Lines' }), { target: { value: 'x, 9400' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save numbers' }))
  expect(await within(dialog).findByText('Line 1: it is no reference.')).toBeTruthy()
  expect(within(dialog).getByText('Line 2: this repeats line 1.')).toBeTruthy()
  expect(sent(requests)[0]?.[1]).toEqual({ carrier: 'USPS', lines: 'x, 9400' })
})

test('shows why a batch failed, and creates its files again', async () => {
  const { requests } = await open('/office/fulfillment/3', {
    'GET /api/v1/office/batches/3/': {
      ...BATCH,
      status: 'failed',
      may_remake: true,
      problem: 'The picture of order 10475 cannot be read.',
      files: [],
    },
    'POST /api/v1/office/batches/3/retry/': { ...BATCH, status: 'making' },
  })
  expect(await screen.findByText('The picture of order 10475 cannot be read.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Recreate files' }))
  expect(await screen.findByText('Creating the files again')).toBeTruthy()
  expect(sent(requests)).toEqual([['/api/v1/office/batches/3/retry/', { seen_status: 'failed' }]])
})

test('offers labels only with a complete carrier account', async () => {
  const { requests } = await open('/office/fulfillment/3', {
    'GET /api/v1/office/carriers/': [USPS_ACCOUNT],
    'GET /api/v1/office/batches/3/rates/': {
      rates: [{ service: 'USPS First-Class', price_cents: 73, days: null, source: 'carrier' }],
      note: '',
    },
    'POST /api/v1/office/batches/3/labels/': BATCH,
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Buy labels' }))
  const dialog = await screen.findByRole('dialog', { name: 'Buy labels from USPS?' })
  expect(await within(dialog).findByText('$0.73 each')).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Buy labels' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(requests)).toEqual([['/api/v1/office/batches/3/labels/', { seen_status: 'ready' }]])
  cleanup()

  await open('/office/fulfillment/3', {
    'GET /api/v1/office/carriers/': [{ ...USPS_ACCOUNT, complete: false }],
  })
  expect(await screen.findByText(/No USPS account is set up/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Buy labels' })).toBeNull()
})

test('view-only staff see the batch but no actions', async () => {
  await open('/office/fulfillment/3', {
    'GET /api/v1/office/me/': { ...ME, role: 'viewer', capabilities: [...capabilitiesOf('viewer')] },
  })
  expect(await screen.findByText('Ana Ruiz')).toBeTruthy()
  for (const name of ['Mark printed', 'Cancel batch', 'Paste tracking numbers', 'Download: Cards']) {
    expect(screen.queryByRole('button', { name })).toBeNull()
  }
})

test('shows bought labels at their letters without a reload', async () => {
  let batch = { ...BATCH, buying_labels: true }
  let letters = pageOf(LETTER, SECOND)
  const { queryClient } = await open('/office/fulfillment/3', {
    'GET /api/v1/office/batches/3/': () => batch,
    'GET /api/v1/office/batches/3/deliveries/': () => letters,
  })
  await screen.findByText('Bo Lind')
  letters = pageOf({ ...LETTER, tracking_number: '9400100000000000000017' }, SECOND)
  batch = { ...BATCH, without_label_count: 0, without_tracking_count: 0 }
  // Reload only the batch, as happens while its labels are being bought.
  await act(() =>
    queryClient.invalidateQueries({ queryKey: fulfillmentQueries.batch(3).queryKey, exact: true }),
  )
  expect(await screen.findByText(/9400100000000000000017/)).toBeTruthy()
})
