// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  at,
  checkOf,
  grid,
  openGrid,
  PEOPLE,
  paste,
  pressKey,
  settled,
  TOKEN,
  typeText,
  wire,
} from '../../../testing/open-grid.tsx'

test('Delete on a row’s number strikes the person through and removes them, and Ctrl Z restores them', async () => {
  openGrid()
  grid.answer = () => Response.json({ undo_token: TOKEN, changed_count: 1 })
  at(1, 1).focus()
  pressKey('Delete')
  await waitFor(() => expect(checkOf(1).textContent).toBe('Removed'))
  expect(at(1, 1).textContent).toBe('2')
  expect(screen.getByLabelText('Removed')).toBeTruthy()
  await waitFor(() => expect(grid.patches).toHaveLength(1))
  expect(grid.patches[0]).toEqual({
    path: '/api/v1/card_recipient_details/bulk_change/',
    body: 'card_item_id=7&action=delete&ids=%5B2%5D',
  })

  grid.answer = () => Response.json({ restored_count: 1, kept_count: 0 })
  await settled()
  pressKey('z', { ctrlKey: true })
  await waitFor(() =>
    expect(grid.patches).toContainEqual({
      path: '/api/v1/card_recipient_details/undo/',
      body: `undo_token=${TOKEN}`,
    }),
  )
})

test('Ctrl Z undoes the last edit', async () => {
  openGrid()
  at(0, 4).focus()
  pressKey('Enter')
  typeText('Salem')
  pressKey('Enter')
  await waitFor(() => expect(grid.patches).toHaveLength(1))
  await settled()
  pressKey('z', { ctrlKey: true })
  await waitFor(() => expect(grid.patches.at(-1)?.body).toBe('city=Portland'))
  expect(at(0, 4).textContent).toBe('Portland')
})

test('setting a value for several people returns the focus, and Ctrl Z undoes it outside of text fields', async () => {
  openGrid()
  const list = { count: 3, results: PEOPLE.map(wire), total_count: 3, problem_counts: [] }
  grid.answer = (body) => Response.json(body.has('action') ? { undo_token: TOKEN, changed_count: 3 } : list)
  at(1, 3).focus()
  pressKey('a', { ctrlKey: true })
  const open = await screen.findByRole('button', { name: 'Set value' })
  open.focus()
  fireEvent.click(open)
  const value = await screen.findByLabelText('Value')
  fireEvent.change(value, { target: { value: '75' } })
  fireEvent.blur(value)
  fireEvent.click(screen.getByRole('button', { name: 'Set the value of 3' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(at(1, 3)))

  const undos = () => grid.patches.filter(({ path }) => path.endsWith('/undo/'))
  grid.answer = (body) => Response.json(body.has('undo_token') ? { restored_count: 3, kept_count: 0 } : list)
  const field = document.body.appendChild(document.createElement('input'))
  fireEvent.keyDown(field, { key: 'z', ctrlKey: true })
  field.remove()
  expect(undos()).toEqual([])
  fireEvent.keyDown(screen.getByRole('button', { name: 'Set message' }), { key: 'z', ctrlKey: true })
  await waitFor(() => expect(undos()).toHaveLength(1))
})

test('Shift with arrows selects rows, Ctrl A selects everyone, Esc clears the selection', async () => {
  openGrid()
  const selected = () => screen.getByTestId('selected').textContent
  at(0, 3).focus()
  pressKey('ArrowDown', { shiftKey: true })
  await waitFor(() => expect(selected()).toBe('2'))
  pressKey('ArrowUp', { shiftKey: true })
  await waitFor(() => expect(selected()).toBe('1'))
  pressKey('a', { ctrlKey: true })
  await waitFor(() => expect(selected()).toBe('3'))
  expect(screen.getAllByRole('row', { selected: true })).toHaveLength(3)
  pressKey('Escape')
  await waitFor(() => expect(selected()).toBe('0'))
  pressKey(' ')
  await waitFor(() => expect(selected()).toBe('1'))
})

test('Delete removes all selected people', async () => {
  openGrid()
  grid.answer = () => Response.json({ undo_token: TOKEN, changed_count: 3 })
  at(0, 3).focus()
  pressKey('a', { ctrlKey: true })
  await waitFor(() => expect(screen.getByTestId('selected').textContent).toBe('3'))
  pressKey('Delete')
  await waitFor(() =>
    expect(grid.patches[0]).toEqual({
      path: '/api/v1/card_recipient_details/bulk_change/',
      body: 'card_item_id=7&action=delete&all=true&except_ids=%5B%5D',
    }),
  )
})

test('pastes a block from a spreadsheet at the active cell', async () => {
  openGrid()
  grid.answer = () => Response.json({ undo_token: TOKEN, edited: [], added: [] })
  at(1, 4).focus()
  paste('Salem\tOR\nFargo\tND\nBoise\tID\n')
  await waitFor(() => expect(grid.patches).not.toHaveLength(0))
  const body = new URLSearchParams(grid.patches[0]!.body)
  expect(grid.patches[0]!.path).toBe('/api/v1/card_recipient_details/edits/')
  expect(JSON.parse(body.get('edited')!)).toEqual([
    { id: 2, city: 'Salem' },
    { id: 3, city: 'Fargo', state: 'ND' },
  ])
  // The third row is past the end of the list.
  expect(JSON.parse(body.get('added')!)).toEqual([{ city: 'Boise', state: 'ID' }])
})

test('rows with headings are imported as a list, wherever they are pasted', () => {
  openGrid()
  at(1, 2).focus()
  paste('Name\tCity\nWen Hsu\tFremont')
  expect(grid.lists).toEqual(['Name\tCity\nWen Hsu\tFremont'])
  expect(grid.patches).toEqual([])
})
