import { useRef, useState } from 'react'

// biome-ignore lint/suspicious/noExplicitAny: any handler of a component
type Handlers = Record<string, (...given: any[]) => void>

/**
 * The same handlers at every drawing, each doing what the newest drawing wants: so that rows whose
 * content is the same are not drawn again.
 */
export function useStable<Given extends Handlers>(handlers: Given): Given {
  const latest = useRef(handlers)
  latest.current = handlers
  const [stable] = useState(() => {
    const calls = Object.keys(handlers).map((name) => [
      name,
      (...given: unknown[]) => latest.current[name]?.(...given),
    ])
    return Object.fromEntries(calls) as Given
  })
  return stable
}
