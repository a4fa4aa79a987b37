// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useScrollLock } from './use-scroll-lock.ts'

afterEach(cleanup)

function Locking({ isLocked }: { isLocked: boolean }) {
  useScrollLock(isLocked)
  return null
}

test('the page does not scroll while the panel is open, and does again when it is closed', () => {
  const { rerender } = render(<Locking isLocked={false} />)
  expect(document.documentElement.style.overflow).toBe('')

  rerender(<Locking isLocked />)
  expect(document.documentElement.style.overflow).toBe('hidden')

  rerender(<Locking isLocked={false} />)
  expect(document.documentElement.style.overflow).toBe('')
})

test('leaving the screen with the panel open lets the page scroll again', () => {
  const { unmount } = render(<Locking isLocked />)
  unmount()
  expect(document.documentElement.style.overflow).toBe('')
})
