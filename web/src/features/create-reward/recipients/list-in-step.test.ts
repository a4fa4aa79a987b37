import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useToastStore } from '../../../app/toast-store.ts'
import { person } from '../../../testing/person-fixture.ts'
import { columnsOf } from './columns.ts'
import { makeListChanges } from './list-changes.ts'
import { EVERYONE, type Recipient, recipientQueries } from './recipients.queries.ts'
import { makeRowEdits } from './row-edits.ts'
import { changedRow } from './row-problems.ts'

vi.mock('../../../app/session.ts', () => ({ idToken: async () => undefined, subscribeToSession: () => {} }))

const ITEM = 7
const LIMITS = { minValueCents: 1_000, maxValueCents: 100_000 }
const PAGE = recipientQueries.page(ITEM, EVERYONE, 1)
const CITY = columnsOf('direct').find(({ key }) => key === 'city')!
const STATE = columnsOf('direct').find(({ key }) => key === 'state')!
const VALUE = columnsOf('direct').find(({ key }) => key === 'value')!

type Request = { what: string; answer: (body: object) => void }
/** Requests that wait for an answer, oldest first. */
let waiting: Request[]
let stopWatching: () => void

beforeEach(() => {
  waiting = []
  useToastStore.setState({ toasts: [] })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', (path: string, { method, body }: RequestInit) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const what = `${method} ${path.replace('/api/v1/card_recipient_details', '').replace(/\?.*/, '')} ${body ?? ''}`
    waiting.push({ what: what.trim(), answer: (json) => resolve(Response.json(json)) })
    return promise
  })
})
afterEach(() => {
  vi.useRealTimers()
  stopWatching()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function nextRequest(what: string): Promise<Request> {
  await vi.waitFor(() => expect(waiting.map((one) => one.what)).toContain(what))
  const at = waiting.findIndex((one) => one.what === what)
  return waiting.splice(at, 1)[0]!
}

const wire = ({ firstName, lastName, cardItemId, amountCents, ...rest }: Recipient) => ({
  ...rest,
  first_name: firstName,
  last_name: lastName,
  card_item_id: cardItemId,
  amount_cents: amountCents,
})
const saved = (row: Recipient, others: Recipient[] = []) => ({ ...wire(row), also_changed: others.map(wire) })
const listOf = (...rows: Recipient[]) => ({
  count: rows.length,
  results: rows.map(wire),
  total_count: rows.length,
  problem_counts: [],
})

/** Observes the first page, as the grid does. */
async function openList(...rows: Recipient[]) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
  const observer = new QueryObserver(queryClient, PAGE)
  stopWatching = observer.subscribe(() => {})
  ;(await nextRequest('GET /')).answer(listOf(...rows))
  const shown = () => queryClient.getQueryData(PAGE.queryKey)?.results ?? []
  await vi.waitFor(() => expect(shown()).toHaveLength(rows.length))
  const edits = makeRowEdits({
    queryClient,
    itemId: ITEM,
    everyoneCents: () => 5_000,
    judge: (row, change) => changedRow(row, change, 'direct', LIMITS),
  })
  const changes = makeListChanges({ queryClient, itemId: ITEM, edits })
  return { queryClient, edits, changes, shown, cities: () => shown().map(({ city }) => city) }
}

test('discards a page that was read before a change', async () => {
  const maya = person({ id: 1 })
  const { queryClient, edits, cities } = await openList(maya)
  void queryClient.invalidateQueries({ queryKey: PAGE.queryKey })
  const slow = await nextRequest('GET /')

  edits.edit(maya, CITY, 'Salem')
  const change = await nextRequest('PATCH /1/ city=Salem')
  change.answer(saved(person({ id: 1, city: 'Salem' })))
  await vi.waitFor(() => expect(edits.store.getState().sending).toBe(0))
  // This answer is from before the change.
  slow.answer(listOf(maya))
  const again = await nextRequest('GET /')
  expect(cities()).toEqual(['Salem'])
  again.answer(listOf(person({ id: 1, city: 'Salem' })))
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(cities()).toEqual(['Salem'])
})

test('sends changes of a row in order and shows the last answer', async () => {
  const maya = person({ id: 1 })
  const { edits, shown } = await openList(maya)
  edits.edit(maya, CITY, 'Salem')
  edits.edit(shown()[0]!, STATE, 'WA')
  const first = await nextRequest('PATCH /1/ city=Salem')
  expect(waiting).toEqual([])
  expect(shown()).toMatchObject([{ city: 'Salem', state: 'WA' }])

  first.answer(saved(person({ id: 1, city: 'Salem' })))
  const second = await nextRequest('PATCH /1/ state=WA')
  expect(shown()).toMatchObject([{ city: 'Salem', state: 'WA' }])
  second.answer(saved(person({ id: 1, city: 'SALEM', state: 'WA' })))
  await vi.waitFor(() => expect(shown()).toMatchObject([{ city: 'SALEM', state: 'WA' }]))
})

test('reverts a failed change and keeps later ones', async () => {
  const maya = person({ id: 1 })
  const { edits, shown } = await openList(maya)
  edits.edit(maya, CITY, 'Salem')
  edits.edit(shown()[0]!, STATE, 'WA')
  ;(await nextRequest('PATCH /1/ city=Salem')).answer({ not: 'a row' })
  const second = await nextRequest('PATCH /1/ state=WA')
  expect(shown()).toMatchObject([{ city: 'Portland', state: 'WA' }])
  second.answer(saved(person({ id: 1, state: 'WA' })))
  await vi.waitFor(() => expect(edits.store.getState().sending).toBe(0))
  expect(shown()).toMatchObject([{ city: 'Portland', state: 'WA' }])
})

test('Ctrl Z undoes a change as soon as it is answered, before the list is reloaded', async () => {
  const { changes } = await openList(person({ id: 1 }))
  const row = person({ id: 1 })
  void changes.paste([row], [CITY], [['Salem']])
  ;(
    await nextRequest(
      'POST /edits/ card_item_id=7&edited=%5B%7B%22id%22%3A1%2C%22city%22%3A%22Salem%22%7D%5D&added=%5B%5D',
    )
  ).answer({ undo_token: 'paste', edited: [], added: [] })
  ;(await nextRequest('GET /')).answer(listOf(person({ id: 1, city: 'Salem' })))
  await vi.waitFor(() => expect(useToastStore.getState().toasts).toHaveLength(1))

  const everybody = { isAll: true, ids: new Set<number>() }
  void changes.give(everybody, EVERYONE, { amountCents: 7_500 })
  const give = await nextRequest(
    'POST /bulk_change/ card_item_id=7&action=set&all=true&except_ids=%5B%5D&amount_cents=7500',
  )
  // Pressed while the value is being saved, so it undoes the value and not the earlier paste.
  void changes.undoLast()
  give.answer({ undo_token: 'give', changed_count: 1 })
  const read = await nextRequest('GET /')
  expect(useToastStore.getState().toasts.at(-1)).toMatchObject({ title: '1 person changed' })
  read.answer(listOf(person({ id: 1, city: 'Salem', amountCents: 7_500 })))
  await nextRequest('POST /undo/ undo_token=give')
})

test('offers Undo until some time after the list was reloaded', async () => {
  const { changes } = await openList(person({ id: 1 }))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const titles = () => useToastStore.getState().toasts.map(({ title }) => title)
  void changes.giveEveryonesValue(EVERYONE)
  const give = await nextRequest(
    'POST /bulk_change/ card_item_id=7&action=set&all=true&except_ids=%5B%5D&amount_cents=',
  )
  give.answer({ undo_token: 'give', changed_count: 1 })
  const read = await nextRequest('GET /')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(titles()).toEqual(['1 person changed'])
  read.answer(listOf(person({ id: 1 })))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(titles()).toEqual([])
})

test('withdraws Undo when leaving the list, and reloads it', async () => {
  const { changes, shown } = await openList(person({ id: 1 }))
  void changes.removeOne(shown()[0]!, EVERYONE)
  const removal = await nextRequest('POST /bulk_change/ card_item_id=7&action=delete&ids=%5B1%5D')
  removal.answer({ undo_token: 'gone', changed_count: 1 })
  await vi.waitFor(() => expect(useToastStore.getState().toasts[0]?.isShown).toBe(true))
  changes.leave()
  expect(useToastStore.getState().toasts[0]?.isShown).toBe(false)
  ;(await nextRequest('GET /')).answer(listOf())
  await vi.waitFor(() => expect(shown()).toEqual([]))
})

test('removing a person changes the sums, and a failure restores them', async () => {
  const { queryClient, changes, shown } = await openList(person({ id: 1 }), person({ id: 2 }))
  const total = () => queryClient.getQueryData(PAGE.queryKey)?.totalCount
  void changes.removeOne(shown()[0]!, EVERYONE)
  const removal = await nextRequest('POST /bulk_change/ card_item_id=7&action=delete&ids=%5B1%5D')
  expect(total()).toBe(1)
  expect(shown()).toHaveLength(2)
  queryClient.setQueryData(['recipients', ITEM, 'at', 1], {})
  removal.answer({ undo_token: 'gone', changed_count: 1 })
  await vi.waitFor(() => expect(useToastStore.getState().toasts).toHaveLength(1))
  expect(total()).toBe(1)
  // Previews count the remaining people again.
  expect(queryClient.getQueryData(['recipients', ITEM, 'at', 1])).toBeUndefined()

  const offline = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => offline.promise)
  void changes.removeOne(shown()[1]!, EVERYONE)
  await vi.waitFor(() => expect(total()).toBe(0))
  offline.reject(new TypeError('Failed to fetch'))
  await vi.waitFor(() => expect(total()).toBe(1))
})

test('sends changes again when the connection is back, but not refused ones', async () => {
  const maya = person({ id: 1 })
  const { edits, shown } = await openList(maya)
  const hasFailed = () => vi.waitFor(() => expect(edits.of(1).failure).toBeDefined())
  const online = globalThis.fetch
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  edits.edit(maya, CITY, 'Salem')
  await hasFailed()
  vi.stubGlobal('fetch', online)
  edits.retryOffline()
  ;(await nextRequest('PATCH /1/ city=Salem')).answer(saved(person({ id: 1, city: 'Salem' })))
  await vi.waitFor(() => expect(edits.of(1).failure).toBeUndefined())

  edits.edit(shown()[0]!, VALUE, 'fifty')
  await hasFailed()
  edits.retryOffline()
  expect(waiting).toEqual([])
})

test('updates the possible duplicates of a changed person', async () => {
  const twin = (problems: Recipient['problems']) => person({ id: 2, position: 2, problems })
  const warning = {
    field: 'first_name',
    code: 'duplicate',
    severity: 'warning' as const,
    message: 'Row 1.',
    value: '',
  }
  const { edits, shown } = await openList(person({ id: 1 }), twin([warning]))
  edits.edit(shown()[0]!, CITY, 'Salem')
  ;(await nextRequest('PATCH /1/ city=Salem')).answer(saved(person({ id: 1, city: 'Salem' }), [twin([])]))
  await vi.waitFor(() => expect(shown()[1]).toMatchObject({ problems: [] }))
})
