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
