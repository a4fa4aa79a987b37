import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openArchive } from '../backup/archive.ts'
import { readBackup } from '../backup/place.ts'
import { type RestoreTarget, restoreBackup } from '../backup/restore-backup.ts'
import { openDatabase } from '../database/open-database.ts'
import { applyErasures } from '../features/privacy/apply-erasures.ts'
import { readErasedKeys } from '../features/privacy/erased-keys.ts'
import { type Inspection, inspectRestored } from '../features/system/inspect-restored.ts'
import type { BackupConfig } from '../features/system/run-backup.ts'
import { approval, customerSteps } from './ordering-world.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'
import { makeWorld, type World } from './world.ts'

export const PASSPHRASE = 'a passphrase for tests'
export type DatabaseKind = 'PGlite' | 'PostgreSQL'

/** A folder that is gone after the test. */
export function makeFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'laurel-backup-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** An empty database, and the settings of a server or a command on it. */
export async function makeInstallation(kind: DatabaseKind, dataDir = makeFolder()) {
  const empty = kind === 'PostgreSQL' ? await openTestDatabase({ withTables: false }) : undefined
  if (empty !== undefined) onTestFinished(() => empty.close())
  const config: BackupConfig = {
    databaseUrl: empty?.url,
    dataDir,
    filesUrl: undefined,
    secret: undefined,
    backup: { url: join(dataDir, 'backups'), passphrase: PASSPHRASE, everyHours: undefined, keep: 14 },
  }
  const open = async (): Promise<TestDatabase> => ({
    ...(await openDatabase({ ...config, databasePool: 8 })),
    url: config.databaseUrl,
  })
  return { config, open }
}

/** As `npm run restore` does. */
export async function restore(file: string, target: RestoreTarget, passphrase = PASSPHRASE) {
  const found: Inspection[] = []
  const archive = await openArchive(await readBackup(file))
  const restored = await restoreBackup(archive, passphrase, target, async (one) => {
    await applyErasures(one, await readErasedKeys(file, join(target.dataDir, 'backups')))
    found.push(await inspectRestored(one))
  })
  return { ...restored, ...found[0]! }
}

export async function openWorld({
  config,
  open,
}: Awaited<ReturnType<typeof makeInstallation>>): Promise<World> {
  const { dataDir, filesUrl } = config
  return makeWorld({ DATA_DIR: dataDir, ...(filesUrl && { FILES_URL: filesUrl }) }, await open())
}

/** @returns a function that orders and pays */
export function shopperOf(world: World, customer: Awaited<ReturnType<World['signIn']>>) {
  const steps = customerSteps(customer)
  return async (): Promise<{ number: string }> => {
    const id = await steps.fillCart('bulk')
    await steps.pay(id)
    const minted = world.gateway.minted.at(-1)!
    world.gateway.transactions.set(minted.transactionId, [approval(minted)])
    return (await steps.verify(id)).body
  }
}
