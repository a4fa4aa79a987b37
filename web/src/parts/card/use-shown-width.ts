import { type RefObject, useLayoutEffect, useState } from 'react'

/** An element's width on the page in whole CSS pixels, kept current. A lean does not change it. */
export function useShownWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const read = () => setWidth(element.offsetWidth)
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}
