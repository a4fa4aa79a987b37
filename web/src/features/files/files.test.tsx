// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeModal } from '../../app/modal-store.ts'
import { fakeXhr } from '../../testing/fake-xhr.ts'
import { type Answers, renderPage } from '../../testing/render-page.tsx'
import { CUSTOMER } from '../../testing/site-fixture.ts'
import { uploads } from './uploads/uploads.ts'

vi.mock('./uploads/hash-file.ts', () => ({ hashFile: async () => 'f'.repeat(64) }))

const FILE = {
  id: 11,
  name: 'halden-tools.png',
  folder: 'logos',
  folder_id: null,
  kind: 'picture',
  content_type: 'image/png',
  bytes: 188_416,
  width: 2400,
  height: 508,
  preview_url: '/api/v1/files/abcdefghijklmnopqrstuv/',
  key: 'abcdefghijklmnopqrstuv',
  scan: 'clean',
  shared: null,
  added_by: { first: 'Dana', last: 'Whitlock' },
  created_at: '2026-11-03T10:00:00Z',
  expires_at: null,
  deleted_at: null,
  versions_count: 2,
  used_by: [
    { type: 'order', label: '10473', id: 3, status: 'in_review' },
    { type: 'saved_design', label: 'Ten years', id: 4 },
  ],
  used_by_count: 3,
  import: null,
}
const PDF = {
  ...FILE,
  id: 12,
  name: 'brand-guide.pdf',
  bytes: 54,
  folder: 'own',
  kind: 'pdf',
  content_type: 'application/pdf',
  preview_url: null,
  key: null,
  width: null,
  height: null,
  scan: 'not_scanned',
  versions_count: 1,
  used_by: [],
  used_by_count: 0,
}
const version = (id: number, isCurrent: boolean) => ({
  id,
  bytes: 188_416,
  created_at: '2026-11-03T10:00:00Z',
  added_by: null,
  is_current: isCurrent,
  width: 2400,
  height: 508,
})
const OVERVIEW = {
  folders: [
    { folder: 'logos', count: 6 },
    { folder: 'lists', count: 41 },
    { folder: 'own', count: 75 },
  ],
  subfolders: [
    { id: 7, folder: 'own', parent_id: null, name: 'Holiday', shared: null, files_count: 12 },
    { id: 8, folder: 'own', parent_id: 7, name: '2025', shared: null, files_count: 3 },
  ],
  trash_count: 2,
  used_bytes: 1_503_238_553,
  used_files: 122,
  max_bytes: 2_147_483_648,
  max_files: 5_000,
  is_scanning: true,
}
const pageOf = (...results: unknown[]) => ({ count: results.length, next: null, previous: null, results })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  act(closeModal)
  act(uploads.forget)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function open(path: string, answers: Answers = {}) {
  const page = await renderPage(path, {
    isSignedIn: true,
    answers: {
      'GET /api/v1/actual_user/': CUSTOMER,
      'GET /api/v1/files/': pageOf(FILE, PDF),
      'GET /api/v1/files/overview/': OVERVIEW,
      'GET /api/v1/files/uploads/': [],
      'POST /api/v1/files/many/': { done: 1, refused: [] },
      'GET /api/v1/files/by_id/11/': { ...FILE, versions: [version(11, true), version(5, false)] },
      ...answers,
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Files' })
  const sent = (method: string) =>
    page.requests
      .filter((one) => one.method === method)
      .map(({ path, body }) => [path, Object.fromEntries(new URLSearchParams(String(body)))])
  return { ...page, sent }
}

const row = async (name: string) => within((await screen.findByText(name)).closest('tr')!)
const choose = async (name: string, entry: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `More for ${name}` }))
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }))
}

test('lists files with where they are used, folders with counts, and the used space', async () => {
  await open('/files')
  const logo = await row('halden-tools.png')
  expect(logo.getByText('Order 10473, 2 more')).toBeTruthy()
  expect(logo.getByText('184 kB')).toBeTruthy()
  expect((await row('brand-guide.pdf')).getByText('Not scanned')).toBeTruthy()
  expect((await row('brand-guide.pdf')).getByText('1 kB')).toBeTruthy()
  const tree = within(screen.getByRole('navigation', { name: 'Folders' }))
  expect(tree.getByRole('link', { name: 'Lists 41' })).toBeTruthy()
  expect(tree.getByRole('link', { name: '2025 3' })).toBeTruthy()
  expect(tree.getByText('1.4 of 2 GB used')).toBeTruthy()
})

test('shows the details of a file, and restores an earlier version', async () => {
  const { sent } = await open('/files?file=11', {
    'POST /api/v1/files/by_id/5/restore_version/': FILE,
  })
  expect(await screen.findByText('PNG, 2,400 × 508 px')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Order 10473' })).toBeTruthy()
  expect(screen.getByText('And 1 more')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Restore version 1' }))
  expect(await screen.findByText('Version restored')).toBeTruthy()
  expect(sent('POST')[0]?.[0]).toBe('/api/v1/files/by_id/5/restore_version/')
})

test('renames and moves a file', async () => {
  const { sent } = await open('/files', { 'PATCH /api/v1/files/by_id/11/': FILE })
  await choose('halden-tools.png', 'Rename')
  let dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: ' ' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Rename' }))
  expect(await dialog.findByText('This field is required')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'logo.png' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Rename' }))
  await waitFor(() => expect(sent('PATCH')).toEqual([['/api/v1/files/by_id/11/', { name: 'logo.png' }]]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await choose('halden-tools.png', 'Move')
  dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: /Folder$/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'Own files / Holiday / 2025' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await screen.findByText('halden-tools.png moved')).toBeTruthy()
  expect(sent('POST')).toEqual([
    ['/api/v1/files/many/', { action: 'move', folder: 'own', folder_id: '8', ids: '[11]' }],
  ])
})

test('moves selected files to the trash with the Delete key, and undoes it', async () => {
  const { sent } = await open('/files', { 'POST /api/v1/files/many/': { done: 2, refused: [] } })
  await screen.findByText('brand-guide.pdf')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select halden-tools.png' }))
  fireEvent.click(screen.getByRole('button', { name: 'Select all' }))
  expect(screen.getByText('2 files selected')).toBeTruthy()
  fireEvent.keyDown(screen.getByRole('table'), { key: 'Delete' })
  fireEvent.click(await screen.findByRole('button', { name: /^Undo/ }))
  expect(await screen.findByText('2 files restored')).toBeTruthy()
  expect(sent('POST').map(([, body]) => body)).toEqual([
    { action: 'trash', ids: '[11,12]' },
    { action: 'restore', ids: '[11,12]' },
  ])
})

test('Escape clears the selection', async () => {
  await open('/files')
  await screen.findByText('brand-guide.pdf')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select halden-tools.png' }))
  expect(screen.getByText('1 file selected')).toBeTruthy()
  fireEvent.keyDown(screen.getByRole('table'), { key: 'Escape' })
  expect(screen.queryByText('1 file selected')).toBeNull()
})

test('says how many files of several couldn’t be changed', async () => {
  await open('/files', {
    'POST /api/v1/files/many/': { done: 1, refused: [{ id: 12, code: 'not_allowed' }] },
  })
  await screen.findByText('brand-guide.pdf')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select halden-tools.png' }))
  fireEvent.click(screen.getByRole('button', { name: 'Move to trash' }))
  expect(await screen.findByText('1 file wasn’t changed.')).toBeTruthy()
})

test('the trash restores files, and deletes them only after a question', async () => {
  const { sent } = await open('/files?folder=trash', {
    'GET /api/v1/files/': pageOf({ ...FILE, deleted_at: '2026-11-14T10:00:00Z' }),
  })
  expect(await screen.findByText('Dec 14')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Restore halden-tools.png' }))
  expect(await screen.findByText('halden-tools.png restored')).toBeTruthy()
  await choose('halden-tools.png', 'Delete permanently')
  const question = within(await screen.findByRole('alertdialog'))
  fireEvent.click(question.getByRole('button', { name: 'Delete permanently' }))
  await waitFor(() =>
    expect(sent('POST').map(([, body]) => body)).toContainEqual({ action: 'delete', ids: '[11]' }),
  )
})

test('creates a folder in the shown one, and opens it', async () => {
  const { sent, router } = await open('/files?folder=own&sub=7', {
    'POST /api/v1/file_folders/': { ...OVERVIEW.subfolders[1], id: 9, name: 'Spring' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'New folder' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Spring' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Create folder' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ folder: 'own', sub: 9 }))
  expect(sent('POST')).toEqual([['/api/v1/file_folders/', { folder: 'own', parent_id: '7', name: 'Spring' }]])
})

test('downloads an order’s document, and those of a period', async () => {
  const saved: string[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const periods: (string | null)[][] = []
  const pdf = () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } })
  await open('/files?folder=documents', {
    'GET /api/v1/files/documents/': pageOf({
      order_id: 3,
      order_number: '1042',
      type: 'slip',
      name: 'Remittance slip 1042.pdf',
      date: '2026-11-17T10:00:00Z',
      url: '/api/v1/orders/3/remittance_slip/',
    }),
    'GET /api/v1/orders/3/remittance_slip/': pdf,
    'GET /api/v1/files/documents/archive/': (query: URLSearchParams) => {
      periods.push([query.get('from'), query.get('to')])
      return new Response('PK', { headers: { 'content-type': 'application/zip' } })
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Download Remittance slip 1042.pdf' }))
  await waitFor(() => expect(saved).toEqual(['Remittance slip 1042.pdf']))
  fireEvent.click(screen.getByRole('button', { name: 'Download a period' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('From'), { target: { value: '2026-03-01' } })
  fireEvent.change(dialog.getByLabelText('To'), { target: { value: '2026-02-28' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Download ZIP' }))
  expect(await dialog.findByText('Choose a day that isn’t before the first.')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText('To'), { target: { value: '2026-03-31' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Download ZIP' }))
  await waitFor(() => expect(saved.at(-1)).toBe('Documents 2026-03-01 2026-03-31.zip'))
  expect(periods).toEqual([['2026-03-01', '2026-03-31']])
})

test('uploads into the shown folder, asks about a taken name, and says why a file is refused', async () => {
  const begun = {
    upload_id: 3,
    method: 'PUT',
    parts: [{ number: 1, url: '/parts/1', headers: {}, bytes: 3, is_stored: false, etag: null }],
    expires_at: '2026-11-30T10:00:00Z',
  }
  const problem = (code: string, detail: string) =>
    Response.json({ code, detail, title: '', status: 409, errors: [], request_id: '' }, { status: 409 })
  const starts = [
    problem('file_name_taken', ''),
    Response.json(begun),
    problem('x', 'This SVG contains a script.'),
  ]
  const { container, sent } = await open('/files?folder=own&sub=8', {
    'POST /api/v1/files/uploads/': () => starts.shift(),
    'PUT /parts/1': {},
    'POST /api/v1/files/uploads/3/complete/': FILE,
  })
  fakeXhr()
  const [picker] = container.querySelectorAll<HTMLInputElement>('input[type=file]:not([webkitdirectory])')
  const pick = (name: string) =>
    fireEvent.change(picker!, {
      target: { files: [Object.assign(new File(['abc'], name), { webkitRelativePath: '' })] },
    })
  pick('logo.png')
  const panel = within(await screen.findByRole('region', { name: 'Uploads' }))
  expect(await panel.findByText('This folder already has a file with this name.')).toBeTruthy()
  fireEvent.click(panel.getByRole('button', { name: 'Keep both' }))
  expect(await panel.findByText('Uploaded')).toBeTruthy()
  pick('logo.svg')
  expect(await panel.findByText('This SVG contains a script.')).toBeTruthy()
  const bodies = sent('POST').filter(([path]) => path === '/api/v1/files/uploads/')
  expect(bodies.map(([, body]) => body)).toMatchObject([
    { name: 'logo.png', bytes: '3', folder: 'own', folder_id: '8', on_conflict: 'ask' },
    { name: 'logo.png', on_conflict: 'keep_both' },
    { name: 'logo.svg' },
  ])
})

test('lists what an earlier visit left unfinished', async () => {
  await open('/files', {
    'GET /api/v1/files/uploads/': [
      {
        upload_id: 3,
        method: 'PUT',
        state: 'open',
        name: 'photos.pdf',
        bytes: 52_428_800,
        sha256: 'f'.repeat(64),
        folder: 'own',
        folder_id: null,
        parts: [{ number: 1, url: '', headers: {}, bytes: 32_505_856, is_stored: true, etag: 'a' }],
        expires_at: '2026-11-30T10:00:00Z',
      },
    ],
  })
  const panel = within(await screen.findByRole('region', { name: 'Uploads' }))
  expect(panel.getByText('Stopped at 31 of 50 MB. Choose the same file to continue.')).toBeTruthy()
})
