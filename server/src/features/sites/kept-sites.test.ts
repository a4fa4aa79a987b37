import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { KeptSites } from './kept-sites.ts'
import type { SiteRow } from './sites.repo.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const site = (id: number): SiteRow => ({ id }) as SiteRow

/** What the database knows, and how often it was asked. */
function makeSource() {
  const asked: Array<number | string> = []
  const sites = new KeptSites()
  const answers = new Map<number | string, SiteRow | undefined>()
  const read = (key: number | string) =>
    sites.read(key, async () => {
      asked.push(key)
      return answers.get(key)
    })
  return { sites, asked, answers, read }
}

test('a site is read once in five seconds, also by many at once', async () => {
  const { asked, answers, read } = makeSource()
  answers.set(1, site(1))
  expect(await Promise.all([read(1), read(1)])).toEqual([site(1), site(1)])
  vi.advanceTimersByTime(4_999)
  expect(await read(1)).toEqual(site(1))
  expect(asked).toEqual([1])
  vi.advanceTimersByTime(2)
  await read(1)
  expect(asked).toEqual([1, 1])
})

test('a changed site is read again, and so is a host that no site answered to', async () => {
  const { sites, asked, answers, read } = makeSource()
  answers.set(1, site(1)).set(2, site(2))
  for (const key of [1, 2, 'new.example']) await read(key)
  // Begun before the change, it may bring the site as it was.
  const late = read('late.example')
  sites.forget(1)
  await late
  for (const key of [1, 2, 'new.example', 'late.example']) await read(key)
  expect(asked).toEqual([1, 2, 'new.example', 'late.example', 1, 'new.example', 'late.example'])
})

test('a failed read is not kept', async () => {
  const { sites, answers, read } = makeSource()
  await expect(sites.read(1, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  answers.set(1, site(1))
  expect(await read(1)).toEqual(site(1))
})

test('of many sites, the ones asked for lately are kept', async () => {
  const { sites, asked, read } = makeSource()
  for (let id = 1; id <= 1_000; id++) await read(id)
  await read(1)
  for (let id = 1_001; id <= 1_500; id++) await read(id)
  expect(sites.size).toBe(1_000)
  asked.length = 0
  await read(1)
  await read(2)
  expect(asked).toEqual([2])
})
