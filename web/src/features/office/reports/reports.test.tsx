// @vitest-environment happy-dom

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ME, officeAnswers } from '../../../testing/office-fixture.ts'
import { type Answers, renderPage } from '../../../testing/render-page.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const REPORTS = '/api/v1/office/reports/'
const SAVED = '/api/v1/office/saved_reports/'
const REPORT = {
  time_zone: 'America/Chicago',
  from: null,
  until: null,
  columns: [
    { title: 'Month', type: 'text' },
    { title: 'Unclaimed at end (USD)', type: 'cents' },
  ],
  rows: [['2026-11', 10_250]],
  has_more: false,
  totals: [{ title: 'Unclaimed', type: 'cents', value: 10_250 }],
  groups: [],
}
const READER = { id: 2, name: 'Robin Hale', email: 'robin@northwind.example' }

async function open(path: string, answers: Answers = {}, me: object = ME) {
  const asked: Record<string, string>[] = []
  const page = await renderPage(path, {
    answers: {
      ...officeAnswers(),
      'GET /api/v1/office/me/': me,
      [`GET ${REPORTS}`]: (query: URLSearchParams) => {
        asked.push(Object.fromEntries(query))
        return REPORT
      },
      [`GET ${REPORTS}files/`]: [],
      [`GET ${REPORTS}readers/`]: [READER],
      [`GET ${SAVED}`]: [],
      ...answers,
    },
  })
  return { ...page, asked }
}

test('limits a report to a status and a company, and drops a status that another report doesn’t have', async () => {
  const { asked, router } = await open('/office/reports?kind=payments&range=all&status=failed&companyId=3', {
    'GET /api/v1/office/companies/3/': { name: 'Halden Tools' },
  })
  await screen.findByRole('table', { name: 'Rows' })
  expect(asked[0]).toEqual({ kind: 'payments', range: 'all', status: 'failed', company_id: '3' })
  expect(await screen.findByText('Only Halden Tools')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /Payments.*Report|Report.*Payments/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'Ledger' }))
  await waitFor(() => expect(asked.at(-1)).toEqual({ kind: 'ledger', range: 'all', company_id: '3' }))
  expect(screen.queryByText('Status')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show all companies' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ kind: 'ledger', range: 'all' }))
})

test('says at the field that the last day is before the first, and asks for nothing', async () => {
  const { asked } = await open('/office/reports?kind=ledger&range=days&from=2026-03-02&until=2026-03-01')
  expect(await screen.findByText('Choose a day that isn’t before the first.')).toBeTruthy()
  expect(asked).toEqual([])
  fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2026-03-02' } })
  await waitFor(() => expect(asked).toHaveLength(1))
})

test('saves a scheduled report for staff who can see reports', async () => {
  const saved = {
    ...{ id: 3, name: 'Month end', settings: { kind: 'liability', range: 'last_month' }, format: 'csv' },
    ...{ every: 'monthly', day: 1, time: '08:00', readers: [READER], next_at: '2026-12-01T14:00:00Z' },
  }
  const { requests } = await open('/office/reports?kind=liability&range=last_month', {
    [`POST ${SAVED}`]: saved,
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Save report' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Month end' } })
  fireEvent.click(dialog.getByRole('button', { name: /Email it/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'Every month' }))
  fireEvent.click(dialog.getByRole('checkbox', { name: /Robin Hale/ }))
  fireEvent.click(dialog.getByRole('button', { name: 'Save report' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [sent] = requests.filter(({ method }) => method === 'POST')
  const body = Object.fromEntries(new URLSearchParams(String(sent!.body)))
  expect(body).toMatchObject({ kind: 'liability', range: 'last_month', every: 'monthly', reader_ids: '[2]' })
})

test('isn’t in the navigation of staff who can’t see reports', async () => {
  await open('/office/orders', {}, { ...ME, role: 'viewer', capabilities: ['orders.read'] })
  await screen.findAllByRole('link', { name: /Orders/ })
  expect(screen.queryByRole('link', { name: 'Reports' })).toBeNull()
})
