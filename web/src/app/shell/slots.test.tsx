// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useScrollLock } from './slots.tsx'

afterEach(cleanup)

function Locking({ isLocked }: { isLocked: boolean }) {
  useScrollLock(isLocked)
  return null
}

test('the page does not scroll while the panel is open', () => {
  const { rerender } = render(<Locking isLocked={false} />)
  expect(document.documentElement.style.overflow).toBe('')

  rerender(<Locking isLocked />)
  expect(document.documentElement.style.overflow).toBe('hidden')

  rerender(<Locking isLocked={false} />)
  expect(document.documentElement.style.overflow).toBe('')
})

test('the page scrolls again after leaving the screen with the panel open', () => {
  const { unmount } = render(<Locking isLocked />)
  unmount()
  expect(document.documentElement.style.overflow).toBe('')
})
