// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SearchBox } from './SearchBox.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const type = (value: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value } })
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('searches once after a pause in typing, and not for searches started elsewhere', () => {
  const onSearch = vi.fn()
  const box = (searched: string | undefined) => (
    <SearchBox label="Search" placeholder="" searched={searched} onSearch={onSearch} />
  )
  const { rerender } = render(box(undefined))
  type('hal')
  wait(200)
  type('halden ')
  wait(200)
  expect(onSearch).not.toHaveBeenCalled()
  wait(200)
  expect(onSearch.mock.calls).toEqual([['halden']])

  // The URL has the search now, and typing continues.
  type('halden t')
  rerender(box('halden'))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('halden t')
  wait(400)
  rerender(box('halden t'))
  rerender(box(undefined))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  wait(400)
  expect(onSearch.mock.calls).toEqual([['halden'], ['halden t']])
})
