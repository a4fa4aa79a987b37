// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useToastStore } from '../../../app/toast-store.ts'
import { ME, officeAnswers } from '../../../testing/office-fixture.ts'
import { renderPage } from '../../../testing/render-page.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const DANA = {
  id: 5,
  state: 'active',
  disabled_at: null,
  disabled_reason: '',
  name: 'Dana Whitlock',
  email: 'dana@halden.example',
  email_verified: true,
  phone: '',
  company: 'Halden Tools',
  companies: [{ id: 3, name: 'Halden Tools', role_name: 'Admin' }],
  address: '90 Foundry Road, Dayton, OH 45402',
  tax_number: '•••••6789',
  heard_about: '',
  referral_source: '',
  purpose_of_order: '',
  registration_complete: true,
  created_at: '2026-11-01T10:00:00Z',
  sign_in: { status: 'CONFIRMED', factors: ['SOFTWARE_TOKEN_MFA'], last_signed_in_at: null },
  limits: {
    is_new: true,
    new_until: '2026-12-01T10:00:00Z',
    new_account_order_cents: 250_000,
    max_order_cents: 500_000,
    day_limit_cents: 5_000_000,
    ordered_today_cents: 10_195,
  },
  order_count: 0,
  ordered_cents: 0,
  declined_count: 0,
  refunded_count: 0,
  orders: [],
  notes: [],
}
const answers = (me: object = ME) => ({
  ...officeAnswers(),
  'GET /api/v1/office/me/': me,
  'GET /api/v1/office/customers/5/': DANA,
})

test('disabling an account needs a reason', async () => {
  const { requests } = await renderPage('/office/customers/5', {
    answers: { ...answers(), 'POST /api/v1/office/customers/5/disable/': { ...DANA, state: 'disabled' } },
  })
  expect(await screen.findByText('$101.95 of $50,000.00')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Block' }))
  fireEvent.click(screen.getByRole('button', { name: 'Block' }))
  expect(await screen.findByText('This field is required')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'A stolen card' } })
  fireEvent.click(screen.getByRole('button', { name: 'Block' }))
  await waitFor(() => expect(requests.some(({ method }) => method === 'POST')).toBe(true))
  expect(String(requests.find(({ method }) => method === 'POST')?.body)).toBe('reason=A+stolen+card')
})

test('view-only staff see no account actions', async () => {
  await renderPage('/office/customers/5', {
    answers: answers({ ...ME, role: 'viewer', capabilities: ['orders.read', 'customers.read'] }),
  })
  expect(await screen.findByText('$101.95 of $50,000.00')).toBeTruthy()
  for (const name of ['Block', 'Reset second step', 'Close account', 'Save note']) {
    expect(screen.queryByRole('button', { name })).toBeNull()
  }
})

test('resetting a second step needs a reason', async () => {
  const reset = { ...DANA, sign_in: { ...DANA.sign_in, factors: [] } }
  const { requests } = await renderPage('/office/customers/5', {
    answers: { ...answers(), 'POST /api/v1/office/customers/5/reset_second_step/': reset },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Reset second step' }))
  const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Reset second step' }))
  submit()
  expect(await screen.findByText('This field is required')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Lost phone' } })
  submit()
  await waitFor(() => expect(requests.some(({ method }) => method === 'POST')).toBe(true))
  expect(String(requests.find(({ method }) => method === 'POST')?.body)).toBe('reason=Lost+phone')
})

test.each([[[]], [null]])('offers no reset without a second step (%j)', async (factors) => {
  const signIn = factors && { ...DANA.sign_in, factors }
  await renderPage('/office/customers/5', {
    answers: { ...answers(), 'GET /api/v1/office/customers/5/': { ...DANA, sign_in: signIn } },
  })
  expect(await screen.findByRole('button', { name: 'Block' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Reset second step' })).toBeNull()
})

test('keeps what is typed while a note is being saved', async () => {
  const saved = Promise.withResolvers<object>()
  const { requests } = await renderPage('/office/customers/5', {
    answers: { ...answers(), 'POST /api/v1/office/customers/5/notes/': () => saved.promise },
  })
  const field = await screen.findByLabelText<HTMLTextAreaElement>('New note')
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  type('Called about the invoice.')
  fireEvent.click(screen.getByRole('button', { name: 'Save note' }))
  await waitFor(() => expect(requests.some(({ method }) => method === 'POST')).toBe(true))
  type('Called about the invoice. Wants a copy.')
  await act(async () => saved.resolve(DANA))
  await waitFor(() =>
    expect(useToastStore.getState().toasts.map(({ title }) => title)).toContain('Note saved'),
  )
  expect(field.value).toBe('Called about the invoice. Wants a copy.')
})

test('counts rejected and refunded orders beside the sum, not in it', async () => {
  const sums = { order_count: 4, declined_count: 1, refunded_count: 1, ordered_cents: 20_390 }
  await renderPage('/office/customers/5', {
    answers: { ...answers(), 'GET /api/v1/office/customers/5/': { ...DANA, ...sums } },
  })
  const told = await screen.findByText(/in total/)
  expect(told.textContent).toContain('2 orders, $203.90 in total. Not counted: 1 rejected, 1 refunded.')
})
