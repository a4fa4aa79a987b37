// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeModal } from '../../../app/modal-store.ts'
import { officeAnswers } from '../../../testing/office-fixture.ts'
import { type Answers, renderPage } from '../../../testing/render-page.tsx'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  closeModal()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const MAYA = {
  id: 3,
  name: 'Maya Ortiz',
  email: 'maya@northwind.example',
  role: 'finance',
  active: true,
  has_authenticator: true,
  must_change_password: false,
  password_expires_at: null,
  last_signed_in_at: '2026-11-20T10:00:00Z',
  session_count: 1,
  version: 4,
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const open = (path: string, answers: Answers = {}) =>
  renderPage(path, {
    answers: {
      ...officeAnswers(),
      'GET /api/v1/office/staff/': [MAYA],
      'GET /api/v1/office/api_credentials/': [],
      ...answers,
    },
  })
const bodyOf = (requests: { method: string; path: string; body: unknown }[], path: string) =>
  new URLSearchParams(String(requests.find((one) => one.method !== 'GET' && one.path === path)?.body ?? ''))
const choose = async (entry: string) => {
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Maya Ortiz' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }))
}

test('shows a one-time password once and forgets it on closing', async () => {
  const { requests } = await open('/office/staff', {
    'POST /api/v1/office/staff/': { member: { ...MAYA, id: 4 }, password: 'kB2-once' },
  })
  await screen.findByText('maya@northwind.example')
  press('Invite a colleague')
  await screen.findByRole('dialog')
  press('Invite')
  expect(await screen.findAllByText('This field is required')).toHaveLength(2)

  const dialog = screen.getByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Ann Lee' } })
  fireEvent.change(within(dialog).getByLabelText('Email'), { target: { value: 'ann@northwind.example' } })
  press(/. Role$/)
  fireEvent.click(await screen.findByRole('option', { name: /Support/ }))
  fireEvent.click(screen.getByRole('radio', { name: /Show it to me once/ }))
  press('Invite')
  expect(await screen.findByText('kB2-once')).toBeTruthy()
  expect(Object.fromEntries(bodyOf(requests, '/api/v1/office/staff/'))).toEqual({
    name: 'Ann Lee',
    email: 'ann@northwind.example',
    role: 'support',
    delivery: 'shown',
  })
  press('Done')
  await waitFor(() => expect(screen.queryByText('kB2-once')).toBeNull())
})

test('sends the version that was shown, and reports a faster colleague in the dialog', async () => {
  const { requests } = await open('/office/staff', {
    'PATCH /api/v1/office/staff/3/': () =>
      Response.json(
        { code: 'changed', detail: 'You now see the latest version. Review it and try again.' },
        { status: 409 },
      ),
  })
  await choose('Remove access')
  press('Remove access')
  expect(await screen.findByText(/You now see the latest version/)).toBeTruthy()
  expect(bodyOf(requests, '/api/v1/office/staff/3/').get('seen_version')).toBe('4')
  await waitFor(() =>
    expect(requests.filter(({ path }) => path === '/api/v1/office/staff/').length).toBeGreaterThan(1),
  )
})

test('shows a program’s secret once, and grants only the chosen scopes', async () => {
  const credential = {
    id: 9,
    name: 'ERP',
    username: 'key-1',
    scopes: ['orders.read'],
    created_at: '2026-11-20T10:00:00Z',
    created_by: 'staff:2',
    last_used_at: null,
    revoked_at: null,
  }
  const { requests } = await open('/office/staff?view=programs', {
    'POST /api/v1/office/api_credentials/': { credential, secret: 's3cret' },
  })
  await screen.findByText('No programs yet')
  press('Add a program')
  await screen.findByRole('dialog')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'ERP' } })
  press('Create secret')
  expect(await screen.findByText('Choose at least one permission.')).toBeTruthy()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Read orders' }))
  press('Create secret')
  expect(await screen.findByText('s3cret')).toBeTruthy()
  expect(bodyOf(requests, '/api/v1/office/api_credentials/').get('scopes')).toBe('["orders.read"]')
})
