import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { openDatabase } from '../database/open-database.ts'
import { openTestDatabase } from './test-database.ts'

/** An empty database of a user who may do nothing else on the server. */
export async function openAsOrdinaryOwner() {
  const database = await openTestDatabase({ withTables: false })
  const user = `owner_${randomUUID().replaceAll('-', '')}`
  const url = new URL(database.url!)
  const as = async (...queries: string[]) => {
    for (const query of queries) await sql.raw(query).execute(database.db)
  }
  for (const role of ['laurel_app', 'laurel_sweep']) await as(`create role ${role} nologin`).catch(() => {})
  await as(
    `create role ${user} login password 'owner' nosuperuser nocreaterole`,
    `alter database ${url.pathname.slice(1)} owner to ${user}`,
  )
  url.username = user
  url.password = 'owner'
  const owned = await openDatabase({ databaseUrl: url.href, databasePool: 8, dataDir: '' })
  const close = async () => {
    await owned.close()
    await as(`reassign owned by ${user} to current_user`, `drop owned by ${user}`, `drop role ${user}`)
    await database.close()
  }
  return { ...owned, url: url.href, user, close, administer: as }
}
