import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** A new screen begins at its top for the keyboard and the screen reader too. */
export function useFocusOnNavigation(mainId: string): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onResolved', ({ fromLocation, pathChanged, toLocation }) => {
        if (!fromLocation || !pathChanged || toLocation.hash) return
        document.getElementById(mainId)?.focus({ preventScroll: true })
      }),
    [router, mainId],
  )
}
