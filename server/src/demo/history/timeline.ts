import { CompiledQuery } from 'kysely'
import type { Pool } from '../../database/database.ts'

/** What happens to an order, or on a site: each `yield` waits for so many milliseconds. */
export type Story = AsyncGenerator<number, void, void>

/**
 * Runs stories side by side, in the order of their times. A story that would continue after the end stops there, so
 * orders are left in every state.
 */
export class Timeline {
  /** Undefined until the first story: accounts, whose tokens are checked by the machine's clock, are opened before. */
  #at: number | undefined
  readonly #start: number
  readonly #end: number
  readonly #waiting: Array<{ at: number; story: Story }> = []
  /** When each moment of the past was played, in milliseconds. */
  readonly #lived: Array<{ since: number; at: number }> = []

  constructor(start: Date, end: Date) {
    this.#start = start.getTime()
    this.#end = end.getTime()
    this.#lived.push({ since: Date.now(), at: this.#start })
  }

  now(): Date {
    return this.#at === undefined ? new Date() : new Date(this.#at)
  }

  add(at: Date, story: Story): void {
    this.#waiting.push({ at: at.getTime(), story })
    this.#waiting.sort((a, b) => b.at - a.at)
  }

  async tell(): Promise<void> {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      const { at, story } = next
      if (at > this.#end) continue
      this.#at = Math.max(this.#at ?? this.#start, at)
      this.#lived.push({ since: Date.now(), at: this.#at })
      const { done, value } = await story.next()
      if (!done) this.add(new Date(at + value), story)
    }
    this.#lived.push({ since: Date.now(), at: this.#end })
  }

  /** Moves times that the database set by its own clock into the story's past. */
  async moveTimes(pool: Pool): Promise<void> {
    const columns = await pool.executeQuery<{ table: string; columns: string[] }>(
      CompiledQuery.raw(TIME_COLUMNS),
    )
    await pool.transaction().execute(async (db) => {
      const run = (text: string, ...values: unknown[]) => db.executeQuery(CompiledQuery.raw(text, values))
      await run('create temporary table lived (since timestamptz primary key, at timestamptz) on commit drop')
      await run(
        `insert into lived select since, max(at) from unnest($1::timestamptz[], $2::timestamptz[]) as l (since, at)
        group by since`,
        this.#lived.map(({ since }) => new Date(since)),
        this.#lived.map(({ at }) => new Date(at)),
      )
      const began = new Date(this.#lived[0]!.since)
      for (const { table, columns: names } of columns.rows) {
        const sets = names.map((name) => `${name} = ${livedAt(`t.${name}`)}`)
        const isLive = names.map((name) => `t.${name} >= $1`)
        await run(`update ${table} t set ${sets.join(', ')} where ${isLive.join(' or ')}`, began)
      }
    })
  }
}

/** All columns with times, except the audit log's: its entries are chained with their times, and get them directly. */
const TIME_COLUMNS = `
  select format('%I.%I', c.table_schema, c.table_name) as table, array_agg(quote_ident(c.column_name)) as columns
  from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema', 'pgboss')
    and c.data_type = 'timestamp with time zone' and c.is_generated = 'NEVER'
    and c.table_name not in ('audit_entries', 'running_servers')
  group by 1`

function livedAt(column: string): string {
  return `coalesce((
    select l.at + (${column} - l.since) from lived l where l.since <= ${column} order by l.since desc limit 1), ${column})`
}
