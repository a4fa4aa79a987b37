// @vitest-environment happy-dom
import { COMPANY_ROLE_WORDS, COMPANY_ROLES, capabilitiesIn } from '@laurel/domain/company-roles'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetCompany } from '../../app/company-choice.ts'
import { closeModal } from '../../app/modal-store.ts'
import { useToastStore } from '../../app/toast-store.ts'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { type Answers, renderPage } from '../../testing/render-page.tsx'
import { CUSTOMER } from '../../testing/site-fixture.ts'
import { domainState, joiningSentence } from './joining-state.ts'
import { proposalWords } from './joining-words.ts'

const ROLES = COMPANY_ROLES.map((key) => ({
  key,
  name: COMPANY_ROLE_WORDS[key].label,
  capabilities: capabilitiesIn(key),
  is_custom: false,
}))
const HALDEN = {
  id: 4,
  name: 'Halden Tools',
  role: 'admin',
  role_name: 'Admin',
  capabilities: capabilitiesIn('admin'),
  people_count: 1,
  join_request_count: 1,
  time_zone: 'America/Chicago',
  has_budgets: false,
  balance_cents: 0,
}
const OWN = { ...HALDEN, id: 2, name: 'Lund & Co.', join_request_count: 0 }
const DOMAIN = {
  id: 7,
  domain: 'haldentools.example',
  record: 'laurel-verify=7f3a-91c2-4be0-0c1d',
  is_verified: false,
  outcome: null,
  checked_at: null,
  is_watched: true,
  verified_until: null,
}
const VERIFIED = { ...DOMAIN, id: 6, domain: 'halden.example', is_verified: true, outcome: 'found' }
const OMAR = { id: 9, name: 'Omar Mensah', email: 'omar@halden.example', asked_at: '2026-11-20T10:00:00Z' }
const JOINING = { mode: 'approval', role: 'viewer', domains: [VERIFIED, DOMAIN], requests: [OMAR] }
const PROPOSAL = {
  company_id: 4,
  name: 'Halden Tools',
  role_name: 'Viewer',
  joins: 'after_approval',
  state: 'new',
  is_same_business: false,
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  useToastStore.setState({ toasts: [] })
})
afterEach(() => {
  cleanup()
  act(closeModal)
  forgetCompany()
  localStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function openCompany(answers: Answers = {}) {
  const page = await renderPage('/company', {
    isSignedIn: true,
    answers: {
      'GET /api/v1/actual_user/': CUSTOMER,
      'GET /api/v1/companies/': [HALDEN],
      'GET /api/v1/company/people/': {
        company: HALDEN,
        people: [],
        teams: [],
        roles: ROLES,
        invitations: [],
      },
      'GET /api/v1/company/joining/': JOINING,
      ...answers,
    },
  })
  await screen.findAllByRole('heading', { name: /^Join by email domain$|^\[ *ĵōĩń/ })
  return page
}

async function openRewards(answers: Answers = {}) {
  const page = await renderPage('/my-rewards', {
    isSignedIn: true,
    answers: {
      'GET /api/v1/actual_user/': CUSTOMER,
      'GET /api/v1/companies/': [OWN],
      'GET /api/v1/company_proposals/': [PROPOSAL],
      'GET /api/v1/card_items/': [],
      ...answers,
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'My rewards' })
  return page
}

test('every text about joining is translated', async () => {
  document.documentElement.lang = 'en-XA'
  await openCompany()
  const section = await screen.findByRole('region', { name: /ĵōĩń ƀŷ/ })
  document.documentElement.lang = 'en'
  const data = /halden(?:tools)?\.example|laurel-verify\S+/g
  expect(escapedTexts(section, data)).toEqual([])
})

test('shows the record to add, and what a check found', async () => {
  const unreachable = { ...DOMAIN, outcome: 'unreachable', checked_at: '2026-11-20T10:00:00Z' }
  await openCompany({
    [`POST /api/v1/company/domains/${DOMAIN.id}/check/`]: { ...JOINING, domains: [VERIFIED, unreachable] },
  })
  expect(screen.getByText('Verified')).toBeTruthy()
  expect(screen.getByText('Checking DNS')).toBeTruthy()
  expect(screen.getByText(DOMAIN.record)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy: Record for haldentools.example' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Copy: Record for halden.example' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Check now' }))
  expect(await screen.findByText('No answer')).toBeTruthy()
  expect(screen.getByText(/^The name servers of haldentools\.example didn’t answer/)).toBeTruthy()
})

test('adds a domain, and names what is wrong with it at the field', async () => {
  const errors = [{ field: 'domain', code: 'wrong', message: 'Anyone can get an address at gmail.com.' }]
  let answer: unknown = Response.json({ code: 'validation_failed', status: 422, errors }, { status: 422 })
  const { requests } = await openCompany({
    'GET /api/v1/company/joining/': { ...JOINING, domains: [], requests: [] },
    'POST /api/v1/company/domains/': () => answer,
  })
  expect(screen.queryByRole('button', { name: /How people join/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Add domain' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add email domain' }))
  fireEvent.change(dialog.getByLabelText('Domain'), { target: { value: 'gmail.com' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Add domain' }))
  expect(await dialog.findByText('Anyone can get an address at gmail.com.')).toBeTruthy()
  answer = JOINING
  fireEvent.click(dialog.getByRole('button', { name: 'Add domain' }))
  expect(await screen.findByText(DOMAIN.record)).toBeTruthy()
  expect(requests.filter(({ path }) => path === '/api/v1/company/domains/')).toHaveLength(2)
})

test('changes how people join, and approves a person with a role', async () => {
  const { requests } = await openCompany({
    'PATCH /api/v1/company/joining/': { ...JOINING, mode: 'open' },
    [`POST /api/v1/company/join_requests/${OMAR.id}/approve/`]: new Response(null, { status: 204 }),
  })
  fireEvent.click(screen.getByRole('button', { name: /How people join/ }))
  fireEvent.click(await screen.findByRole('option', { name: /^Immediately/ }))
  expect(await screen.findByText(/can join immediately/)).toBeTruthy()
  expect(screen.getByRole('heading', { name: '1 person wants to join' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /Role of Omar Mensah/ }))
  fireEvent.click(await screen.findByRole('option', { name: /^Buyer/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Approve Omar Mensah' }))
  await waitFor(() => expect(requests.some(({ path }) => path.endsWith('/approve/'))).toBe(true))
  const body = (method: string, end: string) =>
    String(requests.find((one) => one.method === method && one.path.endsWith(end))?.body)
  expect(body('PATCH', '/joining/')).toBe('mode=open')
  expect(body('POST', '/approve/')).toBe('role=buyer')
})

test('My rewards proposes a company, until the customer asked or doesn’t want to', async () => {
  let state = 'new'
  const { requests } = await openRewards({
    'GET /api/v1/company_proposals/': () => [{ ...PROPOSAL, state }],
    'POST /api/v1/company_proposals/4/join/': () => {
      state = 'asked'
      return { company: null }
    },
    'DELETE /api/v1/company_proposals/4/join/': () => {
      state = 'new'
      return new Response(null, { status: 204 })
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Ask to join Halden Tools' }))
  expect(await screen.findByRole('heading', { name: 'You asked to join Halden Tools' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Withdraw request' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^(Ask|Not now)/ })).toBeNull()
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw request' }))
  expect(await screen.findByRole('button', { name: 'Ask to join Halden Tools' })).toBeTruthy()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Halden Tools is on this site')
  cleanup()

  await openRewards()
  fireEvent.click(await screen.findByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('heading', { name: 'Halden Tools is on this site' })).toBeNull()
  cleanup()
  await openRewards()
  expect(screen.queryByRole('heading', { name: 'Halden Tools is on this site' })).toBeNull()
})

test('who joins at once works in the company from then on', async () => {
  const joined = { ...HALDEN, role: 'viewer', role_name: 'Viewer' }
  let companies = [OWN]
  await openRewards({
    'GET /api/v1/companies/': () => companies,
    'GET /api/v1/company_proposals/': [{ ...PROPOSAL, joins: 'at_once' }],
    'POST /api/v1/company_proposals/4/join/': () => {
      companies = [OWN, joined]
      return { company: joined }
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Join Halden Tools' }))
  expect(await screen.findByText('You’ve joined Halden Tools')).toBeTruthy()
  expect(JSON.parse(localStorage.getItem('company-storage')!)).toMatchObject({ id: 4 })
  expect(screen.queryByRole('heading', { name: 'Halden Tools is on this site' })).toBeNull()
})

test('a company that was left is proposed on the company’s page only; admins see who waits', async () => {
  await openRewards({
    'GET /api/v1/company_proposals/': [{ ...PROPOSAL, state: 'left' }],
    'GET /api/v1/companies/': [{ ...HALDEN, id: 5, name: 'Lund & Co.' }],
  })
  expect(await screen.findByText('1 person wants to join Lund & Co.')).toBeTruthy()
  expect(screen.queryByText(/Halden Tools/)).toBeNull()
  cleanup()
  await openCompany({
    'GET /api/v1/companies/': [OWN],
    'GET /api/v1/company_proposals/': [{ ...PROPOSAL, state: 'left' }],
  })
  expect(await screen.findByRole('button', { name: 'Ask to join Halden Tools' })).toBeTruthy()
})

test.each([
  [{ ...VERIFIED, verified_until: null }, 'Verified'],
  [{ ...VERIFIED, outcome: 'missing', verified_until: '2026-12-04T10:00:00Z' }, 'Record missing'],
  [{ ...DOMAIN, outcome: 'missing' }, 'Checking DNS'],
  [{ ...DOMAIN, outcome: 'missing', is_watched: false }, 'Not verified'],
  [{ ...DOMAIN, outcome: 'unreachable' }, 'No answer'],
  [{ ...DOMAIN, outcome: 'taken' }, 'In use'],
])('%j reads %s', (one, tag) => {
  const { is_verified: isVerified, is_watched: isWatched, verified_until: verifiedUntil, ...rest } = one
  expect(domainState({ ...rest, isVerified, isWatched, verifiedUntil } as never).tag).toBe(tag)
})

test('says who can join, and what joining does', () => {
  const domains = [DOMAIN] as never
  expect(joiningSentence({ mode: 'approval', domains: [] })).toMatch(/^Verify your domain/)
  expect(joiningSentence({ mode: 'off', domains })).toBe(
    'People with an address at this domain need an invitation.',
  )
  const words = (more: object) =>
    proposalWords({ name: 'Halden Tools', roleName: 'Viewer', companyId: 4, ...more } as never)
  expect(words({ state: 'new', joins: 'at_once', isSameBusiness: true })).toEqual({
    title: 'Halden Tools is on this site',
    text: 'You registered under its name, and your email address is at its domain. You’ll join as Viewer and see the company’s orders.',
    button: 'Join Halden Tools',
  })
  expect(words({ state: 'declined', joins: 'after_approval', isSameBusiness: false })).toMatchObject({
    title: 'Ask to join Halden Tools again',
    button: 'Ask to join',
  })
})
