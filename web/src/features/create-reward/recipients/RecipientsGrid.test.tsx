// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { person } from './person-fixture.ts'
import { RecipientsGrid } from './RecipientsGrid.tsx'
import { type Recipient, recipientQueries } from './recipients.queries.ts'
import { makeRowEdits, type RowEdits } from './row-edits.ts'
import { changedRow } from './row-problems.ts'
import { useRecipientList } from './use-recipient-list.ts'

vi.mock('../../../app/session.ts', () => ({ idToken: async () => undefined, subscribeToSession: () => {} }))

const ITEM = 7
const EVERYONE = { only: 'everyone', search: '' } as const
const LIMITS = { minValueCents: 1_000, maxValueCents: 100_000 }
const PEOPLE = [
  person({ id: 1, position: 1 }),
  person({ id: 2, position: 2, firstName: 'Priya', lastName: 'Nair' }),
  changedRow(person({ id: 3, position: 3, firstName: 'Tomás' }), { zip: '9021' }, 'direct', LIMITS),
]

let patches: { path: string; body: string }[]
let answer: (body: URLSearchParams, id: number) => Response | Promise<Response>

beforeEach(() => {
  patches = []
  answer = (body, id) => {
    const row = PEOPLE.find((one) => one.id === id)!
    return Response.json({ ...wire(row), ...Object.fromEntries(body), problems: [], needs_attention: false })
  }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body = new URLSearchParams(String(init.body))
    patches.push({ path, body: String(body) })
    return answer(body, Number(path.match(/(\d+)\/$/)?.[1]))
  })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('scrollTo', () => {})
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(45)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The row as it travels; only what the grid reads matters. */
function wire(row: Recipient) {
  const { firstName, lastName, cardItemId, amountCents, ...rest } = row
  return {
    ...rest,
    first_name: firstName,
    last_name: lastName,
    card_item_id: cardItemId,
    amount_cents: amountCents,
  }
}

function Screen({ edits }: { edits: RowEdits }) {
  const list = useRecipientList(ITEM, EVERYONE)
  return (
    <RecipientsGrid
      list={list}
      edits={edits}
      rewardType="direct"
      everyoneCents={5_000}
      onAsk={() => {}}
      onRemove={(row) => edits.remove(row.id)}
      selected={new Set()}
      onSelected={() => {}}
    />
  )
}

function openGrid() {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  })
  queryClient.setQueryData(recipientQueries.page(ITEM, EVERYONE, 1).queryKey, {
    count: 3,
    next: null,
    previous: null,
    results: PEOPLE,
    totalCount: 3,
    attentionCount: 1,
    valueCents: 15_000,
  })
  const edits = makeRowEdits({
    queryClient,
    itemId: ITEM,
    everyoneCents: () => 5_000,
    judge: (row, change) => changedRow(row, change, 'direct', LIMITS),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <Screen edits={edits} />
    </QueryClientProvider>,
  )
  return { edits, queryClient }
}

const at = (row: number, column: number) =>
  document.querySelector<HTMLElement>(`[data-cell="${row}-${column}"]`)!
const press = (key: string, more: object = {}) => fireEvent.keyDown(document.activeElement!, { key, ...more })
const type = (text: string) => fireEvent.change(document.activeElement!, { target: { value: text } })

test('the grid says how many rows there are, its head included', () => {
  openGrid()
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('4')
})

test('one cell of the grid is in the tab order, and arrows move it', () => {
  openGrid()
  const inOrder = () =>
    [...document.querySelectorAll('[data-cell][tabindex="0"]')].map((one) => one.getAttribute('data-cell'))
  expect(inOrder()).toEqual(['0-2'])
  at(0, 2).focus()
  press('ArrowDown')
  press('ArrowRight')
  expect(document.activeElement).toBe(at(1, 3))
  expect(inOrder()).toEqual(['1-3'])
})

test('Enter edits, Enter again saves and goes down; the change shows before the server has answered', async () => {
  openGrid()
  answer = () => new Promise(() => {})
  at(0, 4).focus()
  press('Enter')
  type('Salem')
  press('Enter')
  expect(document.activeElement).toBe(at(1, 4))
  await waitFor(() => expect(at(0, 4).textContent).toBe('Salem'))
  await waitFor(() =>
    expect(patches).toEqual([{ path: '/api/v1/card_recipient_details/1/', body: 'city=Salem' }]),
  )
})

test('Esc undoes what was typed, and nothing travels', () => {
  openGrid()
  at(0, 4).focus()
  press('Enter')
  type('Salem')
  press('Escape')
  expect(document.activeElement).toBe(at(0, 4))
  expect(at(0, 4).textContent).toBe('Portland')
  expect(patches).toEqual([])
})

test('Tab saves and edits the next cell', async () => {
  openGrid()
  at(0, 4).focus()
  press('Enter')
  type('Salem')
  press('Tab')
  expect(screen.getByRole('textbox').getAttribute('aria-label')).toBe('State, row 1')
  await waitFor(() => expect(patches).toHaveLength(1))
})

test('a letter opens the cell with itself', () => {
  openGrid()
  at(1, 4).focus()
  press('S')
  expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe('S')
})

test('the problem of a row stands under it, and its button opens the cell to mend', async () => {
  openGrid()
  fireEvent.click(screen.getByRole('button', { name: 'Change ZIP code' }))
  expect(screen.getByRole('textbox').getAttribute('aria-label')).toBe('ZIP, row 3')
  type('97214')
  press('Enter')
  await waitFor(() => expect(screen.queryByText('A ZIP code has five digits.')).toBeNull())
})

test('a change that cannot be saved stays at its cell with the reason, and can be tried again', async () => {
  openGrid()
  const works = answer
  answer = () =>
    Response.json({ code: 'fault', detail: 'Nothing was lost. Try again in a moment.' }, { status: 500 })
  at(0, 4).focus()
  press('Enter')
  type('Salem')
  press('Enter')
  await screen.findByText('Nothing was lost. Try again in a moment.')
  expect(at(0, 4).textContent).toBe('Salem')
  expect(screen.getByText('Not saved yet')).toBeTruthy()

  answer = works
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('Nothing was lost. Try again in a moment.')).toBeNull())
  expect(at(0, 4).textContent).toBe('Salem')
})

test('text that is no amount stays at its cell and never travels', () => {
  openGrid()
  at(0, 7).focus()
  press('Enter')
  type('fifty')
  press('Enter')
  expect(screen.getByText('fifty is not an amount. Write it like 50 or 49.50.')).toBeTruthy()
  expect(at(0, 7).textContent).toBe('fifty')
  expect(patches).toEqual([])
})

test('Delete on a row’s number marks the person as removed, and undoing brings them back', async () => {
  const { edits } = openGrid()
  at(1, 1).focus()
  press('Delete')
  await waitFor(() => expect(at(1, 8).textContent).toBe('Removed'))
  expect(edits.restore(2)).toBe(true)
  await waitFor(() => expect(at(1, 8).textContent).toBe('Ready'))
  await edits.flush()
  expect(patches).toEqual([])
})

test('a removal is carried out before the list is left', async () => {
  const { edits } = openGrid()
  answer = () => new Response(null, { status: 204 })
  edits.remove(2)
  await edits.flush()
  expect(patches[0]?.path).toBe('/api/v1/card_recipient_details/2/')
  expect(edits.restore(2)).toBe(false)
})
