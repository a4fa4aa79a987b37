// @vitest-environment happy-dom
import type { OutputOf } from '@laurel/contract/wire-types'
import { capabilitiesOf } from '@laurel/domain/staff-roles'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ME, officeAnswers } from '../../../testing/office-fixture.ts'
import { type Answers, renderPage } from '../../../testing/render-page.tsx'
import { rememberThing } from './recent-things.ts'
import { setSingleKeys } from './shortcuts.ts'

type Found = OutputOf<'searchOffice'>

const SEARCH = 'GET /api/v1/office/search/'
const none = { results: [], has_more: false }
const NOTHING: Found = {
  ...{ orders: none, customers: none, companies: none, recipients: none },
  ...{ deliveries: none, batches: none, payments: none },
}
const order = (id: number, number: string): NonNullable<Found['orders']>['results'][number] => ({
  ...{ id, number, status: 'in_review', customer_name: 'Dana Whitlock', company: 'Halden Tools' },
  ...{ po_number: '', total_cents: 736_128, placed_at: '2026-11-21T10:00:00Z' },
})
const HALDEN: Found = {
  ...NOTHING,
  orders: { results: [order(7, '10473'), order(8, '10475')], has_more: true },
  companies: {
    results: [{ id: 3, name: 'Halden Tools', people_count: 5, merged_into: null }],
    has_more: false,
  },
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  localStorage.clear()
  setSingleKeys(true)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Opens the office on its Today screen, with an answer to searches. */
async function openOffice(answer: unknown = HALDEN, answers: Answers = {}) {
  const page = await renderPage('/office', { answers: { ...officeAnswers(), [SEARCH]: answer, ...answers } })
  await screen.findByRole('navigation', { name: 'Office' })
  return page
}
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
async function openSearch() {
  press('k', { ctrlKey: true })
  const field = await screen.findByRole('combobox', { name: 'Search everything' })
  // Here the dialog takes the focus; browsers leave it in the field.
  field.focus()
  return field
}
const type = (value: string) => fireEvent.change(screen.getByRole('combobox'), { target: { value } })
const selected = () => screen.getByRole('option', { selected: true }).textContent
const at = (router: { state: { location: { href: string } } }) => router.state.location.href

test('arrow keys move through all groups, and Enter opens', async () => {
  const { router } = await openOffice()
  const field = await openSearch()
  type('halden')
  await screen.findByRole('option', { name: /10473/ })
  expect(selected()).toContain('10473 Halden Tools')
  expect(document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent).toBe(
    selected(),
  )
  press('ArrowDown')
  expect(selected()).toContain('10475')
  press('ArrowDown')
  expect(selected()).toContain('All orders matching “halden”')
  press('ArrowDown')
  expect(selected()).toContain('Company, 5 people')
  press('ArrowDown')
  expect(selected()).toContain('10473')
  press('ArrowUp')
  press('Enter')
  await waitFor(() => expect(at(router)).toBe('/office/companies/3'))
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('Enter before there’s an answer opens the first result of that text', async () => {
  const answer = Promise.withResolvers<Found>()
  const { router } = await openOffice(() => answer.promise)
  await openSearch()
  type('1Z8R42070343981174')
  press('Enter')
  expect(at(router)).toBe('/office')
  await act(async () =>
    answer.resolve({ ...NOTHING, orders: { results: [order(9, '10480')], has_more: false } }),
  )
  await waitFor(() => expect(at(router)).toBe('/office/orders/9'))
})

test('drops the answer to an earlier text', async () => {
  const early = Promise.withResolvers<Found>()
  await openOffice((query: URLSearchParams) => (query.get('q') === 'hal' ? early.promise : HALDEN))
  await openSearch()
  type('hal')
  await new Promise((done) => setTimeout(done, 250))
  type('halden')
  await screen.findByRole('option', { name: /10473/ })
  await act(async () =>
    early.resolve({ ...NOTHING, orders: { results: [order(1, '99999')], has_more: false } }),
  )
  expect(screen.queryByRole('option', { name: /99999/ })).toBeNull()
  expect(screen.getByRole('option', { name: /10473/ })).toBeTruthy()
})

test('asks once after a pause, and not for one letter', async () => {
  const asked: (string | null)[] = []
  await openOffice((query: URLSearchParams) => {
    asked.push(query.get('q'))
    return HALDEN
  })
  await openSearch()
  for (const text of ['h', 'ha', 'hal', 'hald']) type(text)
  await screen.findByRole('option', { name: /10473/ })
  expect(asked).toEqual(['hald'])
})

test('Ctrl and Enter open a new tab, and the search stays', async () => {
  const opened = vi.fn()
  vi.stubGlobal('open', opened)
  const { router } = await openOffice()
  vi.spyOn(window, 'open').mockImplementation(opened)
  await openSearch()
  type('halden')
  await screen.findByRole('option', { name: /10473/ })
  press('Enter', { ctrlKey: true })
  expect(opened).toHaveBeenCalledWith('/office/orders/7', '_blank', 'noopener')
  expect(at(router)).toBe('/office')
  expect(screen.getByRole('combobox')).toBeTruthy()
})

test('narrows to one group, which asks for more of it', async () => {
  const asked: string[] = []
  await openOffice((query: URLSearchParams) => {
    asked.push(query.get('only') ?? 'all')
    return HALDEN
  })
  await openSearch()
  type('halden')
  const chips = within(await screen.findByRole('group', { name: 'Filter results' }))
  expect(chips.getByRole('button', { name: 'Orders 2+' })).toBeTruthy()
  fireEvent.click(chips.getByRole('button', { name: 'People and companies 1' }))
  await waitFor(() => expect(asked).toContain('companies,customers,recipients'))
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  expect(document.activeElement).toBe(screen.getByRole('combobox'))
})

test('shows what was opened lately and actions before anything is typed', async () => {
  rememberThing(ME.id, { kind: 'orders', id: 8 })
  rememberThing(ME.id, { kind: 'orders', id: 7 })
  const asked: (string | null)[] = []
  await openOffice((query: URLSearchParams) => {
    asked.push(query.get('recent'))
    return { ...NOTHING, orders: { results: [order(8, '10475'), order(7, '10473')], has_more: false } }
  })
  await openSearch()
  const recent = within(await screen.findByRole('group', { name: 'Recent' })).getAllByRole('option')
  expect(recent.map((one) => one.textContent?.slice(0, 5))).toEqual(['10473', '10475'])
  expect(asked).toEqual(['orders-7,orders-8'])
  expect(within(screen.getByRole('group', { name: 'Actions' })).getAllByRole('option')[0]?.textContent).toBe(
    'Review orders',
  )
})

test('remembers only the kind and ID of what was opened', async () => {
  const { router } = await openOffice()
  await act(() => router.navigate({ to: '/office/orders/$id', params: { id: '7' } }))
  await waitFor(() => expect(localStorage.getItem(`office-recent:${ME.id}`)).toBe('["orders-7"]'))
})

test('shows only actions and settings that the role may use', async () => {
  await openOffice(NOTHING, {
    'GET /api/v1/office/me/': { ...ME, role: 'viewer', capabilities: [...capabilitiesOf('viewer')] },
  })
  await openSearch()
  type('carriers')
  expect(await screen.findByText('Nothing found for “carriers”')).toBeTruthy()
  type('orders')
  expect((await screen.findAllByRole('option')).map((one) => one.textContent?.slice(0, 6))).toEqual([
    'Show o',
    'OrdersGO'.slice(0, 6),
  ])
})

test('shows that a search failed, and still finds settings', async () => {
  let isDown = true
  await openOffice(() => (isDown ? Response.json({ code: 'unexpected' }, { status: 500 }) : HALDEN))
  await openSearch()
  type('carriers')
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByRole('option', { name: 'Site: Carriers' })).toBeTruthy()
  isDown = false
  fireEvent.click(retry)
  expect(await screen.findByRole('option', { name: /10473/ })).toBeTruthy()
})

test('? lists the shortcuts, and G with a letter goes to a place', async () => {
  const { router } = await openOffice()
  press('?')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
  press('g')
  press('o')
  expect(at(router)).toBe('/office')
  press('Escape')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('g')
  press('o')
  await waitFor(() => expect(at(router)).toBe('/office/orders'))
})

test('shortcuts without Ctrl don’t work in fields, or when turned off', async () => {
  const { router } = await openOffice()
  press('g')
  press('o')
  const field = await screen.findByRole('searchbox', { name: 'Search orders' })
  field.focus()
  for (const key of ['?', '/', 'g', 't']) press(key)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(at(router)).toBe('/office/orders')
  field.blur()
  press('?')
  fireEvent.click(await screen.findByRole('switch', { name: 'Shortcuts without Ctrl' }))
  press('Escape')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  for (const key of ['?', 'g', 't']) press(key)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(at(router)).toBe('/office/orders')
  field.focus()
  expect(await openSearch()).toBeTruthy()
})

test('the search’s actions open their forms', async () => {
  const { router } = await openOffice(NOTHING, { 'GET /api/v1/office/staff/': [] })
  await openSearch()
  type('invite')
  await screen.findByRole('option', { name: 'Invite a colleague' })
  press('Enter')
  expect(await screen.findByRole('dialog', { name: 'Invite a colleague' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(at(router)).toBe('/office/staff'))
})
