import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Header } from '../../backup/archive.ts'
import { hasTable } from '../../backup/tables.ts'
import { callDataDir } from '../../database/data-dir-lock.ts'
import { openDatabase } from '../../database/open-database.ts'
import { remoteRunLog, runLogOf } from './backup-runs.repo.ts'
import type { BackupConfig } from './run-backup.ts'

/** Records a verified restore in the installation of these settings, if there's one. */
export async function recordVerified(config: BackupConfig, { id, created_at }: Header): Promise<void> {
  const caller = config.databaseUrl === undefined ? await callDataDir(config.dataDir) : undefined
  if (caller !== undefined) {
    await remoteRunLog(caller)
      .verify(id, created_at)
      .finally(() => caller.hangUp())
    return
  }
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'database'))) return
  const database = await openDatabase({ ...config, databasePool: 1 })
  try {
    if (await hasTable(database.db, 'backup_runs')) await runLogOf(database.db).verify(id, created_at)
  } finally {
    await database.close()
  }
}
