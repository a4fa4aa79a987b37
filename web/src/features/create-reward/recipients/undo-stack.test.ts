import { expect, test, vi } from 'vitest'
import { makeUndoStack } from './undo-stack.ts'

test('undoes the newest change first, each once', async () => {
  const stack = makeUndoStack()
  const undo = vi.fn(async (_what: string) => {})
  const first = stack.push({ undone: 'first', undo: () => undo('first') })
  stack.push({ undone: 'second', undo: () => undo('second') })
  expect((await stack.undoLast())?.undone).toBe('second')
  expect(await stack.undo(first)).toBe(true)
  expect(await stack.undo(first)).toBe(false)
  expect(await stack.undoLast()).toBeUndefined()
  expect(undo.mock.calls).toEqual([['second'], ['first']])
})
