// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ListChanges, makeListChanges } from './list-changes.ts'
import { person } from './person-fixture.ts'
import { RecipientsGrid } from './RecipientsGrid.tsx'
import { EVERYONE, FILE_ORDER, type Recipient, recipientQueries } from './recipients.queries.ts'
import { makeRowEdits, type RowEdits } from './row-edits.ts'
import { changedRow } from './row-problems.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { useRecipientList } from './use-recipient-list.ts'
import { useSelection } from './use-selection.ts'
import { useUndoKey } from './use-undo-key.ts'

vi.mock('../../../app/session.ts', () => ({ idToken: async () => undefined, subscribeToSession: () => {} }))

const ITEM = 7
const TOKEN = 'abcdefghijklmnopqrstuv'
const LIMITS = { minValueCents: 1_000, maxValueCents: 100_000 }
const PEOPLE = [
  person({ id: 1, position: 1 }),
  person({ id: 2, position: 2, firstName: 'Priya', lastName: 'Nair' }),
  changedRow(person({ id: 3, position: 3, firstName: 'Tomás' }), { zip: '9021' }, 'direct', LIMITS),
]

let patches: { path: string; body: string }[]
let lists: string[]
let asked: number[]
let answer: (body: URLSearchParams, id: number) => Response | Promise<Response>

beforeEach(() => {
  patches = []
  lists = []
  asked = []
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
  vi.stubGlobal('CSS', { escape: (text: string) => text, supports: () => false })
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
    also_changed: [],
  }
}

type ScreenProps = { edits: RowEdits; changes: ListChanges; everyoneCents: number | null }

function Screen({ edits, changes, everyoneCents }: ScreenProps) {
  const list = useRecipientList(ITEM, EVERYONE)
  const selection = useSelection(list, EVERYONE)
  useUndoKey(changes)
  const [sort, setSort] = useState(FILE_ORDER)
  return (
    <>
      <p data-testid="selected">{selection.size}</p>
      {selection.size > 0 && (
        <SelectionBar
          view={EVERYONE}
          total={list.count}
          rewardType="direct"
          limits={LIMITS}
          everyoneCents={everyoneCents}
          selection={selection}
          changes={changes}
          onRemove={() => {}}
        />
      )}
      <p data-testid="sort">{`${sort.by} ${sort.isDescending}`}</p>
      <RecipientsGrid
        list={list}
        listKey=""
        edits={edits}
        changes={changes}
        rewardType="direct"
        everyoneCents={everyoneCents}
        target={null}
        nobody={null}
        selection={selection}
        sort={sort}
        onSort={setSort}
        onAsk={({ id }) => asked.push(id)}
        onRemove={(row) => void changes.removeOne(row, EVERYONE)}
        onRemoveSelected={() => void changes.remove(selection.selection, EVERYONE)}
        onKeep={(row, { code }) => void edits.keep(row, code)}
        onShowRow={() => {}}
        onList={(text) => lists.push(text)}
      />
    </>
  )
}

function openGrid(people: Recipient[] = PEOPLE, everyoneCents: number | null = 5_000) {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  })
  queryClient.setQueryData(recipientQueries.page(ITEM, EVERYONE, 1).queryKey, {
    count: people.length,
    next: null,
    previous: null,
    results: people,
    totalCount: people.length,
    attentionCount: 1,
    readyCount: people.length - 1,
    withoutValueCount: 0,
    warningCount: 0,
    suggestedCount: 0,
    valueCents: 15_000,
    problemCounts: [],
  })
  const edits = makeRowEdits({
    queryClient,
    itemId: ITEM,
    everyoneCents: () => 5_000,
    judge: (row, change) => changedRow(row, change, 'direct', LIMITS),
  })
  const changes = makeListChanges({ queryClient, itemId: ITEM, edits })
  render(
    <QueryClientProvider client={queryClient}>
      <Screen edits={edits} changes={changes} everyoneCents={everyoneCents} />
    </QueryClientProvider>,
  )
  return { edits, changes, queryClient }
}

const at = (row: number, column: number) =>
  document.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)!
const press = (key: string, more: object = {}) => fireEvent.keyDown(document.activeElement!, { key, ...more })
const paste = (text: string) =>
  fireEvent.paste(document.activeElement!, { clipboardData: { getData: () => text } })
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))
const type = (text: string) => fireEvent.change(document.activeElement!, { target: { value: text } })

test('the grid says how many rows there are, its head included', () => {
  openGrid()
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('4')
})

test('one cell of the grid is in the tab order, and arrows move it', () => {
  openGrid()
  const inOrder = () =>
    [...document.querySelectorAll('[data-cell][tabindex="0"]')].map((one) => one.getAttribute('data-cell'))
  expect(inOrder()).toEqual(['0:2'])
  at(0, 2).focus()
  press('ArrowDown')
  press('ArrowRight')
  expect(document.activeElement).toBe(at(1, 3))
  expect(inOrder()).toEqual(['1:3'])
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
  expect(at(0, 8).textContent).toBe('Not saved')

  answer = works
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('Nothing was lost. Try again in a moment.')).toBeNull())
  expect(at(0, 4).textContent).toBe('Salem')
})

test('an amount that may mean another is one click away', async () => {
  openGrid()
  answer = () => new Promise(() => {})
  at(0, 7).focus()
  press('Enter')
  type('1.250')
  press('Enter')
  expect(patches).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Use $1,250.00' }))
  await waitFor(() => expect(patches[0]?.body).toBe('amount_cents=125000'))
})

test('text that is no amount stays at its cell and never travels', () => {
  openGrid()
  at(0, 7).focus()
  press('Enter')
  type('fifty')
  press('Enter')
  expect(screen.getByText('fifty isn’t an amount. Enter it like 50 or 49.50.')).toBeTruthy()
  expect(at(0, 7).textContent).toBe('fifty')
  expect(patches).toEqual([])
})

test('Delete on a row’s number removes the person, struck through until they leave; Ctrl Z brings them back', async () => {
  openGrid()
  answer = () => Response.json({ undo_token: TOKEN, changed_count: 1 })
  at(1, 1).focus()
  press('Delete')
  await waitFor(() => expect(at(1, 8).textContent).toBe('Removed'))
  expect(at(1, 1).textContent).toBe('2')
  expect(screen.getByLabelText('Removed')).toBeTruthy()
  await waitFor(() => expect(patches).toHaveLength(1))
  expect(patches[0]).toEqual({
    path: '/api/v1/card_recipient_details/bulk_change/',
    body: 'card_item_id=7&action=delete&ids=%5B2%5D',
  })

  answer = () => Response.json({ restored_count: 1, kept_count: 0 })
  await settled()
  press('z', { ctrlKey: true })
  await waitFor(() =>
    expect(patches).toContainEqual({
      path: '/api/v1/card_recipient_details/undo/',
      body: `undo_token=${TOKEN}`,
    }),
  )
})

test('Ctrl Z takes back what was typed last', async () => {
  openGrid()
  at(0, 4).focus()
  press('Enter')
  type('Salem')
  press('Enter')
  await waitFor(() => expect(patches).toHaveLength(1))
  await settled()
  press('z', { ctrlKey: true })
  await waitFor(() => expect(patches.at(-1)?.body).toBe('city=Portland'))
  expect(at(0, 4).textContent).toBe('Portland')
})

test('a value given to several leads back to the list, and Ctrl Z takes it back from anywhere but a text field', async () => {
  openGrid()
  const list = { count: 3, results: PEOPLE.map(wire), total_count: 3, problem_counts: [] }
  answer = (body) => Response.json(body.has('action') ? { undo_token: TOKEN, changed_count: 3 } : list)
  at(1, 3).focus()
  press('a', { ctrlKey: true })
  const open = await screen.findByRole('button', { name: 'Set value' })
  open.focus()
  fireEvent.click(open)
  const value = await screen.findByLabelText('Value')
  fireEvent.change(value, { target: { value: '75' } })
  fireEvent.blur(value)
  fireEvent.click(screen.getByRole('button', { name: 'Set the value of 3' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(at(1, 3)))

  const undos = () => patches.filter(({ path }) => path.endsWith('/undo/'))
  answer = (body) => Response.json(body.has('undo_token') ? { restored_count: 3, kept_count: 0 } : list)
  const field = document.body.appendChild(document.createElement('input'))
  fireEvent.keyDown(field, { key: 'z', ctrlKey: true })
  field.remove()
  expect(undos()).toEqual([])
  fireEvent.keyDown(screen.getByRole('button', { name: 'Set message' }), { key: 'z', ctrlKey: true })
  await waitFor(() => expect(undos()).toHaveLength(1))
})

test('a person is opened from any of their cells with Ctrl Enter, and by the button of their row', () => {
  openGrid()
  at(1, 2).focus()
  press('Enter', { ctrlKey: true })
  expect(screen.queryByRole('textbox')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Open Priya Nair' }))
  expect(asked).toEqual([2, 2])
  expect(patches).toEqual([])
})

test('Delete in a cell empties it at once', async () => {
  openGrid()
  at(0, 4).focus()
  press('Delete')
  await waitFor(() => expect(patches[0]?.body).toBe('city='))
})

test('Shift with arrows selects rows, Ctrl A everybody, Esc nobody', async () => {
  openGrid()
  const selected = () => screen.getByTestId('selected').textContent
  at(0, 3).focus()
  press('ArrowDown', { shiftKey: true })
  await waitFor(() => expect(selected()).toBe('2'))
  press('ArrowUp', { shiftKey: true })
  await waitFor(() => expect(selected()).toBe('1'))
  press('a', { ctrlKey: true })
  await waitFor(() => expect(selected()).toBe('3'))
  expect(screen.getAllByRole('row', { selected: true })).toHaveLength(3)
  press('Escape')
  await waitFor(() => expect(selected()).toBe('0'))
  press(' ')
  await waitFor(() => expect(selected()).toBe('1'))
})

test('with people selected, Delete asks for all of them at once', async () => {
  openGrid()
  answer = () => Response.json({ undo_token: TOKEN, changed_count: 3 })
  at(0, 3).focus()
  press('a', { ctrlKey: true })
  await waitFor(() => expect(screen.getByTestId('selected').textContent).toBe('3'))
  press('Delete')
  await waitFor(() =>
    expect(patches[0]).toEqual({
      path: '/api/v1/card_recipient_details/bulk_change/',
      body: 'card_item_id=7&action=delete&all=true&except_ids=%5B%5D',
    }),
  )
})

test('a block from a spreadsheet is written from the cell one stands on', async () => {
  openGrid()
  answer = () => Response.json({ undo_token: TOKEN, edited: [], added: [] })
  at(1, 4).focus()
  paste('Salem\tOR\nFargo\tND\nBoise\tID\n')
  await waitFor(() => expect(patches).not.toHaveLength(0))
  const body = new URLSearchParams(patches[0]!.body)
  expect(patches[0]!.path).toBe('/api/v1/card_recipient_details/edits/')
  expect(JSON.parse(body.get('edited')!)).toEqual([
    { id: 2, city: 'Salem' },
    { id: 3, city: 'Fargo', state: 'ND' },
  ])
  // The third row stands behind the end of the list.
  expect(JSON.parse(body.get('added')!)).toEqual([{ city: 'Boise', state: 'ID' }])
})

test('rows with headings are a list of their own, wherever they are pasted', () => {
  openGrid()
  at(1, 2).focus()
  paste('Name\tCity\nWen Hsu\tFremont')
  expect(lists).toEqual(['Name\tCity\nWen Hsu\tFremont'])
  expect(patches).toEqual([])
})

test('the heads are reached by arrow and sort the list; their direction is told', () => {
  openGrid()
  at(0, 4).focus()
  press('ArrowUp')
  expect(document.activeElement?.textContent).toBe('City')
  fireEvent.click(document.activeElement!)
  expect(screen.getByTestId('sort').textContent).toBe('city false')
  fireEvent.click(document.activeElement!)
  expect(screen.getByTestId('sort').textContent).toBe('city true')
  expect(screen.getByRole('columnheader', { name: 'City' }).getAttribute('aria-sort')).toBe('descending')
})

test('a name that lacks a half is mended by that half alone', async () => {
  openGrid([changedRow(person({ id: 1, firstName: '' }), {}, 'direct', LIMITS)])
  fireEvent.click(screen.getByRole('button', { name: 'Add first name' }))
  expect(screen.getByRole('textbox').getAttribute('aria-label')).toBe('First name, row 1')
  type('Maya')
  press('Enter')
  await waitFor(() => expect(patches[0]?.body).toBe('first_name=Maya'))
})

test('of a ZIP code and a state that disagree either can be kept', () => {
  openGrid([changedRow(person({ id: 1, state: 'OH', city: 'Dayton', zip: '90210' }), {}, 'direct', LIMITS)])
  expect(screen.getByRole('button', { name: 'Use California' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Keep Ohio and fix the ZIP' }))
  expect(screen.getByRole('textbox').getAttribute('aria-label')).toBe('ZIP, row 1')
})

test('a doubt that is answered with “It’s right” is told to the server, and taken back by Ctrl Z', async () => {
  const doubtful = changedRow(person({ id: 1, state: 'MN' }), {}, 'direct', LIMITS)
  openGrid([doubtful])
  answer = () =>
    Response.json({
      ...wire(doubtful),
      problems: [],
      kept_warnings: ['not_in_state'],
      needs_attention: false,
    })
  fireEvent.click(screen.getByRole('button', { name: 'It’s right' }))
  await waitFor(() => expect(at(0, 8).textContent).toBe('Ready'))
  await waitFor(() => expect(patches[0]?.body).toBe('kept_warnings=%5B%22not_in_state%22%5D'))

  answer = () => Response.json({ ...wire(doubtful), kept_warnings: [] })
  await settled()
  at(0, 2).focus()
  press('z', { ctrlKey: true })
  await waitFor(() => expect(patches[1]?.body).toBe('kept_warnings=%5B%5D'))
  await screen.findByRole('button', { name: 'It’s right' })
})

test('somebody whose card would hold nothing is not ready', () => {
  openGrid([person({ id: 1 })], null)
  expect(at(0, 8).textContent).toBe('No value')
})

test('the list is left only when every change is saved', async () => {
  const { edits } = openGrid()
  answer = () => Response.json({ code: 'fault', detail: 'Try again.' }, { status: 500 })
  at(0, 4).focus()
  press('Enter')
  type('Salem')
  press('Enter')
  await screen.findByText('Try again.')
  await expect(edits.flush()).rejects.toThrow('One change isn’t saved yet')
})
