/** Writes the table types from the migrated schema: `npm run db:types`. */
import { writeFileSync } from 'node:fs'
import { migrate } from '../database/migrate.ts'
import { openInMemory } from '../database/open-database.ts'

const TYPES: Record<string, string> = {
  bigint: 'number',
  integer: 'number',
  text: 'string',
  boolean: 'boolean',
  jsonb: 'unknown',
  ARRAY: 'string[]',
  'timestamp with time zone': 'Date',
}

type Column = {
  table_name: string
  column_name: string
  data_type: string
  is_nullable: 'YES' | 'NO'
  column_default: string | null
  is_identity: 'YES' | 'NO'
  is_generated: 'ALWAYS' | 'NEVER'
}

function columnType(column: Column): string {
  const base = TYPES[column.data_type]
  if (base === undefined) throw new Error(`no TypeScript type for ${column.data_type}`)
  const type = column.is_nullable === 'YES' ? `${base} | null` : base
  if (column.is_identity === 'YES' || column.is_generated === 'ALWAYS') return `GeneratedAlways<${type}>`
  if (base === 'Date') {
    const write = column.is_nullable === 'YES' ? 'Date | string | null' : 'Date | string'
    return column.column_default === null && column.is_nullable === 'NO'
      ? `ColumnType<${type}, ${write}, ${write}>`
      : `ColumnType<${type}, ${write} | undefined, ${write}>`
  }
  return column.column_default === null ? type : `Generated<${type}>`
}

const database = await openInMemory()
await migrate(database.db)
const rows = await database.db
  .withTables<{ 'information_schema.columns': Column & { table_schema: string; ordinal_position: number } }>()
  .selectFrom('information_schema.columns')
  .selectAll()
  .where('table_schema', '=', 'public')
  .where('table_name', 'not like', 'kysely_migration%')
  .orderBy('table_name')
  .orderBy('ordinal_position')
  .execute()
await database.close()

const tables = Map.groupBy(rows, (row) => row.table_name)
const name = (table: string) => table.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())
const source = [
  '// Written by `npm run db:types` from the migrated schema.',
  "import type { ColumnType, Generated, GeneratedAlways } from 'kysely'",
  ...[...tables].map(
    ([table, columns]) =>
      `\nexport type ${name(table)} = {\n${columns.map((c) => `  ${c.column_name}: ${columnType(c)}`).join('\n')}\n}`,
  ),
  `\nexport type Tables = {\n${[...tables.keys()].map((table) => `  ${table}: ${name(table)}`).join('\n')}\n}\n`,
].join('\n')
writeFileSync(new URL('../database/generated/tables.ts', import.meta.url), source)
