// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toCamel } from '../../app/case.ts'
import { makeQueryClient } from '../../app/query-client.ts'
import { siteQuery } from '../../app/site.ts'
import { cardItem } from '../../testing/order-fixture.ts'
import { SITE } from '../../testing/site-fixture.ts'
import { CardCanvas, type CardLook } from './CardCanvas.tsx'
import { CardItemCanvas, templatesQuery } from './CardItemCanvas.tsx'

const LOOK: CardLook = {
  art: 'plain',
  tone: 'deep',
  gradient: 'soft',
  line1: 'Thank you, Maya',
  line2: 'For a winter no one will forget.',
  rewardType: 'direct',
  recipientName: 'Maya Okafor',
}

let logged: ReturnType<typeof vi.spyOn>
const painted: string[] = []

beforeEach(() => {
  painted.length = 0
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('Path2D', class {})
  Object.defineProperty(document, 'fonts', { configurable: true, value: { load: async () => [] } })
  Object.defineProperty(HTMLElement.prototype, 'offsetWidth', { configurable: true, value: 400 })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A canvas context that only records texts. */
function context() {
  const ramp = { addColorStop() {} }
  const known: Record<string, unknown> = {
    createLinearGradient: () => ramp,
    createRadialGradient: () => ramp,
    measureText: () => ({ width: 10 }),
    fillText: (text: string) => painted.push(text),
  }
  return new Proxy(known, { get: (target, name) => target[String(name)] ?? (() => {}), set: () => true })
}

function show(look: CardLook = LOOK) {
  const queryClient = makeQueryClient()
  queryClient.setQueryData(siteQuery.queryKey, toCamel(SITE))
  const page = (shown: CardLook) => (
    <QueryClientProvider client={queryClient}>
      <CardCanvas look={shown} />
    </QueryClientProvider>
  )
  const { rerender } = render(page(look))
  return { showInstead: (next: CardLook) => rerender(page(next)) }
}

test('draws the card’s texts and labels the canvas', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context() as never)
  show()
  await waitFor(() => expect(painted).toContain('Thank you, Maya'))
  const name = 'Reward card: Thank you, Maya, For a winter no one will forget., Maya Okafor'
  expect(screen.getByRole('img', { name })).toBeTruthy()
})

test('a card of a placed order keeps the brand it was ordered in', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context() as never)
  const { cardMark, ...site } = toCamel(SITE)
  show({ ...LOOK, brand: { ...site, networkName: 'Ridge', cardMark: { ...cardMark, word: 'Old name' } } })
  await waitFor(() => expect(painted).toEqual(expect.arrayContaining(['Ridge', 'Old name'])))
})

test.each([
  [true, false],
  [false, true],
])(
  'shows the placeholder of a name on large cards, not on thumbnails (thumbnail: %s)',
  async (thumb, isShown) => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context() as never)
    const queryClient = makeQueryClient()
    queryClient.setQueryData(siteQuery.queryKey, toCamel(SITE))
    queryClient.setQueryData(templatesQuery.queryKey, [])
    render(
      <QueryClientProvider client={queryClient}>
        <CardItemCanvas item={toCamel(cardItem('direct'))} thumb={thumb} />
      </QueryClientProvider>,
    )
    await waitFor(() => expect(painted.length).toBeGreaterThan(0))
    expect(painted.includes('RECIPIENT NAME')).toBe(isShown)
  },
)

test('redraws the card while the customer types', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context() as never)
  const { showInstead } = show()
  await waitFor(() => expect(painted).toContain('Thank you, Maya'))
  showInstead({ ...LOOK, line1: 'Thank you, all' })
  await waitFor(() => expect(painted).toContain('Thank you, all'))
})

test('without a canvas context, logs the error and shows a blank card', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  show()
  await screen.findByText(/Your browser can’t show the card/)
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ message: 'Could not get canvas context' }))
})

test('logs a logo that fails to load and leaves it out', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context() as never)
  HTMLImageElement.prototype.decode = () => Promise.reject(new Error('broken'))
  show({ ...LOOK, logoUrl: '/api/v1/files/gone/' })
  await waitFor(() => expect(painted).toContain('Thank you, Maya'))
  expect(logged).toHaveBeenCalledWith('Failed to load card image /api/v1/files/gone/', expect.any(Error))
})
