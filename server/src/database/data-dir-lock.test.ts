import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DataDirInUse, lockDataDir } from './data-dir-lock.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'laurel-lock-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

async function heldByAnother() {
  const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await once(holder, 'spawn')
  writeFileSync(join(dataDir, 'laurel.pid'), String(holder.pid))
  return holder
}

test('a folder that a living process has is refused', async () => {
  const holder = await heldByAnother()
  await expect(lockDataDir(dataDir, 0)).rejects.toBeInstanceOf(DataDirInUse)
  holder.kill('SIGKILL')
})

test('a folder whose holder was killed is taken, at once or when it is gone', async () => {
  const holder = await heldByAnother()
  const taken = lockDataDir(dataDir)
  holder.kill('SIGKILL')
  const giveBack = await taken
  giveBack()
  const again = await lockDataDir(dataDir, 0)
  again()
})
