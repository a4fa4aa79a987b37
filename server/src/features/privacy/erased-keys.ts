import { dirname, join } from 'node:path'
import * as z from 'zod'
import { BackupRefused, NoSuchBackup } from '../../backup/backup-refused.ts'
import { openPlace, readBackup } from '../../backup/place.ts'
import type { Config } from '../../config.ts'
import type { Pool } from '../../database/database.ts'
import { lookAcrossSites } from '../../database/due-sites.ts'

/** An erased person, as a keyed hash. */
export type ErasedKey = { site_id: number; digest: string; erased_at: string }

/** Beside the backups: the newest list is there for the oldest of them. Not removed with old backups. */
const COPY = 'laurel-erasures.json'

const Copy = z.object({
  version: z.literal(1),
  erased: z.array(z.object({ site_id: z.number().int(), digest: z.string(), erased_at: z.iso.datetime() })),
})

/** Adds the database's list to the copy beside the backups. What the copy has is never removed. */
export async function copyErasedKeys({ pool, config }: { pool: Pool; config: Pick<Config, 'backup'> }) {
  const own = await lookAcrossSites(pool, (db) =>
    db.selectFrom('erased_keys').select(['site_id', 'digest', 'erased_at']).execute(),
  )
  if (own.length === 0) return
  const place = openPlace(config.backup.url)
  const before = await readCopy(place.addressOf(COPY))
  const rows = own.map((row) => ({ ...row, erased_at: row.erased_at.toISOString() }))
  const erased = unique([...before, ...rows])
  const known = new Set(before.map(({ erased_at, ...key }) => `${idOf(key)} ${erased_at}`))
  if (erased.every(({ erased_at, ...key }) => known.has(`${idOf(key)} ${erased_at}`))) return
  await place.write(COPY, bytesOf(JSON.stringify({ version: 1, erased })))
}

/** The copies beside a backup, and where backups are kept now. @param file the backup’s address */
export async function readErasedKeys(file: string, place: string): Promise<ErasedKey[]> {
  const [before, query] = file.split('?')
  const isBucket = file.startsWith('s3://')
  const beside = isBucket ? before!.replace(/[^/]+$/, COPY) : join(dirname(file), COPY)
  const addresses = new Set([
    query === undefined || !isBucket ? beside : `${beside}?${query}`,
    openPlace(place).addressOf(COPY),
  ])
  const copies = await Promise.all([...addresses].map(readCopy))
  return unique(copies.flat())
}

/** A person who was erased twice counts from the last time. */
function unique(keys: readonly ErasedKey[]): ErasedKey[] {
  const last = new Map<string, ErasedKey>()
  for (const key of keys) {
    const id = idOf(key)
    const known = last.get(id)
    if (known === undefined || known.erased_at < key.erased_at) last.set(id, key)
  }
  return [...last.values()]
}

function idOf({ site_id, digest }: Pick<ErasedKey, 'site_id' | 'digest'>): string {
  return `${site_id} ${digest}`
}

/** @throws {BackupRefused} if the list is damaged, or can't be read: without it, erased people would be back */
async function readCopy(address: string): Promise<ErasedKey[]> {
  const parts: Buffer[] = []
  try {
    for await (const part of await readBackup(address)) parts.push(part)
  } catch (cause) {
    if (cause instanceof NoSuchBackup) return []
    throw cause
  }
  const read = Copy.safeParse(jsonOf(Buffer.concat(parts).toString()))
  if (read.success) return read.data.erased
  throw new BackupRefused(`${address} is damaged: it lists people to erase. Restore it, or move it away.`)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}
