// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeModal } from '../../app/modal-store.ts'
import { forgetCard, startCard, useSetupStore } from '../../app/setup-store.ts'
import { DRAFT, TEMPLATE } from '../../testing/draft-fixture.ts'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { type Answers, renderPage } from '../../testing/render-page.tsx'

const EMPTY_LIST = {
  ...{ count: 0, next: null, previous: null, results: [], total_count: 0, attention_count: 0 },
  ...{ ready_count: 0, without_value_count: 0, warning_count: 0, suggested_count: 0, value_cents: 0 },
  problem_counts: [],
}

function open(path: string, answers: Answers = {}) {
  return renderPage(path, {
    isSignedIn: true,
    answers: {
      'GET /api/v1/actual_user/': { id: 1, registration_complete: true, legal_business_name: 'Halden Tools' },
      'GET /api/v1/reward_card_templates/': [TEMPLATE],
      'GET /api/v1/predefined_amounts/': [{ id: 1, value_cents: 5_000 }],
      'GET /api/v1/predefined_messages/': [],
      'GET /api/v1/rewards/': [],
      'GET /api/v1/reward_infos/': [],
      'GET /api/v1/card_items/': [],
      'GET /api/v1/card_items/7/': DRAFT,
      ...answers,
    },
  })
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

const PERSON = {
  ...{ id: 1, card_item_id: 7, position: 1, first_name: 'Maya', last_name: 'Okafor', email: '', city: '' },
  ...{ address1: '418 Juniper Street', address2: 'PO Box 4', state: 'KY', zip: '97214', language: 'fr' },
  ...{ amount_cents: null, message: '', needs_attention: true, delivery_state: '', change: 'new' },
  ...{ import_id: 3, import_row: 2, kept_warnings: [] },
  problems: [
    ['first_name', 'duplicate', 'This looks like the same person as row 3.'],
    ['first_name', 'already_received', 'This person already got a card in order 10482.'],
    ['city', 'no_city', 'The city is missing. ZIP code 97214 is in Portland, OR.'],
    ['zip', 'not_in_state', '97214 is in Oregon, not in Kentucky.'],
    ['address2', 'po_box', 'UPS doesn’t deliver to PO boxes. Send it by mail, or enter a street address.'],
    ['last_name', 'unprintable', 'We can’t print Ж. Use Latin letters instead.'],
    ['state', 'required', 'Enter a state, such as OR.'],
    ['amount_cents', 'too_small', 'Enter a value from $10 to $1,000.'],
  ].map(([field, code, message]) => ({ field, code, message, severity: 'error', value: '' })),
}
const PEOPLE = {
  ...{
    ...EMPTY_LIST,
    count: 1,
    results: [PERSON],
    total_count: 1,
    attention_count: 1,
    without_value_count: 1,
  },
  problem_counts: PERSON.problems.map(({ code }) => ({
    code,
    severity: 'error',
    count: 1,
    suggested_count: 1,
  })),
  suggested_count: 2,
}
const FILE = {
  ...{
    id: 3,
    card_item_id: 7,
    mode: 'append',
    file_name: 'people.csv',
    has_header: true,
    columns: [],
    mapping: [],
  },
  ...{ preview: [], repeats: null, rows_read: 2, rows_added: 2, rows_needing_attention: 1, errors: [] },
  ...{ problem_counts: [], ignored_columns: ['Shoe size'], failure: null, rows_without_value: 1 },
  ...{ bytes_read: 90, rows_per_second: 5, seconds_left: 0, state: 'finished' },
  file: { kind: 'csv', bytes: 90, sheet: null, delimiter: ',', encoding: 'utf-8' },
}
const MESSAGES = [1, 2].map((id) => ({ id, name: 'Thank you', text: `Thank you. ${id}` }))
/** Of the card, the recipient, and the list in steps. */
const DATA =
  /(?<=: +\])Thank you, Maya Okafor|Constraints not satisfied|\{card value\}|Oregon|Kentucky|Dana Whitlock|Dismiss|English|Spanish|Terms|weekdays 8 to 6 Central|Maya|Okafor|418 Juniper Street|PO Box|Portland|KY|mm|OR|Meridian|Well done|Thank you\. ?|meridian|(?:first|last) name|amount|people\.csv|Shoe size/g

test.each([
  ['card-design', 'bulk', /./],
  ['quantity', 'bulk', /ũàńţĩţŷ/],
  ['value', 'bulk', /Vàĺũē/],
  ['recipients', 'direct', /Ŕēćĩƥĩēńţś/],
  ['custom-message', 'direct', /Ḿēśśàĝē/],
  ['custom-message', 'digital', /Ḿēśśàĝē/],
])('every text of the step %s is translated, %s', async (step, type, title) => {
  document.documentElement.lang = 'en-XA'
  await open(`/create-reward/${step}?item=7`, {
    'GET /api/v1/card_items/7/': {
      ...{ ...DRAFT, reward_type_data: { name: type, title: '' }, quantity: 25, recipient_count: 1 },
      ...{ denomination_cents: step === 'recipients' ? null : 5_000 },
      missing: [{ field: 'recipients', code: 'required', message: 'Add at least one person.' }],
    },
    'GET /api/v1/predefined_messages/': MESSAGES,
    'GET /api/v1/card_recipient_details/': PEOPLE,
    'GET /api/v1/csv_card_item_imports/': [FILE],
    'GET /api/v1/csv_card_item_imports/3/': FILE,
  })
  await screen.findByRole('heading', { level: 1, name: title })
  await waitFor(() => expect(screen.queryAllByRole('status', { busy: true })).toEqual([]))
  if (step === 'recipients') await screen.findAllByText(/Ďũƥĺĩćàţē/)
  document.documentElement.lang = 'en'
  // The letter and the email are in the recipient's language.
  for (const preview of document.querySelectorAll('article[lang=en-US]')) preview.remove()
  expect(escapedTexts(document.body, DATA)).toEqual([])
})

test('the bare path leads to my rewards', async () => {
  const { router } = await open('/create-reward')
  expect(router.state.location.pathname).toBe('/my-rewards')
})

test('without a reward type, every step leads to its choice', async () => {
  const { router } = await open('/create-reward/recipients')
  expect(router.state.location.pathname).toBe('/my-rewards')
  expect(router.state.location.search).toMatchObject({ createNew: true })
})

test('recipients can’t be reached before the design is done', async () => {
  startCard('direct')
  const { router } = await open('/create-reward/recipients')
  expect(router.state.location.pathname).toBe('/create-reward/card-design')
})

test('a bulk card asks for its quantity before its value', async () => {
  const { router } = await open('/create-reward/value?item=7')
  expect(router.state.location.pathname).toBe('/create-reward/quantity')
  expect(await screen.findByRole('heading', { level: 1, name: 'Quantity' })).toBeTruthy()
})

test('a step opens when the server knows more about the card than the last save said', async () => {
  let quantity: number | null = null
  const { router } = await open('/create-reward/quantity?item=7', {
    'GET /api/v1/card_items/7/': () => ({ ...DRAFT, quantity }),
  })
  quantity = 25
  await act(() => router.navigate({ to: '/create-reward/value' }))
  expect(router.state.location.pathname).toBe('/create-reward/value')
})

test('lets Next decide while the list is being read again', async () => {
  let people = 0
  let isHeld = false
  const item = () => ({
    ...{ ...DRAFT, denomination_cents: 5_000, recipient_count: people },
    reward_type_data: { name: 'digital', title: 'Digital' },
  })
  const { router, queryClient } = await open('/create-reward/recipients?item=7', {
    'GET /api/v1/card_items/7/': item,
    'GET /api/v1/card_recipient_details/': () => (isHeld ? new Promise(() => {}) : EMPTY_LIST),
    'GET /api/v1/recipient_imports/': [],
  })
  const next = await screen.findByRole('button', { name: 'Next: message' })
  fireEvent.click(next)
  expect(await screen.findAllByText('Add at least one person to continue.')).not.toHaveLength(0)

  people = 3
  isHeld = true
  void queryClient.invalidateQueries({ queryKey: ['recipients', 7] })
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  fireEvent.click(next)
  await waitFor(() => expect(router.state.location.pathname).toBe('/create-reward/custom-message'))
})

test('the first people of a list are requested once, before their card is known', async () => {
  const card = Promise.withResolvers<object>()
  const people = vi.fn(() => EMPTY_LIST)
  const opening = open('/create-reward/recipients?item=7', {
    'GET /api/v1/card_items/7/': () => card.promise,
    'GET /api/v1/card_recipient_details/': people,
    'GET /api/v1/recipient_imports/': [],
  })
  await vi.waitFor(() => expect(people).toHaveBeenCalledOnce())
  card.resolve({ ...DRAFT, reward_type_data: { name: 'digital', title: 'Digital' } })
  await opening
  await screen.findByRole('button', { name: 'Next: message' })
  expect(people).toHaveBeenCalledOnce()
})

test('a card with quantity and value can reach its message', async () => {
  const item = { ...DRAFT, quantity: 25, denomination_cents: 5_000 }
  const { router } = await open('/create-reward/custom-message?item=7', { 'GET /api/v1/card_items/7/': item })
  expect(router.state.location.pathname).toBe('/create-reward/custom-message')
  expect(router.state.location.search).toEqual({})
  expect(await screen.findByText('If blank, we’ll use Halden Tools.')).toBeTruthy()
  expect(screen.getByText(/If blank, we ship the cards without a letter/)).toBeTruthy()
  expect(screen.getByText(/Use it wherever meridian is accepted/)).toBeTruthy()
})

test('previews the email as it will be sent, with the sender', async () => {
  const item = {
    ...{ ...DRAFT, message: 'For {card value}, {first name}.', recipient_count: 0 },
    reward_type_data: { name: 'digital', title: 'Digital' },
  }
  await open('/create-reward/card-design?item=7', { 'GET /api/v1/card_items/7/': item })
  fireEvent.click(await screen.findByRole('radio', { name: 'In the email' }))
  for (const words of [
    'Maya, a $50.00 card is waiting for you',
    'Maya, Halden Tools sent you $50.00.',
    'For $50.00, Maya.',
    /Your Meridian has \$50\.00 on it\./,
    'See your card',
  ]) {
    expect(await screen.findByText(words)).toBeTruthy()
  }
})

test('keeps a message that is too long for the next visit and does not call it saved', async () => {
  const item = { ...DRAFT, quantity: 25, denomination_cents: 5_000, message: 'Thank you.' }
  const answers = { 'GET /api/v1/card_items/7/': item, 'PATCH /api/v1/card_items/7/': item }
  const { router, requests } = await open('/create-reward/custom-message?item=7', answers)
  const words = 'x'.repeat(600)
  fireEvent.change(await screen.findByLabelText('Your message'), { target: { value: words } })
  fireEvent.change(screen.getByLabelText('From'), { target: { value: 'Halden' } })
  expect(screen.getByText('Use at most 500 characters. This message has 600.')).toBeTruthy()
  await waitFor(() => expect(requests.some(({ method }) => method === 'PATCH')).toBe(true))
  expect(await screen.findByText('Not saved yet: Message')).toBeTruthy()
  expect(screen.queryByText(/^Saved/)).toBeNull()

  fireEvent.click(screen.getByRole('link', { name: 'Save and close' }))
  expect(await screen.findByText(/We’ll keep what you typed for when you open the card again/)).toBeTruthy()
  const sent = requests.filter(({ method }) => method === 'PATCH').map(({ body }) => String(body))
  expect(sent).toEqual([expect.stringContaining('Halden')])
  expect(sent[0]).not.toContain('xxx')

  await act(() => router.navigate({ to: '/create-reward/custom-message', search: { item: 7 } as never }))
  const field = (await screen.findByLabelText('Your message')) as HTMLTextAreaElement
  expect(field.value).toBe(words)
  expect(screen.getByText('Use at most 500 characters. This message has 600.')).toBeTruthy()
})

test('saves a new card without a line that is too long, and keeps the line in its field', async () => {
  startCard('bulk')
  const drafted = { ...DRAFT, design: { ...DRAFT.design, line1: '' } }
  const { router, requests } = await open('/create-reward/card-design', {
    'POST /api/v1/card_items/': drafted,
    'GET /api/v1/card_items/7/': drafted,
  })
  const words = 'For everybody who stayed with us all winter long'
  fireEvent.change(await screen.findByLabelText('First line'), { target: { value: words } })
  expect(screen.getByText('Use at most 40 characters. This line has 48.')).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'Save and close' }))
  expect(await screen.findByText('Not saved yet: First line')).toBeTruthy()
  await waitFor(() => expect(useSetupStore.getState().cardItemId).toBe(7))
  expect(requests.filter(({ method }) => method === 'POST').map(({ body }) => String(body))).toEqual([
    expect.not.stringContaining('everybody'),
  ])

  await act(() => router.navigate({ to: '/create-reward/card-design', search: { item: 7 } as never }))
  expect(((await screen.findByLabelText('First line')) as HTMLInputElement).value).toBe(words)
})

test('lets the customer choose between rewards and checks the value again', async () => {
  const reward = (id: number, changed: object) => ({
    id,
    name: 'Meridian Prepaid',
    network: 'meridian',
    description: 'For every store.',
    image: '',
    reward_types: ['bulk', 'direct', 'digital'],
    min_value_cents: 1_000,
    max_value_cents: 100_000,
    ...changed,
  })
  const item = { ...DRAFT, quantity: 25, denomination_cents: 1_000 }
  const harborline = { id: 3, name: 'Harborline Prepaid', network: 'harborline' }
  const { requests } = await open('/create-reward/card-design?item=7', {
    'GET /api/v1/rewards/': [
      reward(1, {}),
      reward(2, { name: 'Meridian Dining', reward_types: ['digital'] }),
      reward(3, { ...harborline, min_value_cents: 2_500, max_value_cents: 75_000 }),
    ],
    'GET /api/v1/card_items/7/': item,
    'PATCH /api/v1/card_items/7/': { ...item, reward: harborline, denomination_cents: null },
  })
  const choices = (await screen.findAllByRole('radio', { name: /Meridian|Harborline/ })) as HTMLInputElement[]
  expect(choices.map(({ checked, disabled }) => ({ checked, disabled }))).toEqual([
    { checked: true, disabled: false },
    { checked: false, disabled: true },
    { checked: false, disabled: false },
  ])
  expect(screen.getByText('Not available for bulk cards.')).toBeTruthy()
  expect(screen.getByText('For every store. $25 to $750.')).toBeTruthy()

  fireEvent.click(choices[2]!)
  await waitFor(() =>
    expect(useSetupStore.getState()).toMatchObject({ rewardId: 3, denominationCents: null }),
  )
  const [sent] = requests.filter(({ method }) => method === 'PATCH')
  expect(String(sent?.body)).toMatch(/reward_?id=3/i)
})

test('a site with one reward offers no choice', async () => {
  await open('/create-reward/card-design?item=7')
  await screen.findByLabelText('First line')
  expect(screen.queryByRole('heading', { name: 'Reward' })).toBeNull()
})

test.each([
  ['0', 'Order 1 to 10,000 cards at a time.'],
  ['-3', 'Order 1 to 10,000 cards at a time.'],
  ['1.5', 'Enter a whole number.'],
])('shows one error for a quantity of %s and keeps the input', async (typed, sentence) => {
  await open('/create-reward/quantity?item=7', { 'PATCH /api/v1/card_items/7/': DRAFT })
  const field = (await screen.findByRole('textbox', { name: 'Number of cards' })) as HTMLInputElement
  fireEvent.change(field, { target: { value: typed } })
  fireEvent.blur(field)
  fireEvent.click(screen.getByRole('button', { name: 'Next: value' }))
  expect(screen.getAllByText(sentence)).toHaveLength(1)
  expect(field.value).toBe(typed)
  expect(document.activeElement).toBe(field)
})

test('opening a draft loads its texts from the server', async () => {
  const { router } = await open('/create-reward/card-design?item=7')
  expect(router.state.location.pathname).toBe('/create-reward/card-design')
  expect(useSetupStore.getState()).toMatchObject({ cardItemId: 7, rewardType: 'bulk' })
  expect(((await screen.findByLabelText('First line')) as HTMLInputElement).value).toBe('Well done')
})

test('an unknown card leads back to my rewards', async () => {
  const { router } = await open('/create-reward/card-design?item=8')
  expect(router.state.location.pathname).toBe('/my-rewards')
})

test('drops a draft that was removed elsewhere and keeps the selections', async () => {
  startCard('digital')
  useSetupStore.setState({ cardItemId: 8 })
  const { router } = await open('/create-reward/custom-message')
  expect(router.state.location.pathname).toBe('/create-reward/card-design')
  expect(useSetupStore.getState()).toMatchObject({ rewardType: 'digital', cardItemId: null })
})

test('a customer with incomplete registration completes it first', async () => {
  startCard('direct')
  const { router } = await open('/create-reward/card-design', {
    'GET /api/v1/actual_user/': { id: 1, registration_complete: false },
  })
  expect(router.state.location.pathname).toBe('/complete-registration')
})
