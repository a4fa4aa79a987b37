// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSorted } from './use-sorted.ts'

const ROWS = [
  { name: 'Zoë', waiting: 10, at: '2026-11-02' },
  { name: 'ana', waiting: 9, at: null },
  { name: 'Émile', waiting: 9, at: '2026-11-01' },
]

test('sorts by text as people do and by number, keeps the order of equal rows, and puts missing values last', () => {
  const { result } = renderHook(() =>
    useSorted(ROWS, { name: (row) => row.name, waiting: (row) => row.waiting, at: (row) => row.at }),
  )
  const names = () => result.current.rows.map(({ name }) => name)
  const by = (sort: string) => {
    act(() => result.current.onSort(sort))
    return names()
  }
  expect(names()).toEqual(['Zoë', 'ana', 'Émile'])
  expect(by('name')).toEqual(['ana', 'Émile', 'Zoë'])
  expect(by('-name')).toEqual(['Zoë', 'Émile', 'ana'])
  expect(by('waiting')).toEqual(['ana', 'Émile', 'Zoë'])
  expect(by('-waiting')).toEqual(['Zoë', 'ana', 'Émile'])
  expect(by('at')).toEqual(['Émile', 'Zoë', 'ana'])
  expect(by('-at')).toEqual(['Zoë', 'Émile', 'ana'])
})
