import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callDataDir, DataDirInUse, type FolderCalls, lockDataDir } from './data-dir-lock.ts'

let dataDir: string
const holders: ChildProcess[] = []
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'laurel-lock-'))
})
afterEach(() => {
  for (const holder of holders.splice(0)) holder.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

/** Another process that locks the folder, reports it, and keeps running; `busy` never answers. */
async function heldByAnother(then = '') {
  const code = `import { lockDataDir } from ${JSON.stringify(new URL('data-dir-lock.ts', import.meta.url).href)}
    await lockDataDir(${JSON.stringify(dataDir)}, 0)
    console.log('held'); setInterval(() => {}, 1000); ${then}`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  holders.push(holder)
  await once(holder.stdout!, 'data')
  return holder
}

test('rejects a folder that another process uses', async () => {
  await heldByAnother()
  await expect(lockDataDir(dataDir, 0)).rejects.toBeInstanceOf(DataDirInUse)
})

test('rejects a folder whose process is too busy to answer', async () => {
  await heldByAnother('for (;;);')
  await expect(lockDataDir(dataDir, 0)).rejects.toBeInstanceOf(DataDirInUse)
})

test('takes the folder of a killed process at once, even if its number is reused', async () => {
  const holder = await heldByAnother()
  // In a container, the process number belongs to a running process again.
  writeFileSync(join(dataDir, 'laurel.pid'), String(process.ppid))
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const release = await lockDataDir(dataDir, 0)
  await expect(lockDataDir(dataDir, 0)).rejects.toBeInstanceOf(DataDirInUse)
  release()
  const releaseAgain = await lockDataDir(dataDir, 0)
  releaseAgain()
})

test('waits for a process that is about to end', async () => {
  const holder = await heldByAnother()
  const taken = lockDataDir(dataDir)
  holder.kill('SIGKILL')
  const release = await taken
  release()
})

test('keeps the lock elsewhere if a folder’s path is too long for a socket', async () => {
  const deep = join(dataDir, 'd'.repeat(120))
  mkdirSync(deep)
  const release = await lockDataDir(deep, 0)
  await expect(lockDataDir(deep, 0)).rejects.toBeInstanceOf(DataDirInUse)
  release()
})

// Only root can make another user the owner of a socket.
test.skipIf(process.getuid?.() !== 0)('believes no other user who listens for the folder', async () => {
  const deep = join(dataDir, 'd'.repeat(120))
  mkdirSync(deep)
  const calls: FolderCalls = new Map([['copy', async () => '/their/database']])
  const release = await lockDataDir(deep, 0, calls)
  const caller = await callDataDir(deep)
  expect(await caller?.call('copy')).toBe('/their/database')
  caller?.hangUp()

  const hash = createHash('sha256').update(deep).digest('hex').slice(0, 24)
  chownSync(join(tmpdir(), `laurel-${hash}.lock`), 54_321, 54_321)
  expect(await callDataDir(deep)).toBeUndefined()
  release()
})
