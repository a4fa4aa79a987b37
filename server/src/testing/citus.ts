import { randomUUID } from 'node:crypto'
import pg from 'pg'

type Node = { host: string; port: number; group: number }

/** An empty database on every node of the cluster whose coordinator `TEST_CITUS_URL` names. */
export async function makeCitusDatabase(coordinator: string, name = nameOfTest()) {
  const nodes = await listNodes(coordinator)
  for (const node of nodes) {
    await ask(at(coordinator, 'postgres', node), `create database ${name}`)
    await ask(at(coordinator, name, node), 'create extension citus')
  }
  const url = at(coordinator, name)
  for (const { host, port, group } of nodes) {
    const join = group === 0 ? 'citus_set_coordinator_host' : 'citus_add_node'
    await ask(url, `select ${join}('${host}', ${port})`)
  }
  // Fewer shards than in use are made faster.
  await ask(url, `alter database ${name} set citus.shard_count = 4`)
  return { url, drop: () => dropEverywhere(coordinator, nodes, name) }
}

/**
 * Makes the distributed database that tests copy, unless it's there already. Copying takes a fraction of
 * distributing: the nodes' lists of tables and shards are rows, which a copy has too.
 */
export async function cacheCitusTemplate(
  coordinator: string,
  name: string,
  fill: (url: string) => Promise<void>,
): Promise<string> {
  const client = new pg.Client({ connectionString: coordinator })
  await client.connect()
  try {
    // Another run on this cluster may want the same one: it waits here and finds it.
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    // A finished template must be closed: PostgreSQL copies only databases without connections.
    const isClosed = `select from pg_database where datname = $1 and not datallowconn`
    const { rowCount } = await client.query(isClosed, [name])
    if (rowCount === 0) {
      const nodes = await listNodes(coordinator)
      await dropEverywhere(coordinator, nodes, name)
      await fill((await makeCitusDatabase(coordinator, name)).url)
      for (const node of nodes.reverse()) {
        const url = at(coordinator, 'postgres', node)
        await ask(url, `alter database ${name} allow_connections false`)
        await ask(url, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
      }
    }
    return name
  } finally {
    await client.end()
  }
}

/** A copy of a distributed database, on every node. */
export async function copyCitusDatabase(coordinator: string, template: string) {
  const name = nameOfTest()
  const nodes = await listNodes(coordinator)
  for (const node of nodes) {
    await ask(at(coordinator, 'postgres', node), `create database ${name} template ${template}`)
  }
  // A database's settings aren't copied.
  const settings = await ask<{ setting: string }>(
    coordinator,
    `select unnest(setconfig) as setting from pg_db_role_setting s
       join pg_database d on d.oid = s.setdatabase and d.datname = '${template}' where setrole = 0`,
  )
  for (const { setting } of settings) {
    const [key, value] = setting.split('=')
    await ask(coordinator, `alter database ${name} set ${key} = '${value}'`)
  }
  return { url: at(coordinator, name), drop: () => dropEverywhere(coordinator, nodes, name) }
}

function nameOfTest() {
  return `laurel_test_${randomUUID().replaceAll('-', '')}`
}

function at(coordinator: string, database: string, node?: Node) {
  const url = new URL(coordinator)
  if (node) url.host = `${node.host}:${node.port}`
  url.pathname = `/${database}`
  return url.href
}

function listNodes(coordinator: string): Promise<Node[]> {
  return ask(
    coordinator,
    `select nodename as host, nodeport as port, groupid as group from pg_dist_node
      where noderole = 'primary' and isactive order by groupid`,
  )
}

async function dropEverywhere(coordinator: string, nodes: readonly Node[], name: string) {
  // Prepared transactions, as an interrupted server leaves them, keep a database from being dropped.
  await ask(at(coordinator, name), 'select recover_prepared_transactions()').catch(() => {})
  for (const node of nodes) {
    await ask(at(coordinator, 'postgres', node), `drop database if exists ${name} with (force)`)
  }
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
