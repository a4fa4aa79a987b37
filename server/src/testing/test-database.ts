import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import pg from 'pg'
import { type OpenDatabase, openDatabase, openInMemory } from '../database/open-database.ts'

export type TestDatabase = OpenDatabase & { url: string | undefined }

/**
 * An empty database for one test file: in memory, or its own on the PostgreSQL that
 * `TEST_DATABASE_URL` names. Closing it removes it.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    const image = process.env.EMPTY_DATABASE
    return { ...openInMemory(image ? await openAsBlob(image) : undefined), url: undefined }
  }

  const name = `laurel_test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const opened = await openDatabase({ databaseUrl: url.href, databasePool: 8, dataDir: '' })
  return {
    ...opened,
    url: url.href,
    close: async () => {
      await opened.close()
      await onServer(server, `drop database ${name} with (force)`)
    },
  }
}

async function onServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
