import { useLayoutEffect } from 'react'

/** Keeps the page from scrolling while `isLocked`, and from jumping sideways when its bar disappears. */
export function useScrollLock(isLocked: boolean): void {
  useLayoutEffect(() => {
    if (!isLocked) return
    const { style } = document.documentElement
    const before = { overflow: style.overflow, scrollbarGutter: style.scrollbarGutter }
    const hasBar = window.innerWidth > document.documentElement.clientWidth
    style.overflow = 'hidden'
    if (hasBar) style.scrollbarGutter = 'stable'
    return () => {
      style.overflow = before.overflow
      style.scrollbarGutter = before.scrollbarGutter
    }
  }, [isLocked])
}
