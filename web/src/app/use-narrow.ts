import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window is narrow. For different behavior; use CSS for a different layout. */
export function useNarrow(): boolean {
  return useMedia('(max-width: 768px)')
}

/** Whether the window is at most as wide as on a tablet. */
export function useMid(): boolean {
  return useMedia('(max-width: 1080px)')
}

function useMedia(media: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const query = matchMedia(media)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    [media],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(media).matches)
}
