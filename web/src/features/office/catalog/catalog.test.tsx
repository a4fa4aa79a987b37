// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { officeAnswers } from '../../../testing/office-fixture.ts'
import { type Answers, renderPage } from '../../../testing/render-page.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const answer = (id: number, name: string, active = true) => ({ id, version: 5, active, values: { name } })
const CATALOG = {
  rewards: [],
  templates: [],
  amounts: [],
  messages: [],
  shipping_options: [],
  reward_infos: [],
  landing: [],
  heard_about: [answer(1, 'A colleague'), answer(2, 'A web search')],
}
const open = (answers: Answers = {}) =>
  renderPage('/office/catalog?kind=heard_about', {
    answers: { ...officeAnswers(), 'GET /api/v1/office/catalog/': CATALOG, ...answers },
  })
const written = (requests: { method: string; path: string; body: unknown }[]) =>
  requests
    .filter(({ method }) => method !== 'GET')
    .map(({ path, body }) => [path, Object.fromEntries(new URLSearchParams(String(body)))])

test('reorders and switches entries with one click, and shows the result', async () => {
  const { requests } = await open({
    'POST /api/v1/office/catalog/heard_about/order/': {
      ...CATALOG,
      heard_about: [answer(2, 'A web search'), answer(1, 'A colleague')],
    },
    'PATCH /api/v1/office/catalog/heard_about/1/': {
      ...CATALOG,
      heard_about: [answer(2, 'A web search'), answer(1, 'A colleague', false)],
    },
  })
  await screen.findByText('A colleague')
  fireEvent.click(screen.getByRole('button', { name: 'Move A colleague down' }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Move A colleague down' })).toHaveProperty('disabled', true),
  )
  fireEvent.click(screen.getByRole('switch', { name: 'A colleague is offered' }))
  expect(await screen.findByText('Off')).toBeTruthy()
  expect(written(requests)).toEqual([
    ['/api/v1/office/catalog/heard_about/order/', { ids: '[2,1]' }],
    ['/api/v1/office/catalog/heard_about/1/', { seen_version: '5', active: 'false' }],
  ])
})

test('a read from before a change, answered after it, does not undo it on screen', async () => {
  const late = Promise.withResolvers<object>()
  let reads = 0
  const { queryClient } = await open({
    'GET /api/v1/office/catalog/': () => (++reads === 1 ? CATALOG : late.promise),
    'PATCH /api/v1/office/catalog/heard_about/1/': {
      ...CATALOG,
      heard_about: [answer(1, 'A colleague', false), answer(2, 'A web search')],
    },
  })
  const toggle = await screen.findByRole('switch', { name: 'A colleague is offered' })
  void queryClient.invalidateQueries()
  await waitFor(() => expect(reads).toBe(2))
  fireEvent.click(toggle)
  await screen.findByText('Off')
  late.resolve(CATALOG)
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.getByText('Off')).toBeTruthy()
})

test('shows errors at their fields and keeps the drawer open', async () => {
  await open({
    'POST /api/v1/office/catalog/heard_about/': () =>
      Response.json(
        {
          code: 'validation_failed',
          errors: [{ field: 'name', code: 'taken', message: 'This is already in the list.' }],
        },
        { status: 400 },
      ),
  })
  await screen.findByText('A colleague')
  fireEvent.click(screen.getByRole('button', { name: 'Add answer' }))
  fireEvent.change(screen.getByLabelText('Answer'), { target: { value: 'A colleague' } })
  fireEvent.submit(screen.getByLabelText('Answer'))
  expect(await screen.findByText('This is already in the list.')).toBeTruthy()
  expect(screen.getByLabelText('Answer').getAttribute('aria-invalid')).toBe('true')
})

test('offers only missing parts of the home page, by name', async () => {
  const hero = {
    ...{ id: 9, version: 1, active: true, name: 'hero' },
    values: { content: { title: '', lead: '', items: [] } },
  }
  const { requests } = await renderPage('/office/catalog?kind=landing', {
    answers: {
      ...officeAnswers(),
      'GET /api/v1/office/catalog/': { ...CATALOG, landing: [hero] },
      'POST /api/v1/office/catalog/landing/': CATALOG,
    },
  })
  expect(await screen.findByText('Top of the page')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Add part' }))
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Three ways' } })
  fireEvent.submit(screen.getByLabelText('Title'))
  await waitFor(() => expect(written(requests)).toHaveLength(1))
  expect(written(requests)[0]![1]).toMatchObject({ name: 'ways' })
})
