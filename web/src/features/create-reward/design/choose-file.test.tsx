// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { makeQueryClient } from '../../../app/query-client.ts'
import { LogoTools } from './LogoTools.tsx'

vi.mock('../../../app/session.ts', () => ({ idToken: async () => undefined, subscribeToSession: () => {} }))
vi.mock('../../../parts/card/load-card.ts', () => ({ loadCardImage: async () => undefined }))
vi.mock('./design-checks.ts', () => ({ hasGround: async (file: Blob) => (await file.text()) === 'opaque' }))

const picture = (id: number, name: string) => ({
  id,
  name,
  key: `key-of-${name}`,
  preview_url: `/api/v1/files/key-of-${name}/`,
  content_type: 'image/png',
  bytes: 2_000,
  width: 600,
  height: 240,
})
const INFECTED = { ...picture(3, 'infected.png'), key: null, preview_url: null }
const DESIGN = {
  tone: 'deep',
  gradient: 'soft',
  line1: '',
  line2: '',
  logoFileKey: null,
  logoOneColor: true,
} as const

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(contents: string) {
  const searches: (string | null)[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    if (pathname !== '/api/v1/files/') return new Response(contents)
    expect(searchParams.get('kind')).toBe('picture')
    const search = searchParams.get('search')
    searches.push(search)
    const all = [picture(1, 'old.png'), picture(2, 'new.png'), INFECTED]
    const results = all.filter(({ name }) => name.includes(search ?? ''))
    return Response.json({ count: results.length, next: null, previous: null, results })
  })
  const onChange = vi.fn()
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <LogoTools design={DESIGN} rewardType="direct" onChange={onChange} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Choose from your files' }))
  return { onChange, searches }
}

test('a picture of the customer’s files becomes the logo', async () => {
  const { onChange, searches } = open('transparent')
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose from your files' }))
  expect(await dialog.findByRole('button', { name: 'old.png' })).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'infected.png' })).toBeNull()
  fireEvent.change(dialog.getByLabelText('Find a picture'), { target: { value: 'new' } })
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'old.png' })).toBeNull())
  expect(searches.at(-1)).toBe('new')
  fireEvent.click(dialog.getByRole('button', { name: 'new.png' }))
  await waitFor(() =>
    expect(onChange).toHaveBeenCalledWith({ logoFileKey: 'key-of-new.png', logoOneColor: true }),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an opaque one keeps its colors, which would otherwise be a solid block', async () => {
  const { onChange } = open('opaque')
  fireEvent.click(await screen.findByRole('button', { name: 'old.png' }))
  await waitFor(() =>
    expect(onChange).toHaveBeenCalledWith({ logoFileKey: 'key-of-old.png', logoOneColor: false }),
  )
})
