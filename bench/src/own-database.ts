import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** A separate database on the named server, so that leftovers don't affect figures. */
export async function makeOwnDatabase(serverUrl: string) {
  const name = `laurel_bench_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(serverUrl, `drop database ${name} with (force)`) }
}

async function onServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
