// @vitest-environment happy-dom
import type { OutputOf } from '@laurel/contract/wire-types'
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ME, OFFICE_CUSTOMER, officeAnswers, outstandingPage } from '../../../testing/office-fixture.ts'
import { type Answers, renderPage } from '../../../testing/render-page.tsx'

// Screens load lazily, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const CHECK: OutputOf<'listOutstanding'>['results'][number] = {
  order_id: 9,
  order_number: '10480',
  customer: OFFICE_CUSTOMER,
  method_code: 'self_hosted_check',
  placed_at: '2026-09-30T10:00:00Z',
  age: '31_60',
  age_days: 52,
  total_cents: 20_000,
  outstanding_cents: 15_000,
  reminders_sent: 2,
  reminded_at: '2026-10-14T14:23:00Z',
  is_under_way: true,
  can_remind: true,
}
const DEBIT = {
  ...CHECK,
  order_id: 10,
  order_number: '10481',
  method_code: 'elavon_ach',
  age: '0_7',
  age_days: 2,
  reminders_sent: 0,
  reminded_at: null,
  can_remind: false,
} as const

async function open(path: string, answers: Answers = {}) {
  return renderPage(path, {
    answers: {
      ...officeAnswers(),
      'GET /api/v1/office/outstanding/': outstandingPage(CHECK, DEBIT),
      ...answers,
    },
  })
}

test('groups outstanding money by age, and filters by one age', async () => {
  const asked: Array<string | null> = []
  const { router } = await open('/office/received-payments?only=outstanding', {
    'GET /api/v1/office/outstanding/': (query: URLSearchParams) => {
      asked.push(query.get('age'))
      return outstandingPage(CHECK, DEBIT)
    },
  })
  const table = await screen.findByRole('table', { name: 'Outstanding orders' })
  expect(table.textContent).toContain('$150.00of $200.00')
  expect(table.textContent).toContain('52 days ago')
  expect(table.textContent).toContain('2, last Oct 14')
  const ages = screen.getByRole('list', { name: 'Outstanding by age' })
  const old = within(ages).getByRole('button', { name: /31–60 days/ })
  expect(old.textContent).toBe('31–60 days$150.001 order')
  fireEvent.click(old)
  await waitFor(() => expect(router.state.location.search).toEqual({ only: 'outstanding', age: '31_60' }))
  await waitFor(() => expect(asked).toContain('31_60'))
  expect(old.getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(old)
  await waitFor(() => expect(router.state.location.search).toEqual({ only: 'outstanding' }))
})

test('a reminder names its recipient and sends the version that was shown; a bank debit has none', async () => {
  const { requests } = await open('/office/received-payments?only=outstanding', {
    'POST /api/v1/office/orders/9/remind/': { ...CHECK, reminders_sent: 3 },
  })
  const [remind, ...others] = await screen.findAllByRole('button', { name: /^Remind now: / })
  expect(others).toEqual([])
  fireEvent.click(remind!)
  const dialog = await screen.findByRole('dialog', { name: 'Remind Halden Tools?' })
  expect(dialog.textContent).toContain('We’ll email dana@halden.example that $150.00 is due')
  expect(dialog.textContent).toContain('2 reminders were sent, the last on Oct 14.')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send reminder' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = requests.find(({ path }) => path.endsWith('/remind/'))!
  expect(String(sent.body)).toBe('seen_reminders=2')
})

test('tells the second of two staff that nothing was sent, and reloads the list', async () => {
  let isReminded = false
  await open('/office/received-payments?only=outstanding', {
    'GET /api/v1/office/outstanding/': () =>
      outstandingPage({ ...CHECK, reminders_sent: isReminded ? 3 : 2, reminded_at: CHECK.reminded_at }),
    'POST /api/v1/office/orders/9/remind/': () => {
      isReminded = true
      return Response.json({ code: 'order_changed', detail: 'Look again.' }, { status: 409 })
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: /^Remind now: / }))
  fireEvent.click(await screen.findByRole('button', { name: 'Send reminder' }))
  expect(await screen.findByText(/Someone else reminded this customer/)).toBeTruthy()
  expect(await screen.findByText(/^3, last/)).toBeTruthy()
})

test('view-only staff see no reminder', async () => {
  await open('/office/received-payments?only=outstanding', {
    'GET /api/v1/office/me/': { ...ME, role: 'support', capabilities: ['orders.read', 'money.read'] },
  })
  await screen.findByRole('table', { name: 'Outstanding orders' })
  expect(screen.queryByRole('button', { name: /^Remind now: / })).toBeNull()
})
