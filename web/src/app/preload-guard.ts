const RELOADED_AT = 'laurel-reloaded-for-chunk'
const RELOAD_AGAIN_AFTER_MS = 60_000

/** What the guard needs of the browser, so that a test can stand in for it. */
type Page = { storage: Storage; reload: () => void; now: () => number; isOnline: () => boolean }

/**
 * A lazily loaded chunk failed: most often a new release replaced the files under an open page.
 * It is reported, and the page is loaded anew once; if that did not help, the error goes on its way.
 *
 * @see docs/spec.md §8, "A failed lazily loaded page chunk fires a preload-error event and rethrows"
 */
export function guardPreloads(target: EventTarget = window, page: Page = thisPage()): void {
  target.addEventListener('vite:preloadError', (event) => {
    console.error('A part of the page failed to load', (event as VitePreloadErrorEvent).payload)
    const last = Number(page.storage.getItem(RELOADED_AT) ?? 0)
    // Without a connection a reload would cost the page one has.
    if (!page.isOnline() || page.now() - last < RELOAD_AGAIN_AFTER_MS) return
    // Without this Vite throws, and an error screen flashes before the page is gone.
    event.preventDefault()
    page.storage.setItem(RELOADED_AT, String(page.now()))
    page.reload()
  })
}

type VitePreloadErrorEvent = Event & { payload?: unknown }

function thisPage(): Page {
  return {
    storage: sessionStorage,
    reload: () => location.reload(),
    now: () => Date.now(),
    isOnline: () => navigator.onLine,
  }
}
