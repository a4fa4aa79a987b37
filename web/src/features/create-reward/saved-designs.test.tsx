// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeModal } from '../../app/modal-store.ts'
import { forgetCard, startCard, useSetupStore } from '../../app/setup-store.ts'
import { DRAFT, TEMPLATE } from '../../testing/draft-fixture.ts'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { type Answers, renderPage } from '../../testing/render-page.tsx'

const HALDEN = {
  ...{ id: 5, name: 'Halden Tools', role: 'buyer', role_name: 'Buyer', capabilities: ['orders.place'] },
  ...{ people_count: 2, has_budgets: false, has_approval_rules: false, balance_cents: null },
}
const { id: _, name: __, ...looks } = DRAFT
const DESIGN = {
  ...{ ...looks, id: 3, name: 'Anniversaries', unavailable: null, last_used_at: null },
  shared: { by: 'Dana Whitlock', is_own: true, can_change: true },
}
const OTHERS = {
  ...{ ...DESIGN, id: 4, name: 'Winter', unavailable: 'template_not_offered' },
  shared: { by: 'Joy Nakamura', is_own: false, can_change: false },
}
const INFO = {
  ...{ id: 1, name: 'direct', title: 'Direct', description: '', needs: 'Names and addresses' },
  ...{ good_for: '', arrives: '5 to 8 business days' },
}
const problem = (code: string, status: number, errors: object[] = []) =>
  Response.json({ code, status, title: code, detail: `Told of ${code}.`, errors }, { status })

const open = (path: string, answers: Answers = {}) =>
  renderPage(path, {
    isSignedIn: true,
    answers: {
      'GET /api/v1/actual_user/': { id: 1, registration_complete: true, legal_business_name: 'Halden Tools' },
      'GET /api/v1/companies/': [HALDEN],
      'GET /api/v1/reward_card_templates/': [TEMPLATE],
      'GET /api/v1/rewards/': [],
      'GET /api/v1/reward_infos/': [],
      'GET /api/v1/card_items/': [],
      'GET /api/v1/card_items/7/': DRAFT,
      'GET /api/v1/saved_designs/': [DESIGN, OTHERS],
      ...answers,
    },
  })
const bodyOf = ({ body }: { body: unknown }) => Object.fromEntries(new URLSearchParams(String(body)))

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  forgetCard()
  HTMLElement.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  cleanup()
  act(closeModal)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('every text of the choice of a card is translated', async () => {
  document.documentElement.lang = 'en-XA'
  await open('/my-rewards?createNew=true', { 'GET /api/v1/reward_infos/': [INFO] })
  const chooser = await screen.findByRole('dialog')
  await within(chooser).findByText(/Ďĩŕēćţ/)
  document.documentElement.lang = 'en'
  const data = /Anniversaries|Winter|Dana Whitlock|Joy Nakamura|(?<=: +\])(?:Thank you|Well done)/g
  expect(escapedTexts(chooser, data)).toEqual([])
})

test('a click on a saved design starts a card with it', async () => {
  const { router } = await open('/my-rewards?createNew=true', {
    'POST /api/v1/saved_designs/3/start/': { ...DRAFT, message: 'Ten years!' },
  })
  const chooser = within(await screen.findByRole('dialog'))
  expect(await chooser.findByText('Saved by you')).toBeTruthy()
  expect(chooser.getByText('Saved by Joy Nakamura')).toBeTruthy()
  expect(chooser.getByText('Unavailable: its template is no longer offered.')).toBeTruthy()
  expect(chooser.queryByRole('button', { name: 'Start with Winter' })).toBeNull()
  fireEvent.click(chooser.getByRole('button', { name: 'Start with Anniversaries' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/create-reward/card-design'))
  expect(useSetupStore.getState()).toMatchObject({ cardItemId: 7, design: { line1: 'Well done' } })
})

test('a design that a colleague deleted says so, and leaves the list', async () => {
  let designs = [DESIGN, OTHERS]
  await open('/my-rewards?createNew=true', {
    'GET /api/v1/saved_designs/': () => designs,
    'POST /api/v1/saved_designs/3/start/': () => {
      designs = [OTHERS]
      return problem('not_found', 404)
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Start with Anniversaries' }))
  expect(await screen.findByText('A colleague deleted this design.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Anniversaries')).toBeNull())
})

test('a design is renamed and deleted by those who may', async () => {
  let designs = [DESIGN, OTHERS]
  const { requests } = await open('/my-rewards?createNew=true', {
    'GET /api/v1/saved_designs/': () => designs,
    'PATCH /api/v1/saved_designs/3/': () => problem('design_changed', 409),
    'DELETE /api/v1/saved_designs/3/': () => {
      designs = [OTHERS]
      return new Response(null, { status: 204 })
    },
  })
  const menu = await screen.findByRole('button', { name: 'More for Anniversaries' })
  expect(screen.queryByRole('button', { name: 'More for Winter' })).toBeNull()
  fireEvent.click(menu)
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }))
  const name = await screen.findByRole('textbox', { name: 'Design name' })
  fireEvent.change(name, { target: { value: 'Ten years' } })
  fireEvent.click(screen.getByRole('button', { name: 'Rename design' }))
  expect(await screen.findByText('Told of design_changed.')).toBeTruthy()
  const change = requests.find(({ method }) => method === 'PATCH')!
  expect(bodyOf(change)).toEqual({ name: 'Ten years', seen_updated_at: DESIGN.updated_at })

  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.click(await screen.findByRole('button', { name: 'More for Anniversaries' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Delete design' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /Anniversaries/ })).toBeNull())
})

test('the designer saves the card first, then its design or an update', async () => {
  startCard('bulk')
  const { requests } = await open('/create-reward/card-design?item=7', {
    'PATCH /api/v1/card_items/7/': { ...DRAFT, design: { ...DRAFT.design, line1: 'Ten years' } },
    'POST /api/v1/saved_designs/': () =>
      problem('validation_failed', 400, [{ field: 'name', code: 'taken', message: 'This name is taken.' }]),
    'PATCH /api/v1/saved_designs/3/': DESIGN,
  })
  fireEvent.change(await screen.findByLabelText('First line'), { target: { value: 'Ten years' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save design' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/^Everyone in Halden Tools/)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Save design' }))
  expect(await dialog.findByText('Give the design a name, such as Anniversaries.')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText('Design name'), { target: { value: ' Winter ' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save design' }))
  expect(await dialog.findByText('This name is taken.')).toBeTruthy()
  const sent = requests.filter(({ method }) => method !== 'GET')
  expect(sent.map(({ path }) => path)).toEqual(['/api/v1/card_items/7/', '/api/v1/saved_designs/'])
  expect(bodyOf(sent[1]!)).toEqual({ card_item_id: '7', name: 'Winter' })

  fireEvent.click(dialog.getByRole('button', { name: /A new design/ }))
  expect(screen.queryByRole('option', { name: /Winter/ })).toBeNull()
  fireEvent.click(await screen.findByRole('option', { name: 'Replace “Anniversaries”' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Update design' }))
  expect(await screen.findByText('“Anniversaries” was updated')).toBeTruthy()
})

test('text that doesn’t fit on the card is fixed before its design is saved', async () => {
  await open('/create-reward/card-design?item=7')
  fireEvent.change(await screen.findByLabelText('First line'), { target: { value: '{nickname}' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save design' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Design name'), { target: { value: 'Winter' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save design' }))
  expect((await dialog.findByRole('alert')).textContent).toMatch(/nickname/)
})
