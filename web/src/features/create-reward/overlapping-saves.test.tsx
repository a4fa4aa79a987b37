// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeModal } from '../../app/modal-store.ts'
import { changeSetup, forgetCard, startCard, useSetupStore } from '../../app/setup-store.ts'
import { DRAFT, TEMPLATE } from '../../testing/draft-fixture.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { cardItemQueries } from './create-reward.queries.ts'
import { beginCard, saveDraft } from './save-draft.ts'

const EMPTY_LIST = {
  ...{ count: 0, next: null, previous: null, results: [], total_count: 0, attention_count: 0 },
  ...{ ready_count: 0, without_value_count: 0, warning_count: 0, suggested_count: 0, value_cents: 0 },
  problem_counts: [],
}
const DIGITAL = { reward_type_data: { name: 'digital', title: 'Digital' } }
const NO_VALUE = { field: 'denominationCents', code: 'required', message: 'Choose a card value.' }

type Item = typeof DRAFT

/** A server that saves immediately, but holds back answers until they’re released. */
async function openWithSlowServer(path: string, given: object, more: Item[] = []) {
  const all = [{ ...DRAFT, ...given }, { ...DRAFT, id: 9 }, ...more]
  const items = new Map(all.map((item) => [item.id, item as Item]))
  const held: { what: string; release: (refusal?: Response) => void }[] = []
  const holds = new Set<string>()
  const wire = (id: number) => {
    const item = items.get(id)!
    return { ...item, missing: item.denomination_cents === null ? [NO_VALUE] : [] }
  }
  async function answer(what: string, body: object) {
    if (!holds.has(what)) return body
    const { promise, resolve } = Promise.withResolvers<Response | undefined>()
    held.push({ what, release: resolve })
    return (await promise) ?? body
  }
  const ofItem = (id: number) => ({
    [`POST /api/v1/card_items/${id}/edit/`]: () => wire(id),
    [`POST /api/v1/card_items/${id}/leave/`]: {},
    [`POST /api/v1/card_items/${id}/copy/`]: () => wire(8),
    [`GET /api/v1/card_items/${id}/`]: () => answer('GET', wire(id)),
    [`PATCH /api/v1/card_items/${id}/`]: () => {
      const last = page.requests.filter(
        ({ method, path: to }) => method === 'PATCH' && to.endsWith(`/${id}/`),
      )
      const sent = Object.fromEntries(new URLSearchParams(String(last.at(-1)?.body)))
      const design = sent.design ? JSON.parse(sent.design) : undefined
      const cents = sent.denomination_cents && { denomination_cents: Number(sent.denomination_cents) }
      const change = { ...sent, ...(design && { design }), ...cents }
      const before = items.get(id)!
      items.set(id, { ...before, ...change } as Item)
      return answer('PATCH', wire(id)).then((body) => {
        if (body instanceof Response) items.set(id, before)
        return body
      })
    },
  })
  let page = {} as Awaited<ReturnType<typeof renderPage>>
  const rendering = renderPage(path, {
    isSignedIn: true,
    answers: {
      'GET /api/v1/actual_user/': { id: 1, registration_complete: true, legal_business_name: 'Halden Tools' },
      'GET /api/v1/reward_card_templates/': [TEMPLATE],
      'GET /api/v1/predefined_amounts/': [{ id: 1, value_cents: 2_500 }],
      'GET /api/v1/predefined_messages/': [],
      'GET /api/v1/rewards/': [],
      'GET /api/v1/reward_infos/': [],
      'GET /api/v1/card_items/': [],
      'GET /api/v1/card_recipient_details/': EMPTY_LIST,
      'GET /api/v1/recipient_imports/': [],
      'POST /api/v1/card_items/': () => answer('POST', wire(9)),
      ...ofItem(7),
      ...ofItem(8),
      ...ofItem(9),
    },
  })
  page = await rendering
  return {
    ...page,
    items,
    hold: (what: string) => holds.add(what),
    /** Answers the oldest held request of a kind. */
    release: async (what: string, refusal?: Response) => {
      await waitFor(() => expect(held.map((one) => one.what)).toContain(what))
      const [one] = held.splice(
        held.findIndex((each) => each.what === what),
        1,
      )
      await act(async () => one!.release(refusal))
    },
    unhold: (what: string) => holds.delete(what),
    cached: (id: number) => page.queryClient.getQueryData(cardItemQueries.one(id).queryKey),
    patches: (id: number) =>
      page.requests
        .filter(({ method, path: to }) => method === 'PATCH' && to.endsWith(`/${id}/`))
        .map(({ body }) => Object.fromEntries(new URLSearchParams(String(body)))),
  }
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  forgetCard()
  HTMLElement.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  cleanup()
  closeModal()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const fieldText = async (label: string) =>
  ((await screen.findByLabelText(label)) as HTMLInputElement | HTMLTextAreaElement).value
const UNAVAILABLE = () => Response.json({ code: 'unavailable', detail: 'Try again.' }, { status: 503 })

test('a read from before a save, answered after it, does not replace the saved card', async () => {
  const page = await openWithSlowServer('/create-reward/recipients?item=7', DIGITAL)
  await press('$25')
  page.hold('GET')
  // People were added: the card is read again, before its value is saved.
  void page.queryClient.invalidateQueries({ queryKey: ['card-items'] })
  await waitFor(() => expect(page.patches(7)).toHaveLength(1))
  page.unhold('GET')
  await page.release('GET')
  await waitFor(() => expect(page.queryClient.isFetching()).toBe(0))
  expect(page.cached(7)).toMatchObject({ denominationCents: 2_500, missing: [] })
})

test('a save’s answer from before people were added does not take them away', async () => {
  const page = await openWithSlowServer('/create-reward/recipients?item=7', DIGITAL)
  page.hold('PATCH')
  await press('$25')
  await waitFor(() => expect(page.patches(7)).toHaveLength(1))
  page.items.set(7, { ...page.items.get(7)!, recipient_count: 3 })
  void page.queryClient.invalidateQueries({ queryKey: ['card-items'] })
  await page.release('PATCH')
  await waitFor(() => expect(page.queryClient.isFetching()).toBe(0))
  expect(page.cached(7)).toMatchObject({ denominationCents: 2_500, recipientCount: 3 })
})

test('what is typed while the draft is created stays when another step opens', async () => {
  startCard('bulk')
  const page = await openWithSlowServer('/create-reward/card-design', {})
  page.hold('POST')
  page.hold('PATCH')
  await type('First line', 'Well')
  fireEvent.click(screen.getByRole('link', { name: 'Save and close' }))
  await act(() => page.router.navigate({ to: '/create-reward/card-design' }))
  await type('First line', 'Well earned')
  await page.release('POST')
  await waitFor(() => expect(page.patches(9)).toHaveLength(1))
  await act(() => page.router.navigate({ to: '/create-reward/quantity' }))
  await act(() => page.router.navigate({ to: '/create-reward/card-design' }))
  expect(await fieldText('First line')).toBe('Well earned')
  expect(screen.queryByText(/^Saved/)).toBeNull()
  await page.release('PATCH')
  expect(page.patches(9)[0]?.design).toContain('Well earned')
  expect(await fieldText('First line')).toBe('Well earned')
  expect(await screen.findByText('Saved a moment ago')).toBeTruthy()
})

test('a draft that is created late does not become the card that was begun since', async () => {
  startCard('bulk')
  const page = await openWithSlowServer('/create-reward/card-design', {})
  page.hold('POST')
  await type('First line', 'For the fair')
  act(() => beginCard('digital'))
  await page.release('POST')
  await waitFor(() => expect(page.cached(9)).toBeDefined())
  expect(useSetupStore.getState()).toMatchObject({ rewardType: 'digital', cardItemId: null })
  expect(String(page.requests.find(({ method }) => method === 'POST')?.body)).toMatch(/bulk.*For\+the\+fair/)
  expect(await screen.findByText('Nothing to save yet')).toBeTruthy()
})

test('a change that fails to save stays with its card while another one is edited', async () => {
  const other = { ...DRAFT, id: 8, design: { ...DRAFT.design, line1: 'The other' } }
  const page = await openWithSlowServer('/create-reward/card-design?item=7', {}, [other])
  page.hold('PATCH')
  await type('First line', 'Unsaved words')
  await waitFor(() => expect(page.patches(7)).toHaveLength(1))
  const opening = page.router.navigate({ to: '/create-reward/card-design', search: { item: 8 } as never })
  await page.release('PATCH', UNAVAILABLE())
  await act(() => opening)
  page.unhold('PATCH')
  await waitFor(async () => expect(await fieldText('First line')).toBe('The other'))
  await type('Second line', 'Only here')
  await waitFor(() => expect(page.patches(8)).toHaveLength(1))
  expect(page.patches(8)[0]?.design).toContain('The other')
  expect(await screen.findByText('Saved a moment ago')).toBeTruthy()

  await act(() => page.router.navigate({ to: '/create-reward/card-design', search: { item: 7 } as never }))
  expect(await fieldText('First line')).toBe('Unsaved words')
  expect(page.items.get(7)?.design.line1).toBe('Unsaved words')
  expect(page.items.get(8)?.design).toMatchObject({ line1: 'The other', line2: 'Only here' })
})

test('a card whose change can’t be saved opens with it, and says so', async () => {
  const page = await openWithSlowServer('/create-reward/card-design?item=7', {})
  page.hold('PATCH')
  await type('First line', 'Unsaved words')
  await page.release('PATCH', UNAVAILABLE())
  expect(await screen.findByText('Not saved yet.')).toBeTruthy()
  const opening = page.router.navigate({ to: '/create-reward/card-design', search: { item: 7 } as never })
  await page.release('PATCH', UNAVAILABLE())
  await act(() => opening)
  expect(await fieldText('First line')).toBe('Unsaved words')
  expect(await screen.findByText('Not saved yet.')).toBeTruthy()
  page.unhold('PATCH')
  fireEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0]!)
  expect(await screen.findByText('Saved a moment ago')).toBeTruthy()
  expect(page.items.get(7)?.design.line1).toBe('Unsaved words')
})

test('the answer to a change of reward does not overwrite a value chosen since', async () => {
  const item = { ...DRAFT, quantity: 25, denomination_cents: 5_000 } as never
  const page = await openWithSlowServer('/create-reward/value?item=7', item)
  page.hold('PATCH')
  changeSetup({ rewardType: 'direct', rewardId: null })
  saveDraft({ rewardType: 'direct' })
  await waitFor(() => expect(page.patches(7)).toHaveLength(1))
  await press('$25')
  await page.release('PATCH')
  await waitFor(() => expect(page.patches(7)).toHaveLength(2))
  expect(useSetupStore.getState().denominationCents).toBe(2_500)
  await page.release('PATCH')
  expect(useSetupStore.getState().denominationCents).toBe(2_500)
})

test('a message that is being saved is still there when its step opens again', async () => {
  const item = { ...DRAFT, quantity: 25, denomination_cents: 5_000, message: 'Old words' } as never
  const page = await openWithSlowServer('/create-reward/custom-message?item=7', item)
  page.hold('PATCH')
  await type('Your message', 'New words')
  await waitFor(() => expect(page.patches(7)).toHaveLength(1))
  await act(() => page.router.navigate({ to: '/create-reward/value' }))
  await act(() => page.router.navigate({ to: '/create-reward/custom-message' }))
  expect(await fieldText('Your message')).toBe('New words')
  await page.release('PATCH')
  expect(await fieldText('Your message')).toBe('New words')
  expect(page.cached(7)?.message).toBe('New words')
})

test('the list’s footer says when everyone’s value is not saved', async () => {
  const page = await openWithSlowServer('/create-reward/recipients?item=7', DIGITAL)
  page.hold('PATCH')
  await press('$25')
  await page.release('PATCH', UNAVAILABLE())
  expect(await screen.findByText('Not saved yet.')).toBeTruthy()
  await press('Try again')
  await page.release('PATCH')
  await waitFor(() => expect(screen.queryByText('Not saved yet.')).toBeNull())
  expect(page.cached(7)?.denominationCents).toBe(2_500)
})

test('a tab saves when it is hidden, and shows what another tab changed when it is seen again', async () => {
  const item = { ...DRAFT, quantity: 25, denomination_cents: 5_000 } as never
  const page = await openWithSlowServer('/create-reward/custom-message?item=7', item)
  const see = (state: 'visible' | 'hidden') =>
    act(async () => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
      document.dispatchEvent(new Event('visibilitychange'))
    })
  page.hold('PATCH')
  await type('Your message', 'From this tab')
  await see('hidden')
  expect(page.patches(7)).toEqual([{ message: 'From this tab' }])
  await page.release('PATCH')
  const saved = page.items.get(7)!
  page.items.set(7, { ...saved, message: 'From another tab', design: { ...saved.design, line2: 'Added' } })
  await see('visible')
  await waitFor(async () => expect(await fieldText('Your message')).toBe('From another tab'))
  expect(useSetupStore.getState().design.line2).toBe('Added')
})

const TAKEN_OVER = () =>
  Response.json(
    { code: 'draft_taken_over', detail: 'Joy Nakamura has this card now.', errors: [] },
    { status: 409 },
  )

test('what is typed after a colleague took a shared card over stays, and is saved to a copy', async () => {
  const page = await openWithSlowServer('/create-reward/card-design?item=7', { is_shared: true }, [
    { ...DRAFT, id: 8 },
  ])
  await type('First line', 'Before')
  await waitFor(() => expect(page.patches(7)).toHaveLength(1))
  await waitFor(() => expect(page.cached(7)?.design.line1).toBe('Before'))
  expect(screen.queryByText(/has this card now/)).toBeNull()
  const edits = page.requests
    .filter(({ path: to }) => to.endsWith('/7/edit/'))
    .map(({ body }) => String(body))
  expect(edits).toEqual(['', 'is_open=true'])

  page.hold('PATCH')
  await type('First line', 'Typed late')
  await page.release('PATCH', TAKEN_OVER())
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Joy Nakamura has this card now. What you typed is still on this page.',
  )
  expect(await fieldText('First line')).toBe('Typed late')

  page.unhold('PATCH')
  await press('Make a copy')
  await waitFor(() =>
    expect(page.patches(8)).toMatchObject([{ design: expect.stringContaining('Typed late') }]),
  )
  await waitFor(() => expect(useSetupStore.getState().cardItemId).toBe(8))
  expect(await fieldText('First line')).toBe('Typed late')
  expect(page.patches(7)).toHaveLength(2)
  await waitFor(() => expect(screen.queryByText(/has this card now/)).toBeNull())
})

test('a card is taken back with what the colleague saved where both changed it', async () => {
  const page = await openWithSlowServer('/create-reward/custom-message?item=7', {
    quantity: 25,
    denomination_cents: 5_000,
    is_shared: true,
  })
  page.hold('PATCH')
  await type('Your message', 'Typed late')
  await page.release('PATCH', TAKEN_OVER())
  await screen.findByText(/What you typed is still on this page/)
  page.unhold('PATCH')
  page.items.set(7, { ...page.items.get(7)!, message: 'Saved by Joy' })
  // The page may have read the card again by then.
  await act(() => page.queryClient.refetchQueries({ queryKey: cardItemQueries.one(7).queryKey }))

  await press('Take over')
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/lose what you typed there/)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Take over' }))
  await waitFor(async () => expect(await fieldText('Your message')).toBe('Saved by Joy'))
  await waitFor(() => expect(screen.queryByText(/What you typed is still/)).toBeNull())
  expect(page.patches(7)).toEqual([{ message: 'Typed late' }])
  expect(page.items.get(7)!.message).toBe('Saved by Joy')
})
