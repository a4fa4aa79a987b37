// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
// Loaded ahead, so that the test does not wait for its compilation.
import './NoticePopover.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const BOUNCED = {
  id: 12,
  kind: 'cards_bounced',
  order_id: 7,
  order_number: '1042',
  company: null,
  about: '',
  delivery_id: null,
  card_count: 3,
  amount_cents: 0,
  created_at: new Date(Date.now() - 5 * 60_000 - 1000).toISOString(),
  seen_at: null,
}
const APPROVED = {
  ...BOUNCED,
  ...{ id: 9, kind: 'order_approved', card_count: 0, seen_at: BOUNCED.created_at },
}

test('the bell counts new notices, lists them with links to their orders, and clears the count', async () => {
  let unseen = 1
  const seen = () => {
    unseen = 0
    return { unseen_count: 0 }
  }
  const { requests } = await renderPage('/no/such/place', {
    isSignedIn: true,
    answers: {
      'GET /api/v1/notices/unseen_count/': () => ({ unseen_count: unseen }),
      'GET /api/v1/notices/': () => ({
        ...{ count: 2, next: null, previous: null, unseen_count: unseen },
        results: [{ ...BOUNCED, seen_at: unseen === 0 ? BOUNCED.created_at : null }, APPROVED],
      }),
      'POST /api/v1/notices/seen/': seen,
    },
  })
  const asked = () => requests.filter(({ path }) => path.startsWith('/api/v1/notices/'))
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }))

  const list = await screen.findByRole('dialog', { name: 'Notifications' })
  const [first, second] = await within(list).findAllByRole('link')
  expect(first!.textContent).toBe('New: 3 card emails for order 1042 bounced. 5 minutes ago')
  expect(first!.getAttribute('href')).toBe('/my-rewards?openDetails=7#where-the-cards-are')
  expect(second!.textContent).toMatch(/^Your order 1042 is approved\./)

  fireEvent.click(within(list).getByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(within(list).queryByText('New:')).toBeNull())
  expect(within(list).queryByRole('button', { name: 'Mark all as read' })).toBeNull()
  expect(asked().map(({ method, body }) => [method, body && String(body)])).toContainEqual([
    'POST',
    expect.stringContaining('12'),
  ])
  fireEvent.keyDown(list, { key: 'Escape' })
  expect(await screen.findByRole('button', { name: 'Notifications' })).toBeTruthy()
})
