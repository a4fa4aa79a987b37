// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CodeForm } from './Screen.tsx'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('sends a code once while it is being checked, and again if submitted after the result', () => {
  const onCode = vi.fn()
  const form = (isPending: boolean, problem?: Error) => (
    <CodeForm lead="" isPending={isPending} problem={problem} onCode={onCode}>
      {null}
    </CodeForm>
  )
  const { rerender } = render(form(false))
  const confirm = () => fireEvent.submit(screen.getByRole('textbox').closest('form')!)
  fireEvent.change(screen.getByRole('textbox', { name: 'Code' }), { target: { value: '123 456' } })
  expect(onCode.mock.calls).toEqual([['123456']])
  // Submitted before the library sets isPending, and while it is set.
  confirm()
  rerender(form(true))
  confirm()
  expect(onCode).toHaveBeenCalledTimes(1)

  rerender(form(false, new Error('Wrong code.')))
  confirm()
  expect(onCode).toHaveBeenCalledTimes(2)
})
