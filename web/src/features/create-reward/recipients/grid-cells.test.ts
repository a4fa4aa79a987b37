import { expect, test } from 'vitest'
import type { Column } from './columns.ts'
import { cellOf, cellPlace, gridTracks, isWritten, moveCell, nextEditable } from './grid-cells.ts'

const SIZE = { rows: 100, columns: 9, pageRows: 12 }
const press = (key: string, ctrlKey = false) => ({ key, ctrlKey })

test.each([
  ['ArrowUp', false, { row: 4, column: 3 }],
  ['ArrowDown', false, { row: 6, column: 3 }],
  ['ArrowLeft', false, { row: 5, column: 2 }],
  ['ArrowRight', false, { row: 5, column: 4 }],
  ['Home', false, { row: 5, column: 0 }],
  ['End', false, { row: 5, column: 8 }],
  ['Home', true, { row: 0, column: 0 }],
  ['End', true, { row: 99, column: 8 }],
  ['PageDown', false, { row: 17, column: 3 }],
  ['PageUp', false, { row: 0, column: 3 }],
])('%s (with Ctrl: %s) moves to %j', (key, ctrlKey, to) => {
  expect(moveCell({ row: 5, column: 3 }, press(key, ctrlKey), SIZE)).toEqual(to)
})

test('stays at an edge', () => {
  expect(moveCell({ row: 0, column: 0 }, press('ArrowLeft'), SIZE)).toEqual({ row: 0, column: 0 })
  expect(moveCell({ row: 99, column: 8 }, press('ArrowRight'), SIZE)).toEqual({ row: 99, column: 8 })
})

test('other keys do not move', () => {
  expect(moveCell({ row: 5, column: 3 }, press('a'), SIZE)).toBeUndefined()
  expect(moveCell({ row: 5, column: 3 }, press('Tab'), SIZE)).toBeUndefined()
})

test('Tab moves to the next editable cell, and from the last to the next row', () => {
  const editable = { rows: 3, first: 2, last: 7 }
  expect(nextEditable({ row: 0, column: 2 }, false, editable)).toEqual({ row: 0, column: 3 })
  expect(nextEditable({ row: 0, column: 7 }, false, editable)).toEqual({ row: 1, column: 2 })
  expect(nextEditable({ row: 1, column: 2 }, true, editable)).toEqual({ row: 0, column: 7 })
  expect(nextEditable({ row: 2, column: 7 }, false, editable)).toBeUndefined()
})

test('letters and digits start editing; keys with Ctrl do not', () => {
  const plain = { ctrlKey: false, metaKey: false, altKey: false }
  expect(isWritten({ key: '9', ...plain })).toBe(true)
  expect(isWritten({ key: 'Enter', ...plain })).toBe(false)
  expect(isWritten({ key: 'v', ...plain, ctrlKey: true })).toBe(false)
})

test('only a single step up reaches the head', () => {
  expect(moveCell({ row: 0, column: 3 }, press('ArrowUp'), SIZE)).toEqual({ row: -1, column: 3 })
  expect(moveCell({ row: -1, column: 3 }, press('ArrowUp'), SIZE)).toEqual({ row: -1, column: 3 })
  expect(moveCell({ row: -1, column: 3 }, press('ArrowRight'), SIZE)).toEqual({ row: -1, column: 4 })
  expect(moveCell({ row: -1, column: 3 }, press('ArrowDown'), SIZE)).toEqual({ row: 0, column: 3 })
  expect(moveCell({ row: 4, column: 3 }, press('PageUp'), SIZE)).toEqual({ row: 0, column: 3 })
  expect(moveCell({ row: 4, column: 3 }, press('ArrowUp', true), SIZE)).toEqual({ row: 0, column: 3 })
})

test('the Command key on a Mac works like Ctrl', () => {
  const down = { key: 'ArrowDown', ctrlKey: false, metaKey: true }
  expect(moveCell({ row: 5, column: 3 }, down, SIZE)).toEqual({ row: 99, column: 3 })
})

test('parses a cell’s name', () => {
  const cell = { dataset: { cell: cellPlace({ row: -1, column: 4 }) }, closest: () => cell }
  expect(cellOf(cell as never)).toEqual({ row: -1, column: 4 })
})

test('sets the width of each cell, and where they scroll the least width of all', () => {
  const columns = ['minmax(56px,1fr)', '74px'].map((wide) => ({ width: { wide, mid: '100px' } }) as Column)
  expect(gridTracks('direct', columns)).toEqual({
    '--tracks': '46px 76px minmax(56px,1fr) 74px 164px',
    '--tracks-mid': '46px 68px 100px 100px 132px',
    '--grid-min': '446px',
  })
  const alike = '46px 76px 140px 176px'
  expect(gridTracks('digital', [{ width: { wide: '140px' } } as Column])).toEqual({
    '--tracks': alike,
    '--tracks-mid': alike,
    '--grid-min': '438px',
  })
})
