import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { create } from 'zustand'
import { useTexts } from '../texts.ts'

/** A line along the top while a screen loads. It fades in late, so that short waits show nothing. */
export function NavigationProgress() {
  const i18n = useTexts()
  const isLoading = useRouterState({
    select: (state) => state.isLoading && state.resolvedLocation !== undefined,
  })
  return (
    <div
      role="progressbar"
      aria-label={i18n.t('Loading')}
      aria-hidden={!isLoading}
      className={`pointer-events-none fixed inset-x-0 top-0 z-70 h-[3px] origin-left bg-accent-line ${isLoading ? 'scale-x-90 opacity-100 transition-[opacity,transform] delay-100 duration-[8s] ease-calm' : 'scale-x-0 opacity-0'}`}
    />
  )
}

/** Focuses the new screen's heading, so a screen reader reads its name. */
export function useFocusOnNavigation(mainId: string): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onResolved', ({ fromLocation, pathChanged, toLocation }) => {
        if (!fromLocation || !pathChanged || toLocation.hash) return
        headingOf(document.getElementById(mainId))?.focus({ preventScroll: true })
      }),
    [router, mainId],
  )
}

/** The screen's heading, or its main region while the heading is a placeholder, which would lose focus. */
function headingOf(main: HTMLElement | null): HTMLElement | null {
  const heading = main?.querySelector<HTMLElement>('h1:not([data-passing])')
  if (heading) heading.tabIndex = -1
  return heading ?? main
}

const WAITS_AT_MOST_MS = 10_000
/** A person who scrolls or clicks is no longer scrolled automatically. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** Scrolls to the address's anchor, even if that part appears after the screen. */
export function useLateAnchor(): void {
  const router = useRouter()
  useEffect(() => {
    let stop = () => {}
    const unsubscribe = router.subscribe('onResolved', ({ toLocation: { hash } }) => {
      stop()
      if (hash !== '' && document.getElementById(hash) === null) stop = scrollWhenItComes(hash)
    })
    return () => {
      unsubscribe()
      stop()
    }
  }, [router])
}

/** @returns a function that stops waiting */
function scrollWhenItComes(id: string): () => void {
  const observer = new MutationObserver(() => {
    const part = document.getElementById(id)
    if (part === null) return
    stop()
    part.scrollIntoView()
  })
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const move of MOVES) removeEventListener(move, stop)
  }
  const timer = setTimeout(stop, WAITS_AT_MOST_MS)
  for (const move of MOVES) addEventListener(move, stop, { passive: true })
  observer.observe(document.body, { childList: true, subtree: true })
  return stop
}

const useOwnTitle = create<{ title: string | undefined }>(() => ({ title: undefined }))

/** Sets a title from the page's data ("Order 1042"). Use `staticData.title` for fixed ones. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    useOwnTitle.setState({ title })
    return () => useOwnTitle.setState({ title: undefined })
  }, [title])
}

/** Writes the document's title: the page's own or its route's, and the site's name. */
export function usePageTitle(routeTitle: string | undefined, siteName: string): void {
  const i18n = useTexts()
  const own = useOwnTitle((store) => store.title)
  const title = own ?? (routeTitle && i18n.t(routeTitle))
  useEffect(() => {
    document.title = title ? `${title} · ${siteName}` : i18n.t('{siteName}: reward cards', { siteName })
  }, [title, siteName, i18n])
}
