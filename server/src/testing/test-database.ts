import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import pg from 'pg'
import { type OpenDatabase, openDatabase, openInMemory } from '../database/open-database.ts'
import { copyCitusDatabase } from './citus.ts'

export type TestDatabase = OpenDatabase & { url: string | undefined }

/**
 * A database for one test file, with all tables and no rows: in memory, or its own on the PostgreSQL that
 * `TEST_DATABASE_URL` names, or a distributed one on the cluster of `TEST_CITUS_URL`. Closing it removes it.
 */
export async function openTestDatabase({ withTables = true } = {}): Promise<TestDatabase> {
  const { TEST_DATABASE_URL: server, TEMPLATE_DATABASE, MIGRATED_DATABASE, EMPTY_DATABASE } = process.env
  if (!server) {
    const image = withTables ? MIGRATED_DATABASE : EMPTY_DATABASE
    return { ...(await openInMemory(image ? await openAsBlob(image) : undefined)), url: undefined }
  }
  const isDistributed = process.env.TEST_CITUS_URL && withTables && TEMPLATE_DATABASE
  const { url, drop } = isDistributed
    ? await copyCitusDatabase(server, isDistributed)
    : await makeDatabase(server, withTables ? TEMPLATE_DATABASE : undefined)
  const opened = await openDatabase({ databaseUrl: url, databasePool: 8, dataDir: '' })
  return {
    ...opened,
    url,
    close: async () => {
      await opened.close()
      await drop()
    },
  }
}

async function makeDatabase(server: string, template: string | undefined) {
  const name = `laurel_test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name} ${template ? `template ${template}` : ''}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(server, `drop database ${name} with (force)`) }
}

async function onServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
