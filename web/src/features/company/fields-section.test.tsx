// @vitest-environment jsdom
import { capabilitiesIn } from '@laurel/domain/company-roles'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeModal } from '../../app/modal-store.ts'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { type Answers, renderPage } from '../../testing/render-page.tsx'
import { BILLING, CUSTOMER } from '../../testing/site-fixture.ts'

const FIELDS = '/api/v1/company/order_fields/'
const CENTER = {
  id: 3,
  name: 'Cost center',
  required: true,
  values: ['4100', '4200', '4300', '4400', '4500'],
}
const CAMPAIGN = { id: 4, name: 'Campaign', required: false, values: [] }

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  act(closeModal)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function openSettings(fields: unknown[], answers: Answers = {}, role = 'admin') {
  const company = {
    id: 4,
    name: 'Halden Tools',
    people_count: 1,
    role,
    role_name: role,
    capabilities: capabilitiesIn(role),
  }
  const page = await renderPage('/company/settings', {
    isSignedIn: true,
    answers: {
      'GET /api/v1/actual_user/': CUSTOMER,
      'GET /api/v1/companies/': [company],
      'GET /api/v1/company/people/': { company, people: [], roles: [], invitations: [] },
      [`GET ${FIELDS}`]: fields,
      'GET /api/v1/company/approval_rules/': [],
      ...answers,
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Halden Tools' })
  const sent = (method: string) => page.requests.filter((one) => one.method === method)
  return { ...page, sent }
}

test('every text of the settings is translated', async () => {
  document.documentElement.lang = 'en-XA'
  await openSettings([CENTER, CAMPAIGN])
  await screen.findByText(/Marcus Bell/)
  document.documentElement.lang = 'en'
  const data =
    /Halden Tools(?: Inc\.)?|Dana (?:Whitlock|Halden)|Nov \d+(?:, \d+)?|Dismiss|English|Spanish|Terms|weekdays 8 to 6 Central|Marcus Bell|Cost center|Campaign|and|90 Foundry Road|Dayton, OH/g
  expect(escapedTexts(document.body, data)).toEqual([])
})

test('shows whom the company is billed as, and changes it', async () => {
  const BILL = '/api/v1/company/billing/'
  const { sent } = await openSettings([], {
    [`PUT ${BILL}`]: { ...BILLING, attention: 'Payables', from_profile_of: null },
  })
  expect(await screen.findByText('From the profile of Marcus Bell, until you change them here.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Change billing details' }))
  const attention = await screen.findByLabelText<HTMLInputElement>('Attention (optional)')
  const email = screen.getByLabelText('Email for invoices (optional)')
  fireEvent.change(attention, { target: { value: 'Attn: Payables' } })
  fireEvent.change(email, { target: { value: 'ap' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save billing details' }))
  expect(await screen.findByText('Please enter a valid email')).toBeTruthy()
  expect(sent('PUT')).toEqual([])
  fireEvent.change(email, { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save billing details' }))
  expect(await screen.findByText('Payables')).toBeTruthy()
  expect(screen.queryByText(/^From the profile/)).toBeNull()
  const { from_profile_of: _, ...saved } = BILLING
  expect(sent('PUT').map(({ body }) => Object.fromEntries(new URLSearchParams(String(body))))).toEqual([
    { ...saved, attention: 'Payables' },
  ])
})

test('says what each field asks, and moves and removes them', async () => {
  const { sent } = await openSettings([CENTER, CAMPAIGN], {
    [`PATCH ${FIELDS}4/`]: CAMPAIGN,
    [`DELETE ${FIELDS}4/`]: undefined,
  })
  expect(await screen.findByText('Required. Choose from 4100, 4200, 4300, and 2 more.')).toBeTruthy()
  expect(screen.getByText('Optional. Buyers type a value.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Actions for Campaign' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Edit field',
    'Move up',
    'Remove field',
  ])
  fireEvent.click(screen.getByRole('menuitem', { name: 'Move up' }))
  await waitFor(() => expect(sent('PATCH')).toHaveLength(1))
  expect(String(sent('PATCH')[0]?.body)).toBe('position=0')

  fireEvent.click(screen.getByRole('button', { name: 'Actions for Campaign' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove field' }))
  expect(await screen.findByText('New orders won’t ask for it. Existing orders keep it.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Remove field' }))
  await waitFor(() => expect(sent('DELETE').map(({ path }) => path)).toEqual([`${FIELDS}4/`]))
})

test('adds a field with one value for each line, and shows what is wrong at its field', async () => {
  let answer: unknown = Response.json(
    {
      code: 'validation_failed',
      status: 400,
      errors: [{ field: 'values.1', code: 'x', message: 'Too long.' }],
    },
    { status: 400 },
  )
  const { sent } = await openSettings([], { [`POST ${FIELDS}`]: () => answer })
  fireEvent.click(await screen.findByRole('button', { name: 'Add field' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add field' }))
  expect(await screen.findByText('This field is required')).toBeTruthy()
  expect(sent('POST')).toHaveLength(0)

  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'GL code' } })
  fireEvent.change(screen.getByLabelText('Values to choose from (optional)'), {
    target: { value: ' 61 \n\n62' },
  })
  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.click(screen.getByRole('button', { name: 'Add field' }))
  expect(await screen.findByText('Too long.')).toBeTruthy()
  const body = new URLSearchParams(String(sent('POST')[0]?.body))
  expect(Object.fromEntries(body)).toEqual({ name: 'GL code', required: 'true', values: '["61","62"]' })

  answer = { ...CAMPAIGN, name: 'GL code' }
  fireEvent.click(screen.getByRole('button', { name: 'Add field' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a role that can’t change settings sees neither them nor their tab', async () => {
  await openSettings([CENTER], {}, 'buyer')
  expect(await screen.findByText('Your role doesn’t allow this')).toBeTruthy()
  expect(screen.queryByText('Cost center')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull()
})
