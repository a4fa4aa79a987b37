// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ME, officeAnswers } from '../../../testing/office-fixture.ts'
import { renderPage } from '../../../testing/render-page.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const JOB = {
  id: '0b1c2d3e-0000-4000-8000-000000000001',
  queue: 'mail.order-placed',
  about: 'order:7',
  reason: 'connect ECONNREFUSED',
  attempts: 9,
  failed_at: '2026-11-20T10:00:00Z',
}
const answers = () => ({
  ...officeAnswers(),
  'GET /api/v1/office/system/queues/': [
    { name: 'mail.order-placed', waiting: 2, running: 0, failed: 1, oldest_waiting_at: null },
  ],
  'GET /api/v1/office/system/failed_jobs/': { count: 1, results: [JOB] },
  'POST /api/v1/office/system/failed_jobs/retry/': { retried: 1 },
  'GET /api/v1/office/system/health/': {
    checked_at: '2026-11-20T10:00:00Z',
    checks: [{ name: 'mail', state: 'down', detail: 'No server answers at this address.', took_ms: 3 }],
    versions: [{ name: 'Laurel', version: '0.1.0' }],
    direct_uploads: null,
  },
})

test('shows why jobs failed, and retries them by queue', async () => {
  const { requests } = await renderPage('/office/system', { answers: answers() })
  expect(await screen.findByText('connect ECONNREFUSED')).toBeTruthy()
  expect(await screen.findByText('No server answers at this address.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Run Email: order placed again' }))
  await waitFor(() => expect(requests.some(({ method }) => method === 'POST')).toBe(true))
  const body = new URLSearchParams(String(requests.find(({ method }) => method === 'POST')?.body))
  expect(body.get('queue')).toBe('mail.order-placed')
  expect(body.get('ids')).toBe(JSON.stringify([JOB.id]))
})

test('view-only staff see no retry', async () => {
  const me = { ...ME, role: 'viewer', capabilities: ['system.read'] }
  await renderPage('/office/system', { answers: { ...answers(), 'GET /api/v1/office/me/': me } })
  expect(await screen.findByText('connect ECONNREFUSED')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Run/ })).toBeNull()
})

test('shows the CORS rule until the bucket allows uploads, and tests it', async () => {
  const direct = (is_allowed: boolean) => ({
    ...answers(),
    'GET /api/v1/office/system/health/': {
      ...answers()['GET /api/v1/office/system/health/'],
      direct_uploads: {
        is_allowed,
        storage: 'https://files.example.com',
        cors_rule: '[{"AllowedMethods":["PUT"]}]',
      },
    },
  })
  const { requests } = await renderPage('/office/system', { answers: direct(false) })
  expect(await screen.findByText('[{"AllowedMethods":["PUT"]}]')).toBeTruthy()
  const asked = () => requests.filter(({ path }) => path.includes('/system/health/')).length
  const before = asked()
  fireEvent.click(screen.getByRole('button', { name: 'Test rule' }))
  await waitFor(() => expect(asked()).toBe(before + 1))
  cleanup()

  await renderPage('/office/system', { answers: direct(true) })
  expect(await screen.findByText('Browsers send customers’ files to your bucket directly.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Test rule' })).toBeNull()
})
