import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import pg from 'pg'
import { type OpenDatabase, openDatabase, openInMemory } from '../database/open-database.ts'

export type TestDatabase = OpenDatabase & { url: string | undefined }

/**
 * A database for one test file, with all tables and no rows: in memory, or its own on the PostgreSQL that
 * `TEST_DATABASE_URL` names. Closing it removes it.
 */
export async function openTestDatabase({ withTables = true } = {}): Promise<TestDatabase> {
  const { TEST_DATABASE_URL: server, TEMPLATE_DATABASE, MIGRATED_DATABASE, EMPTY_DATABASE } = process.env
  if (!server) {
    const image = withTables ? MIGRATED_DATABASE : EMPTY_DATABASE
    return { ...(await openInMemory(image ? await openAsBlob(image) : undefined)), url: undefined }
  }

  const name = `laurel_test_${randomUUID().replaceAll('-', '')}`
  const template = withTables ? TEMPLATE_DATABASE : undefined
  await onServer(server, `create database ${name} ${template ? `template ${template}` : ''}`)
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
