import { STYLESHEET_WAIT_MS } from '@laurel/domain/timings'

/** Shown on a screen that offers to reload the page. */
const CHUNK_FAILED =
  /*i18n*/ 'This page was updated since you opened it, or your connection dropped. Reload it to continue.'
const NAME = 'ChunkProblem'

/**
 * Vite fires `vite:preloadError` when a lazily loaded chunk fails, and rethrows. The error is logged
 * and gets a sentence for the user, which also keeps the router from reloading the page
 * automatically: without a connection, that would lose the page.
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
 * Limits the wait for a lazily loaded stylesheet: Vite waits for `load` or `error` without end, and a
 * stalled connection fires neither.
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
    // So that the next attempt requests it again.
    link.remove()
  }, STYLESHEET_WAIT_MS)
  for (const end of ['load', 'error']) link.addEventListener(end, () => clearTimeout(timer))
}
