import { nameSites } from './by-site.ts'
import {
  type CatalogDb,
  catalogOf,
  command,
  isCitus,
  listFunctions,
  listNodes,
  readTables,
  type TableFacts,
} from './citus-catalog.ts'
import type { Pool } from './database.ts'

/** What keeps a database from being distributed: a sentence each. */
export class NotDistributable extends Error {
  override readonly name = 'NotDistributable'
  readonly obstacles: readonly string[]

  constructor(obstacles: readonly string[]) {
    super(obstacles.join('\n'))
    this.obstacles = obstacles
  }
}

const ROLES = ['laurel_app', 'laurel_sweep']
/** What tables of sites refer to. */
const ON_EVERY_NODE = new Set(['organizations', 'sites'])

/**
 * Turns the database of a Citus coordinator into a distributed one: tables of sites by `site_id`, what they
 * refer to on every node, the rest on the coordinator (docs/decisions/0049). It changes nothing if something is in
 * the way, and an interrupted run is continued by the next one.
 *
 * @param tell gets a sentence for each step
 * @returns the tables that were distributed now
 * @throws {NotDistributable}
 */
export async function distribute(pool: Pool, tell: (step: string) => void): Promise<string[]> {
  const db = catalogOf(pool)
  const obstacles = (await isCitus(db))
    ? await findObstacles(db)
    : [
        'This database isn’t a Citus coordinator. Connect to one that has the extension: create extension citus;',
      ]
  if (obstacles.length > 0) throw new NotDistributable(obstacles)

  await prepareNodes(db)
  const done = await distributeTables(db, tell)
  await putKeysBack(db, tell)
  await assertReached(db)
  return done
}

/** On a distributed database: distributes tables that a migration added, and lets queries name their site. */
export async function joinNodes(pool: Pool): Promise<void> {
  if (!(await isDistributed(pool))) return
  const db = catalogOf(pool)
  const tables = await readTables(db)
  const pending = tables.filter((table) => planOf(table) !== table.kept)
  if (pending.length > 0) {
    const obstacles = pending.flatMap(obstaclesOf)
    if (obstacles.length > 0) throw new NotDistributable(obstacles)
    await distributeTables(db, () => {})
    await putKeysBack(db, () => {})
  }
  nameSites(pool, new Set(tables.filter(({ hasSite }) => hasSite).map(({ name }) => name)))
}

/** Whether tables of sites are on several nodes. */
async function isDistributed(pool: Pool): Promise<boolean> {
  const db = catalogOf(pool)
  if (!(await isCitus(db))) return false
  const row = await db
    .selectFrom('pg_dist_partition as p')
    .innerJoin('pg_class as c', 'c.oid', 'p.logicalrelid')
    .select('c.relname')
    .where('c.relname', '=', 'orders')
    .executeTakeFirst()
  return row !== undefined
}

async function findObstacles(db: CatalogDb): Promise<string[]> {
  const tables = await readTables(db)
  const obstacles = tables.flatMap(obstaclesOf)
  const nodes = await listNodes(db)
  if (nodes.every(({ group }) => group === 0)) {
    obstacles.push('No worker node has been added. Add one: select citus_add_node(host, port);')
  }
  if (!nodes.some(({ group }) => group === 0)) {
    obstacles.push('The nodes can’t reach the coordinator: select citus_set_coordinator_host(host, port);')
  }
  if (tables.some((table) => planOf(table) !== table.kept)) {
    const others = await countOtherConnections(db)
    if (others > 0)
      obstacles.push(`${others} other connections are open. Stop all servers and workers first.`)
  }
  return obstacles
}

/** What of a table Citus refuses. */
function obstaclesOf(table: TableFacts): string[] {
  if (!table.hasSite) return []
  return [
    ...table.uniqueWithoutSite.map((index) => `${table.name}: the unique index ${index} lacks site_id.`),
    ...table.triggers.map((trigger) => `${table.name}: it has the trigger ${trigger}.`),
    ...table.foreignKeys
      .filter(({ hasSite, sets }) => hasSite && sets)
      .map(({ name }) => `${table.name}: the foreign key ${name} sets columns when its target is deleted.`),
  ]
}

/** How a table is kept in a distributed database. */
function planOf(table: TableFacts): TableFacts['kept'] {
  if (table.hasSite) return 'by site'
  return ON_EVERY_NODE.has(table.name) ? 'on every node' : 'on the coordinator'
}

/** Connections in between would see tables without their foreign keys. */
async function countOtherConnections(db: CatalogDb): Promise<number> {
  const { count } = await db
    .selectFrom('pg_stat_activity')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('datname', '=', ({ fn }) => fn<string>('current_database', []))
    .where('pid', '<>', ({ fn }) => fn<number>('pg_backend_pid', []))
    .where('backend_type', '=', 'client backend')
    .where('application_name', 'not like', 'citus%')
    .executeTakeFirstOrThrow()
  return count
}

/** What every later connection to this database needs. */
async function prepareNodes(db: CatalogDb): Promise<void> {
  // Citus opens connections between nodes as the current role.
  for (const role of ROLES) await command(db, `alter role ${role} login`)
  const { name } = await db
    .selectNoFrom(({ fn }) => fn<string>('current_database', []).as('name'))
    .executeTakeFirstOrThrow()
  // Nodes get the site of a transaction. Migrations can create a table that refers to `sites`.
  const settings = [
    `citus.propagate_set_commands = 'local'`,
    'citus.enable_local_reference_table_foreign_keys = off',
  ]
  for (const setting of settings) await command(db, `alter database "${name}" set ${setting}`)
}

async function distributeTables(db: CatalogDb, tell: (step: string) => void): Promise<string[]> {
  const tables = await readTables(db)
  const pending = tables.filter((table) => planOf(table) !== table.kept)
  await takeKeysOff(db, pending, tables)
  let colocated = tables.find(({ kept }) => kept === 'by site')?.name ?? 'none'
  for (const { name, hasSite } of pending) {
    tell(`${name}: ${hasSite ? 'by site' : 'on every node'}`)
    const [method, ...more] = hasSite
      ? ['create_distributed_table', 'site_id', 'hash', colocated]
      : ['create_reference_table']
    await call(db, method!, name, ...more)
    if (hasSite && colocated === 'none') colocated = name
  }
  // Queries call them where the rows are. Only those created on a cluster are there already.
  for (const name of await listFunctions(db)) await call(db, 'create_distributed_function', name)
  // The coordinator numbers new rows before it sends them on, as the role that inserts them.
  await command(db, 'grant usage on all sequences in schema public to laurel_app')
  // To change a site, Citus locks its organization on every node, which needs the right to change it. No policy lets
  // the role use that right.
  await command(db, 'alter table organizations enable row level security')
  await command(db, 'drop policy if exists read on organizations')
  await command(db, 'create policy read on organizations for select to laurel_app using (true)')
  await command(db, 'grant update on organizations to laurel_app')
  return pending.map(({ name }) => name)
}

/** A table can't be distributed while it and its neighbors refer to each other. */
async function takeKeysOff(db: CatalogDb, pending: TableFacts[], tables: TableFacts[]): Promise<void> {
  const names = new Set(pending.map(({ name }) => name))
  const keys = tables.flatMap(({ name, foreignKeys }) =>
    foreignKeys
      .filter(({ target }) => names.has(name) || names.has(target))
      .map((key) => ({ table_name: name, name: key.name, definition: key.definition })),
  )
  if (keys.length === 0) return
  await db.transaction().execute(async (tx) => {
    await command(
      tx,
      'create table if not exists foreign_keys_taken_off (table_name text, name text, definition text)',
    )
    await tx.insertInto('foreign_keys_taken_off').values(keys).execute()
    for (const { table_name: table, name } of keys) {
      await command(tx, `alter table "${table}" drop constraint "${name}"`)
    }
  })
}

async function putKeysBack(db: CatalogDb, tell: (step: string) => void): Promise<void> {
  const { record } = await db
    .selectNoFrom(({ fn, val }) =>
      fn<string | null>('to_regclass', [val('public.foreign_keys_taken_off')]).as('record'),
    )
    .executeTakeFirstOrThrow()
  if (record === null) return
  const keys = await db.selectFrom('foreign_keys_taken_off').selectAll().execute()
  for (const [at, { table_name: table, name, definition }] of keys.entries()) {
    tell(`${table}: foreign key ${name} (${at + 1} of ${keys.length})`)
    await db.transaction().execute(async (tx) => {
      await command(tx, `alter table "${table}" add constraint "${name}" ${definition}`)
      await tx
        .deleteFrom('foreign_keys_taken_off')
        .where('table_name', '=', table)
        .where('name', '=', name)
        .execute()
    })
  }
  await command(db, 'drop table foreign_keys_taken_off')
}

/** @throws {NotDistributable} when a node lets the role of requests or of sweeps not in */
async function assertReached(db: CatalogDb): Promise<void> {
  const nodes = await listNodes(db)
  const obstacles: string[] = []
  for (const role of ROLES) {
    for (const { host, port } of nodes) {
      const { reached } = await db.transaction().execute(async (tx) => {
        await command(tx, `set local role ${role}`)
        return tx
          .selectNoFrom(({ fn, val }) =>
            fn<boolean>('citus_check_connection_to_node', [val(host), val(port)]).as('reached'),
          )
          .executeTakeFirstOrThrow()
      })
      if (!reached) {
        obstacles.push(
          `The coordinator can’t log in at ${host}:${port} as ${role}. Allow it in that node’s pg_hba.conf, ` +
            `as for the database user, and run this again.`,
        )
      }
    }
  }
  if (obstacles.length > 0) throw new NotDistributable(obstacles)
}

async function call(db: CatalogDb, name: string, ...args: string[]): Promise<void> {
  await db.selectNoFrom(({ fn, val }) => fn(name, args.map(val)).as('done')).execute()
}
