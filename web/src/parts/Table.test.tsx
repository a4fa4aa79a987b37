// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ColumnsButton } from './ColumnsButton.tsx'
import { Cell, Table } from './Table.tsx'
import type { Column } from './table-columns.ts'

let resized: () => void = () => {}
vi.stubGlobal(
  'ResizeObserver',
  class {
    constructor(read: () => void) {
      resized = read
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  },
)

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const COLUMNS: readonly Column[] = [
  { title: 'Order', sort: 'number' },
  { title: 'Customer', choice: 'shown' },
  { title: 'Paid by', choice: 'hidden' },
  { title: 'Total', isNumber: true, sort: '-total' },
]

function Orders() {
  const [sort, setSort] = useState('-total')
  return (
    <>
      <ColumnsButton of="test" columns={COLUMNS} />
      <Table aria-label="Orders" columns={COLUMNS} remembers="test" sort={sort} onSort={setSort}>
        <tr>
          <Cell>10041</Cell>
          <Cell of="Customer">Halden Tools</Cell>
          <Cell of="Paid by">Check</Cell>
          <Cell isNumber>$51.25</Cell>
        </tr>
      </Table>
    </>
  )
}

const sortOf = (name: string) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort')
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const cells = () => screen.getAllByRole('cell').map(({ textContent }) => textContent)

test('a click on a title sorts, and a second one reverses', () => {
  render(<Orders />)
  expect([sortOf('Order'), sortOf('Customer'), sortOf('Total')]).toEqual(['none', null, 'descending'])
  fireEvent.click(screen.getByRole('button', { name: 'Total' }))
  expect([sortOf('Order'), sortOf('Total')]).toEqual(['none', 'ascending'])
  fireEvent.click(screen.getByRole('button', { name: 'Order' }))
  expect([sortOf('Order'), sortOf('Total')]).toEqual(['ascending', 'none'])
})

test('hidden and shown columns stay that way, with their cells, until they’re reset', () => {
  render(<Orders />)
  expect(heads()).toEqual(['Order', 'Customer', 'Total'])
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Customer' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Paid by' }))
  cleanup()

  render(<Orders />)
  expect(heads()).toEqual(['Order', 'Paid by', 'Total'])
  expect(cells()).toEqual(['10041', 'Check', '$51.25'])
  expect(JSON.parse(localStorage.getItem('table-columns')!).state.choices).toEqual({
    test: { Customer: false, 'Paid by': true },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }))
  cleanup()

  render(<Orders />)
  expect(cells()).toEqual(['10041', 'Halden Tools', '$51.25'])
})

test('a table that is too wide can be scrolled by keyboard', () => {
  render(<Orders />)
  expect(screen.queryByRole('region')).toBeNull()
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(700)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(350)
  act(() => resized())
  expect(screen.getByRole('region', { name: 'Orders' }).tabIndex).toBe(0)
})
