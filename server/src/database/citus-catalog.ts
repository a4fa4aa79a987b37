import { CompiledQuery, type Kysely } from 'kysely'
import type { Pool } from './database.ts'

/** What PostgreSQL and Citus know about tables. Objects are compared by `oid`, and named by their names. */
type Catalog = {
  pg_class: { oid: number; relname: string; relkind: string; relnamespace: number }
  pg_namespace: { oid: number; nspname: string }
  pg_attribute: { attrelid: number; attname: string; attnum: number; attisdropped: boolean }
  pg_constraint: {
    oid: number
    conname: string
    contype: string
    conrelid: number
    confrelid: number
    conkey: number[]
    confdeltype: string
  }
  pg_index: { indrelid: number; indexrelid: number; indisunique: boolean; indkey: string }
  pg_trigger: { tgname: string; tgrelid: number; tgisinternal: boolean }
  pg_proc: { proname: string; pronamespace: number; proargtypes: string }
  pg_extension: { extname: string }
  pg_dist_partition: { logicalrelid: number; partmethod: string }
  pg_dist_node: {
    nodename: string
    nodeport: number
    groupid: number
    noderole: string
    isactive: boolean
    shouldhaveshards: boolean
  }
  pg_stat_activity: { pid: number; datname: string; backend_type: string; application_name: string }
  /** Foreign keys that `db:distribute` took off and has to put back. */
  foreign_keys_taken_off: { table_name: string; name: string; definition: string }
}

export type CatalogDb = Kysely<Catalog>

export function catalogOf(pool: Pool): CatalogDb {
  return pool.withTables<Catalog>()
}

export type TableFacts = {
  name: string
  hasSite: boolean
  /** How Citus keeps it: by site, on every node, or on the coordinator only. */
  kept: 'by site' | 'on every node' | 'on the coordinator'
  uniqueWithoutSite: string[]
  triggers: string[]
  foreignKeys: ForeignKey[]
}

export type ForeignKey = {
  name: string
  target: string
  definition: string
  hasSite: boolean
  /** `on delete set null` or `set default`. */
  sets: boolean
}

const FOREIGN_KEY = 'f'
const SETS = new Set(['n', 'd'])
const KEPT: Readonly<Record<string, TableFacts['kept']>> = { h: 'by site', n: 'on every node' }

export async function isCitus(db: CatalogDb): Promise<boolean> {
  const row = await db
    .selectFrom('pg_extension')
    .select('extname')
    .where('extname', '=', 'citus')
    .executeTakeFirst()
  return row !== undefined
}

/** Every table of the server. The accounts' and the queue's are in schemas of their own. */
export async function readTables(db: CatalogDb): Promise<TableFacts[]> {
  const tables = db
    .selectFrom('pg_class as c')
    .innerJoin('pg_namespace as n', 'n.oid', 'c.relnamespace')
    .where('n.nspname', '=', 'public')
    .where('c.relkind', 'in', ['r', 'p'])
    .where('c.relname', '<>', 'foreign_keys_taken_off')
  const [names, sites, indexes, triggers, keys, kept] = await Promise.all([
    tables.select('c.relname as name').orderBy('c.relname').execute(),
    tables
      .innerJoin('pg_attribute as a', 'a.attrelid', 'c.oid')
      .where('a.attname', '=', 'site_id')
      .where('a.attisdropped', '=', false)
      .select(['c.relname as name', 'a.attnum as number'])
      .execute(),
    tables
      .innerJoin('pg_index as i', 'i.indrelid', 'c.oid')
      .innerJoin('pg_class as index', 'index.oid', 'i.indexrelid')
      .where('i.indisunique', '=', true)
      .select(({ cast }) => [
        'c.relname as name',
        'index.relname as index',
        cast<string>('i.indkey', 'text').as('columns'),
      ])
      .orderBy('index.relname')
      .execute(),
    tables
      .innerJoin('pg_trigger as t', 't.tgrelid', 'c.oid')
      .where('t.tgisinternal', '=', false)
      .where('t.tgname', 'not like', 'truncate\\_trigger\\_%')
      .select(['c.relname as name', 't.tgname as trigger'])
      .orderBy('t.tgname')
      .execute(),
    tables
      .innerJoin('pg_constraint as k', 'k.conrelid', 'c.oid')
      .innerJoin('pg_class as target', 'target.oid', 'k.confrelid')
      .where('k.contype', '=', FOREIGN_KEY)
      .select(({ fn }) => [
        'c.relname as name',
        'k.conname as key',
        'k.conkey as columns',
        'k.confdeltype as onDelete',
        'target.relname as target',
        fn<string>('pg_get_constraintdef', ['k.oid']).as('definition'),
      ])
      .orderBy('k.conname')
      .execute(),
    readKept(db),
  ])
  const siteOf = new Map(sites.map(({ name, number }) => [name, number]))
  return names.map(({ name }) => {
    const site = siteOf.get(name)
    const ofTable = (row: { name: string }) => row.name === name
    return {
      name,
      hasSite: site !== undefined,
      kept: kept.get(name) ?? 'on the coordinator',
      uniqueWithoutSite: indexes
        .filter((row) => ofTable(row) && !row.columns.split(' ').includes(String(site)))
        .map(({ index }) => index),
      triggers: triggers.filter(ofTable).map(({ trigger }) => trigger),
      foreignKeys: keys.filter(ofTable).map((key) => ({
        name: key.key,
        target: key.target,
        definition: key.definition,
        hasSite: site !== undefined && key.columns.includes(site),
        sets: SETS.has(key.onDelete),
      })),
    }
  })
}

async function readKept(db: CatalogDb): Promise<Map<string, TableFacts['kept'] | undefined>> {
  if (!(await isCitus(db))) return new Map()
  const rows = await db
    .selectFrom('pg_dist_partition as p')
    .innerJoin('pg_class as c', 'c.oid', 'p.logicalrelid')
    .select(['c.relname as name', 'p.partmethod as method'])
    .execute()
  return new Map(rows.map(({ name, method }) => [name, KEPT[method]]))
}

/** The server's functions and aggregates, as PostgreSQL writes them: `codes_of(jsonb)`. Migrations have their own. */
export async function listFunctions(db: CatalogDb): Promise<string[]> {
  const rows = await db
    .selectFrom('pg_proc as f')
    .innerJoin('pg_namespace as n', 'n.oid', 'f.pronamespace')
    .select(({ fn, val }) =>
      fn<string>('format', [val('%s(%s)'), 'f.proname', fn('oidvectortypes', ['f.proargtypes'])]).as('name'),
    )
    .where('n.nspname', '=', 'public')
    .where('f.proname', 'not in', ['protect_tenant_table', 'reveal_due_work'])
    .orderBy('f.proname')
    .execute()
  return rows.map(({ name }) => name)
}

/** The nodes that hold shards. */
export function listNodes(db: CatalogDb) {
  return db
    .selectFrom('pg_dist_node')
    .select(['nodename as host', 'nodeport as port', 'groupid as group'])
    .where('noderole', '=', 'primary')
    .where('isactive', '=', true)
    .orderBy('groupid')
    .execute()
}

/** Sends a command; its names come from the catalog or the code, never from a caller. */
export async function command(db: CatalogDb, text: string): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(text))
}
