import { useSyncExternalStore } from 'react'

const NARROW = '(max-width: 768px)'

/** Whether the window is narrow. For different behavior; use CSS for a different layout. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, read)
}

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(NARROW)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

function read(): boolean {
  return matchMedia(NARROW).matches
}
