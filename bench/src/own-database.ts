import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** A separate database on the named server, so that leftovers don't affect figures. */
export async function makeOwnDatabase(serverUrl: string) {
  const name = `laurel_bench_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => drop(serverUrl, name) }
}

/** A database that stays on the server for the next run. @returns its note too, if an earlier run finished it */
export async function keptDatabase(serverUrl: string, name: string) {
  const [kept] = await onServer(
    serverUrl,
    `select shobj_description(oid, 'pg_database') as note from pg_database where datname = '${name}'`,
  )
  if (kept && kept.note === null) await drop(serverUrl, name)
  if (!kept?.note) await onServer(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    note: kept?.note as string | undefined,
    finish: (note: string) => onServer(serverUrl, `comment on database ${name} is ${pg.escapeLiteral(note)}`),
    drop: () => drop(serverUrl, name),
  }
}

async function drop(serverUrl: string, name: string): Promise<void> {
  await onServer(serverUrl, `drop database ${name} with (force)`)
}

async function onServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}
