// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type Answers, renderPage } from '../../../testing/render-page.tsx'
import { officeAnswers } from '../office-fixture.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const SITE = {
  version: 3,
  name: 'Northwind Rewards',
  short_name: 'Northwind',
  organization_name: 'Northwind Rewards',
  favicon: '',
  iso_logo: '',
  site_logo: '',
  negative_logo: '',
  site_primary_color: '#0B6B4F',
  site_secondary_color: '#F2A93B',
  site_tertiary_color: '#12211C',
  hosts: ['localhost', 'rewards.example.com'],
  support_email: '',
  support_phone: '',
  support_hours: '',
  time_zone: 'America/Chicago',
  legal_texts: [],
  limits: {},
  card_fee_cents: {},
  auto_approve_below_cents: 0,
  ach_hold_days: 4,
  retention_days: 730,
  money_rules: {},
  accounts: {},
  accounts_elsewhere: false,
  payment_providers: [
    {
      id: 4,
      version: 2,
      method_code: 'elavon_cc',
      title: 'Card',
      instructions: '',
      enabled: true,
      is_set_up: true,
      merchant_id: '700001',
      lines: null,
    },
  ],
  mail_sender: null,
}
const open = (path: string, answers: Answers = {}) =>
  renderPage(path, { answers: { ...officeAnswers(), 'GET /api/v1/office/site/': SITE, ...answers } })
const sent = (requests: { method: string; body: unknown }[]) =>
  Object.fromEntries(
    new URLSearchParams(String(requests.find(({ method }) => method === 'PATCH')?.body ?? '')),
  )
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('only what was touched is saved, under the version that was seen', async () => {
  const { requests } = await open('/office/site', { 'PATCH /api/v1/office/site/': { ...SITE, version: 4 } })
  await screen.findByDisplayValue('Northwind Rewards')
  type('Hosts', 'localhost\n\n gifts.example.com ')
  press('Save')
  await waitFor(() => expect(sent(requests)).not.toEqual({}))
  expect(sent(requests)).toEqual({ hosts: '["localhost","gifts.example.com"]', seen_version: '3' })
})

test('who comes second is told, keeps what they typed, and may begin with what is there now', async () => {
  let version = 3
  await open('/office/site', {
    'GET /api/v1/office/site/': () => ({ ...SITE, version, name: version === 3 ? SITE.name : 'Renamed' }),
    'PATCH /api/v1/office/site/': () => {
      version = 4
      return Response.json(
        { code: 'changed_meanwhile', detail: 'It is shown as it is now. Look at it again.' },
        { status: 409 },
      )
    },
  })
  await screen.findByDisplayValue('Northwind Rewards')
  type('Name', 'Mine')
  press('Save')
  expect(await screen.findByText(/It is shown as it is now/)).toBeTruthy()
  expect(screen.getByDisplayValue('Mine')).toBeTruthy()
  press('Show what is there now')
  expect(await screen.findByDisplayValue('Renamed')).toBeTruthy()
})

test('a color shows at once what it makes of the page, and how well it is read', async () => {
  await open('/office/site?part=brand')
  await screen.findByLabelText('Primary')
  expect(screen.queryByText(/Text on buttons is dark/)).toBeNull()
  type('Primary', '#FFD400')
  expect(await screen.findByText(/Text on buttons is dark/)).toBeTruthy()
  expect(screen.getByText(/the primary alone has 1\.4 to 1/)).toBeTruthy()
  type('Primary', '#FFD')
  expect(await screen.findByText(/Each color is written like/)).toBeTruthy()
})

test('secrets of a way to pay are left alone unless typed', async () => {
  const { requests } = await open('/office/site?part=payments', {
    'PATCH /api/v1/office/payment_providers/4/': SITE,
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Card' }))
  expect((screen.getByLabelText('PIN') as HTMLInputElement).value).toBe('')
  type('Title', 'Credit card')
  press('Save')
  await waitFor(() => expect(sent(requests)).not.toEqual({}))
  expect(sent(requests)).not.toHaveProperty('merchant')
  expect(sent(requests).title).toBe('Credit card')
})
