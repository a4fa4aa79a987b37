// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useToastStore } from '../../../../app/toast-store.ts'
import { fakeXhr, type Upload } from '../../../../testing/fake-xhr.ts'
import { ImportStrips } from './ImportStrips.tsx'
import { RepairByFile } from './import-notices.tsx'
import { useImport } from './use-import.ts'

vi.mock('../../../../app/session.ts', () => ({
  idToken: async () => undefined,
  subscribeToSession: () => {},
}))

const NOBODY = {
  first_name: '',
  last_name: '',
  email: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  zip: '',
}
const UNSURE = {
  id: 4,
  card_item_id: 7,
  state: 'mapping',
  mode: 'append',
  file_name: 'west-region.csv',
  file: { kind: 'csv', bytes: 2_100_000, delimiter: ';', encoding: 'windows-1252', sheet: null },
  has_header: true,
  columns: [
    { heading: 'Who', meaning: 'name', found_by: 'content', samples: ['Maya Okafor'] },
    { heading: 'Code', meaning: 'ignore', found_by: 'nothing', samples: ['97214', ''] },
    { heading: 'Old ZIP', meaning: 'zip', found_by: 'name', samples: ['1'] },
  ],
  mapping_is_sure: false,
  preview: [
    {
      ...NOBODY,
      row: 2,
      first_name: 'Maya',
      last_name: 'Okafor',
      zip: '1',
      amount_cents: null,
      message: '',
      problems: [
        { field: 'zip', code: 'invalid', severity: 'error', message: 'Enter a five-digit ZIP code.' },
      ],
    },
  ],
  repeats: null as { id: number; file_name: string; finished_at: string } | null,
  bytes_read: 0,
  rows_read: 0,
  rows_added: 0,
  rows_valid: 0,
  rows_needing_attention: 0,
  rows_with_warnings: 0,
  rows_per_second: null as number | null,
  seconds_left: null as number | null,
  problem_counts: [] as { code: string; severity: string; count: number }[],
  ignored_columns: [] as string[],
  errors: [] as ReturnType<typeof unreadable>[],
  failure: null as { field: string; code: string; message: string } | null,
  created_at: '2026-11-21T09:00:00Z',
  started_at: null,
  finished_at: null,
}
type Wire = typeof UNSURE
const unreadable = (row: number) => ({
  row,
  field: 'amount_cents',
  code: 'amount_unreadable',
  message: 'This is not an amount.',
})
const READING: Wire = {
  ...UNSURE,
  state: 'reading',
  bytes_read: 1_050_000,
  rows_read: 81_200,
  rows_added: 81_200,
  rows_valid: 80_950,
  rows_needing_attention: 250,
  rows_per_second: 24_000,
  seconds_left: 3,
}
const FINISHED: Wire = {
  ...UNSURE,
  state: 'finished',
  rows_read: 5_214,
  rows_added: 5_214,
  rows_valid: 5_177,
  rows_needing_attention: 37,
  ignored_columns: ['Code'],
}

/** The fake server's import. */
let now: Wire | undefined
let sent: { key: string; body: Record<string, unknown> }[]
let onWrite: (key: string) => void
let isPhone: boolean
/** How many people need attention now. */
let inNeed: number

beforeEach(() => {
  now = undefined
  sent = []
  onWrite = () => {}
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const path = new URL(url, 'http://localhost').pathname.replace('/api/v1/csv_card_item_imports/', '')
    if (method !== 'GET') {
      const fields = Object.fromEntries((body as URLSearchParams | FormData | null) ?? [])
      sent.push({ key: `${method} ${path}`, body: fields })
      onWrite(`${method} ${path}`)
    }
    if (method === 'GET' && path === '') return Response.json(now ? [now] : [])
    return Response.json(now)
  })
  fakeXhr()
  isPhone = false
  inNeed = 37
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone, addEventListener() {}, removeEventListener() {} }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Flow() {
  const importing = useImport(7)
  const list = { attentionCount: inNeed, countedAt: Date.now() + 1_000 }
  return (
    <>
      <button
        type="button"
        onClick={() => importing.upload(new File(['x'.repeat(10_000)], 'west-region.csv'))}
      >
        Upload
      </button>
      <ImportStrips
        itemId={7}
        rewardType="direct"
        hasPeople
        importing={importing}
        list={list}
        onShowAttention={() => sent.push({ key: 'show attention', body: {} })}
      />
      <RepairByFile importing={importing} attention={37} />
    </>
  )
}

function openPage() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={queryClient}>
      <Flow />
    </QueryClientProvider>,
  )
}
const upload = (state: Wire) => {
  onWrite = () => {
    now = state
  }
  fireEvent.click(screen.getByRole('button', { name: 'Upload' }))
}

test('shows the upload’s progress, and canceling leaves no trace', async () => {
  let file: Upload | undefined
  fakeXhr((begun) => {
    file = begun
  })
  openPage()
  const bar = () => screen.getByRole('progressbar', { name: 'Uploading west-region.csv' })
  fireEvent.click(screen.getByRole('button', { name: 'Upload' }))
  await waitFor(() => expect(file).toBeDefined())
  expect(bar().getAttribute('aria-valuenow')).toBe('0')
  act(() => file!.sent(40, 100))
  expect(bar().getAttribute('aria-valuenow')).toBe('4000')
  expect(screen.getByText('4 KB of 10 KB uploaded')).toBeTruthy()

  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(screen.queryByText(/could not/)).toBeNull()
  expect(sent).toEqual([])
})

test.each([
  ['being read', 'reading', 'west-region.csv was skipped'],
  ['read to its end', 'finished', 'It was too late to cancel'],
])('canceling a complete upload that is %s removes it or explains why not', async (_, begun, words) => {
  let file: Upload | undefined
  fakeXhr((begun) => {
    file = begun
  })
  onWrite = (key) => {
    now = key.includes('cancel')
      ? { ...READING, state: 'cancelled' }
      : { ...READING, state: begun, rows_added: 3 }
  }
  openPage()
  fireEvent.click(screen.getByRole('button', { name: 'Upload' }))
  await waitFor(() => expect(file).toBeDefined())
  act(() => file!.sent(100, 100))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('progressbar', { name: 'Uploading west-region.csv' })).toBeTruthy()

  act(() => file!.finish())
  await waitFor(() => expect(useToastStore.getState().toasts.map(({ title }) => title)).toContain(words))
  expect(sent.map(({ key }) => key).includes('POST 4/cancel/')).toBe(begun === 'reading')
})

test('an interrupted upload adds no one and says so', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  openPage()
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => {
    if (init.method === 'POST') throw new TypeError('Failed to fetch')
    return Response.json([])
  })
  fireEvent.click(screen.getByRole('button', { name: 'Upload' }))
  await screen.findByText(/We couldn’t reach the server.* No one was added\./)
})

test('asks for the mapping of unclear columns, with their cells and a preview', async () => {
  openPage()
  upload(UNSURE)
  await screen.findByRole('heading', { name: 'Check the columns of west-region.csv' })
  expect(screen.getByText('CSV, 2.1 MB, separated by semicolons, Windows-1252')).toBeTruthy()
  const columns = within(screen.getByRole('table', { name: 'Columns of the file' }))
  expect((columns.getByLabelText('Contents of Who') as HTMLSelectElement).value).toBe('name')
  expect(columns.getByText('97214')).toBeTruthy()
  const preview = within(screen.getByRole('region', { name: /of the first rows/ }))
  expect(preview.getByText('Maya Okafor')).toBeTruthy()
  expect(preview.getByText('Enter a five-digit ZIP code.')).toBeTruthy()
  expect(screen.getByText(/No column has the street, the city, the state/)).toBeTruthy()
  expect(sent[0]?.body.card_item_id).toBe('7')
})

test('on a phone, previews rows as a list with their problems', async () => {
  isPhone = true
  openPage()
  upload(UNSURE)
  const preview = within(await screen.findByRole('region', { name: /of the first rows/ }))
  const [first] = preview.getAllByRole('listitem')
  expect(first?.textContent).toBe('Maya OkaforRow 2 of the file1Enter a five-digit ZIP code.')
})

test('mapping a column takes the meaning from another one and reloads the preview', async () => {
  openPage()
  upload(UNSURE)
  const choice = await screen.findByLabelText('Contents of Code')
  onWrite = () => {
    now = {
      ...UNSURE,
      columns: UNSURE.columns.map((column, at) => ({ ...column, meaning: ['name', 'zip', 'ignore'][at]! })),
      preview: [{ ...UNSURE.preview[0]!, zip: '97214', problems: [] }],
    }
  }
  fireEvent.change(choice, { target: { value: 'zip' } })
  await waitFor(() => expect(sent.at(-1)?.key).toBe('PATCH 4/'))
  expect(JSON.parse(String(sent.at(-1)?.body.mapping))).toEqual(['name', 'zip', 'ignore'])
  const preview = within(screen.getByRole('region', { name: /of the first rows/ }))
  await preview.findByText('97214')
  expect((screen.getByLabelText('Contents of Old ZIP') as HTMLSelectElement).value).toBe('ignore')
})

test('replaces the list on request, and starts only on confirmation', async () => {
  openPage()
  upload(UNSURE)
  await screen.findByRole('heading', { name: /Check the columns/ })
  onWrite = () => {
    now = { ...UNSURE, mode: 'replace' }
  }
  fireEvent.click(screen.getByRole('radio', { name: 'Replace the list' }))
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ mode: 'replace' }))
  onWrite = () => {
    now = FINISHED
  }
  fireEvent.click(await screen.findByRole('button', { name: 'Replace the list' }))
  await screen.findByText(/5,214 rows read, 5,214 added, 37 need attention/)
  expect(sent.at(-1)?.key).toBe('POST 4/start/')
  expect(screen.getByText('Unused column: Code')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show the 37' }))
  expect(sent.at(-1)?.key).toBe('show attention')
})

test('finds the mapping again after leaving the screen', async () => {
  openPage()
  upload(UNSURE)
  fireEvent.click(await screen.findByRole('button', { name: 'Finish later' }))
  expect(screen.queryByRole('heading', { name: /Check the columns/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Check the columns' }))
  expect(screen.getByRole('heading', { name: /Check the columns/ })).toBe(document.activeElement)
})

test('shows a running import after a reload', async () => {
  now = READING
  openPage()
  await screen.findByText(/81,200 rows read, 81,200 added, 250 need attention/)
  expect(screen.getByText(/24,000 rows a second, about 3 seconds left/)).toBeTruthy()
  expect(
    screen.getByRole('progressbar', { name: 'Reading west-region.csv' }).getAttribute('aria-valuenow'),
  ).toBe('1050000')
  now = FINISHED
  await screen.findByText(/5,214 rows read/, {}, { timeout: 3_000 })
})

test('canceling an import leaves none of its people on the list', async () => {
  now = READING
  openPage()
  await screen.findByText(/81,200 rows read/)
  onWrite = () => {
    now = { ...READING, state: 'cancelled' }
  }
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(sent.at(-1)?.key).toBe('POST 4/cancel/'))
  await waitFor(() => expect(screen.queryByText(/81,200 rows read/)).toBeNull())
})

test('asks before importing the same file again', async () => {
  openPage()
  upload({
    ...UNSURE,
    mapping_is_sure: true,
    repeats: { id: 3, file_name: 'west-region.csv', finished_at: '2026-11-21T09:00:00Z' },
  })
  await screen.findByText(/on this list/)
  expect(screen.queryByRole('heading', { name: /Check the columns/ })).toBeNull()
  onWrite = () => {
    now = FINISHED
  }
  fireEvent.click(screen.getByRole('button', { name: 'Add them again' }))
  await waitFor(() => expect(sent.at(-1)).toEqual({ key: 'POST 4/start/', body: { again: 'true' } }))
})

test('a failed import says why and that no one was added', async () => {
  openPage()
  upload({
    ...UNSURE,
    state: 'failed',
    failure: { field: 'file', code: 'empty', message: 'This list only has a header row.' },
  })
  await screen.findByText(/only has a header row\. No one was added\./)
})

test('retries a refused upload with the same key', async () => {
  openPage()
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => {
    if (init.method === 'POST') keys.push(new Headers(init.headers).get('idempotency-key'))
    return init.method === 'POST'
      ? Response.json({ code: 'file_too_large', detail: 'Up to 500 MB fit here.' }, { status: 413 })
      : Response.json([])
  })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  fireEvent.click(screen.getByRole('button', { name: 'Upload' }))
  await screen.findByText(/Up to 500 MB fit here\. No one was added\./)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(keys).toHaveLength(2))
  expect(keys[0]).toBe(keys[1])
})

test('a report counts the people who still need attention, and loses its link once all are fixed', async () => {
  inNeed = 2
  openPage()
  upload(FINISHED)
  await screen.findByText(/5,214 rows read, 2 still need attention/)
  expect(screen.getByRole('button', { name: 'Show the 2' })).toBeTruthy()

  cleanup()
  inNeed = 0
  openPage()
  upload({ ...FINISHED, errors: [unreadable(2)] })
  await screen.findByText(/5,214 rows read\. Nothing left to fix/)
  expect(screen.queryByRole('button', { name: /^Show the/ })).toBeNull()
  expect(screen.queryByText(/Row 2 of the file/)).toBeNull()
})

test('lists the first unreadable values and counts the rest', async () => {
  openPage()
  upload({
    ...FINISHED,
    errors: [2, 3, 4, 5, 6, 7].map(unreadable),
    problem_counts: [{ code: 'amount_unreadable', severity: 'error', count: 12 }],
  })
  await screen.findByText(/Row 6 of the file/)
  expect(screen.queryByText(/Row 7 of the file/)).toBeNull()
  expect(screen.getByText('and 7 more')).toBeTruthy()
})

test('points out a column that becomes personal messages, with its first cells', async () => {
  const note = { heading: 'Note', meaning: 'message', found_by: 'name', samples: ['Call me first', 'VIP'] }
  openPage()
  upload({ ...FINISHED, columns: [...UNSURE.columns, note] })
  const told = await screen.findByText(/The column “Note” is used as each person’s message\./)
  expect(told.parentElement?.textContent).toContain('“Call me first”“VIP”')
})
