// @vitest-environment happy-dom
import { act, cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeCartPanel, openCartPanel } from '../../app/modal-store.ts'
import { useSetupStore } from '../../app/setup-store.ts'
import { closeToast, useToastStore } from '../../app/toast-store.ts'
import { cardItem, order, pageOf, payment } from '../../testing/order-fixture.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { finishRemovals } from './removals.ts'

// Screens load lazily, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(async () => {
  await act(finishRemovals)
  cleanup()
  closeCartPanel()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function openPanel(current: unknown, more: Record<string, unknown> = {}) {
  const page = await renderPage('/settings', {
    isSignedIn: true,
    answers: { 'GET /api/v1/orders/': () => (current ? pageOf(current) : pageOf()), ...more },
  })
  act(openCartPanel)
  const panel = within(await screen.findByRole('dialog', { name: 'Your cart' }))
  return { ...page, panel }
}

test('shows each design’s cards and the price before delivery', async () => {
  const { panel } = await openPanel(order(['bulk', 'direct']))
  await panel.findByText('2 designs, 4 cards')
  expect(panel.getByText('Bulk, 2 cards at $50.')).toBeTruthy()
  expect(panel.getByText('Direct, 2 people at $50.')).toBeTruthy()
  // 2 × $1.95 and 2 × $2.50
  expect(panel.getByText('$8.90')).toBeTruthy()
  expect(panel.getByText('$208.90')).toBeTruthy()
})

test('a draft is not in the cart', async () => {
  const draft = cardItem('bulk', { state: 'draft' })
  const { panel } = await openPanel(order([], { card_items: [draft] }))
  expect(await panel.findByText('Nothing in your cart yet')).toBeTruthy()
})

test('says what a design needs', async () => {
  const item = cardItem('direct', {
    attention_count: 2,
    missing: [
      {
        field: 'recipients',
        code: 'need_attention',
        message: '2 people need attention before checkout.',
      },
    ],
  })
  const { panel } = await openPanel(order([], { card_items: [item] }))
  expect(await panel.findByText('2 people need attention before checkout.')).toBeTruthy()
  const fix = panel.getByRole('link', { name: 'Fix it: Winter thank-you' })
  expect(fix.getAttribute('href')).toBe('/create-reward/recipients?item=2&only=attention')
})

test('shows possible duplicates in the cart, and removes or opens them', async () => {
  let duplicates = { count: 1, cents: 5_000 }
  const { panel, requests } = await openPanel(null, {
    'GET /api/v1/orders/': () => pageOf(order([], { card_items: [cardItem('direct', { duplicates })] })),
    'POST /api/v1/card_recipient_details/bulk_change/': () => {
      duplicates = { count: 0, cents: 0 }
      return { undo_token: 'abcdefghijklmnopqrstuv', changed_count: 1 }
    },
  })
  await panel.findByText(/1 person may be on the list twice/)
  expect(panel.getByText('The second card is worth $50.00. Remove it, or send both.')).toBeTruthy()
  expect(panel.getByRole('link', { name: 'Show the duplicate' }).getAttribute('href')).toBe(
    '/create-reward/recipients?item=2&only=duplicate',
  )
  fireEvent.click(panel.getByRole('button', { name: 'Remove the duplicate' }))
  await waitFor(() => expect(panel.queryByText(/on the list twice/)).toBeNull())
  const sent = requests.find(({ path }) => path.endsWith('/bulk_change/'))
  expect(Object.fromEntries(sent?.body as URLSearchParams)).toMatchObject({
    action: 'delete',
    only: 'duplicate',
  })
})

test('says that a design has unsaved entries, and links there', async () => {
  useSetupStore.setState({ unsaved: { 2: { message: 'Far too long' } } })
  const { panel } = await openPanel(order(['direct']))
  expect(await panel.findByText('Not saved yet: Message')).toBeTruthy()
  const fix = panel.getByRole('link', { name: 'Fix it: Winter thank-you' })
  expect(fix.getAttribute('href')).toBe('/create-reward/custom-message?item=2')
  useSetupStore.setState({ unsaved: {} })
})

test('a removed design leaves the sum at once, and Undo restores it', async () => {
  const { panel, requests } = await openPanel(order(['bulk', 'direct']))
  fireEvent.click(await panel.findByRole('button', { name: 'Remove Welcome aboard' }))
  await panel.findByText('1 design, 2 cards')
  expect(panel.getByText('$105.00')).toBeTruthy()

  fireEvent.click(panel.getByRole('button', { name: 'Undo: put Welcome aboard back' }))

  await panel.findByText('2 designs, 4 cards')
  await act(finishRemovals)
  expect(requests.filter(({ method }) => method === 'DELETE')).toEqual([])
})

test('offers Undo in a toast after the panel closes, and deletes the design when the toast is gone', async () => {
  let current = order(['bulk', 'direct'])
  const { panel, requests } = await openPanel(null, {
    'GET /api/v1/orders/': () => pageOf(current),
    'DELETE /api/v1/card_items/1/': () => {
      current = order(['direct'])
      return new Response(null, { status: 204 })
    },
  })
  fireEvent.click(await panel.findByRole('button', { name: 'Remove Welcome aboard' }))
  const deleted = () => requests.filter(({ method }) => method === 'DELETE')
  act(closeCartPanel)
  await waitFor(() =>
    expect(useToastStore.getState().toasts.at(-1)).toMatchObject({
      title: 'Welcome aboard was removed from your cart',
      isShown: true,
    }),
  )
  expect(deleted()).toHaveLength(0)

  act(() => closeToast(useToastStore.getState().toasts.at(-1)!.id))

  await waitFor(() => expect(deleted()).toHaveLength(1))
})

test('restores a design that can’t be removed, with an error', async () => {
  const { panel } = await openPanel(order(['bulk']), {
    'DELETE /api/v1/card_items/1/': () =>
      Response.json({ code: 'order_is_frozen', status: 409, detail: 'A payment is open.' }, { status: 409 }),
  })
  fireEvent.click(await panel.findByRole('button', { name: 'Remove Welcome aboard' }))
  await act(finishRemovals)
  await panel.findByText('1 design, 2 cards')
  expect(useToastStore.getState().toasts.at(-1)).toMatchObject({
    tone: 'bad',
    title: 'Welcome aboard couldn’t be removed from your cart',
  })
})

test('locks the cart while a payment is open, until the customer gives it up', async () => {
  let current = order(['bulk'], { frozen_until: '2126-01-01T00:00:00Z', payments: [payment()] })
  const { panel } = await openPanel(null, {
    'GET /api/v1/orders/': () => pageOf(current),
    'POST /api/v1/orders/7/leave_payment/': () => {
      current = order(['bulk'], { payments: [payment({ state: 'abandoned', hosted_page: null })] })
      return current
    },
  })
  expect(await panel.findByText(/You’ve started paying for this cart/)).toBeTruthy()
  expect(panel.queryByRole('button', { name: /Remove/ })).toBeNull()
  fireEvent.click(panel.getByRole('button', { name: 'Change your cart' }))
  expect(await panel.findByRole('button', { name: /Remove/ })).toBeTruthy()
  expect(panel.queryByText(/You started to pay/)).toBeNull()
})

test('deletes removed designs before opening the first checkout step', async () => {
  let current = order(['bulk', 'digital'])
  const { panel, router, requests } = await openPanel(null, {
    'GET /api/v1/orders/': () => pageOf(current),
    'GET /api/v1/shipping_options/': [],
    'DELETE /api/v1/card_items/1/': () => {
      current = order(['digital'])
      return new Response(null, { status: 204 })
    },
  })
  fireEvent.click(await panel.findByRole('button', { name: 'Remove Welcome aboard' }))
  fireEvent.click(panel.getByRole('button', { name: 'Check out' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/digital-shipping-method'))
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(true)
})
