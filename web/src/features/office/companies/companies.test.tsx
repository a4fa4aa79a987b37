// @vitest-environment happy-dom

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ME, officeAnswers } from '../../../testing/office-fixture.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { BILLING } from '../../../testing/site-fixture.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const HALDEN = {
  id: 3,
  name: 'Halden Tools',
  created_at: '2026-11-01T10:00:00Z',
  time_zone: 'America/New_York',
  people_count: 1,
  people: [
    {
      id: 5,
      name: 'Dana Whitlock',
      email: 'dana@halden.example',
      role: 'admin',
      role_name: 'Admin',
      team: '',
      joined_at: '2026-11-01T10:00:00Z',
      last_seen_at: null,
    },
  ],
  invitation_count: 2,
  domains: [{ domain: 'halden.example', is_verified: true }],
  join_by_domain: 'approval',
  order_count: 0,
  declined_count: 0,
  ordered_cents: 0,
  ordered_this_year_cents: 0,
  orders: [],
  balance_cents: 120_000,
  budgets: [],
  billing: BILLING,
  order_fields: ['Cost center'],
  limits: { max_order_cents: 250_000, max_orders_per_day: null, site_max_order_cents: 500_000 },
  notes: [],
  merge: null as object | null,
  merged: [] as object[],
}
const answers = (me: object = ME) => ({
  ...officeAnswers(),
  'GET /api/v1/office/me/': me,
  'GET /api/v1/office/companies/3/': HALDEN,
})

test('shows people, money, and limits, and changes one limit without the other', async () => {
  const { requests } = await renderPage('/office/companies/3', {
    answers: { ...answers(), 'PATCH /api/v1/office/companies/3/limits/': HALDEN },
  })
  expect(await screen.findByText(/^1 person, 2 invitations, since Nov 1/)).toBeTruthy()
  expect(within(screen.getByRole('table', { name: 'People' })).getByText('Never')).toBeTruthy()
  for (const text of ['$1,200.00', '$2,500.00', 'No limit', 'halden.example', 'Cost center']) {
    expect(screen.getByText(text)).toBeTruthy()
  }
  fireEvent.click(screen.getByRole('button', { name: 'Change limits' }))
  const field = await screen.findByLabelText('Orders in 24 hours')
  fireEvent.change(field, { target: { value: '4' } })
  fireEvent.blur(field)
  fireEvent.click(screen.getByRole('button', { name: 'Save limits' }))
  await waitFor(() => expect(requests.some(({ method }) => method === 'PATCH')).toBe(true))
  expect(String(requests.find(({ method }) => method === 'PATCH')?.body)).toBe(
    'max_order_cents=250000&max_orders_per_day=4',
  )
})

test('view-only staff see no actions, and no balance', async () => {
  await renderPage('/office/companies/3', {
    answers: {
      ...answers({ ...ME, role: 'viewer', capabilities: ['companies.read'] }),
      'GET /api/v1/office/companies/3/': { ...HALDEN, balance_cents: null },
    },
  })
  expect(await screen.findByText('dana@halden.example')).toBeTruthy()
  expect(screen.queryByText('Balance')).toBeNull()
  for (const name of ['Change limits', 'Save note']) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Dana Whitlock' })).toBeNull()
})

test('the list keeps search and sort in the address', async () => {
  const line = {
    id: 3,
    name: 'Halden Tools',
    people_count: 2,
    order_count: 4,
    last_order_at: null,
    merged_into: null,
  }
  const { router } = await renderPage('/office/companies?sort=name', {
    answers: {
      ...answers(),
      'GET /api/v1/office/companies/': {
        results: [{ ...line, created_at: '2026-11-01T10:00:00Z' }],
        has_more: true,
      },
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'name', after: 3 }))
})

const PREVIEW = {
  version: 'v1',
  merged: { id: 3, name: 'Halden Tools' },
  into: { id: 9, name: 'Whitlock' },
  moves: ['2 people with their roles'],
  renamed: ['“Sales” becomes “Sales (Halden Tools)”'],
  ends: ['The settings of Halden Tools. The settings of Whitlock apply to everyone'],
  blocks: [] as string[],
  needs_second_person: false,
}

test('a company is merged into one that was found, as it was shown', async () => {
  const line = { people_count: 2, order_count: 4, last_order_at: null, created_at: '2026-11-01T10:00:00Z' }
  const { requests } = await renderPage('/office/companies/3', {
    answers: {
      ...answers(),
      'GET /api/v1/office/companies/': {
        results: [
          { ...line, id: 3, name: 'Halden Tools', merged_into: null },
          { ...line, id: 9, name: 'Whitlock', merged_into: null },
        ],
        has_more: false,
      },
      'GET /api/v1/office/companies/3/merge/': PREVIEW,
      'POST /api/v1/office/companies/3/merge/': HALDEN,
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Merge company' }))
  const box = await screen.findByRole('searchbox')
  fireEvent.change(box, { target: { value: 'whit' } })
  const dialog = screen.getByRole('dialog')
  fireEvent.click(await within(dialog).findByRole('button', { name: /^Whitlock/ }))
  expect(within(dialog).queryByRole('button', { name: /^Halden/ })).toBeNull()
  expect(await screen.findByText('2 people with their roles')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Merge companies' }))
  await waitFor(() => expect(requests.some(({ method }) => method === 'POST')).toBe(true))
  expect(String(requests.find(({ method }) => method === 'POST')?.body)).toBe('into=9&version=v1')
})

test('a merged company says where it is, and what keeps a merge from being undone', async () => {
  const merge = {
    ...{ state: 'merged', into: { id: 9, name: 'Whitlock' }, by: 'staff:2', by_name: 'Robin Hale' },
    ...{ at: new Date().toISOString(), undo_until: '2099-01-01T10:00:00Z', undo_asked_by: null },
  }
  await renderPage('/office/companies/3', {
    answers: {
      ...answers(),
      'GET /api/v1/office/companies/3/': { ...HALDEN, merge },
      'GET /api/v1/office/companies/3/undo_merge/': { ...PREVIEW, blocks: ['The rest is spent.'] },
    },
  })
  expect(await screen.findByText(/by Robin Hale\.$/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Merge company' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Undo merge' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('The rest is spent.')).toBeTruthy()
  expect(within(dialog).getByRole('button', { name: 'Undo merge' })).toHaveProperty('disabled', true)
})
