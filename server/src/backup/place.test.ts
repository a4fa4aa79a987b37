import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { backupName, openPlace } from './place.ts'

function makeFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'laurel-place-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

test('a backup is readable by its owner only', async () => {
  const path = makeFolder()
  const name = backupName(new Date('2026-11-23T14:05:06.789Z'))
  expect(name).toBe('laurel-2026-11-23T14-05-06Z.laurel')
  expect(await openPlace(path).write(name, Readable.from([Buffer.from('archive')]))).toBe(7)
  expect(statSync(join(path, name)).mode & 0o777).toBe(0o600)
})

test('a full disk leaves no partial backup, and keeps the earlier one of that name', async () => {
  const path = makeFolder()
  writeFileSync(join(path, 'kept.laurel'), 'before')
  async function* failing() {
    yield Buffer.alloc(100_000)
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  await expect(openPlace(path).write('kept.laurel', failing())).rejects.toThrow(/disk of .* is full/)
  expect(readdirSync(path)).toEqual(['kept.laurel'])
  expect(readFileSync(join(path, 'kept.laurel'), 'utf8')).toBe('before')
})

test('lists only backups, oldest first', async () => {
  const path = makeFolder()
  const names = ['2026-11-23T00:00:00Z', '2026-11-02T00:00:00Z'].map((at) => backupName(new Date(at)))
  for (const name of [...names, 'notes.txt', 'before-upgrade.laurel', `${names[0]}.part`]) {
    writeFileSync(join(path, name), '')
  }
  expect(await openPlace(path).list()).toEqual([...names].reverse())
})

test('a new backup removes what killed ones left, but not another one being written', async () => {
  const path = makeFolder()
  const [killed, running] = ['2026-11-02T00:00:00Z', '2026-11-03T00:00:00Z'].map(
    (at) => `${backupName(new Date(at))}.part`,
  )
  for (const name of [killed!, running!, 'notes.part']) writeFileSync(join(path, name), '')
  const longAgo = new Date(Date.now() - 2 * 3_600_000)
  for (const name of [killed!, 'notes.part']) utimesSync(join(path, name), longAgo, longAgo)
  const name = backupName(new Date('2026-11-23T00:00:00Z'))
  await openPlace(path).write(name, Readable.from([Buffer.from('archive')]))
  expect(readdirSync(path).sort()).toEqual([running, name, 'notes.part'])
})
