// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ME, officeAnswers } from '../../../testing/office-fixture.ts'
import { renderPage } from '../../../testing/render-page.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const ADA = {
  key: 'email|ada@recipient.example',
  name: 'Ada Byron',
  email: 'ada@recipient.example',
  address: '9 Larch Lane, Dayton, OH 45402',
  record_count: 3,
  order_numbers: ['10475', '10480'],
  customer_id: null,
}
const ERASURE = {
  id: 4,
  state: 'asked',
  person: 'Grace Hopper',
  asked_by_name: 'Noor Aziz',
  asked_at: '2026-11-21T10:00:00Z',
  is_mine: false,
  decided_by_name: '',
  done_at: null,
  erased_count: 0,
  waiting_count: 0,
}
const PATH = '/api/v1/office/privacy/'
const answers = (erasures: object[] = [], people: object[] = [ADA]) => ({
  ...officeAnswers(),
  [`POST ${PATH}people/`]: { results: people, has_more: false },
  [`GET ${PATH}erasures/`]: { results: erasures },
})

async function search(text: string) {
  fireEvent.change(await screen.findByLabelText('Search people'), { target: { value: text } })
  fireEvent.submit(screen.getByLabelText('Search people'))
}

test('finds a person and requests the erasure, without the search in the address', async () => {
  const { requests } = await renderPage('/office/privacy', {
    answers: { ...answers(), [`POST ${PATH}erasures/`]: { ...ERASURE, is_mine: true } },
  })
  expect(await screen.findByText('Search for a person')).toBeTruthy()
  await search('ada')
  expect(await screen.findByText('3 records in orders 10475, 10480')).toBeTruthy()
  expect(window.location.href).not.toContain('ada')

  fireEvent.click(screen.getByRole('button', { name: 'Erase person Ada Byron' }))
  const dialog = await screen.findByRole('dialog', { name: 'Erase Ada Byron?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Request erasure' }))
  const asked = () => requests.find(({ path, method }) => method === 'POST' && path.includes('erasures'))
  await waitFor(() => expect(asked()).toBeDefined())
  expect(String(asked()?.body)).toBe('key=email%7Cada%40recipient.example&name=Ada+Byron')
})

test('a person with an account leads to the account', async () => {
  await renderPage('/office/privacy', { answers: answers([], [{ ...ADA, customer_id: 5 }]) })
  await search('ada')
  expect((await screen.findByRole('link', { name: 'Open account' })).getAttribute('href')).toBe(
    '/office/customers/5',
  )
  expect(screen.queryByRole('button', { name: 'Erase person Ada Byron' })).toBeNull()
})

test('a colleague approves a request, and its own can only be withdrawn', async () => {
  const { requests } = await renderPage('/office/privacy', {
    answers: {
      ...answers([ERASURE, { ...ERASURE, id: 5, person: 'Ada Byron', is_mine: true }]),
      [`POST ${PATH}erasures/4/decide/`]: { ...ERASURE, state: 'approved' },
    },
  })
  expect(await screen.findByText('A colleague has to approve it.')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Approve erasure' })).toHaveLength(1)
  expect(screen.getAllByRole('button', { name: 'Withdraw request' })).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Approve erasure' }))
  const dialog = await screen.findByRole('dialog', { name: 'Approve this erasure?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Approve erasure' }))
  await waitFor(() => expect(requests.some(({ path }) => path.includes('/4/decide/'))).toBe(true))
})

test('says what an erasure still waits for', async () => {
  const open = { ...ERASURE, state: 'approved', waiting_count: 2 }
  const done = { ...ERASURE, id: 6, state: 'done', person: '', erased_count: 7 }
  await renderPage('/office/privacy', { answers: answers([open, done]) })
  expect(await screen.findByText(/2 records are needed until a card is claimed/)).toBeTruthy()
  expect(screen.getByText('7 records erased.')).toBeTruthy()
  expect(screen.getByText('Erasure 6')).toBeTruthy()
})

test('staff without the capability don’t see the place', async () => {
  await renderPage('/office', {
    answers: { ...answers(), 'GET /api/v1/office/me/': { ...ME, capabilities: ['orders.read'] } },
  })
  const places = await screen.findByRole('navigation', { name: 'Office' })
  expect(within(places).queryByRole('link', { name: 'Privacy' })).toBeNull()
})
