import { useEffect, useRef } from 'react'

/** A removed row takes its focused button with it: focus goes to the section's heading. */
export function useFocusAfterRemoval(count: number) {
  const content = useRef<HTMLDivElement>(null)
  const countBefore = useRef(count)
  useEffect(() => {
    const isFewer = count < countBefore.current
    countBefore.current = count
    const heading = content.current?.closest('section')?.querySelector('h2')
    if (!isFewer || !heading) return
    heading.tabIndex = -1
    heading.focus()
  }, [count])
  return content
}
