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
  /** When each moment of the past was played, in milliseconds by the machine's clock. */
  readonly #played: Array<{ since: number; at: number }> = []

  constructor(start: Date, end: Date) {
    this.#start = start.getTime()
    this.#end = end.getTime()
    this.#played.push({ since: Date.now(), at: this.#start })
  }

  now(): Date {
    return this.#at === undefined ? new Date() : new Date(this.#at)
  }

  add(at: Date, story: Story): void {
    this.#waiting.push({ at: at.getTime(), story })
    this.#waiting.sort((a, b) => b.at - a.at)
  }

  /** Runs all stories until the end. */
  async play(): Promise<void> {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      const { at, story } = next
      if (at > this.#end) continue
      this.#at = Math.max(this.#at ?? this.#start, at)
      this.#played.push({ since: Date.now(), at: this.#at })
      const { done, value } = await story.next()
      if (!done) this.add(new Date(at + value), story)
    }
    this.#played.push({ since: Date.now(), at: this.#end })
  }

  /** Moves times that the database set by its own clock into the past in which they were played. */
  async moveTimes(pool: Pool): Promise<void> {
    const columns = await pool.executeQuery<{ table: string; columns: string[] }>(
      CompiledQuery.raw(TIME_COLUMNS),
    )
    const played = [...new Map(this.#played.map(({ since, at }) => [since, at]))]
    const since = played.map(([one]) => new Date(one))
    const at = played.map(([, one]) => new Date(one))
    await pool.transaction().execute(async (db) => {
      for (const { table, columns: names } of columns.rows) {
        const sets = names.map((name) => `${name} = ${whenPlayed(name)}`)
        const isMoved = names.map((name) => `${name} >= ($1::timestamptz[])[1]`)
        const update = `update ${table} set ${sets.join(', ')} where ${isMoved.join(' or ')}`
        await db.executeQuery(CompiledQuery.raw(update, [since, at]))
      }
    })
  }
}

/** All times of the server and its accounts but the audit log's, whose entries are chained with the clock's time. */
const TIME_COLUMNS = `
  select format('%I.%I', c.table_schema, c.table_name) as table, array_agg(quote_ident(c.column_name)) as columns
  from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where t.table_type = 'BASE TABLE' and c.table_schema in ('public', 'identity')
    and c.data_type = 'timestamp with time zone' and c.is_generated = 'NEVER'
    and c.table_name not in ('audit_entries', 'running_servers')
  group by 1`

/** As long after the moment as the column's time is after the moment was played; earlier times stay. */
function whenPlayed(column: string): string {
  const nth = `width_bucket(${column}, $1::timestamptz[])`
  return `coalesce(($2::timestamptz[])[${nth}] + (${column} - ($1::timestamptz[])[${nth}]), ${column})`
}
