import { randomUUID } from 'node:crypto'
import pg from 'pg'

type Node = { host: string; port: number }

/** An empty database on every node of the cluster whose coordinator `TEST_CITUS_URL` names. */
export async function makeCitusDatabase(coordinator: string) {
  const name = `laurel_test_${randomUUID().replaceAll('-', '')}`
  const at = (database: string, node?: Node) => {
    const url = new URL(coordinator)
    if (node) url.host = `${node.host}:${node.port}`
    if (database) url.pathname = `/${database}`
    return url.href
  }
  const nodes: (Node & { group: number })[] = await ask(
    at(''),
    `select nodename as host, nodeport as port, groupid as group from pg_dist_node
      where noderole = 'primary' and isactive order by groupid`,
  )
  for (const node of nodes) {
    await ask(at('postgres', node), `create database ${name}`)
    await ask(at(name, node), 'create extension citus')
  }
  for (const { host, port, group } of nodes) {
    const join = group === 0 ? 'citus_set_coordinator_host' : 'citus_add_node'
    await ask(at(name), `select ${join}('${host}', ${port})`)
  }
  // Fewer shards than in use are made faster.
  await ask(at(name), `alter database ${name} set citus.shard_count = 4`)
  const drop = async () => {
    for (const node of nodes) await ask(at('postgres', node), `drop database ${name} with (force)`)
  }
  return { url: at(name), drop }
}

async function ask<Row extends pg.QueryResultRow>(url: string, query: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(query)).rows
  } finally {
    await client.end()
  }
}
