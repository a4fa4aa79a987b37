import { expect, test } from 'vitest'
import { keepLongCount, LONG_LIST, pageFromNearerEnd } from './long-lists.ts'
import { openInMemory } from './open-database.ts'

test('the count of a long list is kept for its filters, and a short one is counted again', async () => {
  const { db: pool, close } = await openInMemory()
  let counted = 0
  const count = (key: string, rows: number) =>
    keepLongCount(pool, [1, key], async () => rows + counted++, Number)

  expect(await count('long', LONG_LIST + 1)).toBe(await count('long', LONG_LIST + 1))
  expect(await count('other', LONG_LIST + 1)).not.toBe(await count('long', LONG_LIST + 1))
  expect(await count('short', 5)).not.toBe(await count('short', 5))
  await close()
})

test.each([
  ['the first page', { limit: 50, offset: 0 }, { limit: 50, offset: 0, isFromEnd: false }],
  ['a page before the middle', { limit: 50, offset: 50 }, { limit: 50, offset: 50, isFromEnd: false }],
  ['a page past it', { limit: 50, offset: 100 }, { limit: 50, offset: 30, isFromEnd: true }],
  ['the last one', { limit: 50, offset: 150 }, { limit: 30, offset: 0, isFromEnd: true }],
  ['one beyond the end', { limit: 50, offset: 200 }, { limit: 50, offset: 200, isFromEnd: false }],
])('%s of 180 rows', (_, asked, read) => {
  expect(pageFromNearerEnd(asked, 180)).toEqual(read)
})
