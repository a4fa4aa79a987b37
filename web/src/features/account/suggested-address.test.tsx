// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { CUSTOMER } from '../../testing/site-fixture.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const DOCK = { address1: '90 Foundry Road', address2: '', city: 'Dayton', state: 'OH', zip: '45402' }
const MILL = { address1: '90 Mill Lane', address2: 'Suite 9', city: 'Troy', state: 'OH', zip: '45373' }
const PLACES = {
  results: [
    {
      source: 'own',
      title: '90 Foundry Road',
      detail: 'Dayton, OH 45402 · Dock',
      address: DOCK,
      place_id: null,
    },
    {
      source: 'company',
      title: '90 Mill Lane, Suite 9',
      detail: 'Troy, OH 45373',
      address: MILL,
      place_id: null,
    },
  ],
}
const CITIES = { results: [{ city: 'Dayton', state: 'OH', zip: null, zip_count: 30 }] }

async function openForm(answers: object = {}) {
  const asked: (string | null)[] = []
  await renderPage('/account', {
    isSignedIn: true,
    answers: {
      'GET /api/v1/actual_user/': CUSTOMER,
      'GET /api/v1/companies/': [],
      'GET /api/v1/us_states/': [{ code: 'OH', name: 'Ohio' }],
      'GET /api/v1/registered_addresses/': [],
      'GET /api/v1/places/suggestions/': (query: URLSearchParams) => {
        asked.push(query.get('q'))
        return PLACES
      },
      'GET /api/v1/cities/': CITIES,
      ...answers,
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Add an address' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add an address' }))
  const field = (label: string) => dialog.getByLabelText<HTMLInputElement>(label)
  await dialog.findByLabelText('Street')
  return { dialog, field, asked }
}
const type = (field: HTMLInputElement, value: string, inputType = 'insertText') =>
  fireEvent.input(field, { target: { value }, inputType })
const press = (field: HTMLInputElement, key: string) => fireEvent.keyDown(field, { key })
const list = () => screen.queryByRole('listbox', { name: 'Suggestions' })
async function options() {
  const opened = await screen.findByRole('listbox', { name: 'Suggestions' })
  return within(opened).getAllByRole('option')
}
const texts = async () => (await options()).map(({ textContent }) => textContent)
/** Longer than the search waits for another letter. */
const pause = () => new Promise((settled) => setTimeout(settled, 400))

test('three letters and two keys enter an address, and focus moves to the second line', async () => {
  const { field } = await openForm()
  field('Street').focus()
  type(field('Street'), '90 ')
  type(field('Street'), '90 F')
  expect(await texts()).toEqual([
    '90 Foundry RoadDayton, OH 45402 · Dock',
    '90 Mill Lane, Suite 9Troy, OH 45373',
  ])
  expect(field('Street').getAttribute('aria-expanded')).toBe('true')
  press(field('Street'), 'ArrowDown')
  const [first] = await options()
  expect(field('Street').getAttribute('aria-activedescendant')).toBe(first!.id)
  press(field('Street'), 'Enter')
  expect(field('Street').value).toBe('90 Foundry Road')
  expect([field('City').value, field('ZIP code').value]).toEqual(['Dayton', '45402'])
  expect(document.activeElement).toBe(field('Suite, floor (optional)'))
  expect(list()).toBeNull()
})

test('keeps an apartment number, but doesn’t search for it', async () => {
  const { field, asked } = await openForm()
  field('Street').focus()
  type(field('Street'), '90 Mill, Apt 4')
  const [, second] = await options()
  expect(asked).toEqual(['90 Mill'])
  fireEvent.click(second!)
  expect(field('Street').value).toBe('90 Mill Lane')
  expect(field('Suite, floor (optional)').value).toBe('Apt 4')
})

test.each(['insertReplacementText', 'insertFromPaste', '', 'historyUndo'])(
  'a change by %j opens no suggestions',
  async (inputType) => {
    const { field, asked } = await openForm()
    field('Street').focus()
    type(field('Street'), '90 Foundry', inputType)
    await pause()
    expect(asked).toEqual([])
  },
)

test('two letters show no suggestions, and Enter and Escape keep the typed text', async () => {
  const { dialog, field, asked } = await openForm()
  field('Street').focus()
  type(field('Street'), '90')
  await pause()
  expect(asked).toEqual([])

  type(field('Street'), '90 F')
  await options()
  press(field('Street'), 'Enter')
  expect(list()).toBeNull()
  expect([field('Street').value, field('City').value]).toEqual(['90 F', ''])

  type(field('Street'), '90 Fo')
  await options()
  press(field('Street'), 'Escape')
  expect(list()).toBeNull()
  expect(dialog.getByLabelText<HTMLInputElement>('Street').value).toBe('90 Fo')
})

test('finds a city by the beginning of its name, and fills in an empty state', async () => {
  const { field } = await openForm()
  field('City').focus()
  type(field('City'), 'day')
  expect(await texts()).toEqual(['DaytonOhio'])
  press(field('City'), 'ArrowUp')
  press(field('City'), 'Enter')
  expect(field('City').value).toBe('Dayton')
  await waitFor(() => expect(screen.getAllByText('Ohio').length).toBeGreaterThan(0))
})

const AMAZON = {
  source: 'amazon',
  title: '90 Lantern Ln',
  detail: 'Dayton, OH 45402',
  address: null,
  place_id: 'SBX_1',
}

test('fetches Amazon’s suggestion when it’s chosen, and fills in nothing if that fails', async () => {
  const addresses = [null, { ...DOCK, address1: '90 Lantern Ln' }]
  const { field } = await openForm({
    'GET /api/v1/places/suggestions/': { results: [AMAZON] },
    'GET /api/v1/places/address/': (query: URLSearchParams) => {
      expect(query.get('place_id')).toBe('SBX_1')
      return { address: addresses.shift() }
    },
  })
  const chooseFirst = async (typed: string) => {
    field('Street').focus()
    type(field('Street'), typed)
    fireEvent.click((await options())[0]!)
  }
  await chooseFirst('90 Lan')
  expect(await screen.findByText('We couldn’t load that address. Type it instead.')).toBeTruthy()
  expect([field('Street').value, field('City').value]).toEqual(['90 Lan', ''])
  await chooseFirst('90 Lant')
  await waitFor(() => expect(field('Street').value).toBe('90 Lantern Ln'))
  expect(field('City').value).toBe('Dayton')
})

test('asks for the position only after a click, and rounds it', async () => {
  const getCurrentPosition = vi.fn((found: (at: object) => void) =>
    found({ coords: { latitude: 39.758_948, longitude: -84.191_607 } }),
  )
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue({ getCurrentPosition } as never)
  const positions: string[] = []
  const { dialog, field } = await openForm({
    'GET /api/v1/zip_codes/nearest/': (query: URLSearchParams) => {
      positions.push(String(query))
      return { zip: '45402', city: 'Dayton', state: 'OH' }
    },
  })
  expect(getCurrentPosition).not.toHaveBeenCalled()
  fireEvent.click(dialog.getByRole('button', { name: 'Use my location' }))
  await waitFor(() => expect(field('ZIP code').value).toBe('45402'))
  expect(field('City').value).toBe('Dayton')
  expect(positions).toEqual(['latitude=39.76&longitude=-84.19'])
  expect(dialog.queryByRole('button', { name: 'Use my location' })).toBeNull()
})
