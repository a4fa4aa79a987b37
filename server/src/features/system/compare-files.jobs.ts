import * as z from 'zod'
import type { Pool } from '../../database/database.ts'
import { handles, type JobHandler, job } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { filesCompared } from '../../observability/signals.ts'
import type { FileStore } from '../files/file-store.ts'
import { listSites } from '../sites/sites.repo.ts'
import { namedKeys } from './named-keys.ts'

/** Compares the file store with all tables that name files. It reports, and removes nothing. */
export const compareFiles = job({
  name: 'files.compare',
  payload: z.unknown(),
  retries: 1,
  seconds: 3_600,
  cron: '41 3 * * *',
  isOnce: true,
})

/** Younger ones may be of a request or job that hasn't written its row yet. */
const YOUNG_MS = 2 * 86_400_000
/** Keys that name no row: what checks write, and write again. */
const OWN_KEYS = new Set(['health-check', 'settings-check'])
const MAX_LOGGED = 20

export type Comparison = {
  /** Keys that a row names, and the store doesn't have. */
  missing: string[]
  /** Keys in the store that no row has named for two days. */
  unnamed: string[]
}

type CompareKit = Pick<Kit, 'pool' | 'files' | 'now'>

export function comparingFiles(
  kit: CompareKit,
  log: { warn(what: object, message: string): void },
): JobHandler {
  return handles(compareFiles, async () => {
    const { missing, unnamed } = await compare(kit)
    filesCompared.publish({ missing: missing.length, unnamed: unnamed.length })
    if (missing.length + unnamed.length === 0) return
    const facts = { missing: missing.slice(0, MAX_LOGGED), unnamed: unnamed.slice(0, MAX_LOGGED) }
    log.warn(facts, `${missing.length} files are missing, and ${unnamed.length} files belong to nothing`)
  })
}

/** Files that are added or removed in the meantime count as neither. */
export async function compare({ pool, files, now }: CompareKit): Promise<Comparison> {
  const stored = new Set<string>()
  for await (const key of files.list()) stored.add(key)
  const named = await allNamed(pool)
  const missing: string[] = []
  for (const key of named) if (!stored.has(key)) missing.push(key)
  const unnamed: string[] = []
  for (const key of stored) {
    if (named.has(key) || OWN_KEYS.has(key)) continue
    if (await isOld(files, key, now())) unnamed.push(key)
  }
  if (missing.length === 0) return { missing, unnamed }
  // Rows that were added after the store was read, and files that were removed with their rows.
  const still = await allNamed(pool)
  const present = new Set<string>()
  for await (const key of files.list()) present.add(key)
  return { missing: missing.filter((key) => still.has(key) && !present.has(key)), unnamed }
}

async function allNamed(pool: Pool): Promise<Set<string>> {
  const named = new Set<string>()
  for (const { id } of await listSites(pool)) {
    for (const key of await namedKeys(pool, id)) named.add(key)
  }
  return named
}

async function isOld(files: FileStore, key: string, now: Date): Promise<boolean> {
  // One that can't be read any more was removed.
  const changedAt = await files.changedAt(key).catch(() => undefined)
  return changedAt !== undefined && now.getTime() - changedAt.getTime() > YOUNG_MS
}
