import { useSyncExternalStore } from 'react'

const NARROW = '(max-width: 768px)'

/** Whether the screen is a phone's: for what a phone does otherwise, not for what it only lays out otherwise. */
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
