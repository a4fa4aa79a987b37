import { expect, test } from 'vitest'
import { columnsOf } from './columns.ts'
import { cellOf, cellPlace, gridTracks, isWritten, leastPx, moveCell, nextEditable } from './grid-cells.ts'

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

test('sets the width of each cell', () => {
  expect(gridTracks('direct', columnsOf('direct'))).toEqual({
    '--tracks': '46px 76px 190px minmax(56px,1fr) 170px 74px 96px 104px 164px',
    '--tracks-mid': '46px 68px 160px minmax(156px,1fr) 130px 64px 84px 100px 132px',
    '--grid-min': '940px',
  })
  const digital = '46px 76px minmax(209px,1fr) minmax(293px,1.4fr) 140px 176px'
  expect(gridTracks('digital', columnsOf('digital'))).toEqual({
    '--tracks': digital,
    '--tracks-mid': digital,
    '--grid-min': '940px',
  })
})

test.each(['direct', 'digital'] as const)('%s cards: the columns fit where the grid can’t scroll', (type) => {
  const { '--tracks': tracks } = gridTracks(type, columnsOf(type)) as Record<string, string>
  // A window of 1,081 px has so much left between its gutters, beside a scrollbar.
  expect(leastPx(tracks!)).toBeLessThanOrEqual(977)
})
