import { expect, test } from 'vitest'
import { FairTurns } from './fair-turns.ts'

test('many lists of one customer delay no other customer, and no customer has two turns at once', async () => {
  const turns = new FairTurns(2)
  const done: string[] = []
  const ends = new Map<string, () => void>()
  const begin = (name: string) =>
    turns.take(name[0]!, async () => {
      await new Promise<void>((end) => ends.set(name, end))
      done.push(name)
    })
  const end = async (name: string) => {
    ends.get(name)!()
    ends.delete(name)
    await new Promise(setImmediate)
  }
  const all = ['a1', 'a2', 'a3', 'b1', 'c1'].map(begin)
  await new Promise(setImmediate)
  expect([...ends.keys()]).toEqual(['a1', 'b1'])
  expect(turns.countOf('a')).toBe(3)
  await end('a1')
  expect([...ends.keys()]).toEqual(['b1', 'c1'])
  await end('b1')
  expect([...ends.keys()]).toEqual(['c1', 'a2'])
  await end('c1')
  expect([...ends.keys()]).toEqual(['a2'])
  await end('a2')
  await end('a3')
  await Promise.all(all)
  expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
  expect(turns.countOf('a')).toBe(0)
})

test('work that fails passes its turn on', async () => {
  const turns = new FairTurns(1)
  const failing = turns.take('a', () => Promise.reject(new Error('x')))
  const next = turns.take('b', async () => 'read')
  await expect(failing).rejects.toThrow('x')
  expect(await next).toBe('read')
})
