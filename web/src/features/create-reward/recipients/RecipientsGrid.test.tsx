// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  at,
  checkOf,
  grid,
  LIMITS,
  openGrid,
  pressKey,
  settled,
  typeText,
  wire,
} from '../../../testing/open-grid.tsx'
import { person } from '../../../testing/person-fixture.ts'
import { columnsOf } from './columns.ts'
import { columnOfField } from './grid-cells.ts'
import { changedRow } from './row-problems.ts'

const VALUE = columnOfField(columnsOf('direct'), 'amount_cents')!

test('the grid reports its number of rows, including the head', () => {
  openGrid()
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('4')
})

test('the count below the grid is the whole list’s', () => {
  vi.stubGlobal('innerHeight', 60)
  openGrid()
  expect(screen.getByText('3 people')).toBeTruthy()
  expect(screen.queryByText(/ of 3$/)).toBeNull()
})

test('only one cell is in the tab order, and arrow keys move it', () => {
  openGrid()
  const inOrder = () =>
    [...document.querySelectorAll('[data-cell][tabindex="0"]')].map((one) => one.getAttribute('data-cell'))
  expect(inOrder()).toEqual(['0:2'])
  at(0, 2).focus()
  pressKey('ArrowDown')
  pressKey('ArrowRight')
  expect(document.activeElement).toBe(at(1, 3))
  expect(inOrder()).toEqual(['1:3'])
})

test('Enter edits, and again saves and moves down; the change shows at once', async () => {
  openGrid()
  grid.answer = () => new Promise(() => {})
  at(0, 4).focus()
  pressKey('Enter')
  typeText('Salem')
  pressKey('Enter')
  expect(document.activeElement).toBe(at(1, 4))
  await waitFor(() => expect(at(0, 4).textContent).toBe('Salem'))
  await waitFor(() =>
    expect(grid.patches).toEqual([{ path: '/api/v1/card_recipient_details/1/', body: 'city=Salem' }]),
  )
})

test('Esc discards the input and sends nothing', () => {
  openGrid()
  at(0, 4).focus()
  pressKey('Enter')
  typeText('Salem')
  pressKey('Escape')
  expect(document.activeElement).toBe(at(0, 4))
  expect(at(0, 4).textContent).toBe('Portland')
  expect(grid.patches).toEqual([])
})

test('Tab saves and edits the next cell', async () => {
  openGrid()
  at(0, 4).focus()
  pressKey('Enter')
  typeText('Salem')
  pressKey('Tab')
  expect(screen.getByRole('textbox').getAttribute('aria-label')).toBe('State, row 1')
  await waitFor(() => expect(grid.patches).toHaveLength(1))
})

test('typing a letter edits the cell', () => {
  openGrid()
  at(1, 4).focus()
  pressKey('S')
  expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe('S')
})

test('shows a row’s problem below it, with a button that edits the cell', async () => {
  openGrid()
  fireEvent.click(screen.getByRole('button', { name: 'Change ZIP code' }))
  expect(screen.getByRole('textbox').getAttribute('aria-label')).toBe('ZIP, row 3')
  typeText('97214')
  pressKey('Enter')
  await waitFor(() => expect(screen.queryByText('Enter a five-digit ZIP code.')).toBeNull())
})

test('keeps a change that failed to save, shows the reason, and can try again', async () => {
  openGrid()
  const works = grid.answer
  grid.answer = () =>
    Response.json({ code: 'fault', detail: 'Nothing was lost. Try again in a moment.' }, { status: 500 })
  at(0, 4).focus()
  pressKey('Enter')
  typeText('Salem')
  pressKey('Enter')
  await screen.findByText('Nothing was lost. Try again in a moment.')
  expect(at(0, 4).textContent).toBe('Salem')
  expect(checkOf(0).textContent).toBe('Not saved')

  grid.answer = works
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('Nothing was lost. Try again in a moment.')).toBeNull())
  expect(at(0, 4).textContent).toBe('Salem')
})

test('suggests the likely amount for ambiguous input', async () => {
  openGrid()
  grid.answer = () => new Promise(() => {})
  at(0, VALUE).focus()
  pressKey('Enter')
  typeText('1.250')
  pressKey('Enter')
  expect(grid.patches).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Use $1,250.00' }))
  await waitFor(() => expect(grid.patches[0]?.body).toBe('amount_cents=125000'))
})

test('keeps text that is not an amount in its cell and does not send it', () => {
  openGrid()
  at(0, VALUE).focus()
  pressKey('Enter')
  typeText('fifty')
  pressKey('Enter')
  expect(screen.getByText('fifty isn’t an amount. Enter it like 50 or 49.50.')).toBeTruthy()
  expect(at(0, VALUE).textContent).toBe('fifty')
  expect(grid.patches).toEqual([])
})

test('Ctrl Enter in any cell and the row’s button open the person', () => {
  openGrid()
  at(1, 2).focus()
  pressKey('Enter', { ctrlKey: true })
  expect(screen.queryByRole('textbox')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Open Priya Nair' }))
  expect(grid.asked).toEqual([2, 2])
  expect(grid.patches).toEqual([])
})

test('Delete clears a cell', async () => {
  openGrid()
  at(0, 4).focus()
  pressKey('Delete')
  await waitFor(() => expect(grid.patches[0]?.body).toBe('city='))
})

test('arrow keys reach the column heads, which sort the list and expose the direction', () => {
  openGrid()
  at(0, 4).focus()
  pressKey('ArrowUp')
  expect(document.activeElement?.textContent).toBe('City')
  fireEvent.click(document.activeElement!)
  expect(screen.getByTestId('sort').textContent).toBe('city false')
  fireEvent.click(document.activeElement!)
  expect(screen.getByTestId('sort').textContent).toBe('city true')
  expect(screen.getByRole('columnheader', { name: 'City' }).getAttribute('aria-sort')).toBe('descending')
})

test('adds only the missing half of a name', async () => {
  openGrid([changedRow(person({ id: 1, firstName: '' }), {}, 'direct', LIMITS)])
  fireEvent.click(screen.getByRole('button', { name: 'Add first name' }))
  expect(screen.getByRole('textbox').getAttribute('aria-label')).toBe('First name, row 1')
  typeText('Maya')
  pressKey('Enter')
  await waitFor(() => expect(grid.patches[0]?.body).toBe('first_name=Maya'))
})

test('either a ZIP code or a contradicting state can be kept', () => {
  openGrid([changedRow(person({ id: 1, state: 'OH', city: 'Dayton', zip: '90210' }), {}, 'direct', LIMITS)])
  expect(screen.getByRole('button', { name: 'Use California' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Keep Ohio and fix the ZIP' }))
  expect(screen.getByRole('textbox').getAttribute('aria-label')).toBe('ZIP, row 1')
})

test('a warning dismissed with “It’s right” is saved on the server, and undone by Ctrl Z', async () => {
  const warned = changedRow(person({ id: 1, state: 'MN' }), {}, 'direct', LIMITS)
  openGrid([warned])
  grid.answer = () =>
    Response.json({
      ...wire(warned),
      problems: [],
      kept_warnings: ['not_in_state'],
      needs_attention: false,
    })
  fireEvent.click(screen.getByRole('button', { name: 'It’s right' }))
  await waitFor(() => expect(checkOf(0).textContent).toBe('Ready'))
  await waitFor(() => expect(grid.patches[0]?.body).toBe('kept_warnings=%5B%22not_in_state%22%5D'))

  grid.answer = () => Response.json({ ...wire(warned), kept_warnings: [] })
  await settled()
  at(0, 2).focus()
  pressKey('z', { ctrlKey: true })
  await waitFor(() => expect(grid.patches[1]?.body).toBe('kept_warnings=%5B%5D'))
  await screen.findByRole('button', { name: 'It’s right' })
})

test('a person without a value is not ready', () => {
  openGrid([person({ id: 1 })], null)
  expect(checkOf(0).textContent).toBe('No value')
})

test('flush fails while a change is not saved', async () => {
  const { edits } = openGrid()
  grid.answer = () => Response.json({ code: 'fault', detail: 'Try again.' }, { status: 500 })
  at(0, 4).focus()
  pressKey('Enter')
  typeText('Salem')
  pressKey('Enter')
  await screen.findByText('Try again.')
  await expect(edits.flush()).rejects.toThrow('One change isn’t saved yet')
})
