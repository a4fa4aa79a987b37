// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CodeForm } from './CodeForm.tsx'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a code is sent once while it is being checked, and again when asked to after the answer', () => {
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
  // Pressed before the library says that it is checking, and while it does.
  confirm()
  rerender(form(true))
  confirm()
  expect(onCode).toHaveBeenCalledTimes(1)

  rerender(form(false, new Error('Wrong code.')))
  confirm()
  expect(onCode).toHaveBeenCalledTimes(2)
})
