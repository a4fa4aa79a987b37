// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { CUSTOMER } from '../../testing/site-fixture.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const OFFICE = {
  id: 1,
  label: 'Office',
  name: 'Dana Halden',
  company: 'Halden Tools',
  address1: '90 Foundry Road',
  address2: '',
  city: 'Dayton',
  state: 'OH',
  zip: '45402',
  phone: '',
  is_default: true,
  shared: null as { by: string; is_own: boolean; can_change: boolean } | null,
}
const WAREHOUSE = { ...OFFICE, id: 2, label: 'Warehouse', address1: '410 Needmore Road', is_default: false }

/** The account screen with a fake address book. */
async function openAccount(...addresses: (typeof OFFICE)[]) {
  let book = addresses
  const sent = (body: unknown) => Object.fromEntries(body as URLSearchParams)
  const page = await renderPage('/account', {
    isSignedIn: true,
    answers: {
      'GET /api/v1/actual_user/': CUSTOMER,
      'GET /api/v1/companies/': [
        { id: 4, name: 'Halden Tools', role: 'buyer', capabilities: ['orders.place'], people_count: 2 },
      ],
      'GET /api/v1/us_states/': [{ code: 'OH', name: 'Ohio' }],
      'GET /api/v1/registered_addresses/': () => book,
      'DELETE /api/v1/registered_addresses/2/': () => {
        book = book.filter(({ id }) => id !== 2)
        return {}
      },
      'POST /api/v1/registered_addresses/': () => {
        const added = { ...WAREHOUSE, id: 3, ...sent(page.requests.at(-1)?.body), is_default: false }
        book = [...book, added]
        return added
      },
      'PUT /api/v1/registered_addresses/2/': () => {
        book = book.map((one) => ({ ...one, is_default: one.id === 2 }))
        return book[1]
      },
    },
  })
  await screen.findByRole('heading', { name: /Address book|Àďďŕēśś ƀōōķ/ })
  return page
}
const rows = () => within(screen.getByRole('region', { name: 'Address book' })).queryAllByRole('listitem')

test('every text of the account page and its forms is translated', async () => {
  document.documentElement.lang = 'en-XA'
  await openAccount(OFFICE, WAREHOUSE)
  expect(escapedTexts(document.body, DATA)).toEqual([])
  for (const change of screen.getAllByRole('button', { name: /Ćĥàńĝē: .*\[/ })) fireEvent.click(change)
  // Countries and states.
  for (const option of document.querySelectorAll('option')) option.remove()
  document.documentElement.lang = 'en'
  expect(escapedTexts(document.body, DATA)).toEqual([])
})

const DATA =
  /Dana \w+|Halden Tools LLC|A colleague|Nobody|Thanking our team|Whitlock|Terms|weekdays 8 to 6 Central|Office|Warehouse|90 Foundry Road|410 Needmore Road|Dayton|Ohio|OH/g

test('removes an address and restores it with Undo', async () => {
  await openAccount(OFFICE, WAREHOUSE)
  fireEvent.click(screen.getByRole('button', { name: 'Remove Warehouse' }))
  await waitFor(() => expect(rows()).toHaveLength(1))

  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(rows()[1]!.textContent).toContain('410 Needmore Road')
})

test('makes another address the default', async () => {
  await openAccount(OFFICE, WAREHOUSE)
  fireEvent.click(screen.getByRole('button', { name: 'Set as default: Warehouse' }))
  await waitFor(() => expect(rows()[1]!.textContent).toContain('Default'))
  expect(rows()[0]!.textContent).not.toContain('Default')
})

test('shows whose a shared address is, and offers changes only to those who can make them', async () => {
  const shared = { by: 'Joy Nakamura', is_own: false, can_change: false }
  await openAccount(OFFICE, { ...WAREHOUSE, shared })
  expect(rows()[1]!.textContent).toContain('Shared by Joy Nakamura')
  expect(within(rows()[1]!).queryAllByRole('button')).toEqual([])
  expect(within(rows()[0]!).queryAllByRole('button')).not.toEqual([])
})

test('shares an address with the company', async () => {
  const { requests } = await openAccount(OFFICE, WAREHOUSE)
  fireEvent.click(screen.getByRole('button', { name: 'Change Warehouse' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit address' }))
  fireEvent.click(await dialog.findByLabelText('Share it with Halden Tools'))
  fireEvent.click(dialog.getByRole('button', { name: 'Save address' }))
  await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true))
  expect(String(requests.find(({ method }) => method === 'PUT')?.body)).toContain('is_shared=true')
})

test('does not add an incomplete address', async () => {
  const { requests } = await openAccount()
  fireEvent.click(screen.getByRole('button', { name: 'Add an address' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add an address' })
  fireEvent.change(await within(dialog).findByLabelText('ZIP code'), { target: { value: '4540' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add address' }))

  expect(within(dialog).getAllByText('This field is required')).toHaveLength(3)
  expect(within(dialog).getByText('Choose a state from the list.')).toBeTruthy()
  expect(within(dialog).getByText('Enter a five-digit ZIP code.')).toBeTruthy()
  expect(requests.some(({ method }) => method === 'POST')).toBe(false)
})

test('warns once about a ZIP code outside the state, then saves it', async () => {
  const { requests } = await openAccount(OFFICE, WAREHOUSE)
  fireEvent.click(screen.getByRole('button', { name: 'Change Warehouse' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit address' }))
  const zip = await dialog.findByLabelText('ZIP code')
  expect(dialog.queryByText(/is in/)).toBeNull()

  fireEvent.change(zip, { target: { value: '97214' } })
  expect(dialog.getByText('97214 is in Oregon, not in Ohio.')).toBeTruthy()
  expect(zip.getAttribute('aria-invalid')).not.toBe('true')
  expect(dialog.getByRole('button', { name: 'Use Oregon' })).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Save address' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('97214 is in Oregon, not in Ohio.')
  expect(requests.some(({ method }) => method === 'PUT')).toBe(false)

  fireEvent.click(dialog.getByRole('button', { name: 'Save address' }))
  await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true))
})

test('refuses an invalid phone number before sending it', async () => {
  const { requests } = await openAccount()
  fireEvent.click(screen.getByRole('button', { name: 'Change: You' }))
  const phone = await screen.findByLabelText<HTMLInputElement>('Phone (optional)')
  fireEvent.change(phone, { target: { value: '12' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Enter 10 digits after +1, such as (937) 555-0110.')).toBeTruthy()
  expect(requests.some(({ method }) => method === 'PATCH')).toBe(false)

  // The format of another program, with the country code.
  fireEvent.change(phone, { target: { value: '+44 20 7946 0958' } })
  expect(phone.value).toBe('2079460958')
  expect(screen.getByLabelText<HTMLSelectElement>('Country code').value).toBe('GB')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(requests.at(-1)?.method).toBe('PATCH'))
  expect(new URLSearchParams(String(requests.at(-1)?.body)).get('phone')).toBe('+442079460958')
})

test('a section of the profile sends only its own fields', async () => {
  const { requests } = await openAccount()
  fireEvent.click(screen.getByRole('button', { name: 'Change: You' }))
  fireEvent.change(await screen.findByLabelText('First name'), { target: { value: ' Dee ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(requests.at(-1)?.method).toBe('PATCH'))
  expect(Object.fromEntries(requests.at(-1)?.body as URLSearchParams)).toEqual({
    first_name: 'Dee',
    last_name: 'Halden',
    phone: '',
  })
})
