// @vitest-environment happy-dom
import { MAILS } from '@laurel/domain/mail-texts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { officeAnswers, USPS_ACCOUNT } from '../../../testing/office-fixture.ts'
import { type Answers, renderPage } from '../../../testing/render-page.tsx'
import { SITE as SHOP } from '../../../testing/site-fixture.ts'
import { providerDetail } from './SiteScreen.tsx'

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
  card_mark: { paths: [], word: 'Northwind', serif: false },
  logo_has_name: false,
  logo_colors: [],
  network_name: 'meridian',
  connected_model: false,
  available_model: null,
  claim_within_days: 365,
  remind_before_days: 30,
  language: 'en',
  card_mail_subject: '{first name}, a {amount} card is waiting for you',
  hosts: ['localhost', 'rewards.example.com'],
  support_email: '',
  support_phone: '',
  support_hours: '',
  postal_address: '',
  mail_texts: { card: null, reminder: null, placed: null, shipped: null, delivered: null },
  time_zone: 'America/Chicago',
  legal_texts: [],
  limits: {},
  card_fee_cents: {},
  auto_approve_below_cents: 0,
  ach_hold_days: 4,
  retention: { address_days: 730, name_days: 730, file_days: 730, audit_days: 2_555 },
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
      is_connected: true,
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

test('saves only changed parts, with the version that was shown', async () => {
  const { requests } = await open('/office/site', { 'PATCH /api/v1/office/site/': { ...SITE, version: 4 } })
  await screen.findByDisplayValue('Northwind Rewards')
  type('Hosts', 'localhost\n\n gifts.example.com ')
  press('Save')
  await waitFor(() => expect(sent(requests)).not.toEqual({}))
  expect(sent(requests)).toEqual({ hosts: '["localhost","gifts.example.com"]', seen_version: '3' })
})

test('shows a saved name in the office’s navigation, and offers time zones', async () => {
  let name = 'Northwind Rewards'
  await open('/office/site', {
    'GET /api/v1/actual_rewards_site/': () => ({ ...SHOP, name }),
    'PATCH /api/v1/office/site/': () => {
      name = 'Fern Rewards'
      return { ...SITE, name, version: 4 }
    },
  })
  await screen.findByRole('link', { name: 'Northwind Rewards, office' })
  expect(await screen.findByRole('combobox', { name: /Time zone/ })).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Fern Rewards' } })
  press('Save')
  expect(await screen.findByRole('link', { name: 'Fern Rewards, office' })).toBeTruthy()
})

test('keeps what is typed while a save is under way', async () => {
  const answer = Promise.withResolvers<void>()
  let site = SITE
  const { requests } = await open('/office/site', {
    'GET /api/v1/office/site/': () => site,
    'PATCH /api/v1/office/site/': async () => {
      await answer.promise
      site = { ...SITE, version: 4, name: 'Renamed' }
      return site
    },
  })
  await screen.findByDisplayValue('Northwind Rewards')
  const patches = () => requests.filter(({ method }) => method === 'PATCH')
  type('Name', 'Renamed')
  press('Save')
  await waitFor(() => expect(patches()).toHaveLength(1))
  type('Hosts', 'localhost')
  answer.resolve()
  await screen.findByText('Saved')
  expect(screen.getByText('Unsaved changes.')).toBeTruthy()
  // The button is busy until the settings are read again.
  await waitFor(() => {
    press('Save')
    expect(patches()).toHaveLength(2)
  })
  expect(sent(patches().slice(1))).toEqual({ hosts: '["localhost"]', seen_version: '4' })
})

test('tells the second of two staff who save, keeps their entries, and offers the current version', async () => {
  let version = 3
  await open('/office/site', {
    'GET /api/v1/office/site/': () => ({ ...SITE, version, name: version === 3 ? SITE.name : 'Renamed' }),
    'PATCH /api/v1/office/site/': () => {
      version = 4
      return Response.json(
        { code: 'changed', detail: 'You now see the latest version. Review it and try again.' },
        { status: 409 },
      )
    },
  })
  await screen.findByDisplayValue('Northwind Rewards')
  type('Name', 'Mine')
  press('Save')
  expect(await screen.findByText(/You now see the latest version/)).toBeTruthy()
  expect(screen.getByDisplayValue('Mine')).toBeTruthy()
  press('Show their version')
  expect(await screen.findByDisplayValue('Renamed')).toBeTruthy()
})

test('previews a color at once, with its readability', async () => {
  await open('/office/site?part=brand')
  await screen.findByLabelText('Primary')
  expect(screen.queryByText(/Text on buttons is dark/)).toBeNull()
  type('Primary', '#FFD400')
  expect(await screen.findByText(/Text on buttons is dark/)).toBeTruthy()
  expect(screen.getByText(/the primary color’s contrast on white is only 1\.4 to 1/)).toBeTruthy()
  type('Primary', '#FFD')
  expect(await screen.findByText(/Enter each color like/)).toBeTruthy()
})

test('shows the chosen color on the card with the logo', async () => {
  await open('/office/site?part=brand')
  await screen.findByLabelText('Primary')
  const ground = () =>
    screen
      .getByRole('img', { name: /^A card with the logo/ })
      .parentElement?.style.getPropertyValue('--card-ground')
  const green = ground()
  type('Primary', '#1144CC')
  await waitFor(() => expect(ground()).not.toBe(green))
  const blue = ground()
  type('Primary', '#1144')
  await waitFor(() => expect(screen.getByLabelText('Primary')).toHaveProperty('value', '#1144'))
  expect(ground()).toBe(green)
  type('Primary', '#1144CC')
  await waitFor(() => expect(ground()).toBe(blue))
})

test('says what to set while the server isn’t connected to Converge', async () => {
  const [card] = SITE.payment_providers
  const site = { ...SITE, payment_providers: [{ ...card, is_connected: false }] }
  await open('/office/site?part=payments', { 'GET /api/v1/office/site/': site })
  expect(await screen.findByText('Not connected')).toBeTruthy()
  expect(screen.getByText(/PAYMENT_TOKEN_URL, PAYMENT_PAGE_URL, and PAYMENT_XML_URL/)).toBeTruthy()
  expect(screen.queryByText('Offered')).toBeNull()
})

test('keeps a payment method’s secrets unless new ones are typed', async () => {
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

const UPS_NOT_THERE = {
  ...USPS_ACCOUNT,
  ...{ carrier: 'UPS', enabled: false, complete: false, has_secret: false, updated_at: null },
  ...{ client_id_end: '', account_number_end: '', known_services: ['UPS Ground'] },
}
const CARRIERS = { 'GET /api/v1/office/carriers/': [UPS_NOT_THERE, USPS_ACCOUNT] }

test('keeps a carrier’s secret unless a new one is typed, and explains a switched-off account', async () => {
  const { requests } = await open('/office/site?part=carriers', {
    ...CARRIERS,
    'PUT /api/v1/office/carriers/USPS/': { ...USPS_ACCOUNT, enabled: false },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Edit USPS' }))
  const secret = (await screen.findByLabelText('Client secret')) as HTMLInputElement
  expect(secret.value).toBe('')
  expect(screen.getByText(/Saved\. Enter a new one to replace it/)).toBeTruthy()
  fireEvent.click(screen.getByRole('switch', { name: 'Use this account' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'USPS First-Class' }))
  expect(
    screen.getByText(/we use flat rates and you enter tracking numbers\. We keep these settings/),
  ).toBeTruthy()
  press('Save')
  const body = () => requests.find(({ method }) => method === 'PUT')?.body
  await waitFor(() => expect(body()).toBeTruthy())
  expect(Object.fromEntries(new URLSearchParams(String(body())))).toMatchObject({
    client_secret: '',
    enabled: 'false',
    services: '["USPS First-Class"]',
    seen_updated_at: USPS_ACCOUNT.updated_at,
  })
})

test('tests the connection of a carrier account, and shows the result', async () => {
  await open('/office/site?part=carriers', {
    ...CARRIERS,
    'POST /api/v1/office/carriers/USPS/test/': {
      works: false,
      steps: [{ step: 'sign_in', outcome: 'refused', words: 'USPS says no: the client is unknown.' }],
    },
  })
  expect(await screen.findByRole('button', { name: 'Set up UPS' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Test connection to UPS' })).toBeNull()
  press('Test connection to USPS')
  expect(await screen.findByText('USPS says no: the client is unknown.')).toBeTruthy()
  expect(screen.getByText('Connection failed')).toBeTruthy()
})

test('previews an email’s texts as they’re typed, says what is wrong, and keeps only the site’s own', async () => {
  const { requests } = await open('/office/site?part=emails', {
    'PATCH /api/v1/office/site/': { ...SITE, version: 4 },
    'POST /api/v1/office/site/mail_texts/test/': { email: 'robin@northwind.example' },
  })
  expect(await screen.findByText('Maya, a $50.00 card is waiting for you')).toBeTruthy()
  expect(screen.getByText('Maya, Halden Tools sent you $50.00.')).toBeTruthy()
  type('Subject', '{company} sent {amount}')
  expect(screen.getByText(/^\{company\} isn’t a merge field/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send me a test' })).toHaveProperty('disabled', true)
  type('Subject', '{amount} for {name}')
  expect(screen.getByText('$50.00 for Maya Okafor')).toBeTruthy()
  type('Heading', 'Thanks!')
  expect(screen.getByText('Include {sender}.')).toBeTruthy()
  type('Heading', 'Thanks from {sender}!')
  expect(screen.getByText('Thanks from Halden Tools!')).toBeTruthy()
  press('Send me a test')
  expect(await screen.findByText('Test sent to robin@northwind.example')).toBeTruthy()
  press('Save')
  const [{ text, button }] = [MAILS.card.original]
  await waitFor(() =>
    expect(sent(requests)).toEqual({
      card_mail_subject: '{amount} for {name}',
      mail_texts: JSON.stringify({
        ...SITE.mail_texts,
        card: { heading: 'Thanks from {sender}!', text, button },
      }),
      seen_version: '3',
    }),
  )
})

test('resets an email to its original texts', async () => {
  const own = { heading: 'Hello from {sender}', text: 'Until {last day}.', button: 'Open' }
  const { requests } = await open('/office/site?part=emails', {
    'GET /api/v1/office/site/': { ...SITE, mail_texts: { ...SITE.mail_texts, card: own } },
    'PATCH /api/v1/office/site/': { ...SITE, version: 4 },
  })
  expect(await screen.findByText('Hello from Halden Tools')).toBeTruthy()
  press('Reset to original')
  expect(screen.getByText('Maya, Halden Tools sent you $50.00.')).toBeTruthy()
  press('Save')
  await waitFor(() => expect(JSON.parse(sent(requests)!.mail_texts!)).toMatchObject({ card: null }))
})

/** Chooses a file for one of the logos. */
function choose(logo: string, size = 9) {
  const file = new File([new Uint8Array(size)], 'logo.svg', { type: 'image/svg+xml' })
  const input = screen.getByRole('group', { name: logo }).querySelector('input[type=file]')!
  fireEvent.change(input, { target: { files: [file] } })
}
const UPLOADED = {
  url: '/api/v1/files/AAAAAAAAAAAAAAAAAAAAAAAA/',
  name: 'logo.svg',
  width: 640,
  height: 160,
  white: { url: '/api/v1/files/BBBBBBBBBBBBBBBBBBBBBBBB/', width: 640, height: 160 },
  icon: { url: '/api/v1/files/CCCCCCCCCCCCCCCCCCCCCCCC/', width: 192, height: 192 },
  colors: [
    { color: '#1c5c9c', share: 0.7 },
    { color: '#ffd400', share: 0.3 },
  ],
  removed: ['scripts', 'text'],
}

test('uploads a logo, says what it lost, and proposes its colors; nothing changes before saving', async () => {
  const { requests } = await open('/office/site?part=brand', {
    'POST /api/v1/office/site/logos/': UPLOADED,
    'PATCH /api/v1/office/site/': { ...SITE, version: 4 },
  })
  await screen.findByRole('group', { name: 'Logo' })
  choose('Logo')
  expect((await screen.findByAltText('Logo now')).getAttribute('src')).toBe(UPLOADED.url)
  expect(screen.getByAltText('Logo on dark, made from your logo').getAttribute('src')).toBe(
    UPLOADED.white.url,
  )
  expect(screen.getByText(/We removed what a logo doesn’t need: scripts, text\./)).toBeTruthy()
  expect(screen.getByText(/Your logo is wide/)).toBeTruthy()
  expect(screen.getByText('6.9:1 on white. White text on it: 6.9:1.')).toBeTruthy()
  expect(screen.getByLabelText('Primary')).toHaveProperty('value', '#0B6B4F')
  press('Use these colors')
  expect(screen.getByLabelText('Primary')).toHaveProperty('value', '#1C5C9C')
  expect(requests.some(({ method }) => method === 'PATCH')).toBe(false)
  press('Save')
  await waitFor(() => expect(sent(requests)).not.toEqual({}))
  expect(sent(requests)).toMatchObject({
    site_logo: UPLOADED.url,
    logo_has_name: 'true',
    site_primary_color: '#1C5C9C',
    site_secondary_color: '#FFD400',
  })
})

test('doesn’t send a logo of 50 MB', async () => {
  const { requests } = await open('/office/site?part=brand')
  await screen.findByRole('group', { name: 'Logo' })
  choose('Logo', 50 * 1024 * 1024)
  expect(await screen.findByText('Choose a file up to 4 MB.')).toBeTruthy()
  expect(requests.some(({ method }) => method === 'POST')).toBe(false)
})

test('says how a way to pay is paid, unless its title does', () => {
  const check = { methodCode: 'self_hosted_check', merchantId: '' } as const
  expect(providerDetail({ ...check, title: 'Check' })).toBe('')
  expect(providerDetail({ ...check, title: 'By mail' })).toBe('Check')
  const card = { methodCode: 'elavon_cc', title: 'Credit or debit card', merchantId: '4471' } as const
  expect(providerDetail(card)).toMatch(/, merchant 4471$/)
})
