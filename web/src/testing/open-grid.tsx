import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { type ListChanges, makeListChanges } from '../features/create-reward/recipients/list-changes.ts'
import { RecipientsGrid } from '../features/create-reward/recipients/RecipientsGrid.tsx'
import {
  EVERYONE,
  FILE_ORDER,
  type Recipient,
  recipientQueries,
} from '../features/create-reward/recipients/recipients.queries.ts'
import { makeRowEdits, type RowEdits } from '../features/create-reward/recipients/row-edits.ts'
import { changedRow } from '../features/create-reward/recipients/row-problems.ts'
import { SelectionBar } from '../features/create-reward/recipients/SelectionBar.tsx'
import { useSelection } from '../features/create-reward/recipients/selection.ts'
import { useUndoKey } from '../features/create-reward/recipients/use-list-input.ts'
import { useRecipientList } from '../features/create-reward/recipients/use-recipient-list.ts'
import { person } from './person-fixture.ts'

vi.mock('../app/session.ts', () => ({ idToken: async () => undefined, subscribeToSession: () => {} }))

const ITEM = 7
export const TOKEN = 'abcdefghijklmnopqrstuv'
export const LIMITS = { minValueCents: 1_000, maxValueCents: 100_000 }
export const PEOPLE = [
  person({ id: 1, position: 1 }),
  person({ id: 2, position: 2, firstName: 'Priya', lastName: 'Nair' }),
  changedRow(person({ id: 3, position: 3, firstName: 'Tomás' }), { zip: '9021' }, 'direct', LIMITS),
]

/** What the grid sent and requested, and the fake server's answer. */
export const grid = {
  patches: [] as { path: string; body: string }[],
  lists: [] as string[],
  asked: [] as number[],
  answer: (_body: URLSearchParams, _id: number): Response | Promise<Response> => Response.error(),
}

beforeEach(() => {
  grid.patches = []
  grid.lists = []
  grid.asked = []
  grid.answer = (body, id) => {
    const row = PEOPLE.find((one) => one.id === id)!
    return Response.json({ ...wire(row), ...Object.fromEntries(body), problems: [], needs_attention: false })
  }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body = new URLSearchParams(String(init.body))
    grid.patches.push({ path, body: String(body) })
    return grid.answer(body, Number(path.match(/(\d+)\/$/)?.[1]))
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

/** The row's wire format, as far as the grid reads it. */
export function wire(row: Recipient) {
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
        edits={edits}
        changes={changes}
        rewardType="direct"
        everyoneCents={everyoneCents}
        target={null}
        nobody={null}
        selection={selection}
        sort={sort}
        onSort={setSort}
        onAsk={({ id }) => grid.asked.push(id)}
        onRemove={(row) => void changes.removeOne(row, EVERYONE)}
        onRemoveSelected={() => void changes.remove(selection.selection, EVERYONE)}
        onKeep={(row, { code }) => void edits.keep(row, code)}
        onShowRow={() => {}}
        onList={(text) => grid.lists.push(text)}
      />
    </>
  )
}

export function openGrid(people: Recipient[] = PEOPLE, everyoneCents: number | null = 5_000) {
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

export const at = (row: number, column: number) =>
  document.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)!
/** What the grid says of a row, in its last cell. */
export const checkOf = (row: number) =>
  [...document.querySelectorAll<HTMLElement>(`[data-cell^="${row}:"]`)].at(-1)!
export const pressKey = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement!, { key, ...more })
export const paste = (text: string) =>
  fireEvent.paste(document.activeElement!, { clipboardData: { getData: () => text } })
export const settled = () => new Promise((resolve) => setTimeout(resolve, 20))
export const typeText = (text: string) =>
  fireEvent.change(document.activeElement!, { target: { value: text } })
