import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** A new screen begins at its heading for the keyboard and the screen reader too: its name is read out. */
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

/** Where a screen begins. One that has no heading yet begins at its region. */
function headingOf(main: HTMLElement | null): HTMLElement | null {
  const heading = main?.querySelector<HTMLElement>('h1')
  if (heading) heading.tabIndex = -1
  return heading ?? main
}

/** What is not there by then does not come. */
const WAITS_AT_MOST_MS = 10_000
/** Whoever moves by themselves is not moved any more. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** An address that names a part of a screen leads there, also when that part comes after the screen. */
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

/** @returns what ends the waiting */
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
