import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { makePasswordHasher } from './password-hasher.ts'

const pepper = Buffer.alloc(32, 1)

test('fifty at once leave threads for files', async () => {
  const hasher = await makePasswordHasher(pepper)
  let done = 0
  const hashing = Array.from({ length: 50 }, async () => {
    await hasher.verify(undefined, 'kettle-of-plum-jam')
    done += 1
  })
  // Files are looked up by the same few threads that hash: with all of them taken this one would be last.
  await stat(new URL(import.meta.url))
  expect(done).toBeLessThan(25)
  await Promise.all(hashing)
  expect(done).toBe(50)
})

test('a full queue refuses further requests', async () => {
  const hasher = await makePasswordHasher(pepper)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 300 }, () => hasher.verify(undefined, 'kettle-of-plum-jam')),
  )
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(300 - 2 - 256)
  expect(refused[0]).toMatchObject({ reason: { name: 'TooManyRequestsException' } })
  // The queue continues.
  const stored = await hasher.hash('kettle-of-plum-jam')
  expect(await hasher.verify(stored, 'kettle-of-plum-jam')).toBe(true)
  expect(await hasher.verify(stored, 'kettle-of-plum-pie')).toBe(false)
  expect(await hasher.verify(undefined, 'kettle-of-plum-jam')).toBe(false)
})

test('a password matches in any Unicode form, and only with the pepper', async () => {
  const hasher = await makePasswordHasher(pepper)
  const stored = await hasher.hash('cafe\u0301-au-lait')
  expect(await hasher.verify(stored, 'caf\u00e9-au-lait')).toBe(true)
  const other = await makePasswordHasher(Buffer.alloc(32, 2))
  expect(await other.verify(stored, 'caf\u00e9-au-lait')).toBe(false)
})
