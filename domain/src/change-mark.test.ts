import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHANGE_MARKS, type ChangeMark, type Gone, markRow, type RowEvent } from './change-mark.ts'

const EVENTS: RowEvent[] = ['edit', 'delete', 'restore', 'revert', 'saved']

test.each<[ChangeMark, RowEvent, ChangeMark | Gone]>([
  ['new', 'edit', 'new'],
  ['new', 'delete', 'gone'],
  ['new', 'saved', 'unchanged'],
  ['unchanged', 'edit', 'edited'],
  ['unchanged', 'delete', 'deleted'],
  ['unchanged', 'saved', 'unchanged'],
  ['edited', 'edit', 'edited'],
  ['edited', 'revert', 'unchanged'],
  ['edited', 'delete', 'deleted'],
  ['edited', 'saved', 'unchanged'],
  ['deleted', 'edit', 'deleted'],
  ['deleted', 'restore', 'edited'],
  ['deleted', 'saved', 'gone'],
])('a row that is %s becomes, after %s, %s', (mark, event, after) => {
  expect(markRow(mark, event)).toBe(after)
})

test('a row unknown to the server is never marked as changed or deleted there', () => {
  for (const event of EVENTS) expect(['new', 'unchanged', 'gone']).toContain(markRow('new', event))
})

test('nothing is left to save after saving, and no edit is lost before', () => {
  fc.assert(
    fc.property(fc.constantFrom(...CHANGE_MARKS), fc.array(fc.constantFrom(...EVENTS)), (first, events) => {
      let mark: ChangeMark | Gone = first
      let unsaved = false
      for (const event of events) {
        if (mark === 'gone') return
        if (event === 'edit' && mark !== 'deleted') unsaved = true
        if (event === 'saved' || event === 'revert') unsaved = false
        mark = markRow(mark, event)
        if (unsaved) expect(mark).not.toBe('unchanged')
      }
      if (mark !== 'gone') expect(['unchanged', 'gone']).toContain(markRow(mark, 'saved'))
    }),
  )
})
