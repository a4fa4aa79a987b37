import { STYLESHEET_WAIT_MS } from '@laurel/domain/timings'

/** What people read; the screen offers to reload the page. */
const CHUNK_FAILED =
  'This page was updated since you opened it, or your connection dropped. Reload it to continue.'
const NAME = 'ChunkProblem'

/**
 * A lazily loaded part of the page failed: Vite fires `vite:preloadError` and rethrows. The error is logged
 * and given words for people on its way to the screen, which also keeps the router from reloading the page
 * unasked: without a connection that would cost the page one has.
 *
 * @see docs/spec.md §8, "A failed lazily loaded page chunk fires a preload-error event and rethrows"
 */
export function guardPreloads(target: EventTarget = window): void {
  target.addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { payload?: unknown }
    console.error('A part of the page failed to load', payload)
    if (!(payload instanceof Error)) return
    const cause = new Error(payload.message)
    Object.assign(payload, { name: NAME, message: CHUNK_FAILED, cause })
  })
}

export function isChunkProblem(error: unknown): boolean {
  return error instanceof Error && error.name === NAME
}

/**
 * Ends the wait for a lazily loaded stylesheet: Vite waits for its `load` or `error` without a limit, and a
 * stalled line fires neither.
 *
 * @see docs/spec.md §9, "Stylesheet wait 60 s"
 */
export function limitStylesheetWaits(head: HTMLHeadElement = document.head): void {
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof HTMLLinkElement && node.rel === 'stylesheet') limitWait(node)
    }
  }).observe(head, { childList: true })
}

function limitWait(link: HTMLLinkElement): void {
  const timer = setTimeout(() => {
    link.dispatchEvent(new Event('error'))
    // So that it is asked for anew the next time.
    link.remove()
  }, STYLESHEET_WAIT_MS)
  for (const end of ['load', 'error']) link.addEventListener(end, () => clearTimeout(timer))
}
