// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { officeAnswers } from '../../../testing/office-fixture.ts'
import { type Answers, renderPage } from '../../../testing/render-page.tsx'

// Screens load lazily, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const MOVED = {
  id: 12,
  at: '2026-11-20T16:00:00Z',
  actor: 'staff:2',
  actor_name: 'Robin Hale',
  event: 'order.moved',
  subject: 'order:7',
  subject_name: '10475',
  facts: [
    { name: 'from', value: 'in_review', label: 'From', words: 'In review', about: '' },
    { name: 'to', value: 'approved', label: 'To', words: 'Approved', about: '' },
    { name: 'order', value: '8', label: 'Order', words: '10476', about: 'order:8' },
  ],
}
const open = (path: string, answers: Answers = {}) =>
  renderPage(path, {
    answers: {
      ...officeAnswers(),
      'GET /api/v1/office/audit/': { results: [MOVED], older: '1-1' },
      'GET /api/v1/office/audit/events/': {
        events: ['order.moved'],
        people: [{ actor: 'staff:2', name: 'Robin Hale' }],
      },
      ...answers,
    },
  })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('keeps the filters in the URL and sends days in the site’s time zone', async () => {
  const asked: URLSearchParams[] = []
  const { router } = await open('/office/audit?event=order.moved&from=2026-11-01&until=2026-11-01', {
    'GET /api/v1/office/audit/': (query: URLSearchParams) => {
      asked.push(query)
      return { results: [MOVED], older: '1-1' }
    },
  })
  expect((await screen.findByText('Order 10475')).getAttribute('href')).toBe('/office/orders/7')
  expect(screen.getByRole('link', { name: '10476' }).getAttribute('href')).toBe('/office/orders/8')
  expect(screen.getByText('In review')).toBeTruthy()
  const [from, until] = ['from', 'until'].map((name) => Date.parse(asked[0]?.get(name) ?? ''))
  // Daylight saving time ends, so this day has 25 hours.
  expect((until! - from!) / 3_600_000).toBe(25)

  press('Older')
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ before: '1-1', event: 'order.moved' }),
  )
  await waitFor(() => expect(asked.at(-1)?.get('before')).toBe('1-1'))
})

test('verifies the whole hash chain part by part', async () => {
  const parts = [
    { checked: 5_000, total: 5_003, last_id: 5_000, is_done: false, broken_id: null },
    { checked: 3, total: 5_003, last_id: 5_003, is_done: true, broken_id: null },
  ]
  const { requests } = await open('/office/audit', {
    'POST /api/v1/office/audit/verify/': () => parts.shift(),
  })
  await screen.findByText('Order status changed')
  press('Verify entries')
  expect(await screen.findByText(/5,003 entries checked/)).toBeTruthy()
  const asked = requests.filter(({ path }) => path.endsWith('/verify/')).map(({ body }) => String(body))
  expect(asked).toEqual(['after_id=0', 'after_id=5000'])
})

test('shows the entry at which the chain is broken', async () => {
  await open('/office/audit', {
    'POST /api/v1/office/audit/verify/': { checked: 6, total: 9, last_id: 7, is_done: true, broken_id: 7 },
  })
  await screen.findByText('Order status changed')
  press('Verify entries')
  expect((await screen.findByRole('alert')).textContent).toMatch(/Entry 7 was changed/)
})
