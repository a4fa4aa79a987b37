// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ResendCode } from './ResendCode.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const button = () => screen.getByRole('button')

test('allows another code after 30 seconds and keeps the focus', () => {
  const onResend = vi.fn()
  render(<ResendCode sent={1} isPending={false} onResend={onResend} />)
  expect(button().textContent).toBe('Send a new code in 30 s')
  button().focus()
  fireEvent.click(button())
  expect(onResend).not.toHaveBeenCalled()

  act(() => vi.advanceTimersByTime(29_000))
  expect(button().textContent).toBe('Send a new code in 1 s')
  act(() => vi.advanceTimersByTime(1_000))
  expect(document.activeElement).toBe(button())
  fireEvent.click(button())
  expect(onResend).toHaveBeenCalledTimes(1)
})

test('waits after each code sent, and not at all before the first', () => {
  const view = render(<ResendCode sent={0} isPending={false} onResend={() => {}} />)
  expect(button().textContent).toBe('Send a new code')
  view.rerender(<ResendCode sent={1} isPending={false} onResend={() => {}} />)
  expect(button().textContent).toBe('Send a new code in 30 s')
})
