// @vitest-environment happy-dom
import {
  COMPANY_CAPABILITIES,
  COMPANY_ROLE_WORDS,
  COMPANY_ROLES,
  type CompanyRole,
  capabilitiesIn,
} from '@laurel/domain/company-roles'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetCompany } from '../../app/company-choice.ts'
import { closeModal } from '../../app/modal-store.ts'
import { useToastStore } from '../../app/toast-store.ts'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { type Answers, renderPage } from '../../testing/render-page.tsx'
import { CUSTOMER } from '../../testing/site-fixture.ts'
import { peopleSentence, sentText } from './company-words.ts'

function inRole(role: CompanyRole) {
  return { role, role_name: COMPANY_ROLE_WORDS[role].label, capabilities: capabilitiesIn(role) }
}
const HALDEN = {
  id: 4,
  name: 'Halden Tools',
  people_count: 2,
  time_zone: 'America/Chicago',
  has_budgets: false,
  ...inRole('admin'),
}
const OWN = { ...HALDEN, id: 2, name: 'Whitlock & Co.', people_count: 1 }
const GIFTS = {
  key: 'custom-0123456789ab',
  name: 'Gifts',
  capabilities: ['orders.place', 'people.manage'],
  is_custom: true,
}
const ROLES = [
  ...COMPANY_ROLES.map((key) => ({
    key,
    name: COMPANY_ROLE_WORDS[key].label,
    capabilities: capabilitiesIn(key),
    is_custom: false,
  })),
  GIFTS,
]
const MARCUS = {
  id: 1,
  name: 'Marcus Bell',
  email: 'marcus@halden.example',
  role: 'admin',
  team_id: null,
  is_you: true,
  joined_at: '2026-11-01T10:00:00Z',
}
const DANA = {
  ...MARCUS,
  id: 2,
  name: 'Dana Whitlock',
  email: 'dana@halden.example',
  role: 'buyer',
  is_you: false,
}
const INVITATION = {
  id: 9,
  email: 'k.stone@halden.example',
  role: 'buyer',
  sent_at: '2026-11-20T10:00:00Z',
  expires_at: '2099-11-27T10:00:00Z',
  link: 'https://northwind.example/join/abc',
}
const EXPIRED = { ...INVITATION, id: 10, email: 'b.osei@halden.example', expires_at: '2026-11-17T10:00:00Z' }
const INVITED = {
  company: 'Halden Tools',
  invited_by: 'Marcus Bell',
  role: 'viewer',
  role_name: 'Viewer',
  email_hint: 'd…@halden.example',
  is_expired: false,
}
const cellText = (cell: HTMLElement) =>
  cell.querySelector('[aria-label]')?.getAttribute('aria-label') ?? cell.textContent
const refusal = (code: string, status: number, detail: string) =>
  Response.json({ code, status, title: code, detail, errors: [] }, { status })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  useToastStore.setState({ toasts: [] })
})
afterEach(() => {
  cleanup()
  act(closeModal)
  forgetCompany()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function openCompany(answers: Answers = {}, company: object = HALDEN) {
  const page = await renderPage('/company', {
    isSignedIn: true,
    answers: {
      'GET /api/v1/actual_user/': CUSTOMER,
      'GET /api/v1/companies/': [company],
      'GET /api/v1/company/people/': {
        company,
        people: [MARCUS, DANA],
        teams: [],
        roles: ROLES,
        invitations: [INVITATION, EXPIRED],
      },
      'GET /api/v1/company/joining/': { mode: 'approval', role: 'viewer', domains: [], requests: [] },
      ...answers,
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Halden Tools' })
  return page
}

const DATA =
  /Halden Tools(?: Inc\.)?|Dana (?:Whitlock|Halden)|Nov \d+(?:, \d+)?|Dismiss|English|Spanish|Terms|weekdays 8 to 6 Central|Marcus Bell|Gifts|Whitlock|Link|and|UTC|[A-Z][a-z]+\/[A-Z]\w+/g

test.each(['/company', '/join/abc'])('every text of %s is translated', async (path) => {
  document.documentElement.lang = 'en-XA'
  if (path === '/company') await openCompany()
  else await renderPage(path, { answers: joinAnswers })
  await screen.findAllByText(/Ŕōĺē|ŕōĺē/)
  document.documentElement.lang = 'en'
  expect(escapedTexts(document.body, DATA)).toEqual([])
})

test('shows people and invitations, and what each role may do', async () => {
  await openCompany()
  expect(screen.getByText('2 people, 2 invitations. Everyone sees the company’s orders.')).toBeTruthy()
  const people = within(screen.getByRole('table', { name: 'People' }))
  expect(people.getByText('(you)')).toBeTruthy()
  expect(people.getByRole('button', { name: /Role of Dana Whitlock/ })).toBeTruthy()
  const invitations = within(screen.getByRole('table', { name: 'Invitations' }))
  expect(invitations.getByText('Expired Nov 17')).toBeTruthy()
  expect(invitations.queryByRole('button', { name: 'Copy: Link for b.osei@halden.example' })).toBeNull()
  expect(screen.getByText('Admin, buyer, approver, finance, viewer, and 1 custom role.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Compare roles' }))
  const table = within(await screen.findByRole('dialog', { name: 'Compare roles' })).getByRole('table')
  const row = within(table).getByRole('row', { name: /^Gifts/ })
  expect(within(row).getAllByRole('cell').map(cellText)).toEqual(
    COMPANY_CAPABILITIES.map((one) => (GIFTS.capabilities.includes(one) ? 'Yes' : 'No')),
  )
})

test('a buyer sees people and can only leave', async () => {
  await openCompany(
    {
      'GET /api/v1/company/people/': {
        company: { ...HALDEN, ...inRole('buyer') },
        people: [MARCUS, DANA],
        teams: [],
        roles: ROLES,
        invitations: [],
      },
    },
    { ...HALDEN, ...inRole('buyer') },
  )
  expect(screen.queryByRole('button', { name: /Invite|Edit|Role of|Actions for Dana/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Actions for Marcus Bell' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Leave company',
  ])
})

test('a custom role gives only what it can do itself', async () => {
  const company = { ...HALDEN, role: GIFTS.key, role_name: GIFTS.name, capabilities: GIFTS.capabilities }
  await openCompany(
    {
      'GET /api/v1/company/people/': {
        company,
        people: [MARCUS, DANA],
        teams: [],
        roles: ROLES,
        invitations: [],
      },
    },
    company,
  )
  expect(screen.queryByRole('button', { name: /Role of Marcus Bell/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /Role of Dana Whitlock/ }))
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent ?? '')
  expect(options.map((text) => ROLES.find(({ name }) => text.startsWith(name))?.name)).toEqual([
    'Buyer',
    'Viewer',
    'Gifts',
  ])
})

test('names a wrong address before sending, and the server’s answer at the field', async () => {
  let answer: unknown = Response.json(
    {
      code: 'invalid',
      status: 400,
      detail: 'Check the fields.',
      errors: [
        { field: 'emails.1', code: 'taken', message: 'joy@halden.example is already in the company.' },
      ],
    },
    { status: 400 },
  )
  const { requests } = await openCompany({ 'POST /api/v1/company/invitations/': () => answer })
  const posts = () => requests.filter(({ method }) => method === 'POST')
  fireEvent.click(screen.getByRole('button', { name: 'Invite people' }))
  const field = await screen.findByLabelText('Email addresses')
  fireEvent.change(field, { target: { value: 'k@halden.example, marcus' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send invitations' }))
  expect(await screen.findByText('Check marcus.')).toBeTruthy()
  expect(posts()).toHaveLength(0)

  fireEvent.change(field, { target: { value: 'k@halden.example joy@halden.example' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send invitations' }))
  expect(await screen.findByText('joy@halden.example is already in the company.')).toBeTruthy()

  const overLimit = 'Your company can send 100 invitations a day. Try again in 3 hours.'
  const errors = [{ field: 'emails', code: 'too_many', message: overLimit }]
  answer = Response.json({ code: 'too_many_requests', status: 429, errors }, { status: 429 })
  fireEvent.change(field, { target: { value: 'k@halden.example' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send invitations' }))
  expect(await screen.findByText(overLimit)).toBeTruthy()
  expect(field).toHaveProperty('value', 'k@halden.example')

  answer = [INVITATION]
  fireEvent.click(screen.getByRole('button', { name: 'Send invitations' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(String(posts().at(-1)?.body)).toContain('emails=%5B%22k%40halden.example%22%5D&role=buyer')
})

test('says when an invitation can be sent again', async () => {
  const message = 'We recently emailed an invitation. You can send another in 4 hours.'
  const errors = [{ field: 'emails', code: 'too_many', message }]
  await openCompany({
    'POST /api/v1/company/invitations/9/send_again/': () =>
      Response.json({ code: 'too_many_requests', status: 429, errors }, { status: 429 }),
  })
  fireEvent.click(screen.getByRole('button', { name: 'Send again to k.stone@halden.example' }))
  await waitFor(() => expect(useToastStore.getState().toasts).toMatchObject([{ text: message }]))
})

test('keeps a removal open that the server refuses, with its reason', async () => {
  await openCompany({
    'DELETE /api/v1/company/people/1/': () => refusal('last_admin', 409, 'A company needs an admin.'),
  })
  fireEvent.click(screen.getByRole('button', { name: 'Actions for Marcus Bell' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Leave company' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Leave company' }))
  expect(await screen.findByText('A company needs an admin.')).toBeTruthy()
})

test('switches between two companies in the header', async () => {
  const { router } = await openCompany({ 'GET /api/v1/companies/': [HALDEN, OWN] })
  fireEvent.click(await screen.findByRole('button', { name: 'Halden Tools, switch company' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Whitlock & Co\. ?Admin/ }))
  expect(await screen.findByRole('button', { name: 'Whitlock & Co., switch company' })).toBeTruthy()
  await waitFor(() => expect(router.state.location.pathname).toBe('/my-rewards'))
})

const joinAnswers: Answers = {
  'GET /api/v1/actual_user/': CUSTOMER,
  'GET /api/v1/companies/': [OWN],
  'GET /api/v1/company_invitations/abc/': INVITED,
}

test('an invitation leads through signing in and back', async () => {
  await renderPage('/join/abc', { answers: joinAnswers })
  await screen.findByRole('heading', { name: 'Join Halden Tools' })
  expect(screen.getByText('Marcus Bell invited you.')).toBeTruthy()
  for (const [name, login] of [
    ['Sign in', 'signIn'],
    ['Create account', 'signUp'],
  ]) {
    const url = new URL(screen.getByRole('link', { name }).getAttribute('href') ?? '', 'http://localhost')
    expect(Object.fromEntries(url.searchParams)).toEqual({ login, redirect: '/join/abc' })
  }
})

test('joining switches to the company', async () => {
  const { router } = await renderPage('/join/abc', {
    isSignedIn: true,
    answers: {
      ...joinAnswers,
      'POST /api/v1/company_invitations/abc/accept/': { ...HALDEN, ...inRole('viewer') },
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Join Halden Tools' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/my-rewards'))
  await waitFor(() =>
    expect(useToastStore.getState().toasts.map(({ title }) => title)).toContain('You’ve joined Halden Tools'),
  )
})

test('asks to sign out of an account that the invitation isn’t for', async () => {
  await renderPage('/join/abc', {
    isSignedIn: true,
    answers: {
      ...joinAnswers,
      'POST /api/v1/company_invitations/abc/accept/': () =>
        refusal('invitation_for_other', 403, 'It was sent to d…@halden.example.'),
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Join Halden Tools' }))
  expect(await screen.findByText('It was sent to d…@halden.example.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  expect(await screen.findByRole('link', { name: 'Sign in' })).toBeTruthy()
})

test('an account that can’t be the invited one isn’t offered to join', async () => {
  await renderPage('/join/abc', {
    isSignedIn: true,
    answers: {
      ...joinAnswers,
      'GET /api/v1/company_invitations/abc/': { ...INVITED, email_hint: 'n…@brightwater.example' },
    },
  })
  expect(await screen.findByText(/This invitation is for n…@brightwater\.example/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Join Halden Tools' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy()
})

test('an expired invitation, and one that is gone, say so', async () => {
  await renderPage('/join/abc', {
    answers: { 'GET /api/v1/company_invitations/abc/': { ...INVITED, is_expired: true } },
  })
  expect(await screen.findByRole('heading', { name: 'This invitation has expired' })).toBeTruthy()
  cleanup()
  await renderPage('/join/abc', {
    answers: { 'GET /api/v1/company_invitations/abc/': () => refusal('invitation_not_found', 404, 'Gone.') },
  })
  expect(await screen.findByRole('heading', { name: 'This invitation is no longer open' })).toBeTruthy()
})

test('says one person and one invitation', () => {
  expect(peopleSentence(1, 0)).toBe('1 person.')
  expect(peopleSentence(1, 1)).toBe('1 person, 1 invitation.')
  expect(peopleSentence(2, 0)).toBe('2 people. Everyone sees the company’s orders.')
})

test('says when an invitation was sent and how long it can be accepted', () => {
  const sent = { ...INVITATION, sentAt: '2026-11-21T12:00:00Z', expiresAt: '2026-11-28T12:00:00Z' }
  const at = (iso: string) => sentText(sent as never, new Date(iso))
  expect(at('2026-11-21T15:00:00Z')).toBe('Sent today, expires Nov 28')
  expect(at('2026-11-23T15:00:00Z')).toBe('Sent Nov 21, expires Nov 28')
  expect(at('2026-11-28T12:00:00Z')).toBeUndefined()
})
